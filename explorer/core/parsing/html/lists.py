"""List items: an item is one text with all its children, each line with its own marker."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.core.parsing.html.facts import LISTS, PREFORMATTED, is_block
from explorer.core.parsing.html.inline import InlineText, flat_text, raw_text
from explorer.core.parsing.html.tables import is_layout, rows_of
from explorer.core.parsing.html.tree import LeftOut, Node, Walk
from explorer.core.parsing.reading import table_text

_INDENT = "  "
# Deeper indentation would make a text of a thousand nested lists grow with the square of their number.
_DEEPEST = 40
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


class Markers:
    """Gives the items of one list their markers, by the HTML standard's rule for ordinal values."""

    def __init__(self, listing: Node) -> None:
        self._ordered = listing.tag == "ol"
        self._type = listing.get("type").strip() or "1"
        self._step = -1 if "reversed" in listing.attributes else 1
        items = sum(child.tag == "li" for child in listing.children) if self._step < 0 else 1
        self._next = _integer(listing.get("start"), items)

    def marker(self, item: Node) -> str:
        """Return the marker of the next item: "-", "3.", "c.", "iv."."""
        if not self._ordered:
            return "-"
        value = _integer(item.get("value"), self._next)
        self._next = value + self._step
        return _numbered(value, item.get("type").strip() or self._type) + "."


def _integer(text: str, otherwise: int) -> int:
    digits = text.strip()
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("+-")
    return sign * int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else otherwise


def _numbered(value: int, kind: str) -> str:
    if kind in ("a", "A") and value > 0:
        letters = ""
        while value:
            value, rest = divmod(value - 1, 26)
            letters = chr(ord(kind) + rest) + letters
        return letters
    if kind in ("i", "I") and 0 < value < 4000:
        return _roman(value).upper() if kind == "I" else _roman(value)
    return str(value)


def _roman(value: int) -> str:
    signs = ""
    for worth, sign in _ROMAN:
        signs += sign * (value // worth)
        value %= worth
    return signs


def item_text(item: Node, marker: str) -> str:
    """Return a list item with all its children, one line each."""
    lines = _Lines()
    lines.begin(marker, 0)
    lines.write(item, 1)
    return lines.text()


def definition_text(nodes: Iterable[Node]) -> str:
    """Return terms and what they mean, the latter indented."""
    lines = _Lines()
    for node in nodes:
        depth = int(node.tag == "dd")
        lines.begin("", depth)
        lines.write(node, depth)
    return lines.text()


def definition_groups(listing: Node) -> list[list[Node]] | None:
    """Return the terms of a definition list, each with its meanings; None when it holds more than these.

    Then its parts are to be read as ordinary content: code, tables or headings inside would be lost in one text.
    """
    if listing.compounds > 1:
        return None
    children = [child for child in _unwrapped(listing) if child.left_out is LeftOut.NO and child.words]
    if any(child.tag not in ("dt", "dd") for child in children):
        return None
    groups: list[list[Node]] = []
    for child in children:
        if not groups or (child.tag == "dt" and groups[-1][-1].tag == "dd"):
            groups.append([])
        groups[-1].append(child)
    return groups


def _unwrapped(listing: Node) -> Iterable[Node]:
    """Yield the children; the standard allows a `div` around each group."""
    for child in listing.children:
        if child.tag == "div" and child.left_out is LeftOut.NO:
            yield from child.children
        else:
            yield child


class _Lines:
    """Writes an item line by line; a marker waits until there are words to stand before."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._inline = InlineText()
        self._marker = ""
        self._depth = 0

    def begin(self, marker: str, depth: int) -> None:
        """Begin a child: `marker` stands before its first line, indented by `depth`."""
        self.flush()
        self._marker, self._depth = marker, depth

    def write(self, root: Node, depth: int) -> None:
        """Write all below an element; its lines after the first are indented by `depth`."""
        lists: list[Markers] = []
        walk = Walk(root)
        for entering, node in walk:
            if not node.tag or not is_block(node):
                self._inline.meet(entering, node)
                continue
            self.flush()
            if not self._marker:
                self._depth = depth + len(lists)
            if node.tag in LISTS:
                lists.append(Markers(node)) if entering else lists.pop()
            elif node.tag == "li" and entering and lists:
                self.begin(lists[-1].marker(node), depth + len(lists) - 1)
            elif entering and self._whole(node):
                walk.skip()
        self.flush()

    def _whole(self, node: Node) -> bool:
        """Write code or a table, if it is one."""
        if node.tag in PREFORMATTED:
            self._put(raw_text(node))
            return True
        if node.tag == "table" and not is_layout(node):
            caption = next((child for child in node.children if child.tag == "caption"), None)
            self._put(flat_text(caption) if caption else "")
            self._put(table_text(rows_of(node).rows))
            return True
        return False

    def flush(self) -> None:
        """End the line."""
        self._put(self._inline.take()[0])

    def _put(self, text: str) -> None:
        if not text.strip():
            return
        for line in text.split("\n"):
            indent = _INDENT * min(self._depth, _DEEPEST)
            self._lines.append(f"{indent}{self._marker} {line}" if self._marker else indent + line)
            if self._marker:
                self._marker, self._depth = "", self._depth + 1

    def text(self) -> str:
        """Return all lines, the first one at the margin."""
        self.flush()
        first = self._lines[0] if self._lines else ""
        margin = first[: len(first) - len(first.lstrip(" "))]
        return "\n".join(line.removeprefix(margin) for line in self._lines)
