"""The words of a page as people see them: what is selected, copied and searched where a document has pages."""

from __future__ import annotations

from dataclasses import dataclass

SAME_LINE, LINE_END, HYPHEN_GOES, JOINED, PARAGRAPH_END = " ", "\n", "-", "|", "¶"
"""What follows a word: another one in its line, the next line, the next line with which it makes one word once its
hyphen is gone or with its hyphen (or in a script without blanks), or the next paragraph."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words of page `page` (from 1) in reading order.

    `boxes` holds four lengths for each word: x0, y0, x1, y1 in points from the page's top left. `ends` holds one sign
    for each word that says what follows it.
    """

    page: int
    words: tuple[str, ...] = ()
    boxes: tuple[float, ...] = ()
    ends: str = ""
