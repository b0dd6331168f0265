"""Running heads that name the chapter or the section they stand over, and so change from page to page.

A row at a page's top is one when a part of it ("CHAPTER 1. GETTING STARTED", "1.3 Disks …") says what a heading on the
same or an earlier page says, letter case, numbering and a cut end apart, and is set in another and no larger type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from explorer.core.parsing.pdf.headings import is_chapter_word
from explorer.core.parsing.pdf.lines import PageText, Piece
from explorer.core.parsing.pdf.order import rows
from explorer.core.parsing.pdf.outline import plain, unnumbered

_LARGER, _MOST_WORDS, _MOST_ROWS, _NEAR = 1.1, 30, 3, 2.0
_FEWEST_LETTERS, _FEWEST_CUT = 5, 8
"""Letters and digits of a title that can be told again, and of one whose end is cut off."""


class _Title(NamedTuple):
    page: int
    size: float
    font: str


class HeadingTexts:
    """The texts of a document's lines in heading type, looked up by what running heads say."""

    def __init__(self, pages: Sequence[PageText], body: float) -> None:
        self._pages = pages
        self._body = body
        self._titles: dict[str, list[_Title]] | None = None

    def repeats(self, page: int, row: Sequence[Piece], texts: Sequence[str]) -> bool:
        """Tell whether one of a row's `texts` says what a heading up to its page says in other, no smaller type."""
        if self._titles is None:
            self._titles = self._collected()
        size, font = max(piece.size for piece in row), row[0].font
        return any(
            title.page <= page and size <= title.size + 0.1 and (font != title.font or size < title.size - 0.4)
            for text in texts
            for title in self._named(text)
        )

    def _named(self, text: str) -> Iterator[_Title]:
        """Yield the headings that a text names."""
        titles = self._titles or {}
        for said in {plain(text), plain(unnumbered(text))}:
            if len(said) >= _FEWEST_LETTERS:
                yield from titles.get(said, ())
            if text.rstrip().endswith(("…", "...")) and len(said) >= _FEWEST_CUT:
                yield from (title for known, held in titles.items() if known.startswith(said) for title in held)

    def _collected(self) -> dict[str, list[_Title]]:
        titles: dict[str, list[_Title]] = {}
        for page in self._pages:
            held = [p for p in page.pieces if p.upright and (p.bold or p.size >= _LARGER * self._body)]
            for first, text in _joined(rows(held)):
                title = _Title(page.number, first.size, first.font)
                for said in {plain(text), plain(unnumbered(text))}:
                    titles.setdefault(said, []).append(title)
        return titles


def _joined(found: Sequence[Sequence[Piece]]) -> Iterator[tuple[Piece, str]]:
    """Yield the text of each row, alone and with those right below it in the same type; "Chapter 1" is left away."""
    texts = [" ".join(piece.text for piece in row) for row in found]
    for at, row in enumerate(found):
        if is_chapter_word(texts[at]) or len(texts[at].split()) > _MOST_WORDS:
            continue
        text = texts[at]
        yield row[0], text
        for below in range(at + 1, min(at + _MOST_ROWS, len(found))):
            above, piece = found[below - 1][0], found[below][0]
            if piece.font != row[0].font or piece.base - above.base > _NEAR * piece.size:
                break
            text += " " + texts[below]
            yield row[0], text
