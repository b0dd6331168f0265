"""Findings about the whole library: the same from a folder and from an index, and right after every change."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from explorer.core.audit import AuditSettings
from explorer.core.findings import Finding
from explorer.core.progress import no_progress
from explorer.engine import library_audit, pipeline
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.catalogue_documents import DocumentTable, FileFacts
from explorer.engine.catalogue_schema import SCHEMA_VERSION
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.engine.pipeline import Prepared, audit_folder, make_setup, prepare
from tests.support.documents import block, document, heading

TEXT = block("paragraph", "Each visitor wears a badge in plain sight from the gate to the very last door of the hall.")
TODAY = date(2026, 11, 30)
WIDE = {"H112", "D301", "D303"}


@pytest.fixture(scope="module")
def setup() -> pipeline.Setup:
    return make_setup(Options())


def manual(setup: pipeline.Setup, name: str, *heads: str) -> Prepared:
    blocks = [part for head in heads for part in (heading(1, head), TEXT)] or [TEXT]
    return prepare(document(*blocks, title=name.removesuffix(".md"), name=name), setup)


def write(catalogue: Catalogue, prepared: Prepared) -> None:
    name = prepared.document.name
    with catalogue.transaction():
        DocumentTable(catalogue).write(FileFacts(name, name.encode(), 1, 1, "hash"), prepared)
        catalogue.raise_revision()


def stored(catalogue: Catalogue, today: date = TODAY) -> list[Finding]:
    library_audit.judge_library(catalogue, today, AuditSettings())
    return ChunkTable(catalogue).findings("", tuple(WIDE), 0, 1000)[1]


def test_a_shared_leaf_comes_and_goes_with_its_documents(tmp_path: Path, setup: pipeline.Setup) -> None:
    catalogue = Catalogue(tmp_path)
    for number in range(5):
        write(catalogue, manual(setup, f"{number}.md", f"Pump {number}", "Warranty"))
    (finding,) = stored(catalogue)
    assert (finding.code, finding.heading, finding.document) == ("H112", "Warranty", "")
    assert ChunkTable(catalogue).finding_counts()["H112"] == 1
    assert stored(catalogue) == [finding]
    write(catalogue, manual(setup, "4.md", "Pump 4", "Guarantee"))
    assert stored(catalogue) == []
    catalogue.close()


def test_findings_about_the_library_come_with_all_others(tmp_path: Path, setup: pipeline.Setup) -> None:
    catalogue = Catalogue(tmp_path)
    write(catalogue, manual(setup, "a.md", *[f"Pump {number}" for number in range(30)]))
    blocks = [*[TEXT] * 40, heading(1, "Pumps"), TEXT]
    write(catalogue, prepare(document(*blocks, title="Pumps", name="b.md"), setup))
    codes = [finding.code for finding in stored(catalogue)]
    total, found = ChunkTable(catalogue).findings("", (), 0, 1000)
    assert codes.count("D301") == [finding.code for finding in found].count("D301")
    assert total == len(found)
    assert ChunkTable(catalogue).findings("a.md", ("D301",), 0, 10)[0] == 0
    catalogue.close()


VERSION = (
    '---\ntitle: Rules\nversion: "{version}"\neffective_from: 2024-01-0{version}\n---\n# Badges\n\nThey are {colour}.\n'
)


def test_folder_and_index_say_the_same(tmp_path: Path, open_library: Callable[..., Library]) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.md").write_text(f"# Pump {number}\n\n## Warranty\n\nTwo years for {number}.\n")
    (folder / "rules-1.md").write_text(VERSION.format(version=1, colour="red"))
    (folder / "rules-2.md").write_text(VERSION.format(version=2, colour="blue"))
    (folder / "old.md").write_text("---\neffective_to: 2020-01-01\n---\n# Lifts\n\nThey are slow.\n")
    report = audit_folder(folder, Options(), no_progress)
    library = open_library(folder, tmp_path / "store")
    assert [stage for stage in library.refresh(no_progress) if stage == "prepared"] == ["prepared"]
    total, found, _ = library.findings("", (), 0, 1000)
    assert sorted(map(str, found)) == sorted(map(str, report.findings))
    assert total == len(report.findings)
    wide = {(finding.code, finding.document) for finding in found if finding.code in WIDE}
    assert wide == {("H112", ""), ("D303", "rules-1.md"), ("D303", "old.md")}
    info = library.info()
    assert info.health == report.health
    rows = {row.name: row for row in info.documents}
    counts = {
        name: sum(finding.severity == "warning" for finding in found if finding.document == name) for name in rows
    }
    assert {name: row.warnings for name, row in rows.items()} == counts


def test_a_document_expires_between_two_days(tmp_path: Path, setup: pipeline.Setup) -> None:
    from dataclasses import replace

    from explorer.core.model import Metadata

    catalogue = Catalogue(tmp_path)
    prepared = manual(setup, "a.md", "Badges", "Keys")
    dated = replace(prepared.document, metadata=Metadata(effective_to="2026-11-30"))
    write(catalogue, prepare(dated, setup))
    assert stored(catalogue, date(2026, 11, 30)) == []
    assert [finding.code for finding in stored(catalogue, date(2026, 12, 1))] == ["D303"]
    catalogue.close()


def test_a_catalogue_of_the_first_version_is_brought_along(tmp_path: Path, setup: pipeline.Setup) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.close()
    with sqlite3.connect(catalogue.path) as connection:
        connection.executescript(
            "ALTER TABLE section DROP COLUMN code; ALTER TABLE section DROP COLUMN renamed;"
            "ALTER TABLE chunk DROP COLUMN subject; ALTER TABLE chunk DROP COLUMN text_tokens;"
            "ALTER TABLE chunk DROP COLUMN header_tokens;"
            "ALTER TABLE document DROP COLUMN changed_ns; ALTER TABLE document DROP COLUMN inode;"
            "DROP TABLE compared_document; DROP TABLE compared_text;"
            "DROP INDEX section_by_leaf; ALTER TABLE section DROP COLUMN leaf; DROP TABLE finding;"
            "CREATE TABLE finding (id INTEGER PRIMARY KEY, document INTEGER NOT NULL, code TEXT, severity INTEGER,"
            " section INTEGER, chunk INTEGER, item BLOB); PRAGMA user_version = 1"
        )
    connection.close()
    catalogue = Catalogue(tmp_path)
    assert catalogue.row("PRAGMA user_version") == (SCHEMA_VERSION,)
    for number in range(5):
        write(catalogue, manual(setup, f"{number}.md", f"Pump {number}", "Warranty"))
    assert [finding.code for finding in stored(catalogue)] == ["H112"]
    catalogue.close()


@pytest.mark.parametrize(("first", "expected"), [("PUMP\nrules", 0), ("Pump rules, part two", 1)])
def test_a_title_line_is_no_text_without_a_heading(
    tmp_path: Path, open_library: Callable[..., Library], first: str, expected: int
) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    parts = "".join(f"# {head}\n\n{TEXT.text}\n\n" for head in ("Keys", "Badges", "Bags"))
    for number in range(6):
        (folder / f"{number}.md").write_text(f"---\ntitle: Pump rules\n---\n{first}\n\n{parts}")
    told = [finding.code for finding in audit_folder(folder, Options(), no_progress).findings]
    library = open_library(folder, tmp_path / "store")
    assert [stage for stage in library.refresh(no_progress) if stage == "prepared"] == ["prepared"]
    _, found, _ = library.findings("", ("D301",), 0, 1000)
    assert told.count("D301") == len(found) == expected
