"""Words of pages made of what a document's reader recognised, where the file itself has no text: scans."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from explorer.core.model import Block, Rect
from explorer.core.page_words import LINE_END, PARAGRAPH_END, SAME_LINE, PageWords


class BlockWords:
    """Tells the words of pages by the lines of the blocks on them; a word has its share of its line's width."""

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        self._lines: dict[int, list[tuple[str, Rect]]] = defaultdict(list)
        for block in blocks:
            for run in block.runs:
                if len(run.place.rects) == 1:
                    self._lines[run.place.rects[0].page].append((block.text[run.start : run.end], run.place.rects[0]))

    def page(self, number: int) -> PageWords:
        """Return the words of a page; none where nothing was recognised."""
        words: list[str] = []
        boxes: list[float] = []
        ends: list[str] = []
        for text, rect in self._lines.get(number, ()):
            letter = (rect.x1 - rect.x0) / max(len(text), 1)
            at = 0
            for word in text.split():
                at = text.index(word, at)
                words.append(word)
                boxes += (rect.x0 + letter * at, rect.y0, rect.x0 + letter * (at + len(word)), rect.y1)
                ends.append(SAME_LINE)
                at += len(word)
            if ends:
                ends[-1] = LINE_END
        if ends:
            ends[-1] = PARAGRAPH_END
        return PageWords(number, tuple(words), tuple(boxes), "".join(ends))
