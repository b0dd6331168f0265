"""A document's elements as a plain tree, whichever parser read them.

HTML is read by the algorithm of the HTML standard (lexbor); XHTML see `explorer.core.parsing.html_xml`. No script runs.
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


_DEEPEST = 4000
# Elements whose end tag may not be left out: only these can nest without end by their number alone.
_NESTING = frozenset(
    names_in(
        "a abbr address article aside b big blockquote bdi bdo center cite code dd del details dfn dir div dl "
        "dt em fieldset figure font footer form header i ins label li main menu nav ol q s section small span "
        "strike strong sub summary sup table tbody td tr tt u ul"
    )
)


class LeftOut(IntEnum):
    """Why a node is not read, from what is never words to what may be all that there is."""

    NO = 0
    SILENT = 1
    HIDDEN = 2
    FURNITURE = 3


@dataclass(slots=True, eq=False)
class Node:
    """An element, or text (`tag` is empty then). Names of tags and attributes are in lower case, without prefix.

    `words`, `link_words`, `headings`, `compounds` (tables, code, quotations, figures, definition lists, headings):
    counts of what can be seen below the node, itself included; `explorer.core.parsing.html_facts` fills them in.
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
    """Return the text with the tags below the greatest depth made void ones (`<hr>`), or "" when it is not so deep.

    The standard's algorithm looks through all open elements at many a tag; 100,000 open ones would take minutes.
    """
    depth = 0
    parts = text.split("<")
    changed = False
    for index in range(1, len(parts)):
        part = parts[index]
        closing = part.startswith("/")
        name = _tag_name(part, int(closing))
        if name not in _NESTING or _ends_itself(part):
            continue
        if depth >= _DEEPEST + closing:
            parts[index] = "/hr" + part[1 + len(name) :] if closing else "hr" + part[len(name) :]
            changed = True
        depth = max(0, depth + (-1 if closing else 1))
    return "<".join(parts) if changed else ""


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
