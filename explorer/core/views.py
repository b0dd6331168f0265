"""What crosses between engine and window: rows and results, ready to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from explorer.core.context_sentence import ContextSentence
from explorer.core.findings import Fact, Finding, Health
from explorer.core.model import Block, Chunk, Place


@dataclass(frozen=True, slots=True)
class Header:
    """The line put before a chunk's text. `dropped`: (segment, reason in words) for every heading left out of it."""

    text: str = ""
    segments: tuple[str, ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ContextChunk:
    """A chunk under a recipe: what is embedded, what people see, and what it costs in tokens.

    `tokens` counts `embedded_text`, special tokens and prompt aside; `limit` is the most it may have (DESIGN 4.2).
    `renamed` is the heading path that the header was made from where the user's mends rename headings, empty where
    none does; what people see and cite keeps the document's own headings. `subject` says whether and how the text
    names its subject (DESIGN 4.5), "" where that is not judged. `sentence` is the context sentence that was written for
    it, embedded when the recipe asks for one and it is not out of date.
    """

    chunk: Chunk
    title: str
    header: Header
    embedded_text: str
    display_text: str
    tokens: int
    header_tokens: int
    limit: int
    renamed: tuple[str, ...] = ()
    subject: str = ""
    sentence: ContextSentence | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """Return the heading path that retrieval sees: the renamed one, else the document's own."""
        return self.renamed or self.chunk.heading_path


@dataclass(frozen=True, slots=True)
class PathSegment:
    """A heading in a chunk's path; `code` and `reason` say why it is uninformative, both empty when it is not.

    `facts` are what the reason rests on. `renamed` is what the user's mend makes of it for retrieval, "" without a
    mend; `code` is then about that. `mend` is the heading that the audit proposes in place of an uninformative or empty
    one, "" for none.
    """

    text: str
    section: int
    code: str = ""
    reason: str = ""
    renamed: str = ""
    mend: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact], hash=False)


@dataclass(frozen=True, slots=True)
class ChunkView:
    """A chunk as the chunk list shows it."""

    item: ContextChunk
    segments: tuple[PathSegment, ...]
    version: str | None = None
    effective_from: str | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section in the document tree; `ordinal` counts headings in document order, `parent` is -1 at the top.

    `renamed` is what a mend makes of the heading for retrieval, "" where there is none.
    """

    ordinal: int
    parent: int
    level: int
    heading: str
    place: Place
    warnings: int = 0
    errors: int = 0
    notes: int = 0
    renamed: str = ""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document in the tree. `error` says why it could not be read; `superseded_by` names the newer one in force.

    `state` is "waiting" for a document that was found and not read yet, "changed" for one that is another on disk than
    the one that was read, "" for one that is as it is shown.
    """

    name: str
    title: str
    format: str
    evidence: str = ""
    chunks: int = 0
    sections: int = 0
    notes: int = 0
    warnings: int = 0
    errors: int = 0
    error: str = ""
    version: str | None = None
    effective_from: str | None = None
    effective_to: str | None = None
    superseded_by: str | None = None
    expired: bool = False
    reader_notes: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class LibraryInfo:
    """An opened library: its documents and what they were indexed with.

    `embedded` names the recipes under which every chunk has its vector; `indexed` says that the plain and the
    library's own recipe are among them. `scans` counts the documents with pages that are pictures without text, and
    `ocr` names the languages by which Tesseract reads them ("eng+deu"; empty: it is not asked), `ocr_languages` those
    that are installed (told only where there are scans). `server` is the URL of the Chroma server that holds the
    vectors, "" for none; a `reader` has no documents, only a copy of what its writer put there, and `server_note` says
    what a user must know of it. `vanished` counts the documents that the last refresh did not find and kept, for with
    (nearly) all of them gone the folder may be away (`Refresh.may_empty` lets them go). `read_only` says why the index
    can only be read ("" when it can be written): a refresh then fails, searching works. `index_bytes` is what the index
    takes on the disk.
    """

    folder: str
    name: str
    model: str
    recipe: str
    limit: int
    revision: int
    documents: tuple[DocumentRow, ...] = ()
    health: Health = field(default_factory=Health)
    sample_questions: tuple[str, ...] = ()
    indexed: bool = False
    embedded: tuple[str, ...] = ()
    scans: int = 0
    ocr: str = ""
    ocr_languages: tuple[str, ...] = ()
    server: str = ""
    reader: bool = False
    server_note: str = ""
    vanished: int = 0
    read_only: str = ""
    index_bytes: int = 0


