"""Which rows the document tree shows, and in what order."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.views import DocumentRow, SectionRow


def has_letters(text: str, word: str) -> bool:
    """Tell whether the letters of a word stand in a text in their order: "emhb" finds "employee-handbook"."""
    rest = iter(text)
    return all(letter in rest for letter in word)


def counts(row: DocumentRow | SectionRow) -> int:
    """Return the number of warnings and errors; not being readable is one."""
    error = row.error if isinstance(row, DocumentRow) else ""
    return row.warnings + row.errors + bool(error)


def sort_key(name: str) -> tuple[tuple[int, str, str], ...]:
    """Return what sorts folders before documents, each by name."""
    *folders, document = name.split("/")
    return (*((0, part.casefold(), part) for part in folders), (1, document.casefold(), document))


def with_findings(rows: Sequence[SectionRow]) -> list[SectionRow]:
    """Return rows that have a warning or an error, and all headings above them."""
    kept: set[int] = set()
    for row in reversed(rows):
        if counts(row) or row.ordinal in kept:
            kept.update((row.ordinal, row.parent))
    return [row for row in rows if row.ordinal in kept]
