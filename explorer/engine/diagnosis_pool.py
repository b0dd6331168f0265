"""Why chunks are not ranked: each filter is asked on its own, by the searcher that ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from explorer.core.phrases import Phrase, Words, phrase, quoted_sentence
from explorer.core.query import Query, parse_query
from explorer.core.questions_places import ChunkKey
from explorer.core.recipe import Recipe
from explorer.core.views import Filters
from explorer.engine.opened import Opened
from explorer.engine.search_sides import Ranking

_NO_FILTERS = Filters(current_only=False)
_ANY_QUESTION = "words"
"""Which chunks are ranked does not depend on the question, once its own filters are among the filters."""

_ONE_OF = {
    "documents": phrase("the filter document “{0}”"),
    "formats": phrase("the filter format “{0}”"),
    "languages": phrase("the filter language “{0}”"),
    "versions": phrase("the filter version “{0}”"),
    "access": phrase("the filter access “{0}”"),
}
"""Kinds of filters of which a document has to have one value: they go as a whole."""

_EACH = {
    "named": phrase("the filter doc “{0}”"),
    "headings": phrase("the filter heading “{0}”"),
    "tags": phrase("the filter tag “{0}”"),
    "phrases": phrase("the filter words side by side “{0}”"),
    "without": phrase("the filter words that must not stand there “{0}”"),
}
"""Kinds of which every value is a filter of its own."""

_NO_VECTOR, _NO_WORD = phrase("it has no vector yet"), phrase("it has no word that the model can see")

_IN_QUESTION = {
    "named": "documents",
    "headings": "headings",
    "versions": "versions",
    "phrases": "phrases",
    "without": "without",
}
"""What a question can ask for itself: fields of `Filters`, and of `Query`."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be ranked: a question by a ranker on each side, under filters."""

    question: str
    ranker: str
    plain: Recipe
    context: Recipe
    filters: Filters = field(default_factory=Filters)
    context_ranker: str = ""

    def ranked(self, opened: Opened) -> tuple[Ranking, Filters]:
        """Return the ranking, and the filters with those of the question; raises `ExplorerError`."""
        return opened.searcher.rank(
            self.question, self.ranker, self.plain, self.context, self.filters, self.context_ranker
        )


@dataclass(frozen=True, slots=True)
class Condition:
    """One filter: the name of its field, its value there ("" where the field goes as a whole), and words for it."""

    name: str
    value: str
    words: Phrase
    filters: Filters

    @property
    def is_of_day(self) -> bool:
        """Tell whether it leaves out what is superseded or expired on a day that is asked about."""
        return self.name == "current_only" and bool(self.filters.date)

    def reason(self, out_of_force: Words) -> Words:
        """Return why it leaves a chunk out; `out_of_force` says what is the matter with its document today."""
        if self.is_of_day:
            return phrase("superseded or expired on {0}", self.filters.date)
        return out_of_force if self.name == "current_only" and out_of_force else self.words

    def is_written(self, query: Query) -> bool:
        """Tell whether the question itself asks for it."""
        asked: tuple[str, ...] = getattr(query, _IN_QUESTION.get(self.name, ""), ())
        return self.value in asked if self.value else bool(asked)

    def taken_from(self, filters: Filters) -> Filters:
        """Return the filters without it."""
        held = getattr(filters, self.name)
        left = tuple(one for one in held if one != self.value) if self.value else getattr(_NO_FILTERS, self.name)
        return replace(filters, **{self.name: left})


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why each chunk is not ranked, and which filters are in the way of any of them."""

    reasons: Mapping[ChunkKey, Words]
    conditions: tuple[Condition, ...] = ()

    def wider(self, wish: Wish) -> Filters | None:
        """Return the filters without those in the way, None where only the question's own words are."""
        query, left = parse_query(wish.question), wish.filters
        for condition in self.conditions:
            if not condition.is_written(query):
                left = condition.taken_from(left)
        return None if left == wish.filters else left

    def is_written(self, question: str) -> bool:
        """Tell whether some of what is in the way is written in the question."""
        query = parse_query(question)
        return any(condition.is_written(query) for condition in self.conditions)


def left_out(
    opened: Opened, wish: Wish, asked: tuple[Ranking, Filters], embeddable: Mapping[ChunkKey, bool]
) -> LeftOut:
    """Return why chunks are not ranked; `asked` is what `Wish.ranked` returned.

    `embeddable` has all those chunks, and says of each whether the model can see a word in it.
    """
    ranking, narrowed = asked
    base = replace(wish, question=_ANY_QUESTION)
    reasons: dict[ChunkKey, Words] = {}
    for key in _missing(opened, replace(base, filters=_NO_FILTERS), embeddable):
        reasons[key] = _NO_VECTOR if embeddable[key] else _NO_WORD
    met: list[Condition] = []
    for condition in _conditions(narrowed):
        missing = _missing(opened, replace(base, filters=condition.filters), embeddable)
        # A day that is asked about leaves out what is not in force on it, and decides what is superseded then.
        out = [key for key in missing if embeddable[key] and not (condition.is_of_day and key in reasons)]
        met += [condition] if out else []
        for key in out:
            reasons.setdefault(key, condition.reason(_out_of_force(ranking, key[0])))
    return LeftOut(reasons, tuple(met))


def _out_of_force(ranking: Ranking, document: str) -> Words:
    """Return why a document is no longer in force, "" where it is."""
    said = ranking.chunks.out_of_force(document)
    return quoted_sentence(said) if said else ""


def places_of(ranking: Ranking, documents: Iterable[str]) -> dict[ChunkKey, int]:
    """Return where in the pool each ranked chunk of these documents stands."""
    names = {row.name: number for number, row in enumerate(ranking.chunks.documents)}
    owners, ordinals = ranking.chunks.owner[ranking.positions], ranking.chunks.ordinal[ranking.positions]
    found: dict[ChunkKey, int] = {}
    for name in documents:
        for place in np.flatnonzero(owners == names.get(name, -1)).tolist():
            found[name, int(ordinals[place])] = place
    return found


def _missing(opened: Opened, wish: Wish, keys: Iterable[ChunkKey]) -> list[ChunkKey]:
    ranking, _ = wish.ranked(opened)
    wanted = list(keys)
    ranked = places_of(ranking, dict.fromkeys(name for name, _ in wanted))
    return [key for key in wanted if key not in ranked]


def _conditions(filters: Filters) -> list[Condition]:
    """Return the filters that are set, one by one, in the order in which the pool counts them."""
    found: list[Condition] = []
    if filters.folder:
        found.append(_condition("folder", phrase("the filter folder “{0}”", filters.folder), filters))
    for name, words in _ONE_OF.items():
        values: tuple[str, ...] = getattr(filters, name)
        if values:
            several: Words = values[0]
            for value in values[1:]:
                several = phrase("{0}” or “{1}", several, value)
            found.append(_condition(name, replace(words, values=(several,)), filters))
    for name, words in _EACH.items():
        for value in getattr(filters, name):
            only = replace(_NO_FILTERS, **{name: (value,)})
            found.append(Condition(name, value, replace(words, values=(value,)), only))
    if filters.date:
        found.append(_condition("date", phrase("the filter in force on {0}", filters.date), filters))
    if filters.current_only:
        words = phrase("the filter that keeps superseded and expired documents out")
        found.append(Condition("current_only", "", words, replace(_NO_FILTERS, current_only=True, date=filters.date)))
    return found


def _condition(name: str, words: Phrase, filters: Filters) -> Condition:
    return Condition(name, "", words, replace(_NO_FILTERS, **{name: getattr(filters, name)}))
