"""The page before a new folder is opened: what would be read of it, and patterns to choose that by."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from explorer import protocol
from explorer.ui.naming import named
from explorer.ui.session import Session
from explorer.ui.texts import counted, size_text

_PAUSE_MS = 350
_MOST_FORMATS = 8


class OpenPreview(QWidget):
    """Tells what would be read of a folder.

    Fact: `told` (there is something to show, for the folder is new). Wishes: `open_wanted` (folder), `choice_wanted`
    (another one), `cancel_wanted`.
    """

    told = Signal()
    open_wanted = Signal(str)
    choice_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._folder = ""
        self._kept: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._opening = False
        self.place = named(QLabel(), "muted")
        self.count = named(QLabel(), "title")
        self.formats = QLabel()
        self.skipped = named(QLabel(), "muted")
        self.include = self._field(self.tr("Read only"), self.tr("All documents. For example: hr/*.md, *.pdf"))
        self.exclude = self._field(self.tr("Leave out"), self.tr("Nothing. For example: drafts/*, *-old.*"))
        self.open = named(QPushButton(self.tr("&Open and read")), "primary")
        self.other = QPushButton(self.tr("Another &folder…"))
        self.cancel = QPushButton(self.tr("&Cancel"))
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._lay_out()
        self._connect()

    def look_at(self, folder: str) -> None:
        """Ask what would be read of a folder; one that has an index is opened without more ado."""
        self._folder = str(Path(folder).expanduser().resolve())
        self._kept = None
        self._opening = False
        for field in (self.include, self.exclude):
            field.blockSignals(True)
            field.clear()
            field.blockSignals(False)
        self._ask()

    def patterns(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what is to be read only, and what is left out."""
        return _parted(self.include.text()), _parted(self.exclude.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open by Enter, go back by Esc."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            chosen = self.focusWidget()
            (chosen if isinstance(chosen, QPushButton) else self.open).click()
        elif event.key() == Qt.Key.Key_Escape:
            self._cancel()
        else:
            super().keyPressEvent(event)

    def _field(self, name: str, hint: str) -> QLineEdit:
        field = named(QLineEdit(), label=name)
        field.setPlaceholderText(hint)
        field.setClearButtonEnabled(True)
        field.setToolTip(self.tr("Patterns of names in the folder, parted by commas: * stands for any text"))
        return field

    def _lay_out(self) -> None:
        card = named(QFrame(), "card")
        card.setMaximumWidth(640)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(32, 26, 32, 24)
        inner.setSpacing(10)
        for label in (self.place, self.count, self.formats, self.skipped):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            inner.addWidget(label)
        form = QFormLayout()
        form.setContentsMargins(0, 8, 0, 8)
        form.addRow(self.tr("&Read only"), self.include)
        form.addRow(self.tr("Leave o&ut"), self.exclude)
        inner.addLayout(form)
        words = self.tr("The index is kept in your data folder; your files are only read.")
        inner.addWidget(_wrapped(named(QLabel(words), "muted")))
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 8, 0, 0)
        for button in (self.open, self.other, self.cancel):
            buttons.addWidget(button)
        buttons.addStretch(1)
        inner.addLayout(buttons)
        self._centre(card)

    def _centre(self, card: QWidget) -> None:
        inside = QWidget()
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(card, 20)
        row.addStretch(1)
        column = QVBoxLayout(inside)
        column.addStretch(2)
        column.addLayout(row)
        column.addStretch(3)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.setFocusProxy(self.open)

    def _connect(self) -> None:
        self._session.answer_arrived.connect(self._on_answer)
        self._session.failed.connect(self._on_failed)
        self._pause.timeout.connect(self._ask)
        for field in (self.include, self.exclude):
            field.textChanged.connect(self._on_edited)
        self.open.clicked.connect(self._open)
        self.other.clicked.connect(self.choice_wanted)
        self.cancel.clicked.connect(self._cancel)

    def _on_edited(self) -> None:
        self.count.setText(self.tr("Looking …"))
        self._pause.start()

    def _ask(self) -> None:
        self.count.setText(self.tr("Looking …"))
        self._send(keep=False)

    def _send(self, *, keep: bool) -> None:
        include, exclude = self.patterns() if self._kept is not None else (None, None)
        folder, store = self._folder, self._session.options.store
        self._session.send(
            "preview",
            lambda job: protocol.PreviewFolder(
                id=job, folder=folder, store=store, include=include, exclude=exclude, keep=keep
            ),
        )

    def _open(self) -> None:
        """Open the folder; patterns that differ from those that are kept are kept first."""
        self._pause.stop()
        if self._opening:
            return
        self._opening = True
        if self._kept is not None and self.patterns() != self._kept:
            self._send(keep=True)
        else:
            self._session.stop("preview")
            self.open_wanted.emit(self._folder)

    def _cancel(self) -> None:
        self._pause.stop()
        self._session.stop("preview")
        self.cancel_wanted.emit()

    def _on_failed(self) -> None:
        self._opening = False

    def _on_answer(self, event: protocol.AnyEvent) -> None:
        if not isinstance(event, protocol.FolderPreviewed) or event.folder != self._folder:
            return
        if event.known or self._opening:
            self.open_wanted.emit(self._folder)
            return
        first = self._kept is None
        if first:
            self._show_patterns(event)
        self._show(event)
        if first:
            self.told.emit()

    def _show_patterns(self, event: protocol.FolderPreviewed) -> None:
        self._kept = (event.include, event.exclude)
        for field, patterns in ((self.include, event.include), (self.exclude, event.exclude)):
            field.blockSignals(True)
            field.setText(", ".join(patterns))
            field.blockSignals(False)

    def _show(self, event: protocol.FolderPreviewed) -> None:
        self.place.setText(event.folder)
        count = counted(event.documents, self.tr("document"), self.tr("documents"))
        size = size_text(event.size)
        form = self.tr("{0} to read, {1}") if event.whole else self.tr("At least {0} to read, {1}")
        nothing = self.tr("No document to read")
        self.count.setText(form.format(count, size) if event.documents else nothing)
        self.formats.setText(self._formats_text(event) or self.tr("Choose other patterns, or another folder."))
        self.skipped.setText("\n".join(self._skipped_lines(event)))
        self.skipped.setVisible(bool(self.skipped.text()))

    def _formats_text(self, event: protocol.FolderPreviewed) -> str:
        shown = [f"{count:,} {suffix} ({size_text(size)})" for suffix, count, size in event.formats[:_MOST_FORMATS]]
        rest = sum(count for _, count, _ in event.formats[_MOST_FORMATS:])
        return ", ".join([*shown, *([self.tr("{0} others").format(f"{rest:,}")] if rest else [])])

    def _skipped_lines(self, event: protocol.FolderPreviewed) -> list[str]:
        words = {
            "pattern": self.tr("{0} left out by patterns"),
            "kind": self.tr("{0} of kinds that are not read"),
            "hidden": self.tr("{0} hidden"),
            "link": self.tr("{0} links to files that are read already or lie elsewhere"),
            "closed": self.tr("{0} that the system does not let the program see"),
        }
        said = [words[reason].format(f"{count:,}") for reason, count in event.skipped if reason in words]
        lines = [self.tr("Not read: {0}.").format("; ".join(said))] if said else []
        lines += self._used_lines(dict(event.skipped))
        if event.examples:
            lines.append(self.tr("Left out: {0} …").format(", ".join(event.examples)))
        if event.shared:
            lines.append(self.tr("By the folder's own chunk-explorer.toml: {0}").format(", ".join(event.shared)))
        return lines

    def _used_lines(self, skipped: Mapping[str, int]) -> list[str]:
        """Return what is no document of the folder's, but has its use."""
        used = [self.tr("the library's settings (chunk-explorer.toml)")] if skipped.get("settings") else []
        if sets := skipped.get("questions", 0):
            used.append(counted(sets, self.tr("set of questions"), self.tr("sets of questions")))
        return [self.tr("No documents, but used: {0}.").format(", ".join(used))] if used else []


def _wrapped(label: QLabel) -> QLabel:
    label.setWordWrap(True)
    return label


def _parted(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
