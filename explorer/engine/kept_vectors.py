"""Vectors from the catalogue alone: what ranks when Chroma's folder cannot be opened, or is on somebody's server."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import pages
from explorer.engine.catalogue_vectors import Collection, VectorTable

_PAGE = 1000


def kept_matrix(catalogue: Catalogue, collection: Collection) -> tuple[list[str], NDArray[np.float32]]:
    """Return the ids of a collection's vectors and, row by row, the vectors as they are in the catalogue."""
    table = VectorTable(catalogue)
    ids: list[str] = []
    rows: list[NDArray[np.float32]] = []
    for page in pages(table.vector_ids(collection), _PAGE):
        found = table.load(collection.key, page)
        ids += found
        rows += found.values()
    return ids, np.stack(rows) if rows else np.empty((0, 0), dtype=np.float32)
