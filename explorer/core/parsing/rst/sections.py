"""Section titles of reStructuredText, found line by line, so that a document can be read section by section.

Titles are text at the margin with a line of one punctuation character below, and perhaps the same above. Each style
(the character, with or without the line above) has a level by its first appearance, as the specification of docutils
says; a style that skips a level is no error here. What stands inside directives, literal blocks and lists is indented
and can be no title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*[ \t]*")
# What begins another construct of a body, so that the line is no title; numbers ("1. Scope") may be one.
_OTHER = re.compile(
    r"[-+*•‣⁃](?:\s|$)|:[^:\s][^:]*:(?:\s|$)|(?:--?|/)\w[\w-]*(?:[ =]\S+)?(?:,\s|\s{2,})|>>>(?:\s|$)|\|(?:\s|$)|\+[-=]"
    r"|\.\.(?:\s|$)|__(?:\s|$)|=+(?:\s+=+)+\s*$"
)
_FEWEST = 4


@dataclass(frozen=True, slots=True)
class Part:
    """A title (lines `first` to `last`, its words on line `worded`) or, with level 0, what stands between titles."""

    first: int
    last: int
    level: int = 0
    worded: int = 0


def parts(lines: Sequence[str]) -> Iterator[Part]:
    """Yield titles and what stands between them, in order; parts without lines are left out."""
    styles: dict[str, int] = {}
    begun = at = 0
    while at < len(lines):
        found = _title_at(lines, at)
        if found is None:
            at += 1
            continue
        if begun < at:
            yield Part(begun, at)
        style, worded, at_end = found
        yield Part(at, at_end, styles.setdefault(style, len(styles) + 1), worded)
        begun = at = at_end
    if begun < len(lines):
        yield Part(begun, len(lines))


def _title_at(lines: Sequence[str], at: int) -> tuple[str, int, int] | None:
    """Return (style, line of the words, end) of the title that begins at a line."""
    if not _may_begin(lines, at):
        return None
    rule = _rule(lines[at])
    below = _rule(lines[at + 2]) if rule and at + 2 < len(lines) else ""
    equal = len(below) == len(rule) or min(len(rule), len(below)) >= _FEWEST
    if below[:1] == rule[:1] != "" and equal and _is_words(lines[at + 1], boxed=True):
        return rule[0] * 2, at + 1, at + 3
    if at + 1 >= len(lines) or not _is_words(lines[at], boxed=False):
        return None
    under = _rule(lines[at + 1])
    long_enough = len(under) >= min(_columns(lines[at].rstrip()), _FEWEST)
    return (under[0], at, at + 2) if under and long_enough else None


def _may_begin(lines: Sequence[str], at: int) -> bool:
    """Tell whether a title may begin: behind a blank line, a title, or text that is indented and so ends here."""
    if not lines[at].strip():
        return False
    before = lines[at - 1] if at else ""
    return not before.strip() or before[0].isspace() or before.startswith(("..", "__ ")) or bool(_rule(before))


def _rule(line: str) -> str:
    """Return the characters of an adornment, or ""."""
    match = _ADORNMENT.fullmatch(line)
    return line.rstrip() if match else ""


def _is_words(line: str, *, boxed: bool) -> bool:
    words = line.strip()
    if not words or (line[0].isspace() and not boxed):
        return False
    return bool(boxed or not _OTHER.match(line)) and not _rule(words)


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 0 if combining(sign) else 1 for sign in text[:200])
