"""What was asked of the engine and is not answered yet: for each kind of request only the newest one counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count

from explorer import protocol
from explorer.ui.engine_client import EngineClient


class EngineJobs:
    """Numbers requests and knows which answers still count."""

    def __init__(self, client: EngineClient) -> None:
        self._client = client
        self._ids = count(1)
        self._newest: dict[Hashable, int] = {}
        self._kinds: dict[int, Hashable] = {}

    def __contains__(self, kind: Hashable) -> bool:
        """Say whether a request of that kind is to be answered."""
        return kind in self._newest

    def __bool__(self) -> bool:
        """Say whether any request is to be answered."""
        return bool(self._newest)

    def send(self, kind: Hashable, make: Callable[[int], protocol.Request]) -> None:
        """Ask the engine; an older question of that kind counts no more."""
        job = next(self._ids)
        self.drop(kind)
        self._newest[kind] = job
        self._kinds[job] = kind
        self._client.send(make(job))

    def kind_of(self, job: int) -> Hashable | None:
        """Return the kind of a request that is to be answered; None when its answer counts no more."""
        return self._kinds.get(job)

    def stop(self, *kinds: str) -> None:
        """Stop the newest jobs of these kinds; each says itself how it ended."""
        for kind in kinds:
            job = self._newest.get(kind)
            if job is not None:
                self._client.cancel(job)

    def drop(self, kind: Hashable) -> None:
        """Take no answer of that kind."""
        job = self._newest.pop(kind, None)
        if job is not None:
            self._kinds.pop(job, None)

    def drop_all(self, first: str) -> None:
        """Take no answer of the kinds that are a tuple with `first` in front."""
        for kind in [kind for kind in self._newest if isinstance(kind, tuple) and kind[0] == first]:
            self.drop(kind)

    def clear(self) -> None:
        """Take no answer at all."""
        self._newest.clear()
        self._kinds.clear()
