"""Why a question does or does not find its evidence: the ladder of DESIGN 4.6, from facts to exactly one kind.

The first step that matches decides:

1. absent: some of the evidence is not in the library. 2. filtered: all chunks that hold it are left out of the ranking.
3. over-window: the model reads only a part of the chunk. 4. boundary: no chunk holds all the evidence. 5. no-failure:
plain rank at most 10. 6. reference: context rank at most 10, so the header mends it. 7. uninformative: C202. 8.
vocabulary: question and embedded text share no stem. 9. undetermined.

All passages that are marked count together: the evidence is held by a chunk that holds every one of them. A passage
that stands in several places is held by any of them. A section or a document is named as a place, not marked as a
passage: any of its chunks holds it, as in evaluations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from explorer.core.phrases import Words
from explorer.core.questions_places import ChunkKey

FOUND_WITHIN = 10
"""The last rank at which a passage counts as found."""

_WHOLE = 1 - 1e-9
_MOST_OF_IT = 0.5
"""The share of a passage that has to be ranked; with less, what is left out is what was looked for."""


class Kind(StrEnum):
    """What keeps a question from its evidence, in the order in which it is asked."""

    ABSENT = "absent"
    FILTERED = "filtered"
    OVER_WINDOW = "over-window"
    BOUNDARY = "boundary"
    NO_FAILURE = "no-failure"
    REFERENCE = "reference"
    UNINFORMATIVE = "uninformative"
    VOCABULARY = "vocabulary"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class ChunkFacts:
    """A chunk that holds some of the evidence.

    `left_out` says why it is not ranked, "" where it is. A rank is None where the ranker finds no match. `tokens`
    counts the longer of the two embedded texts, of which the model reads `limit`. `names_nothing`: C202 holds.
    """

    key: ChunkKey
    heading_path: tuple[str, ...] = ()
    left_out: Words = ""
    plain_rank: int | None = None
    context_rank: int | None = None
    tokens: int = 0
    limit: int = 0
    names_nothing: bool = False

    @property
    def is_over(self) -> bool:
        """Tell whether the model reads only a part of it."""
        return self.tokens > self.limit


Place = tuple[tuple[ChunkKey, float], ...]
"""One place of a passage: how much of it (0 to 1) which chunk holds."""


@dataclass(frozen=True, slots=True)
class PassageFacts:
    """A marked passage. `any_chunk`: it is a section or document. `problem` says why it is not in the library."""

    name: str
    places: tuple[Place, ...] = ()
    any_chunk: bool = False
    problem: Words = ""

    def shares(self) -> dict[ChunkKey, float]:
        """Return how much of it each chunk holds, at the best of its places."""
        found: dict[ChunkKey, float] = {}
        for place in self.places:
            for key, share in place:
                found[key] = max(share, found.get(key, 0.0))
        return found

    def holders(self) -> tuple[ChunkKey, ...]:
        """Return the chunks that hold it whole, or some of it where that is enough."""
        enough = 0.0 if self.any_chunk else _WHOLE
        return tuple(key for key, share in self.shares().items() if share > 0 and share >= enough)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a diagnosis rests on; `chunks` has all that `passages` name.

    `by_vectors`: the ranker reads the text through the model's window. `shared` are the words of the question whose
    stem an embedded text of the leading chunk has (`Facts.leading`).
    """

    passages: tuple[PassageFacts, ...]
    chunks: Mapping[ChunkKey, ChunkFacts] = field(default_factory=dict[ChunkKey, ChunkFacts])
    by_vectors: bool = True
    shared: tuple[str, ...] = ()

    def ranked_places(self, passage: PassageFacts) -> tuple[Place, ...]:
        """Return a passage's places as far as they are ranked; those that mostly are not are left out."""
        enough = 0.0 if passage.any_chunk else _MOST_OF_IT
        places = (tuple(part for part in place if self._is_ranked(part[0])) for place in passage.places)
        return tuple(place for place in places if place and sum(share for _, share in place) >= enough)

    def holders(self) -> tuple[ChunkFacts, ...]:
        """Return the ranked chunks that hold all the evidence, the best ranked first."""
        held = [passage.holders() for passage in self.passages]
        all_of_it = set(held[0] if held else ()).intersection(*held)
        return tuple(sorted((self.chunks[key] for key in all_of_it if self._is_ranked(key)), key=_standing))

    def leading(self) -> ChunkFacts | None:
        """Return the best ranked chunk that holds all the evidence: with context, else without."""
        return next(iter(self.holders()), None)

    def plain_rank(self) -> int | None:
        """Return the best rank without context of a chunk that holds all the evidence."""
        return _best(chunk.plain_rank for chunk in self.holders())

    def context_rank(self) -> int | None:
        """Return the best rank with context of a chunk that holds all the evidence."""
        return _best(chunk.context_rank for chunk in self.holders())

    def pieces(self) -> tuple[ChunkFacts, ...]:
        """Return ranked chunks that hold all the evidence between them: of each passage its best ranked place."""
        found: dict[ChunkKey, ChunkFacts] = {}
        for passage in self.passages:
            places = [[self.chunks[key] for key, _ in place] for place in self.ranked_places(passage)]
            best = min(places, key=lambda chunks: min(map(_standing, chunks)), default=[])
            taken = sorted(best, key=_standing)[:1] if passage.any_chunk else best
            found.update((chunk.key, chunk) for chunk in taken)
        return tuple(sorted(found.values(), key=lambda chunk: chunk.key))

    def best_piece(self) -> ChunkFacts | None:
        """Return the best ranked of the pieces."""
        return min(self.pieces(), key=_standing, default=None)

    def _is_ranked(self, key: ChunkKey) -> bool:
        return not self.chunks[key].left_out


