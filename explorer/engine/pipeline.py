"""From a parsed document to chunks and findings, without any store: what commands and indexing share."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import cast

from explorer.core.audit import (
    LeafTally,
    LibraryDocument,
    LibraryView,
    audit_library,
    judge_document,
    library_health,
    unreadable,
)
from explorer.core.audit.headings import classify_heading
from explorer.core.audit.words import HeadingWords
from explorer.core.chunking import chunks_of
from explorer.core.context import contextualise
from explorer.core.errors import UnreadableDocumentError
from explorer.core.findings import Finding, Health
from explorer.core.model import Chunk, Metadata, ParsedDocument
from explorer.core.outline import Section, outline
from explorer.core.progress import Progress
from explorer.core.recipe import Recipe
from explorer.core.subject import subject_kind
from explorer.core.views import ContextChunk, DocumentRow
from explorer.engine.model_files import ModelFiles, find_model
from explorer.engine.options import Options
from explorer.engine.readers import Readers, Result, Working
from explorer.engine.scanning import scan
from explorer.engine.tokens import ModelTokenizer, clean, token_limit
from explorer.engine.validity import is_expired, superseded
from explorer.engine.wordlists import load_heading_words

CHUNKING_VERSION = 2
"""Raised when parsing, chunking, headers or findings change, so that indexes made before are made again."""

_CHUNKS_A_STEP = 200
"""Some tenth of a second of chunking."""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that decides how a document is chunked, headed and judged. `limit` is L of DESIGN 4.2."""

    model: ModelFiles
    tokenizer: ModelTokenizer
    limit: int
    recipe: Recipe
    words: HeadingWords

    @property
    def chunking(self) -> str:
        """Return a name that changes whenever chunks could."""
        return f"{CHUNKING_VERSION} {self.tokenizer.identity} {self.limit}"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with its sections, its chunks under the library's recipe, and the findings about it.

    `leaf_keys`: for each section what its heading is compared by among documents, "" where it is no leaf.
    """

    document: ParsedDocument
    sections: tuple[Section, ...]
    chunks: tuple[ContextChunk, ...]
    findings: tuple[Finding, ...]
    leaf_keys: tuple[str, ...]

    @property
    def row(self) -> DocumentRow:
        """Return the document's row without what depends on findings, other documents and the date."""
        document = self.document
        return DocumentRow(
            name=document.name,
            title=document.title,
            format=document.format,
            evidence=document.evidence,
            chunks=len(self.chunks),
            sections=len(self.sections),
            version=document.metadata.version,
            effective_from=document.metadata.effective_from,
            effective_to=document.metadata.effective_to,
            reader_notes=document.notes,
        )

    @property
    def subjects(self) -> tuple[str, ...]:
        """Return for each chunk whether and how its text names its subject (DESIGN 4.5)."""
        chunks = (item.chunk for item in self.chunks)
        return tuple(str(subject_kind(chunk.text, bool(chunk.carried), chunk.kind)) for chunk in chunks)


@dataclass(frozen=True, slots=True)
class Report:
    """The audit of a folder. `notes`: what readers left out or guessed, for each document that has any."""

    findings: tuple[Finding, ...]
    health: Health
    notes: tuple[tuple[str, tuple[str, ...]], ...] = ()


def make_setup(options: Options) -> Setup:
    """Return the setup of `options`; raises `ExplorerError` for a model that is not here or a limit too small."""
    model = find_model(options.model)
    tokenizer = ModelTokenizer(model)
    limit = token_limit(model, tokenizer, options.max_tokens)
    return Setup(model, tokenizer, limit, options.recipe, load_heading_words())


def prepare(document: ParsedDocument, setup: Setup) -> Prepared:
    """Chunk, head and judge a parsed document."""
    steps = prepare_in_steps(document, setup)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return cast("Prepared", done.value)


def prepare_in_steps(document: ParsedDocument, setup: Setup) -> Generator[None, None, Prepared]:
    """Do as `prepare` does, and yield every few hundred chunks, so that a long document holds nothing up."""
    sections = outline(document.blocks)
    items: list[ContextChunk] = []
    for chunk in chunks_of(document, setup.tokenizer, setup.limit):
        items.append(in_context(chunk, document.title, document.metadata, setup.recipe, setup))
        if len(items) % _CHUNKS_A_STEP == 0:
            yield
    audit = judge_document(document, sections, items, setup.words)
    return Prepared(document, sections, tuple(items), audit.findings, audit.leaf_keys)


