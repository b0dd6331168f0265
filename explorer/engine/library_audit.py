"""The findings that need all documents (H112, D301, D303), made from the catalogue's rows without reading a file.

They are made anew at the end of each refresh, when something has changed or another day has come: a document may have
expired since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from itertools import groupby

from explorer.core.audit import LIBRARY_RULES, AuditSettings, LeafTally, audit_library
from explorer.core.audit.chunk_rules import is_title_alone
from explorer.core.findings import Finding
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.packing import pack
from explorer.engine.pipeline import CHUNKING_VERSION, library_view

_STATE = "library judged"
"""The setting that holds what the stored findings were made from."""


def judge_library(catalogue: Catalogue, today: date, settings: AuditSettings) -> None:
    """Bring the findings about the library as a whole up to date."""
    decided = hashlib.sha256(settings.state.encode()).hexdigest()[:16]
    state = f"{CHUNKING_VERSION} {catalogue.revision} {today.isoformat()} {decided}"
    if catalogue.get(_STATE) == state:
        return
    found = library_findings(catalogue, today, settings)
    with catalogue.transaction():
        _replace(catalogue, found)
        catalogue.put(_STATE, state)


def library_findings(catalogue: Catalogue, today: date, settings: AuditSettings) -> tuple[Finding, ...]:
    """Return what the stored documents give cause to say about the library."""
    rows = [row for row in ChunkTable(catalogue).documents() if not row.error]
    titles = {row.name: row.title for row in rows}
    return audit_library(library_view(rows, _without_path(catalogue, titles), _leaves(catalogue), today), settings)


def _without_path(catalogue: Catalogue, titles: Mapping[str, str]) -> dict[str, int]:
    """Return how many chunks of each document stand under no heading; those that are its title alone do not count."""
    where = " FROM chunk c JOIN document d ON d.id = c.document WHERE c.section < 0"
    counts: dict[str, int] = dict(catalogue.rows(f"SELECT d.name, count(*){where} GROUP BY d.id"))
    longest = 2 * max(map(len, titles.values()), default=0)
    for name, text in catalogue.rows(f"SELECT d.name, c.text{where} AND length(c.text) <= ?", [longest]):
        counts[name] -= is_title_alone(text, titles.get(name, ""))
    return counts


def _leaves(catalogue: Catalogue) -> LeafTally:
    """Return the leaf headings that stand in several documents."""
    rows = catalogue.rows(
        "SELECT d.name, s.leaf, s.heading FROM section s JOIN document d ON d.id = s.document WHERE s.leaf IN"
        " (SELECT leaf FROM section WHERE leaf <> '' GROUP BY leaf HAVING count(DISTINCT document) > 1)"
        " ORDER BY d.name, s.ordinal"
    )
    tally = LeafTally()
    for name, group in groupby(rows, key=lambda row: row[0]):
        tally.add(name, ((leaf, heading) for _, leaf, heading in group))
    return tally


def _replace(catalogue: Catalogue, findings: Iterable[Finding]) -> None:
    catalogue.run_many("DELETE FROM finding WHERE code = ?", ((rule.code,) for rule in LIBRARY_RULES))
    insert_findings(catalogue, findings)


def insert_findings(catalogue: Catalogue, findings: Iterable[Finding]) -> None:
    """Add findings that come of comparing documents; call within a transaction."""
    catalogue.run_many(
        "INSERT INTO finding (document, code, severity, section, chunk, item)"
        " VALUES ((SELECT id FROM document WHERE name = ?), ?, ?, ?, ?, ?)",
        (
            (found.document, found.code, found.severity.rank, found.section, found.chunk, pack(found))
            for found in findings
        ),
    )
