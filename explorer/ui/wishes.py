"""What the user wants, as data: what to show, what to ask, how to open."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked last, to be asked again when the library changed."""

    question: str
    ranker: str
    plain_recipe: str
    context_recipe: str
    filters: Filters
    top: int
