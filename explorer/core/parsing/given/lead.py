"""Headings that another pipeline left in front of a chunk's text, or put there: known by their own fields only.

A lead is the path, or the title with the path, joined by `>`, `/`, `|`, `»`, `›`, `→`, `:` or line breaks, in brackets
or not, or the last headings of the path as lines of their own (a Markdown splitter that keeps headings). Case, white
space, `#` and `*` around a heading do not count. Nothing is taken for a lead that the fields do not name, and never a
whole text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_JOINTS = ">/|»›→:"
_MARKS = "#*_ \t"
_MOST_HEADINGS = 12
"""Longer paths are not looked for in front of a text."""


def lead_length(text: str, title: str, path: Sequence[str], header: str = "") -> int:
    """Return how many characters at the beginning of `text` are headings of its own; 0 where none are.

    `header` is what the pipeline says it put there, where it says so.
    """
    for segments, lines_only in _candidates(title, path, header):
        end = _matched(text, segments, lines_only=lines_only)
        if end and text[end:].strip():
            return end
    return 0


def _candidates(title: str, path: Sequence[str], header: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield what may stand in front, the longest first, and whether each part must be a line of its own."""
    if header:
        yield (header,), False
    if len(path) > _MOST_HEADINGS:
        return
    if title and path:
        yield (title, *path), False
    if path:
        yield tuple(path), False
    for first in range(1, len(path)):
        yield tuple(path[first:]), True
    if title:
        yield (title,), True


def _matched(text: str, segments: Sequence[str], *, lines_only: bool) -> int:
    """Return where the text goes on after `segments`, 0 when it does not begin with them."""
    at = _skip(text, 0, "[ \t\n")
    for number, segment in enumerate(segments, start=1):
        at = _segment(text, _skip(text, at, _MARKS), segment)
        if at < 0:
            return 0
        # Behind the last one, signs other than a colon belong to the text: "A | B", "Term / definition".
        joints = "" if lines_only else ":" if number == len(segments) else _JOINTS
        at = _joint(text, _skip(text, at, "*_"), joints)
        if at < 0:
            return 0
    return at


def _segment(text: str, at: int, segment: str) -> int:
    """Return the end of `segment` at `at`, its words parted by any white space of one line; -1 when it is not there."""
    words = segment.split()
    for number, word in enumerate(words):
        if number:
            after = _skip(text, at, " \t")
            if after == at:
                return -1
            at = after
        if text[at : at + len(word)].casefold() != word.casefold():
            return -1
        at += len(word)
    return at if words else -1


def _joint(text: str, at: int, joints: str) -> int:
    """Return the end of what parts two segments, or the last one from the text: line breaks or a sign; else -1."""
    end = _skip(text, at, " \t#")
    sign = text[end : end + 1]
    if sign and sign in joints and (sign not in "/:" or end > at or _open(text, end)):
        return _skip(text, end + 1, " \t\r\n")
    if sign == "]":
        end = _skip(text, end + 1, " \t")
    return _after_lines(text, end) if text[end : end + 1] in ("\r", "\n") else -1


def _open(text: str, at: int) -> bool:
    """Tell whether white space follows the sign at `at`: "a/b" and "12:30" are words."""
    return text[at + 1 : at + 2].isspace()


def _after_lines(text: str, at: int) -> int:
    """Return where the next line that is not blank begins, its indentation kept (code)."""
    end = _skip(text, at, " \t\r\n")
    return text.rfind("\n", at, end) + 1


def _skip(text: str, at: int, signs: str) -> int:
    while at < len(text) and text[at] in signs:
        at += 1
    return at
