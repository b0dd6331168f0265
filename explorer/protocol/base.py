"""What every message is: a request of the window or an event of the engine."""

from __future__ import annotations

import msgspec


class Request(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something the window asks for."""

    id: int


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something the engine says; `id` is the request it answers, 0 when it answers none."""

    id: int = 0
