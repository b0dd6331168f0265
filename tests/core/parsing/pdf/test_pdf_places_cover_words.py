"""Places of a PDF's blocks: rectangles on the page that hold the words, of any slice too; no word is lost."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pymupdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explorer.core.model import Block, BlockKind, ParsedDocument, Place
from explorer.core.parsing.pdf.reader import read_pdf

Box = tuple[float, float, float, float, str]
CORPORA = Path(__file__).parents[5] / "shared" / "corpora"
FILES = (
    "headings/docling/data/pdf/sources/2305.03393v1-pg9.pdf",
    "headings/docling/data/pdf/sources/redp5110_sampled.pdf",
    "headings/docling/data/pdf/sources/normal_4pages.pdf",
    "headings/docling/data/pdf/sources/right_to_left_03.pdf",
    "headings/docling/data/pdf/sources/amt_handbook_sample.pdf",
    "headings/debian/doc/debian/FAQ/debian-faq.pdf",
    "questions/northwind_pdf/docs_pdf/PerksPlus.pdf",
    "questions/northwind_pdf/docs_pdf/employee_handbook.pdf",
    "questions/northwind_pdf/docs_pdf/Benefit_Options.pdf",
)
DRAWN = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_IGNORE_ACTUALTEXT
"""Words as they are drawn, whatever text the tags put in their place."""
_WORD = re.compile(r"[^\W\d_]{3,}")


def _files() -> list[object]:
    found = [pytest.param(CORPORA / file, id=Path(file).name) for file in FILES if (CORPORA / file).exists()]
    return [*found] or [pytest.param(None, marks=pytest.mark.skip(reason="../shared is not here"))]


@lru_cache(maxsize=len(FILES))
def _read(file: Path) -> tuple[ParsedDocument, dict[int, list[Box]]]:
    data = file.read_bytes()
    return read_pdf(data, file.name), _words(data)


def _words(data: bytes) -> dict[int, list[Box]]:
    found: dict[int, list[Box]] = {}
    with pymupdf.open(stream=data, filetype="pdf") as opened:
        for number, page in enumerate(opened.pages(), 1):
            turn = page.rotation_matrix
            for x0, y0, x1, y1, text, *_ in page.get_text("words", flags=DRAWN):
                box = pymupdf.Rect(x0, y0, x1, y1) * turn
                found.setdefault(number, []).append((box.x0, box.y0, box.x1, box.y1, str(text)))
    return found


def _inside(place: Place, words: dict[int, list[Box]]) -> str:
    return " ".join(
        text
        for rect in place.rects
        for x0, y0, x1, y1, text in words.get(rect.page, [])
        if rect.x0 - 2 <= (x0 + x1) / 2 <= rect.x1 + 2 and rect.y0 - 2 <= (y0 + y1) / 2 <= rect.y1 + 2
    )


def _share_held(document: ParsedDocument, words: dict[int, list[Box]]) -> float:
    wanted = held = 0
    for block in document.blocks:
        around = _inside(block.place, words)
        own = _WORD.findall(block.text)
        wanted += len(own)
        held += sum(word in around for word in own)
    return held / max(1, wanted)


def _check_rects(document: ParsedDocument) -> None:
    for block in document.blocks:
        assert block.place.rects
        for rect in block.place.rects:
            width, height = document.pages[rect.page - 1]
            assert 0 <= rect.x0 <= rect.x1 <= width
            assert 0 <= rect.y0 <= rect.y1 <= height


@pytest.mark.parametrize("file", _files())
def test_words_of_a_block_lie_in_its_rectangles(file: Path) -> None:
    document, words = _read(file)
    _check_rects(document)
    # The rest are words that a hyphen at a line's end parted: their halves stand in two rectangles.
    assert _share_held(document, words) >= 0.985


@pytest.mark.parametrize("file", _files())
def test_words_of_a_page_are_in_a_block_or_left_out_with_a_note(file: Path) -> None:
    document, words = _read(file)
    text = Counter(_WORD.findall(" ".join(block.text for block in document.blocks)))
    all_words = [word for page in words.values() for *_, word in page]
    wanted = Counter(_WORD.findall(" ".join(all_words)))
    lost = wanted - text
    noted = any("left out" in note for note in document.notes)
    assert sum(lost.values()) <= (0.12 if noted else 0.015) * sum(wanted.values())


def _slices(block: Block) -> list[tuple[int, int]]:
    lines = [(run.start, run.end) for run in block.runs]
    return [*lines, *((start, min(end, start + 9)) for start, end in lines)]


@pytest.mark.parametrize("file", _files())
def test_a_slice_has_only_the_rectangles_of_its_lines(file: Path) -> None:
    document, words = _read(file)
    checked = held = 0
    for block in document.blocks:
        for start, end in _slices(block):
            place = block.place_of(start, end)
            assert place.rects
            assert set(place.rects) <= set(block.place.rects)
            around = re.sub(r"\W", "", _inside(place, words))
            parts = [part for part in _WORD.findall(block.text[start:end]) if len(part) > 3][1:-1]
            checked += len(parts)
            held += sum(part in around for part in parts)
    assert held >= 0.98 * checked


WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=9)
LINE = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(LINE, st.sampled_from([72, 90, 300]), st.sampled_from([8, 10, 14])), min_size=1, max_size=25),
    st.sampled_from([0, 90, 180, 270]),
    st.sampled_from([0, 90, 270]),
)
def test_drawn_lines_are_all_there_and_in_their_place(
    lines: list[tuple[str, int, int]], rotation: int, direction: int
) -> None:
    made = pymupdf.open()
    page = made.new_page(width=700, height=700)
    for at, (line, x, size) in enumerate(lines):
        point = {0: (x, 60 + 24 * at), 90: (60 + 24 * at, 660 - x), 270: (640 - 24 * at, x)}[direction]
        page.insert_text(point, line, fontsize=size, rotate=direction)
    page.set_rotation(rotation)
    data = made.tobytes()
    made.close()
    document = read_pdf(data, "drawn.pdf")
    _check_rects(document)
    text = re.sub(r"\s", "", "".join(block.text for block in document.blocks))
    assert Counter(text) - Counter("|") == Counter("".join(line for line, _, _ in lines).replace(" ", ""))
    assert _share_held(document, _words(data)) == 1.0
    assert all(block.kind is not BlockKind.CODE for block in document.blocks)
