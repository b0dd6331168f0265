"""Messages about question sets and evaluations."""

from __future__ import annotations

from explorer.core.question_views import (
    EvaluationView,
    EvaluationWish,
    KeptEvaluationView,
    ProposedTwin,
    QuestionRow,
    QuestionSetInfo,
)
from explorer.protocol.base import Event, Request


class ListQuestionSets(Request, frozen=True, kw_only=True):
    """Ask which question sets there are; answered by `QuestionSetsListed`."""


class QuestionSetsListed(Event, frozen=True, kw_only=True):
    """The question sets of the library's folder and the user's own."""

    sets: tuple[QuestionSetInfo, ...]


class OpenQuestions(Request, frozen=True, kw_only=True):
    """Ask for a set's questions with where each entry stands; answered by `QuestionsTold`."""

    name: str


class KeepQuestions(Request, frozen=True, kw_only=True):
    """Keep a set of the user's own under a name, whole; answered by `QuestionsTold`. No questions: the set goes.

    `check_only`: nothing is kept, the questions are only looked up in the library; they need no name.
    """

    name: str
    rows: tuple[QuestionRow, ...]
    check_only: bool = False


class QuestionsTold(Event, frozen=True, kw_only=True):
    """A set's questions, checked against the library; with `check_only` they are no set, and nothing was kept."""

    name: str
    own: bool
    rows: tuple[QuestionRow, ...]
    check_only: bool = False


class ImportQuestions(Request, frozen=True, kw_only=True):
    """Read a file (JSON, JSON lines, CSV) into a set of the user's own; answered by `QuestionsTold`."""

    path: str
    name: str = ""


class ExportQuestions(Request, frozen=True, kw_only=True):
    """Write a set as a file; its ending tells the form. Answered by `QuestionsExported`."""

    name: str
    path: str


class QuestionsExported(Event, frozen=True, kw_only=True):
    """The file that was written."""

    path: str


class ProposeTwins(Request, frozen=True, kw_only=True):
    """Ask for near-duplicates under different headings; answered by `TwinsProposed`."""

    limit: int = 100


class TwinsProposed(Event, frozen=True, kw_only=True):
    """Pairs of passages, the most similar first; `total` counts all."""

    rows: tuple[ProposedTwin, ...]
    total: int


class Evaluate(Request, frozen=True, kw_only=True):
    """Run a question set; `Progress`, then `EvaluationTold`. Recipes without vectors are an error."""

    wish: EvaluationWish


class EvaluationTold(Event, frozen=True, kw_only=True):
    """What was measured; it has been kept."""

    evaluation: EvaluationView


class ListEvaluations(Request, frozen=True, kw_only=True):
    """Ask for the kept evaluations; answered by `EvaluationsListed`."""


class EvaluationsListed(Event, frozen=True, kw_only=True):
    """The kept evaluations, the newest first."""

    rows: tuple[KeptEvaluationView, ...]


class WriteEvaluation(Request, frozen=True, kw_only=True):
    """Write the last evaluation as a file; `format`: json, csv or html. Answered by `EvaluationWritten`."""

    path: str
    format: str = "html"


class EvaluationWritten(Event, frozen=True, kw_only=True):
    """The file that was written."""

    path: str
