"""The vectors in Chroma, which any Chroma client can read; the only file that imports chromadb.

Chroma is a store here and never decides a rank: with repeated vectors its rankings lose rows. Every distinct text has
one vector. Vectors are written and read in pages; embedding functions are never used, for the default one asks the
network.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.engine.catalogue_vectors import CollectionKey, Vector
from explorer.engine.store_file import NotWritableError, disk_full
from explorer.engine.tokens import clean

if TYPE_CHECKING:
    import httpx
    from chromadb.api.client import Client
    from chromadb.api.models.Collection import Collection

Meta = dict[str, str | int | tuple[str, ...] | None]
"""A vector's metadata; None says that the field is absent."""

_READ_PAGE = 5000

_SAME = 1e-3
"""Cosine distance within which a vector is held to have found itself, or one that is equal to it."""

_SERVER_BATCH = 500
"""Vectors in one request: with their texts they stay far below the 40 MB that a server takes."""

_CONNECT_SECONDS, _ANSWER_SECONDS = 5.0, 60.0
"""How long a server may take to be reached, and to send the next piece of an answer."""

_COLLECTION = re.compile(r"c[0-9a-f]{24}")
"""What `CollectionKey.name` gives."""


class VectorStoreError(ExplorerError):
    """Chroma's folder cannot be read or written; the catalogue can rebuild it."""


class ServerAwayError(ExplorerError):
    """A Chroma server cannot be reached or does not answer; nothing is lost, and it may come back."""


