"""The writer's side: the right to write, and the book that readers make their catalogue from."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from explorer.core.audit import settings_toml
from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_vectors import VectorTable
from explorer.engine.pipeline import Setup
from explorer.engine.shared.address import SharedName, parse_address
from explorer.engine.shared.book import FORM, PROGRAM, Book, Cover, digest_of, encode_page
from explorer.engine.shared.connection import Connection
from explorer.engine.shared.lease import Lease, LeaseLostError, user_name
from explorer.engine.shared.pages import page_of
from explorer.engine.tokens import clean
from explorer.engine.vectors import VectorStore

_STATE = "shared"
"""The setting of the catalogue that holds what it last wrote to a server, and where."""

_SAME = 0.5
"""Share of a book's documents that must be in a folder for it to be the same library."""


class Sharing:
    """A library that has its documents and its vectors on a server. Methods may raise `ExplorerError`."""

    def __init__(
        self,
        url: str,
        folder: Path,
        catalogue: Catalogue,
        setup: Callable[[], Setup],
        names: Callable[[], Iterable[str]],
    ) -> None:
        """Share the library of `folder`; `names` gives the names of its documents."""
        self._names_here = names
        self._claimed = False
        self._folder = folder
        self._catalogue = catalogue
        self._setup = setup
        self._name = SharedName(clean(folder.name) or "library")
        self._connection = Connection(parse_address(url))
        self._lease = Lease(self._connection, self._name, catalogue)
        self._book = Book(self._connection, self._name)
        self._begun = False

    @property
    def url(self) -> str:
        """Return the server's URL."""
        return self._connection.address.url

    @property
    def place(self) -> str:
        """Return what tells this library on this server from all others."""
        return f"{self.url} {self._name.library}"

    def close(self) -> None:
        """Give the right to write back and close the connection; again is harmless."""
        self._lease.close()
        self._connection.close()

    def open_store(self) -> VectorStore:
        """Return the library's collections on the server."""
        return VectorStore(
            self._folder,
            self._connection.client,
            prefix=self._name.prefix,
            beside={"program": PROGRAM, "library": self._name.library},
            before_write=self.before_write,
        )

    def claim(self) -> bool:
        """Take the right to write; tell whether the server holds exactly what this catalogue wrote there last.

        Another catalogue than the one that wrote a library may only go on with it when it has half of the documents.
        """
        self._hold()
        cover = self._book.cover()
        if cover is not None and cover.origin != self._origin:
            self._require_same(cover, set(self._names_here()))
        self._claimed = True
        if cover is None or cover.complete:
            # What was begun is gone from the server, or another writer has finished since.
            self._begun = False
        return cover is not None and cover.complete and self._catalogue.get(_STATE) == self._state_of(cover.state)

    def before_write(self) -> None:
        """Make sure of the right to write, and mark the book as unfinished before the first change."""
        if not self._claimed:
            self.claim()
        self._hold()
        if not self._begun:
            self._catalogue.put(_STATE, "")
            self._book.put_cover(self._cover(complete=False))
            self._begun = True

    def publish(self, progress: Progress) -> Iterator[None]:
        """Bring the book in line with the catalogue and mark it as whole; yields between documents."""
        cover = self._cover(complete=True)
        if not self._begun and self._catalogue.get(_STATE) == self._state_of(cover.state):
            return
        self.before_write()
        entries = self._book.entries()
        names = self._names()
        for gone in set(entries) - set(names):
            self._book.remove(entries[gone])
        for done, name in enumerate(names):
            progress(done, len(names), "sharing")
            content = encode_page(page_of(self._catalogue, name, self._setup().recipe))
            digest, before = digest_of(content), entries.get(name)
            if before is None or before.digest != digest:
                self.before_write()
                self._book.write(name, content, digest, before)
            yield
        self._hold()
        self._book.put_cover(cover)
        self._catalogue.put(_STATE, self._state_of(cover.state))
        self._begun = False

    def forget(self) -> bool:
        """Remove the library from the server; tell whether it was there."""
        self.claim()
        store = self.open_store()
        self._begun = True
        found = self._book.cover() is not None
        for name in store.names():
            store.drop(name)
        self._connection.remove(self._name.book)
        self._catalogue.put(_STATE, "")
        return found

    def _hold(self) -> None:
        try:
            self._lease.hold()
        except LeaseLostError:
            self._claimed = self._begun = False
            self._catalogue.put(_STATE, "")
            raise

    @property
    def _origin(self) -> str:
        """Return this catalogue's own name, made when first asked for."""
        origin = self._catalogue.get("origin")
        if not origin:
            origin = secrets.token_hex(8)
            self._catalogue.put("origin", origin)
        return origin

    def _state_of(self, state: str) -> str:
        return f"{self.place} {state}"

    def _names(self) -> list[str]:
        return [row[0] for row in self._catalogue.rows("SELECT name FROM document ORDER BY name")]

    def _require_same(self, cover: Cover, names: set[str]) -> None:
        there = set(self._book.entries())
        shared = len(there & names)
        if shared < _SAME * len(there):
            raise ExplorerError(
                f"The server has another library {self._name.library!r} already.",
                f"{cover.by} wrote it at {cover.when}; of its {len(there)} documents, {shared} are in this folder. "
                "Give this folder another name, or have its writer remove it with `chunk-explorer forget`.",
            )

    def _cover(self, *, complete: bool) -> Cover:
        setup = self._setup()
        key = (setup.model.identity, setup.precision, setup.limit)
        recipes = [
            each.key.recipe
            for each in VectorTable(self._catalogue).collections()
            if (each.key.model, each.key.precision, each.key.limit) == key and each.complete
        ]
        return Cover(
            program=PROGRAM,
            form=FORM,
            library=self._name.library,
            origin=self._origin,
            revision=self._catalogue.revision,
            complete=complete,
            model=clean(setup.model.identity),
            model_name=clean(setup.model.name),
            precision=setup.precision,
            limit=setup.limit,
            recipe=setup.recipe.name,
            recipes=",".join(recipes),
            settings=settings_toml(replace(setup.settings, include=(), exclude=())),
            dimensions=self._catalogue.number("SELECT length(data) / 4 FROM vector LIMIT 1"),
            documents=self._catalogue.number("SELECT count(*) FROM document"),
            chunks=self._catalogue.number("SELECT count(*) FROM chunk"),
            by=clean(f"{user_name()} at {socket.gethostname()}"),
            when=datetime.now(UTC).isoformat(timespec="seconds"),
        )