@dataclass(frozen=True, slots=True)
class SourceView:
    """A document for the source pane: text and blocks for text formats, page sizes in points for PDF.

    `evidence` and `notes`: what its headings rest on, and what its reader left out, guessed or mended.
    """

    document: str
    format: str
    title: str
    text: str = ""
    blocks: tuple[Block, ...] = ()
    pages: tuple[tuple[float, float], ...] = ()
    evidence: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Filters:
    """Which chunks a ranking ranks: those that pass every kind of filter that is set; empty means all.

    Of several values a document has one of (`documents`, `formats`, `languages`, `versions`, `access`) any may fit; of
    those a chunk has many of (`headings`, `tags`, `phrases`, `without`), and of `named`, every one must.

    * `folder`: the document lies in it or below. `documents`: full names. `named`: a part of the name or title.
    * `headings`: all words of the value stand in one heading of the path, as the document or a mend words it.
    * `languages`: "de" lets "de-AT" pass. `tags`, `access`, `versions`: compared without regard to case.
    * `date` (`2026-03-01`): in force on that day, by which it is also told what is superseded or expired.
    * `phrases`: these words stand side by side in the embedded text of a side; `without`: they do so on neither side.
    * `current_only` leaves superseded and expired documents out.
    """

    folder: str = ""
    documents: tuple[str, ...] = ()
    current_only: bool = True
    named: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    date: str = ""
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk in a ranking. `rank` and `score` are None when the ranker found no match (keyword).

    `tied` says that others share the rank ("2="). `other_rank` is the same chunk's rank on the other side.
    `matched` are the words of the question that the embedded text holds, for highlighting. `out_of_force` says why
    the document is no longer in force, "" where it is. `renamed` is the heading path that its header was made from,
    where mends rename headings. `repeats` names the first hit of the side, as (document, index), that says nearly
    the same words (Jaccard of word 3-grams at least 0.9), None where none above does.
    """

    document: str
    index: int
    title: str
    heading_path: tuple[str, ...]
    text: str
    display_text: str
    rank: int | None
    score: float | None
    measure: str
    tied: bool = False
    other_rank: int | None = None
    kind: str = "paragraph"
    version: str | None = None
    effective_from: str | None = None
    place: Place = field(default_factory=Place)
    matched: tuple[str, ...] = ()
    out_of_force: str = ""
    renamed: tuple[str, ...] = ()
    repeats: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """What was ranked: `size` chunks of `total`, with how many each rule left out.

    `left_out` parts `filtered` by the kind of filter ("folder", "language" …): a chunk counts under the first it fails.
    """

    size: int
    total: int
    superseded: int = 0
    expired: int = 0
    filtered: int = 0
    not_embedded: int = 0
    left_out: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """One question, both sides: the first `top` hits of each, exact ranks over the whole pool.

    `filters` are those in force, the ones written in the question included; `words` is what of it was ranked by.
    `context_ranker` and `context_measure` are the context side's, "" where they are those of the plain side. `overlap`
    tells for some k how many chunks both sides have among their first k (overlap at k): (k, shared). `approximate` says
    that the ranks come from an index on a server that may miss some, for the vectors outgrow memory.
    """

    question: str
    ranker: str
    plain_recipe: str
    context_recipe: str
    measure: str
    pool: Pool
    plain: tuple[Hit, ...] = ()
    context: tuple[Hit, ...] = ()
    filters: Filters = field(default_factory=Filters)
    words: str = ""
    context_ranker: str = ""
    context_measure: str = ""
    overlap: tuple[tuple[int, int], ...] = ()
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class TrueRank:
    """A chosen chunk's standing on both sides of the last comparison; `pooled` is false when filters leave it out."""

    document: str
    index: int
    pooled: bool
    plain: Hit | None = None
    context: Hit | None = None
