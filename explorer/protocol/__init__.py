"""The messages between window and engine: one JSON object per line, typed, and refused when malformed.

Requests carry an `id` chosen by the window; every event but `Ready` names the request it answers, so the window can
drop stale answers. A job ends with exactly one of its answer, `Failed` or `Cancelled`; `Progress` may come before.
"""

from __future__ import annotations

import msgspec

from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding
from explorer.core.views import (
    ChunkView,
    Comparison,
    Filters,
    LibraryInfo,
    SectionRow,
    SourceView,
    TrueRank,
)
from explorer.protocol.audit import (
    AccountTold,
    ChangeMends,
    ChangeSilence,
    DrawSample,
    GetAccount,
    GetSpread,
    Inventory,
    Judge,
    Judged,
    ListInventory,
    ListMends,
    ListOccurrences,
    ListSilences,
    MendPreviewed,
    MendsListed,
    Occurrences,
    PreviewMend,
    ReportWritten,
    SampleDrawn,
    SilenceChanged,
    SpreadTold,
    WriteReport,
)
from explorer.protocol.base import Event, Request
from explorer.protocol.chunks import (
    ChunkRowsRead,
    ChunksExported,
    ChunkSourcesTold,
    ExportChunks,
    GetChunkSources,
    ReadChunkRows,
)
from explorer.protocol.questions import (
    Evaluate,
    EvaluationsListed,
    EvaluationTold,
    EvaluationWritten,
    ExportQuestions,
    ImportQuestions,
    KeepQuestions,
    ListEvaluations,
    ListQuestionSets,
    OpenQuestions,
    ProposeTwins,
    QuestionSetsListed,
    QuestionsExported,
    QuestionsTold,
    TwinsProposed,
    WriteEvaluation,
)
from explorer.protocol.retrieval import (
    ChangeSearches,
    Diagnose,
    Diagnosed,
    EmbeddedTextsTold,
    FilterChoicesTold,
    GetEmbeddedTexts,
    GetScatter,
    ListFilterChoices,
    ListSearches,
    PassagesRead,
    ReadPassages,
    ScatterTold,
    SearchesListed,
    Tried,
    TryPassages,
)
from explorer.protocol.source import GetPageWords, ListPlaces, PageWordsTold, PlacesTold
from explorer.protocol.tree import (
    DocumentsTold,
    FilterTree,
    FolderPreviewed,
    IndexRemoved,
    PreviewFolder,
    RemoveIndex,
    TreeFiltered,
)

PROTOCOL_VERSION = 3


class OpenLibrary(Request, frozen=True, kw_only=True):
    """Open the library of a folder and show what its index holds; answered by `LibraryOpened`.

    With `folder` empty the library that is open is closed. The model and limits are the library's settings. `chroma` is
    the URL of a Chroma server; with it `folder` may be the name of a library there ("shared:NAME"). `precision` is
    "auto", "fp32" or "bf16"; empty for what the library was embedded with last.
    """

    folder: str
    store: str = ""
    model: str = ""
    recipe: str = "path"
    max_tokens: int = 0
    chroma: str = ""
    precision: str = ""


class Refresh(Request, frozen=True, kw_only=True):
    """Read what changed, chunk and embed it; `Progress`, then `LibraryOpened` with the new state.

    `DocumentsTold` says in between what is to be read and what was. `documents` are read again even if they seem
    unchanged.

    `LibraryOpened` also comes once before embedding starts (with `indexed` false): chunks and findings stand then.
    `ocr` names the languages by which scanned pages are read from then on ("eng+deu"; empty: they are left); without
    it nothing changes in that. `may_empty` removes documents from the index although (nearly) all have vanished
    (`LibraryInfo.vanished`).
    """

    recipes: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    ocr: str | None = None
    may_empty: bool = False


class ListSections(Request, frozen=True, kw_only=True):
    """Ask for a document's sections; answered by `Sections` in batches, the last one with `done`."""

    document: str


