"""Questions kept as pairs: the answer of each is no answer to the other.

A pair is made of two questions of one set that name each other as `twin`; the relevant passages of each are among the
passages of the other that are not relevant, and stay so when either is edited. Every function returns new rows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from explorer.core.question_views import EntryRow, QuestionRow

Rows = tuple[QuestionRow, ...]
EntryKey = tuple[str, str, str, int, int]


def entry_key(row: EntryRow) -> EntryKey:
    """Return what makes an entry the same as another; what a check found out is no part of it."""
    if row.kind == "span":
        return row.kind, "", row.document, row.start, row.end
    return row.kind, row.text, "", -1, -1


def twin_of(rows: Sequence[QuestionRow], number: int) -> int | None:
    """Return the number of the question that `number` is kept as a pair with, None where there is none.

    Both must name each other.
    """
    row = rows[number]
    if not row.twin:
        return None
    fits = (other for other, each in enumerate(rows) if each.text == row.twin and each.twin == row.text)
    return next((other for other in fits if other != number), None)


def linked(rows: Sequence[QuestionRow], first: int, second: int) -> Rows:
    """Return the set with two questions kept as a pair; pairs that either was part of are taken apart.

    Raises `ValueError` in words where that cannot be.
    """
    if first == second or rows[first].text == rows[second].text:
        raise ValueError("A pair needs two questions in different words.")
    found = list(parted(parted(rows, first), second))
    one, other = found[first], found[second]
    found[first] = replace(_told_apart(one, other), twin=other.text)
    found[second] = replace(_told_apart(other, one), twin=one.text)
    return tuple(found)


def parted(rows: Sequence[QuestionRow], number: int) -> Rows:
    """Return the set with a question's pair taken apart: neither has the other's passages any more."""
    other = twin_of(rows, number)
    found = list(rows)
    if other is not None:
        found[other] = replace(_without(rows[other], rows[number].relevant), twin="")
        found[number] = _without(rows[number], rows[other].relevant)
    found[number] = replace(found[number], twin="")
    return tuple(found)


def replaced(rows: Sequence[QuestionRow], number: int, row: QuestionRow) -> Rows:
    """Return the set with a question edited; its twin follows: what it names, and the passages that are not its own."""
    old, other = rows[number], twin_of(rows, number)
    found = list(rows)
    if other is None or rows[other].text == row.text:
        found[number] = row
        return tuple(found)
    found[number] = replace(_told_apart(row, rows[other]), twin=rows[other].text)
    kept = {entry_key(entry) for entry in row.relevant}
    gone = [entry for entry in old.relevant if entry_key(entry) not in kept]
    found[other] = replace(_told_apart(_without(rows[other], gone), row), twin=row.text)
    return tuple(found)


def removed(rows: Sequence[QuestionRow], numbers: Collection[int]) -> Rows:
    """Return the set without some questions; a twin that stays is a question of its own, with all its passages."""
    lonely = {twin_of(rows, number) for number in numbers} - set(numbers)
    return tuple(
        replace(row, twin="") if number in lonely else row for number, row in enumerate(rows) if number not in numbers
    )


def _told_apart(row: QuestionRow, other: QuestionRow) -> QuestionRow:
    """Return a question with the other's answers among the passages that are not its own."""
    known = {entry_key(entry) for entry in (*row.relevant, *row.not_relevant)}
    new = tuple(entry for entry in other.relevant if entry_key(entry) not in known)
    return replace(row, not_relevant=(*row.not_relevant, *new))


def _without(row: QuestionRow, entries: Sequence[EntryRow]) -> QuestionRow:
    gone = {entry_key(entry) for entry in entries}
    return replace(row, not_relevant=tuple(entry for entry in row.not_relevant if entry_key(entry) not in gone))
