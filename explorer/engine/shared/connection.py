"""What the book and the lease need of a Chroma server: collections with metadata, and records of text.

Collections are made atomically by the server, and changed by an id that no other collection gets: that is what the
lease rests on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.engine.catalogue_chunks import pages
from explorer.engine.shared.address import Address
from explorer.engine.vectors import VectorStoreError, close_server, explained, open_server

if TYPE_CHECKING:
    from chromadb.api.client import Client
    from chromadb.api.models.Collection import Collection

Facts = Mapping[str, str | int | float | bool]
"""A collection's metadata."""

_PAGE = 500
_NO_VECTOR = [1.0]
"""Chroma wants a vector of every record."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A collection and the metadata that it had when it was looked at."""

    facts: Facts
    collection: Collection


class Connection:
    """A client of one server, made when first needed. Calls raise `ServerAwayError` or another `ExplorerError`."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._client: Client | None = None

    @property
    def client(self) -> Client:
        """Return Chroma's client."""
        if self._client is None:
            self._client = open_server(self.address.host, self.address.port, ssl=self.address.scheme == "https")
        return self._client

    def close(self) -> None:
        """Release the connection; again is harmless."""
        if self._client is not None:
            close_server(self._client)
            self._client = None

    def collections(self) -> dict[str, Facts]:
        """Return the metadata of all collections by their names."""
        with explained():
            return {each.name: each.metadata or {} for each in self.client.list_collections()}

    def facts(self, name: str) -> Facts | None:
        """Return the metadata of a collection, None where there is none."""
        found = self._find(name)
        return None if found is None else found.metadata or {}

    def create(self, name: str, facts: Facts) -> bool:
        """Make a collection; tell whether it was this call that made it."""
        try:
            with explained():
                self.client.create_collection(name, metadata=dict(facts), embedding_function=None)
        except VectorStoreError as error:
            # One that was in the way may be gone by now: what the server said counts, not only what is there.
            if "already exists" not in str(error) and self._find(name) is None:
                raise
            return False
        return True

    def change(self, name: str, facts: Facts) -> None:
        """Replace the metadata of a collection that is there."""
        with explained():
            self.client.get_collection(name, embedding_function=None).modify(metadata=dict(facts))

    def remove(self, name: str) -> None:
        """Remove a collection, if it is there."""
        found = self.look(name)
        if found is not None:
            self.take_away(found, name)

    def look(self, name: str) -> Seen | None:
        """Return a collection as it is now, None where there is none."""
        found = self._find(name)
        return None if found is None else Seen(found.metadata or {}, found)

    def rewrite(self, seen: Seen, facts: Facts) -> None:
        """Replace the metadata of the collection that was seen, never of one that came in its place."""
        with explained():
            seen.collection.modify(metadata=dict(facts))

    def take_away(self, seen: Seen, aside: str) -> None:
        """Remove the collection that was seen, never one that came in its place: it is first renamed, by its id."""
        try:
            with explained():
                if aside != seen.collection.name:
                    seen.collection.modify(name=aside)
                self.client.delete_collection(aside)
        except VectorStoreError as error:
            # Another program that wanted it gone was faster.
            if not _is_absence(error):
                raise

    def write(self, name: str, records: Mapping[str, Mapping[str, str | int]]) -> None:
        """Write records (by id) that consist of metadata."""
        with explained():
            collection = self.client.get_collection(name, embedding_function=None)
            for page in pages(records, _PAGE):
                vectors = np.array([_NO_VECTOR] * len(page), dtype=np.float32)
                collection.upsert(ids=page, embeddings=vectors, metadatas=[dict(records[each]) for each in page])

    def erase(self, name: str, ids: Sequence[str]) -> None:
        """Remove records; ids that are not there are fine."""
        with explained():
            for page in pages(ids, _PAGE):
                self.client.get_collection(name, embedding_function=None).delete(ids=page)

    def records(self, name: str, where: Mapping[str, str | int]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield id and metadata of the records whose metadata have all these values."""
        conditions: list[dict[str, Any]] = [{key: value} for key, value in where.items()]
        wanted: Any = conditions[0] if len(conditions) == 1 else {"$and": conditions}
        offset = 0
        while True:
            with explained():
                collection = self.client.get_collection(name, embedding_function=None)
                found = collection.get(where=wanted, include=["metadatas"], limit=_PAGE, offset=offset)
            metadata = found["metadatas"] or []
            yield from zip(found["ids"], metadata, strict=True)
            if len(found["ids"]) < _PAGE:
                return
            offset += _PAGE

    def texts(self, name: str, ids: Sequence[str]) -> dict[str, str]:
        """Return the texts of records by their ids; what is not there is left out."""
        found: dict[str, str] = {}
        for page in pages(ids, _PAGE):
            with explained():
                got = self.client.get_collection(name, embedding_function=None).get(ids=page, include=["documents"])
            found.update(zip(got["ids"], got["documents"] or [], strict=True))
        return found

    def vectors(self, name: str, ids: Sequence[str]) -> Iterator[dict[str, NDArray[np.float32]]]:
        """Yield, in pages, the vectors of records by their ids; what is not there is left out."""
        for page in pages(ids, _PAGE):
            with explained():
                got = self.client.get_collection(name, embedding_function=None).get(ids=page, include=["embeddings"])
            rows = got["embeddings"]
            if rows is None:
                raise ExplorerError(
                    "The Chroma server gives no vectors.", "It answered a question for some without any."
                )
            yield dict(zip(got["ids"], np.asarray(rows, dtype=np.float32), strict=True))

    def _find(self, name: str) -> Collection | None:
        """Return the collection of that name, None where there is none."""
        try:
            with explained():
                return self.client.get_collection(name, embedding_function=None)
        except VectorStoreError as error:
            if _is_absence(error):
                return None
            raise


_HALF_GONE = "Missing metadata segment"


def _is_absence(error: VectorStoreError) -> bool:
    """Tell whether Chroma says that a collection is not there, or not any more while it was being changed.

    Its class cannot be imported without all of Chroma. Of a collection that another program removes at this very
    moment a server says that its segment is missing.
    """
    return type(error.__cause__).__name__ == "NotFoundError" or _HALF_GONE in str(error.__cause__)
