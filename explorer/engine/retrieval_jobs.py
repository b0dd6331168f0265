"""What the engine answers to requests about hits, question sets and evaluations; see `explorer.engine.jobs`.

A request is answered in one step (`ANSWERS`) or in many (`IN_STEPS`), between which others are served.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from explorer import protocol
from explorer.core.progress import Progress
from explorer.engine.library import Library

Steps = Generator[None, None, protocol.Event]


ANSWERS: dict[type[protocol.Request], Callable[[Any, Library], protocol.Event]] = {}

IN_STEPS: dict[type[protocol.Request], Callable[[Any, Library, Progress], Steps]] = {}
