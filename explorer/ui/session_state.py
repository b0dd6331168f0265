"""What the window takes up again at the next start: places, choices and sizes, never a document's text.

Kept as one JSON text in the settings. What is damaged, of another version or too long is dropped quietly: the window
then opens as it does for the first time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from explorer.ui.wishes import Selection

VERSION = 1
LONGEST = 200_000
"""Characters of a state that is read."""

MOST_ROWS = 500
"""Open rows of the tree that are kept."""

_LONGEST_NAME = 4096
"""Characters of the name of a folder or a document; a system's own limit is no higher."""

_BEYOND = 2**31
"""No document has as many sections or chunks."""

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
    return _checked(state) if state.version == VERSION and _is_name(state.folder) else None


def _checked(state: SessionState) -> SessionState:
    """Return a state without places that cannot be."""
    chosen, chunk = state.selection, state.chunk
    if not (_is_name(chosen.folder) and _is_name(chosen.document) and _is_number(chosen.section or 0)):
        chosen = Selection()
    if chunk is not None and not (_is_name(chunk[0]) and _is_number(chunk[1])):
        chunk = None
    rows = tuple(row for row in state.expanded[:MOST_ROWS] if _is_row(*row))
    return replace(state, selection=chosen, chunk=chunk, expanded=rows, question=state.question[:1000])


def _is_row(folder: str, document: str, section: int) -> bool:
    return _is_name(folder) and _is_name(document) and (section == -1 or _is_number(section))


def _is_name(name: str) -> bool:
    # A name with half a pair of surrogates is one on Linux, where names are bytes; the engine can be told none.
    return len(name) <= _LONGEST_NAME and "\0" not in name and not any("\ud800" <= sign <= "\udfff" for sign in name)


def _is_number(value: int) -> bool:
    return 0 <= value < _BEYOND
