"""Vectors and collections in the catalogue: which chunk stands for which vector, and what Chroma must still be told."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core.context import vector_id
from explorer.core.recipe import PLAIN
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import marks, pages

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CollectionKey:
    """What makes vectors comparable: the model, its precision, the recipe's name and the token limit."""

    model: str
    precision: str
    recipe: str
    limit: int

    @property
    def name(self) -> str:
        """Return the collection's name in Chroma: a hash, for Chroma takes few signs and at least three."""
        text = "\0".join((self.model, self.precision, self.recipe, str(self.limit)))
        return "c" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection's row. `complete`: every chunk that can be embedded has its vector; `built`: that was so once."""

    id: int
    key: CollectionKey
    built: bool
    complete: bool


_MISSING = (
    "SELECT c.id FROM chunk c WHERE c.embeddable AND NOT EXISTS"
    " (SELECT 1 FROM chunk_vector v WHERE v.chunk = c.id AND v.collection = ?)"
)
"""Chunks that can be embedded and have no vector in a collection."""


class VectorTable:
    """The tables `vector`, `collection`, `chunk_vector` and `pending`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def collections(self) -> list[Collection]:
        """Return all collections."""
        rows = self._catalogue.rows(
            "SELECT id, model, precision, recipe, token_limit, built, complete FROM collection ORDER BY id"
        )
        return [Collection(row[0], CollectionKey(*row[1:5]), bool(row[5]), bool(row[6])) for row in rows]

    def find(self, key: CollectionKey) -> Collection | None:
        """Return the collection of that key."""
        return next((each for each in self.collections() if each.key == key), None)

    def make(self, key: CollectionKey) -> Collection:
        """Return the collection of that key, made when missing.

        One that is there is only read: the store may be one that cannot be written.
        """
        if known := self.find(key):
            return known
        self._catalogue.run(
            "INSERT OR IGNORE INTO collection (name, model, precision, recipe, token_limit) VALUES (?, ?, ?, ?, ?)",
            (key.name, key.model, key.precision, key.recipe, key.limit),
        )
        found = self.find(key)
        if found is None:
            raise KeyError(key)
        return found

    def drop(self, collection: Collection) -> None:
        """Remove a collection's row with its map; the vectors stay for reuse."""
        self._catalogue.run("DELETE FROM collection WHERE id = ?", (collection.id,))

    def mark(self, collection: Collection, *, complete: bool, built: bool) -> None:
        """Note whether the collection is complete now and whether it may be ranked."""
        self._catalogue.run(
            "UPDATE collection SET complete = ?, built = ? WHERE id = ?", (complete, built, collection.id)
        )

    def missing(self, collection: Collection) -> list[int]:
        """Return the ids of chunks that can be embedded and have no vector in the collection."""
        return [row[0] for row in self._catalogue.rows(f"{_MISSING} ORDER BY c.id", (collection.id,))]

    def newest_missing(self, collection: Collection, most: int) -> list[int]:
        """Return the last `most` of them: those of documents that were read just now, found without a look at all."""
        rows = self._catalogue.rows(f"{_MISSING} ORDER BY c.id DESC LIMIT ?", (collection.id, most))
        return [row[0] for row in rows]

    def assign_known(self, collection: Collection, ids: Mapping[int, str]) -> dict[int, str]:
        """Map chunks to vectors that are there already and return the chunks (with vector ids) that are left.

        Chroma is told later: the vectors are noted as pending. Call within a transaction.
        """
        known = self.known(collection.key, set(ids.values()))
        ready = {chunk: number for chunk, number in ids.items() if number in known}
        self.assign(collection, ready)
        self._catalogue.run_many(
            "INSERT OR IGNORE INTO pending VALUES (?, ?)", ((collection.id, number) for number in set(ready.values()))
        )
        return {chunk: number for chunk, number in ids.items() if number not in known}

    def assign_document(self, document: int, collections: Mapping[str, Collection]) -> None:
        """Map a new document's chunks to vectors that are there already; `collections` by recipe name.

        The plain text and the text under the library's recipe have columns, so this costs no tokenizer.
        """
        rows = self._catalogue.rows(
            "SELECT id, text, embedded FROM chunk WHERE document = ? AND embeddable", (document,)
        )
        for recipe, collection in collections.items():
            column = 1 if recipe == PLAIN.name else 2
            self.assign_known(collection, {row[0]: vector_id(row[column]) for row in rows})

    def assign(self, collection: Collection, ids: Mapping[int, str]) -> None:
        """Map chunks (by row id) to their vectors."""
        self._catalogue.run_many(
            "INSERT OR REPLACE INTO chunk_vector VALUES (?, ?, ?)",
            ((chunk, collection.id, number) for chunk, number in ids.items()),
        )

    def known(self, key: CollectionKey, numbers: Iterable[str]) -> set[str]:
        """Return those vector ids that have a vector of this model and precision."""
        found: set[str] = set()
        for page in pages(numbers):
            rows = self._catalogue.rows(
                f"SELECT hash FROM vector WHERE model = ? AND precision = ? AND hash IN ({marks(page)})",  # noqa: S608
                (key.model, key.precision, *page),
            )
            found.update(row[0] for row in rows)
        return found

    def load(self, key: CollectionKey, numbers: Iterable[str]) -> dict[str, Vector]:
        """Return vectors by their ids; those that are not there are left out."""
        found: dict[str, Vector] = {}
        for page in pages(numbers):
            rows = self._catalogue.rows(
                f"SELECT hash, data FROM vector WHERE model = ? AND precision = ? AND hash IN ({marks(page)})",  # noqa: S608
                (key.model, key.precision, *page),
            )
            found.update((row[0], np.frombuffer(row[1], dtype="<f4")) for row in rows)
        return found

    def store(self, key: CollectionKey, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors."""
        self._catalogue.run_many(
            "INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?)",
            ((key.model, key.precision, n, row.astype("<f4").tobytes()) for n, row in vectors.items()),
        )

    def map_of(self, collection: Collection) -> dict[int, str]:
        """Return the vector id of each chunk (by row id) in the collection."""
        rows = self._catalogue.rows("SELECT chunk, vector_id FROM chunk_vector WHERE collection = ?", (collection.id,))
        return dict(rows)  # type: ignore[arg-type]  # pairs

    def vector_ids(self, collection: Collection) -> list[str]:
        """Return the distinct vectors that the collection must hold."""
        rows = self._catalogue.rows(
            "SELECT DISTINCT vector_id FROM chunk_vector WHERE collection = ? ORDER BY vector_id", (collection.id,)
        )
        return [row[0] for row in rows]

    def count(self, collection: Collection) -> int:
        """Return how many distinct vectors the collection must hold."""
        return self._catalogue.number(
            "SELECT count(DISTINCT vector_id) FROM chunk_vector WHERE collection = ?", (collection.id,)
        )

    def bytes_of(self, collection: Collection) -> int:
        """Return how many bytes the distinct vectors of a collection take as one matrix."""
        count = self.count(collection)
        width = self._catalogue.number("SELECT length(data) FROM vector LIMIT 1")
        return count * (width or 4 * int(self._catalogue.get("dimensions", "0")))

    def owners(self, collection: Collection, numbers: Sequence[str]) -> dict[str, list[int]]:
        """Return the ids of the chunks that stand for each of these vectors."""
        found: dict[str, list[int]] = {}
        for page in pages(numbers):
            rows = self._catalogue.rows(
                f"SELECT vector_id, chunk FROM chunk_vector WHERE collection = ? AND vector_id IN ({marks(page)})",  # noqa: S608
                (collection.id, *page),
            )
            for number, chunk in rows:
                found.setdefault(number, []).append(chunk)
        return found

    def pending(self, collection: Collection, limit: int) -> list[str]:
        """Return vectors that Chroma must still be told about."""
        rows = self._catalogue.rows(
            "SELECT vector_id FROM pending WHERE collection = ? ORDER BY vector_id LIMIT ?", (collection.id, limit)
        )
        return [row[0] for row in rows]

    def settle(self, collection: Collection, numbers: Iterable[str]) -> None:
        """Note that Chroma has been told."""
        self._catalogue.run_many(
            "DELETE FROM pending WHERE collection = ? AND vector_id = ?", ((collection.id, n) for n in numbers)
        )

    def purge(self) -> None:
        """Drop vectors that no collection uses once they outnumber those in use: some reuse, no growth without end."""
        total = self._catalogue.number("SELECT count(*) FROM vector")
        used = self._catalogue.number("SELECT count(DISTINCT vector_id) FROM chunk_vector")
        if total > 2 * used:
            self._catalogue.run("DELETE FROM vector WHERE hash NOT IN (SELECT vector_id FROM chunk_vector)")
