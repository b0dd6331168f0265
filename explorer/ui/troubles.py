"""Trouble that was told and is over once the like of it comes well: a page that is drawn, a library that is read."""

from __future__ import annotations

from collections.abc import Hashable

from explorer import protocol
from explorer.protocol import AnyEvent

Trouble = tuple[str, str]
"""Title and detail, as `Session.failed` tells them."""

_FAMILIES = {
    "open": "library",
    "refresh": "library",
    "source": "source",
    "page": "page",
    "page words": "page words",
    "places": "places",
    "chunks": "chunks",
    "locate": "chunks",
    "sections": "sections",
    "headings": "headings",
}
"""Kinds of requests that only read. Failed work of the user's own is not undone by other work that comes well."""


class Troubles:
    """Keeps trouble by the family of its request's kind; a kind is a word, or a tuple that begins with one."""

    def __init__(self) -> None:
        self._told: dict[str, dict[Trouble, None]] = {}

    def note(self, kind: Hashable, trouble: Trouble) -> None:
        """Keep trouble of requests that only read."""
        if family := _family(kind):
            self._told.setdefault(family, {})[trouble] = None

    def over(self, kind: Hashable, event: AnyEvent) -> tuple[Trouble, ...]:
        """Return, once, the trouble that is over by the last answer to a request of a kind."""
        if isinstance(event, protocol.Failed | protocol.Cancelled):
            return ()
        return tuple(self._told.pop(_family(kind), ()))


def _family(kind: Hashable) -> str:
    first: object = kind[0] if isinstance(kind, tuple) and kind else kind
    return _FAMILIES.get(first, "") if isinstance(first, str) else ""
