"""Keeps the library in line with its folder: what changes on disk is read, what the user leaves out goes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from explorer.core.errors import ExplorerError
from explorer.ui.audit_session import AuditSession
from explorer.ui.file_watch import FileWatch
from explorer.ui.open_outside import Spot, open_outside
from explorer.ui.show_in_folder import FolderShower
from explorer.ui.tree_panel import TreePanel


class Upkeep(QObject):
    """Connects the tree's menu, the decisions of the audit and the watch of files. Emits `failed` (title, detail)."""

    failed = Signal(str, str)

    def __init__(self, tree: TreePanel, audit: AuditSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._audit = audit
        self.watch = FileWatch(audit.session, self)
        self.watch.changed.connect(tree.show_states)
        self.watch.failed.connect(self.failed)
        audit.silence_changed.connect(lambda event: tree.menu.show_left_out(event.exclude))
        tree.menu.decision_wanted.connect(self._decide)
        tree.menu.read_wanted.connect(audit.session.refresh)
        tree.menu.place_wanted.connect(self._show_place)
        tree.menu.again_wanted.connect(lambda place: tree.asks.read_again(tree.model.names_below(place)))
        self._shower = FolderShower(self)
        self._shower.failed.connect(
            lambda folder: self.failed.emit(self.tr("No program shows the folder {0} here.").format(folder), "")
        )
        tree.menu.open_wanted.connect(self._open)

    def _decide(self, kind: str, value: str, wanted: bool) -> None:
        self._audit.change_silence(kind, value, on=wanted)

    def _open(self, document: str) -> None:
        session = self._audit.session
        if session.library is not None:
            try:
                open_outside(session.library.folder, Spot(document), session.settings.open_with)
            except ExplorerError as error:
                self.failed.emit(error.title, error.detail)

    def _show_place(self, name: str) -> None:
        library = self._audit.session.library
        if library is not None:
            self._shower.show(Path(library.folder, name), Path(library.folder))
