"""Where the chunks of one pipeline stand in the chunks of another, by their words; linear in the texts' length.

Words are compared without case, white space, punctuation and markup, so Markdown source and plain text meet. A chunk
is found by runs of a few words, the run nearest to where the chunk before it ended; words in between that the other
side does not have are passed over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explorer.core.chunking.given import goes_on
from explorer.core.chunking.sentences import sentence_spans
from explorer.core.model import BlockKind, Chunk, CutNote

_RUN = 4
"""Words in a row that find a place again; fewer are found only right behind the words before them."""

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_IDEOGRAPHS}]|[^\W_{_IDEOGRAPHS}]+")
_LINE_START = re.compile(r"(?:\A|\n)[ \t]*(?:[-*+•]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])[ \t]+|\n[ \t]*\n[ \t]*")
_BY_LINE = frozenset({BlockKind.TABLE.value, BlockKind.CODE.value})


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a document's chunks in order.

    `chunk` is the chunk of each word, `starts` the first word of each chunk (the number of all words for one without
    any at the end), `sentences` the words that a sentence, a list item, a row or a line of code begins with.
    """

    words: tuple[str, ...]
    chunk: tuple[int, ...]
    starts: tuple[int, ...]
    sentences: frozenset[int]


def words_of(chunks: Sequence[Chunk]) -> Words:
    """Return the words of the own parts of `chunks`; what is carried (repeated) is left out."""
    words: list[str] = []
    owner: list[int] = []
    starts: list[int] = []
    sentences: set[int] = set()
    before = ""
    for number, chunk in enumerate(chunks):
        text = own_text(chunk)
        found = [(match.start(), match[0].casefold()) for match in _WORD.finditer(text)]
        starts.append(len(words))
        offsets = [offset for offset, _ in found]
        begins = {bisect_left(offsets, start) for start in _sentence_starts(text, chunk.kind)}
        if CutNote.INSIDE_SENTENCE in chunk.notes and goes_on(before, text):
            begins.discard(0)
        sentences.update(len(words) + index for index in begins if index < len(found))
        words += [word for _, word in found]
        owner += [number] * len(found)
        before = text
    return Words(tuple(words), tuple(owner), tuple(starts), frozenset(sentences))


def plain_words(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return [match[0].casefold() for match in _WORD.finditer(text)]


def own_text(chunk: Chunk) -> str:
    """Return a chunk's text without what it repeats of other chunks."""
    return chunk.text[sum(len(part) + 1 for part in chunk.carried) :]


def _sentence_starts(text: str, kind: str) -> Iterator[int]:
    """Yield where something begins that may stand by itself."""
    yield 0
    if kind in _BY_LINE:
        yield from (match.end() for match in re.finditer("\n", text))
        return
    yield from (start for start, _ in sentence_spans(text))
    yield from (match.end() for match in _LINE_START.finditer(text))


def align(given: Words, own: Words) -> list[int]:
    """Return for each word of `given` its place in `own`, -1 for one that is not found."""
    places = [-1] * len(given.words)
    runs: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(own.words) - _RUN + 1):
        runs.setdefault(own.words[at : at + _RUN], []).append(at)
    at, expected = 0, 0
    while at < len(places):
        there = _nearest(runs.get(given.words[at : at + _RUN]), expected)
        if there < 0 and expected < len(own.words) and given.words[at] == own.words[expected]:
            there = expected
        if there < 0:
            at += 1
            continue
        end = given.starts[given.chunk[at] + 1] if given.chunk[at] + 1 < len(given.starts) else len(places)
        while at < end and there < len(own.words) and given.words[at] == own.words[there]:
            places[at] = there
            at, there = at + 1, there + 1
        expected = there
    return places


def _nearest(places: Sequence[int] | None, expected: int) -> int:
    """Return the one of `places` (rising) that is nearest to `expected`, -1 when there is none."""
    if not places:
        return -1
    after = bisect_left(places, expected)
    near = places[max(0, after - 1) : after + 1]
    return min(near, key=lambda place: abs(place - expected))
