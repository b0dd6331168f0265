"""The laboratory: passages that are edited, ranked for a question without touching index or catalogue (DESIGN 4.6).

Each passage is a guest in the library's pool, alone: it stands there in place of the chunk that it was made of, or
beside all of them. So a passage that was not changed has the score and the rank that the search gives its chunk.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from explorer import protocol
from explorer.core.chunking import text_share
from explorer.core.context import vector_id
from explorer.core.errors import ExplorerError
from explorer.core.model import BlockKind, Chunk, Metadata, Place
from explorer.core.progress import Progress
from explorer.core.ranking import FUSED_TOLERANCE, TOLERANCE, cosine, exact_ranks, fused
from explorer.core.recipe import PLAIN, Recipe, parse_recipe
from explorer.core.retrieval_views import EmbeddedText, Trial, TrialPassage, TrialScore
from explorer.core.views import ContextChunk, Pool
from explorer.core.word_index import index_texts
from explorer.core.words import matched_words, words_of
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk
from explorer.engine.embedder import Embedder
from explorer.engine.library import Library
from explorer.engine.opened import Opened
from explorer.engine.pipeline import in_context
from explorer.engine.search import BY_VECTORS, MEASURES
from explorer.engine.search_sides import Ground

Vector = NDArray[np.float32]

_KEPT_VECTORS = 1000
_KEPT: WeakKeyDictionary[Embedder, OrderedDict[str, Vector]] = WeakKeyDictionary()
"""Vectors of texts that were tried, by embedder: typing changes one of them at a time."""


def answer(
    request: protocol.TryPassages, library: Library, progress: Progress
) -> Generator[None, None, protocol.Event]:
    """Wait for the model where the ranker needs it, then answer how the passages fare."""
    if request.ranker in BY_VECTORS and request.question.strip():
        progress(0, 0, "loading the embedding model")
        yield from library.warm()
    return protocol.Tried(id=request.id, trial=try_passages(library.opened, request))


def try_passages(opened: Opened, wish: protocol.TryPassages) -> Trial:
    """Return how passages fare for a question; without one only their embedded texts are told.

    Raises `ExplorerError` for an unknown ranker, recipe or filter and for a question that only filters.
    """
    if wish.ranker not in MEASURES:
        raise ExplorerError(f"There is no ranker {wish.ranker!r}.", f"Known: {', '.join(MEASURES)}.")
    recipes = (PLAIN, parse_recipe(wish.recipe))
    guests = [_Guest.of(opened, passage, recipes[1]) for passage in wish.passages]
    ground = _ground(opened, wish, recipes) if wish.question.strip() else None
    question = ground.question if ground else wish.question
    sides = [_Side(recipe, wish.ranker, guests, ground, opened.embedder) for recipe in recipes]
    told = [list(side.scores(question)) if wish.question.strip() else [_NOTHING] * len(guests) for side in sides]
    ranks = [_ranks([score.score for score in scores], wish.ranker) for scores in told]
    return Trial(
        question=wish.question,
        ranker=wish.ranker,
        measure=MEASURES[wish.ranker],
        recipe=recipes[1].name,
        scores=tuple(
            TrialScore(
                plain=guest.embedded(0, PLAIN),
                context=guest.embedded(1, recipes[1]),
                plain_score=told[0][number].score,
                context_score=told[1][number].score,
                plain_rank=ranks[0][number],
                context_rank=ranks[1][number],
                plain_pool_rank=told[0][number].pool_rank,
                context_pool_rank=told[1][number].pool_rank,
                matched=matched_words(question, guest.items[1].embedded_text),
                notes=tuple(guest.notes(ground, opened)),
            )
            for number, guest in enumerate(guests)
        ),
        pool=ground.pool if ground else Pool(0, 0),
        approximate=ground is not None and ground.approximate,
    )


def _ground(opened: Opened, wish: protocol.TryPassages, recipes: tuple[Recipe, Recipe]) -> Ground | None:
    """Return the library's pool, None where there is none to rank in: no chunk, or vectors that are missing."""
    if wish.ranker in BY_VECTORS and not opened.searcher.has_vectors(recipes):
        return None
    ground = opened.searcher.ground(wish.question, wish.ranker, *recipes, wish.filters)
    return ground if ground.pool.size else None


