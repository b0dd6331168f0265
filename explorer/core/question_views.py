"""Question sets and evaluations as the window shows and edits them."""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer.core.views import Filters, Pool


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry of a question and where it stands.

    `kind`: "section" (`text` is `doc#heading-slug` or a document's name), "fragment" (`text` are its words) or "span"
    (`document`, `start`, `end`, with the words in `text`). `chunks` are those that count as right, as (document,
    index); `cut` is the number of chunks that a passage is cut into, 0 where one holds it; `problem` says why it cannot
    be found, and `nearest` are sections (written as entries) that may be meant. `likeness` is the share of its words
    that stand there, below 1 where they are not all the same.
    """

    kind: str
    text: str
    document: str = ""
    start: int = -1
    end: int = -1
    heading_path: tuple[str, ...] = ()
    chunks: tuple[tuple[str, int], ...] = ()
    cut: int = 0
    problem: str = ""
    nearest: tuple[str, ...] = ()
    likeness: float = 1.0


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question of a set.

    `twin` names the question that it is kept as a pair with; `extra` holds other fields as JSON. `problem` says what is
    wrong with it besides its entries.
    """

    text: str
    relevant: tuple[EntryRow, ...] = ()
    not_relevant: tuple[EntryRow, ...] = ()
    twin: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class QuestionSetInfo:
    """A question set that is there; `own` tells the user's from those in the library's folder, which are only read."""

    name: str
    count: int
    own: bool
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ProposedTwin:
    """Two near-duplicate passages under different headings, for a person to word questions that tell them apart."""

    first: EntryRow
    second: EntryRow
    similarity: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over `n` questions and its 95 % interval; None where nothing was measured."""

    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class RunView:
    """One recipe with one ranker over a set: its measures, and each question's best rank (None: not met)."""

    name: str
    recipe: str
    ranker: str
    measures: dict[str, Figure]
    best: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A question that two runs answer differently."""

    number: int
    text: str
    before: int | None
    after: int | None
    gain: float


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """The second of two runs less the first, with paired intervals; `changes` begin with the most changed question."""

    ranker: str
    before: str
    after: str
    measures: dict[str, Figure]
    wins: int
    losses: int
    same: int
    changes: tuple[ChangeView, ...] = ()


@dataclass(frozen=True, slots=True)
class EvaluationView:
    """An evaluation: what was measured on what. `outside` counts questions whose passage no chunk of the pool holds.

    `relevant` holds the passages of each question, so that it can be asked why they are found or not.
    """

    when: str
    revision: int
    settings: dict[str, str]
    n: int
    outside: int
    pool: Pool
    runs: tuple[RunView, ...]
    differences: tuple[DifferenceView, ...]
    questions: tuple[str, ...] = ()
    relevant: tuple[tuple[EntryRow, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class KeptEvaluationView:
    """An evaluation that was kept, to be compared over time; `questions` are their texts, where they are known."""

    when: str
    revision: int
    settings: dict[str, str]
    n: int
    runs: tuple[RunView, ...]
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvaluationWish:
    """What to evaluate: a set under each recipe with each ranker, over one pool."""

    questions: str
    recipes: tuple[str, ...] = ()
    rankers: tuple[str, ...] = ()
    filters: Filters = field(default_factory=Filters)
