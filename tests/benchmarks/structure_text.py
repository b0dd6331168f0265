"""How texts are compared: what counts as the same heading, and where a passage stands in a tool's text."""

from __future__ import annotations

import html
import re
import unicodedata

_MARKDOWN_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_TAG = re.compile(r"</?[A-Za-z][^>]*>")
_ANCHOR = re.compile(r"\s*\{:?\s*#[^}]*\}\s*$")
# Numbering: "4.2", "IV.", "A.1.", "§ 7", with at most one word before it ("Chapter 1", "Kapitel 2:", "Anhang B.").
_NUMBERING = re.compile(
    r"^(?:(?:\w+\s+)?(?:\d+(?:\.\d+)*)|(?:\w+\s+)?(?:[IVXLC]+|[A-Z])(?=[.:])|(?:Appendix|Part|Anhang|Annex|Apêndice)\s+\w+"
    r"|[A-Z](?:\.\d+)+|§+\s*\d+|第\s*\w+\s*[章节部])[.):]*[\s:–—-]+(?=\S)"
)
_INVISIBLE: dict[int, int | None] = dict.fromkeys((0x200E, 0x200F, 0x00AD, 0x200B, 0x2060, 0xFEFF))

Headings = list[tuple[int, str]]
"""(level, text) in document order."""
Path = tuple[str, ...]


def heading_key(text: str) -> str:
    """Return what is compared of a heading: no numbering, anchors, markup, case or white space."""
    plain = html.unescape(_MARKDOWN_LINK.sub(r"\1", _TAG.sub("", text))).translate(_INVISIBLE)
    plain = " ".join(_ANCHOR.sub("", plain).split())
    # Twice: PDF prints "3.1.1 Stage 1: Loading" for what a truth states as "Stage 1: Loading".
    return compact(_NUMBERING.sub("", _NUMBERING.sub("", plain))) or compact(plain) or plain


def compact(text: str) -> str:
    """Return the letters, digits and marks of a text, which survive white space, hyphenation and markup."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded.isascii():
        return "".join(filter(str.isalnum, folded))
    return "".join(sign for sign in folded if sign.isalnum() or unicodedata.category(sign).startswith("M"))


def key_paths(headings: Headings) -> list[Path]:
    """Return each heading's path as keys, by popping all open headings of the same or a deeper level."""
    paths: list[Path] = []
    opened: list[tuple[int, str]] = []
    for level, text in headings:
        while opened and opened[-1][0] >= level:
            opened.pop()
        opened.append((level, heading_key(text)))
        paths.append(tuple(key for _, key in opened))
    return paths


def title_key(headings: Headings) -> str:
    """Return the key of a heading that is the document's title: the first one and the only one of its level."""
    if not headings:
        return ""
    top = min(level for level, _ in headings)
    alone = sum(level == top for level, _ in headings) == 1
    return heading_key(headings[0][1]) if alone and headings[0][0] == top else ""


def same_path(mine: Path, true: Path, my_title: str, true_titles: frozenset[str]) -> bool:
    """Tell whether two paths are equal; a document's title that leads only one of them, or differs, does not count."""
    mine_untitled = mine[1:] if my_title and mine[:1] == (my_title,) else mine
    true_untitled = true[1:] if true and true[0] in true_titles else true
    return mine in (true, true_untitled) or mine_untitled in (true, true_untitled)
