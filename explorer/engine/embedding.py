"""Embedding what is missing: every distinct text once, in some batches written at once."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from explorer.core.context import vector_id
from explorer.core.errors import Cancelled
from explorer.core.progress import Progress
from explorer.core.recipe import Recipe
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, pages
from explorer.engine.catalogue_vectors import Collection, CollectionKey, Vector, VectorTable
from explorer.engine.embedder import POLL_SECONDS, Embedder
from explorer.engine.encoders.base import Vectors
from explorer.engine.pipeline import Setup
from explorer.engine.projection import InRecipe, Projection

_PACK = 8
"""Texts of about the same length that are encoded together."""

_KEPT_AT_ONCE, _KEPT_EVERY = 128, 2.0
"""Texts, and seconds, after which vectors are written: Chroma takes as long for a call as for fifty vectors more."""

_WORTH = 64
"""Chunks without a vector from which on a portion of them is embedded while documents are still read."""


@dataclass(slots=True)
class _Task:
    """A text without a vector, and the chunks of each collection that wait for it."""

    length: int
    chunk: int
    recipe: str
    targets: dict[int, list[int]] = field(default_factory=dict[int, list[int]])


class _Encoded:
    """Vectors that are not yet written, with their tasks."""

    def __init__(self) -> None:
        self._tasks: dict[str, _Task] = {}
        self._vectors: dict[str, Vector] = {}
        self._since = time.monotonic()

    def add(self, tasks: Mapping[str, _Task], rows: Vectors) -> None:
        """Take the vectors of these texts, row by row."""
        self._tasks |= tasks
        self._vectors.update(zip(tasks, rows, strict=True))

    def is_due(self, done: int) -> bool:
        """Tell whether it is time to write them: when they are many, or as many as were `done` before."""
        enough = len(self._tasks) >= min(done, _KEPT_AT_ONCE)
        return enough or time.monotonic() - self._since >= _KEPT_EVERY

    def taken(self) -> tuple[dict[str, _Task], dict[str, Vector]]:
        """Return what there is, and begin anew."""
        taken = self._tasks, self._vectors
        self._tasks, self._vectors, self._since = {}, {}, time.monotonic()
        return taken


class Embedding:
    """Fills the collections of a library."""

    def __init__(
        self, setup: Setup, catalogue: Catalogue, projection: Projection, embedder: Embedder, in_recipe: InRecipe
    ) -> None:
        self._setup = setup
        self._catalogue = catalogue
        self._projection = projection
        self._embedder = embedder
        self._in_recipe = in_recipe
        self._vectors = VectorTable(catalogue)
        self._chunks = ChunkTable(catalogue)

    @property
    def shared(self) -> bool:
        """Tell whether vectors lie on a server, which may be slow or away."""
        return self._projection.shared

    def key(self, recipe: Recipe) -> CollectionKey:
        """Return the key of a recipe's collection under this model and limit."""
        return CollectionKey(self._setup.model.identity, self._setup.precision, recipe.name, self._setup.limit)

    def run(self, recipes: Sequence[Recipe], progress: Progress) -> Iterator[None]:
        """Give every chunk its vector under each recipe, and take out of Chroma what no chunk uses.

        Nothing is opened, Chroma and the model least of all, when nothing is missing and nothing is pending.
        """
        collections = {number.id: number for number in (self._vectors.make(self.key(recipe)) for recipe in recipes)}
        stale = [each for each in self._vectors.collections() if each.id not in collections and self._misses(each)]
        if not self._is_open(collections.values(), stale):
            return
        with self._projection.change():
            yield from self._fill(collections, progress)
            for collection in stale:
                self._projection.drop(collection)
            for _ in self._projection.settle():
                yield
            self._finish(list(collections.values()))
        self._vectors.purge()

    def feed(self, recipes: Sequence[Recipe], begun: set[int]) -> bool:
        """Embed a portion of what has no vector yet, while documents are still read; tell whether that is worth while.

        Where hardly any text is without a vector nothing is done: the end of the refresh embeds them with the rest. The
        model is loaded beside other work. Nothing is left half done on return, for documents that are read later may
        take any chunk away. `begun` holds the collections that were fed before in the same refresh, and is added to.
        Raises `ExplorerError` as `run` does.
        """
        collections = {each.id: each for each in (self._vectors.make(self.key(recipe)) for recipe in recipes)}
        missing = {number: self._vectors.newest_missing(each, _WORTH) for number, each in collections.items()}
        if all(len(chunks) < _WORTH for chunks in missing.values()):
            return False
        if not self._embedder.ready:
            self._embedder.warm()
            return True
        with self._projection.change():
            tasks: dict[str, _Task] = {}
            for number, chunks in missing.items():
                if chunks and number not in begun:
                    self._begin(collections[number])
                    begun.add(number)
                self._plan(collections[number], chunks, tasks)
            if tasks:
                page = self._portion(tasks)
                encoded = _Encoded()
                encoded.add(page, self._embedder.encode_documents(self._texts(page)))
                self._keep(collections, encoded)
        return True

    def _portion(self, tasks: Mapping[str, _Task]) -> dict[str, _Task]:
        """Return the shortest texts, as many as are encoded in a moment."""
        packs = list(pages(_by_length(tasks), _PACK))
        count = self._embedder.portion(sum(tasks[each].length for each in pack) for pack in packs)
        return {number: tasks[number] for pack in packs[:count] for number in pack}

    def _is_open(self, collections: Iterable[Collection], stale: Sequence[Collection]) -> bool:
        pending = self._catalogue.number("SELECT EXISTS (SELECT 1 FROM pending)")
        return bool(stale or pending) or any(not each.complete or self._misses(each) for each in collections)

    def _misses(self, collection: Collection) -> bool:
        return bool(self._vectors.missing(collection))

    def _fill(self, collections: dict[int, Collection], progress: Progress) -> Iterator[None]:
        tasks: dict[str, _Task] = {}
        for collection in collections.values():
            missing = self._vectors.missing(collection)
            if missing:
                self._begin(collection)
            else:
                self._projection.make(collection)
            for page in pages(missing):
                progress(0, 0, "looking for texts without a vector")
                self._plan(collection, page, tasks)
                yield
        yield from self._encode(collections, tasks, progress)

    def _begin(self, collection: Collection) -> None:
        """Have a collection that is about to be filled, and say that it is not complete."""
        self._projection.make(collection)
        self._vectors.mark(collection, complete=False, built=collection.built)
        self._projection.mark(collection, complete=False)

    def _plan(self, collection: Collection, chunks: Sequence[int], tasks: dict[str, _Task]) -> None:
        recipe = collection.key.recipe
        texts = {each.id: self._in_recipe(each, recipe).embedded_text for each in self._chunks.by_ids(chunks)}
        with self._catalogue.transaction():
            left = self._vectors.assign_known(collection, {chunk: vector_id(text) for chunk, text in texts.items()})
        for chunk, number in left.items():
            task = tasks.setdefault(number, _Task(len(texts[chunk]), chunk, recipe))
            task.targets.setdefault(collection.id, []).append(chunk)

    def _encode(
        self, collections: dict[int, Collection], tasks: dict[str, _Task], progress: Progress
    ) -> Iterator[None]:
        """Encode by length, so that the texts of a batch need little padding, and write some batches at once.

        Only what is written is told as done; what was encoded when the work is stopped is written before it ends.
        """
        order = _by_length(tasks)
        yield from self._wait_for_model(len(order), progress)
        packs = list(pages(order, _PACK))
        # In a mixed order, so that work goes about equally fast from start to end and its end can be foreseen.
        Random(0).shuffle(packs)  # noqa: S311 - an order, no secret
        encoded, done = _Encoded(), 0
        try:
            while packs:
                progress(done, len(order), "embedding")
                count = self._embedder.portion(sum(tasks[each].length for each in pack) for pack in reversed(packs))
                page = {number: tasks.pop(number) for _ in range(count) for number in packs.pop()}
                encoded.add(page, self._embedder.encode_documents(self._texts(page)))
                if encoded.is_due(done) or not packs:
                    done += self._keep(collections, encoded)
                progress(done, len(order), "embedding")
                yield
        except (Cancelled, GeneratorExit):
            self._keep(collections, encoded)
            raise

    def _wait_for_model(self, total: int, progress: Progress) -> Iterator[None]:
        """Let other work go on until the model is there."""
        if not total:
            return
        self._embedder.warm()
        while not self._embedder.ready:
            progress(0, total, "loading the embedding model")
            time.sleep(POLL_SECONDS)
            yield

    def _keep(self, collections: dict[int, Collection], encoded: _Encoded) -> int:
        """Write what was encoded, in the order of `explorer.engine.projection`; return how many texts that were."""
        done, vectors = encoded.taken()
        for collection in collections.values():
            own = {
                number: task.targets[collection.id] for number, task in done.items() if collection.id in task.targets
            }
            if not own:
                continue
            before = self._vectors.owners(collection, list(own))
            owners = {number: [*before.get(number, ()), *chunks] for number, chunks in own.items()}
            self._projection.write(collection, {number: vectors[number] for number in own}, owners)
        if not done:
            return 0
        with self._catalogue.transaction():
            self._vectors.store(next(iter(collections.values())).key, vectors)
            for number, task in done.items():
                for collection, chunks in task.targets.items():
                    self._vectors.assign(collections[collection], dict.fromkeys(chunks, number))
            self._catalogue.raise_revision()
        return len(done)

    def _texts(self, tasks: dict[str, _Task]) -> list[str]:
        stored = {each.id: each for each in self._chunks.by_ids({task.chunk for task in tasks.values()})}
        return [self._in_recipe(stored[task.chunk], task.recipe).embedded_text for task in tasks.values()]

    def _finish(self, collections: Sequence[Collection]) -> None:
        for collection in collections:
            self._projection.mark(collection, complete=True)
            self._vectors.mark(collection, complete=True, built=True)
        self._catalogue.raise_revision()


def _by_length(tasks: Mapping[str, _Task]) -> list[str]:
    """Return the texts' numbers by their lengths: those that are encoded together need little filling up."""
    return sorted(tasks, key=lambda number: (tasks[number].length, number))
