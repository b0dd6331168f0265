"""The words inside a line: white space by CSS's rule, pictures by their alternative text, bold parts noted."""

from __future__ import annotations

import re

from explorer.core.parsing.html.facts import LISTS, heading_level, is_block, is_bold
from explorer.core.parsing.html.tree import Node, Walk, names_in

# Only these collapse in HTML; a no-break space is a sign of its own.
_SPACE = re.compile(r"[ \t\n\f\r]+")
_SOFT_HYPHEN = "\u00ad"
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\ufeff"))
_PERMALINKS = frozenset(
    names_in(
        "headerlink permalink anchorjs-link header-anchor heading-anchor heading-link hash-link headinglink "
        "direct-link heading__anchor anchor-link docs-heading-anchor-permalink self-link toc-backref-link "
        "mw-editsection edit-link edit-section editsection linkicon octicon-link"
    )
)


class InlineText:
    """Collects one paragraph's words; `take` returns them and begins the next paragraph."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._bold_ranges: list[tuple[int, int]] = []
        self._bold = 0
        self._after_space = True
        self._after_picture = False

    def meet(self, entering: bool, node: Node) -> None:
        """Take in text, or the beginning or end of an element inside the line."""
        if not node.tag:
            self.add(node.text)
        elif node.tag == "br":
            self.add_break() if entering else None
        elif node.tag == "img":
            self._add_picture(node.get("alt")) if entering else None
        elif node.tag == "rt":
            self.add("(" if entering else ")")
        elif is_bold(node):
            self._bold += 1 if entering else -1

    def add(self, text: str) -> None:
        """Append text; its white space collapses with what stands before."""
        shown = _SPACE.sub(" ", text.replace(_SOFT_HYPHEN, ""))
        if self._after_space:
            shown = shown.removeprefix(" ")
        if not shown:
            return
        if self._after_picture and shown[0].isalnum():
            self._put(" ")
        self._after_picture = False
        if self._bold:
            self._bold_ranges.append((self._length, self._length + len(shown)))
        self._put(shown)
        self._after_space = shown.endswith(" ")

    def _add_picture(self, text: str) -> None:
        """Append what a picture shows, in words apart from those beside it."""
        if text.strip():
            self._after_picture = bool(self._parts) and self._parts[-1][-1].isalnum()
            self.add(text)
            self._after_picture = text[-1].isalnum()

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def add_space(self) -> None:
        """Keep what comes apart from what stands before."""
        self._after_picture = False
        if not self._after_space:
            self._put(" ")
            self._after_space = True

    def add_break(self) -> None:
        """Break the line; at the beginning there is nothing to break."""
        self._after_picture = False
        if self._length:
            if self._parts[-1].endswith(" "):
                self._parts[-1] = self._parts[-1][:-1]
                self._length -= 1
            self._put("\n")
            self._after_space = True

    @property
    def ends_line(self) -> bool:
        """Tell whether a line break is the last thing that was added."""
        return bool(self._parts) and self._parts[-1] == "\n"

    def take(self) -> tuple[str, tuple[tuple[int, int], ...]]:
        """Return the text, trimmed, and its bold ranges; begin anew."""
        whole = "".join(self._parts)
        text = whole.strip()
        low = len(whole) - len(whole.lstrip())
        ranges = tuple((max(start - low, 0), min(end - low, len(text))) for start, end in self._bold_ranges)
        self._parts, self._length, self._bold_ranges, self._after_space = [], 0, [], True
        self._after_picture = False
        return text, ranges


def flat_text(root: Node) -> str:
    """Return all words below an element on one line, list items with a dash."""
    if all(not child.tag for child in root.children):
        return " ".join("".join(child.text for child in root.children).replace(_SOFT_HYPHEN, "").split())
    inline = InlineText()
    for entering, node in Walk(root):
        if node.tag and is_block(node):
            inline.add_space()
            if node.tag == "li" and entering and node.parent is not None and node.parent.tag in LISTS:
                inline.add("- ")
        else:
            inline.meet(entering, node)
    return " ".join(inline.take()[0].split())


def heading_text(root: Node) -> str:
    """Return a heading's words on one line, without links to itself and links for editing."""
    inline = InlineText()
    walk = Walk(root)
    for entering, node in walk:
        if node.tag and entering and is_permalink(node):
            walk.skip()
        elif node.tag and is_block(node):
            inline.add_space()
        else:
            inline.meet(entering, node)
    return " ".join(inline.take()[0].translate(_INVISIBLE).split())


def is_permalink(node: Node) -> bool:
    """Tell whether an element inside a heading is a tool's link ("¶", "#", "[edit]") and none of its words."""
    if not _PERMALINKS.isdisjoint(node.get("class").lower().split()):
        return _holds_no_words(node) or not _is_all(node)
    if node.tag == "a":
        return "href" in node.attributes and not _has_picture(node) and _holds_no_words(node)
    return node.tag == "sup" and _is_only_link(node)


def _is_all(node: Node) -> bool:
    """Tell whether an element holds all words of its heading: then it is the heading itself."""
    around = node.parent
    while around is not None and not heading_level(around):
        around = around.parent
    return around is not None and node.words >= around.words


def _holds_no_words(node: Node) -> bool:
    return not any(sign.isalnum() for sign in flat_text(node))


def _has_picture(node: Node) -> bool:
    return any(child.tag == "img" and child.get("alt") for child in node.children)


def _is_only_link(node: Node) -> bool:
    inner = [child for child in node.children if child.tag or child.text.strip()]
    return len(inner) == 1 and inner[0].tag == "a" and inner[0].get("href").startswith("#")


def raw_text(root: Node) -> str:
    """Return preformatted text as it stands, line breaks and blanks kept, without line numbers of tools."""
    parts: list[str] = []
    for entering, node in Walk(root):
        if not node.tag:
            parts.append(node.text)
        elif node.tag == "br" and entering:
            parts.append("\n")
        elif node.tag == "img" and entering:
            parts.append(node.get("alt"))
    text = "".join(parts).replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix("\n").rstrip()