@dataclass(frozen=True, slots=True)
class _Scored:
    """A passage's score and its rank in the pool; None for no match, or no pool."""

    score: float | None = None
    pool_rank: int | None = None


_NOTHING = _Scored()


@dataclass(frozen=True, slots=True)
class _Guest:
    """A passage as it would be embedded on both sides, and the chunk that it was made of."""

    passage: TrialPassage
    items: tuple[ContextChunk, ContextChunk]
    stored: StoredChunk | None
    stale_sentence: bool

    @classmethod
    def of(cls, opened: Opened, passage: TrialPassage, recipe: Recipe) -> _Guest:
        """Make the texts of a passage by what makes those of the index; mends have no say here."""
        stored = ChunkTable(opened.catalogue).one(passage.document, passage.index) if passage.document else None
        setup = opened.setup
        chunk = Chunk(
            document=passage.document,
            index=passage.index,
            section=-1,
            heading_path=passage.heading_path,
            text=passage.text,
            place=Place(),
            kind=BlockKind.PARAGRAPH,
            text_tokens=setup.tokenizer.count(passage.text),
            embeddable=setup.tokenizer.sees_words(passage.text),
        )
        written = stored.item.sentence if stored and recipe.sentence else None
        same = stored is not None and _unchanged(stored, passage)
        sentence = written if same else None
        metadata = stored.metadata if stored else Metadata()
        items = [in_context(chunk, passage.title, metadata, each, setup, (), sentence) for each in (PLAIN, recipe)]
        return cls(passage, (items[0], items[1]), stored, stale_sentence=bool(written) and not same)

    def embedded(self, side: int, recipe: Recipe) -> EmbeddedText:
        """Return the text of a side with what it costs."""
        item = self.items[side]
        return EmbeddedText(recipe.name, item.embedded_text, item.tokens, item.header_tokens)

    def notes(self, ground: Ground | None, opened: Opened) -> Iterator[str]:
        """Yield what else is to be known about the passage, in sentences."""
        item, share = self.items[1], text_share(opened.setup.limit)
        if not item.chunk.embeddable:
            yield "There is no word in the text that the model knows, so it is not ranked."
        if item.chunk.text_tokens > share:
            yield f"The text has {item.chunk.text_tokens} tokens; the index would cut it at {share}."
        for words, reason in item.header.dropped:
            yield f"Not in the header: “{words}” ({reason})."
        if self.stale_sentence:
            yield "Its context sentence was written for other words and is left out."
        if ground is not None and self.stored is not None and self.place(ground) is None:
            why = ground.chunks.out_of_force(self.passage.document)
            yield f"Its document is {why}: the search leaves it out." if why else "The search leaves this chunk out."

    def place(self, ground: Ground) -> int | None:
        """Return where in the pool the chunk stands that the passage was made of."""
        return ground.place(self.passage.document, self.passage.index) if self.stored else None


