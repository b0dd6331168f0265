"""A real Chroma server in a process of its own, on a free port, which can be killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings

_RUN = "import sys; from chromadb.cli.cli import app; sys.argv[0] = 'chroma'; sys.exit(app())"
_SECONDS = 60


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ChromaServer:
    """Keeps its data in `folder`. Call `kill` at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Return what `--chroma` takes."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = ["run", "--path", str(self._folder), "--host", "127.0.0.1", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _RUN, *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "ANONYMIZED_TELEMETRY": "False"},
        )
        end = time.monotonic() + _SECONDS
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/api/v2/heartbeat", timeout=5):
                    return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(f"no Chroma server at {self.url}")

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def client(self) -> Generator[Any, None, None]:
        """Open it as any other client would."""
        client: Any = chromadb.HttpClient("127.0.0.1", self.port, settings=Settings(anonymized_telemetry=False))
        try:
            yield client
        finally:
            # Chroma leaves its connections open.
            client._server._session.close()
            client._admin_client._server._session.close()
            client.close()
