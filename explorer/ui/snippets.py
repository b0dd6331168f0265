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
    parts = (words_of(word) or [word.strip()] for word in sorted(words, key=len, reverse=True) if word.strip())
    named = [r"\W*".join(map(re.escape, part)) for part in parts]
    if not named:
        return []
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(named)})(?!\w)", re.IGNORECASE)
    return [found.span() for found in pattern.finditer(text)]
