"""A reader's side: the copy of a shared library, whose catalogue is made from what is on the server.

The copy holds the chunks with their texts, headers and findings, and the vectors of every recipe (unless they outgrow
memory), so that all but the refresh works without the server. Nothing is ever written there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.core.context import vector_id
from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress
from explorer.core.recipe import PLAIN, parse_recipe
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, pages
from explorer.engine.catalogue_documents import DocumentTable, FileFacts
from explorer.engine.catalogue_vectors import Collection, CollectionKey, VectorTable
from explorer.engine.kept_vectors import kept_matrix
from explorer.engine.library_audit import insert_findings
from explorer.engine.pipeline import Setup
from explorer.engine.projection import InRecipe, Projection
from explorer.engine.shared.address import SharedName, parse_address
from explorer.engine.shared.book import Book, Cover, Entry, Page
from explorer.engine.shared.connection import Connection
from explorer.engine.shared.pages import compared_findings, prepared_of, texts_of
from explorer.engine.shared.places import cover_of, keep_note
from explorer.engine.vectors import VectorStore

_STATE = "mirrored"
"""The setting of the catalogue that holds which state of the server's library it is a copy of."""

_ATTEMPTS = 3


class _ChangingError(Exception):
    """The writer is changing what is being read."""


class Copied(Projection):
    """The vectors of a reader: those of its own catalogue. What outgrows memory is asked of the server."""

    @property
    def dirty(self) -> bool:
        """Tell that nothing is ever left open: a reader writes nothing."""
        return False

    def reconcile(self) -> None:
        """Leave the server alone."""

    def matrix(self, collection: Collection) -> tuple[list[str], NDArray[np.float32]]:
        """Return the vectors of a collection as they are in the catalogue."""
        return kept_matrix(self._catalogue, collection)


