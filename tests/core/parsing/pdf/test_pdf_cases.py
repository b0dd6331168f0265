"""The handed cases of kind "pdf": headings, paths, what must and must not be there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing.pdf.reader import read_pdf

CASES = Path(__file__).parents[5] / "shared" / "cases"
_FLEXIBLE = "levels_flexible"


def _pdf_cases() -> list[Any]:
    found: list[Any] = []
    for file in sorted(CASES.glob("*/expected.json")):
        case = json.loads(file.read_text(encoding="utf-8"))
        if case["kind"] != "pdf":
            continue
        for pdf in sorted(file.parent.glob("*.pdf")):
            expect = case["expect"].get("files", case["expect"])
            found.append(pytest.param(pdf, expect.get(pdf.name, expect), id=f"{file.parent.name}/{pdf.name}"))
    return found or [pytest.param(None, {}, marks=pytest.mark.skip(reason="../shared is not here"))]


def _paths(document: ParsedDocument) -> list[tuple[str, ...]]:
    opened: list[tuple[int, str]] = []
    paths: list[tuple[str, ...]] = []
    for block in document.blocks:
        if block.kind is BlockKind.HEADING:
            opened = [(level, text) for level, text in opened if level < block.level] + [(block.level, block.text)]
        paths.append(tuple(text for _, text in opened))
    return paths


def _is_error(pdf: Path, expect: dict[str, Any]) -> bool:
    return "error" in expect or pdf.name == "user.pdf"


@pytest.mark.parametrize(("pdf", "expect"), _pdf_cases())
def test_case_is_read_as_expected(pdf: Path, expect: dict[str, Any]) -> None:
    if _is_error(pdf, expect):
        with pytest.raises(UnreadableDocumentError) as caught:
            read_pdf(pdf.read_bytes(), pdf.name)
        assert pdf.name in caught.value.title
        return
    document = read_pdf(pdf.read_bytes(), pdf.name)
    headings = [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]
    wanted = [(level, text) for level, text in expect.get("headings", headings)]
    if expect.get(_FLEXIBLE):
        headings, wanted = [(0, text) for _, text in headings], [(0, text) for _, text in wanted]
    assert headings == wanted
    text = "\n".join(block.text for block in document.blocks)
    for passage in expect.get("passages", ()):
        _check_passage(document, passage)
    assert [part for part in expect.get("absent", ()) if part in text] == []
    assert [part for part in expect.get("contiguous", ()) if part not in text] == []
    assert [part for part in expect.get("present_somewhere", ()) if part not in text] == []
    assert [part for part in expect.get("not_headings", ()) if any(part in heading for _, heading in headings)] == []
    places = [text.find(part) for part in expect.get("order", ())]
    assert -1 not in places
    assert places == sorted(places)


def _check_passage(document: ParsedDocument, passage: dict[str, Any]) -> None:
    got = [path for path, block in zip(_paths(document), document.blocks, strict=True) if passage["text"] in block.text]
    assert got, f"{passage['text']!r} is lost"
    if "path" in passage:
        assert list(got[0]) in [passage["path"], passage.get("or_path")]
    else:
        assert got[0][-1] == passage["path_last"]


def _case(pattern: str) -> bytes:
    files = sorted(CASES.glob(pattern))
    if not files:
        pytest.skip("../shared is not here")
    return files[0].read_bytes()


@pytest.mark.parametrize(
    ("pattern", "note"),
    [
        ("069*/truncated.pdf", "damaged, repaired"),
        ("069*/cut-start.pdf", "damaged, repaired"),
        ("070*/scan.pdf", "no text (scan)"),
        ("070*/mixed.pdf", "text missing on page 2 (scan)"),
        ("074*/input.pdf", "text of page 1 is unreadable"),
        ("062*/input.pdf", "the outline is damaged"),
    ],
)
def test_what_is_wrong_is_noted(pattern: str, note: str) -> None:
    document = read_pdf(_case(pattern), "input.pdf")
    assert any(note in line for line in document.notes)


def test_blank_page_is_not_reported_as_scan() -> None:
    document = read_pdf(_case("070*/mixed.pdf"), "mixed.pdf")
    assert not any("4" in note for note in document.notes)


def test_table_over_two_pages_is_one_with_each_row_once() -> None:
    document = read_pdf(_case("072*/input.pdf"), "input.pdf")
    tables = [block for block in document.blocks if block.kind is BlockKind.TABLE]
    assert len(tables) == 1
    rows = tables[0].text.split("\n")
    assert rows[0] == "| Item | Region | Price |"
    assert tables[0].header_rows == 1
    assert [row.split(" | ")[0] for row in rows[1:]] == [f"| item-{n:02d}" for n in range(1, 61)]
    assert {rect.page for rect in tables[0].place.rects} == {1, 2}


def test_cells_keep_their_numbers() -> None:
    document = read_pdf(_case("075*/input.pdf"), "input.pdf")
    (table,) = [block for block in document.blocks if block.kind is BlockKind.TABLE]
    assert table.text.split("\n") == [
        "| Item | Unit price |",
        "| Steel bolt, M8 | 1.50 |",
        "| Nut (small) | 12,345.00 |",
        "| Pump no. 3 | 0.04 |",
    ]


@pytest.mark.parametrize(
    "pdf",
    sorted((CASES.parent / "corpora" / "broken-pdfs").rglob("*.pdf"))
    or [pytest.param(None, marks=pytest.mark.skip(reason="../shared is not here"))],
    ids=lambda pdf: pdf.name if pdf else "none",
)
def test_pdf_that_gives_no_text_is_never_a_success(pdf: Path) -> None:
    with pymupdf.open(pdf) as opened:
        has_text = any(str(page.get_text()).strip() for page in opened)
    if has_text:
        assert read_pdf(pdf.read_bytes(), pdf.name).blocks
        return
    with pytest.raises(UnreadableDocumentError, match="gives any text"):
        read_pdf(pdf.read_bytes(), pdf.name)
