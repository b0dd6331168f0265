"""A real engine process for tests: sends requests, collects events."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from explorer import protocol


class EngineProcess:
    """The engine as the window starts it, without Qt."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "explorer", "--engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HF_HUB_OFFLINE": "1"},
        )
        self.events: list[protocol.AnyEvent] = []
        self._ids = itertools.count(1)
        self._arrived = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._arrived:
                self.events.append(protocol.decode_event(line))
                self._arrived.notify_all()
        with self._arrived:
            self._arrived.notify_all()

    def send_line(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def send(self, kind: type[Any], **fields: Any) -> int:
        request_id = next(self._ids)
        self.send_line(protocol.encode(kind(id=request_id, **fields)))
        return request_id

    def wait(self, wanted: Callable[[protocol.AnyEvent], bool], seconds: float = 400) -> protocol.AnyEvent:
        """Return the first event that is wanted; fails when the engine ends or stays silent."""
        limit = time.monotonic() + seconds
        with self._arrived:
            while True:
                for event in self.events:
                    if wanted(event):
                        return event
                left = limit - time.monotonic()
                if left <= 0 or not self._reader.is_alive():
                    raise AssertionError(f"no such event; the last ones: {self.events[-3:]}")
                self._arrived.wait(min(left, 1.0))

    def answer(self, request_id: int, seconds: float = 400) -> Any:
        """Return what ends a request, progress and states on the way aside."""

        def ends(event: protocol.AnyEvent) -> bool:
            on_the_way = isinstance(event, protocol.Progress | protocol.DocumentsTold)
            return event.id == request_id and not on_the_way and getattr(event, "final", True) is not False

        return self.wait(ends, seconds)

    def ask(self, kind: type[Any], **fields: Any) -> Any:
        return self.answer(self.send(kind, **fields))

    def open(self, folder: Path, store: Path, **fields: Any) -> Any:
        return self.ask(protocol.OpenLibrary, folder=str(folder), store=str(store), **fields)

    def kill(self) -> None:
        self.process.kill()
        self.close()

    def close(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            self.process.kill()
        code = self.process.wait(20)
        self._reader.join(20)
        self.process.stdout.close()
        return code