class VectorStore:
    """The collections of one library in Chroma. Every method raises `VectorStoreError` for what Chroma cannot do.

    Chroma is a folder of its own, or, with `client`, a server: there the names of collections begin with `prefix`,
    `beside` is added to their metadata, and `before_write` is called before each change (it may refuse).
    """

    def __init__(
        self,
        folder: Path,
        client: Client | None = None,
        *,
        prefix: str = "",
        beside: Mapping[str, str] | None = None,
        before_write: Callable[[], None] = lambda: None,
    ) -> None:
        self._prefix = prefix
        self._beside = dict(beside or {})
        self._before_write = before_write
        if client is not None:
            self._client, self._batch = client, _SERVER_BATCH
            return
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._client = _open(folder)
        with explained():
            self._batch = int(self._client.get_max_batch_size())

    def close(self) -> None:
        """Release Chroma's files; a server's client stays with who made it."""
        if not self._prefix:
            self._client.close()

    def names(self) -> set[str]:
        """Return the names of all collections of vectors, each as its key gives it."""
        with explained():
            found = [collection.name for collection in self._client.list_collections()]
        if not self._prefix:
            return set(found)
        own = {name.removeprefix(self._prefix) for name in found if name.startswith(self._prefix)}
        return {name for name in own if _COLLECTION.fullmatch(name)}

    def make(self, key: CollectionKey) -> None:
        """Make the collection when it is missing; it is not complete then."""
        if key.name in self.names():
            return
        self._before_write()
        with explained():
            self._client.create_collection(
                self._prefix + key.name,
                embedding_function=None,
                configuration={"hnsw": {"space": "cosine"}},
                metadata=self._metadata(key, complete=False),
            )

    def drop(self, name: str) -> None:
        """Remove a collection, if it is there."""
        if name in self.names():
            self._before_write()
            with explained():
                self._client.delete_collection(self._prefix + name)

    def mark(self, key: CollectionKey, *, complete: bool) -> None:
        """Write whether the collection holds everything it should."""
        self._before_write()
        with explained():
            self._collection(key).modify(metadata=self._metadata(key, complete=complete))

    def count(self, key: CollectionKey) -> int:
        """Return how many vectors the collection holds; 0 when there is none."""
        if key.name not in self.names():
            return 0
        with explained():
            return self._collection(key).count()

    def upsert(
        self, key: CollectionKey, vectors: Mapping[str, Vector], texts: Mapping[str, str], metas: Mapping[str, Meta]
    ) -> None:
        """Write vectors (by id) with their documents and metadata, in batches that Chroma takes."""
        ids = list(vectors)
        if ids:
            self._before_write()
        with explained():
            collection = self._collection(key) if ids else None
            for first in range(0, len(ids), self._batch):
                page = ids[first : first + self._batch]
                cast("Any", collection).upsert(
                    ids=page,
                    embeddings=np.stack([vectors[number] for number in page]),
                    documents=[clean(texts[number]) for number in page],
                    metadatas=[_cleaned(metas[number]) for number in page],
                )

    def delete(self, key: CollectionKey, ids: Sequence[str]) -> None:
        """Remove vectors; ids that are not there are fine."""
        if ids:
            self._before_write()
        with explained():
            for first in range(0, len(ids), self._batch):
                self._collection(key).delete(ids=list(ids[first : first + self._batch]))

    def read_ids(self, key: CollectionKey) -> list[str]:
        """Return the ids of all vectors of a collection."""
        with explained():
            return list(self._collection(key).get(include=[])["ids"])

    def read_pages(self, key: CollectionKey) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        """Yield all ids with their vectors, row by row, in pages."""
        with explained():
            collection = self._collection(key)
            total, done = collection.count(), 0
        while done < total:
            with explained():
                page = collection.get(include=["embeddings"], limit=_READ_PAGE, offset=done)
            rows = page["embeddings"]
            if not page["ids"] or rows is None:
                raise VectorStoreError("The vector store gives fewer vectors than it counts.", f"{done} of {total}.")
            done += len(page["ids"])
            yield list(page["ids"]), np.asarray(rows, dtype=np.float32)

    def read_matrix(self, key: CollectionKey) -> tuple[list[str], NDArray[np.float32]]:
        """Return all ids and, row by row, their vectors, read in pages so that little memory is taken."""
        ids: list[str] = []
        matrix = np.empty((0, 0), dtype=np.float32)
        total = self.count(key)
        for page, rows in self.read_pages(key):
            if not ids:
                matrix = np.empty((total, rows.shape[1]), dtype=np.float32)
            room = total - len(ids)
            matrix[len(ids) : len(ids) + len(rows)] = rows[:room]
            ids += page[:room]
        return ids, matrix[: len(ids)]

    def read_vectors(self, key: CollectionKey, ids: Sequence[str]) -> tuple[list[str], NDArray[np.float32]]:
        """Return some vectors, row by row, with their ids; those that are not there are left out."""
        with explained():
            found = self._collection(key).get(ids=list(ids), include=["embeddings"])
        rows = found["embeddings"]
        return list(found["ids"]), np.asarray([] if rows is None else rows, dtype=np.float32)

    def nearest(self, key: CollectionKey, vector: Vector, most: int) -> tuple[list[str], NDArray[np.float64]]:
        """Return ids and cosines of the `most` vectors that Chroma's index (HNSW) finds nearest; it may miss some."""
        with explained():
            found = self._collection(key).query(query_embeddings=[vector], n_results=most, include=["distances"])
        distances = found["distances"]
        return list(found["ids"][0]), 1.0 - np.asarray(distances[0] if distances else [], dtype=np.float64)

    def _collection(self, key: CollectionKey) -> Collection:
        return self._client.get_collection(self._prefix + key.name, embedding_function=None)

    def _metadata(self, key: CollectionKey, *, complete: bool) -> dict[str, Any]:
        return _collection_metadata(key, complete=complete) | self._beside


def _open(folder: Path) -> Client:
    import chromadb
    from chromadb.config import Settings

    with explained():
        return cast("Client", chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False)))


def open_server(host: str, port: int, *, ssl: bool) -> Client:
    """Return a client of a Chroma server whose calls all end; raises `ServerAwayError` or `ExplorerError`."""
    import chromadb
    import httpx
    from chromadb.config import Settings

    with explained():
        _greet(host, port, ssl=ssl)
        # Without TLS there is nothing to verify; reading the certificates for it takes long.
        settings = Settings(anonymized_telemetry=False, chroma_server_ssl_verify=None if ssl else False)
        client = cast("Client", chromadb.HttpClient(host, port, ssl=ssl, settings=settings))
    # Chroma's own session waits without an end.
    for session in _sessions_of(client):
        session.timeout = httpx.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS)
    return client


def close_server(client: Client) -> None:
    """Release a server's client with its connections, which Chroma leaves open."""
    sessions = _sessions_of(client)
    client.close()
    for session in sessions:
        session.close()


def _sessions_of(client: Client) -> list[httpx.Client]:
    """Return what Chroma's client talks through: it keeps one for records and one for databases, neither shown."""
    inner = cast("Any", client)
    return [inner._server._session, inner._admin_client._server._session]


