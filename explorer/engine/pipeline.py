"""From a parsed document to chunks and findings, without any store: what commands and indexing share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import cast

from explorer.core.audit import (
    AuditSettings,
    LeafTally,
    LibraryDocument,
    LibraryView,
    audit_library,
    judge_in_steps,
    library_health,
    unreadable,
)
from explorer.core.audit.chunk_rules import is_title_alone
from explorer.core.audit.headings import classify_heading
from explorer.core.audit.words import HeadingWords
from explorer.core.chunking import chunks_of
from explorer.core.context import contextualise
from explorer.core.context_sentence import ContextSentence
from explorer.core.duplicates import Passages, needs_discriminator
from explorer.core.errors import UnreadableDocumentError
from explorer.core.finding_words import about_document
from explorer.core.findings import Fact, Finding, Health
from explorer.core.language import ModelFit, is_english, languages_of_model, unknown_share
from explorer.core.mends import Mend, renamed, renames
from explorer.core.model import Chunk, Metadata, ParsedDocument
from explorer.core.outline import Section, outline, section_of
from explorer.core.progress import Progress
from explorer.core.recipe import Recipe
from explorer.core.report.lines import TEXT_FORMATS, Lines, Region, Span, regions
from explorer.core.subject import SubjectKind, subject_kind
from explorer.core.token_account import TokenAccount, account_of
from explorer.core.views import ContextChunk, DocumentRow
from explorer.engine.encoders.base import FP32
from explorer.engine.imported import is_given
from explorer.engine.model_files import ModelFiles, find_model
from explorer.engine.options import Options
from explorer.engine.readers import Readers, Result, Working
from explorer.engine.scanning import list_documents
from explorer.engine.sentences.lookup import SentenceLookup
from explorer.engine.tokens import ModelTokenizer, clean, token_limit
from explorer.engine.user_work import UserWork
from explorer.engine.validity import is_expired, superseded
from explorer.engine.wordlists import load_heading_words
from explorer.paths import library_folder

CHUNKING_VERSION = 7
"""Raised when parsing, chunking, headers or findings change, so that indexes made before are made again."""

_CHUNKS_A_STEP = 200
"""Some tenth of a second of chunking."""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that decides how a document is chunked, headed and judged. `limit` is L of DESIGN 4.2.

    `words` hold the library's own already; `mends` are the user's, by document; `sentences`
    gives the context sentences that were written. `precision` is that of the library's vectors.
    """

    model: ModelFiles
    tokenizer: ModelTokenizer
    limit: int
    recipe: Recipe
    words: HeadingWords
    settings: AuditSettings = field(default_factory=AuditSettings)
    mends: Mapping[str, tuple[Mend, ...]] = field(default_factory=dict[str, tuple[Mend, ...]])
    sentences: SentenceLookup | None = None
    precision: str = FP32

    @property
    def chunking(self) -> str:
        """Return a name that changes whenever chunks could."""
        return f"{CHUNKING_VERSION} {self.tokenizer.identity} {self.limit}"

    def close(self) -> None:
        """Release the file of sentences; again is harmless."""
        if self.sentences is not None:
            self.sentences.close()

    @property
    def deciding(self) -> str:
        """Return a text that changes whenever headers or findings could, chunks, recipe and mends aside."""
        return f"{self.settings.state}{self.sentences.state if self.sentences else 0}"

    def with_work(self, settings: AuditSettings, mends: Sequence[Mend]) -> Setup:
        """Return this setup with the library's settings and the user's mends."""
        own: dict[str, tuple[Mend, ...]] = {}
        for mend in mends:
            own[mend.document] = (*own.get(mend.document, ()), mend)
        return replace(self, words=settings.words(load_heading_words()), settings=settings, mends=own)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with its sections, its chunks under the library's recipe, and the findings about it.

    `sections` have the document's own headings, `renames` the user's for some of them, by ordinal. For each section,
    `leaf_keys` holds what its heading is compared by among documents, "" where it is no leaf, and `codes` why the
    heading that retrieval sees says nothing (H101 to H104), else "".
    """

    document: ParsedDocument
    sections: tuple[Section, ...]
    chunks: tuple[ContextChunk, ...]
    findings: tuple[Finding, ...]
    leaf_keys: tuple[str, ...]
    codes: tuple[str, ...]
    renames: Mapping[int, str]

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


@dataclass(frozen=True, slots=True)
class Report:
    """The audit of a folder. `notes`: what readers left out or guessed, for each document that has any.

    `rows` are the documents that were read. `accounts`: the tokens of each, by its name. `kinds` counts chunks by
    whether and how they name their subject ("": not judged). `lines`: where findings stand in text files.
    """

    findings: tuple[Finding, ...]
    health: Health
    notes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    rows: tuple[DocumentRow, ...] = ()
    accounts: Mapping[str, TokenAccount] = field(default_factory=dict[str, TokenAccount])
    kinds: Mapping[str, int] = field(default_factory=dict[str, int])
    lines: Lines = field(default_factory=dict[str, Mapping[Span, Region]])
    model: str = ""
    recipe: str = ""
    limit: int = 0


def make_setup(options: Options, folder: Path | None = None) -> Setup:
    """Return the setup of `options`, with the settings, mends and sentences of the library in `folder`.

    Raises `ExplorerError` for a model that is not here, a limit too small, or settings that cannot be read.
    """
    model = find_model(options.model)
    tokenizer = ModelTokenizer(model)
    limit = token_limit(model, tokenizer, options.max_tokens)
    setup = Setup(model, tokenizer, limit, options.recipe, load_heading_words())
    if folder is None:
        return setup
    home = library_folder(folder, options.store)
    work = UserWork(folder, home)
    own = setup.with_work(work.settings(), work.mends())
    return replace(own, sentences=SentenceLookup.of_library(home, tokenizer))


def prepare(document: ParsedDocument, setup: Setup) -> Prepared:
    """Chunk, head and judge a parsed document."""
    return finished(prepare_in_steps(document, setup))


def finished(steps: Generator[None, None, Prepared]) -> Prepared:
    """Return what a generator of steps comes to, without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return cast("Prepared", done.value)


