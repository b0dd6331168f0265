"""The words of a document's pages, asked for page by page when they are needed and kept as long as there is room."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from explorer.core.page_words import HYPHEN_GOES, JOINED, LINE_END, PARAGRAPH_END, SAME_LINE, PageWords
from explorer.ui.block_words import BlockWords

BATCH = 16
"""Pages in one request."""
MOST_WORDS = 500_000
"""Words kept, some 15 MB."""
_SEARCHED = {SAME_LINE: " ", LINE_END: "\n", HYPHEN_GOES: "\n", PARAGRAPH_END: "\n\n"}
_COPIED = {SAME_LINE: " ", LINE_END: " ", PARAGRAPH_END: "\n"}
_DOWN = 4.0
"""How much farther a word above or below counts than one beside, for what is nearest to a point."""

Box = tuple[float, float, float, float]


class PageText:
    """A page's words; `text` is what is searched: lines as on the page, hyphens at their ends included."""

    def __init__(self, told: PageWords) -> None:
        self._ends = told.ends
        self._boxes = array("f", told.boxes)
        self._starts = array("I")
        parts: list[str] = []
        length = 0
        for word, end in zip(told.words, told.ends, strict=True):
            between = ("\n" if word[-1] in "-\u2010" else "") if end == JOINED else _SEARCHED[end]
            self._starts.append(length)
            parts += (word, between)
            length += len(word) + len(between)
        self._stops = array("I", (start + len(word) for start, word in zip(self._starts, told.words, strict=True)))
        self.text = "".join(parts)

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self._starts)

    def box(self, word: int) -> Box:
        """Return a word's box in points."""
        x0, y0, x1, y1 = self._boxes[4 * word : 4 * word + 4]
        return x0, y0, x1, y1

    def nearest(self, x: float, y: float, within: float = 1e9) -> int | None:
        """Return the word nearest to a point, None when none is `within` so many points."""
        best, least = None, within * within
        boxes = self._boxes
        for word in range(len(self)):
            at = 4 * word
            across = max(boxes[at] - x, 0.0, x - boxes[at + 2])
            down = _DOWN * max(boxes[at + 1] - y, 0.0, y - boxes[at + 3])
            distance = across * across + down * down
            if distance < least or (best is None and distance <= least):
                best, least = word, distance
        return best

    def line(self, word: int) -> tuple[int, int]:
        """Return the first and last word of a word's line."""
        first = last = word
        while first > 0 and self._ends[first - 1] == SAME_LINE:
            first -= 1
        while last < len(self) - 1 and self._ends[last] == SAME_LINE:
            last += 1
        return first, last

    def words(self, first: int, last: int) -> str:
        """Return words as they are copied: lines joined, hyphens of broken words gone."""
        parts: list[str] = []
        for word in range(first, last + 1):
            text, end = self.text[self._starts[word] : self._stops[word]], self._ends[word]
            if word == last:
                parts.append(text)
            elif end == HYPHEN_GOES:
                parts.append(text[:-1])
            else:
                parts.append(text + _COPIED.get(end, ""))
        return "".join(parts)

    def boxes(self, first: int, last: int) -> list[Box]:
        """Return a box for each line of some words."""
        found: list[Box] = []
        word = first
        while word <= last:
            stop = min(self.line(word)[1], last)
            boxes = [self.box(each) for each in range(word, stop + 1)]
            found.append(_around(boxes))
            word = stop + 1
        return found

    def span_boxes(self, start: int, end: int) -> list[Box]:
        """Return a box for each line of `text[start:end]`; a part of a word has its share of the word's box."""
        first, last = max(bisect_right(self._starts, start) - 1, 0), bisect_left(self._starts, end) - 1
        found: list[Box] = []
        word = first
        while word <= last:
            stop = min(self.line(word)[1], last)
            boxes = [self._share(each, start, end) for each in range(word, stop + 1)]
            found.append(_around(boxes))
            word = stop + 1
        return found

    def _share(self, word: int, start: int, end: int) -> Box:
        x0, y0, x1, y1 = self.box(word)
        first, stop = self._starts[word], self._stops[word]
        letter = (x1 - x0) / max(stop - first, 1)
        left, right = max(start - first, 0), max(min(end, stop) - first, 0)
        return x0 + letter * left, y0, x0 + letter * right, y1


def _around(boxes: list[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


class PageTexts(QObject):
    """Keeps the words of the pages that were looked at last; one request at a time is on its way.

    Signals: `wanted` (first page, count) asks for words, `arrived` (pages) tells of them.
    """

    wanted = Signal(int, int)
    arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._total = 0
        self._recognised = BlockWords()
        self._pages: OrderedDict[int, PageText] = OrderedDict()
        self._seen: list[int] = []
        self._sought: list[int] = []
        self._asked = range(0)
        self._words = 0

    @property
    def words(self) -> int:
        """Return how many words are kept."""
        return self._words

    def forget(self, total: int = 0, recognised: BlockWords | None = None) -> None:
        """Keep nothing: another document, of `total` pages, is shown; `recognised` tells the words of its scans."""
        self._total = total
        self._recognised = recognised or BlockWords()
        self._pages.clear()
        self._seen, self._sought, self._asked, self._words = [], [], range(0), 0

    def forget_asked(self) -> None:
        """Ask anew for what is wanted: what was asked for will not come."""
        self._asked = range(0)
        self._ask()

    def get(self, page: int) -> PageText | None:
        """Return a page's words, None when they are not there."""
        found = self._pages.get(page)
        if found is not None:
            self._pages.move_to_end(page)
        return found

    def want(self, pages: Iterable[int]) -> None:
        """Ask for the words of the pages that are seen, in place of those that were seen before."""
        self._seen = list(pages)
        self._ask()

    def want_from(self, page: int) -> None:
        """Ask for the words of a page that is searched and of those after it, as many as make one request."""
        self._sought = list(self._following(page))
        self._ask()

    def _following(self, page: int) -> range:
        stop = min(page + BATCH, self._total + 1)
        return range(page, next((other for other in range(page, stop) if other in self._pages), stop))

    def take(self, pages: Iterable[PageWords]) -> None:
        """Take words that were asked for."""
        told = {each.page: each for each in pages}
        # A page without an answer has no words: nobody shall wait for it.
        for page in self._asked:
            words = told.get(page)
            self._keep(page, PageText(words if words and words.words else self._recognised.page(page)))
        done, self._asked = self._asked, range(0)
        self._ask()
        self.arrived.emit(tuple(done))

    def _keep(self, page: int, text: PageText) -> None:
        self._pages[page] = text
        self._words += len(text)
        while self._words > MOST_WORDS and len(self._pages) > BATCH:
            self._words -= len(self._pages.popitem(last=False)[1])

    def _ask(self) -> None:
        waiting = [page for page in (*self._seen, *self._sought) if page not in self._pages]
        if self._asked or not waiting:
            return
        first = last = waiting[0]
        while last + 1 in waiting and last + 1 - first < BATCH:
            last += 1
        self._asked = range(first, last + 1)
        self.wanted.emit(first, len(self._asked))
