"""What of a page is not read: what nobody sees, and what belongs to the site and not to the document (DESIGN 4.1).

Three kinds, marked on the nodes: *silent* (scripts, styles: never words), *hidden* (by attribute, style or ARIA), and
*furniture* (navigation, the page's header and footer, banners, tables of contents, what stands beside the main
part). When nothing else is there,
furniture is read after all, then what is hidden. Content that a click unfolds (`details`, tabs, accordions) is
content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from explorer.core.parsing.html.beside import beside_main, logos
from explorer.core.parsing.html.facts import count_below, heading_level, style_of
from explorer.core.parsing.html.folded import UNFOLDING, Unfolded
from explorer.core.parsing.html.furniture_names import furniture_name
from explorer.core.parsing.html.tree import LeftOut, Node, in_order, names_in

_SILENT = frozenset(
    names_in(
        "script style template head link meta title base svg iframe object embed applet audio video canvas "
        "map area select datalist textarea input progress meter noframes annotation annotation-xml rp"
    )
)
_SECTIONING = frozenset(names_in("article section main aside nav blockquote details fieldset figure td th li dialog"))
_BY_NAME = frozenset({"nav", "search", "header", "footer", "aside"})
_CONTENT = frozenset({"main", "article"})
_CONTENT_ROLES = frozenset({"main", "article"})
_FURNITURE_ROLES = frozenset(
    names_in(
        "navigation banner contentinfo search menu menubar toolbar dialog alertdialog doc-toc doc-pagelist "
        "doc-index-nav scrollbar"
    )
)
_ASIDE_ROLES = ("note", "doc-", "region", "alert", "figure")
_REMARKS = frozenset(
    names_in("note notes footnote footnotes endnote tip warning caution important danger admonition callout hint alert")
)
_LINE_NUMBERS = frozenset(names_in("linenos lineno linenodiv hljs-ln-numbers rouge-gutter"))


@dataclass(frozen=True, slots=True)
class LeftOutWords:
    """How many words were left out as furniture and as hidden, and a note when they had to be read after all."""

    furniture: int = 0
    hidden: int = 0
    note: str = ""

    def notes(self) -> tuple[str, ...]:
        """Return sentences for the user."""
        counts = (
            (self.furniture, "menus, banners, page headers and footers"),
            (self.hidden, "hidden parts"),
        )
        said = [
            f"{count:,} words of {what} were left out." if count > 1 else f"One word of {what} was left out."
            for count, what in counts
            if count
        ]
        return (*said, self.note) if self.note else tuple(said)


def leave_out(root: Node, *, keep_something: bool = True) -> LeftOutWords:
    """Mark what is not read below `root`, fill in the counts of all nodes, and say how much it was.

    `keep_something`: read furniture and hidden parts after all when there is nothing else.
    """
    nodes = in_order(root)
    unfolded = Unfolded(nodes)
    for node in nodes:
        if node.tag:
            node.left_out = _unseen(node, unfolded)
    count_below(nodes)
    hidden = _outermost(nodes, LeftOut.HIDDEN)
    _mark_furniture(nodes)
    menus = sum(node.words for node in _outermost(nodes, LeftOut.FURNITURE))
    for node in (*beside_main(nodes, root.words - menus), *logos(nodes)):
        node.left_out = LeftOut.FURNITURE
    furniture = _outermost(nodes, LeftOut.FURNITURE)
    menus, unseen = sum(node.words for node in furniture), sum(node.words for node in hidden)
    note = "" if root.words > menus or not keep_something else _give_back_all(root, furniture, hidden)
    count_below(nodes)
    return LeftOutWords(note=note) if note else LeftOutWords(menus, unseen)


def _give_back_all(root: Node, furniture: Sequence[Node], hidden: Sequence[Node]) -> str:
    """Give back what turns out to be all that there is; returns a note, empty when there is nothing at all."""
    if root.words:
        _give_back(furniture)
        return "There is nothing on this page but what looks like menus, banners, headers or footers: it was read."
    _give_back(hidden)
    return "All text of this page is hidden: it was read all the same." if any(node.words for node in hidden) else ""


def _give_back(nodes: Iterable[Node]) -> None:
    for node in nodes:
        node.left_out = LeftOut.NO


def _outermost(nodes: Sequence[Node], why: LeftOut) -> list[Node]:
    """Return the nodes left out for this reason that stand in nothing else that is left out."""
    inside: set[int] = set()
    found: list[Node] = []
    for node in nodes:
        if node.parent is not None and id(node.parent) in inside:
            inside.add(id(node))
        elif node.left_out is not LeftOut.NO:
            inside.add(id(node))
            if node.left_out is why:
                found.append(node)
    return found


def _unseen(node: Node, unfolded: Unfolded) -> LeftOut:
    if node.tag in _SILENT:
        return LeftOut.SILENT
    if node.tag == "noscript" or (node.tag == "dialog" and "open" not in node.attributes):
        return LeftOut.HIDDEN
    if node.tag == "button" and _is_mere_control(node):
        return LeftOut.SILENT
    if node.tag in ("td", "span", "a") and not _LINE_NUMBERS.isdisjoint(node.get("class").lower().split()):
        return LeftOut.SILENT
    if not node.attributes or not _is_hidden(node) or unfolded.has(node):
        return LeftOut.NO
    return LeftOut.HIDDEN


def _is_hidden(node: Node) -> bool:
    """Tell whether an element hides itself; `hidden="until-found"` is content that a search on the page unfolds."""
    if "hidden" in node.attributes and node.get("hidden").lower() != "until-found":
        return True
    if node.get("aria-hidden").strip().lower() == "true":
        return True
    style = style_of(node)
    return style.get("display") == "none" or style.get("visibility") in ("hidden", "collapse")


def _is_mere_control(node: Node) -> bool:
    """Tell whether a button acts on the page or its form and names no content."""
    if any(name in node.attributes for name in ("aria-expanded", *UNFOLDING)):
        return False
    if node.get("type").lower() in ("submit", "reset"):
        return True
    names = " ".join(node.names())
    if any(part in names for part in ("copy", "clipboard", "close", "toggle", "share", "print", "search")):
        return True
    return any(above.tag in ("form", "pre", "nav") for above in _above(node, 4))


def _above(node: Node, most: int) -> Iterable[Node]:
    around = node.parent
    while around is not None and most:
        yield around
        around, most = around.parent, most - 1


def _mark_furniture(nodes: Sequence[Node]) -> None:
    """Mark the page's furniture; a part that holds the document's main part is none."""
    scopes = _Scopes(_inside(nodes, _is_sectioning), _inside(nodes, _is_content), _holders_of_main(nodes))
    headers = _mark(nodes, scopes)
    title = _rescued(nodes, headers)
    if title is not None:
        title.left_out = LeftOut.NO
        _mark(in_order(title)[1:], scopes)


@dataclass(frozen=True, slots=True)
class _Scopes:
    """The nodes in sections of any kind, in the main part or an article, and around the main part, by identity."""

    sections: set[int]
    contents: set[int]
    around_main: set[int]


def _mark(nodes: Sequence[Node], scopes: _Scopes) -> list[Node]:
    """Mark furniture, the outermost of each; returns the page headers among it."""
    headers: list[Node] = []
    gone: set[int] = set()
    for node in nodes:
        if node.left_out is not LeftOut.NO or (node.parent is not None and id(node.parent) in gone):
            gone.add(id(node))
            continue
        if not (node.attributes or node.tag in _BY_NAME) or id(node) in scopes.around_main:
            continue
        kind = _kind(node, in_section=id(node) in scopes.sections, in_content=id(node) in scopes.contents)
        if kind:
            node.left_out = LeftOut.FURNITURE
            gone.add(id(node))
        if kind == "header":
            headers.append(node)
    return headers


def _is_sectioning(node: Node) -> bool:
    return node.tag in _SECTIONING or node.get("role") in _CONTENT_ROLES


def _is_content(node: Node) -> bool:
    return node.tag in _CONTENT or node.get("role") in _CONTENT_ROLES


def _inside(nodes: Sequence[Node], opens: Callable[[Node], bool]) -> set[int]:
    """Return the nodes that stand inside of one that `opens` says yes to."""
    inside: set[int] = set()
    for node in nodes:
        parent = node.parent
        if parent is not None and (id(parent) in inside or opens(parent)):
            inside.add(id(node))
    return inside


def _holders_of_main(nodes: Sequence[Node]) -> set[int]:
    found: set[int] = {id(node) for node in nodes if node.tag in ("html", "body")}
    for node in nodes:
        around = node if node.tag == "main" or node.get("role") == "main" else None
        while around is not None and id(around) not in found:
            found.add(id(around))
            around = around.parent
    return found


def _kind(node: Node, *, in_section: bool, in_content: bool) -> str:
    """Return what furniture a node is, in a word, or the empty string."""
    role = node.get("role").strip().lower()
    if node.tag in ("nav", "search") or role in _FURNITURE_ROLES:
        return "header" if role == "banner" else "navigation"
    if node.tag in ("header", "footer"):
        return "" if in_section else node.tag
    if node.tag == "aside" or role == "complementary":
        return "" if _is_remark(node, role, in_content=in_content) else "aside"
    if heading_level(node):
        return ""
    return furniture_name(node, in_section=in_section, in_content=in_content)


def _is_remark(node: Node, role: str, *, in_content: bool) -> bool:
    """Tell a note, tip or pull quote of the text itself from what only stands beside it."""
    if role.startswith(_ASIDE_ROLES) or "note" in node.get("type"):
        return True
    if any(not _REMARKS.isdisjoint(name.replace("_", "-").split("-")) for name in node.names()):
        return True
    return in_content and not node.headings and node.link_words * 2 <= node.words


def _rescued(nodes: Sequence[Node], headers: Sequence[Node]) -> Node | None:
    """Return the page header that holds the document's own heading.

    That is the only heading of level 1, and what the page's title begins with, if it has a title.
    """
    if not headers or _has_first_heading(nodes):
        return None
    titles = [" ".join(child.text for child in node.children) for node in nodes if node.tag == "title"]
    title = " ".join(titles[0].split()).casefold() if titles else ""
    for header in headers:
        firsts = [node for node in in_order(header) if heading_level(node) == 1]
        words = [" ".join(_words(first)).casefold() for first in firsts]
        # An element that is a header by its name only is weaker evidence than `header` or a role.
        weak = len(firsts) == 1 and (header.tag == "div" or not title)
        if weak or any(text and title.startswith(text) for text in words):
            return header
    return None


def _has_first_heading(nodes: Sequence[Node]) -> bool:
    """Tell whether there is a heading of level 1 outside of what is left out."""
    inside: set[int] = set()
    for node in nodes:
        if node.left_out is not LeftOut.NO or (node.parent is not None and id(node.parent) in inside):
            inside.add(id(node))
        elif node.tag and heading_level(node) == 1 and node.words:
            return True
    return False


def _words(node: Node) -> list[str]:
    return [word for below in in_order(node) if not below.tag for word in below.text.split()]
