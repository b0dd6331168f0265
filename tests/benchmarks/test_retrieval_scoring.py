"""The retrieval benchmark can say no: where chunks stand, which are right, and what a ranking of them is worth."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from retrieval import verdict
from retrieval_cuts import TEXT, Cut, Piece
from retrieval_places import Cursor, Letters, Spans, letters_of, merged, passage, shared
from retrieval_score import Board, gold_in
from retrieval_sets import Asked, QuestionSet, Source

from explorer.core.bootstrap import Estimate
from explorer.core.evaluation import COVERED
from explorer.core.model import ParsedDocument, TitleSource

PAGE = "# Plans\n\n- **Day** pass: 4 dollars.\n- Month pass: 25 dollars.\n\n# Fines\n\nWithout a pass: 60 dollars.\n"


def found(text: str, page: str = PAGE) -> list[str]:
    """Return the letters of the page where a chunk stands."""
    letters = Letters.of(page)
    return [letters.text[start:end] for start, end in Cursor(letters).find(text)]


CHUNKS = [
    pytest.param("Day pass: 4 dollars.", ["Daypass4dollars"], id="marks left out"),
    pytest.param(
        "Plans\nDay pass: 4 dollars.\nMonth pass: 25 dollars.", ["PlansDaypass4dollarsMonthpass25dollars"], id="whole"
    ),
    pytest.param(
        "Day pass: 4 dollars.\nWithout a pass: 60 dollars.", ["Daypass4dollars", "Withoutapass60dollars"], id="gap"
    ),
    pytest.param("Day pass: 4 dollars.\nNo such line.", ["Daypass4dollars"], id="a line that is not there"),
    pytest.param("Nowhere.", [], id="nowhere"),
]


@pytest.mark.parametrize(("text", "letters"), CHUNKS)
def test_a_chunk_is_found_by_its_letters(text: str, letters: list[str]) -> None:
    assert found(text) == letters


def test_chunks_are_found_in_their_order_and_what_is_lost_is_counted() -> None:
    cursor = Cursor(Letters.of("See below. Text one. See below. Text two."))
    assert cursor.find("See below.") == ((0, 8),)
    assert cursor.find("See below.") == ((15, 23),)
    assert cursor.find("Text one.") == ()
    assert cursor.lost == len("Textone")


def test_of_several_places_a_passage_has_the_one_at_its_share_of_the_document() -> None:
    letters = Letters.of("A pass costs 4.\nOther.\nA pass costs 4.")
    assert passage(letters, "a pass costs 5", 0.5) == ()
    assert passage(letters, "A pass\ncosts 4.", 0.1) == ((0, 11),)
    assert passage(letters, "A pass\ncosts 4.", 0.9) == ((16, 27),)


def test_spans_of_letters_come_from_code_points() -> None:
    letters = Letters.of(PAGE)
    start = PAGE.index("**Day")
    assert letters.span(start, start + len("**Day** pass")) == (5, 12)
    assert letters_of("**Day** pass") == letters.text[5:12]
    assert merged([(5, 7), (0, 3), (3, 4), (6, 9)]) == ((0, 4), (5, 9))
    assert shared(((0, 4), (5, 9)), ((2, 6),)) == 3


RIGHT = [
    pytest.param([(0, 100)], (10, 20), (0,), id="holds it"),
    pytest.param([(0, 5), (5, 10), (10, 40)], (0, 10), (0, 1), id="chunks inside of it"),
    pytest.param([(0, 14), (14, 60)], (10, 20), (1,), id="less than half of the shorter"),
    pytest.param([(0, 14), (14, 17), (17, 60)], (10, 20), (1,), id="a small chunk within"),
    pytest.param([(0, 13), (13, 16), (16, 60)], (0, 60), (0, 1, 2), id="all within"),
    pytest.param([(100, 200)], (10, 20), (), id="none"),
]


@pytest.mark.parametrize(("chunks", "gold", "right"), RIGHT)
def test_right_is_half_of_the_shorter(
    chunks: list[tuple[int, int]], gold: tuple[int, int], right: tuple[int, ...]
) -> None:
    pieces = [Piece("a", (span,), 10) for span in chunks]
    assert gold_in(pieces, range(len(pieces)), (gold,)).right == right


def test_where_no_chunk_has_half_the_one_with_most_is_right() -> None:
    pieces = [Piece("a", ((0, 14),), 9), Piece("a", ((14, 18), (30, 90)), 9), Piece("a", ((18, 29),), 9)]
    assert gold_in(pieces, range(3), ((11, 20),)).right == (1,)


def board(*chunks: tuple[int, Spans]) -> Board:
    """Return a board with chunks (tokens, letters) of one document and a question about letters 0 to 10 of it."""
    document = ParsedDocument("a.md", "markdown", "A", TitleSource.HEADING, ())
    source = Source(Path("a.md"), "markdown", document, Letters.of("x" * 100))
    data = QuestionSet("set", {"a": source}, (Asked("question", (("a", ((0, 10),)),)),), ())
    return Board(data, Cut("tool", tuple(Piece("a", spans, tokens) for tokens, spans in chunks), {TEXT: ()}))


def values(made: Board, scores: list[float]) -> dict[str, float | None]:
    """Return the measures of the ranking with these cosines."""
    rows = np.array([[score, (1 - score**2) ** 0.5] for score in scores], dtype=np.float32)
    return dict(made.by_vectors(TEXT, rows, np.array([[1.0, 0.0]], dtype=np.float32)).questions[0].values)


def test_a_ranking_is_judged_by_place_and_by_characters() -> None:
    made = board((600, ((50, 100),)), (800, ((0, 10),)), (10, ((10, 50),)))
    first = values(made, [0.1, 0.9, 0.2])
    assert (first["MRR"], first["hit@1"], first["nDCG@10"], first[COVERED]) == (1.0, 1.0, 1.0, 1.0)
    second = values(made, [0.9, 0.5, 0.2])
    assert (second["MRR"], second["hit@1"], second["hit@5"]) == (0.5, 0.0, 1.0)
    assert second[COVERED] == pytest.approx(400 / 800), "600 tokens are read before it, so half of it is not"
    assert made.unmet == 0
    assert board((9, ((50, 60),))).unmet == 1


def test_equal_scores_stand_in_the_order_of_the_chunks() -> None:
    assert values(board((9, ((50, 60),)), (9, ((0, 10),))), [0.5, 0.5])["MRR"] == 0.5


@pytest.mark.parametrize(
    ("low", "high", "told"), [(0.01, 0.2, "ahead"), (-0.2, -0.01, "behind"), (-0.1, 0.1, "level"), (0.0, 0.0, "level")]
)
def test_ahead_and_behind_need_the_whole_interval(low: float, high: float, told: str) -> None:
    assert verdict(Estimate((low + high) / 2, low, high, 50)) == told