def _unchanged(stored: StoredChunk, passage: TrialPassage) -> bool:
    item = stored.item
    return (item.title, item.path, item.chunk.text) == (passage.title, passage.heading_path, passage.text)


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of the trial."""

    recipe: Recipe
    ranker: str
    guests: Sequence[_Guest]
    ground: Ground | None
    embedder: Embedder

    @property
    def texts(self) -> list[str]:
        """Return the passages' embedded texts on this side."""
        return [guest.items[self.recipe != PLAIN].embedded_text for guest in self.guests]

    def scores(self, question: str) -> Iterator[_Scored]:
        """Yield the score of each passage; without a pool those of the laboratory are all there is."""
        cosines = self._cosines(question)
        if self.ground is None:
            yield from self._apart(question, cosines)
            return
        for guest, text, own in zip(self.guests, self.texts, cosines, strict=True):
            yield self._in_pool(self.ground, guest, text, own) if guest.items[0].chunk.embeddable else _NOTHING

    def _cosines(self, question: str) -> list[float]:
        if self.ranker not in BY_VECTORS:
            return [0.0] * len(self.guests)
        asked = self.ground.vector if self.ground is not None else None
        vector = self.embedder.encode_query(question) if asked is None else asked
        rows = _vectors(self.embedder, self.texts)
        return [float(cosine(row[None, :], vector)[0]) for row in rows]

    def _apart(self, question: str, cosines: Sequence[float]) -> Iterator[_Scored]:
        """Yield scores with the statistics of the laboratory's passages alone."""
        seen = np.array([guest.items[0].chunk.embeddable for guest in self.guests], dtype=bool)
        index, asked = index_texts(self.texts), words_of(question)
        dense = np.where(seen, np.array(cosines, dtype=np.float64), np.nan)
        match self.ranker:
            case "embedding":
                found = dense
            case "shared-words":
                found = index.shared(asked)
            case _:
                found = index.bm25(asked, seen.astype(np.intp))
        if self.ranker == "hybrid":
            found = fused([exact_ranks(dense)[0], exact_ranks(found)[0]])
        for score, embeddable in zip(found, seen, strict=True):
            yield _Scored(float(score)) if embeddable and not np.isnan(score) else _NOTHING

    def _in_pool(self, ground: Ground, guest: _Guest, text: str, own: float) -> _Scored:
        """Return the score of a passage in the pool, and its rank there; its own chunk is not counted."""
        others = np.ones(len(ground.positions), dtype=bool)
        place = guest.place(ground)
        if place is not None:
            others[place] = False
        dense = np.zeros(0)
        if self.ranker in BY_VECTORS:
            kept = ground.cosines[self.recipe]
            if place is not None and self._stands_there(guest) and not np.isnan(kept[place]):
                own = float(kept[place])
            dense = np.append(kept[others], own)
        if self.ranker == "embedding":
            return _last(dense, TOLERANCE)
        words, asked = ground.words[self.recipe], words_of(ground.question)
        rows = words.rows[ground.positions[others]]
        if self.ranker == "shared-words":
            return _last(np.append(words.index.shared(asked)[rows], index_texts([text]).shared(asked)), TOLERANCE)
        found = words.index.bm25_with(asked, words.weights(ground.positions[others]), words_of(text))
        keyword = np.append(found[rows], found[-1])
        if self.ranker == "keyword":
            return _last(keyword, TOLERANCE)
        return _last(fused([exact_ranks(dense)[0], exact_ranks(keyword)[0]]), FUSED_TOLERANCE)

    def _stands_there(self, guest: _Guest) -> bool:
        """Tell whether the index has this very text for the chunk, so that its vector need not be made."""
        return guest.stored is not None and _unchanged(guest.stored, guest.passage)


def _last(scores: NDArray[np.float64], tolerance: float) -> _Scored:
    """Return the last of `scores` with its rank among them all."""
    if np.isnan(scores[-1]):
        return _NOTHING
    return _Scored(float(scores[-1]), int(exact_ranks(scores, tolerance)[0][-1]))


def _ranks(scores: Sequence[float | None], ranker: str) -> list[int | None]:
    """Return the ranks of the laboratory's passages among themselves."""
    values = np.array([np.nan if score is None else score for score in scores], dtype=np.float64)
    ranks, _ = exact_ranks(values, FUSED_TOLERANCE if ranker == "hybrid" else TOLERANCE)
    return [int(rank) or None for rank in ranks]


def _vectors(embedder: Embedder, texts: Sequence[str]) -> list[Vector]:
    """Return the vectors of texts; those that were tried before are kept."""
    kept = _KEPT.setdefault(embedder, OrderedDict())
    numbers = [vector_id(text) for text in texts]
    missing = {number: text for number, text in zip(numbers, texts, strict=True) if number not in kept}
    if missing:
        kept.update(zip(missing, embedder.encode_documents(list(missing.values())), strict=True))
    for number in numbers:
        kept.move_to_end(number)
    found = [kept[number] for number in numbers]
    while len(kept) > _KEPT_VECTORS:
        kept.popitem(last=False)
    return found
