"""The fingerprint of a file's content, taken without trust in the file: bounded, never blocking, with pauses."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

from explorer.core.errors import UnreadableDocumentError

MOST_BYTES = 1 << 30
"""A larger file is no document that a reader could hold in memory together with what it makes of it."""
_PIECE = 1 << 24


def refuse_too_large(size: int) -> None:
    """Raise `UnreadableDocumentError` for a file of more bytes than is ever read."""
    if size > MOST_BYTES:
        raise UnreadableDocumentError(
            f"The file has {size / 1e9:,.1f} GB; at most {MOST_BYTES / 1e9:.1f} GB are read.", "Split it into parts."
        )


def file_digest(path: Path, pause: Callable[[], None]) -> str:
    """Return the SHA-256 of a regular file in hexadecimal digits; `pause` is called every 16 MiB and may raise.

    Raises `OSError` for what is no regular file (a pipe that took the file's place would block for ever) and
    `UnreadableDocumentError` for what is, or meanwhile becomes, too large.
    """
    made = hashlib.sha256()
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb", buffering=0) as file:
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode):
            raise OSError(0, "it is not a regular file")
        refuse_too_large(facts.st_size)
        done = 0
        while piece := file.read(_PIECE):
            done += len(piece)
            refuse_too_large(done)
            made.update(piece)
            pause()
    return made.hexdigest()
