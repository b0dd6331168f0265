"""The questions that were asked of a library and the searches that were saved, as the engine keeps them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from explorer import protocol
from explorer.core.retrieval_views import KeptSearch
from explorer.core.views import LibraryInfo
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.wishes import Question


class SearchHistory(QObject):
    """Keeps and drops searches of the open library. `changed` tells that there are others.

    Nothing is kept before the library's own were read: a damaged file is told once and left alone.
    """

    changed = Signal()

    def __init__(self, retrieval: RetrievalSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._retrieval = retrieval
        self._folder = ""
        self._is_read = False
        self.asked: tuple[KeptSearch, ...] = ()
        self.saved: tuple[KeptSearch, ...] = ()
        retrieval.searches_listed.connect(self._on_listed)
        retrieval.session.library_changed.connect(self._on_library)
        self._on_library(retrieval.session.library)

    @property
    def is_kept(self) -> bool:
        """Say whether the user wants questions to be kept."""
        return self._retrieval.session.settings.keep_history

    def remember(self, asked: Question) -> None:
        """Put a question into the history, unless the user does not want one or it is the newest there."""
        search = kept_search(asked)
        if not self._is_read or not self.is_kept:
            return
        if not self.asked or as_question(self.asked[0]) != as_question(search):
            self._retrieval.change_searches(keep=(search,))

    def save(self, asked: Question, name: str) -> None:
        """Save a question under a name; another one of that name gives way."""
        if self._is_read and name.strip():
            self._retrieval.change_searches(keep=(kept_search(asked, name.strip()),))

    def drop(self, *searches: KeptSearch) -> None:
        """Remove searches for good."""
        if searches:
            self._retrieval.change_searches(drop=searches)

    def _on_library(self, library: LibraryInfo | None) -> None:
        folder = library.folder if library else ""
        if folder == self._folder:
            return
        self._folder, self._is_read = folder, False
        self.asked, self.saved = (), ()
        self.changed.emit()
        if folder:
            self._retrieval.request_searches()

    def _on_listed(self, told: protocol.SearchesListed) -> None:
        self._is_read = True
        self.asked, self.saved = told.history, told.saved
        self.changed.emit()


def kept_search(asked: Question, name: str = "") -> KeptSearch:
    """Return a question as it is kept."""
    return KeptSearch(
        question=asked.question,
        ranker=asked.ranker,
        plain_recipe=asked.plain_recipe,
        context_recipe=asked.context_recipe,
        context_ranker=asked.context_ranker,
        filters=asked.filters,
        name=name,
    )


def as_question(search: KeptSearch) -> Question:
    """Return what a kept search asks."""
    return Question(
        question=search.question,
        ranker=search.ranker,
        plain_recipe=search.plain_recipe,
        context_recipe=search.context_recipe,
        filters=search.filters,
        context_ranker=search.context_ranker,
    )
