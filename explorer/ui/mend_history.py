"""Changes of mends, and decisions about what is silenced or left out, that can be undone and done again."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import shorten

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from explorer import protocol
from explorer.core.audit_views import MendRow
from explorer.core.mends import Mend, Path
from explorer.core.views import LibraryInfo
from explorer.ui.audit_session import AuditSession
from explorer.ui.texts import counted

_LETTERS = 24
"""Letters of a new heading that the words on the undo button show."""

Key = tuple[str, Path, int]


class MendHistory(QObject):
    """The one way by which the window changes mends: it knows what each change must put back.

    Decisions about silence are made elsewhere; their history is kept here, in the same order.
    """

    def __init__(self, audit: AuditSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._audit = audit
        self._known: dict[Key, Mend] = {}
        self._silenced: dict[str, frozenset[str]] = {}
        self._deciding = False
        self._folder = ""
        self.stack = QUndoStack(self)
        self.undo_action = self.stack.createUndoAction(self, self.tr("Undo"))
        self.redo_action = self.stack.createRedoAction(self, self.tr("Redo"))
        audit.mends_listed.connect(self._on_mends)
        audit.library_changed.connect(self._on_library)
        audit.silence_decided.connect(self._on_decided)
        audit.silence_changed.connect(self._on_silences)

    def keep(self, mends: Iterable[Mend]) -> None:
        """Rename headings."""
        wanted = tuple(mends)
        if wanted:
            text = wanted[0].text
            name = f"“{shorten(text, _LETTERS, placeholder=' …')}”"
            if len(wanted) > 1:
                name += f" ({counted(len(wanted), self.tr('place'), self.tr('places'))})"
            self.stack.push(_Change(self, self.tr("renaming to {0}").format(name), wanted, ()))

    def drop(self, mends: Iterable[Mend]) -> None:
        """Take renamings back."""
        wanted = tuple(mends)
        if wanted:
            text = counted(len(wanted), self.tr("renaming"), self.tr("renamings"))
            self.stack.push(_Change(self, self.tr("taking back {0}").format(text), (), wanted))

    def known(self, mends: Iterable[Mend]) -> tuple[Mend, ...]:
        """Return what there is about the headings of `mends`."""
        return tuple(self._known[mend.key] for mend in mends if mend.key in self._known)

    def apply(self, keep: tuple[Mend, ...], drop: tuple[Mend, ...]) -> None:
        """Change the mends, at once in what is known here."""
        self._known.update((mend.key, mend) for mend in keep)
        for mend in drop:
            self._known.pop(mend.key, None)
        self._audit.change_mends(keep, drop)

    def decide(self, kind: str, value: str, on: bool) -> None:
        """Make a decision again, or its opposite."""
        self._deciding = True
        try:
            self._audit.change_silence(kind, value, on=on)
        finally:
            self._deciding = False

    def _on_decided(self, kind: str, value: str, on: bool) -> None:
        """Note what the user decided, unless it is so already."""
        if not self._deciding and (value in self._silenced.get(kind, ())) != on:
            self.stack.push(_Decision(self, self._words(kind, on).format(value), (kind, value, on)))

    def _words(self, kind: str, on: bool) -> str:
        words = {
            "rule": (self.tr("hearing rule {0} again"), self.tr("silencing rule {0}")),
            "heading": (self.tr("auditing “{0}” again"), self.tr("leaving “{0}” alone")),
            "document": (self.tr("auditing {0} again"), self.tr("leaving {0} out of the audit")),
            "generic": (self.tr("taking “{0}” as telling"), self.tr("calling “{0}” generic")),
            "exclude": (self.tr("taking {0} in again"), self.tr("leaving out {0}")),
        }
        return words[kind][on]

    def _on_silences(self, event: protocol.SilenceChanged) -> None:
        self._silenced = {
            "rule": frozenset(event.rules),
            "heading": frozenset(event.headings),
            "document": frozenset(event.documents),
            "generic": frozenset(event.generic),
            "exclude": frozenset(event.exclude),
        }

    def _on_mends(self, rows: tuple[MendRow, ...]) -> None:
        self._known = {row.mend.key: row.mend for row in rows}

    def _on_library(self, library: LibraryInfo | None) -> None:
        folder = library.folder if library else ""
        if folder != self._folder:
            self._folder = folder
            self._known.clear()
            self._silenced.clear()
            self.stack.clear()


class _Change(QUndoCommand):
    """Mends kept and dropped, with what stood there before."""

    def __init__(self, history: MendHistory, text: str, keep: tuple[Mend, ...], drop: tuple[Mend, ...]) -> None:
        super().__init__(text)
        self._history = history
        self._keep = keep
        self._drop = drop
        self._before = history.known((*keep, *drop))

    def redo(self) -> None:
        """Make the change."""
        self._history.apply(self._keep, self._drop)

    def undo(self) -> None:
        """Put back what stood there before."""
        held = {mend.key for mend in self._before}
        self._history.apply(self._before, tuple(mend for mend in self._keep if mend.key not in held))


class _Decision(QUndoCommand):
    """A decision of (kind, value, whether it holds) that has been made already."""

    def __init__(self, history: MendHistory, text: str, decision: tuple[str, str, bool]) -> None:
        super().__init__(text)
        self._history = history
        self._decision = decision
        self._made = True

    def redo(self) -> None:
        """Make it again; a stack does so once when it takes the command."""
        if not self._made:
            self._history.decide(*self._decision)
        self._made = False

    def undo(self) -> None:
        """Decide the opposite."""
        kind, value, on = self._decision
        self._history.decide(kind, value, not on)
