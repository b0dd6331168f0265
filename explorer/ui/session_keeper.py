"""Keeps where the user was when the window closes, and takes it up when the same library opens again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QObject, QSettings, QTimer
from PySide6.QtWidgets import QTableView, QTabWidget, QWidget

from explorer.core.views import LibraryInfo
from explorer.ui import finding_choices, tool_choices
from explorer.ui.compare_panel import ComparePanel
from explorer.ui.filter_line import FilterLine
from explorer.ui.findings_panel import FindingsPanel
from explorer.ui.session import Session
from explorer.ui.session_state import MOST_ROWS, Choices, SessionState, read, written
from explorer.ui.tree_panel import TreePanel
from explorer.ui.wishes import Selection

_KEY = "window/session"
_WITH_LISTS_KEPT = (ComparePanel, FindingsPanel)
"""Panels whose lists are kept otherwise: by the settings, and with what fills them."""


class SessionKeeper(QObject):
    """Reads the kept state once; `folder` is the library that was open.

    Words above tables and the tree are dropped when another library opens: they were about the former one's rows.
    """

    def __init__(
        self, session: Session, tree: TreePanel, compare: ComparePanel, tabs: QTabWidget, store: QSettings | None
    ) -> None:
        super().__init__(tabs)
        self._session = session
        self._tree = tree
        self._compare = compare
        self._tabs = tabs
        self._store = store
        self._former = ""
        self._state = read(store.value(_KEY)) if store is not None else None
        session.library_changed.connect(self._on_library)
        if self._state is not None:
            self._widen(self._state.widths)

    @property
    def folder(self) -> str:
        """Return the library that was open when the window closed; empty for none."""
        return self._state.folder if self._state is not None else ""

    def keep(self) -> None:
        """Write where the user is; without a library what was kept before stays."""
        library = self._session.library
        if self._store is not None and library is not None:
            self._store.setValue(_KEY, written(self._present(library)))

    def _present(self, library: LibraryInfo) -> SessionState:
        chunk = self._session.chunk.item.chunk if self._session.chunk else None
        return SessionState(
            folder=library.folder,
            selection=self._session.selection,
            chunk=(chunk.document, chunk.index) if chunk else None,
            tool=type(self._tabs.currentWidget()).__name__,
            # Who keeps no history of questions wants none on the disk.
            question=self._compare.question.text()[:1000] if self._session.settings.keep_history else "",
            expanded=self._tree.open_rows()[:MOST_ROWS],
            choices={name: _choices(panel) for name, panel in self._panels()},
            widths={name: _widths(table) for name, table in self._tables()},
        )

    def _on_library(self, library: LibraryInfo | None) -> None:
        if library is not None:
            if self._former not in ("", library.folder):
                for line in (self._tree.words, *self._tabs.findChildren(FilterLine)):
                    line.clear()
            self._former = library.folder
        state = self._state
        if state is None or library is None:
            return
        self._state = None
        if library.folder == state.folder:
            # After the panels and the session itself are done with the library.
            QTimer.singleShot(0, self, lambda: self._take_up(state))

    def _take_up(self, state: SessionState) -> None:
        library = self._session.library
        if library is None or library.folder != state.folder:
            return
        for name, panel in self._panels():
            _choose_again(panel, state.choices.get(name, {}))
            if name == state.tool:
                self._tabs.setCurrentWidget(panel)
        self._tree.open_again(state.expanded)
        if not self._compare.question.text():
            self._compare.question.setText(state.question)
        # What the user chose in the meantime stays chosen.
        if self._session.selection == Selection() and self._session.chunk is None:
            self._choose(state, {row.name: row.chunks for row in library.documents})

    def _choose(self, state: SessionState, chunks: Mapping[str, int]) -> None:
        if not state.selection.document or state.selection.document in chunks:
            self._session.select(state.selection)
        if state.chunk is not None and 0 <= state.chunk[1] < chunks.get(state.chunk[0], 0):
            self._session.select_chunk(*state.chunk)

    def _panels(self) -> Iterator[tuple[str, QWidget]]:
        yield type(self._tree).__name__, self._tree
        for place in range(self._tabs.count()):
            panel = self._tabs.widget(place)
            if panel is not None:
                yield type(panel).__name__, panel

    def _tables(self) -> Iterator[tuple[str, QTableView]]:
        for name, panel in self._panels():
            for number, table in enumerate(panel.findChildren(QTableView)):
                yield f"{name} {number}", table

    def _widen(self, widths: Mapping[str, tuple[int, ...]]) -> None:
        for name, table in self._tables():
            kept = widths.get(name, ())
            if len(kept) == table.horizontalHeader().count():
                for column, width in enumerate(kept):
                    if 10 <= width <= 5000:
                        table.setColumnWidth(column, width)


def _widths(table: QTableView) -> tuple[int, ...]:
    # The header counts no columns where there is no model yet.
    return tuple(table.columnWidth(column) for column in range(table.horizontalHeader().count()))


def _choices(panel: QWidget) -> dict[str, str]:
    """Return what is chosen in a panel: the words in its filter lines, and what the panel has beside them."""
    found = {f"words {number}": line.text() for number, line in enumerate(panel.findChildren(FilterLine))}
    if isinstance(panel, TreePanel):
        found |= panel.choices()
    else:
        found |= tool_choices.choices(panel, lists=not isinstance(panel, _WITH_LISTS_KEPT))
    if isinstance(panel, FindingsPanel):
        found |= finding_choices.choices(panel)
    return {name: value for name, value in found.items() if value}


def _choose_again(panel: QWidget, chosen: Choices) -> None:
    if chosen and isinstance(panel, TreePanel):
        panel.choose_again(chosen)
    elif chosen:
        tool_choices.choose_again(panel, chosen, lists=not isinstance(panel, _WITH_LISTS_KEPT))
    if chosen and isinstance(panel, FindingsPanel):
        finding_choices.choose_again(panel, chosen)
    for number, line in enumerate(panel.findChildren(FilterLine)):
        if words := chosen.get(f"words {number}"):
            line.setText(words)