def prepare_in_steps(document: ParsedDocument, setup: Setup) -> Generator[None, None, Prepared]:
    """Do as `prepare` does, and yield every few hundred chunks, so that a long document holds nothing up."""
    chunks: list[Chunk] = []
    for chunk in chunks_of(document, setup.tokenizer, setup.limit):
        chunks.append(chunk)
        if len(chunks) % _CHUNKS_A_STEP == 0:
            yield
    return (yield from head_in_steps(document, chunks, setup))


def head_in_steps(document: ParsedDocument, chunks: Sequence[Chunk], setup: Setup) -> Generator[None, None, Prepared]:
    """Head and judge a document whose chunks are known: what recipe, mends and settings decide."""
    sections = outline(document.blocks)
    texts, _ = renames(sections, setup.mends.get(document.name, ()))
    shown = renamed(sections, texts)
    judged = is_english(document)
    items: list[ContextChunk] = []
    for chunk in chunks:
        section = section_of(shown, chunk.section) if texts else None
        path = section.path if section is not None and section.path != chunk.heading_path else ()
        sentence = setup.sentences.fresh(chunk, document.title, path) if setup.sentences else None
        item = in_context(chunk, document.title, document.metadata, setup.recipe, setup, path, sentence)
        kind = str(subject_kind(chunk.text, bool(chunk.carried), chunk.kind)) if judged else ""
        items.append(replace(item, subject=kind))
        if len(items) % _CHUNKS_A_STEP == 0:
            yield
    stale = setup.sentences.out_of_date(document.name, document.title, items) if setup.sentences else {}
    items = [replace(item, sentence=stale.get(item.chunk.index, item.sentence)) for item in items] if stale else items
    fit = ModelFit(languages_of_model(setup.model.name), unknown_share(document, setup.tokenizer))
    audit = yield from judge_in_steps(document, shown, items, setup.words, setup.settings, fit)
    return Prepared(document, sections, tuple(items), audit.findings, audit.leaf_keys, audit.codes, texts)


def in_context(
    chunk: Chunk,
    title: str,
    metadata: Metadata,
    recipe: Recipe,
    setup: Setup,
    path: tuple[str, ...] = (),
    sentence: ContextSentence | None = None,
) -> ContextChunk:
    """Return a chunk under any recipe; `path` is the renamed one where mends rename its headings."""

    def uninformative(heading: str) -> str:
        return heading_verdict(heading, setup.words)[0]

    return contextualise(
        chunk, title, metadata, recipe, setup.limit, setup.tokenizer, uninformative, sentence=sentence, renamed=path
    )


@lru_cache(maxsize=1 << 14)
def heading_verdict(heading: str, words: HeadingWords) -> tuple[str, str, Mapping[str, Fact]]:
    """Return the code (H101 to H104), the reason and its facts of an uninformative heading, else empty ones."""
    verdict = classify_heading(heading, words)
    return (verdict.code, verdict.reason, verdict.facts) if verdict else ("", "", {})


