"""One writer at a time: a small collection on the server, made atomically, whose metadata say who holds it.

The holder raises a counter every few seconds. Another program takes the lease over when it knows that the holder's
process has ended (on its own machine), or when it has seen the same count twice, `STALE_SECONDS` apart by its own
clock: the clocks of two machines are never compared. It first takes the old collection away by its id, then makes a new
one, which the server lets only one program do.
"""

from __future__ import annotations

import getpass
import json
import os
import secrets
import socket
import sys
import time
import uuid
from contextlib import suppress
from datetime import datetime
from threading import Event, Thread
from typing import cast

from explorer.core.errors import ExplorerError
from explorer.engine.catalogue import Catalogue
from explorer.engine.lock import LibraryInUseError
from explorer.engine.shared.address import SharedName
from explorer.engine.shared.connection import Connection, Facts, Seen
from explorer.engine.tokens import clean

BEAT_SECONDS = 5.0
STALE_SECONDS = 30.0
_SEEN = "lease seen"
"""The setting of the catalogue that remembers another writer's count and when it was seen."""

_ATTEMPTS = 5

_held_here: set[str] = set()
"""The tokens that this process holds: one that it gave back while the server was away is its own to take again."""


class LeaseLostError(ExplorerError):
    """Another program has taken the library over while this one was held to have ended."""


class Lease:
    """The right to write a library on a server, taken by `hold` when first needed and given back by `close`."""

    def __init__(self, connection: Connection, name: SharedName, catalogue: Catalogue) -> None:
        self._connection = connection
        self._name = name
        self._catalogue = catalogue
        self._token = ""
        self._beats = 0
        self._confirmed = 0.0
        self._stop = Event()

    def hold(self) -> None:
        """Take the lease, or make sure that it is still held; raises `LibraryInUseError` or `LeaseLostError`."""
        if not self._token:
            self._acquire()
        elif abs(time.time() - self._confirmed) > STALE_SECONDS / 2 or self._stop.is_set():
            # No beat came through for long: the machine slept, or the server was away.
            self._confirm()

    def close(self) -> None:
        """Give the lease back; again is harmless."""
        self._stop.set()
        if not self._token:
            return
        # A server that is away keeps the lease; others see that its count stands still, and take it.
        with suppress(ExplorerError):
            own = self._own()
            if own is not None:
                self._connection.take_away(own, self._aside(self._token))
        self._let_go()

    def _let_go(self) -> None:
        _held_here.discard(self._token)
        self._token = ""

    def _acquire(self) -> None:
        token = secrets.token_hex(8)
        for _ in range(_ATTEMPTS):
            facts = _own_facts(self._name.library, token)
            if self._connection.create(self._name.lease, facts):
                self._token, self._beats, self._confirmed = token, 0, time.time()
                self._stop = Event()
                _held_here.add(token)
                Thread(target=self._beat, args=(facts, self._stop), name="lease", daemon=True).start()
                return
            held = self._connection.look(self._name.lease)
            if held is None:
                continue
            if not self._has_ended(held.facts):
                raise _in_use(self._name.library, held.facts)
            self._connection.take_away(held, self._aside(token))
        raise LibraryInUseError(f"The shared library {self._name.library!r} is being taken over by other programs.")

    def _beat(self, facts: Facts, stop: Event) -> None:
        """Raise the count until told to stop, or until the lease is another's."""
        while not stop.wait(BEAT_SECONDS):
            try:
                own = self._own()
                if own is None:
                    stop.set()
                    return
                self._connection.rewrite(own, {**facts, "count": self._beats + 1})
                self._beats += 1
                self._confirmed = time.time()
            except ExplorerError:
                # The server is away; `hold` looks again before anything is written.
                continue

    def _confirm(self) -> None:
        if self._own() is None:
            self._let_go()
            self._stop.set()
            raise LeaseLostError(
                f"Another program has taken over the shared library {self._name.library!r}.",
                "This one was not heard of for long. What it wrote is kept here; refresh again to write it anew.",
            )
        self._confirmed = time.time()

    def _own(self) -> Seen | None:
        """Return the lease when it is this one's."""
        held = self._connection.look(self._name.lease)
        return held if held is not None and held.facts.get("token") == self._token else None

    def _aside(self, token: str) -> str:
        return f"{self._name.prefix}gone-{token}"

    def _has_ended(self, held: Facts) -> bool:
        """Tell whether the holder has ended, and remember what was seen of it for the next time."""
        if held.get("machine") == _machine():
            process, token = held.get("process"), held.get("token")
            if _is_dead(process) or (process == os.getpid() and token not in _held_here):
                return True
        seen = {"token": str(held.get("token")), "count": str(held.get("count"))}
        before = json.loads(self._catalogue.get(_SEEN) or "{}")
        now = time.time()
        if {key: before.get(key) for key in seen} == seen and before["at"] <= now:
            return now - cast("float", before["at"]) >= STALE_SECONDS
        self._catalogue.put(_SEEN, json.dumps({**seen, "at": now}))
        return False


def _in_use(library: str, held: Facts) -> LibraryInUseError:
    who = f"{held.get('user', 'somebody')} at {held.get('host', 'another machine')} (process {held.get('process')})"
    return LibraryInUseError(
        f"The shared library {clean(library)!r} is being written by another program.",
        f"{who} has held it since {held.get('since')}. Close it there first; if it has ended without a word, try again "
        f"in {STALE_SECONDS:.0f} seconds.",
    )


def _own_facts(library: str, token: str) -> Facts:
    return {
        "library": clean(library),
        "token": token,
        "count": 0,
        "user": clean(user_name()),
        "host": clean(socket.gethostname()),
        "process": os.getpid(),
        "machine": _machine(),
        "since": datetime.now().astimezone().isoformat(sep=" ", timespec="seconds"),
    }


def user_name() -> str:
    """Return what the system calls the user."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "somebody"


def _machine() -> str:
    """Return what tells this machine from others, so that a process number means something."""
    return f"{socket.gethostname()} {uuid.getnode():x}"


def _is_dead(process: object) -> bool:
    """Tell whether no process has this number; on Windows that cannot be asked without harm."""
    if sys.platform == "win32" or not isinstance(process, int) or process <= 0:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
