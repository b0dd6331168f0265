"""The vectors of a collection as one float32 matrix, read from Chroma and kept until the revision rises."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_vectors import Collection, VectorTable
from explorer.engine.projection import Projection

LARGE = 20_000
"""Rows from which on the matrix lies in a file that the system maps into memory."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """Vectors by row; `rows` gives the row of each chunk (by row id). Chunks without a vector in Chroma are absent."""

    values: NDArray[np.float32]
    rows: dict[int, int]

    def rows_of(self, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the row of each chunk, -1 where Chroma has no vector for it."""
        return np.array([self.rows.get(int(chunk), -1) for chunk in chunks], dtype=np.int64)


class Matrices:
    """Keeps one matrix per collection for the present revision."""

    def __init__(self, folder: Path, catalogue: Catalogue, projection: Projection) -> None:
        self._folder = folder / "matrices"
        self._vectors = VectorTable(catalogue)
        self._catalogue = catalogue
        self._projection = projection
        self._kept: dict[str, tuple[int, Matrix]] = {}
        self.clear()

    def of(self, collection: Collection) -> Matrix:
        """Return the matrix of a collection as Chroma holds it at this revision."""
        name, revision = collection.key.name, self._catalogue.revision
        kept = self._kept.get(name)
        if kept is not None and kept[0] == revision:
            return kept[1]
        self._kept.pop(name, None)
        matrix = self._read(collection)
        self._kept[name] = (self._catalogue.revision, matrix)
        return matrix

    def clear(self) -> None:
        """Forget all matrices and remove their files."""
        self._kept.clear()
        for path in self._folder.glob("*.npy"):
            path.unlink(missing_ok=True)

    def _read(self, collection: Collection) -> Matrix:
        ids, values = self._projection.matrix(collection)
        row_of = {number: row for row, number in enumerate(ids)}
        chunks = self._vectors.map_of(collection)
        rows = {chunk: row_of[number] for chunk, number in chunks.items() if number in row_of}
        return Matrix(self._mapped(collection, values) if len(ids) > LARGE else values, rows)

    def _mapped(self, collection: Collection, values: NDArray[np.float32]) -> NDArray[np.float32]:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        for old in self._folder.glob(f"{collection.key.name}-*.npy"):
            old.unlink(missing_ok=True)
        path = self._folder / f"{collection.key.name}-{self._catalogue.revision}.npy"
        np.save(path, values)
        return np.load(path, mmap_mode="r")
