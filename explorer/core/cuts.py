"""Two ways of cutting the same document beside each other: another pipeline's chunks and this program's.

Passages are matched by their words (`explorer.core.cut_alignment`), so each figure about both sides is about words
that stand in both.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from explorer.core.cut_alignment import Words, align, plain_words, words_of
from explorer.core.findings import Finding
from explorer.core.parsing import format_of
from explorer.core.views import ContextChunk

_BESIDE_WORDS = re.compile(r"(?<=\])\([^()]*\)|\{[^{}]*\}\s*\Z")
"""A link's target, and the attributes that some kinds of Markdown set behind a heading (`{ #its-anchor }`)."""

Uninformative = Callable[[str], str]
"""Gives the finding code H101 to H104 of a heading's text, or "" when it says something."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """A document as one side cuts it."""

    title: str
    chunks: Sequence[ContextChunk]
    findings: Sequence[Finding] = ()


@dataclass(frozen=True, slots=True)
class SideFigures:
    """One side in figures; counts are of chunks. `tokens` holds each text's tokens, headers not counted.

    `inside_sentence` counts those that begin inside a sentence of this program's reading, `generic_only` those under
    headings none of which says anything, `findings` the findings by code.
    """

    tokens: tuple[int, ...] = ()
    under_no_heading: int = 0
    inside_sentence: int = 0
    over_window: int = 0
    generic_only: int = 0
    findings: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def chunks(self) -> int:
        """Return the number of chunks."""
        return len(self.tokens)

    @property
    def median(self) -> float:
        """Return the median of the tokens, 0 without chunks."""
        return float(statistics.median(self.tokens)) if self.tokens else 0.0

    @property
    def most(self) -> int:
        """Return the tokens of the largest chunk."""
        return max(self.tokens, default=0)


@dataclass(frozen=True, slots=True)
class CutFigures:
    """Both sides of a document, or of several together.

    Words: `given_words` and `own_words` of each side, `given_found` and `own_found` of them on the other side too;
    `same_path` of those found stand under the same headings on both sides, `same_last` under the same last heading. A
    first heading that is the title counts on neither side. Boundaries: places between two chunks, in words of this
    program's reading; `shared` of them are the same.
    """

    document: str
    own_document: str
    given: SideFigures
    own: SideFigures
    given_words: int = 0
    given_found: int = 0
    own_words: int = 0
    own_found: int = 0
    same_path: int = 0
    same_last: int = 0
    given_boundaries: int = 0
    own_boundaries: int = 0
    shared_boundaries: int = 0

    @property
    def boundary_share(self) -> float | None:
        """Return twice the shared boundaries by all boundaries (1: every cut the same); None where there are none."""
        total = self.given_boundaries + self.own_boundaries
        return 2 * self.shared_boundaries / total if total else None

    @property
    def path_share(self) -> float | None:
        """Return the share of the words found whose headings are the same; None where none are found."""
        return self.same_path / self.given_found if self.given_found else None


def compare_cuts(name: str, own_name: str, given: Cutting, own: Cutting, uninformative: Uninformative) -> CutFigures:
    """Return how `given` and `own` cut the same document; linear in the length of both."""
    given_words = words_of([item.chunk for item in given.chunks])
    own_words = words_of([item.chunk for item in own.chunks])
    places = align(given_words, own_words)
    begins = _begins(given_words, places)
    given_cuts = {place for place in begins[1:] if place > 0}
    own_cuts = {start for start in own_words.starts[1:] if 0 < start < len(own_words.words)}
    own_inside = sum(start not in own_words.sentences for start in own_cuts)
    given_inside = sum(place >= 0 and place not in own_words.sentences for place in begins)
    same_path, same_last = _same_headings(given, own, given_words, own_words, places)
    return CutFigures(
        document=name,
        own_document=own_name,
        given=_side(given, given_inside, uninformative),
        own=_side(own, own_inside, uninformative),
        given_words=len(given_words.words),
        given_found=sum(place >= 0 for place in places),
        own_words=len(own_words.words),
        own_found=len({place for place in places if place >= 0}),
        same_path=same_path,
        same_last=same_last,
        given_boundaries=len(given_cuts),
        own_boundaries=len(own_cuts),
        shared_boundaries=len(given_cuts & own_cuts),
    )


def _begins(given: Words, places: Sequence[int]) -> list[int]:
    """Return for each given chunk the place of its first word that is found, -1 for a chunk without one."""
    first: dict[int, int] = {}
    for chunk, place in zip(given.chunk, places, strict=True):
        if place >= 0:
            first.setdefault(chunk, place)
    return [first.get(chunk, -1) for chunk in range(len(given.starts))]


def _side(side: Cutting, inside: int, uninformative: Uninformative) -> SideFigures:
    paths = [item.chunk.heading_path for item in side.chunks]
    return SideFigures(
        tokens=tuple(item.chunk.text_tokens for item in side.chunks),
        under_no_heading=sum(not path for path in paths),
        inside_sentence=inside,
        over_window=sum(item.tokens > item.limit for item in side.chunks),
        generic_only=sum(bool(path) and all(map(uninformative, path)) for path in paths),
        findings=dict(sorted(Counter(finding.code for finding in side.findings).items())),
    )


def _same_headings(
    given: Cutting, own: Cutting, given_words: Words, own_words: Words, places: Sequence[int]
) -> tuple[int, int]:
    """Return how many words stand under the same headings on both sides, and under the same last one."""
    titles = {_heading(given.title), _heading(own.title)}
    given_paths = [_path(item, titles) for item in given.chunks]
    own_paths = [_path(item, titles) for item in own.chunks]
    pairs = Counter(
        (chunk, own_words.chunk[place]) for chunk, place in zip(given_words.chunk, places, strict=True) if place >= 0
    )
    same_path = sum(count for (one, two), count in pairs.items() if given_paths[one] == own_paths[two])
    same_last = sum(count for (one, two), count in pairs.items() if given_paths[one][-1:] == own_paths[two][-1:])
    return same_path, same_last


def _path(item: ContextChunk, titles: set[str]) -> tuple[str, ...]:
    path = tuple(map(_heading, item.chunk.heading_path))
    return path[1:] if path[:1] and path[0] in titles else path


def _heading(text: str) -> str:
    """Return a heading's words as they are compared: no case, no markup, no link targets or attributes at the end."""
    return " ".join(plain_words(_BESIDE_WORDS.sub(" ", text)))


