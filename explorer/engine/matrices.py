"""The vectors of a collection as one float32 matrix, read from Chroma and kept until the revision rises."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.core.ranking import cosine, lengths_of
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_vectors import Collection, Vector, VectorTable
from explorer.engine.options import VECTOR_BYTES
from explorer.engine.projection import Projection

LARGE = 20_000
"""Rows from which on the matrix lies in a file that the system maps into memory."""

NEAREST = 10_000
"""Vectors of a collection that outgrows memory which a server ranks; the others have no rank."""

_FEW = 2_000
"""So many vectors of such a collection are fetched and ranked exactly: the pool behind narrow filters."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """Vectors by row; `rows` gives the row of each chunk (by row id). Chunks without a vector in Chroma are absent.

    `lengths` are those of the vectors: 1 but for rounding.
    """

    values: NDArray[np.float32]
    rows: dict[int, int]
    lengths: NDArray[np.float32]

    @property
    def approximate(self) -> bool:
        """Tell whether ranks come from an index that may miss some: never from all the vectors."""
        return False

    def rows_of(self, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the row of each chunk, -1 where Chroma has no vector for it."""
        return _rows_of(self.rows, chunks)

    def cosines(self, rows: NDArray[np.int64], vector: Vector) -> NDArray[np.float64]:
        """Return the cosine of each of these rows with a vector; each distinct row is computed once."""
        if not len(rows):
            return np.zeros(0)
        return cosine(self.values, vector, self.lengths)[rows].astype(np.float64)


@dataclass(frozen=True, slots=True)
class DistantMatrix:
    """Vectors that outgrow memory and stay on a server, which ranks them; `rows` as in `Matrix`, `ids` by row."""

    ids: list[str]
    rows: dict[int, int]
    nearest: Callable[[Vector, int], tuple[list[str], NDArray[np.float64]]]
    some: Callable[[list[str]], tuple[list[str], NDArray[np.float32]]]

    @property
    def approximate(self) -> bool:
        """Tell whether ranks come from an index that may miss some."""
        return True

    @property
    def values(self) -> NDArray[np.float32]:
        """Refuse: what needs all vectors cannot be had of these."""
        raise ExplorerError(
            "The vectors of this library are too many for this machine's memory.",
            f"They stay on the server, which ranks chunks for a question; this needs all {len(self.ids):,} of them.",
        )

    @property
    def lengths(self) -> NDArray[np.float32]:
        """Refuse, as `values` does."""
        return lengths_of(self.values)

    def rows_of(self, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the row of each chunk, -1 where the server has no vector for it."""
        return _rows_of(self.rows, chunks)

    def cosines(self, rows: NDArray[np.int64], vector: Vector) -> NDArray[np.float64]:
        """Return the cosine of each of these rows with a vector; not a number for those the server does not rank.

        A few rows are fetched and computed exactly, for the nearest of all may be none of them.
        """
        wanted = np.unique(rows)
        if not len(wanted):
            return np.zeros(0)
        if len(wanted) <= _FEW:
            ids, vectors = self.some([self.ids[int(row)] for row in wanted])
            scores = cosine(vectors, vector).astype(np.float64)
        else:
            ids, scores = self.nearest(vector, min(NEAREST, len(self.ids)))
        found = dict(zip(ids, scores.tolist(), strict=True))
        return np.array([found.get(self.ids[int(row)], np.nan) for row in rows], dtype=np.float64)


def _rows_of(rows: dict[int, int], chunks: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.array([rows.get(int(chunk), -1) for chunk in chunks], dtype=np.int64)


class Matrices:
    """Keeps one matrix per collection for the present revision."""

    def __init__(
        self, folder: Path, catalogue: Catalogue, projection: Projection, vector_bytes: int = VECTOR_BYTES
    ) -> None:
        """Keep matrices in `folder`; on a server, those above `vector_bytes` stay there."""
        self._folder = folder / "matrices"
        self._vector_bytes = vector_bytes
        self._vectors = VectorTable(catalogue)
        self._catalogue = catalogue
        self._projection = projection
        self._kept: dict[str, tuple[int, Matrix | DistantMatrix]] = {}
        self.clear()

    def of(self, collection: Collection) -> Matrix | DistantMatrix:
        """Return the matrix of a collection as Chroma holds it at this revision."""
        name, revision = collection.key.name, self._catalogue.revision
        kept = self._kept.get(name)
        if kept is not None and kept[0] == revision:
            return kept[1]
        self._kept.pop(name, None)
        matrix = self._distant(collection) if self.outgrows(collection) else self._read(collection)
        self._kept[name] = (self._catalogue.revision, matrix)
        return matrix

    def clear(self) -> None:
        """Forget all matrices and remove their files."""
        self._kept.clear()
        if not self._catalogue.read_only:
            for path in self._folder.glob("*.npy"):
                path.unlink(missing_ok=True)

    def outgrows(self, collection: Collection) -> bool:
        """Tell whether the vectors of a collection on a server are more than may be read."""
        return self._projection.shared and self._vectors.bytes_of(collection) > self._vector_bytes

    def _distant(self, collection: Collection) -> DistantMatrix:
        ids = self._vectors.vector_ids(collection)
        row_of = {number: row for row, number in enumerate(ids)}
        rows = {chunk: row_of[number] for chunk, number in self._vectors.map_of(collection).items()}
        projection = self._projection
        return DistantMatrix(
            ids,
            rows,
            nearest=lambda vector, most: projection.nearest(collection, vector, most),
            some=lambda wanted: projection.some(collection, wanted),
        )

    def _read(self, collection: Collection) -> Matrix:
        ids, values = self._projection.matrix(collection)
        row_of = {number: row for row, number in enumerate(ids)}
        chunks = self._vectors.map_of(collection)
        rows = {chunk: row_of[number] for chunk, number in chunks.items() if number in row_of}
        large = len(ids) > LARGE and not self._catalogue.read_only
        return Matrix(self._mapped(collection, values) if large else values, rows, lengths_of(values))

    def _mapped(self, collection: Collection, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the vectors as a file that the system maps into memory; as they are when the disk has no room."""
        path = self._folder / f"{collection.key.name}-{self._catalogue.revision}.npy"
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            for old in self._folder.glob(f"{collection.key.name}-*.npy"):
                old.unlink(missing_ok=True)
            np.save(path, values)
        except OSError:
            # The file is a copy that saves memory and decides nothing: a full disk keeps nobody from searching.
            with suppress(OSError):
                path.unlink(missing_ok=True)
            return values
        return np.load(path, mmap_mode="r")
