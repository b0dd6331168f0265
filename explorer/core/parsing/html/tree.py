"""A document's elements as a plain tree, whichever parser read them.

HTML is read by the algorithm of the HTML standard (lexbor); XHTML see `explorer.core.parsing.html.xml`. No script runs.
Nothing here recurses over depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from selectolax.lexbor import LexborHTMLParser, LexborNode


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a text, blanks between them."""
    return tuple(text.split())


# Elements whose end tag may not be left out: only these can nest without end by their number alone.
_NESTING = frozenset(
    names_in(
        "abbr address article aside bdi bdo blockquote button center cite del details dfn dir div dl fieldset figure "
        "footer form header hgroup ins label main menu nav ol pre q section span sub summary sup table ul"
    )
)
_DEEPEST = 4000
_FORMATS = frozenset(names_in("b big code em font i nobr s small strike strong tt u"))
_MOST_FORMATS = 32


class LeftOut(IntEnum):
    """Why a node is not read, from what is never words to what may be all that there is."""

    NO = 0
    SILENT = 1
    HIDDEN = 2
    FURNITURE = 3


@dataclass(slots=True, eq=False)
class Node:
    """An element, or text (`tag` is empty then). Names of tags and attributes are in lower case, without prefix.

    `words`, `link_words`, `headings`, `compounds` (tables, code, quotations, figures, definition lists, headings),
    `controls`: counts of what can be seen below the node, itself included, filled in by
    `explorer.core.parsing.html.facts`.
    """

    tag: str
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    parent: Node | None = None
    children: list[Node] = field(default_factory=list["Node"])
    left_out: LeftOut = LeftOut.NO
    words: int = 0
    link_words: int = 0
    headings: int = 0
    compounds: int = 0
    controls: int = 0

    def get(self, name: str) -> str:
        """Return an attribute's value, or the empty string."""
        return self.attributes.get(name, "")

    def names(self) -> list[str]:
        """Return the classes and the id, in lower case."""
        return [*self.get("class").lower().split(), *self.get("id").lower().split()]


class Walk:
    """Goes through what is read below a node, in document order: (entering, node) for elements, once for text.

    Call `skip()` on an element just entered to pass over its children; its leaving is not told then.
    """

    def __init__(self, root: Node) -> None:
        self._root = root
        self._skipped = False

    def skip(self) -> None:
        """Pass over the element that was just entered."""
        self._skipped = True

    def __iter__(self) -> Iterator[tuple[bool, Node]]:
        """Yield the nodes; the root itself is not told."""
        stack = [(self._root, iter(self._root.children))]
        while stack:
            node, children = stack[-1]
            child = next(children, None)
            if child is None:
                stack.pop()
                if stack:
                    yield False, node
            elif child.left_out is LeftOut.NO:
                self._skipped = False
                yield True, child
                if child.tag and not self._skipped:
                    stack.append((child, iter(child.children)))


def in_order(root: Node) -> list[Node]:
    """Return a node and all below it, parents before their children, whether they are read or not."""
    found: list[Node] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(reversed(node.children))
    return found


def tree_of_html(text: str) -> tuple[Node, bool]:
    """Read HTML; also tells whether it was nested so deeply that its inner elements were read as if side by side."""
    shallow = _flattened(text)
    root = LexborHTMLParser(shallow or text).root
    return (_from_lexbor(root) if root is not None else Node("html")), bool(shallow)


def _flattened(text: str) -> str:
    """Return the text with the tags below the greatest depth made void ones, or "" when it is not so deep.

    The standard's algorithm looks through all open elements at many a tag, and repeats all open elements of format in
    every new paragraph: a file of unclosed tags would take minutes.
    """
    nesting = _Depth(_NESTING, _DEEPEST, "hr")
    formats = _Depth(_FORMATS, _MOST_FORMATS, "wbr")
    parts = text.split("<")
    changed = False
    for index in range(1, len(parts)):
        part = parts[index]
        closing = part.startswith("/")
        name = _tag_name(part, int(closing))
        void = formats.meet(name, closing=closing) or nesting.meet(name, closing=closing)
        if void and not _ends_itself(part):
            parts[index] = part[: int(closing)] + void + part[int(closing) + len(name) :]
            changed = True
    return "<".join(parts) if changed else ""


class _Depth:
    """Counts open elements of one kind; says by which void element to replace one that stands too deep."""

    def __init__(self, names: frozenset[str], most: int, void: str) -> None:
        self._names = names
        self._most = most
        self._void = void
        self._open = 0

    def meet(self, name: str, *, closing: bool) -> str:
        """Count a tag; returns the void element's name, or the empty string for one that may stay."""
        if name not in self._names:
            return ""
        deep = self._open >= self._most + closing
        self._open = max(0, self._open + (-1 if closing else 1))
        return self._void if deep else ""


def _tag_name(part: str, at: int) -> str:
    end = at
    while end < len(part) and end < at + 12 and part[end].isalnum():
        end += 1
    return part[at:end].lower()


def _ends_itself(part: str) -> bool:
    return part.find("/>") >= 0 and part.find("/>") == part.find(">") - 1


def _from_lexbor(root: LexborNode) -> Node:
    top = _element(root)
    parent, current = top, root.first_child
    stack = [root]
    while stack:
        if current is None:
            current = stack.pop().next
            if stack and parent.parent is not None:
                parent = parent.parent
            continue
        node = _element(current) if current.is_element_node else Node("", text=_text(current))
        if node.tag or node.text:
            node.parent = parent
            parent.children.append(node)
        if node.tag and current.first_child is not None:
            stack.append(current)
            parent, current = node, current.first_child
        else:
            current = current.next
    return top


def _text(node: LexborNode) -> str:
    return (node.text_content or "") if node.is_text_node else ""


def _element(node: LexborNode) -> Node:
    attributes = {name.lower(): value or "" for name, value in node.attributes.items()}
    return Node((node.tag or "-").lower(), attributes=attributes)
