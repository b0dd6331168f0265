"""Pieces of text from a PDF page: what MuPDF hands out, told in the few facts that structure rests on.

A *piece* is one of MuPDF's lines: it ends at a wide gap, so "3.1" and "Assets" are two. A *line* is what a reader
sees as one: pieces of one row in one column. Both keep their box in points from the page's top left.

Text printed twice at the same place (a way to fake bold) comes out once and counts as bold; ligatures are expanded
by MuPDF (no `TEXT_PRESERVE_LIGATURES`), symbol fonts' bullets become "•", raised digits become superscript digits.
Recognised text (Tesseract's font) has neither weight nor reliable size: its lines take the page's usual size unless
they differ from it clearly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from explorer.core.parsing.pdf.ocr import ENGINE_FONT
from explorer.core.parsing.pdf.turns import quarters_of

RawBlock = Mapping[str, Any]
"""A block as PyMuPDF's `get_text("dict")` returns it."""

_BOLD_NAME = re.compile(r"bold|black|heavy|demi|(?:^|[-,])bd", re.IGNORECASE)
_MONO_NAME = re.compile(r"mono|courier|consol|typewriter|cmtt|menlo|(?:source|dejavu ?sans)code", re.IGNORECASE)
_HEADING_TAG = re.compile(r"H([1-6])?$")
_SYMBOLS = str.maketrans(
    {"\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "\u2028": " ", "\xa0": " ", "\u200b": None}
)
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_RAISED_FLAG, _MONO_FLAG, _BOLD_FLAG = 1, 8, 16
_BOLD_CHAR_FLAG = 8
_RIGHTWARDS = (1.0, 0.0)
_WHITE = 0xFA
"""Least value of each part of a colour (0 to 255) that nobody tells from white."""
_READABLE = 1.0
"""Points of type below which nobody can read it."""
_SMALL = 0.87
"""Largest size of a raised digit over the size of its line."""
_BLANK = 0.28
"""Usual width of a blank over the type size."""
_RECOGNISED_SPREAD = 1.22
_KEPT_ROLES = frozenset({"TOC", "Caption", "Artifact"})
_TEXT_BLOCK, _STRUCTURE_BLOCK, _VECTOR_BLOCK = 0, 2, 3
_text_of, _style_of = itemgetter("text"), itemgetter("font", "size", "flags", "char_flags")

_Style = tuple[str, float, int, int]
"""A span's font, type size, flags and those of its characters."""


class Piece(NamedTuple):
    """One of MuPDF's lines. `base` is the baseline's height; `tag` the heading level that the file's tags state.

    `turn` counts the quarter turns clockwise after which the text stands upright (-1: it runs aslant); the box is where
    it stands on the page. For text that runs up or down the page `base` is the baseline's distance from the left.
    `faint`: white, or smaller than eyes can read.
    `strong`: the first stretch of the text that is bold where not all of it is.
    """

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
    turn: int = 0
    strong: tuple[int, int] = (0, 0)
    faint: bool = False


class Vector(NamedTuple):
    """The box of a drawn path; `outline` tells an outlined rectangle from other shapes, `white` is its colour."""

    x0: float
    y0: float
    x1: float
    y1: float
    outline: bool
    white: bool = False


class PageText(NamedTuple):
    """What one page holds. `number` counts from 1; `tagged` says that the file's own order can be kept."""

    number: int
    width: float
    height: float
    pieces: list[Piece]
    vectors: list[Vector]
    tagged: bool


class Line(NamedTuple):
    """What a reader sees as one line; `starts` are the left edges of its parts that wide gaps separate.

    Lines that do not run from left to right stand as they would on the page turned for reading; `box` is then where
    they are on the page as it is. `strong`: the first stretch of the text that is bold where not all of it is.
    """

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
    strong: tuple[int, int] = (0, 0)
    box: tuple[float, float, float, float] | None = None


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
    pieces = _evened(_once(pieces))
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
    return Vector(x0, y0, x1, y1, bool(block["stroked"] and block["isrect"]), _is_white(block.get("color")))


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
    spans = line["spans"]
    main = spans[0]
    alike, has_raised, has_heavy = _ONE_STYLE if len(spans) == 1 else _looks(frozenset(map(_style_of, spans)))
    if alike:
        raw: str = main["text"] if len(spans) == 1 else "".join(map(_text_of, spans))
        bold, mono = span_style(main["font"], main["flags"], main["char_flags"])
    else:
        inked = [span for span in spans if not span["text"].isspace()]
        if not inked:
            return None
        main, bold, mono = _blend(inked)
        raw = _text(spans, main) if has_raised else "".join(map(_text_of, spans))
    text = raw.strip()
    if not text:
        return None
    x0, y0, x1, y1 = line["bbox"]
    turn = 0 if line["dir"] == _RIGHTWARDS else quarters_of(line["dir"])
    if raw[0] in " \xa0" and turn == 0:
        indent = len(raw) - len(raw.lstrip())
        x0 = min(x1, x0 + indent * ((x1 - x0) / len(raw) if mono else _BLANK * main["size"]))
    if not text.isascii():
        text = _plain_signs(text)
        if not text:
            return None
    if not mono and "  " in text:
        text = " ".join(text.split())
    if len(text) > 1 and text[0] == text[1] and _doubled(text):
        text, bold = text[::2], True
    base = main["origin"][0 if turn in (1, 3) else 1]
    strong = _strong(spans) if has_heavy and not bold else (0, 0)
    font, size, _, _ = _style_of(main)
    faint = size < _READABLE or (_is_white(main["color"]) and _are_white(spans))
    return Piece(x0, y0, x1, y1, base, size, bold, mono, font, text, tag, role, turn == 0, element, turn, strong, faint)


def _are_white(spans: list[Mapping[str, Any]]) -> bool:
    return all(_is_white(span["color"]) or span["text"].isspace() for span in spans)


def _is_white(colour: int | None) -> bool:
    """Tell whether a colour (0xRRGGBB; None for none) cannot be told from white paper."""
    return bool(colour) and all(colour >> shift & 0xFF >= _WHITE for shift in (16, 8, 0))


class _Looks(NamedTuple):
    """Whether a line's spans have one style (MuPDF parts them at each blank that it adds); if not, what is in them."""

    alike: bool
    has_raised: bool
    has_heavy: bool


_ONE_STYLE = _Looks(alike=True, has_raised=False, has_heavy=False)


@lru_cache(maxsize=4096)
def _looks(styles: frozenset[_Style]) -> _Looks:
    same = {(font, size, flags, char_flags & _BOLD_CHAR_FLAG) for font, size, flags, char_flags in styles}
    has_raised = any(flags & _RAISED_FLAG for _, _, flags, _ in same)
    if len(same) == 1 and not has_raised:
        return _ONE_STYLE
    heavy = any(span_style(font, flags, char_flags)[0] for font, _, flags, char_flags in styles)
    return _Looks(alike=False, has_raised=has_raised, has_heavy=heavy)


def _strong(spans: list[Mapping[str, Any]]) -> tuple[int, int]:
    """Return the first stretch in bold, as positions in the text without its outer and repeated blanks."""
    text, start = "", -1
    for span in spans:
        heavy = not span["text"].isspace() and span_style(span["font"], span["flags"], span["char_flags"])[0]
        if start < 0 and heavy:
            lead = text + span["text"][: len(span["text"]) - len(span["text"].lstrip())]
            start = len(" ".join(lead.split())) + bool(lead[-1:].isspace() and lead.strip())
        elif start >= 0 and not heavy and not span["text"].isspace():
            break
        text += span["text"]
    return (start, len(" ".join(text.split()))) if start >= 0 else (0, 0)


def _plain_signs(text: str) -> str:
    """Replace signs of symbol fonts and odd blanks; a soft hyphen stays where it breaks a word at the line's end."""
    text = text.translate(_SYMBOLS).strip()
    return text[:-1].replace("\xad", "") + text[-1:]


def _blend(spans: list[Mapping[str, Any]]) -> tuple[Mapping[str, Any], bool, bool]:
    """Return the span whose style most letters have, and whether all of them are bold, and of one width."""
    lengths: dict[tuple[str, float], int] = {}
    firsts: dict[tuple[str, float], Mapping[str, Any]] = {}
    styles = list(map(_style_of, spans))
    for span, style in zip(spans, styles, strict=True):
        key = style[:2]
        if key in lengths:
            lengths[key] += len(span["text"])
        else:
            firsts[key], lengths[key] = span, len(span["text"])
    looks = [span_style(font, flags, char_flags) for font, _, flags, char_flags in set(styles)]
    main = firsts[max(lengths, key=lambda key: lengths[key])]
    return main, all(heavy for heavy, _ in looks), all(fixed for _, fixed in looks)


def _text(spans: list[Mapping[str, Any]], main: Mapping[str, Any]) -> str:
    """Join spans; digits that stand small and high ("10" with a raised 3, the mark of a footnote) stay told apart."""
    parts: list[str] = []
    for span in spans:
        text: str = span["text"]
        if span["flags"] & _RAISED_FLAG and text.isdecimal() and span["size"] <= _SMALL * main["size"]:
            if parts and parts[-1] == " ":
                parts.pop()
            text = text.translate(_RAISED)
        parts.append(text)
    return "".join(parts)


@lru_cache(maxsize=4096)
def span_style(font: str, flags: int, char_flags: int) -> tuple[bool, bool]:
    """Return whether a span is bold, and whether its letters have one width; recognised text is neither."""
    if font.startswith(ENGINE_FONT):
        return False, False
    heavy, fixed = font_style(font)
    bold = heavy or bool(flags & _BOLD_FLAG or char_flags & _BOLD_CHAR_FLAG)
    return bold, fixed or bool(flags & _MONO_FLAG)


def _evened(pieces: list[Piece]) -> list[Piece]:
    """Give recognised lines of about the usual size that very size: theirs hangs on which letters they have."""
    fonts = {piece.font for piece in pieces}
    if not any(font.startswith(ENGINE_FONT) for font in fonts):
        return pieces
    found = sorted((piece.size, len(piece.text)) for piece in pieces if piece.font.startswith(ENGINE_FONT))
    middle = sum(length for _, length in found) / 2
    usual = found[-1][0]
    for size, length in found:
        middle -= length
        if middle <= 0:
            usual = size
            break
    return [
        piece._replace(size=_evened_size(piece.size, usual)) if piece.font.startswith(ENGINE_FONT) else piece
        for piece in pieces
    ]


def _evened_size(size: float, usual: float) -> float:
    near = usual / _RECOGNISED_SPREAD <= size <= usual * _RECOGNISED_SPREAD
    return float(round(usual if near else size))


def _doubled(text: str) -> bool:
    if len(text) < 8 or text[0] != text[1] or len(text) % 2:
        return False
    return text[::2] == text[1::2] and len(set(text)) > 2


def _once(pieces: list[Piece]) -> list[Piece]:
    """Drop a piece that repeats another one in place; the one that stays counts as bold."""
    seen: dict[str, list[int]] = {}
    kept: list[Piece] = []
    for piece in pieces:
        twins = seen.get(piece.text)
        if twins is None:
            seen[piece.text] = [len(kept)]
            kept.append(piece)
            continue
        twin = next((i for i in twins if _overlap(kept[i], piece) >= 0.9), None)
        if twin is not None:
            kept[twin] = kept[twin]._replace(bold=True)
            continue
        twins.append(len(kept))
        kept.append(piece)
    return _without_words_again(kept)


def _without_words_again(pieces: list[Piece]) -> list[Piece]:
    """Drop a piece that prints a part of another one again, at the same place."""
    rows: dict[int, list[Piece]] = {}
    gone: set[int] = set()
    for piece in pieces:
        row = rows.setdefault(round(piece.base), [])
        for other in row:
            if piece.x0 >= other.x1 or other.x0 >= piece.x1:
                continue
            small, large = (other, piece) if len(other.text) < len(piece.text) else (piece, other)
            if small.text in large.text and _overlap(small, large) >= 0.9 and large.x1 - small.x1 > -1:
                gone.add(id(small))
        row.append(piece)
    return [piece for piece in pieces if id(piece) not in gone] if gone else pieces


def _overlap(one: Piece, two: Piece) -> float:
    width = min(one.x1, two.x1) - max(one.x0, two.x0)
    height = min(one.y1, two.y1) - max(one.y0, two.y0)
    if width <= 0 or height <= 0:
        return 0.0
    area = max(1e-6, min((p.x1 - p.x0) * (p.y1 - p.y0) for p in (one, two)))
    return width * height / area


def body_size(pages: list[PageText]) -> float:
    """Return the type size that most characters of the document have (to half a point); 0 without text."""
    exact: dict[float, int] = {}
    for page in pages:
        for piece in page.pieces:
            exact[piece.size] = exact.get(piece.size, 0) + len(piece.text)
    counts: dict[float, int] = {}
    for size, length in exact.items():
        rounded = round(size * 2) / 2
        counts[rounded] = counts.get(rounded, 0) + length
    return max(counts, key=lambda size: (counts[size], -size)) if counts else 0.0
