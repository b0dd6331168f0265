"""The rows of the tree that exist so far: each knows its parent, its place and its children."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import count

from explorer.core.views import DocumentRow, SectionRow
from explorer.ui.models.tree_rows import FolderSums, Key

ROOT = 0


class Kind(Enum):
    """What a row stands for; `MORE` for children that are not shown yet."""

    FOLDER = auto()
    DOCUMENT = auto()
    SECTION = auto()
    MORE = auto()


@dataclass(slots=True)
class Node:
    """A row. `children` are the shown ones; `position` is the row within the parent.

    `waiting` are sections, `later` folders and documents that are not shown yet. `asked`: a document's sections were
    asked for, or a folder's rows were made.
    """

    kind: Kind
    parent: int
    key: Key
    text: str
    item: DocumentRow | SectionRow | FolderSums | None = None
    position: int = 0
    asked: bool = False
    children: list[int] = field(default_factory=list[int])
    waiting: list[int] = field(default_factory=list[int])
    later: list[Key] = field(default_factory=list[Key])


class Nodes:
    """Rows by number; a number is never given twice, so that an index of a row that is gone finds nothing."""

    def __init__(self) -> None:
        self._numbers = count(ROOT)
        self._nodes: dict[int, Node] = {}
        self._by_key: dict[Key, int] = {}
        self.add(Node(Kind.FOLDER, ROOT, ("", "", -1), ""))

    def __len__(self) -> int:
        """Return how many rows there are, the root aside."""
        return len(self._nodes) - 1

    def __getitem__(self, number: int) -> Node:
        """Return a row."""
        return self._nodes[number]

    def find(self, key: Key) -> int | None:
        """Return the number of a row, None while there is none."""
        return self._by_key.get(key)

    def add(self, node: Node) -> int:
        """Take in a row, which its parent does not show yet; return its number."""
        number = next(self._numbers)
        self._nodes[number] = node
        if node.kind is not Kind.MORE:
            self._by_key[node.key] = number
        return number

    def show(self, parent: int, place: int, numbers: Sequence[int]) -> None:
        """Have a parent show rows at a place."""
        owner = self._nodes[parent]
        owner.children[place:place] = numbers
        self._count(owner, place)

    def remove(self, parent: int, first: int, last: int) -> None:
        """Forget the children `first` to `last` of a parent with all below them."""
        owner = self._nodes[parent]
        self._forget(owner.children[first : last + 1])
        del owner.children[first : last + 1]
        self._count(owner, first)

    def forget_waiting(self, parent: int) -> None:
        """Forget the sections that a parent does not show yet."""
        self._forget(self._nodes[parent].waiting)
        self._nodes[parent].waiting = []

    def is_shown(self, number: int) -> bool:
        """Tell whether a row can be reached from the root."""
        while number != ROOT:
            node = self._nodes[number]
            if self._nodes[node.parent].children[node.position : node.position + 1] != [number]:
                return False
            number = node.parent
        return True

    def _forget(self, numbers: Sequence[int]) -> None:
        for number in list(self._with_all_below(numbers)):
            node = self._nodes.pop(number)
            if self._by_key.get(node.key) == number:
                del self._by_key[node.key]

    def _with_all_below(self, numbers: Sequence[int]) -> Iterator[int]:
        left = list(numbers)
        while left:
            number = left.pop()
            left += self._nodes[number].children
            left += self._nodes[number].waiting
            yield number

    def _count(self, owner: Node, first: int) -> None:
        for position in range(first, len(owner.children)):
            self._nodes[owner.children[position]].position = position
