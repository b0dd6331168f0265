"""An open library: the one face of the engine that the engine process and the commands use.

Opening takes the lock and reads the catalogue; it imports neither torch nor, after a clean end, Chroma.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding
from explorer.core.page_words import PageWords
from explorer.core.progress import Progress
from explorer.core.recipe import Recipe, parse_recipe
from explorer.core.views import (
    ChunkView,
    Comparison,
    DocumentRow,
    Filters,
    LibraryInfo,
    PathSegment,
    SectionRow,
    SourceView,
    TrueRank,
)
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.catalogue_vectors import VectorTable
from explorer.engine.departed import held_back
from explorer.engine.disk_use import bytes_in
from explorer.engine.embedder import POLL_SECONDS
from explorer.engine.evaluating import Evaluations
from explorer.engine.judging import Judging
from explorer.engine.maintenance import doctor, forget
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from explorer.engine.pipeline import heading_verdict
from explorer.engine.pool import documents_today
from explorer.engine.question_bench import QuestionBench
from explorer.engine.reporting import write_report
from explorer.engine.samples import sample_questions
from explorer.engine.shared.pages import REBUILT
from explorer.engine.spread import Spreads
from explorer.engine.workbench import Workbench

__all__ = ["Library", "doctor", "forget"]


class Library:
    """A folder of documents with its index, open in this process only. Close it to release the lock.

    Every method may raise `ExplorerError` with a sentence for the user.
    """

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._chunks = ChunkTable(opened.catalogue)
        self._documents = DocumentTable(opened.catalogue)
        self._bench = Workbench(opened)
        self._judging = Judging(opened, self.chunk)
        self._spreads = Spreads(opened)
        self._questions = QuestionBench(opened)
        self._evaluations = Evaluations(opened)
        self._refreshing: Generator[str, None, None] | None = None
        self._pictures: tempfile.TemporaryDirectory[str] | None = None

    @classmethod
    def open(cls, folder: Path, options: Options) -> Library:
        """Open the library of `folder`, new or old, and put right what an unclean end left.

        One whose store cannot be written is opened for reading (`LibraryInfo.read_only`), if it holds an index.
        Raises `LibraryInUseError`, `CatalogueDamagedError`, `ModelNotFoundError` or another `ExplorerError`.
        """
        return cls(Opened(folder, options))

    @property
    def opened(self) -> Opened:
        """Return the open library's parts, for what works on them."""
        return self._opened

    @property
    def bench(self) -> Workbench:
        """Return the owner's tools: inventory, mends, silences, costs."""
        return self._bench

    @property
    def judging(self) -> Judging:
        """Return what draws quality samples and keeps verdicts."""
        return self._judging

    @property
    def spreads(self) -> Spreads:
        """Return what measures the distances between chunks."""
        return self._spreads

    @property
    def questions(self) -> QuestionBench:
        """Return the question sets, checks of them, and proposals for pairs."""
        return self._questions

    @property
    def evaluations(self) -> Evaluations:
        """Return what runs question sets and keeps what they measure."""
        return self._evaluations

    @property
    def options(self) -> Options:
        """Return what the library was opened with."""
        return self._opened.options

    def close(self) -> None:
        """Stop a refresh between two batches and release everything; again is harmless."""
        if self._refreshing is not None:
            self._refreshing.close()
        if self._pictures is not None:
            self._pictures.cleanup()
            self._pictures = None
        self._opened.close()

    def info(self) -> LibraryInfo:
        """Return the library's documents, their health, and what they are indexed with."""
        opened = self._opened
        scans = self._documents.count_scans()
        return LibraryInfo(
            folder=str(opened.folder).encode("utf-8", "replace").decode(),
            name=opened.folder.name.encode("utf-8", "replace").decode() or "/",
            model=opened.setup.model.name,
            recipe=opened.setup.recipe.name,
            limit=opened.setup.limit,
            revision=opened.catalogue.revision,
            documents=self._rows(),
            health=self._chunks.health(),
            sample_questions=sample_questions(opened.folder),
            indexed=self._is_indexed(),
            embedded=self._embedded(),
            scans=scans,
            ocr=opened.readers.ocr_languages,
            ocr_languages=opened.readers.known_ocr_languages() if scans else (),
            server=opened.server,
            reader=opened.mirror is not None,
            server_note=opened.mirror.note if opened.mirror else "",
            vanished=held_back(opened.catalogue),
            read_only=opened.read_only,
            index_bytes=bytes_in(opened.home),
        )

    @property
    def vanished(self) -> int:
        """Return how many documents the last refresh did not find and kept, for the folder may be away."""
        return held_back(self._opened.catalogue)

    def read_scans(self, languages: str) -> None:
        """Have the next refresh read scanned pages by these languages ("eng+deu"; empty: leave them)."""
        self._opened.read_scans(languages)

    def refresh(
        self, progress: Progress, recipes: tuple[Recipe, ...] = (), *, may_empty: bool = False
    ) -> Generator[str, None, None]:
        """Read what changed, chunk it and embed it under the plain, the library's and these recipes.

        Yields between batches: "read" (any number), "prepared" once when chunks and findings are complete, "embed",
        "compare" and "shrink" (any number). `progress` may raise `Cancelled`; what was done until then stays. When all
        documents have vanished, or nearly all, they stay in the index (`LibraryInfo.vanished`) unless it `may_empty`.
        """
        if self._refreshing is not None:
            self._refreshing.close()
        self._refreshing = self._opened.refresh(progress, recipes, may_empty=may_empty)
        yield from self._refreshing

    def sections(self, document: str) -> tuple[SectionRow, ...]:
        """Return a document's sections in order."""
        return tuple(self._chunks.sections(document))

    def chunks(
        self, folder: str, document: str, section: int | None, offset: int, limit: int
    ) -> tuple[int, tuple[ChunkView, ...]]:
        """Return the number of chunks and a page of them: of a document, of its section, or below a folder."""
        if document:
            total, found = self._chunks.section_page(document, section, offset, limit)
        else:
            total, found = self._chunks.page(folder, offset, limit)
        return total, tuple(self._views(found))

    def chunk_rows(
        self, folder: str, document: str, section: int | None, ranges: Iterable[tuple[int, int]]
    ) -> tuple[ChunkView, ...]:
        """Return the rows in `ranges` (first, one past the last) of the list that `chunks` pages through."""
        spans = self._chunks.spans(folder, document, section)
        found = [each for start, stop in ranges for each in self._chunks.rows_of(spans, start, stop)]
        return tuple(self._views(found))

    def chunk(self, document: str, index: int) -> ChunkView:
        """Return one chunk."""
        found = self._chunks.one(document, index)
        if found is None:
            raise ExplorerError(f"There is no chunk {index} in {document!r}.", "The document may have changed.")
        return self._views([found])[0]

    def source(self, document: str) -> SourceView:
        """Return a document for the source pane, as it was when it was read."""
        parsed = self._documents.parsed(document)
        notes = (REBUILT,) if self._opened.mirror else ()
        if parsed is None:
            file = self._documents.file(document)
            raise ExplorerError(f"{document} cannot be shown.", file.error if file else "There is no such document.")
        return SourceView(
            document=document,
            format=parsed.format,
            title=parsed.title,
            text=parsed.source_text,
            blocks=parsed.blocks,
            pages=parsed.pages,
            evidence=parsed.evidence,
            notes=(*notes, *parsed.notes),
        )

    def draw_page(self, document: str, page: int, scale: float) -> Path:
        """Draw a page (from 1) at `scale` pixels per point into a new PNG file, which the caller may delete."""
        path = self._paged(document)
        if self._pictures is None:
            self._pictures = tempfile.TemporaryDirectory(
                prefix="pages-", dir=None if self._opened.read_only else self._opened.home
            )
        handle, name = tempfile.mkstemp(suffix=".png", dir=self._pictures.name)
        os.close(handle)
        self._opened.readers.draw_page(path, page, scale, Path(name))
        return Path(name)

    def page_words(self, document: str, first: int, count: int) -> tuple[PageWords, ...]:
        """Return the words of `count` pages from page `first` (from 1) on."""
        return self._opened.readers.page_words(self._paged(document), first, count)

    def _paged(self, document: str) -> Path:
        """Return the file of a document whose pages are asked for."""
        file = self._documents.file(document)
        if file is None:
            raise ExplorerError(f"There is no document {document!r} in this library.")
        if self._opened.mirror is not None:
            raise ExplorerError(f"The pages of {document} cannot be drawn.", REBUILT)
        return Path(os.fsdecode(file.raw))

    def findings(
        self, document: str, codes: Sequence[str], offset: int, limit: int
    ) -> tuple[int, tuple[Finding, ...], dict[str, int]]:
        """Return the number of findings that pass, a page of them (errors first), and all counts by code."""
        total, found = self._chunks.findings(document, codes, offset, limit)
        return total, tuple(found), self._chunks.finding_counts()

    def write_report(self, path: Path, form: str, *, with_text: bool) -> None:
        """Write the audit as a file; see `explorer.engine.reporting.write_report`."""
        write_report(self._opened, self._bench, path, form, with_text=with_text)

    def search(
        self,
        question: str,
        ranker: str,
        plain: Recipe,
        context: Recipe,
        filters: Filters,
        top: int,
        context_ranker: str = "",
    ) -> Comparison:
        """Rank the pool for a question on both sides; ranker "keyword" and "shared-words" need no vectors."""
        return self._opened.searcher.search(question, ranker, plain, context, filters, top, context_ranker)

    def require_vectors(self, *recipes: Recipe) -> None:
        """Raise `ExplorerError` when a recipe cannot be ranked by its vectors yet."""
        self._opened.searcher.require_vectors(recipes)

    def warm(self) -> Iterator[None]:
        """Load the model beside other work; yields until it is there, so that a search waits without holding up."""
        embedder = self._opened.embedder
        embedder.warm()
        while not embedder.ready:
            time.sleep(POLL_SECONDS)
            yield

    def rank_chunk(self, document: str, index: int) -> TrueRank:
        """Return a chunk's standing on both sides of the last comparison."""
        return self._opened.searcher.rank_chunk(document, index)

    def awaits_model(self) -> bool:
        """Say whether telling ranks needs the model: there are questions and vectors."""
        return bool(sample_questions(self._opened.folder)) and self._is_indexed()

    def raise_revision(self) -> None:
        """Say that vectors may have changed: the next ranking reads them from Chroma again."""
        self._opened.catalogue.raise_revision()

    def _is_indexed(self) -> bool:
        """Tell whether the last refresh came to its end under the settings that the library is open with."""
        vectors, opened = VectorTable(self._opened.catalogue), self._opened
        if opened.mirror is not None:
            return opened.mirror.is_whole
        stored = (opened.catalogue.get("chunking"), opened.catalogue.get("recipe"))
        if stored != (opened.setup.chunking, opened.setup.recipe.name):
            return False
        found = [vectors.find(opened.embedding.key(recipe)) for recipe in opened.options.recipes]
        return all(each is not None and each.complete and not vectors.missing(each) for each in found)

    def _embedded(self) -> tuple[str, ...]:
        """Return the recipes under which every chunk has its vector, with the present model and limit."""
        vectors, embedding = VectorTable(self._opened.catalogue), self._opened.embedding
        return tuple(
            each.key.recipe
            for each in vectors.collections()
            if each.complete and each.key == embedding.key(parse_recipe(each.key.recipe)) and not vectors.missing(each)
        )

    def _rows(self) -> tuple[DocumentRow, ...]:
        """Return the documents; what comes of comparing them (C206, C207, D303) counts among their warnings."""
        compared = self._chunks.compared_warnings()
        rows = documents_today(self._opened.catalogue, date.today())
        return tuple(
            replace(row, warnings=row.warnings + bool(row.superseded_by or row.expired) + compared.get(row.name, 0))
            for row in rows
        )

    def _views(self, found: Sequence[StoredChunk]) -> list[ChunkView]:
        findings = self._chunks.chunk_findings(each.id for each in found)
        paths = self._paths({(each.item.chunk.document, each.item.chunk.section) for each in found})
        return [
            ChunkView(
                item=each.item,
                segments=paths[each.item.chunk.document, each.item.chunk.section],
                version=each.metadata.version,
                effective_from=each.metadata.effective_from,
                findings=findings.get(each.id, ()),
            )
            for each in found
        ]

    def _paths(self, sections: Iterable[tuple[str, int]]) -> dict[tuple[str, int], tuple[PathSegment, ...]]:
        """Return the heading path of each (document, section), with what the audit proposes for what says nothing."""
        paths = {key: self._segments(self._chunks.chain(*key)) for key in sections}
        weak: dict[str, set[int]] = {}
        for (document, _), segments in paths.items():
            wanted = {each.section for each in segments if each.code or not each.text.strip()}
            if wanted:
                weak.setdefault(document, set()).update(wanted)
        mends = {document: self._chunks.proposed_mends(document, wanted) for document, wanted in weak.items()}
        return {
            key: tuple(replace(each, mend=mends[key[0]].get(each.section, "")) for each in segments)
            if key[0] in mends
            else segments
            for key, segments in paths.items()
        }

    def _segments(self, chain: Sequence[tuple[int, str, str]]) -> tuple[PathSegment, ...]:
        words = self._opened.setup.words
        judged = ((*each, heading_verdict(each[2] or each[1], words)) for each in chain)
        return tuple(
            PathSegment(heading, ordinal, code, reason, renamed=changed, facts=facts)
            for ordinal, heading, changed, (code, reason, facts) in judged
        )