class ListChunks(Request, frozen=True, kw_only=True):
    """Ask for chunks of a document, of one of its sections (with its subsections), or of a folder; `Chunks`.

    `document` empty: all documents under `folder` (itself empty: the whole library). Order: document name, index.
    """

    folder: str = ""
    document: str = ""
    section: int | None = None
    offset: int = 0
    limit: int = 200


class LocateChunk(Request, frozen=True, kw_only=True):
    """Ask for one chunk; answered by `Chunks` with a single row."""

    document: str
    index: int


class GetSource(Request, frozen=True, kw_only=True):
    """Ask for a document's text and blocks, or its page sizes; answered by `Source`."""

    document: str


class DrawPage(Request, frozen=True, kw_only=True):
    """Ask for a picture of a PDF page at `scale` pixels per point; answered by `PageDrawn`."""

    document: str
    page: int
    scale: float


class ListFindings(Request, frozen=True, kw_only=True):
    """Ask for findings, errors first; answered by `Findings`. Filters: a document, codes; empty means all."""

    document: str = ""
    codes: tuple[str, ...] = ()
    offset: int = 0
    limit: int = 500


class FindHeadings(Request, frozen=True, kw_only=True):
    """Ask for documents and headings that match `text` (`explorer.core.fuzzy`); answered by `HeadingsFound`."""

    text: str
    limit: int = 50


class Search(Request, frozen=True, kw_only=True):
    """Rank the pool for a question on both sides; answered by `Ranked`.

    `ranker`: embedding, keyword, hybrid or shared-words; `context_ranker` is the context side's where it is another.
    """

    question: str
    ranker: str = "embedding"
    plain_recipe: str = "none"
    context_recipe: str = "path"
    context_ranker: str = ""
    filters: Filters = Filters()
    top: int = 20


class RankChunk(Request, frozen=True, kw_only=True):
    """Ask for a chunk's true rank in the last comparison; answered by `ChunkRanked`."""

    document: str
    index: int


class Cancel(Request, frozen=True, kw_only=True):
    """Stop job `job`; that job answers with `Cancelled` (or with its result if it was done)."""

    job: int


AnyRequest = (
    OpenLibrary
    | ReadChunkRows
    | GetChunkSources
    | ExportChunks
    | Refresh
    | ListSections
    | ListChunks
    | LocateChunk
    | GetSource
    | DrawPage
    | ListFindings
    | FindHeadings
    | Search
    | RankChunk
    | Cancel
    | ListInventory
    | ListOccurrences
    | PreviewMend
    | ChangeMends
    | ListMends
    | ChangeSilence
    | ListSilences
    | GetAccount
    | GetSpread
    | DrawSample
    | Judge
    | WriteReport
    | ReadPassages
    | GetScatter
    | GetEmbeddedTexts
    | ListFilterChoices
    | ListSearches
    | ChangeSearches
    | Diagnose
    | TryPassages
    | ListQuestionSets
    | OpenQuestions
    | KeepQuestions
    | ImportQuestions
    | ExportQuestions
    | ProposeTwins
    | Evaluate
    | ListEvaluations
    | WriteEvaluation
    | FilterTree
    | PreviewFolder
    | RemoveIndex
    | GetPageWords
    | ListPlaces
)


class Ready(Event, frozen=True, kw_only=True):
    """The engine listens."""

    version: int


class Progress(Event, frozen=True, kw_only=True):
    """How far a job is; `total` is 0 while unknown. At most ten a second."""

    done: int
    total: int
    note: str


class LibraryOpened(Event, frozen=True, kw_only=True):
    """The library's present state. `final` is false when the job goes on (embedding still to come)."""

    info: LibraryInfo
    final: bool = True


class Sections(Event, frozen=True, kw_only=True):
    """Sections of a document, in document order."""

    document: str
    rows: tuple[SectionRow, ...]
    done: bool


class Chunks(Event, frozen=True, kw_only=True):
    """Chunks `offset` and following of `total`."""

    total: int
    offset: int
    rows: tuple[ChunkView, ...]


