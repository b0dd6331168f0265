"""What can be done with chosen chunks: as actions with keys, and as the menu of a card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from explorer.core.views import ChunkView, PathSegment
from explorer.ui.chunk_copy import Form
from explorer.ui.mend_texts import short, take_text
from explorer.ui.table_parts import table_action
from explorer.ui.wishes import RenameWish


class ChunkActions(QObject):
    """Actions for the current chunk and for all chosen ones.

    Wishes: `rename_wanted` and `mend_wanted` (RenameWish), `copy_wanted` (Form), `export_wanted` (whether only what is
    chosen), `neighbours_wanted`, `mark_wanted`, `all_wanted`. `nothing_proposed`: a proposal was to be taken where
    there is none.
    """

    rename_wanted = Signal(object)
    mend_wanted = Signal(object)
    copy_wanted = Signal(object)
    export_wanted = Signal(bool)
    neighbours_wanted = Signal()
    mark_wanted = Signal()
    all_wanted = Signal()
    nothing_proposed = Signal()

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._view: ChunkView | None = None
        self._count = 0
        self._writing = False
        tip = self.tr("Give the heading other words for retrieval; the document stays as it is")
        self.rename = table_action(panel, self.tr("Rename for retrieval…"), "F2", tip)
        self.take = table_action(panel, self.tr("Take the proposed heading"), "Ctrl+Shift+T")
        tip = self.tr("Show the chunks before and after this one in its document")
        self.neighbours = table_action(panel, self.tr("Show neighbours"), "Ctrl+Shift+B", tip)
        self.mark = table_action(panel, self.tr("Mark as answer…"))
        self.export = table_action(panel, self.tr("Export chosen…"), "Ctrl+E")
        self.export_all = table_action(panel, self.tr("Export all shown…"), "Ctrl+Shift+E")
        self.all = QAction(self.tr("Choose all"), self)
        self.all.setShortcut(QKeySequence(QKeySequence.StandardKey.SelectAll))
        self.all.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copies = {form: self._copy_action(form) for form in Form}
        self.rename.triggered.connect(self._rename)
        self.take.triggered.connect(self._take)
        self.neighbours.triggered.connect(self.neighbours_wanted)
        self.mark.triggered.connect(self.mark_wanted)
        self.export.triggered.connect(lambda: self.export_wanted.emit(True))
        self.export_all.triggered.connect(lambda: self.export_wanted.emit(False))
        self.all.triggered.connect(self.all_wanted)
        self.show_choice(None, 0, 0)

    def show_choice(self, view: ChunkView | None, count: int, total: int) -> None:
        """Fit the actions to the current chunk, to how many are chosen and to how many are shown."""
        self._view, self._count = view, count
        segment = main_heading(view)
        self.rename.setEnabled(segment is not None)
        # Its keys answer in words where nothing is proposed.
        self.take.setEnabled(segment is not None)
        self.take.setText(take_text(segment.mend if segment else ""))
        for action in (self.neighbours, self.mark):
            action.setEnabled(view is not None)
        for form, action in self.copies.items():
            action.setEnabled(count > 0)
            action.setText(self._copy_text(form))
        self.export.setEnabled(count > 0 and not self._writing)
        several = self.tr("Export {0} chosen…").format(f"{count:,}")
        self.export.setText(several if count > 1 else self.tr("Export this chunk…"))
        self.export_all.setEnabled(total > 0 and not self._writing)
        self.all.setEnabled(total > 0)

    def show_writing(self, writing: bool) -> None:
        """Offer no export while a file is being written."""
        self._writing = writing
        for action in (self.export, self.export_all):
            action.setEnabled(not writing)

    def fill(self, menu: QMenu) -> None:
        """Put all that can be done into a menu, in place of what it holds; headings are the current chunk's."""
        menu.clear()
        for below in menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
            below.deleteLater()
        if self._view is not None:
            menu.addActions(list(self.copies.values()))
            menu.addSeparator()
            self._add_headings(menu, self._view)
            menu.addSeparator()
            menu.addActions([self.neighbours, self.mark])
            menu.addSeparator()
        menu.addActions([self.export, self.export_all] if self._count else [self.export_all])
        menu.addSeparator()
        menu.addAction(self.all)

    def _copy_action(self, form: Form) -> QAction:
        action = QAction(self)
        action.triggered.connect(partial(self.copy_wanted.emit, form))
        if form is Form.DISPLAY:
            # The list takes these keys itself: here they are only told.
            action.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        return action

    def _copy_text(self, form: Form) -> str:
        names = {
            Form.DISPLAY: self.tr("Copy display text"),
            Form.TEXT: self.tr("Copy text"),
            Form.EMBEDDED: self.tr("Copy embedded text"),
            Form.CITATION: self.tr("Copy citation"),
            Form.PROMPT: self.tr("Copy as prompt text"),
            Form.PROMPT_WITH_NEIGHBOURS: self.tr("Copy as prompt text with neighbours"),
        }
        many = self.tr("{0} ({1} chunks)")
        return many.format(names[form], f"{self._count:,}") if self._count > 1 else names[form]

    def _add_headings(self, menu: QMenu, view: ChunkView) -> None:
        """Add what can be done about the headings of the path, the one that F2 means first."""
        main = main_heading(view)
        if main is None:
            return
        if main.mend:
            menu.addAction(self.take)
        menu.addAction(self.rename)
        others = [segment for segment in view.segments if segment is not main]
        if not others:
            return
        below = menu.addMenu(self.tr("Rename another heading above"))
        for segment in reversed(others):
            self._add_heading(below, view, segment)

    def _add_heading(self, menu: QMenu, view: ChunkView, segment: PathSegment) -> None:
        wish = wish_of(view, segment)
        if segment.mend:
            words = self.tr("Take “{0}” for “{1}”").format(short(segment.mend), short(segment.text))
            menu.addAction(words).triggered.connect(partial(self.mend_wanted.emit, wish))
        words = self.tr("Rename “{0}”…").format(short(segment.text))
        menu.addAction(words).triggered.connect(partial(self.rename_wanted.emit, wish))

    def _rename(self) -> None:
        segment = main_heading(self._view)
        if self._view is not None and segment is not None:
            self.rename_wanted.emit(wish_of(self._view, segment))

    def _take(self) -> None:
        segment = main_heading(self._view)
        if self._view is None or segment is None:
            return
        if segment.mend:
            self.mend_wanted.emit(wish_of(self._view, segment))
        else:
            self.nothing_proposed.emit()


def main_heading(view: ChunkView | None) -> PathSegment | None:
    """Return the heading that most wants another name: with a proposal, else uninformative, else the last.

    Of several the one nearest to the text.
    """
    if view is None or not view.segments:
        return None
    nearest: Sequence[PathSegment] = view.segments[::-1]
    return max(nearest, key=lambda segment: (bool(segment.mend), bool(segment.code)))


def wish_of(view: ChunkView, segment: PathSegment) -> RenameWish:
    """Return the wish to rename a heading of a chunk's path."""
    return RenameWish(view.item.chunk.document, segment.section, segment.text, segment.mend, segment.renamed)
