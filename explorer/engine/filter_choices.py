"""What a library's documents can be filtered by: every value with the number of documents that have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from explorer.core.model import Metadata
from explorer.core.retrieval_views import FilterChoices
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable

MOST_HEADINGS = 500
"""Headings that are offered, those of the most documents first; any other words of a heading can be typed."""

Counts = tuple[tuple[str, int], ...]


def filter_choices(catalogue: Catalogue) -> FilterChoices:
    """Return the choices; documents that could not be read are left out. A document's number counts its chunks.

    Values that differ in letter case alone are one, as they are to a filter; the spelling of most documents is shown.
    """
    table = ChunkTable(catalogue)
    stated = table.metadata()
    rows = [row for row in table.documents() if not row.error]
    documents = [(row, stated.get(row.name, Metadata())) for row in rows]
    return FilterChoices(
        folders=_by_name(Counter(folder for row in rows for folder in _folders(row.name))),
        documents=tuple((row.name, row.chunks) for row in rows),
        formats=_by_name(Counter(row.format for row in rows)),
        languages=_counted(each.language for _, each in documents),
        versions=_counted(each.version for _, each in documents),
        access=_counted(each.access for _, each in documents),
        tags=_counted(tag for _, each in documents for tag in dict.fromkeys(each.tags)),
        headings=_headings(catalogue),
    )


def _folders(name: str) -> list[str]:
    """Return every folder that holds a document, outer ones included."""
    return [str(above) for above in PurePosixPath(name).parents if str(above) != "."]


def _counted(values: Iterable[str | None]) -> Counts:
    spellings: dict[str, Counter[str]] = {}
    for value in values:
        if value and value.strip():
            spellings.setdefault(value.strip().casefold(), Counter())[value.strip()] += 1
    return _by_name({found.most_common(1)[0][0]: found.total() for found in spellings.values()})


def _by_name(counts: Mapping[str, int]) -> Counts:
    return tuple(sorted(counts.items(), key=lambda pair: (pair[0].casefold(), pair[0])))


def _headings(catalogue: Catalogue) -> Counts:
    rows = catalogue.rows(
        "SELECT MIN(heading), COUNT(DISTINCT document) FROM section WHERE heading <> ''"
        " GROUP BY folded ORDER BY 2 DESC, 1 LIMIT ?",
        [MOST_HEADINGS],
    )
    return tuple((str(heading), int(count)) for heading, count in rows)
