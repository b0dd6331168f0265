"""Shows a file in the desktop's file manager, chosen among the others, by the way of each system.

Linux desktops: `org.freedesktop.FileManager1` on the session bus (freedesktop.org's file manager interface); where no
file manager answers, the folder is opened.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QUrl, Signal
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher
from PySide6.QtGui import QDesktopServices

MANAGER = "org.freedesktop.FileManager1"
_PATIENCE_MS = 5000
"""A file manager that is started for this takes a moment."""

Start = Callable[[str, Sequence[str]], bool]
Show = Callable[[QUrl], bool]


def _start(program: str, arguments: Sequence[str]) -> bool:
    return QProcess.startDetached(program, list(arguments))[0]


def choosing(place: Path) -> QDBusMessage:
    """Return what asks the desktop's file manager to show a file chosen in its folder."""
    message = QDBusMessage.createMethodCall(MANAGER, f"/{MANAGER.replace('.', '/')}", MANAGER, "ShowItems")
    address = QUrl.fromLocalFile(str(place)).toString(QUrl.ComponentFormattingOption.FullyEncoded)
    message.setArguments([[address], ""])
    return message


class FolderShower(QObject):
    """Fact: `failed` (the folder that no program shows). `system` is one of `sys.platform`; the rest is for tests."""

    failed = Signal(str)

    def __init__(
        self,
        parent: QObject | None = None,
        system: str = sys.platform,
        start: Start = _start,
        show: Show = QDesktopServices.openUrl,
        bus: QDBusConnection | None = None,
    ) -> None:
        super().__init__(parent)
        self._system = system
        self._start = start
        self._show = show
        self._bus = bus

    def show(self, place: Path, root: Path) -> None:
        """Show a file or folder below `root` in its folder; for what is gone the nearest folder above it."""
        while not place.exists() and place not in {root, place.parent}:
            place = place.parent
        if not place.exists():
            self.failed.emit(str(root))
            return
        if self._system == "win32":
            # It says itself when it cannot; its exit code tells nothing.
            done = self._start("explorer.exe", ["/select,", str(place)])
        elif self._system == "darwin":
            done = self._start("open", ["-R", str(place)])
        else:
            self._ask_manager(place)
            return
        if not done:
            self._open(place)

    def _ask_manager(self, place: Path) -> None:
        bus = self._bus or QDBusConnection.sessionBus()
        if not bus.isConnected():
            self._open(place)
            return
        watcher = QDBusPendingCallWatcher(bus.asyncCall(choosing(place), _PATIENCE_MS), self)
        watcher.finished.connect(lambda call: self._on_answer(call, place))

    def _on_answer(self, call: QDBusPendingCallWatcher, place: Path) -> None:
        if call.isError():
            self._open(place)
        call.deleteLater()

    def _open(self, place: Path) -> None:
        folder = place if place.is_dir() else place.parent
        if not self._show(QUrl.fromLocalFile(str(folder))):
            self.failed.emit(str(folder))
