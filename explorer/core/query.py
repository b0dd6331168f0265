"""What a question says beside its words: `"phrase"`, `-word`, `heading:x`, `doc:x`, `version:x`.

* `"…"`, `“…”`, `„…“` and `«…»` at the start of a word: the words inside must stand side by side; ranked by too.
* `-word` and `-"phrase"`: must not stand there; not ranked by. A dash before a digit or a space is text ("-5 degrees").
* `heading:`, `doc:`, `version:` followed by a word or by a phrase in quotation marks narrow the pool; not ranked by.
* Whatever does not fit is text: a lone quotation mark, a dash between words, an empty phrase, `note:`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from explorer.core.errors import ExplorerError
from explorer.core.views import Filters
from explorer.core.words import words_of

_CLOSING = {'"': '"', "“": "”", "„": "“", "«": "»"}
_DASHES = frozenset("-−–")
_KEYS = ("heading", "doc", "version")
_AFTER_VALUE = ".,;:?!)"


@dataclass(frozen=True, slots=True)
class Query:
    """A question taken apart: `text` is what the rankers rank by, the rest narrows the pool."""

    text: str
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of the question: `kind` is text, phrase, without or a key; it ends before `end`."""

    kind: str
    value: str
    end: int

    @property
    def is_ranked(self) -> bool:
        return self.kind in {"text", "phrase"}


@dataclass(frozen=True, slots=True)
class Operator:
    """What narrows the pool in a question: `kind` is phrase, without, heading, doc or version; where it is written."""

    kind: str
    value: str
    start: int
    end: int


def parse_query(question: str) -> Query:
    """Take a question apart; no input is an error, and a question without operators is its own text unchanged."""
    parts = _parts(question)
    if all(part.kind == "text" for part in parts):
        return Query(question)
    text = "".join(f"{part.value} " if part.kind == "phrase" else part.value for part in parts if part.is_ranked)
    return Query(" ".join(text.split()), *(_values(parts, kind) for kind in ("phrase", "without", *_KEYS)))


def operators(question: str) -> tuple[Operator, ...]:
    """Return what narrows the pool in a question, in the order in which it is written."""
    parts = _parts(question)
    starts = (0, *(part.end for part in parts))
    return tuple(
        Operator(part.kind, part.value, start, part.end)
        for start, part in zip(starts, parts, strict=False)
        if part.kind != "text"
    )


def _parts(question: str) -> list[_Part]:
    parts: list[_Part] = []
    place = 0
    while place < len(question):
        part = _part_at(question, place)
        parts.append(part)
        place = part.end
    return parts


def narrow(filters: Filters, query: Query) -> Filters:
    """Return the filters with those of a question added.

    Raises `ExplorerError` when question and filters name versions that exclude each other.
    """
    return replace(
        filters,
        phrases=filters.phrases + query.phrases,
        without=filters.without + query.without,
        headings=filters.headings + query.headings,
        named=filters.named + query.documents,
        versions=_versions(filters.versions, query.versions),
    )


def _versions(allowed: Sequence[str], asked: Sequence[str]) -> tuple[str, ...]:
    if not allowed or not asked:
        return tuple(asked or allowed)
    known = {bare_version(version) for version in allowed}
    both = tuple(version for version in asked if bare_version(version) in known)
    if not both:
        raise ExplorerError(
            f"The question asks for version {' or '.join(asked)}, the filter allows only {' or '.join(allowed)}.",
            "Change one of them.",
        )
    return both


def bare_version(version: str) -> str:
    """Return a version as it is compared: case and a leading "v" aside."""
    folded = version.strip().casefold()
    return folded[1:].lstrip(".") if folded[:1] == "v" and folded[1:].lstrip(".")[:1].isdigit() else folded


def _values(parts: Sequence[_Part], kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.value for part in parts if part.kind == kind))


def _part_at(question: str, place: int) -> _Part:
    """Return the operator that begins at `place`, else the text up to where the next word begins."""
    if place == 0 or question[place - 1].isspace():
        found = _phrase(question, place) or _without(question, place) or _keyed(question, place)
        if found:
            return found
    end = place + 1
    while end < len(question) and not question[end - 1].isspace():
        end += 1
    return _Part("text", question[place:end], end)


def _phrase(question: str, place: int, kind: str = "phrase") -> _Part | None:
    closing = _CLOSING.get(question[place : place + 1])
    end = question.find(closing, place + 1) if closing else -1
    value = question[place + 1 : end] if end > 0 else ""
    return _Part(kind, value.strip(), end + 1) if words_of(value) else None


def _without(question: str, place: int) -> _Part | None:
    if question[place] not in _DASHES:
        return None
    after = question[place + 1 : place + 2]
    quoted = _phrase(question, place + 1, "without")
    if quoted or not after.isalpha():
        return quoted
    end = _word_end(question, place + 1)
    value = question[place + 1 : end].rstrip(_AFTER_VALUE)
    return _Part("without", value, end) if words_of(value) else None


def _keyed(question: str, place: int) -> _Part | None:
    for key in _KEYS:
        start = place + len(key) + 1
        if question[place:start].casefold() == f"{key}:":
            end = _word_end(question, start)
            value = question[start:end].rstrip(_AFTER_VALUE)
            plain = _Part(key, value, end) if words_of(value) and question[start] not in _CLOSING else None
            return _phrase(question, start, key) or plain
    return None


def _word_end(question: str, place: int) -> int:
    while place < len(question) and not question[place].isspace():
        place += 1
    return place
