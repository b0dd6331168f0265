"""The words of single pages: reading order, line ends, what is printed twice, and turned pages."""

from __future__ import annotations

from collections.abc import Callable

import pymupdf
import pytest

from explorer.core.errors import ExplorerError
from explorer.core.page_words import PageWords
from explorer.core.parsing.pdf.reader import page_words

Drawn = Callable[[pymupdf.Page], None]


def words_on(draw: Drawn, rotation: int = 0) -> PageWords:
    with pymupdf.open() as document:
        page = document.new_page(width=400, height=300)
        draw(page)
        page.set_rotation(rotation)
        (found,) = page_words(document.tobytes(), 1, 1)
    return found


def lines(*texts: str, x: float = 40, y: float = 40) -> Drawn:
    def draw(page: pymupdf.Page) -> None:
        for number, text in enumerate(texts):
            page.insert_text((x, y + 14 * number), text, fontsize=10)

    return draw


@pytest.mark.parametrize(
    ("texts", "ends"),
    [
        (("one two", "three"), " \n¶"),
        (("to main-", "tain it"), " - ¶"),
        (("a self-", "service desk"), " | ¶"),
        (("see a/", "b"), " |¶"),
        (("alone",), "¶"),
    ],
)
def test_signs_say_what_follows_each_word(texts: tuple[str, ...], ends: str) -> None:
    found = words_on(lines(*texts))
    assert found.words == tuple(" ".join(texts).split())
    assert found.ends == ends
    assert len(found.boxes) == 4 * len(found.words)


def test_columns_are_read_one_after_the_other() -> None:
    left = [f"left words of line number {number}" for number in range(8)]
    right = [f"right words of line number {number}" for number in range(8)]

    def draw(page: pymupdf.Page) -> None:
        for number in range(8):
            page.insert_text((30, 40 + 14 * number), left[number], fontsize=10)
            page.insert_text((220, 40 + 14 * number), right[number], fontsize=10)

    found = words_on(draw)
    assert " ".join(found.words) == " ".join([*left, *right])
    assert found.ends.count("¶") == 2


def test_what_is_printed_twice_to_look_bold_counts_once() -> None:
    def draw(page: pymupdf.Page) -> None:
        page.insert_text((40, 40), "Warning", fontsize=10)
        page.insert_text((40.4, 40), "Warning", fontsize=10)
        page.insert_text((40, 80), "Warning", fontsize=10)

    assert words_on(draw).words == ("Warning", "Warning")


@pytest.mark.parametrize(("rotation", "corner"), [(0, (40, 29)), (90, (260, 40)), (180, (336, 257))])
def test_words_stand_where_the_turned_page_shows_them(rotation: int, corner: tuple[float, float]) -> None:
    found = words_on(lines("word"), rotation)
    assert found.boxes[:2] == pytest.approx(corner, abs=6)


def test_pages_after_the_last_are_left_out_and_none_is_an_error() -> None:
    with pymupdf.open() as document:
        for number in range(3):
            document.new_page().insert_text((40, 40), f"page{number}")
        data = document.tobytes()
    assert [page.words for page in page_words(data, 2, 10)] == [("page1",), ("page2",)]
    with pytest.raises(ExplorerError):
        page_words(data, 4, 1)
