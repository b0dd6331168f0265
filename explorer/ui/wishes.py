"""What the user wants, as data: what to show, what to ask, how to open."""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer import protocol
from explorer.core.views import Filters

BY_VECTORS = frozenset({"embedding", "hybrid"})
"""Rankers that need the vectors of their side."""


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
    chroma: str = ""
    precision: str = ""

    def request(self, job: int, folder: str) -> protocol.OpenLibrary:
        """Return the wish to open a folder's library."""
        return protocol.OpenLibrary(
            id=job,
            folder=folder,
            store=self.store,
            model=self.model,
            recipe=self.recipe,
            max_tokens=self.max_tokens,
            chroma=self.chroma,
            precision=self.precision,
        )


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is asked; `context_ranker` is the context side's where it is another than the plain side's."""

    question: str
    ranker: str = "embedding"
    plain_recipe: str = "none"
    context_recipe: str = "path"
    filters: Filters = field(default_factory=Filters)
    top: int = 20
    context_ranker: str = ""

    def by_vectors(self) -> tuple[str, ...]:
        """Return the recipes whose vectors are needed to rank."""
        sides = ((self.ranker, self.plain_recipe), (self.context_ranker or self.ranker, self.context_recipe))
        return tuple(recipe for ranker, recipe in sides if ranker in BY_VECTORS)

    def request(self, job: int) -> protocol.Search:
        """Return the question for the engine."""
        return protocol.Search(
            id=job,
            question=self.question,
            ranker=self.ranker,
            plain_recipe=self.plain_recipe,
            context_recipe=self.context_recipe,
            context_ranker=self.context_ranker,
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