class Mirror:
    """Keeps a reader's catalogue in line with a library on a server. Methods may raise `ExplorerError`.

    Without a server the copy stays as it is. `note` is a sentence for the user after a refresh, "" for none.
    """

    def __init__(
        self, url: str, folder: Path, catalogue: Catalogue, setup: Callable[[], Setup], vector_bytes: int
    ) -> None:
        self._folder = folder
        self._catalogue = catalogue
        self._setup = setup
        self._vector_bytes = vector_bytes
        self._name = SharedName(folder.name)
        self._connection = Connection(parse_address(url)) if url else None
        self._documents = DocumentTable(catalogue)
        self._vectors = VectorTable(catalogue)
        self.note = ""

    @property
    def is_whole(self) -> bool:
        """Tell whether some state of the library has been copied wholly."""
        return bool(self._catalogue.get(_STATE))

    def close(self) -> None:
        """Close the connection; again is harmless."""
        if self._connection is not None:
            self._connection.close()

    def open_store(self) -> VectorStore:
        """Return the library's collections on the server, which refuse to be changed."""
        return VectorStore(
            self._folder, self._reached().client, prefix=self._name.prefix, before_write=_refuse_to_write
        )

    def refresh(self, progress: Progress, in_recipe: InRecipe) -> Iterator[str]:
        """Bring the copy in line with the server; yields "read" between documents.

        A library that its writer is changing stays as it was copied last.
        """
        if self._connection is not None:
            yield from self._refreshed(self._connection, progress, in_recipe)
        elif not self._catalogue.get(_STATE):
            raise ExplorerError("Nothing of this shared library is here yet.", "Name its server with --chroma.")

    def _refreshed(self, connection: Connection, progress: Progress, in_recipe: InRecipe) -> Iterator[str]:
        self.note = ""
        for _ in range(_ATTEMPTS):
            progress(0, 0, "asking the server")
            cover = cover_of(connection, self._name)
            if cover.complete and self._catalogue.get(_STATE) == cover.state:
                return
            if not cover.complete:
                break
            self._require_model(cover)
            try:
                yield from self._take(Book(connection, self._name), connection, cover, progress, in_recipe)
            except _ChangingError:
                continue
            keep_note(self._folder, connection.address, cover)
            return
        if not self._catalogue.get(_STATE):
            raise ExplorerError(
                f"The shared library {self._name.library!r} is being written and not whole yet.",
                "Try again when its writer is done.",
            )
        self.note = "The writer is changing this library; what is shown is its state before."
        progress(0, 0, self.note)

    def _take(
        self, book: Book, connection: Connection, cover: Cover, progress: Progress, in_recipe: InRecipe
    ) -> Iterator[str]:
        """Take over a state of the library; raises `_ChangingError` when it changes meanwhile."""
        collections = self._collections(cover)
        entries, known = book.entries(), self._documents.known()
        changed = [entry for name, entry in entries.items() if name not in known or known[name].hash != entry.digest]
        with self._catalogue.transaction():
            for name in set(known) - set(entries):
                self._documents.remove(name)
            self._catalogue.raise_revision()
        for done, entry in enumerate(changed):
            progress(done, len(changed), entry.name)
            self._write(entry, *self._page(book, connection, collections[0], entry), cover)
            yield "read"
        for collection in collections:
            for _ in self._map(collection, in_recipe):
                yield "read"
            for _ in self._fetch(connection, collection, progress):
                yield "read"
        if book.cover() != cover:
            raise _ChangingError
        self._finish(cover, collections)

    def _collections(self, cover: Cover) -> list[Collection]:
        """Return the library's collections, the plain one first; those that it has no more go."""
        recipes = dict.fromkeys([PLAIN.name, *cover.recipes.split(",")])
        keys = [CollectionKey(self._setup().model.identity, cover.precision, name, cover.limit) for name in recipes]
        self._catalogue.put("dimensions", str(cover.dimensions))
        self._catalogue.put("recipe", cover.recipe)
        for each in self._vectors.collections():
            if each.key not in keys:
                self._vectors.drop(each)
        return [self._vectors.make(key) for key in keys]

    def _page(
        self, book: Book, connection: Connection, plain: Collection, entry: Entry
    ) -> tuple[Page, Mapping[str, str]]:
        page = book.page(entry)
        if page is None or page.row.name != entry.name:
            raise _ChangingError
        wanted = texts_of(page)
        texts = connection.texts(self._name.prefix + plain.key.name, sorted(wanted)) if wanted else {}
        if set(texts) != wanted:
            raise _ChangingError
        return page, texts

    def _write(self, entry: Entry, page: Page, texts: Mapping[str, str], cover: Cover) -> None:
        file = FileFacts(entry.name, b"", 0, 0, entry.digest, page.row.error)
        with self._catalogue.transaction():
            self._documents.write(file, prepared_of(page, texts, parse_recipe(cover.recipe)))
            insert_findings(self._catalogue, compared_findings(page))
            self._catalogue.run("DELETE FROM pending")
            self._catalogue.raise_revision()

    def _map(self, collection: Collection, in_recipe: InRecipe) -> Iterator[None]:
        """Map chunks to their vectors: the hash of what is embedded is the vector's id."""
        for page in pages(self._vectors.missing(collection)):
            stored = ChunkTable(self._catalogue).by_ids(page)
            recipe = collection.key.recipe
            with self._catalogue.transaction():
                ids = {each.id: vector_id(in_recipe(each, recipe).embedded_text) for each in stored}
                self._vectors.assign(collection, ids)
            yield

    def _fetch(self, connection: Connection, collection: Collection, progress: Progress) -> Iterator[None]:
        """Fetch vectors that are not here yet; none of a collection that outgrows memory."""
        if self._vectors.bytes_of(collection) > self._vector_bytes:
            return
        wanted = self._vectors.vector_ids(collection)
        missing = sorted(set(wanted) - self._vectors.known(collection.key, wanted))
        name = self._name.prefix + collection.key.name
        done = 0
        for found in connection.vectors(name, missing):
            progress(done, len(missing), "fetching vectors")
            with self._catalogue.transaction():
                self._vectors.store(collection.key, found)
            done += len(found)
            yield
        if done < len(missing):
            raise _ChangingError

    def _finish(self, cover: Cover, collections: Sequence[Collection]) -> None:
        with self._catalogue.transaction():
            for collection in collections:
                self._vectors.mark(collection, complete=True, built=True)
            for key, value in (("chunking", self._setup().chunking), ("read", "1"), (_STATE, cover.state)):
                self._catalogue.put(key, value)
            self._catalogue.raise_revision()
        self._vectors.purge()

    def _require_model(self, cover: Cover) -> None:
        setup = self._setup()
        if cover.model != setup.model.identity:
            raise ExplorerError(
                f"The shared library was embedded with {cover.model_name}, which is not the model here.",
                f"Here it is {setup.model.name}. Name the same model, in the same version, with --model.",
            )
        known = setup.recipe.name in cover.recipes.split(",")
        if (cover.limit, cover.precision) != (setup.limit, setup.precision) or not known:
            raise ExplorerError(
                "The shared library's recipe, limit or precision is another one now.", "Open the library again."
            )

    def _reached(self) -> Connection:
        if self._connection is None:
            raise ExplorerError("This library's vectors are on a server.", "Name it with --chroma.")
        return self._connection


def _refuse_to_write() -> None:
    raise ExplorerError(
        "A reader of a shared library never changes it.", "Only its writer does, who has the documents."
    )
