"""Content that is hidden until a click unfolds it: accordions, tabs. It is content all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from explorer.core.parsing.html.tree import Node

UNFOLDING = ("aria-controls", "data-target", "data-bs-target", "aria-owns")
"""Attributes by which a control names the ids of what it unfolds."""
# What a link to a hidden part of the page opens in front of the page is no content.
_IN_FRONT = ("modal", "dialog", "popup", "pop-up", "lightbox", "menu", "overlay", "offcanvas")
# A control stands in a heading, and that perhaps in a box of its own.
_BOXES_OF_A_CONTROL = 3


class Unfolded:
    """Knows which hidden parts of a page a control unfolds."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._ids = {identity for node in nodes for identity in _named(node)}
        self._linked = {node.get("href")[1:] for node in nodes if node.tag == "a" and node.get("href").startswith("#")}
        controls = [node for node in nodes if "aria-expanded" in node.attributes and not node.get("aria-haspopup")]
        self._holders = {id(holder) for node in controls for holder in _boxes(node)}
        self._behind = set(_behind(nodes, self._holders)) if controls else set[int]()

    def has(self, node: Node) -> bool:
        """Tell whether an element that hides itself is unfolded by a control, a tab, or a link to it."""
        identity = node.get("id")
        if node.get("role") == "tabpanel" or identity in self._ids or id(node) in self._behind:
            return True
        named = " ".join(node.names())
        return bool(identity) and identity in self._linked and not any(word in named for word in _IN_FRONT)


def _named(node: Node) -> Iterator[str]:
    for name in UNFOLDING:
        for part in node.attributes.get(name, "").split():
            yield part.removeprefix("#")


def _boxes(node: Node) -> Iterator[Node]:
    """Yield a control and what holds nothing but it."""
    yield node
    around = node.parent
    for _ in range(_BOXES_OF_A_CONTROL):
        if around is None or len(list(islice((child for child in around.children if child.tag), 2))) > 1:
            return
        yield around
        around = around.parent


def _behind(nodes: Sequence[Node], holders: set[int]) -> Iterator[int]:
    """Yield the elements that follow a control directly."""
    for node in nodes:
        before = 0
        for child in node.children:
            if child.tag:
                if before in holders:
                    yield id(child)
                before = id(child)
