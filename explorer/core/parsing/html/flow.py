"""A page's content in document order, as parts that become blocks.

Levels, bold lines and run-in headings are judged afterwards (`explorer.core.parsing.html.outline`), when all headings
of the document are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from explorer.core.model import BlockKind
from explorer.core.parsing.html.facts import LISTS, PREFORMATTED, heading_level, is_block
from explorer.core.parsing.html.inline import InlineText, flat_text, heading_text, raw_text
from explorer.core.parsing.html.lists import Markers, definition_groups, definition_text, item_text
from explorer.core.parsing.html.tables import caption_of, is_layout, rows_of
from explorer.core.parsing.html.tree import Node, Walk
from explorer.core.parsing.reading import table_text

_CAPTIONS = frozenset({"figcaption", "caption"})


@dataclass(frozen=True, slots=True)
class Part:
    """A block in the making. `group` counts lists and quotations of its page from 1; `bold` are ranges of `text`.

    `disclosures`: what stands right before, in order: true for the beginning of a `details` element, false for an end.
    """

    kind: BlockKind
    text: str
    level: int = 0
    group: int = 0
    header_rows: int = 0
    bold: tuple[tuple[int, int], ...] = ()
    disclosures: tuple[bool, ...] = ()


def parts_of(root: Node, anchors: Mapping[str, Part] | None = None) -> list[Part]:
    """Return what is read below `root`, in document order.

    `anchors`: headings to put before the elements with these ids.
    """
    return _Flow(anchors or {}).read(root)


class _Flow:
    """Walks a page; everything that is one block is taken whole, everything else only begins and ends lines."""

    def __init__(self, anchors: Mapping[str, Part]) -> None:
        self._anchors = anchors
        self._parts: list[Part] = []
        self._inline = InlineText()
        self._groups = 0
        self._lists: list[tuple[Markers, int]] = []
        self._quotes: list[int] = []
        # Beginnings and ends of disclosures since the last part.
        self._disclosures: list[bool] = []
        self._in_group = self._subtitle = False
        self._whole: dict[str, Callable[[Node], bool]] = {
            "li": self._item,
            "table": self._table,
            "dl": self._definitions,
            **dict.fromkeys(PREFORMATTED, self._code),
            **dict.fromkeys(_CAPTIONS, self._caption),
        }

    def read(self, root: Node) -> list[Part]:
        walk = Walk(root)
        for entering, node in walk:
            if self._anchors and entering and node.get("id") in self._anchors:
                self._flush()
                self._append(self._anchors[node.get("id")])
            if node.tag == "br":
                self._break(entering)
            elif not node.tag or not (is_block(node) or heading_level(node)):
                self._inline.meet(entering, node)
            else:
                self._flush()
                if entering and self._takes_whole(node):
                    walk.skip()
                else:
                    self._cross(entering, node)
        self._flush()
        return self._parts

    def _break(self, entering: bool) -> None:
        """Break the line; two breaks end a paragraph."""
        if entering and self._inline.ends_line:
            self._flush()
        elif entering:
            self._inline.add_break()

    def _takes_whole(self, node: Node) -> bool:
        """Make a block of a whole element; false when its content is to be read by itself."""
        level = heading_level(node)
        if level:
            self._heading(node, level)
            return True
        take = self._whole.get(node.tag)
        return take is not None and take(node)

    def _cross(self, entering: bool, node: Node) -> None:
        """Note where lists, quotations and groups of headings begin and end."""
        if node.tag in LISTS:
            self._lists.append((Markers(node), self._new_group())) if entering else self._lists.pop()
        elif node.tag == "blockquote":
            self._quotes.append(self._new_group()) if entering else self._quotes.pop()
        elif node.tag == "hgroup":
            self._in_group, self._subtitle = entering, False
        elif node.tag == "details":
            self._disclosures.append(entering)

    def _new_group(self) -> int:
        self._groups += 1
        return self._groups

    def _heading(self, node: Node, level: int) -> None:
        """Add a heading; in an `hgroup` only the first one is, the others are its subtitles."""
        text = heading_text(node)
        if self._in_group and self._subtitle:
            self._add(Part(BlockKind.PARAGRAPH, text))
            return
        self._subtitle = True
        self._append(Part(BlockKind.HEADING, text, level=level))

    def _item(self, node: Node) -> bool:
        """Add a list item; one with headings inside is ordinary content."""
        markers, group = self._lists[-1] if self._lists else (None, 0)
        marker = markers.marker(node) if markers else "-"
        if node.headings:
            return False
        self._add(Part(BlockKind.LIST_ITEM, item_text(node, marker), group=group or self._new_group()))
        return True

    def _definitions(self, node: Node) -> bool:
        groups = definition_groups(node)
        if groups is None:
            return False
        number = self._new_group()
        for group in groups:
            self._add(Part(BlockKind.LIST_ITEM, definition_text(group), group=number))
        return True

    def _table(self, node: Node) -> bool:
        if is_layout(node):
            return False
        self._add(Part(BlockKind.CAPTION, caption_of(node)))
        table = rows_of(node)
        self._add(Part(BlockKind.TABLE, table_text(table.rows), header_rows=table.header_rows))
        return True

    def _code(self, node: Node) -> bool:
        self._add(Part(BlockKind.CODE, raw_text(node)))
        return True

    def _caption(self, node: Node) -> bool:
        if node.headings:
            return False
        self._add(Part(BlockKind.CAPTION, flat_text(node)))
        return True

    def _flush(self) -> None:
        text, bold = self._inline.take()
        if not text:
            return
        if self._quotes:
            self._add(Part(BlockKind.QUOTE, text, group=self._quotes[-1]))
        else:
            self._add(Part(BlockKind.PARAGRAPH, text, bold=bold))

    def _add(self, part: Part) -> None:
        if part.text.strip():
            self._append(part)

    def _append(self, part: Part) -> None:
        """Add a part as it is, with the disclosures that begin and end right before it."""
        self._parts.append(replace(part, disclosures=tuple(self._disclosures)) if self._disclosures else part)
        self._disclosures.clear()
