"""The parts of an open library, wired once: lock, catalogue, projection, embedder, readers, searcher."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from itertools import chain
from pathlib import Path

from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress
from explorer.core.recipe import PLAIN, Recipe, parse_recipe
from explorer.core.views import ContextChunk, Header
from explorer.engine.catalogue import FILE_NAME, Catalogue
from explorer.engine.catalogue_chunks import StoredChunk
from explorer.engine.embedder import Embedder
from explorer.engine.embedding import Embedding
from explorer.engine.encoders.base import AUTO, FP32
from explorer.engine.encoders.machine import chosen_precision
from explorer.engine.imported import is_given, unpack_in_steps
from explorer.engine.indexing import Indexing
from explorer.engine.library_audit import judge_library
from explorer.engine.lock import LibraryLock, ReadingLock
from explorer.engine.log import LOG
from explorer.engine.matrices import Matrices
from explorer.engine.options import Options
from explorer.engine.pipeline import in_context, make_setup
from explorer.engine.projection import Projection
from explorer.engine.readers import Readers
from explorer.engine.reading_news import ReadingNews
from explorer.engine.scanning import scan
from explorer.engine.search import Searcher
from explorer.engine.sentences.lookup import SentenceLookup
from explorer.engine.shared.address import parse_address
from explorer.engine.shared.mirror import Copied, Mirror
from explorer.engine.shared.places import is_copy, locate
from explorer.engine.shared.sharing import Sharing
from explorer.engine.store_file import NotWritableError
from explorer.engine.tokens import clean
from explorer.engine.user_work import UserWork
from explorer.paths import data_folder, keep_private, library_folder, make_private_folder


class Opened:
    """Everything that is open while a library is, and the only place where it is put together.

    With a server, `sharing` is what makes the library a shared one, or `mirror` what keeps a reader's copy of one.
    `read_only` says why nothing can be written, "" when it can: then what the index holds is shown and searched.
    """

    sharing: Sharing | None = None
    mirror: Mirror | None = None
    read_only: str = ""

    def __init__(self, folder: Path, options: Options) -> None:
        folder, options = locate(folder, options)
        self.folder = folder.expanduser().resolve()
        self.options = options
        if not self.folder.is_dir() and not is_given(self.folder):
            raise ExplorerError(f"{clean(str(folder))} is not a folder.", "Name a folder that holds documents.")
        self.setup = make_setup(options, self.folder)
        data_folder(options.store)
        self.home = library_folder(self.folder, options.store)
        make_private_folder(self.home)
        for part in (self.home.parent, self.home):
            keep_private(part)
        LOG.place(options.store)
        LOG.note("library opens", {"library": self.home.name}, {"folder": self.folder})
        self.work = UserWork(self.folder, self.home)
        try:
            self._open_parts()
        except NotWritableError as error:
            if not (self.home / FILE_NAME).exists():
                raise
            self.read_only = str(error)
            self._open_parts()

    def _open_parts(self) -> None:
        options = self.options
        with ExitStack() as open_parts:
            self.catalogue = self._locked_catalogue(open_parts)
            self.projection = self._projection(open_parts)
            open_parts.callback(self.projection.close)
            self.setup = replace(self.setup, precision=self._precision(options.precision))
            self.embedder = Embedder(self.setup.model, self.setup.precision)
            self.readers = Readers(ocr_languages=self._chosen_ocr(options.ocr))
            open_parts.callback(self.readers.close)
            self.embedding = Embedding(self.setup, self.catalogue, self.projection, self.embedder, self.in_recipe)
            self.news = ReadingNews()
            self.matrices = Matrices(self.home, self.catalogue, self.projection, options.vector_bytes)
            self.searcher = Searcher(self.catalogue, self.matrices, self.embedding, self.embedder, self.in_recipe)
            if not self.read_only:
                self._put_right()
            self._parts = open_parts.pop_all()

    def _locked_catalogue(self, open_parts: ExitStack) -> Catalogue:
        """Return the catalogue, with everybody else locked out who could change it."""
        lock = ReadingLock(self.home) if self.read_only else LibraryLock(self.home)
        open_parts.callback(lock.close)
        catalogue = Catalogue(self.home, read_only=bool(self.read_only))
        open_parts.callback(catalogue.close)
        if not self.read_only:
            catalogue.put("folder", clean(str(self.folder)))
        return catalogue

    def _put_right(self) -> None:
        """Mend what an unclean end left, and what another day changes: documents may have expired."""
        if not self.projection.dirty and not self.projection.looks_whole():
            self.projection.distrust()
        if self.projection.dirty and not self.projection.shared:
            self.projection.reconcile()
        if self.catalogue.get("read"):
            judge_library(self.catalogue, date.today(), self.setup.settings)

    def _projection(self, open_parts: ExitStack) -> Projection:
        """Return where the vectors are: a folder of Chroma, a server, or for a reader the catalogue itself."""
        url = self.options.chroma
        if is_copy(self.folder, self.options.store):
            self.mirror = Mirror(url, self.folder, self.catalogue, lambda: self.setup, self.options.vector_bytes)
            open_parts.callback(self.mirror.close)
            return Copied(self.home, self.catalogue, self.in_recipe, self.mirror.open_store)
        if self.read_only:
            return Projection(self.home, self.catalogue, self.in_recipe)
        if url:
            self.sharing = Sharing(url, self.folder, self.catalogue, lambda: self.setup, self._names)
            open_parts.callback(self.sharing.close)
        projection = Projection(
            self.home, self.catalogue, self.in_recipe, self.sharing.open_store if self.sharing else None
        )
        place = self.sharing.place if self.sharing else ""
        if self.catalogue.get("place") != place:
            projection.distrust()
            self.catalogue.put("place", place)
        return projection

    def _precision(self, asked: str) -> str:
        """Return the precision of the library's vectors: what is asked for, else what they were made with last.

        Vectors made before precisions were noted are fp32; those of a shared library have its writer's.
        """
        kept = self.catalogue.get("precision")
        if not asked and not kept:
            asked = FP32 if self.catalogue.number("SELECT EXISTS (SELECT 1 FROM collection)") else AUTO
        precision = chosen_precision(asked) if asked else kept
        if precision != kept and not self.read_only:
            self.catalogue.put("precision", precision)
        return precision

    def _chosen_ocr(self, asked: str | None) -> str:
        """Return by which languages scans are read, and remember a new choice for the next time."""
        if asked is not None and not self.read_only:
            self.catalogue.put("ocr", asked)
        return self.catalogue.get("ocr") or ""

    def read_scans(self, languages: str) -> None:
        """Read scanned pages by these languages of Tesseract from the next refresh on."""
        self.readers.ocr_languages = self._chosen_ocr(languages)

    def take_work(self) -> None:
        """Take up the user's settings and mends as they are now; the next refresh applies them."""
        self.setup.close()
        sentences = SentenceLookup.of_library(self.home, self.setup.tokenizer)
        self.setup = replace(self.setup.with_work(self.work.settings(), self.work.mends()), sentences=sentences)

    def close(self) -> None:
        """Release everything, the lock last; again is harmless."""
        self.setup.close()
        self._parts.close()

    def refresh(
        self, progress: Progress, recipes: tuple[Recipe, ...], *, may_empty: bool = False
    ) -> Generator[str, None, None]:
        """Bring the index in line with the folder, or a reader's copy with the server.

        `may_empty`: documents leave although (nearly) all have vanished. See `explorer.engine.indexing`; a shared
        library adds the stage "share".
        """
        if self.read_only:
            raise NotWritableError(
                "The index cannot be brought up to date.",
                f"{self.read_only} It is searched as it is; open it again once it can be written.",
            )
        if self.mirror is not None:
            yield from self.mirror.refresh(progress, self.in_recipe)
            self.take_work()
            judge_library(self.catalogue, date.today(), self.setup.settings)
            yield "prepared"
            return
        if self.sharing is not None and not self.sharing.claim():
            self.projection.distrust()
        self.projection.mend(wait=False)
        if self.projection.dirty:
            self.projection.reconcile()
        self.take_work()
        if is_given(self.folder):
            for done in unpack_in_steps(self.folder, self.home):
                progress(done, 0, "unpacking")
                yield "read"
        indexing = Indexing(self.folder, self.options, self.setup, self.catalogue, self.readers)
        indexing.news = self.news
        wanted = tuple(dict.fromkeys((*self.options.recipes, *recipes)))
        yield from indexing.refresh(progress, self.embedding, wanted, may_empty=may_empty)
        if self.sharing is not None:
            for _ in self.sharing.publish(progress):
                yield "share"
        for _ in chain(self.projection.shrink(), self.catalogue.shrink()):
            progress(0, 0, "giving back room on the disk")
            yield "shrink"
        self.projection.check()

    @property
    def server(self) -> str:
        """Return the URL of the server that the library is open with, "" for none."""
        return parse_address(self.options.chroma).url if self.options.chroma else ""

    def _names(self) -> list[str]:
        """Return the names of the folder's documents."""
        return [found.name for found in scan(self.folder, self.options.joined(self.setup.settings))]

    def in_recipe(self, stored: StoredChunk, name: str) -> ContextChunk:
        """Return a chunk under the recipe of that name."""
        item = stored.item
        if name == self.catalogue.get("recipe"):
            return item
        if name == PLAIN.name:
            text = item.chunk.text
            tokens = item.chunk.text_tokens
            return replace(item, header=Header(), embedded_text=text, tokens=tokens, header_tokens=0, renamed=())
        return in_context(
            item.chunk, item.title, stored.metadata, parse_recipe(name), self.setup, item.renamed, item.sentence
        )
