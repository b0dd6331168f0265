"""Keeps Chroma in line with the catalogue: the order of every change, and what happens after an unclean end.

A change goes: upsert into Chroma; one SQLite transaction (rows, plus the vectors to delete or rewrite); Chroma is told
the rest; the list is cleared. While that is under way the catalogue says so (`dirty`). At the start after an unclean
end Chroma's folder is probed in a process of its own, since a damaged one may crash whoever reads it, and every
vector is compared with the catalogue's. What is missing is written from the catalogue, what is too much goes, and a
folder that cannot be trusted is replaced by a new one. No text is encoded again for any of that.

On a server (`explorer.engine.shared`) the order is the same. There is no folder to probe or to replace: collections are
mended in place. A server that is away leaves the change open, to be reconciled when it is back.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.views import ContextChunk
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk, pages
from explorer.engine.catalogue_vectors import Collection, CollectionKey, Vector, VectorTable
from explorer.engine.chroma_check import Probe, files_look_whole, is_mostly_free, looks_whole
from explorer.engine.kept_vectors import kept_matrix
from explorer.engine.store_file import NotWritableError
from explorer.engine.vectors import Meta, VectorStore, VectorStoreError

InRecipe = Callable[[StoredChunk, str], ContextChunk]
"""Gives a chunk under the recipe of that name."""

_Answer = TypeVar("_Answer")
_PAGE = 1000
_CLOSE = 1e-5
"""Chroma returns a vector's components to within 1.5e-8; more than this is damage."""

_STRANGE = "The vectors on the server are not those of this library."
_REFRESH = "Refresh the library to write them there anew."


