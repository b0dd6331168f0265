"""Signs of symbol fonts as Unicode text, and which fonts are those of code.

Word stores a sign of Symbol or Wingdings by its place in the font, plus 0xF000. The tables hold what documents
write with them (Greek letters and mathematics, ticks, boxes, arrows, bullets); the rest becomes no text.
"""

from __future__ import annotations

import re

_PRIVATE = re.compile("[\uf000-\uf0ff]")
_SYMBOL = {
    **dict(zip(range(0x41, 0x5B), "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True)),
    **dict(zip(range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True)),
    0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x7E: "∼", 0xA0: "€",
    0xA2: "′", 0xA3: "≤", 0xA4: "⁄", 0xA5: "∞", 0xA7: "♣", 0xA8: "♦", 0xA9: "♥", 0xAA: "♠", 0xAB: "↔", 0xAC: "←",
    0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB5: "∝", 0xB6: "∂",
    0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC5: "⊕", 0xC6: "∅", 0xC7: "∩", 0xC8: "∪",
    0xCC: "⊂", 0xCD: "⊆", 0xCE: "∈", 0xCF: "∉", 0xD1: "∇", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD5: "∏", 0xD6: "√",
    0xD7: "⋅", 0xD8: "¬", 0xD9: "∧", 0xDA: "∨", 0xDB: "⇔", 0xDC: "⇐", 0xDE: "⇒", 0xE0: "◊", 0xE2: "®", 0xE3: "©",
    0xE4: "™", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_WINGDINGS = {
    0x28: "☎", 0x29: "✆", 0x2A: "✉", 0x46: "☞", 0x4A: "☺", 0x6C: "●", 0x6E: "■", 0x6F: "□", 0x70: "□", 0x71: "□",
    0x72: "□", 0x74: "◆", 0x75: "◆", 0x76: "❖", 0x77: "◆", 0x9F: "•", 0xA0: "▪", 0xA7: "▪", 0xA8: "□", 0xB2: "✧",
    0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒",
    0xFE: "☑",
}  # fmt: skip
_WINGDINGS_2 = {0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0xA3: "□", 0x97: "●"}
_WINGDINGS_3 = {0x7D: "▶", 0x84: "▶", 0x22: "→"}
_FONTS = {
    "symbol": _SYMBOL, "wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2, "wingdings 3": _WINGDINGS_3,
}  # fmt: skip
_MONOSPACED_LISTED = (
    "andale mono|cascadia code|cascadia mono|consolas|courier|courier new|courier 10 pitch|cousine|"
    "dejavu sans mono|fira code|fira mono|ibm plex mono|inconsolata|jetbrains mono|liberation mono|lucida console|"
    "menlo|monaco|monospace|noto mono|noto sans mono|ocr a extended|roboto mono|sf mono|source code pro|"
    "ubuntu mono|letter gothic"
)
_MONOSPACED = frozenset(_MONOSPACED_LISTED.split("|"))


def is_monospaced(font: str) -> bool:
    """Tell whether code is usually set in a font of this name."""
    return font.casefold() in _MONOSPACED


def symbol(code: int, font: str) -> str:
    """Return the sign at a place of a font, "" for one that no table knows in a symbol font."""
    place = code - 0xF000 if 0xF000 <= code <= 0xF0FF else code
    table = _FONTS.get(font.casefold())
    if table is not None:
        return table.get(place, chr(place) if table is _SYMBOL and 0x20 <= place < 0x7F else "")
    if 0xF000 <= code <= 0xF0FF:
        return chr(place) if 0x20 <= place < 0x7F or place >= 0xA0 else ""
    return chr(code) if 0x20 <= code <= 0x10FFFF and not 0xD800 <= code < 0xE000 else ""


def symbols_as_text(text: str, font: str) -> str:
    """Return a run's text with the signs of symbol fonts (private code points) as Unicode has them."""
    if not _PRIVATE.search(text):
        return text
    return "".join(symbol(ord(sign), font) if "\uf000" <= sign <= "\uf0ff" else sign for sign in text)


def bullet(text: str, font: str) -> str:
    """Return a list's bullet as a sign that any font has; unknown ones become a round bullet."""
    if text.strip() == "o" and is_monospaced(font):
        return "◦"
    # Without a font that is known to hold symbols, these places are Symbol's, which Word writes by default.
    shown = symbols_as_text(text, font if font.casefold() in _FONTS else "symbol").strip()
    return shown or "•"
