"""The parts of an open library, wired once: lock, catalogue, projection, embedder, readers, searcher."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress
from explorer.core.recipe import PLAIN, Recipe, parse_recipe
from explorer.core.views import ContextChunk, Header
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import StoredChunk
from explorer.engine.embedder import Embedder
from explorer.engine.embedding import Embedding
from explorer.engine.imported import is_given, unpack_in_steps
from explorer.engine.indexing import Indexing
from explorer.engine.lock import LibraryLock
from explorer.engine.matrices import Matrices
from explorer.engine.options import Options
from explorer.engine.pipeline import in_context, make_setup
from explorer.engine.projection import Projection
from explorer.engine.readers import Readers
from explorer.engine.search import Searcher
from explorer.engine.sentences.lookup import SentenceLookup
from explorer.engine.tokens import clean
from explorer.engine.user_work import UserWork
from explorer.paths import data_folder, library_folder, make_private_folder


class Opened:
    """Everything that is open while a library is, and the only place where it is put together."""

    def __init__(self, folder: Path, options: Options) -> None:
        self.folder = folder.expanduser().resolve()
        self.options = options
        if not self.folder.is_dir() and not is_given(self.folder):
            raise ExplorerError(f"{clean(str(folder))} is not a folder.", "Name a folder that holds documents.")
        self.setup = make_setup(options, self.folder)
        data_folder(options.store)
        self.home = library_folder(self.folder, options.store)
        make_private_folder(self.home)
        self.work = UserWork(self.folder, self.home)
        with ExitStack() as open_parts:
            self.lock = LibraryLock(self.home)
            open_parts.callback(self.lock.close)
            self.catalogue = Catalogue(self.home)
            open_parts.callback(self.catalogue.close)
            self.catalogue.put("folder", clean(str(self.folder)))
            self.projection = Projection(self.home, self.catalogue, self.in_recipe)
            open_parts.callback(self.projection.close)
            self.embedder = Embedder(self.setup.model)
            self.readers = Readers(ocr_languages=self._chosen_ocr(options.ocr))
            open_parts.callback(self.readers.close)
            self.embedding = Embedding(self.setup, self.catalogue, self.projection, self.embedder, self.in_recipe)
            self.matrices = Matrices(self.home, self.catalogue, self.projection)
            self.searcher = Searcher(self.catalogue, self.matrices, self.embedding, self.embedder, self.in_recipe)
            if self.projection.dirty:
                self.projection.reconcile()
            self._parts = open_parts.pop_all()

    def _chosen_ocr(self, asked: str | None) -> str:
        """Return by which languages scans are read, and remember a new choice for the next time."""
        if asked is not None:
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

    def refresh(self, progress: Progress, recipes: tuple[Recipe, ...]) -> Generator[str, None, None]:
        """Bring the index in line with the folder; see `explorer.engine.indexing`."""
        if self.projection.dirty:
            self.projection.reconcile()
        self.take_work()
        if is_given(self.folder):
            for done in unpack_in_steps(self.folder, self.home):
                progress(done, 0, "unpacking")
                yield "read"
        indexing = Indexing(self.folder, self.options, self.setup, self.catalogue, self.readers)
        wanted = tuple(dict.fromkeys((*self.options.recipes, *recipes)))
        yield from indexing.refresh(progress, self.embedding, wanted)

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
