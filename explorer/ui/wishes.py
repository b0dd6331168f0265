"""What the user wants, as data: what to show, what to ask, how to open."""

from __future__ import annotations

from dataclasses import dataclass

from explorer import protocol
from explorer.core.views import Filters


@dataclass(frozen=True, slots=True)
class Selection:
    """What the chunk list shows: a section, a document, a folder (relative to the library), or everything."""

    folder: str = ""
    document: str = ""
    section: int | None = None


@dataclass(frozen=True, slots=True)
class LibraryOptions:
    """How libraries are opened: the command line's common options, empty or 0 for the defaults."""

    store: str = ""
    model: str = ""
    recipe: str = "path"
    max_tokens: int = 0

    def request(self, job: int, folder: str) -> protocol.OpenLibrary:
        """Return the wish to open a folder's library."""
        return protocol.OpenLibrary(
            id=job,
            folder=folder,
            store=self.store,
            model=self.model,
            recipe=self.recipe,
            max_tokens=self.max_tokens,
        )


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked last, to be asked again when the library changed."""

    question: str
    ranker: str
    plain_recipe: str
    context_recipe: str
    filters: Filters
    top: int

    def request(self, job: int) -> protocol.Search:
        """Return the question for the engine."""
        return protocol.Search(
            id=job,
            question=self.question,
            ranker=self.ranker,
            plain_recipe=self.plain_recipe,
            context_recipe=self.context_recipe,
            filters=self.filters,
            top=self.top,
        )


@dataclass(frozen=True, slots=True)
class RenameWish:
    """A heading to rename for retrieval, at one of its places; `text` is what it is renamed to already.

    `proposal` is what the audit proposes in its place. Both are "" for nothing.
    """

    document: str
    section: int
    heading: str
    proposal: str = ""
    text: str = ""
