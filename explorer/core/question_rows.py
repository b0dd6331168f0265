"""Questions as the window edits them: rows made from questions and back, and rows checked against a library.

A row gives back its question: entries, order and other fields stay as they are. What a check adds to a row (`chunks`,
`cut`, `problem`, `nearest`, `likeness`) is no part of the question.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from explorer.core.model import Chunk
from explorer.core.question_views import EntryRow, QuestionRow
from explorer.core.questions import Entry, Fragment, Question, Reference, Span, parse_entry
from explorer.core.questions_gold import Gold, apart
from explorer.core.questions_sections import NotFoundError
from explorer.core.questions_text import own_text

SECTION, FRAGMENT, SPAN = "section", "fragment", "span"
"""Kinds of entries."""

TWIN = "twin"
"""The field of a set's file that names the question which a question is kept as a pair with."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where an entry stands: its passage, or why there is none and which sections may be meant."""

    gold: Gold | None = None
    problem: str = ""
    nearest: tuple[str, ...] = ()


Look = Callable[[Entry], Found]
"""Looks an entry up in a library."""


def looked_up(entry: Entry, find: Callable[[Entry], Gold]) -> Found:
    """Return where `find` (`GoldFinder.find`) has an entry."""
    try:
        return Found(find(entry))
    except NotFoundError as error:
        # A whole document is no repair for words of it.
        near = tuple(name for name in error.nearest if isinstance(entry, Reference) or "#" in name)
        return Found(problem=f"{_capital(str(error))}.", nearest=near)


def question_row(question: Question) -> QuestionRow:
    """Return a question as a row that has not been checked."""
    extra = dict(question.extra)
    twin: object = json.loads(extra.get(TWIN, '""'))
    if isinstance(twin, str) and twin:
        extra.pop(TWIN)
    return QuestionRow(
        text=question.text,
        relevant=tuple(map(entry_row, question.relevant)),
        not_relevant=tuple(map(entry_row, question.not_relevant)),
        twin=twin if isinstance(twin, str) else "",
        extra=tuple(extra.items()),
    )


def question_of(row: QuestionRow) -> Question:
    """Return a row's question; raises `ValueError` that says in words what is wrong with it."""
    text = _clean(row.text).strip()
    if not text:
        raise ValueError("a question has no words")
    extra = tuple((key, value) for key, value in row.extra if not (row.twin and key == TWIN))
    twin = ((TWIN, json.dumps(_clean(row.twin), ensure_ascii=False)),) if row.twin else ()
    return Question(text, _entries(row.relevant), _entries(row.not_relevant), extra=(*extra, *twin))


def entry_row(entry: Entry) -> EntryRow:
    """Return an entry as a row that has not been checked."""
    match entry:
        case Reference():
            return EntryRow(SECTION, entry.text)
        case Fragment():
            return EntryRow(FRAGMENT, entry.text)
        case Span():
            return EntryRow(SPAN, entry.text, entry.doc, entry.start, entry.end, entry.heading_path)


def entry_of(row: EntryRow) -> Entry:
    """Return a row's entry; raises `ValueError` that says in words what is wrong with it."""
    if row.kind == SPAN:
        path = list(row.heading_path)
        return parse_entry(
            {"doc": row.document, "start": row.start, "end": row.end, "text": row.text, "heading_path": path}
        )
    return parse_entry(f'"{row.text}"' if row.kind == FRAGMENT else row.text)


def chunk_row(chunk: Chunk) -> EntryRow:
    """Return an entry for a chunk's own passage: its span, or its words where the document has pages."""
    text = own_text(chunk.text, chunk.carried)
    return passage_row(chunk.document, chunk.place.start, chunk.place.end, text, chunk.heading_path)


def passage_row(
    document: str, start: int | None, end: int | None, text: str, heading_path: tuple[str, ...] = ()
) -> EntryRow:
    """Return an entry for words that stand in a document from `start` to `end`, which are None or -1 on pages."""
    if start is None or end is None or not 0 <= start < end:
        return EntryRow(FRAGMENT, text.strip(), document)
    return EntryRow(SPAN, text, document, start, end, heading_path)


def checked(question: Question, look: Look) -> QuestionRow:
    """Return a question as a row that says where each of its entries stands."""
    row = question_row(question)
    sides = [[look(entry) for entry in side] for side in (question.relevant, question.not_relevant)]
    golds = [tuple(found.gold for found in side if found.gold) for side in sides]
    left = [iter(side) for side in apart(*golds)]
    relevant, others = (
        tuple(_checked(entry, found, next(rest) if found.gold else None) for entry, found in zip(*side, strict=True))
        for *side, rest in zip((row.relevant, row.not_relevant), sides, left, strict=True)
    )
    problem = "" if relevant else "No passage is marked as its answer."
    return replace(row, relevant=relevant, not_relevant=others, problem=problem)


def with_twins_checked(rows: Sequence[QuestionRow]) -> tuple[QuestionRow, ...]:
    """Return checked rows that also say when the twin they name is not in the set."""
    texts = {row.text for row in rows}
    return tuple(
        replace(row, problem=f"{row.problem} Its twin “{row.twin}” is not in the set.".strip())
        if row.twin and row.twin not in texts
        else row
        for row in rows
    )


def _checked(row: EntryRow, found: Found, left: Gold | None) -> EntryRow:
    """Return an entry as found; `left` is its passage less the chunks that belong to an entry of the other side."""
    if found.gold is None or left is None:
        return replace(row, problem=found.problem, nearest=found.nearest)
    documents = {name for name, _ in found.gold.right}
    return replace(
        row,
        document=row.document or (next(iter(documents)) if len(documents) == 1 else ""),
        chunks=tuple(sorted(left.right)),
        cut=found.gold.cut_apart,
        problem="" if left.right else "It is marked both as right and as not right.",
        likeness=found.gold.likeness,
    )


def _entries(rows: Iterable[EntryRow]) -> tuple[Entry, ...]:
    return tuple(dict.fromkeys(map(entry_of, rows)))


def _capital(text: str) -> str:
    """Return a clause as the beginning of a sentence, unless it begins with a name."""
    return text[:1].upper() + text[1:] if text.startswith(("there is", "no text")) else text


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
