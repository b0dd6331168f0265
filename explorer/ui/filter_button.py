"""The filter of the compare pane: which chunks are ranked, by folder or document, superseded ones in or out."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer.core.views import Filters, LibraryInfo
from explorer.ui.session import Selection

_MOST_ENTRIES = 40


class FilterButton(QToolButton):
    """A button with a menu; `filters_changed` tells that the user chose another filter."""

    filters_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filters = Filters()
        self._library: LibraryInfo | None = None
        self._selection = Selection()
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Filter: which chunks are ranked"))
        self._show()

    @property
    def filters(self) -> Filters:
        """Return the filter in force."""
        return self._filters

    def set_filters(self, filters: Filters) -> None:
        """Put another filter in force without telling."""
        self._filters = filters
        self._show()

    def show_library(self, library: LibraryInfo | None) -> None:
        """Offer a library's folders and documents."""
        self._library = library

    def show_selection(self, selection: Selection) -> None:
        """Offer the selected folder and document first."""
        self._selection = selection

    def _show(self) -> None:
        words = filter_words(self._filters)
        self.setText(self.tr("Filter: {0}").format(words) if words else self.tr("Filter"))
        self.setToolTip(self.tr("Which chunks are ranked: {0}").format(words or self.tr("all that are in force")))

    def _choose(self, filters: Filters) -> None:
        if filters != self._filters:
            self.set_filters(filters)
            self.filters_changed.emit()

    def _fill(self) -> None:
        self._menu.clear()
        group = QActionGroup(self._menu)
        keep = self._filters.current_only
        self._entry(self._menu, group, self.tr("Whole library"), Filters(current_only=keep))
        chosen = self._selection
        folder = chosen.folder or chosen.document.rpartition("/")[0]
        if folder:
            self._entry(self._menu, group, self.tr("Only {0}/").format(folder), Filters(folder, (), keep))
        if chosen.document:
            only = Filters("", (chosen.document,), keep)
            self._entry(self._menu, group, self.tr("Only {0}").format(chosen.document), only)
        self._submenus(group)
        self._menu.addSeparator()
        current: QAction = self._menu.addAction(self.tr("Include superseded and expired"))
        current.setCheckable(True)
        current.setChecked(not keep)
        current.toggled.connect(self._include_superseded)

    def _submenus(self, group: QActionGroup) -> None:
        names = [row.name for row in self._library.documents if not row.error] if self._library else []
        keep = self._filters.current_only
        folders = self._menu.addMenu(self.tr("Folder"))
        for folder in folders_of(names)[:_MOST_ENTRIES]:
            self._entry(folders, group, f"{folder}/", Filters(folder, (), keep))
        folders.setEnabled(not folders.isEmpty())
        documents = self._menu.addMenu(self.tr("Document"))
        for name in names[:_MOST_ENTRIES]:
            self._entry(documents, group, name, Filters("", (name,), keep))
        if len(names) > _MOST_ENTRIES:
            documents.addAction(self.tr("Others: select them in the tree first")).setEnabled(False)
        documents.setEnabled(bool(names))

    def _entry(self, menu: QMenu, group: QActionGroup, text: str, filters: Filters) -> None:
        action: QAction = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(filters == self._filters)
        group.addAction(action)
        action.triggered.connect(lambda _=False, filters=filters: self._choose(filters))

    def _include_superseded(self, included: bool) -> None:
        self._choose(Filters(self._filters.folder, self._filters.documents, not included))


def folders_of(names: list[str]) -> list[str]:
    """Return every folder that holds a document, outer ones included, in order."""
    found: set[str] = set()
    for name in names:
        parts = name.split("/")[:-1]
        found.update("/".join(parts[: count + 1]) for count in range(len(parts)))
    return sorted(found)


def filter_words(filters: Filters) -> str:
    """Return a filter in words, empty when it lets everything in force pass."""
    places = [f"{filters.folder}/"] if filters.folder else []
    places += [name.rpartition("/")[2] for name in filters.documents]
    if not filters.current_only:
        places.append(QCoreApplication.translate("FilterButton", "with superseded"))
    return ", ".join(places)