class Projection:
    """Chroma as the image of a catalogue. Chroma is opened (and imported) when first needed."""

    def __init__(
        self,
        folder: Path,
        catalogue: Catalogue,
        in_recipe: InRecipe,
        open_shared: Callable[[], VectorStore] | None = None,
    ) -> None:
        """Project into a folder below `folder`, or into what `open_shared` opens on a server."""
        self._folder = folder
        self._open_shared = open_shared
        self._catalogue = catalogue
        self._vectors = VectorTable(catalogue)
        self._chunks = ChunkTable(catalogue)
        self._in_recipe = in_recipe
        self._store: VectorStore | None = None
        self._rebuilding = False
        self._probe: Probe | None = None
        self._checked = False
        self._read: set[str] = set()
        self.repairs: list[str] = []
        """What was put right since the library was opened, in sentences."""

    @property
    def dirty(self) -> bool:
        """Tell whether a change did not come to its end."""
        return self._catalogue.get("dirty") == "1"

    @contextmanager
    def change(self) -> Generator[None, None, None]:
        """Mark work on Chroma as under way until the block ends well, or is stopped between two batches.

        Reading counts as work too: it is noted first, for damaged files can end the process that reads them.
        """
        if self.dirty:
            yield
            return
        self._catalogue.put("dirty", "1")
        try:
            yield
        except (Cancelled, GeneratorExit):
            self._catalogue.put("dirty", "")
            raise
        self._catalogue.put("dirty", "")

    def distrust(self) -> None:
        """Note that Chroma may hold something else than this catalogue wrote."""
        self._catalogue.put("dirty", "1")

    def close(self) -> None:
        """Release Chroma."""
        probe, self._probe = self._probe, None
        if probe is not None:
            if probe.done and not probe.passed():
                self.distrust()
            probe.close()
        if self._store is not None:
            self._store.close()
            self._store = None

    def write(self, collection: Collection, vectors: Mapping[str, Vector], owners: Mapping[str, Sequence[int]]) -> None:
        """Upsert vectors into Chroma with the metadata of all chunks (`owners`, row ids) that stand for them."""
        stored = {each.id: each for each in self._chunks.by_ids({chunk for ids in owners.values() for chunk in ids})}
        firsts: dict[str, StoredChunk] = {}
        names: dict[str, list[str]] = {}
        for number, ids in owners.items():
            own = sorted((stored[chunk] for chunk in ids), key=lambda each: _place_of(each.item))
            firsts[number] = own[0]
            names[number] = ["{}#{}".format(*_place_of(each.item)) for each in own]
        recipe = collection.key.recipe
        metas = {
            number: _meta(self._in_recipe(first, recipe), first, names[number]) for number, first in firsts.items()
        }
        texts = {number: first.item.chunk.text for number, first in firsts.items()}
        self._mended(lambda store: store.upsert(collection.key, vectors, texts, metas))

    def make(self, collection: Collection) -> None:
        """Make the collection in Chroma when it is missing."""
        self._mended(lambda store: store.make(collection.key))

    def mark(self, collection: Collection, *, complete: bool) -> None:
        """Write the completeness of a collection: in Chroma first when it is lost, last when it is gained."""
        self._mended(lambda store: store.mark(collection.key, complete=complete))

    def drop(self, collection: Collection) -> None:
        """Remove a collection from both; its vectors stay in the catalogue for reuse."""
        self._mended(lambda store: store.drop(collection.key.name))
        self._vectors.drop(collection)

    def settle(self) -> Iterator[None]:
        """Tell Chroma what is pending, page by page: rewrite what is still used, delete the rest."""
        for collection in self._vectors.collections():
            while numbers := self._vectors.pending(collection, _PAGE):
                self._settle_page(collection, numbers)
                yield

    def matrix(self, collection: Collection) -> tuple[list[str], NDArray[np.float32]]:
        """Return what Chroma holds of a collection; a folder that proves damaged is rebuilt first.

        The first answer does not wait until Chroma has been looked at: it comes from the vectors of the catalogue,
        which are the same. So do all answers where nothing can be written, for there Chroma cannot be opened.
        """
        if self.shared:
            return self._shared_matrix(collection)
        if self._catalogue.read_only or self._rebuilding or self._is_first(collection):
            return kept_matrix(self._catalogue, collection)
        try:
            with self.change():
                return self._own_matrix(collection)
        except NotWritableError:
            return kept_matrix(self._catalogue, collection)

    def _is_first(self, collection: Collection) -> bool:
        """Tell whether a collection is read for the first time before Chroma is open; it is looked at from then on."""
        if self._store is not None or collection.key.name in self._read:
            return False
        self._read.add(collection.key.name)
        self.check()
        return True

    def _own_matrix(self, collection: Collection) -> tuple[list[str], NDArray[np.float32]]:
        ids, matrix = self._mended(lambda store: store.read_matrix(collection.key))
        if self._looks_right(collection, ids, matrix):
            return ids, matrix
        self.rebuild()
        return self._mended(lambda store: store.read_matrix(collection.key))

    @property
    def shared(self) -> bool:
        """Tell whether the collections are on a server."""
        return self._open_shared is not None

    def some(self, collection: Collection, ids: Sequence[str]) -> tuple[list[str], NDArray[np.float32]]:
        """Return some vectors of a collection on a server, with their ids."""
        return self._opened().read_vectors(collection.key, ids)

    def nearest(self, collection: Collection, vector: Vector, most: int) -> tuple[list[str], NDArray[np.float64]]:
        """Return ids and cosines of those vectors that a server finds nearest; its index may miss some."""
        return self._opened().nearest(collection.key, vector, most)

    def _shared_matrix(self, collection: Collection) -> tuple[list[str], NDArray[np.float32]]:
        """Read a collection from the server; only a refresh writes there, so what is not right is left to the next."""
        try:
            ids, matrix = self._opened().read_matrix(collection.key)
        except VectorStoreError as error:
            self.distrust()
            raise ExplorerError(_STRANGE, f"{_REFRESH} ({error.detail or error.title})") from error
        if not self._looks_right(collection, ids, matrix):
            self.distrust()
            raise ExplorerError(_STRANGE, _REFRESH)
        return ids, matrix

    def reconcile(self) -> None:
        """Bring Chroma in line after an unclean end, whatever state its folder is in."""
        self.close()
        if self.shared:
            self._align()
            self._remove_others()
            self._catalogue.put("dirty", "")
            return
        if self._vectors.collections() or self._path().exists():
            try:
                if not (files_look_whole(self._path()) and Probe(self._path()).passed()):
                    raise VectorStoreError("Reading the vector store ends the process that does it.")  # noqa: TRY301
                self._align()
            except VectorStoreError:
                self.rebuild()
        self._remove_others()
        self._catalogue.put("dirty", "")

    def rebuild(self) -> None:
        """Write all collections anew from the catalogue into a new folder of Chroma, and remove the old one."""
        self.close()
        if self.shared:
            self._rebuild_shared()
            return
        for _ in self._rebuild_own():
            pass

    def shrink(self) -> Iterator[None]:
        """Write Chroma's folder anew, step by step, when more than half of its file is room that it does not give back.

        That room still holds the words of documents that have left.
        """
        if self._store is not None and not self.shared and is_mostly_free(self._path()):
            self.close()
            yield from self._rebuild_own()

    def _rebuild_own(self) -> Iterator[None]:
        self.repairs.append("Chroma's folder was made anew.")
        number = int(self._catalogue.get("chroma", "1")) + 1
        while self._path(number).exists():
            number += 1
        # Stopped in between, it is done again at the next start or refresh.
        clean = not self.dirty
        self.distrust()
        self._rebuilding = True
        try:
            self._catalogue.put("chroma", str(number))
            yield from self._aligning()
            if clean:
                self._catalogue.put("dirty", "")
        finally:
            self._rebuilding = False
        self._catalogue.raise_revision()
        self._remove_others()

    def _rebuild_shared(self) -> None:
        self._rebuilding = True
        try:
            with self.change():
                self._align()
        finally:
            self._rebuilding = False
        self._catalogue.raise_revision()

    def _remove_others(self) -> None:
        """Remove folders that a rebuild replaced, that one which failed left behind, or that a server stands for."""
        for old in set(self._folder.glob("chroma-*")) - (set() if self.shared else {self._path()}):
            shutil.rmtree(old, ignore_errors=True)

    def _align(self) -> None:
        for _ in self._aligning():
            pass

    def _aligning(self) -> Iterator[None]:
        store = self._opened()
        collections = {each.key.name: each for each in self._vectors.collections()}
        for name in store.names() - set(collections):
            store.drop(name)
        for collection in collections.values():
            yield from self._align_collection(store, collection)
        yield from self.settle()

    def _align_collection(self, store: VectorStore, collection: Collection) -> Iterator[None]:
        store.make(collection.key)
        wanted = set(self._vectors.vector_ids(collection))
        good, gone = set[str](), list[str]()
        for ids, matrix in store.read_pages(collection.key):
            found = self._unchanged(collection.key, ids, matrix) & wanted
            good |= found
            gone += [number for number in ids if number not in found]
        lacking = wanted - good
        if gone or lacking:
            self.repairs.append(f"{len(lacking)} vectors were written and {len(gone)} removed.")
        store.delete(collection.key, gone)
        for page in pages(sorted(lacking), _PAGE):
            self._write_from_catalogue(collection, page)
            yield
        whole = not self._vectors.missing(collection)
        self._vectors.mark(collection, complete=whole, built=collection.built)
        store.mark(collection.key, complete=whole)

    def _unchanged(self, key: CollectionKey, ids: Sequence[str], matrix: NDArray[np.float32]) -> set[str]:
        """Return the ids whose vectors in Chroma are those of the catalogue."""
        rows = {number: row for row, number in enumerate(ids)}
        good: set[str] = set()
        for page in pages(ids, _PAGE):
            for number, vector in self._vectors.load(key, page).items():
                row = matrix[rows[number]]
                if row.shape == vector.shape and bool(np.all(np.abs(row - vector) <= _CLOSE)):
                    good.add(number)
        return good

    def _looks_right(self, collection: Collection, ids: Sequence[str], matrix: NDArray[np.float32]) -> bool:
        """Compare a sample, and the length of every row, which is 1 in what was written."""
        if not ids:
            return not self._vectors.vector_ids(collection)
        if not bool(np.all(np.abs(np.linalg.norm(matrix, axis=1) - 1) < 1e-3)):
            return False
        chosen = np.linspace(0, len(ids) - 1, min(64, len(ids)), dtype=int)
        sample = [ids[int(row)] for row in chosen]
        return len(self._unchanged(collection.key, sample, matrix[chosen])) == len(sample)

    def _settle_page(self, collection: Collection, numbers: Sequence[str]) -> None:
        owners = self._vectors.owners(collection, numbers)
        self._write_from_catalogue(collection, list(owners))
        gone = [number for number in numbers if number not in owners]
        self._mended(lambda store: store.delete(collection.key, gone))
        with self._catalogue.transaction():
            self._vectors.settle(collection, numbers)

    def _write_from_catalogue(self, collection: Collection, numbers: Iterable[str]) -> None:
        vectors = self._vectors.load(collection.key, numbers)
        if vectors:
            self.write(collection, vectors, self._vectors.owners(collection, list(vectors)))

    def _mended(self, work: Callable[[VectorStore], _Answer]) -> _Answer:
        """Do work on Chroma; when it fails, rebuild Chroma and do it again."""
        try:
            return work(self._opened())
        except VectorStoreError:
            if self._rebuilding:
                raise
            self.rebuild()
            return work(self._opened())

    def _opened(self) -> VectorStore:
        if self._store is None:
            self._store = self._open_shared() if self._open_shared else self._own_store()
        return self._store

    def _own_store(self) -> VectorStore:
        """Open the folder, once what looked at it (`check`) has found it sound."""
        probe, self._probe = self._probe, None
        if probe is not None and not probe.passed():
            raise VectorStoreError("The vector store cannot be read.")
        return VectorStore(self._path())

    def looks_whole(self) -> bool:
        """Tell whether Chroma's files have their sizes and collections their numbers; costs no process."""
        if self.shared:
            return True
        settled = [each for each in self._vectors.collections() if not self._vectors.pending(each, 1)]
        return looks_whole(self._path(), {each.key.name: self._vectors.count(each) for each in settled})

    def check(self) -> None:
        """Have a process of its own read Chroma's folder beside other work, once, before it is first opened here."""
        if self._store is None and not self._checked and not self.shared:
            self._checked = True
            self._probe = Probe(self._path(), beside=True)

    def mend(self, *, wait: bool) -> bool:
        """Put Chroma right when what looked at it found damage; tell whether it did. `wait` for what still looks."""
        if self._probe is None or not (wait or self._probe.done):
            return False
        probe, self._probe = self._probe, None
        if probe.passed():
            return False
        self.distrust()
        self.reconcile()
        return True

    def _path(self, number: int = 0) -> Path:
        return self._folder / f"chroma-{number or int(self._catalogue.get('chroma', '1'))}"


def _place_of(item: ContextChunk) -> tuple[str, int]:
    return item.chunk.document, item.chunk.index


def _meta(item: ContextChunk, stored: StoredChunk, names: Sequence[str]) -> Meta:
    """Return the fields that any Chroma client can read (DESIGN 4.3); `names` are all chunks with this text."""
    chunk, fields = item.chunk, stored.metadata
    return {
        "document": chunk.document,
        "index": chunk.index,
        "title": item.title or None,
        "header": item.header.text or None,
        "heading_path": chunk.heading_path,
        "version": fields.version,
        "effective_from": fields.effective_from,
        "effective_to": fields.effective_to,
        "language": fields.language,
        "access": fields.access,
        "page": chunk.place.page,
        "start": chunk.place.start,
        "end": chunk.place.end,
        "chunks": tuple(names),
    }
