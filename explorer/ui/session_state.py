"""What the window takes up again at the next start: places, choices and sizes, never a document's text.

Kept as one JSON text in the settings. What is damaged, of another version or too long is dropped quietly: the window
then opens as it does for the first time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from explorer.ui.wishes import Selection

VERSION = 1
LONGEST = 200_000
"""Characters of a state that is read."""

MOST_ROWS = 500
"""Open rows of the tree that are kept."""

Choices = Mapping[str, str]
"""What is chosen in a panel, by the panel's own names."""


@dataclass(frozen=True, slots=True)
class SessionState:
    """Where the user was. `tool` and the keys of `choices` and `widths` name panels by their classes."""

    version: int = VERSION
    folder: str = ""
    selection: Selection = field(default_factory=Selection)
    chunk: tuple[str, int] | None = None
    tool: str = ""
    question: str = ""
    expanded: tuple[tuple[str, str, int], ...] = ()
    choices: Mapping[str, Choices] = field(default_factory=dict[str, Choices])
    widths: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])


def written(state: SessionState) -> str:
    """Return a state as text."""
    return msgspec.json.encode(state).decode("utf-8")


def read(text: object) -> SessionState | None:
    """Return the state that a text holds; None where it holds none of this version."""
    if not isinstance(text, str) or len(text) > LONGEST:
        return None
    try:
        state = msgspec.json.decode(text, type=SessionState)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return state if state.version == VERSION else None