def in_context(chunk: Chunk, title: str, metadata: Metadata, recipe: Recipe, setup: Setup) -> ContextChunk:
    """Return a chunk under any recipe."""

    def uninformative(heading: str) -> str:
        return heading_verdict(heading, setup.words)[0]

    return contextualise(chunk, title, metadata, recipe, setup.limit, setup.tokenizer, uninformative)


@lru_cache(maxsize=1 << 14)
def heading_verdict(heading: str, words: HeadingWords) -> tuple[str, str]:
    """Return the code (H101 to H104) and reason of an uninformative heading, else two empty texts."""
    verdict = classify_heading(heading, words)
    return (verdict.code, verdict.reason) if verdict else ("", "")


def read_folder(
    folder: Path, setup: Setup, readers: Readers, progress: Progress, options: Options | None = None
) -> Iterator[Prepared | Finding]:
    """Yield every document of a folder, by name: prepared, or the finding (D305) that says why not."""
    items = [(each.path, each.name) for each in scan(folder, options)]
    for name, result in _read_files(items, readers, progress):
        if isinstance(result, UnreadableDocumentError):
            yield unreadable(name, str(result))
        else:
            yield prepare(result, setup)


def _read_files(
    items: Sequence[tuple[Path, str]], readers: Readers, progress: Progress
) -> Iterator[tuple[str, Result]]:
    """Yield each file's document or why there is none, and say in between what is going on."""
    done = 0
    with closing(readers.read_in_steps(items)) as steps:
        for name, result in steps:
            if isinstance(result, Working):
                progress(done, len(items), f"{name}: {result.note}" if result.note else name)
                continue
            done += 1
            progress(done, len(items), name)
            yield name, result


def read_all(
    path: Path, setup: Setup, progress: Progress, options: Options | None = None
) -> Iterator[Prepared | UnreadableDocumentError]:
    """Yield every document of a folder, or the one that `path` is; the error where one cannot be read."""
    with Readers(ocr_languages=(options.ocr if options else None) or "") as readers:
        if not path.is_dir():
            for _, result in _read_files([(path, clean(path.name))], readers, progress):
                yield result if isinstance(result, UnreadableDocumentError) else prepare(result, setup)
            return
        for result in read_folder(path, setup, readers, progress, options):
            if isinstance(result, Finding):
                yield UnreadableDocumentError(f"{result.document}: {result.reason}")
            else:
                yield result


def audit_folder(folder: Path, options: Options, progress: Progress) -> Report:
    """Return the findings about all documents of a folder, in their order, and the health made of them."""
    setup = make_setup(options)
    tally = _Tally()
    with Readers(ocr_languages=options.ocr or "") as readers:
        for result in read_folder(folder, setup, readers, progress, options):
            tally.take(result)
    return tally.report(date.today())


class _Tally:
    """What an audit keeps of documents that come one after the other: findings and counts, never their texts."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._notes: list[tuple[str, tuple[str, ...]]] = []
        self._rows: list[DocumentRow] = []
        self._without_path: dict[str, int] = {}
        self._leaves = LeafTally()

    def take(self, result: Prepared | Finding) -> None:
        """Take a document, or why it cannot be read."""
        if isinstance(result, Finding):
            self._findings.append(result)
            return
        name = result.document.name
        self._findings += result.findings
        self._notes += [(name, result.document.notes)] if result.document.notes else []
        self._rows.append(result.row)
        self._without_path[name] = sum(item.chunk.section < 0 for item in result.chunks)
        pairs = zip(result.leaf_keys, result.sections, strict=True)
        self._leaves.add(name, ((key, section.heading) for key, section in pairs if key))

    def report(self, today: date) -> Report:
        """Return the audit: what is said about the library as a whole stands first."""
        view = library_view(self._rows, self._without_path, self._leaves, today)
        findings = [*audit_library(view), *self._findings]
        headings, chunks = sum(row.sections for row in self._rows), sum(row.chunks for row in self._rows)
        return Report(tuple(findings), library_health(len(self._rows), headings, chunks, findings), tuple(self._notes))


def library_view(
    rows: Sequence[DocumentRow], without_path: Mapping[str, int], leaves: LeafTally, today: date
) -> LibraryView:
    """Return what the rules about a library look at; `rows` are those of documents that were read.

    `without_path` counts the chunks under no heading, by document.
    """
    newer = superseded(rows, today)
    documents = tuple(
        LibraryDocument(
            name=row.name,
            format=row.format,
            chunks=row.chunks,
            without_path=without_path.get(row.name, 0),
            sections=row.sections,
            superseded_by=newer.get(row.name, ""),
            expired_on=(row.effective_to or "") if is_expired(row, today) else "",
        )
        for row in rows
    )
    current = frozenset(document.name for document in documents if document.is_current)
    return LibraryView(documents, leaves.uses(current))
