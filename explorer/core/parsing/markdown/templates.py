"""Marks of template languages in Markdown: shortcodes of Hugo, tags of Liquid and Jinja, comments of these and MDX.

What stands between such marks is text; the marks are instructions to a program and no words. Output marks (`{{ x }}`)
stay: they stand for words that only the program knows.
"""

from __future__ import annotations

_MARKS = (
    ("{{<", ">}}"),
    ("{{%", "%}}"),
    ("{{/*", "*/}}"),
    ("{%", "%}"),
    ("{# ", "#}"),
    ("{/*", "*/}"),
    # Includes of a file; emphasis in braces has no blank inside its stars.
    ("{* ", " *}"),
)
_LONGEST = 4000


def template_end(text: str, start: int) -> int:
    """Return where the mark at `start` ends, or 0 when there is none; a blank line ends the search."""
    for opening, closing in _MARKS:
        if text.startswith(opening, start):
            end = text.find(closing, start + len(opening), start + _LONGEST)
            blank = text.find("\n\n", start, end) if end >= 0 else 0
            return end + len(closing) if end >= 0 and blank < 0 else 0
    return 0
