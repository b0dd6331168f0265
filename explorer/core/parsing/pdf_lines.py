"""Pieces of text from a PDF page: what MuPDF hands out, told in the few facts that structure rests on.

A *piece* is one of MuPDF's lines: it ends at a wide gap, so "3.1" and "Assets" are two. A *line* is what a reader
sees as one: pieces of one row in one column. Both keep their box in points from the page's top left.

Text printed twice at the same place (a way to fake bold) comes out once and counts as bold; ligatures are expanded
by MuPDF (no `TEXT_PRESERVE_LIGATURES`), symbol fonts' bullets become "•".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

RawBlock = Mapping[str, Any]
"""A block as PyMuPDF's `get_text("dict")` returns it."""

_BOLD_NAME = re.compile(r"bold|black|heavy|demi|(?:^|[-,])bd", re.IGNORECASE)
_MONO_NAME = re.compile(r"mono|courier|consol|typewriter|cmtt|menlo|(?:source|dejavu ?sans)code", re.IGNORECASE)
_HEADING_TAG = re.compile(r"H([1-6])?$")
_SYMBOLS = str.maketrans(
    {"\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "\u2028": " ", "\xa0": " ", "\u200b": None}
)
_MONO_FLAG, _BOLD_FLAG, _BOLD_CHAR_FLAG = 8, 16, 8
_KEPT_ROLES = frozenset({"TOC", "Caption", "Artifact"})
_TEXT_BLOCK, _STRUCTURE_BLOCK, _VECTOR_BLOCK = 0, 2, 3


class Piece(NamedTuple):
    """One of MuPDF's lines. `base` is the baseline's height; `tag` the heading level that the file's tags state."""

    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    bold: bool
    mono: bool
    font: str
    text: str
    tag: int = 0
    role: str = ""
    upright: bool = True
    element: int = 0


class Vector(NamedTuple):
    """The box of a drawn path; `outline` tells an outlined rectangle from areas and other shapes."""

    x0: float
    y0: float
    x1: float
    y1: float
    outline: bool


class PageText(NamedTuple):
    """What one page holds. `number` counts from 1; `tagged` says that the file's own order can be kept."""

    number: int
    width: float
    height: float
    pieces: list[Piece]
    vectors: list[Vector]
    tagged: bool


class Line(NamedTuple):
    """What a reader sees as one line; `starts` are the left edges of its parts that wide gaps separate."""

    page: int
    column: int
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    bold: bool
    mono: bool
    font: str
    text: str
    tag: int = 0
    role: str = ""
    upright: bool = True
    starts: tuple[float, ...] = ()
    table: int = -1
    element: int = 0


def page_text(number: int, width: float, height: float, blocks: list[RawBlock]) -> PageText:
    """Read the blocks of one page (`get_text("dict")`, with structure and vectors collected)."""
    pieces: list[Piece] = []
    vectors: list[Vector] = []
    tagged = 0
    for tag, role, element, block in _walk(blocks):
        if block["type"] == _VECTOR_BLOCK:
            vectors.append(_vector(block))
            continue
        tagged += bool(role)
        for line in block["lines"]:
            piece = _piece(line, tag, role, element)
            if piece is not None and piece.x1 > 0 and piece.y1 > 0 and piece.x0 < width and piece.y0 < height:
                pieces.append(piece)
    pieces = _once(pieces)
    return PageText(number, width, height, pieces, vectors, tagged * 2 > len(pieces))


def _walk(blocks: list[RawBlock]) -> Iterator[tuple[int, str, int, RawBlock]]:
    """Yield text and vector blocks with the heading level, role and number of the tagged element they are in."""
    stack = [(0, "", 0, block) for block in reversed(blocks)]
    count = 0
    while stack:
        tag, role, element, block = stack.pop()
        kind = block["type"]
        if kind == _STRUCTURE_BLOCK:
            name = str(block.get("std") or block.get("raw") or "")
            level = tag or _tag_level(name)
            if level and not tag:
                count += 1
                element = count
            inner = role if role in _KEPT_ROLES else name
            stack.extend((level, inner, element, child) for child in reversed(block["blocks"]))
        elif kind in (_TEXT_BLOCK, _VECTOR_BLOCK):
            yield tag, role, element, block


def _vector(block: RawBlock) -> Vector:
    x0, y0, x1, y1 = block["bbox"]
    return Vector(x0, y0, x1, y1, bool(block["stroked"] and block["isrect"]))


def _tag_level(name: str) -> int:
    if name == "Title":
        return 1
    match = _HEADING_TAG.match(name)
    return int(match[1] or 1) if match else 0


@lru_cache(maxsize=4096)
def font_style(font: str) -> tuple[bool, bool]:
    """Return whether a font's name says bold, and whether it says fixed width."""
    return bool(_BOLD_NAME.search(font)), bool(_MONO_NAME.search(font))


def _piece(line: Mapping[str, Any], tag: int, role: str, element: int) -> Piece | None:
    spans = [span for span in line["spans"] if not span["text"].isspace()]
    if not spans:
        return None
    main = spans[0]
    text = main["text"] if len(line["spans"]) == 1 else "".join(span["text"] for span in line["spans"])
    if len(spans) > 1:
        main = max(_by_style(spans).values(), key=lambda pair: pair[0])[1]
    text = text.translate(_SYMBOLS).strip()
    if not text:
        return None
    bold = all(_is_bold(span) for span in spans)
    if _doubled(text):
        text, bold = text[::2], True
    x0, y0, x1, y1 = line["bbox"]
    mono = all(span["flags"] & _MONO_FLAG or font_style(span["font"])[1] for span in spans)
    upright = line["dir"][0] > 0.98
    base = main["origin"][1]
    if not mono and "  " in text:
        text = " ".join(text.split())
    return Piece(x0, y0, x1, y1, base, main["size"], bold, mono, main["font"], text, tag, role, upright, element)


def _by_style(spans: list[Mapping[str, Any]]) -> dict[tuple[float, str], tuple[int, Mapping[str, Any]]]:
    styles: dict[tuple[float, str], tuple[int, Mapping[str, Any]]] = {}
    for span in spans:
        key = (round(span["size"], 1), span["font"])
        count = styles[key][0] if key in styles else 0
        styles[key] = (count + len(span["text"]), styles[key][1] if key in styles else span)
    return styles


def _is_bold(span: Mapping[str, Any]) -> bool:
    if span["flags"] & _BOLD_FLAG or font_style(span["font"])[0]:
        return True
    return bool(span.get("char_flags", 0) & _BOLD_CHAR_FLAG)


def _doubled(text: str) -> bool:
    return len(text) >= 8 and len(text) % 2 == 0 and text[::2] == text[1::2] and len(set(text)) > 2


def _once(pieces: list[Piece]) -> list[Piece]:
    """Drop a piece that repeats another one in place; the one that stays counts as bold."""
    seen: dict[str, list[int]] = {}
    kept: list[Piece] = []
    for piece in pieces:
        twins = seen.setdefault(piece.text, [])
        twin = next((i for i in twins if _overlap(kept[i], piece) >= 0.9), None)
        if twin is not None:
            kept[twin] = kept[twin]._replace(bold=True)
            continue
        twins.append(len(kept))
        kept.append(piece)
    return kept


def _overlap(one: Piece, two: Piece) -> float:
    width = min(one.x1, two.x1) - max(one.x0, two.x0)
    height = min(one.y1, two.y1) - max(one.y0, two.y0)
    if width <= 0 or height <= 0:
        return 0.0
    area = max(1e-6, min((p.x1 - p.x0) * (p.y1 - p.y0) for p in (one, two)))
    return width * height / area


def body_size(pages: list[PageText]) -> float:
    """Return the type size that most characters of the document have (to half a point); 0 without text."""
    counts: dict[float, int] = {}
    for page in pages:
        for piece in page.pieces:
            size = round(piece.size * 2) / 2
            counts[size] = counts.get(size, 0) + len(piece.text)
    return max(counts, key=lambda size: (counts[size], -size)) if counts else 0.0
