"""What was asked of the engine and is not answered yet: for each kind of request only the newest one counts.

While a library is being opened, or opened again in a new engine, what needs one is held, in the order in which it
was asked, and sent when the library is there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count

from explorer import protocol
from explorer.ui.engine_client import EngineClient

_NEED_NO_LIBRARY = (protocol.OpenLibrary, protocol.PreviewFolder, protocol.RemoveIndex)
_READS = (
    protocol.ListSections,
    protocol.ListChunks,
    protocol.LocateChunk,
    protocol.GetSource,
    protocol.ListFindings,
    protocol.FindHeadings,
    protocol.ListInventory,
    protocol.ListMends,
)
"""Requests that can be made twice and cost little."""


class EngineJobs:
    """Numbers requests, holds them where they must wait, and knows which answers still count."""

    def __init__(self, client: EngineClient) -> None:
        self._client = client
        self._ids = count(1)
        self._newest: dict[Hashable, int] = {}
        self._kinds: dict[int, Hashable] = {}
        self._held: dict[Hashable, protocol.Request] = {}
        self._holding = False
        self._reads: dict[int, protocol.Request] = {}

    def __contains__(self, kind: Hashable) -> bool:
        """Say whether a request of that kind is to be answered."""
        return kind in self._newest

    def __bool__(self) -> bool:
        """Say whether any request is to be answered."""
        return bool(self._newest)

    @property
    def holding(self) -> bool:
        """Say whether requests wait for a library."""
        return self._holding

    def send(self, kind: Hashable, make: Callable[[int], protocol.Request]) -> None:
        """Ask the engine, now or when the library is there; an older question of that kind counts no more."""
        job = next(self._ids)
        self.drop(kind)
        self._newest[kind] = job
        self._kinds[job] = kind
        request = make(job)
        if isinstance(request, _READS):
            self._reads[job] = request
        if self._holding and not isinstance(request, _NEED_NO_LIBRARY):
            self._held[kind] = request
        else:
            self._client.send(request)

    def hold(self) -> None:
        """Hold what is asked from now on."""
        self._holding = True

    def release(self) -> None:
        """Send what was held."""
        self._holding = False
        held, self._held = self._held, {}
        for request in held.values():
            self._client.send(request)

    def keep(self, job: int) -> bool:
        """Hold a read that the end of the engine cut off, to be asked once more; say whether it is one."""
        request = self._reads.pop(job, None)
        if request is None or not self._holding or job not in self._kinds:
            return False
        self._held[self._kinds[job]] = request
        return True

    def take_held(self) -> list[int]:
        """Give up what was held and return its numbers; their ends are for the caller to tell."""
        held, self._held = self._held, {}
        return [request.id for request in held.values()]

    def kind_of(self, job: int) -> Hashable | None:
        """Return the kind of a request that is to be answered; None when its answer counts no more."""
        return self._kinds.get(job)

    def stop(self, *kinds: str) -> list[int]:
        """Stop the newest jobs of these kinds; each says how it ended, but those returned, which were held."""
        held: list[int] = []
        for kind in kinds:
            job = self._newest.get(kind)
            if self._held.pop(kind, None) is not None and job is not None:
                held.append(job)
            elif job is not None:
                self._client.cancel(job)
        return held

    def drop(self, kind: Hashable) -> None:
        """Take no answer of that kind."""
        self._held.pop(kind, None)
        job = self._newest.pop(kind, None)
        if job is not None:
            self._kinds.pop(job, None)
            self._reads.pop(job, None)

    def drop_all(self, first: str) -> None:
        """Take no answer of the kinds that are a tuple with `first` in front."""
        for kind in [kind for kind in self._newest if isinstance(kind, tuple) and kind[0] == first]:
            self.drop(kind)

    def drop_sent(self) -> None:
        """Take no answer to what was sent; what is held is still to be asked."""
        for kind in [kind for kind in self._newest if kind not in self._held]:
            self.drop(kind)

    def clear(self) -> None:
        """Take no answer at all."""
        self._newest.clear()
        self._kinds.clear()
        self._held.clear()
        self._reads.clear()
        self._holding = False
