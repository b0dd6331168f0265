"""Layout model and text recognition in reader processes: asked only where they matter, never at a document's cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from explorer.core.model import ParsedDocument
from explorer.core.parsing.pdf.ocr import ocr_available
from explorer.engine.reader import LayOut
from explorer.engine.reader_pool import Pool
from explorer.engine.readers import Readers, Working

PROSE = "The pump is kept in the shed and looked at once a week by whoever has the key."


@pytest.fixture
def readers() -> Iterator[Readers]:
    with Readers(count=2) as made:
        yield made


def doubtful(path: Path, pages: int) -> Path:
    """Draw pages with bold lines that may or may not be headings."""
    with pymupdf.open() as document:
        for number in range(pages):
            page, y = document.new_page(width=595, height=842), 90
            for text, size in ((f"Pumps of yard {chr(65 + number)}", 16), ("Care", 11)):
                page.insert_text((72, y), text, fontsize=size, fontname="hebo")
                for row in range(1, 5):
                    page.insert_text((72, y + 16 * row), PROSE, fontsize=11, fontname="tiro")
                y += 120
        document.save(path)
    return path


def scan(path: Path, words: str) -> Path:
    """Draw words and keep only their picture."""
    with pymupdf.open() as drawn, pymupdf.open() as document:
        drawn.new_page().insert_text((72, 100), words, fontsize=20)
        document.new_page().insert_image((0, 0, 595, 842), pixmap=drawn[0].get_pixmap(dpi=150))
        document.save(path)
    return path


def test_doubtful_pages_are_laid_out_in_all_processes_and_said_so(readers: Readers, tmp_path: Path) -> None:
    path = doubtful(tmp_path / "pumps.pdf", 14)
    steps = list(readers.read_in_steps([(path, "pumps.pdf")]))
    notes = [step.note for _, step in steps if isinstance(step, Working)]
    assert any(note.startswith("page layout, ") and note.endswith(" of 14 pages") for note in notes)
    document = steps[-1][1]
    assert isinstance(document, ParsedDocument)
    assert "layout model" in document.evidence
    assert len(readers.pids) == 2


def test_layout_can_be_left_out(tmp_path: Path) -> None:
    with Readers(layout=False) as readers:
        document = readers.read(doubtful(tmp_path / "pumps.pdf", 1), "pumps.pdf")
    assert document.undecided_pages == (1,)
    assert "layout model" not in document.evidence


def test_a_layout_that_fails_costs_its_pages_only(
    readers: Readers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that lays out the first pages is ended at once; the document is read all the same."""
    ask, ended = Pool.ask, list[int]()

    def ask_and_end(pool: Pool, request: object) -> object:
        process = ask(pool, request)  # type: ignore[arg-type]
        if isinstance(request, LayOut) and 1 in request.pages:
            ended.append(process.end(at_once=True))
        return process

    monkeypatch.setattr(Pool, "ask", ask_and_end)
    document = readers.read(doubtful(tmp_path / "pumps.pdf", 8), "pumps.pdf")
    assert ended
    assert any(block.text == "Pumps of yard A" and block.level for block in document.blocks)


def test_scans_are_left_without_text_unless_asked(readers: Readers, tmp_path: Path) -> None:
    document = readers.read(scan(tmp_path / "scan.pdf", "Valve seven"), "scan.pdf")
    assert (document.scanned_pages, document.blocks) == ((1,), ())


@pytest.mark.skipif("eng" not in ocr_available(), reason="Tesseract's English data are not installed")
def test_scans_are_read_when_asked(tmp_path: Path) -> None:
    with Readers(ocr_languages="eng") as readers:
        assert "eng" in readers.known_ocr_languages()
        document = readers.read(scan(tmp_path / "scan.pdf", "Valve seven is open"), "scan.pdf")
    assert "Valve seven is open" in " ".join(block.text for block in document.blocks)
    assert document.scanned_pages == ()
    assert any("Tesseract" in note for note in document.notes)


def test_a_language_that_is_not_there_is_said(tmp_path: Path) -> None:
    with Readers(ocr_languages="xxx") as readers:
        document = readers.read(scan(tmp_path / "scan.pdf", "Valve seven"), "scan.pdf")
    assert document.scanned_pages == (1,)
    assert any("xxx" in note for note in document.notes)
