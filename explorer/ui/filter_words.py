"""Filters in words and as chips that can be taken away one by one; plain functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from explorer.core.query import operators
from explorer.core.views import Filters

VALUES = ("documents", "headings", "formats", "languages", "versions", "access", "tags")
"""The kinds of filters that take several values: the names of their fields."""

KINDS = {
    "folder": QT_TRANSLATE_NOOP("FilterWords", "Folder"),
    "documents": QT_TRANSLATE_NOOP("FilterWords", "Document"),
    "headings": QT_TRANSLATE_NOOP("FilterWords", "Heading"),
    "formats": QT_TRANSLATE_NOOP("FilterWords", "Format"),
    "languages": QT_TRANSLATE_NOOP("FilterWords", "Language"),
    "versions": QT_TRANSLATE_NOOP("FilterWords", "Version"),
    "access": QT_TRANSLATE_NOOP("FilterWords", "Access"),
    "tags": QT_TRANSLATE_NOOP("FilterWords", "Tag"),
    "date": QT_TRANSLATE_NOOP("FilterWords", "Date in force"),
}
"""The kinds of filters that the user chooses, by field, in the order in which they are offered."""

_WRITTEN = {
    "phrase": QT_TRANSLATE_NOOP("FilterWords", "with “{0}”"),
    "without": QT_TRANSLATE_NOOP("FilterWords", "without “{0}”"),
    "heading": QT_TRANSLATE_NOOP("FilterWords", "heading: {0}"),
    "doc": QT_TRANSLATE_NOOP("FilterWords", "doc: {0}"),
    "version": QT_TRANSLATE_NOOP("FilterWords", "version: {0}"),
}


_FIELDS = {"phrase": "phrases", "without": "without", "heading": "headings", "doc": "named", "version": "versions"}
"""In which field of `Filters` a filter lies that is written in a question."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter that is in force. `kind` is its field in `Filters`; `start` tells where it is written in the question.

    `start` is -1 for a filter that was chosen and not written.
    """

    kind: str
    value: str
    words: str
    start: int = -1
    end: int = -1


def _tr(text: object) -> str:
    return QCoreApplication.translate("FilterWords", str(text))


def kind_words(kind: str) -> str:
    """Return what a kind of filter is called."""
    return _tr(KINDS[kind])


def values_of(filters: Filters, kind: str) -> tuple[str, ...]:
    """Return the values of a kind that are chosen."""
    found = getattr(filters, kind)
    return tuple(value for value in ((found,) if isinstance(found, str) else found) if value)


def with_values(filters: Filters, kind: str, values: Iterable[str]) -> Filters:
    """Return filters with other values of a kind; of folder and date the first counts."""
    chosen = tuple(values)
    kept = chosen if isinstance(getattr(filters, kind), tuple) else next(iter(chosen), "")
    return replace(filters, **{kind: kept})  # pyright: ignore[reportArgumentType]


def chosen_chips(filters: Filters) -> tuple[Chip, ...]:
    """Return the filters that were chosen."""
    chips = [
        Chip(kind, value, f"{kind_words(kind)}: {_shown(kind, value)}")
        for kind in KINDS
        for value in values_of(filters, kind)
    ]
    # What another search left here of its question is in force too, and must be seen.
    chips += [
        Chip(field, value, _tr(_WRITTEN[kind]).format(value))
        for kind, field in _FIELDS.items()
        if field not in KINDS
        for value in values_of(filters, field)
    ]
    if not filters.current_only:
        chips.append(Chip("current_only", "", _tr("with superseded and expired")))
    return tuple(chips)


def _shown(kind: str, value: str) -> str:
    return f"{value}/" if kind == "folder" else value


def written_chips(question: str) -> tuple[Chip, ...]:
    """Return the filters that are written in a question."""
    return tuple(
        Chip(each.kind, each.value, _tr(_WRITTEN[each.kind]).format(each.value), each.start, each.end)
        for each in operators(question)
    )


def without_chip(filters: Filters, chip: Chip) -> Filters:
    """Return filters less a chosen one."""
    if chip.kind == "current_only":
        return replace(filters, current_only=True)
    kept = (value for value in values_of(filters, chip.kind) if value != chip.value)
    return with_values(filters, chip.kind, kept)


def less_written(filters: Filters, question: str) -> Filters:
    """Return filters less those that a question has written in it: they would stay when it is changed."""
    for each in operators(question):
        field = _FIELDS[each.kind]
        filters = with_values(filters, field, (value for value in values_of(filters, field) if value != each.value))
    return filters


def without_written(question: str, chip: Chip) -> str:
    """Return a question less a filter that is written in it; the words of a phrase stay."""
    words = f"{chip.value} " if chip.kind == "phrase" else ""
    return " ".join(f"{question[: chip.start]}{words}{question[chip.end :]}".split())


def filter_words(filters: Filters) -> str:
    """Return the chosen filters in words, empty when they let everything in force pass."""
    return ", ".join(chip.words for chip in chosen_chips(filters))
