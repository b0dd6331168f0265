"""Passages of an index compared with one another: C206, C207 and the kind needs-discriminator (DESIGN 4.4, 4.5).

The comparison needs every text, so it is the last stage of a refresh, made anew only when a text, a heading path, the
settings or what is in force has changed. It runs on a thread, so that searches are answered meanwhile.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from explorer.core.audit import DUPLICATE_RULES, AuditSettings, LeafTally, audit_library
from explorer.core.audit.view import LibraryView
from explorer.core.duplicates import Passages, needs_discriminator
from explorer.core.findings import Finding
from explorer.core.progress import Progress
from explorer.core.subject import SubjectKind
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.library_audit import insert_findings
from explorer.engine.pipeline import CHUNKING_VERSION, library_view
from explorer.engine.waiting import on_thread, result_of

_STATE = "passages compared"
"""The setting that holds what the comparison was made from."""


@dataclass(frozen=True, slots=True)
class _Compared:
    findings: tuple[Finding, ...]
    twins: frozenset[tuple[str, int]]


def compare_passages(catalogue: Catalogue, today: date, settings: AuditSettings, progress: Progress) -> Iterator[None]:
    """Bring C206, C207 and needs-discriminator up to date; yields while it waits."""
    view = _view(catalogue, today)
    state = _state_of(catalogue, view, settings)
    if catalogue.get(_STATE) == state:
        return
    passages, subjects = Passages(), dict[tuple[str, int], str]()
    table = ChunkTable(catalogue)
    names = sorted(view.current)
    for done, name in enumerate(names):
        progress(done, len(names), "comparing passages")
        for stored in table.of_document(name):
            passages.add_chunk(stored.item.chunk)
            subjects[name, stored.item.chunk.index] = stored.item.subject
        yield
    whole = LibraryView(view.documents, passages=passages)
    compared = yield from result_of(on_thread(lambda: _compare(whole, subjects, settings)), len(names), progress)
    _keep(catalogue, compared, state)


def _compare(view: LibraryView, subjects: dict[tuple[str, int], str], settings: AuditSettings) -> _Compared:
    codes = frozenset(rule.code for rule in DUPLICATE_RULES)
    found = tuple(finding for finding in audit_library(view, settings) if finding.code in codes)
    twins = view.passages.near_twins() if view.passages else ()
    return _Compared(found, needs_discriminator(subjects, twins))


def _view(catalogue: Catalogue, today: date) -> LibraryView:
    rows = [row for row in ChunkTable(catalogue).documents() if not row.error]
    return library_view(rows, {}, LeafTally(), today)


def _state_of(catalogue: Catalogue, view: LibraryView, settings: AuditSettings) -> str:
    """Return a hash of all that the comparison depends on: texts and paths follow from files and chunking."""
    digest = hashlib.sha256(f"{CHUNKING_VERSION} {catalogue.get('chunking')} {settings.state}".encode())
    current = view.current
    for name, of_file in catalogue.rows("SELECT name, hash FROM document WHERE error = '' ORDER BY name"):
        digest.update(f"{name}\0{of_file}\0{name in current}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def _keep(catalogue: Catalogue, compared: _Compared, state: str) -> None:
    with catalogue.transaction():
        catalogue.run_many("DELETE FROM finding WHERE code = ?", ((rule.code,) for rule in DUPLICATE_RULES))
        insert_findings(catalogue, compared.findings)
        named, twin = str(SubjectKind.NAMED), str(SubjectKind.NEEDS_DISCRIMINATOR)
        catalogue.run("UPDATE chunk SET subject = ? WHERE subject = ?", (named, twin))
        catalogue.run_many(
            "UPDATE chunk SET subject = ? WHERE ordinal = ? AND document = (SELECT id FROM document WHERE name = ?)",
            ((twin, index, name) for name, index in sorted(compared.twins)),
        )
        catalogue.put(_STATE, state)