def _greet(host: str, port: int, *, ssl: bool) -> None:
    """Have the server say that it is one, before Chroma's client waits for it; raises `ExplorerError` if it is none."""
    import httpx

    name = f"[{host}]" if ":" in host else host
    url = f"{'https' if ssl else 'http'}://{name}:{port}/api/v2/heartbeat"
    answer = httpx.get(url, timeout=_CONNECT_SECONDS, verify=ssl)
    try:
        beat: object = answer.json() if answer.is_success else None
    except ValueError:
        beat = None
    if not isinstance(beat, dict) or "nanosecond heartbeat" not in beat:
        raise ExplorerError(
            f"What answers at {name}:{port} is no Chroma server that this program can use.",
            f"It said {answer.status_code} where a Chroma server of version 1 tells its heartbeat.",
        )


def _collection_metadata(key: CollectionKey, *, complete: bool) -> dict[str, Any]:
    return {
        "model": clean(key.model),
        "precision": key.precision,
        "recipe": key.recipe,
        "limit": key.limit,
        "complete": complete,
    }


def _cleaned(meta: Meta) -> dict[str, Any]:
    """Return metadata that Chroma takes: no lone surrogates, no empty lists.

    None stays: Chroma merges an upsert into the metadata that is there, and a None takes a field out of it.
    """
    return {key: _clean_value(value) for key, value in meta.items()}


def _clean_value(value: str | int | tuple[str, ...] | None) -> str | int | list[str] | None:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, tuple):
        return [clean(part) for part in value] or None
    return value


@contextmanager
def explained() -> Generator[None, None, None]:
    """Turn every failure of Chroma into one error: its own reach from `InternalError` to bare `ValueError`.

    A panic of its native part comes as a `BaseException` of a class that cannot be imported. What a server that is away
    causes is a `ServerAwayError`.
    """
    try:
        yield
    except (ExplorerError, ImportError, TypeError, AttributeError):
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        if type(error).__module__.partition(".")[0] == "httpx":
            raise _away(error) from error
        if "Could not connect to a Chroma server" in str(error):
            raise ServerAwayError("The Chroma server does not answer.", _AWAY) from error
        if any(words in str(error) for words in _FULL):
            raise NotWritableError(*disk_full()) from error
        raise VectorStoreError("The vector store of this library cannot be used.", f"Chroma says: {error}") from error


_FULL = ("is full", "No space left on device", "os error 28")
"""What Chroma's parts (SQLite, Rust, Python) say when the disk is full."""

_AWAY = "Start it, or look whether the network reaches it, then try again; nothing is lost."


def _away(error: BaseException) -> ServerAwayError:
    import httpx

    if not isinstance(error, httpx.RequestError):
        return ServerAwayError("The Chroma server cannot be reached.", f"{error}. {_AWAY}")
    url = error.request.url
    why = "took too long" if isinstance(error, httpx.TimeoutException) else str(error) or type(error).__name__
    where = f"{url.host}:{url.port or (443 if url.scheme == 'https' else 80)}"
    return ServerAwayError(f"The Chroma server at {where} does not answer ({why}).", _AWAY)


def examine(folder: Path) -> None:
    """Read every vector of every collection, and ask some for themselves; raises when something is not right.

    For a process of its own: damaged files can end the one that reads them, and need not do so each time. One cut in
    half can be read without an error and then finds the wrong vectors.
    """
    client = _open(folder)
    with explained():
        for collection in client.list_collections():
            first, total = 0, collection.count()
            while first < total:
                page = collection.get(include=["embeddings"], limit=_READ_PAGE, offset=first)
                rows = page["embeddings"]
                if not page["ids"] or rows is None:
                    if collection.count() <= first:
                        break
                    raise VectorStoreError("The vector store gives fewer vectors than it counts.")
                for row in {0, len(page["ids"]) // 2, len(page["ids"]) - 1}:
                    _find_itself(collection, page["ids"][row], np.asarray(rows[row], dtype=np.float32))
                first += len(page["ids"])


def _find_itself(collection: Collection, number: str, vector: Vector) -> None:
    found = collection.query(query_embeddings=[vector], n_results=1, include=["distances"])
    distances = found["distances"]
    if distances and distances[0] and abs(distances[0][0]) <= _SAME:
        return
    # Another program may have taken it out in between.
    if collection.get(ids=[number], include=[])["ids"]:
        raise VectorStoreError("A vector in the store does not find itself.")