class Source(Event, frozen=True, kw_only=True):
    """A document for the source pane."""

    source: SourceView


class PageDrawn(Event, frozen=True, kw_only=True):
    """A page's picture as a PNG file, which the window may delete once read."""

    document: str
    page: int
    scale: float
    picture: str


class Findings(Event, frozen=True, kw_only=True):
    """Findings `offset` and following of `total`; `counts` by code over the whole library."""

    total: int
    offset: int
    rows: tuple[Finding, ...]
    counts: dict[str, int]


class HeadingMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A document (`section` absent) or a heading that matches."""

    document: str
    title: str
    heading_path: tuple[str, ...] = ()
    section: int | None = None


class HeadingsFound(Event, frozen=True, kw_only=True):
    """Matches, best first."""

    rows: tuple[HeadingMatch, ...]


class Ranked(Event, frozen=True, kw_only=True):
    """Both sides of a question."""

    comparison: Comparison


class ChunkRanked(Event, frozen=True, kw_only=True):
    """A chosen chunk's true rank on both sides."""

    rank: TrueRank


class FilesChanged(Event, frozen=True, kw_only=True):
    """Documents of the open library changed, came or went on disk (not asked for, `id` 0).

    `names` are all of them, and folders in which something may have changed; `added` are the documents among them that
    came, `gone` those that went. `problem` says why the folder cannot be watched, "" where it is.
    """

    folder: str
    names: tuple[str, ...]
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    problem: str = ""


class Failed(Event, frozen=True, kw_only=True):
    """A job failed. `expected`: a sentence for the message bar; otherwise `detail` is a traceback for the dialog.

    `remedy`: "rebuild" where the index is damaged and `RemoveIndex` helps, "" for none.
    """

    title: str
    detail: str = ""
    expected: bool = True
    remedy: str = ""


class Cancelled(Event, frozen=True, kw_only=True):
    """A job was stopped by its user."""


AnyEvent = (
    Ready
    | ChunkRowsRead
    | ChunkSourcesTold
    | ChunksExported
    | Progress
    | LibraryOpened
    | Sections
    | Chunks
    | Source
    | PageDrawn
    | Findings
    | HeadingsFound
    | Ranked
    | ChunkRanked
    | Failed
    | Cancelled
    | FilesChanged
    | Inventory
    | Occurrences
    | MendPreviewed
    | MendsListed
    | SilenceChanged
    | AccountTold
    | SpreadTold
    | SampleDrawn
    | Judged
    | ReportWritten
    | PassagesRead
    | ScatterTold
    | EmbeddedTextsTold
    | FilterChoicesTold
    | SearchesListed
    | Diagnosed
    | Tried
    | QuestionSetsListed
    | QuestionsTold
    | QuestionsExported
    | TwinsProposed
    | EvaluationTold
    | EvaluationsListed
    | EvaluationWritten
    | DocumentsTold
    | TreeFiltered
    | FolderPreviewed
    | IndexRemoved
    | PageWordsTold
    | PlacesTold
)


class MalformedMessageError(ExplorerError):
    """A line that is not a message of this protocol."""


_ENCODER = msgspec.json.Encoder()
_REQUESTS = msgspec.json.Decoder(AnyRequest)
_EVENTS = msgspec.json.Decoder(AnyEvent)


def encode(message: Request | Event) -> bytes:
    """Return the message as one line of JSON, newline included."""
    return _ENCODER.encode(message) + b"\n"


def decode_request(line: bytes) -> AnyRequest:
    """Read a request; raises `MalformedMessageError`."""
    try:
        return _REQUESTS.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise MalformedMessageError("The engine was sent a message it does not understand.", str(error)) from error


def decode_event(line: bytes) -> AnyEvent:
    """Read an event; raises `MalformedMessageError`."""
    try:
        return _EVENTS.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise MalformedMessageError("The engine sent a message the window does not know.", str(error)) from error
