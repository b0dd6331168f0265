"""Copies and exports of what the compare pane shows."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.core.views import Comparison
from explorer.ui.compare_side import CompareSide
from explorer.ui.file_saver import FileSaver
from explorer.ui.hit_export import Row, as_csv, as_markdown, as_tsv, result_rows
from explorer.ui.news import copy_text
from explorer.ui.session import Session


class CompareCopies(QObject):
    """Takes the session's comparison with the chosen chunk's rows of both sides."""

    def __init__(self, session: Session, plain: CompareSide, context: CompareSide, parent: QWidget) -> None:
        super().__init__(parent)
        self._owner = parent
        self._saver = FileSaver(parent, (".csv",))
        self._saver.failed.connect(session.failed)
        self._session = session
        self._sides = ((plain, False), (context, True))

    def _rows(self, comparison: Comparison) -> list[Row]:
        extra = [(hit, which) for side, which in self._sides if (hit := side.list.hits.extra()) is not None]
        return result_rows(comparison, extra)

    def copy_tsv(self) -> None:
        """Put both rankings on the clipboard, cells parted by tabs."""
        if self._session.comparison is not None:
            copy_text(as_tsv(self._rows(self._session.comparison)), self._owner)

    def copy_markdown(self) -> None:
        """Put both rankings on the clipboard as a Markdown table."""
        comparison = self._session.comparison
        if comparison is not None:
            copy_text(as_markdown(comparison, self._rows(comparison)), self._owner)

    def export(self) -> None:
        """Ask for a file and write both rankings there."""
        path = self._saver.ask(self.tr("Export results"), "results")
        if path is not None:
            self.write_csv(path)

    def write_csv(self, path: Path) -> None:
        """Write both rankings as a CSV file; a file that cannot be written is told."""
        comparison = self._session.comparison
        if comparison is not None:
            self._saver.write(path, lambda _: as_csv(comparison, self._rows(comparison)))
