"""A first page that says as much as the others is no cover, and its heading is one."""

from __future__ import annotations

import pymupdf
import pytest

from explorer.core.outline import outline
from explorer.core.parsing import read_document


def pdf(pages: list[tuple[str, int]]) -> bytes:
    """Return a PDF; each page has a heading in 16 pt and so many words of running text."""
    made = pymupdf.open()
    for heading, words in pages:
        page = made.new_page()
        page.insert_text((72, 90), heading, fontsize=16)
        for line in range(0, words, 10):
            text = " ".join(f"word{number}" for number in range(line, min(line + 10, words)))
            page.insert_text((72, 130 + 1.5 * line), text, fontsize=10)
    data: bytes = made.tobytes()
    made.close()
    return data


def headings(pages: list[tuple[str, int]]) -> list[str]:
    return [section.heading for section in outline(read_document(pdf(pages), "book.pdf").blocks)]


@pytest.mark.parametrize("words", [6, 12, 20, 120])
def test_each_of_like_pages_has_its_heading(words: int) -> None:
    names = ["Chapter Alpha", "Chapter Beta", "Chapter Gamma", "Chapter Delta"]
    assert headings([(name, words) for name in names]) == names


def test_a_first_page_that_says_less_than_the_others_is_a_cover() -> None:
    found = headings([("The pump book", 0), ("Arrival", 150), ("Luggage", 150), ("Departure", 150)])
    assert found[-3:] == ["Arrival", "Luggage", "Departure"]


def cards(count: int, line: str, stamp: str, at: float) -> bytes:
    """Draw pages that hold one line each, and a stamp in the outermost margin where one is named."""
    made = pymupdf.open()
    for number in range(1, count + 1):
        page = made.new_page()
        page.insert_text((72, at), line.format(number), fontsize=11)
        if stamp:
            page.insert_text((72, 30), stamp, fontsize=8)
    data: bytes = made.tobytes()
    made.close()
    return data


@pytest.mark.parametrize("count", [2, 3, 6])
@pytest.mark.parametrize("stamp", ["", "Harbour office"])
@pytest.mark.parametrize("at", [100, 770], ids=["near the top", "near the bottom"])
@pytest.mark.parametrize("line", ["Certificate {0} for taking part.", "The same words are on every card."])
def test_pages_of_one_line_each_keep_it_and_lose_only_the_outermost_margin(
    count: int, stamp: str, at: float, line: str
) -> None:
    text = "\n".join(block.text for block in read_document(cards(count, line, stamp, at), "cards.pdf").blocks)
    assert all(line.format(number) in text for number in range(1, count + 1))
    assert text.count(line.partition("{")[0]) == count
    assert "Harbour" not in text