def read_folder(
    folder: Path, setup: Setup, readers: Readers, progress: Progress, options: Options | None = None
) -> Iterator[Prepared | Finding]:
    """Yield every document of a folder, by name: prepared, or the finding (D305) that says why not."""
    listing = list_documents(folder, (options or Options()).joined(setup.settings))
    items = [(each.path, each.name) for each in listing.files]
    for name, result in _read_files(items, readers, progress):
        if isinstance(result, UnreadableDocumentError):
            yield unreadable(name, str(result))
        else:
            yield prepare(result, setup)
    for name, why in sorted(listing.unlisted.items()):
        yield unreadable(name, why)


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
        if not path.is_dir() and not is_given(path):
            for _, result in _read_files([(path, clean(path.name))], readers, progress):
                yield result if isinstance(result, UnreadableDocumentError) else prepare(result, setup)
            return
        for result in read_folder(path, setup, readers, progress, options):
            if isinstance(result, Finding):
                yield UnreadableDocumentError(about_document(result.document, result.reason))
            else:
                yield result


def audit_folder(
    folder: Path, options: Options, progress: Progress, seen: Callable[[Prepared], None] | None = None
) -> Report:
    """Return the findings about all documents of a folder, in their order, and the health made of them.

    `seen` is given each document that could be read.
    """
    setup = make_setup(options, folder)
    tally = _Tally(setup)
    with closing(setup), Readers(ocr_languages=options.ocr or "") as readers:
        for result in read_folder(folder, setup, readers, progress, options):
            tally.take(result)
            if seen is not None and isinstance(result, Prepared):
                seen(result)
    return tally.report(date.today())


class _Tally:
    """What an audit keeps of documents that come one after the other: findings and counts, never their texts."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._findings: list[Finding] = []
        self._notes: list[tuple[str, tuple[str, ...]]] = []
        self._rows: list[DocumentRow] = []
        self._without_path: dict[str, int] = {}
        self._leaves = LeafTally()
        self._accounts: dict[str, TokenAccount] = {}
        self._subjects: dict[tuple[str, int], str] = {}
        self._passages = Passages()
        self._lines: dict[str, Mapping[Span, Region]] = {}

    def take(self, result: Prepared | Finding) -> None:
        """Take a document, or why it cannot be read."""
        if isinstance(result, Finding):
            self._findings.append(result)
            return
        name = result.document.name
        self._findings += result.findings
        self._notes += [(name, result.document.notes)] if result.document.notes else []
        self._rows.append(result.row)
        self._without_path[name] = sum(
            item.chunk.section < 0 and not is_title_alone(item.chunk.text, result.document.title)
            for item in result.chunks
        )
        pairs = zip(result.leaf_keys, result.sections, strict=True)
        self._leaves.add(name, ((key, section.heading) for key, section in pairs if key))
        self._accounts[name] = account_of((item.chunk.text_tokens, item.header_tokens) for item in result.chunks)
        for item in result.chunks:
            self._subjects[name, item.chunk.index] = item.subject
            self._passages.add_chunk(item.chunk)
        if result.document.format in TEXT_FORMATS:
            # What is found by comparing documents later stands at a chunk's place.
            places = (*(found.place for found in result.findings), *(item.chunk.place for item in result.chunks))
            self._lines[name] = regions(result.document.source_text, places)

    def report(self, today: date) -> Report:
        """Return the audit: what is said about the library as a whole stands first."""
        view = replace(library_view(self._rows, self._without_path, self._leaves, today), passages=self._passages)
        for key in needs_discriminator(self._subjects, self._passages.near_twins(view.current.__contains__)):
            self._subjects[key] = SubjectKind.NEEDS_DISCRIMINATOR
        kinds = Counter(self._subjects.values())
        findings = [*audit_library(view, self._setup.settings), *self._findings]
        headings, chunks = sum(row.sections for row in self._rows), sum(row.chunks for row in self._rows)
        return Report(
            findings=tuple(findings),
            health=library_health(len(self._rows), headings, chunks, findings, kinds),
            notes=tuple(self._notes),
            rows=tuple(self._rows),
            accounts=self._accounts,
            kinds=kinds,
            lines=self._lines,
            model=self._setup.model.name,
            recipe=self._setup.recipe.name,
            limit=self._setup.limit,
        )


def library_view(
    rows: Sequence[DocumentRow], without_path: Mapping[str, int], leaves: LeafTally, today: date
) -> LibraryView:
    """Return what the rules about a library look at; `rows` are those of documents that were read.

    `without_path` counts the chunks under no heading, by document; those that are its title alone do not count.
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
