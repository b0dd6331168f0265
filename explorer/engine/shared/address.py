"""Where a shared library is: the server's URL and the library's name on it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from explorer.core.errors import ExplorerError

_PORTS = {"http": 8000, "https": 443}
"""What is meant where no port is named; 8000 is where `chroma run` listens."""

_EXAMPLE = "Write it as http://127.0.0.1:8000 or https://chroma.example.org."


@dataclass(frozen=True, slots=True)
class Address:
    """A Chroma server."""

    scheme: str
    host: str
    port: int

    @property
    def url(self) -> str:
        """Return the server's URL, port included."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"


def parse_address(url: str) -> Address:
    """Read the URL of a server; raises `ExplorerError` for anything else."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as error:
        raise ExplorerError(f"{url!r} is no address of a Chroma server.", f"{error}. {_EXAMPLE}") from error
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ExplorerError(f"{url!r} is no address of a Chroma server.", _EXAMPLE)
    if _says_more(parts):
        raise ExplorerError(f"{url!r} says more than where the server is.", f"Name scheme, host and port. {_EXAMPLE}")
    return Address(parts.scheme, parts.hostname, _PORTS[parts.scheme] if port is None else port)


def _says_more(parts: SplitResult) -> bool:
    return "@" in parts.netloc or parts.path not in {"", "/"} or bool(parts.query or parts.fragment)


@dataclass(frozen=True, slots=True)
class SharedName:
    """The names of a library's collections on a server; libraries there are told apart by their names alone."""

    library: str

    @property
    def prefix(self) -> str:
        """Return what the names of all its collections begin with."""
        return f"ce-{hashlib.sha256(self.library.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}-"

    @property
    def book(self) -> str:
        """Return the name of the collection that describes the library."""
        return f"{self.prefix}book"

    @property
    def lease(self) -> str:
        """Return the name of the collection that is there while somebody writes."""
        return f"{self.prefix}lease"
