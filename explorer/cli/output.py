"""What commands print: lines for people, JSON for programs, complaints and progress on the error output."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from explorer.core.progress import Progress, no_progress
from explorer.core.terminal_text import escaped, one_line

OK, FOUND, FAILED = 0, 1, 2
"""Exit codes: fine; findings at or above the asked severity; could not do it."""


def say(text: str) -> None:
    """Print a line; what the terminal cannot show, or would obey, is escaped (file names may hold anything)."""
    shown = "".join(sign if sign in "\n\t" else escaped(sign) for sign in text)
    sys.stdout.buffer.write(shown.encode("utf-8", errors="backslashreplace") + b"\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    """Print one line on the error output."""
    line = one_line(" ".join(text.split()))
    sys.stderr.buffer.write(f"chunk-explorer: {line}\n".encode("utf-8", errors="backslashreplace"))
    sys.stderr.flush()


def complain_of_notes(document: str, notes: Iterable[str]) -> None:
    """Say what a reader left out or guessed: on the error output, so that JSON stays clean."""
    for note in notes:
        complain(f"{document}: {note}")


def complain_of_limit(asked: int, limit: int) -> None:
    """Say that the model reads fewer tokens than were asked for."""
    if asked > limit:
        complain(f"--max-tokens {asked} is more than the model reads; {limit} are used.")


def say_json(data: object) -> None:
    """Print one line of JSON."""
    sys.stdout.buffer.write(json.dumps(data, ensure_ascii=False).encode("utf-8", errors="backslashreplace") + b"\n")
    sys.stdout.flush()


def terminal_progress() -> Progress:
    """Return a progress line on stderr, for terminals only."""
    if not sys.stderr.isatty():
        return no_progress

    def report(done: int, total: int, note: str) -> None:
        count = f"{done} of {total}" if total else str(done)
        sys.stderr.write(f"\r\033[K{note} {count}"[:100])
        sys.stderr.flush()

    return report


def clear_progress(progress: Progress) -> None:
    """Remove the progress line from the terminal."""
    if progress is not no_progress:
        sys.stderr.write("\r\033[K")
