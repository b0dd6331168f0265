"""The line of text shown for a hit: cut round its first matching word, with the places of all matching words in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from explorer.core.words import words_of

_LEAD = 40
_LONGEST = 400


def snippet(text: str, words: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """Return one line of `text` and the spans of `words` in it, whole words only, letter case ignored.

    The words of a phrase may have any white space and punctuation between them.

    A line that would hide its first match begins a little before it, at a word's edge, after an ellipsis.
    """
    flat = " ".join(text.split())
    first = next(iter(_matches(flat, words)), (0, 0))[0]
    if first > _LEAD * 2:
        start = flat.rfind(" ", 0, first - _LEAD) + 1
        flat = "… " + flat[start:]
    flat = flat[:_LONGEST]
    return flat, _matches(flat, words)


def _matches(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    named = [_pattern(word) for word in sorted(words, key=len, reverse=True) if word.strip()]
    if not named:
        return []
    pattern = re.compile("|".join(named), re.IGNORECASE)
    return [found.span() for found in pattern.finditer(text)]


def _pattern(word: str) -> str:
    """Return what finds a word or a phrase; where a script has no spaces, a word has no edges either."""
    parts = words_of(word) or [word.strip()]
    before = "" if _is_unspaced(parts[0]) else r"(?<!\w)"
    after = "" if _is_unspaced(parts[-1]) else r"(?!\w)"
    between = r"\W*".join(map(re.escape, parts))
    return f"{before}{between}{after}"


def _is_unspaced(word: str) -> bool:
    return not word.isascii() and len(words_of(word * 2)) > 1
