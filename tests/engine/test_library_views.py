"""What the window asks an open library for: pages of chunks, sections, sources, findings, headings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explorer.core.errors import ExplorerError
from explorer.core.progress import no_progress
from explorer.engine.library import Library
from tests.support.small_library import PLANS, refresh


def chunk_names(library: Library, *, folder: str = "", document: str = "", section: int | None = None) -> list[str]:
    total, views = library.chunks(folder, document, section, 0, 1000)
    assert total == len(views)
    return [f"{view.item.chunk.document}#{view.item.chunk.index}" for view in views]


def test_all_chunks_come_by_document_and_index(small: Library) -> None:
    names = chunk_names(small)
    assert names == sorted(names)
    assert len(names) == small.info().health.chunks


@pytest.mark.parametrize(
    ("where", "count"),
    [
        ({"folder": "insurer"}, 4),
        ({"folder": "insurer/"}, 4),
        ({"folder": "insur"}, 0),
        ({"document": "plans.md"}, 4),
        ({"document": "plans.md", "section": 0}, 4),
        ({"document": "plans.md", "section": 2}, 1),
        ({"document": "plans.md", "section": 99}, 0),
        ({"document": "nothing.md"}, 0),
        ({"document": "insurer/handbook-v7.md", "section": 1}, 1),
    ],
)
def test_chunks_of_a_folder_a_document_or_a_section(small: Library, where: dict[str, Any], count: int) -> None:
    assert len(chunk_names(small, **where)) == count


def test_pages_are_slices_of_the_whole(small: Library) -> None:
    everything = small.chunks("", "", None, 0, 1000)[1]
    for offset in range(0, len(everything) + 2, 3):
        total, views = small.chunks("", "", None, offset, 4)
        assert total == len(everything)
        assert views == everything[offset : offset + 4]
    inside = small.chunks("", "plans.md", None, 0, 1000)[1]
    assert small.chunks("", "plans.md", None, 1, 2) == (4, inside[1:3])
    assert small.chunks("", "plans.md", 0, 3, 5) == (4, inside[3:])


def test_a_chunk_with_its_path_as_segments(small: Library) -> None:
    view = next(
        view for view in small.chunks("", "office/office.md", None, 0, 9)[1] if "front desk" in view.item.chunk.text
    )
    assert [(segment.text, segment.section, segment.code) for segment in view.segments] == [
        ("Office", 0, ""),
        ("Overview", 1, "H102"),
    ]
    assert view.segments[1].reason
    assert small.chunk("office/office.md", view.item.chunk.index) == view
    version = small.chunks("", "insurer/handbook-v7.md", None, 0, 1)[1][0]
    assert (version.version, version.effective_from) == ("7", "2025-01-01")


def test_chunks_know_the_findings_about_them(small: Library) -> None:
    total, found, _ = small.findings("", (), 0, 1000)
    assert total == len(found)
    of_chunks = {(f.document, f.chunk, f.code) for f in found if f.chunk is not None}
    views = small.chunks("", "", None, 0, 1000)[1]
    assert {(f.document, f.chunk, f.code) for view in views for f in view.findings} == of_chunks


def test_findings_come_worst_first_and_are_counted(small: Library) -> None:
    total, found, counts = small.findings("", (), 0, 1000)
    ranks = [finding.severity.rank for finding in found]
    assert ranks == sorted(ranks, reverse=True)
    assert sum(counts.values()) == total
    assert counts["H102"] >= 1
    assert small.findings("", ("H102",), 0, 1000)[0] == counts["H102"]
    assert small.findings("plans.md", ("H102",), 0, 1000)[0] == 0
    assert small.findings("", (), 1, 2)[1] == found[1:3]


def test_sections_with_their_warnings(small: Library) -> None:
    rows = small.sections("office/office.md")
    assert [(row.ordinal, row.parent, row.level, row.heading) for row in rows] == [
        (0, -1, 1, "Office"),
        (1, 0, 2, "Overview"),
        (2, 0, 2, "Rooms"),
        (3, 0, 2, "Signs"),
    ]
    _, found, _ = small.findings("office/office.md", (), 0, 1000)
    warned = [finding.section for finding in found if finding.severity == "warning"]
    assert [row.warnings for row in rows] == [warned.count(row.ordinal) for row in rows]
    assert rows[1].warnings > rows[0].warnings == 0
    assert small.sections("nothing.md") == ()


def test_the_source_is_the_file_with_places_that_fit(small: Library) -> None:
    source = small.source("plans.md")
    assert source.text == PLANS
    for view in small.chunks("", "plans.md", None, 0, 9)[1]:
        place = view.item.chunk.place
        assert PLANS[place.start : place.end] == view.item.chunk.text


def test_rows_of_documents(small: Library) -> None:
    rows = {row.name: row for row in small.info().documents}
    assert rows["insurer/handbook-v6.md"].superseded_by == "insurer/handbook-v7.md"
    assert rows["insurer/handbook-v7.md"].superseded_by is None
    assert (rows["plans.md"].chunks, rows["plans.md"].sections, rows["plans.md"].title) == (4, 4, "Plans")


@pytest.mark.parametrize(
    "ask",
    [
        lambda library: library.chunk("plans.md", 99),
        lambda library: library.source("nothing.md"),
        lambda library: library.draw_page("nothing.md", 1, 1.0),
        lambda library: library.draw_page("plans.md", 1, 1.0),
    ],
)
def test_what_is_not_there_is_a_sentence(small: Library, ask: Callable[[Library], object]) -> None:
    with pytest.raises(ExplorerError):
        ask(small)


def test_a_page_is_drawn_as_a_file(tmp_path: Path, samples: Path, open_library: Any) -> None:
    pdf = min(samples.rglob("*.pdf"))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "one.pdf").write_bytes(pdf.read_bytes())
    library = open_library(tmp_path / "docs", tmp_path / "store")
    stages = library.refresh(no_progress)
    while next(stages) != "prepared":
        pass
    picture = library.draw_page("one.pdf", 1, 1.0)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "store") in picture.parents
    library.close()
    assert not picture.exists()


def test_closing_is_harmless_twice_and_in_the_middle(tmp_path: Path, open_library: Any) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n\ntext\n")
    library = open_library(tmp_path / "docs", tmp_path / "store")
    next(library.refresh(no_progress))
    library.close()
    library.close()
    again = open_library(tmp_path / "docs", tmp_path / "store")
    refresh(again)
    assert again.info().indexed


def test_sample_questions_are_those_that_can_be_read(tmp_path: Path) -> None:
    from explorer.engine.samples import sample_questions

    assert sample_questions(tmp_path) == ()
    (tmp_path / "questions.jsonl").write_bytes(
        b'{"question": "One?"}\nnot json\n{"q": 1}\n\xff\n{"question": " Two? "}\n'
    )
    assert sample_questions(tmp_path) == ("One?", "Two?")
