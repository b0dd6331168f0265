"""Scanned pages: named when nothing is asked, read by Tesseract when it is asked for and installed."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from explorer.core.model import BlockKind
from explorer.core.parsing.aids import ReadingAids
from explorer.core.parsing.pdf import pages as pdf_pages
from explorer.core.parsing.pdf.ocr import ocr_available, usable_languages
from explorer.core.parsing.pdf.reader import read_pdf

LINES = (
    "The shift leader keeps the station log and the",
    "district office reads it at the end of a month.",
    "Entries are written in ink and signed by two of",
    "the people who were there when it happened.",
)
ENGLISH = ReadingAids(ocr_languages="eng")
needs_tesseract = pytest.mark.skipif("eng" not in ocr_available(), reason="Tesseract with English is not installed")


def _written(page: pymupdf.Page, title: str) -> None:
    page.insert_text((72, 90), title, fontsize=24, fontname="hebo")
    for at, line in enumerate(LINES):
        page.insert_text((72, 130 + 15 * at), line, fontsize=12)


def _mixed() -> bytes:
    """Return three pages: text, a picture of text, and an empty page."""
    source = pymupdf.open()
    _written(source.new_page(), "Second sheet")
    picture = source[0].get_pixmap(dpi=150)
    document = pymupdf.open()
    _written(document.new_page(), "First sheet")
    page = document.new_page()
    page.insert_image(page.rect, pixmap=picture)
    document.new_page()
    return document.tobytes()


MIXED = _mixed()


def test_scans_are_named_and_not_read_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "recognised", lambda *_: pytest.fail("recognised without being asked"))
    document = read_pdf(MIXED, "mixed.pdf")
    assert document.scanned_pages == (2,)
    assert "text missing on page 2 (scan)" in document.notes


@needs_tesseract
def test_a_scan_is_read_when_asked_for() -> None:
    document = read_pdf(MIXED, "mixed.pdf", ENGLISH)
    assert document.scanned_pages == ()
    assert "text of page 2 recognised by Tesseract (eng)" in document.notes
    blocks = [block for block in document.blocks if block.place.page == 2]
    assert blocks[0].text == "Second sheet"
    assert blocks[0].kind is BlockKind.HEADING
    assert " ".join(block.text for block in blocks[1:]) == " ".join(LINES)
    width, height = document.pages[1]
    for rect in (rect for block in blocks for rect in block.place.rects):
        assert 60 <= rect.x0 < rect.x1 <= width
        assert 60 <= rect.y0 < rect.y1 <= min(height, 200)


@needs_tesseract
def test_a_page_that_fails_is_noted_and_the_file_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> pymupdf.TextPage:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(pdf_pages, "recognised", fail)
    document = read_pdf(MIXED, "mixed.pdf", ENGLISH)
    assert document.scanned_pages == (2,)
    assert "page 2 could not be recognised: out of memory" in document.notes
    assert any("Entries are written" in block.text for block in document.blocks)


def test_a_language_that_is_not_installed_is_said_and_nothing_is_read() -> None:
    document = read_pdf(MIXED, "mixed.pdf", ReadingAids(ocr_languages="tlh"))
    assert document.scanned_pages == (2,)
    assert "Tesseract has no language tlh here" in document.notes


def test_languages_are_those_with_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("eng", "deu", "osd"):
        (tmp_path / f"{name}.traineddata").touch()
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    assert ocr_available() == ("deu", "eng")
    assert usable_languages("eng+tlh") == ("eng", ["tlh"])


def test_without_tesseract_there_are_no_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    monkeypatch.setattr("explorer.core.parsing.pdf.ocr.shutil.which", lambda _: None)
    monkeypatch.setattr("explorer.core.parsing.pdf.ocr._FOLDERS", ())
    assert ocr_available() == ()


def test_a_stamp_in_the_margin_does_not_make_a_scan_a_page_of_text() -> None:
    made = pymupdf.open(stream=MIXED, filetype="pdf")
    made[1].insert_text((280, 825), "Page 2", fontsize=8)
    made[2].insert_text((280, 825), "Page 3", fontsize=8)
    document = read_pdf(made.tobytes(), "stamped.pdf")
    assert document.scanned_pages == (2,)
