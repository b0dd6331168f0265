"""Files that the window writes: where to is asked, never over a document of the library, whole or not at all."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from explorer.core.errors import ExplorerError
from explorer.ui.dialog_parts import take_signs_off
from explorer.ui.error_texts import error_texts
from explorer.ui.news import tell
from explorer.whole_files import is_special, no_file, require_outside, require_place, write_file

_KINDS = {
    ".csv": QT_TRANSLATE_NOOP("FileSaver", "CSV for spreadsheets"),
    ".tsv": QT_TRANSLATE_NOOP("FileSaver", "Tab-separated"),
    ".json": QT_TRANSLATE_NOOP("FileSaver", "JSON"),
    ".jsonl": QT_TRANSLATE_NOOP("FileSaver", "JSON lines"),
    ".md": QT_TRANSLATE_NOOP("FileSaver", "Markdown"),
    ".html": QT_TRANSLATE_NOOP("FileSaver", "Web page"),
    ".txt": QT_TRANSLATE_NOOP("FileSaver", "Text"),
    ".sarif": QT_TRANSLATE_NOOP("FileSaver", "SARIF for code scanners"),
    ".svg": QT_TRANSLATE_NOOP("FileSaver", "SVG"),
    ".png": QT_TRANSLATE_NOOP("FileSaver", "PNG"),
}
"""Endings of the files that the program writes anywhere, and what they are called."""

_LIBRARY = "libraryFolder"


def keep_apart(window: QWidget, folder: str) -> None:
    """Let nothing that is written from a window become a file of the library in `folder`; "" where none is open."""
    window.setProperty(_LIBRARY, folder)


def _library_of(owner: QWidget) -> str:
    """Return the folder of the library of the window that a widget is part of, or a dialog belongs to."""
    part: QWidget | None = owner
    while part is not None:
        if folder := part.property(_LIBRARY):
            return str(folder)
        part = part.parentWidget()
    return ""


class FileSaver(QObject):
    """Asks where to write and writes there. Emits `failed` (title, detail)."""

    failed = Signal(str, str)

    def __init__(self, owner: QWidget, endings: Sequence[str], trouble: str = "") -> None:
        """Take the endings of the kinds that can be written, the usual one first.

        `trouble`: the title of what is told when a file cannot be written; without it the reason is the title.
        """
        super().__init__(owner)
        self._owner = owner
        self._endings = tuple(endings)
        self._trouble = trouble

    def ask(self, title: str, name: str, ending: str = "") -> Path | None:
        """Ask for a file; `name` is proposed with `ending` (else the usual one). None: no file, or one not to be.

        A name without a known ending gets that of the chosen kind. Who is not asked by the dialog whether a file is to
        be replaced, because it is not the one that was typed, is asked here.
        """
        proposed = ending or self._endings[0]
        kinds = {self._pattern(each): each for each in self._endings}
        start = str(Path.home() / f"{name.replace('/', '_')}{proposed}")
        chosen, kind = QFileDialog.getSaveFileName(self._owner, title, start, ";;".join(kinds), self._pattern(proposed))
        path = self.named(chosen, kinds.get(kind, proposed)) if chosen else None
        if path is not None and str(path) != chosen and os.path.lexists(path) and not self._replaces(path):
            return None
        return path

    def named(self, path: str | Path, ending: str = "") -> Path | None:
        """Return a path that ends as one of the kinds does: with `ending` (else the usual one) where it ends otherwise.

        None: it is a device or pipe, or ends as a kind of file that is not written here, which is told.
        """
        if is_special(Path(path)):
            # Not a file of that name with an ending, which no one meant.
            self._tell(no_file(Path(path)))
            return None
        own = Path(path).suffix.casefold()
        if own in self._endings:
            return Path(path)
        if own not in _KINDS:
            return Path(f"{path}{ending or self._endings[0]}")
        kinds = ", ".join(f"{_words(each)} ({each})" for each in self._endings)
        self._tell(
            ExplorerError(
                self.tr("This cannot be written as {0} ({1}).").format(_words(own), own),
                self.tr("Let the file's name end as what can be written: {0}.").format(kinds),
            )
        )
        return None

    def write(self, path: Path, made: Callable[[str], str | bytes]) -> bool:
        """Write what is made for an ending (lower case); say whether it was written.

        CSV gets the mark at the start by which spreadsheets know UTF-8.
        """
        whole = self.named(path)
        if whole is None:
            return False
        try:
            self._require(whole)
            ending = whole.suffix.casefold()
            content = made(ending)
            if isinstance(content, str):
                marked = f"\ufeff{content}" if ending == ".csv" else content
                content = marked.encode("utf-8", errors="backslashreplace")
            write_file(whole, content)
        except ExplorerError as error:
            self._tell(error)
            return False
        tell(self._owner, self.tr("Written: {0}").format(whole))
        return True

    def _require(self, path: Path) -> None:
        library = _library_of(self._owner)
        if library:
            require_outside(path, Path(library))
        else:
            require_place(path)

    def _tell(self, error: ExplorerError) -> None:
        if self._trouble:
            self.failed.emit(self._trouble, " ".join(error_texts(error)).strip())
        else:
            self.failed.emit(*error_texts(error))

    def _pattern(self, ending: str) -> str:
        return f"{_words(ending)} (*{ending})"

    def _replaces(self, path: Path) -> bool:
        box = QMessageBox(self._owner)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Replace the file?"))
        box.setText(self.tr("There is a file {0}.").format(path.name))
        box.setInformativeText(self.tr("Replace it? What it holds is lost."))
        replace = box.addButton(self.tr("Replace"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        take_signs_off(box)
        box.exec()
        box.deleteLater()
        return box.clickedButton() == replace


def _words(ending: str) -> str:
    return QCoreApplication.translate("FileSaver", str(_KINDS[ending]))
