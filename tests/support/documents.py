"""Documents made of blocks, without any reader: each block's place is where it stands in one long source text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import strategies as st

from explorer.core.model import Block, BlockKind, Metadata, ParsedDocument, Place, Run, TitleSource


def block(kind: str, text: str, *, level: int = 0, group: int = 0, header_rows: int = 0) -> Block:
    """Return a block without a place; `document` gives it one."""
    return Block(BlockKind(kind), text, Place(), level=level, group=group, header_rows=header_rows)


def heading(level: int, text: str) -> Block:
    return block("heading", text, level=level)


def document(*blocks: Block, title: str = "Handbook", name: str = "book.md") -> ParsedDocument:
    """Return a document whose source is the blocks' texts with a blank line between two."""
    placed: list[Block] = []
    start = 0
    for one in blocks:
        place = Place(start, start + len(one.text))
        placed.append(replace(one, place=place, runs=(Run(0, len(one.text), place, exact=True),)))
        start += len(one.text) + 2
    source = "\n\n".join(one.text for one in blocks)
    return ParsedDocument(
        name, "markdown", title, TitleSource.HEADING, tuple(placed), Metadata(), "Markdown headings", (), source
    )


_WORDS = (
    "pump valve ledger it costs 12 dollars and 4.1 Dr. e.g. über 泵站运行管理办法。 สถานีสูบน้ำต้องบันทึก x" + "y" * 120
).split()


def _text(words: int) -> st.SearchStrategy[str]:
    ends = st.sampled_from(["", ".", ",", "?", ":", "。", "\n", "  "])
    pairs = st.lists(st.tuples(st.sampled_from(_WORDS), ends), min_size=1, max_size=words)
    return pairs.map(lambda items: " ".join(word + end for word, end in items))


def _lines(text: st.SearchStrategy[str], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(text.map(lambda value: " ".join(value.split())), min_size=1, max_size=most)


def _item(lines: Iterable[tuple[str, int]]) -> str:
    return "\n".join("  " * (depth if number else 0) + f"- {line}" for number, (line, depth) in enumerate(lines))


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()) for cell in cells) + " |"


_HEADINGS = st.builds(heading, st.integers(1, 9), _text(8))
_PROSE = st.builds(block, st.sampled_from(["paragraph", "quote", "caption"]), _text(80))
_LEAD_INS = st.builds(block, st.just("paragraph"), _text(30).map(lambda text: text + ":"))
_ITEMS = st.builds(
    lambda lines, group: block("list", _item(lines), group=group),
    st.lists(st.tuples(_lines(_text(20), 1).map(lambda lines: lines[0]), st.integers(0, 4)), min_size=1, max_size=8),
    st.integers(0, 2),
)
_CODE = st.builds(
    block,
    st.just("code"),
    st.lists(st.sampled_from(["", "def f(x):", "    return x + 1", "a" * 90]), max_size=20).map("\n".join),
)
_TABLES = st.builds(
    lambda rows, header: block("table", "\n".join(_row(row) for row in rows), header_rows=min(header, len(rows))),
    st.integers(1, 6).flatmap(
        lambda width: st.lists(st.lists(_text(6), min_size=width, max_size=width), min_size=1, max_size=10)
    ),
    st.integers(0, 2),
)
_EMPTY = st.just(block("paragraph", " \n "))


def documents() -> st.SearchStrategy[ParsedDocument]:
    """Return documents of any shape: headings at any level, empty sections, long tables, code, nested lists."""
    kinds = st.one_of(_HEADINGS, _HEADINGS, _PROSE, _LEAD_INS, _ITEMS, _ITEMS, _CODE, _TABLES, _EMPTY)
    return st.lists(kinds, max_size=14).map(lambda blocks: document(*blocks))