def total_cuts(documents: Iterable[CutFigures]) -> CutFigures:
    """Return the figures of all documents together."""
    listed = list(documents)

    def summed(name: str) -> int:
        return sum(getattr(each, name) for each in listed)

    return CutFigures(
        document="",
        own_document="",
        given=_sum_sides([each.given for each in listed]),
        own=_sum_sides([each.own for each in listed]),
        given_words=summed("given_words"),
        given_found=summed("given_found"),
        own_words=summed("own_words"),
        own_found=summed("own_found"),
        same_path=summed("same_path"),
        same_last=summed("same_last"),
        given_boundaries=summed("given_boundaries"),
        own_boundaries=summed("own_boundaries"),
        shared_boundaries=summed("shared_boundaries"),
    )


def _sum_sides(sides: Sequence[SideFigures]) -> SideFigures:
    findings: Counter[str] = Counter()
    for side in sides:
        findings.update(side.findings)
    return SideFigures(
        tokens=tuple(count for side in sides for count in side.tokens),
        under_no_heading=sum(side.under_no_heading for side in sides),
        inside_sentence=sum(side.inside_sentence for side in sides),
        over_window=sum(side.over_window for side in sides),
        generic_only=sum(side.generic_only for side in sides),
        findings=dict(sorted(findings.items())),
    )


def pair_documents(given: Iterable[str], own: Iterable[str]) -> dict[str, str]:
    """Return for each given document the one of `own` that it is, where exactly one can be meant.

    The same name; else one whose path ends with the other's; else the same file name, or the same one but for the
    suffix (a PDF turned into Markdown). Case does not count, and no own document is taken twice.
    """
    names, listed = list(own), list(given)
    pairs: dict[str, str] = {}
    for key in (str.casefold, _file_name, _stem):
        taken = set(pairs.values())
        by_key: dict[str, list[str]] = {}
        for name in names:
            if name not in taken:
                by_key.setdefault(key(name), []).append(name)
        asked = Counter(key(name) for name in listed if name not in pairs)
        for name in listed:
            found = _ending_alike(name, by_key.get(key(name), []))
            if name not in pairs and len(found) == 1 and (asked[key(name)] == 1 or _is_end(name, found[0])):
                pairs[name] = found[0]
    return _each_once(pairs)


def _ending_alike(name: str, candidates: Sequence[str]) -> Sequence[str]:
    """Return the candidates of which one's path ends with the other's, or all where there is none such."""
    return [other for other in candidates if _is_end(name, other)] or candidates


def _is_end(one: str, two: str) -> bool:
    first, second = f"/{one}".casefold(), f"/{two}".casefold()
    return first.endswith(second) or second.endswith(first)


def _file_name(name: str) -> str:
    return PurePosixPath(name).name.casefold()


def _stem(name: str) -> str:
    """Return a file's name without the suffixes of formats that it may have been turned into and from."""
    base = _file_name(name)
    while format_of(base):
        base = PurePosixPath(base).stem
    return base


def _each_once(pairs: dict[str, str]) -> dict[str, str]:
    seen: set[str] = set()
    kept: dict[str, str] = {}
    for name, other in pairs.items():
        if other not in seen:
            seen.add(other)
            kept[name] = other
    return kept