def kind_of(facts: Facts) -> Kind:
    """Return the first step of the ladder that matches."""
    return next((kind for kind, matches in _STEPS if matches(facts)), Kind.UNDETERMINED)


def is_found(rank: int | None) -> bool:
    """Tell whether a rank counts as found."""
    return rank is not None and rank <= FOUND_WITHIN


def over_the_window(facts: Facts) -> tuple[ChunkFacts, ...]:
    """Return the chunks over the window without which a passage cannot be seen whole; each of its places needs one."""
    found: dict[ChunkKey, ChunkFacts] = {}
    for passage in facts.passages:
        places = [[facts.chunks[key] for key, _ in place] for place in facts.ranked_places(passage)]
        needed = any if not passage.any_chunk else all
        if places and all(needed(chunk.is_over for chunk in place) for place in places):
            found.update((chunk.key, chunk) for place in places for chunk in place if chunk.is_over)
    return tuple(found.values())


def _is_absent(facts: Facts) -> bool:
    return not facts.passages or any(passage.problem or not passage.places for passage in facts.passages)


def _is_filtered(facts: Facts) -> bool:
    return not all(facts.ranked_places(passage) for passage in facts.passages)


def _is_over(facts: Facts) -> bool:
    return facts.by_vectors and bool(over_the_window(facts))


def _names_nothing(facts: Facts) -> bool:
    leading = facts.leading()
    return leading is not None and leading.names_nothing


_STEPS: tuple[tuple[Kind, Callable[[Facts], bool]], ...] = (
    (Kind.ABSENT, _is_absent),
    (Kind.FILTERED, _is_filtered),
    (Kind.OVER_WINDOW, _is_over),
    (Kind.BOUNDARY, lambda facts: not facts.holders()),
    (Kind.NO_FAILURE, lambda facts: is_found(facts.plain_rank())),
    (Kind.REFERENCE, lambda facts: is_found(facts.context_rank())),
    (Kind.UNINFORMATIVE, _names_nothing),
    (Kind.VOCABULARY, lambda facts: not facts.shared),
)


def _standing(chunk: ChunkFacts) -> tuple[float, float, ChunkKey]:
    """Return what chunks are put in order by: no match comes after all ranks."""
    ranks = (chunk.context_rank, chunk.plain_rank)
    context, plain = (float("inf") if rank is None else rank for rank in ranks)
    return context, plain, chunk.key


def _best(ranks: Iterable[int | None]) -> int | None:
    return min((rank for rank in ranks if rank is not None), default=None)
