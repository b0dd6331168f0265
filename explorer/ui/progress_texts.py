"""Words for long work: what the engine is at, how fast it goes and how long it will still take."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from explorer.core.pace import Pace

READING = "reading"
"""The phase of all notes that name a document at work."""

_NOTES = {
    "embedding": QT_TRANSLATE_NOOP("progress", "Embedding texts"),
    "scanning": QT_TRANSLATE_NOOP("progress", "Looking for documents"),
    "looking for texts without a vector": QT_TRANSLATE_NOOP("progress", "Looking for texts to embed"),
    "loading the embedding model": QT_TRANSLATE_NOOP("progress", "Getting the embedding model ready"),
    "loading the model": QT_TRANSLATE_NOOP("progress", "Getting the embedding model ready"),
    "unpacking": QT_TRANSLATE_NOOP("progress", "Unpacking"),
    "comparing": QT_TRANSLATE_NOOP("progress", "Comparing files with the index"),
    "comparing passages": QT_TRANSLATE_NOOP("progress", "Comparing passages"),
    "comparing texts": QT_TRANSLATE_NOOP("progress", "Comparing texts"),
    "reading passages": QT_TRANSLATE_NOOP("progress", "Reading passages"),
    "reading texts": QT_TRANSLATE_NOOP("progress", "Reading texts"),
    "looking passages up": QT_TRANSLATE_NOOP("progress", "Looking passages up"),
    "encoding questions": QT_TRANSLATE_NOOP("progress", "Encoding questions"),
    "ranking": QT_TRANSLATE_NOOP("progress", "Ranking"),
    "reading": QT_TRANSLATE_NOOP("progress", "Reading"),
    "asking the server": QT_TRANSLATE_NOOP("progress", "Asking the server"),
    "fetching vectors": QT_TRANSLATE_NOOP("progress", "Fetching vectors"),
    "sharing": QT_TRANSLATE_NOOP("progress", "Sharing"),
    "writing chunks": QT_TRANSLATE_NOOP("progress", "Writing chunks"),
    "giving back room on the disk": QT_TRANSLATE_NOOP("progress", "Giving back room on the disk"),
    "context sentences": QT_TRANSLATE_NOOP("progress", "Writing context sentences"),
}
"""What the engine says it is at, in words for people. All else names a document."""

_BEFORE = frozenset({"loading the embedding model", "loading the model"})
"""Notes from before the work that is counted: its first text waits for them."""

_PER_SECOND = QT_TRANSLATE_NOOP("progress", "{0} a second")
_PER_MINUTE = QT_TRANSLATE_NOOP("progress", "{0} a minute")
_LEFT = (
    (10, QT_TRANSLATE_NOOP("progress", "a few seconds left")),
    (60, QT_TRANSLATE_NOOP("progress", "less than a minute left")),
)
_MINUTES = QT_TRANSLATE_NOOP("progress", "about {0} min left")
_HOURS = QT_TRANSLATE_NOOP("progress", "about {0} h left")


def _say(text: object) -> str:
    # QT_TRANSLATE_NOOP returns its text, but says that it returns any object.
    return QCoreApplication.translate("progress", str(text))


def note_text(note: str) -> str:
    """Return what the engine says it is at in the user's language; a document's name as it is."""
    return _say(_NOTES[note]) if note in _NOTES else note


def phase_of(note: str) -> str:
    """Return the phase that a note belongs to: all documents that are read are one phase."""
    return note if note in _NOTES else READING


def rate_text(rate: float) -> str:
    """Return a rate in words: steps a second, or a minute where they are few."""
    if rate < 1:
        return _say(_PER_MINUTE).format(f"{rate * 60:.0f}")
    return _say(_PER_SECOND).format(f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}")


def left_text(seconds: float) -> str:
    """Return a remaining time in words, no finer than it can be known."""
    for limit, words in _LEFT:
        if seconds < limit:
            return _say(words)
    if seconds < 5400:
        return _say(_MINUTES).format(f"{max(seconds / 60, 1):.0f}")
    return _say(_HOURS).format(f"{seconds / 3600:.1f}")


def progress_line(done: int, total: int, note: str, pace: Pace) -> str:
    """Return what stands beside the bar: the phase, how far it is, how fast it goes, how long yet, and the document."""
    if not total or note in _BEFORE:
        return note_text(note)
    phase = phase_of(note)
    parts = [f"{note_text(phase)} {done:,} / {total:,}"]
    if pace.rate is not None:
        parts.append(rate_text(pace.rate))
    if pace.left is not None:
        parts.append(left_text(pace.left))
    if phase == READING and note not in _NOTES:
        parts.append(note)
    return " · ".join(parts)
