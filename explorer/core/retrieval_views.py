"""What the engine tells of hits, rankings and questions beyond the two lists: passages to read, scores, diagnoses."""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer.core.model import Place
from explorer.core.phrases import Phrase
from explorer.core.views import Filters, Pool

MOST_NEIGHBOURS = 3
"""The widest window round a hit: with more, a section is what one wants to read."""


@dataclass(frozen=True, slots=True)
class PassagePart:
    """A chunk inside a passage; `is_hit` tells it from its neighbours. `tokens` counts its text alone.

    `line` is where it begins in its file, from 1, for formats that are read as text; 0 for the others.
    """

    index: int
    heading_path: tuple[str, ...]
    text: str
    tokens: int
    is_hit: bool
    place: Place = field(default_factory=Place)
    line: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """Chunks of one document that are read together: hits with their neighbours, or the section around them.

    `kind`: "hit", "neighbours" or "section". `heading_path` is what all parts share. `tokens` counts the prompt text,
    `hit_tokens` what the hits alone would cost. `citation`, `prompt` and `markdown` are the texts to copy. `note` says
    in a sentence why a section was not taken, "" where nothing is to be said.
    """

    document: str
    title: str
    kind: str
    heading_path: tuple[str, ...]
    parts: tuple[PassagePart, ...]
    tokens: int
    hit_tokens: int
    citation: str
    prompt: str
    markdown: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ScatterPoint:
    """A chunk with both scores and both ranks; None where a ranker has no match. `heading` is its last heading."""

    document: str
    index: int
    plain: float | None
    context: float | None
    plain_rank: int | None
    context_rank: int | None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class ScatterCounts:
    """How the chunks of a whole pool fare on the context side against the plain one.

    `both` have a match on both sides, `plain_only` and `context_only` on one, `neither` on none. Of both, `risen` have
    a better rank on the context side, `fallen` a worse one; `higher` and `lower` tell the same of scores, and are 0
    where the sides measure different things.
    """

    both: int = 0
    plain_only: int = 0
    context_only: int = 0
    neither: int = 0
    risen: int = 0
    fallen: int = 0
    higher: int = 0
    lower: int = 0


@dataclass(frozen=True, slots=True)
class Scatter:
    """Both scores over the pool: all of the leading chunks, evenly taken ones of the rest; `size` is the pool's.

    Chunks without a match on either side are counted only.
    """

    question: str
    plain_measure: str
    context_measure: str
    size: int
    points: tuple[ScatterPoint, ...]
    counts: ScatterCounts = field(default_factory=ScatterCounts)
    plain_recipe: str = "none"
    context_recipe: str = "path"
    plain_ranker: str = "embedding"
    context_ranker: str = "embedding"


@dataclass(frozen=True, slots=True)
class EmbeddedText:
    """The exact text that a side embeds for a chunk, with its tokens; the chunk's own words begin at `own_start`."""

    recipe: str
    text: str
    tokens: int
    header_tokens: int
    own_start: int = 0


@dataclass(frozen=True, slots=True)
class FilterChoices:
    """What a library's documents can be filtered by: values with the number of documents that have them.

    A document's own number counts its chunks. `headings` are the most frequent ones, not all.
    """

    folders: tuple[tuple[str, int], ...] = ()
    documents: tuple[tuple[str, int], ...] = ()
    formats: tuple[tuple[str, int], ...] = ()
    languages: tuple[tuple[str, int], ...] = ()
    versions: tuple[tuple[str, int], ...] = ()
    access: tuple[tuple[str, int], ...] = ()
    tags: tuple[tuple[str, int], ...] = ()
    headings: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class KeptSearch:
    """A question as it was asked; `name` is what it is saved under, "" in the history. `when`: ISO time, UTC."""

    question: str
    ranker: str = "embedding"
    plain_recipe: str = "none"
    context_recipe: str = "path"
    context_ranker: str = ""
    filters: Filters = field(default_factory=Filters)
    name: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceChunk:
    """A chunk that holds a `share` (0 to 1) of the evidence; `left_out` says why it is not ranked."""

    document: str
    index: int
    heading_path: tuple[str, ...]
    share: float
    plain_rank: int | None = None
    context_rank: int | None = None
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A marked passage with the chunks that hold it; `problem` says in a sentence why it cannot be found."""

    name: str
    chunks: tuple[EvidenceChunk, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why a question does or does not find its evidence (DESIGN 4.6).

    `kind`: absent, filtered, over-window, boundary, no-failure, reference, uninformative, vocabulary or undetermined.
    `title`, `reason` and `remedy` are words for the user; `facts` are what it rests on, as (name, value).
    `document` and `index` name the chunk that it is about, "" and -1 where there is none; `section`, `heading`,
    `proposal` and `renamed` the innermost heading over it, for a mend. `wider` are the filters that would let the
    evidence in, None where none of them is in the way. `context_ranker` is "" where it is that of the plain side.
    `phrases` tells of every text for the user, of facts and evidence too, what it is made of, by the English text.
    """

    question: str
    kind: str
    title: str
    reason: str
    remedy: str
    facts: tuple[tuple[str, str], ...]
    evidence: tuple[Evidence, ...]
    pool: Pool
    plain_recipe: str = "none"
    context_recipe: str = "path"
    ranker: str = "embedding"
    context_ranker: str = ""
    document: str = ""
    index: int = -1
    section: int = -1
    heading: str = ""
    proposal: str = ""
    renamed: str = ""
    wider: Filters | None = None
    phrases: dict[str, Phrase] = field(default_factory=dict[str, Phrase])


@dataclass(frozen=True, slots=True)
class TrialPassage:
    """A passage in the laboratory: the user's own, or a chunk (`document` and `index`) with what was changed in it."""

    title: str
    heading_path: tuple[str, ...]
    text: str
    document: str = ""
    index: int = -1


@dataclass(frozen=True, slots=True)
class TrialScore:
    """How a trial passage fares on both sides: against the laboratory's others, and where it would stand in the pool.

    A score or rank is None where the ranker finds no match; a pool rank also where there is no library to rank in.
    """

    plain: EmbeddedText
    context: EmbeddedText
    plain_score: float | None
    context_score: float | None
    plain_rank: int | None
    context_rank: int | None
    plain_pool_rank: int | None = None
    context_pool_rank: int | None = None
    matched: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """The laboratory's answer: a score for each passage, in their order.

    `approximate` says that a server ranked the pool by an index that may miss some.
    """

    question: str
    ranker: str
    measure: str
    recipe: str
    scores: tuple[TrialScore, ...]
    pool: Pool
    approximate: bool = False
