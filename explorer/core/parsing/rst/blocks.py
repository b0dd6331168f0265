"""Elements of docutils to blocks: one part of a document, between two of its titles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from docutils import nodes

from explorer.core.model import Block, BlockKind
from explorer.core.parsing.markdown.run_in import split_run_in
from explorer.core.parsing.markdown.writer import TextWriter
from explorer.core.parsing.rst.writer import LITERAL, SILENT, NodeWriter, line_of

_LISTS = (nodes.bullet_list, nodes.enumerated_list)
_ENTRY_LISTS = (nodes.definition_list, nodes.option_list, nodes.field_list)
# Fields that say something about the file to a tool, and those that `metadata` knows.
_FIELDS = frozenset(
    {"orphan", "nosearch", "tocdepth", "nocomments", "title", "version", "revision", "effective", "effective_from"}
    | {"effective_date", "valid_from", "date", "effective_to", "effective_until", "expires", "expiry", "expiry_date"}
    | {"expiration_date", "valid_to", "language", "lang", "locale", "access", "access_label", "tags"}
)
# What version control writes into a file: "$Date: 2024-11-10 $".
_KEYWORD = re.compile(r"\$\w+:\s*(.*?)\s*\$")


@dataclass(slots=True)
class State:
    """What a document's parts share. `fields`: metadata by lower-case name; `groups` counts lists and quotations."""

    title: str = ""
    groups: int = 0
    content_seen: bool = False
    fields: dict[str, str | tuple[str, ...]] = field(default_factory=dict[str, "str | tuple[str, ...]"])
    substitutions: dict[str, str] = field(default_factory=dict[str, str])


class PartReader:
    """Makes blocks out of one part; `level` is that of the heading above it."""

    def __init__(self, writer: NodeWriter, state: State, level: int) -> None:
        self._nodes = writer
        self._state = state
        self._level = level

    def blocks(self, document: nodes.document) -> Iterator[Block]:
        """Yield the blocks in order."""
        waiting: list[tuple[nodes.Node, int]] = [(child, self._level) for child in reversed(document.children)]
        while waiting:
            node, level = waiting.pop()
            if isinstance(node, SILENT) or not isinstance(node, nodes.Element):
                continue
            if isinstance(node, nodes.section):
                level += 1
            inner = _inner(node)
            if inner is not None:
                waiting.extend((child, level) for child in reversed(inner))
            else:
                yield from self._block(node, level)

    def _block(self, node: nodes.Element, level: int) -> Iterator[Block]:
        cursor = self._nodes.cursor
        cursor.begin(line_of(node))
        first, self._state.content_seen = not self._state.content_seen, True
        if isinstance(node, nodes.field_list) and first:
            yield from self._metadata(node)
        elif isinstance(node, _LISTS):
            yield from self._list(node)
        elif isinstance(node, _ENTRY_LISTS):
            yield from self._entries(list(node.children))
        elif isinstance(node, nodes.block_quote):
            yield from self._quote(node)
        elif isinstance(node, nodes.title) and isinstance(node.parent, nodes.section):
            yield self._one(node, BlockKind.HEADING, level=level)
        elif isinstance(node, nodes.paragraph):
            yield from self._paragraph(node)
        else:
            rows = _header_rows(node) if isinstance(node, nodes.table) else 0
            yield self._one(node, _kind(node), header_rows=rows)

    def _paragraph(self, node: nodes.Element) -> Iterator[Block]:
        """Yield a paragraph, a run-in heading at its beginning apart (its level is 0: not yet known)."""
        writer = TextWriter()
        self._nodes.write_body([node], writer)
        whole = self._finish(writer, BlockKind.PARAGRAPH)
        heading, rest = split_run_in(whole, writer.bold) or (whole, None)
        yield heading
        if rest is not None:
            yield rest

    def _metadata(self, node: nodes.Element) -> Iterator[Block]:
        """Take the fields that tell about the document, and keep the others as text."""
        kept: list[nodes.Node] = []
        for entry in node.children:
            name, body = _field(entry)
            key = "_".join(name.lower().replace("-", " ").split())
            if key in _FIELDS:
                keyword = _KEYWORD.fullmatch(body.strip())
                self._state.fields.setdefault(key, " ".join((keyword[1] if keyword else body).split()))
            elif body:
                kept.append(entry)
        yield from self._entries(kept)

    def _entries(self, entries: list[nodes.Node]) -> Iterator[Block]:
        self._state.groups += 1
        group = self._state.groups
        for entry in entries:
            if isinstance(entry, nodes.Element):
                self._nodes.cursor.begin(entry.line)
                yield self._one(entry, BlockKind.LIST_ITEM, group=group)

    def _list(self, node: nodes.Element) -> Iterator[Block]:
        self._state.groups += 1
        group = self._state.groups
        for item, marker in self._nodes.items(node):
            self._nodes.cursor.begin(item.line)
            writer = TextWriter()
            self._nodes.write_item(item, marker, writer)
            yield self._finish(writer, BlockKind.LIST_ITEM, group=group)

    def _quote(self, node: nodes.Element) -> Iterator[Block]:
        self._state.groups += 1
        group = self._state.groups
        for child in node.children:
            if isinstance(child, nodes.Element) and not isinstance(child, SILENT):
                self._nodes.cursor.begin(line_of(child))
                yield self._one(child, BlockKind.QUOTE, group=group)

    def _one(
        self, node: nodes.Element, kind: BlockKind, *, level: int = 0, group: int = 0, header_rows: int = 0
    ) -> Block:
        writer = TextWriter()
        self._nodes.write_body([node], writer)
        return self._finish(writer, kind, level=level, group=group, header_rows=header_rows)

    def _finish(
        self, writer: TextWriter, kind: BlockKind, *, level: int = 0, group: int = 0, header_rows: int = 0
    ) -> Block:
        place = self._nodes.cursor.span()
        text, runs = writer.finish(place, strip=kind is not BlockKind.CODE)
        return Block(kind, text, place, runs, level=level, group=group, header_rows=header_rows)


def _inner(node: nodes.Element) -> list[nodes.Node] | None:
    """Return the elements of a container that is no block itself: sections, admonitions, figures, sidebars."""
    if isinstance(node, nodes.table):
        titles = [child for child in node.children if isinstance(child, nodes.title)]
        if titles:
            # The caption is a block of its own, and the table comes again without it.
            for title in titles:
                node.remove(title)
            return [*(_caption(title) for title in titles), node]
        return None
    plain = (nodes.Admonition, nodes.section, nodes.container, nodes.compound, nodes.topic, nodes.sidebar)
    if isinstance(node, (*plain, nodes.figure, nodes.legend)):
        return list(node.children)
    return None


def _caption(title: nodes.Element) -> nodes.caption:
    caption = nodes.caption(title.rawsource, "", *title.children)
    caption.line = title.line
    return caption


def _kind(node: nodes.Element) -> BlockKind:
    if isinstance(node, LITERAL):
        return BlockKind.CODE
    if isinstance(node, nodes.table):
        return BlockKind.TABLE
    return BlockKind.CAPTION if isinstance(node, nodes.caption) else BlockKind.PARAGRAPH


def _header_rows(table: nodes.Element) -> int:
    return sum(len(list(head.findall(nodes.row))) for head in table.findall(nodes.thead))


def _field(entry: nodes.Node) -> tuple[str, str]:
    name = next((child.astext() for child in entry.children if isinstance(child, nodes.field_name)), "")
    body = next((child.astext() for child in entry.children if isinstance(child, nodes.field_body)), "")
    return name, body
