"""Messages about hits and questions: passages to read, scores and texts of both sides, diagnoses, the laboratory."""

from __future__ import annotations

from explorer.core.question_views import EntryRow
from explorer.core.retrieval_views import (
    Diagnosis,
    EmbeddedText,
    FilterChoices,
    KeptSearch,
    Passage,
    Scatter,
    Trial,
    TrialPassage,
)
from explorer.core.views import Filters
from explorer.protocol.base import Event, Request


class ReadPassages(Request, frozen=True, kw_only=True):
    """Ask for what stands around hits, as (document, index), best first; answered by `PassagesRead`.

    `window` chunks before and after each (0 to 3); with `budget` tokens, the smallest enclosing section that fits them
    instead. What overlaps is merged.
    """

    hits: tuple[tuple[str, int], ...]
    window: int = 1
    budget: int = 0


class PassagesRead(Event, frozen=True, kw_only=True):
    """Passages in the order of their best hits."""

    passages: tuple[Passage, ...]


class GetScatter(Request, frozen=True, kw_only=True):
    """Ask for both scores of the last comparison over its pool; `marked` chunks are among them. `ScatterTold`."""

    marked: tuple[tuple[str, int], ...] = ()
    most: int = 3000


class ScatterTold(Event, frozen=True, kw_only=True):
    """Both scores over the pool."""

    scatter: Scatter


class GetEmbeddedTexts(Request, frozen=True, kw_only=True):
    """Ask for the embedded texts of a chunk under two recipes; answered by `EmbeddedTextsTold`."""

    document: str
    index: int
    plain_recipe: str = "none"
    context_recipe: str = "path"


class EmbeddedTextsTold(Event, frozen=True, kw_only=True):
    """The embedded texts of a chunk on both sides."""

    document: str
    index: int
    plain: EmbeddedText
    context: EmbeddedText


class ListFilterChoices(Request, frozen=True, kw_only=True):
    """Ask what the library can be filtered by; answered by `FilterChoicesTold`."""


class FilterChoicesTold(Event, frozen=True, kw_only=True):
    """What the library can be filtered by."""

    choices: FilterChoices


class ListSearches(Request, frozen=True, kw_only=True):
    """Ask for the history and the saved searches of the library; answered by `SearchesListed`."""


class ChangeSearches(Request, frozen=True, kw_only=True):
    """Keep searches (`name` set: saved under it, else in the history) and drop others; answered by `SearchesListed`."""

    keep: tuple[KeptSearch, ...] = ()
    drop: tuple[KeptSearch, ...] = ()


class SearchesListed(Event, frozen=True, kw_only=True):
    """The history, newest first, and the saved searches by name."""

    history: tuple[KeptSearch, ...]
    saved: tuple[KeptSearch, ...]


class Diagnose(Request, frozen=True, kw_only=True):
    """Ask why a question does or does not find its evidence; answered by `Diagnosed`. An entry needs no `chunks`."""

    question: str
    evidence: tuple[EntryRow, ...]
    ranker: str = "embedding"
    plain_recipe: str = "none"
    context_recipe: str = "path"
    filters: Filters = Filters()
    context_ranker: str = ""


class Diagnosed(Event, frozen=True, kw_only=True):
    """A diagnosis with what it rests on."""

    diagnosis: Diagnosis


class TryPassages(Request, frozen=True, kw_only=True):
    """Rank passages of the laboratory for a question, and tell where each would stand in the pool; `Tried`.

    Nothing of it touches the index.
    """

    question: str
    passages: tuple[TrialPassage, ...]
    ranker: str = "embedding"
    recipe: str = "path"
    filters: Filters = Filters()


class Tried(Event, frozen=True, kw_only=True):
    """How the passages of the laboratory fare."""

    trial: Trial
