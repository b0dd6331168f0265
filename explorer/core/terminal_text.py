"""Text as a terminal may be given it: signs that it would obey, or that turn the line around, are shown as codes."""

from __future__ import annotations

import unicodedata

_DIRECTIONS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_BREAKS = frozenset({"Zl", "Zp"})


def escaped(sign: str) -> str:
    """Return a control sign or a change of writing direction as its code, any other sign as it is."""
    if unicodedata.category(sign) == "Cc" or unicodedata.bidirectional(sign) in _DIRECTIONS:
        return sign.encode("unicode_escape").decode("ascii")
    return sign


def one_line(text: str) -> str:
    """Return a name so that it stays on its line: line breaks and tabs as codes too (file names may hold anything)."""
    return "".join(
        sign.encode("unicode_escape").decode("ascii") if unicodedata.category(sign) in _BREAKS else escaped(sign)
        for sign in text
    )
