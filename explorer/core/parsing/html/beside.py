"""What stands beside a page's main part, and logos above it.

By the HTML standard `main` holds the page's dominant contents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.core.parsing.html.facts import heading_level
from explorer.core.parsing.html.tree import LeftOut, Node

_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif")


def logos(nodes: Sequence[Node]) -> list[Node]:
    """Return the links made of a picture alone before the page's first heading: logos of the site and its makers.

    A link to the same picture in large is none. Without a heading or main part nothing is returned: then pictures may
    be what the page is about. `nodes`: all of the page, parents first.
    """
    found: list[Node] = []
    for node in nodes:
        if node.left_out is not LeftOut.NO:
            continue
        if heading_level(node) or node.tag in ("main", "article"):
            return found
        if node.tag == "a" and _is_logo(node):
            found.append(node)
    return []


def _is_logo(link: Node) -> bool:
    address = link.get("href").partition("?")[0].lower()
    inside = list(_read_below(link))
    if not address or address.endswith(_PICTURES) or not any(node.tag == "img" for node in inside):
        return False
    return not any(child.text.strip() for node in inside for child in node.children if not child.tag)


def beside_main(nodes: Sequence[Node], words: int) -> list[Node]:
    """Return the outermost nodes beside the main part, or nothing where the main part is no safe guide.

    It is one when there is exactly one `main` (element or role) and, hidden parts and furniture aside, at least half
    of the page's `words` stand in it. A heading of level 1 outside of it, where it has none itself, is the document's
    own: then nothing is left out. `nodes`: all of the page, parents first, their words counted.
    """
    mains = [node for node in nodes if node.tag == "main" or node.get("role") == "main"]
    if len(mains) != 1 or mains[0].left_out is not LeftOut.NO or mains[0].words * 2 < words:
        return []
    around = _above(mains[0])
    beside = [child for node in around for child in node.children if _is_read(child, mains[0], around)]
    return [] if any(_holds_title(node) for node in beside) and not _holds_title(mains[0]) else beside


def _above(node: Node) -> list[Node]:
    """Return the elements around a node, up to the body."""
    found: list[Node] = []
    while node.parent is not None and node.tag != "body":
        node = node.parent
        found.append(node)
    return found if found and found[-1].tag == "body" else []


def _is_read(child: Node, main: Node, around: Sequence[Node]) -> bool:
    held = child is main or any(child is node for node in around)
    return not held and child.left_out is LeftOut.NO and child.words > 0


def _holds_title(node: Node) -> bool:
    """Tell whether a heading of level 1 with words is read below a node or is the node."""
    return any(heading_level(below) == 1 and below.words for below in _read_below(node))


def _read_below(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        below = waiting.pop()
        if below.tag and below.left_out is LeftOut.NO:
            yield below
            waiting.extend(below.children)
