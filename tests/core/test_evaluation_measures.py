"""Measures of retrieval: equal to ir-measures on an exported run and to brute force; intervals by paired bootstrap."""

from __future__ import annotations

import io
from typing import Any, cast

import ir_measures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.bootstrap import RESAMPLES, SEED, estimate
from explorer.core.evaluation import (
    MEASURES,
    Asked,
    ChunkFacts,
    Passages,
    QuestionResult,
    Run,
    compare,
    finish_run,
    judge,
    values_of,
)
from explorer.core.evaluation_export import evaluation_csv, evaluation_text, judgement_file, run_file, run_json
from explorer.core.evaluation_measures import LIBRARY_MEASURES

SIZE = 40
LIBRARY = cast("Any", ir_measures)
FACTS = ChunkFacts(tokens=np.full(SIZE, 200, dtype=np.intp), sections=(np.arange(SIZE) // 2).astype(np.intp))
KEYS = [(f"folder/a b#{number % 3}.md", number) for number in range(SIZE)]


def entry(*chunks: int) -> Passages:
    return Passages(f"doc#{chunks}", chunks, ((10 * len(chunks), dict.fromkeys(chunks, 10)),))


def asked(*relevant: tuple[int, ...], wrong: tuple[tuple[int, ...], ...] = ()) -> Asked:
    return Asked("What?", 1, tuple(entry(*each) for each in relevant), tuple(entry(*each) for each in wrong))


def judged(question: Asked, *order: int) -> QuestionResult:
    return judge(question, np.array(order, dtype=np.intp), FACTS)


def values(question: Asked, *order: int) -> dict[str, float | None]:
    return dict(finish_run("plain", "none", "embedding", [judged(question, *order)]).questions[0].values)


def test_recall_counts_entries_and_precision_counts_chunks() -> None:
    found = values(asked((0, 1, 2), (9,)), 5, 1, 0, 2, 6, 9)
    assert (found["MRR"], found["hit@1"], found["hit@5"]) == (0.5, 0.0, 1.0)
    assert (found["recall@1"], found["recall@5"], found["recall@10"]) == (0.0, 0.5, 1.0)
    assert found["precision@5"] == pytest.approx(0.6)


WRONG = [
    ((3, 0), 0.0, 1.0, "below the relevant one and in the top five"),
    ((0, 3), 1.0, 1.0, "above"),
    ((3, 9, 8, 7, 6, 0), 0.0, 0.0, "below the top five"),
    ((9, 8, 7, 6, 5, 0), 1.0, 0.0, "above what the ranker does not list"),
    ((9,), 0.0, 0.0, "neither is listed"),
]


@pytest.mark.parametrize(("order", "inverted", "confused", "why"), WRONG)
def test_inversion_and_confusion_are_told_apart(
    order: tuple[int, ...], inverted: float, confused: float, why: str
) -> None:
    found = values(asked((3,), wrong=((0,),)), *order)
    assert (found["inversion"], found["confusion@5"]) == (inverted, confused), why


def test_without_wrong_passages_inversion_says_nothing_and_is_left_out_of_the_mean() -> None:
    results = [judged(asked((3,)), 0, 3), judged(asked((3,), wrong=((0,),)), 0, 3)]
    run = finish_run("plain", "none", "keyword", results)
    assert run.questions[0].values["inversion"] is None
    assert (run.measures["inversion"].value, run.measures["inversion"].n, run.measures["MRR"].n) == (1.0, 1, 2)


def test_the_citation_is_right_when_the_first_hit_lies_in_the_section_of_a_relevant_chunk() -> None:
    assert values(asked((3,)), 2, 3)["citation"] == 1.0
    assert values(asked((3,)), 4, 3)["citation"] == 0.0
    assert values(asked((3,)))["citation"] == 0.0


def test_characters_are_covered_within_a_thousand_tokens_the_last_chunk_in_part() -> None:
    facts = ChunkFacts(tokens=np.array([400, 400, 400, 0]), sections=np.arange(4))
    question = Asked("?", 1, (Passages("a", (2,), ((30, {0: 10, 2: 20}),)),), ())
    found = judge(question, np.array([1, 0, 2, 3]), facts)
    assert found.values["covered@1000"] == pytest.approx((10 + 20 * 0.5) / 30)
    twice = Asked(
        "?", 1, (Passages("a", (0, 3), ((10, {0: 10}), (8, {3: 8}))), Passages("b", (2,), ((2, {2: 2}),))), ()
    )
    assert judge(twice, np.array([3, 1]), facts).values["covered@1000"] == pytest.approx(8 / 10)


@st.composite
def runs(draw: st.DrawFn) -> list[QuestionResult]:
    chunk_sets = st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=3, unique=True).map(tuple)
    results: list[QuestionResult] = []
    for _ in range(draw(st.integers(1, 5))):
        question = asked(
            *draw(st.lists(chunk_sets, min_size=1, max_size=3)), wrong=tuple(draw(st.lists(chunk_sets, max_size=2)))
        )
        order = draw(st.permutations(range(SIZE)))[: draw(st.integers(0, SIZE))]
        results.append(judged(question, *order))
    return results


@settings(max_examples=40)
@given(runs())
def test_measures_equal_the_library_on_an_exported_run_file(results: list[QuestionResult]) -> None:
    run = finish_run("plain", "none", "embedding", results)
    scored = list(LIBRARY.read_trec_run(io.StringIO(run_file(run, KEYS))))
    known = list(LIBRARY.read_trec_qrels(io.StringIO(judgement_file(run, KEYS))))
    measures = {name: LIBRARY.parse_measure(text) for name, text in LIBRARY_MEASURES.items()}
    expected = LIBRARY.calc_aggregate(list(measures.values()), known, scored)
    for name, measure in measures.items():
        assert run.measures[name].value == pytest.approx(expected[measure])


@settings(max_examples=40)
@given(st.permutations(range(SIZE)), st.integers(0, SIZE), st.sets(st.integers(0, SIZE - 1), min_size=1, max_size=4))
def test_values_equal_brute_force(order: list[int], length: int, right: set[int]) -> None:
    listed = order[:length]
    found = values(asked(*((chunk,) for chunk in sorted(right))), *listed)
    places = [listed.index(chunk) + 1 for chunk in right if chunk in listed]
    gains = sum(1 / np.log2(place + 1) for place in places if place <= 10)
    assert found["MRR"] == pytest.approx(1 / min(places) if places else 0.0)
    assert found["nDCG@10"] == pytest.approx(gains / sum(1 / np.log2(place + 1) for place in range(1, len(right) + 1)))
    for k in (1, 5, 10, 20):
        assert found[f"recall@{k}"] == pytest.approx(sum(place <= k for place in places) / len(right))
    assert found["precision@5"] == pytest.approx(sum(place <= 5 for place in places) / 5)
    assert found["covered@1000"] == pytest.approx(sum(place <= 5 for place in places) / len(right))


def test_a_list_cut_behind_the_first_relevant_chunk_gives_what_the_whole_list_gives() -> None:
    order = list(range(SIZE))
    short = judged(asked((35,), (37,)), *order)
    assert len(short.listed) == 36
    assert finish_run("a", "none", "keyword", [short]).questions[0].values["MRR"] == pytest.approx(1 / 36)


def test_an_interval_is_the_percentiles_of_seeded_resamples() -> None:
    drawn = np.array([0.0, 0.25, 0.5, 1.0, np.nan, 1.0])
    known = drawn[~np.isnan(drawn)]
    generator = np.random.default_rng(SEED)
    means = [known[generator.integers(0, 5, 5)].mean() for _ in range(RESAMPLES)]
    found = estimate(drawn)
    assert (found.value, found.n) == (pytest.approx(0.55), 5)
    assert (found.low, found.high) == (
        pytest.approx(np.quantile(means, 0.025)),
        pytest.approx(np.quantile(means, 0.975)),
    )
    assert estimate(drawn) == found


def test_many_values_are_drawn_as_few_are() -> None:
    many = np.arange(2001, dtype=float)
    found = estimate(many)
    assert found.low is not None
    assert found.high is not None
    assert 960 < found.low < 1000 < found.high < 1040
    assert estimate(np.full(3, np.nan)).value is None
    assert (estimate(np.array([0.5])).low, estimate(np.array([0.5])).n) == (0.5, 1)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_an_interval_lies_within_the_values(drawn: list[float]) -> None:
    found = estimate(np.array(drawn))
    assert found.low is not None
    assert found.high is not None
    assert min(drawn) - 1e-9 <= found.low <= found.high <= max(drawn) + 1e-9


def both_runs(count: int = 4) -> tuple[Run, Run]:
    """Return two runs: the second finds the first question sooner, loses the second, and leaves the others."""
    questions = [asked((3,), wrong=((0,),)) for _ in range(count)]
    orders = [((0, 1, 3), (3, 0, 1)), ((3, 0), (0,)), *[((0, 3), (0, 3))] * (count - 2)]
    first = [judged(question, *order[0]) for question, order in zip(questions, orders, strict=True)]
    second = [judged(question, *order[1]) for question, order in zip(questions, orders, strict=True)]
    return finish_run("plain", "none", "embedding", first), finish_run("context", "path", "embedding", second)


def test_wins_and_losses_are_told_question_by_question_the_most_changed_first() -> None:
    before, after = both_runs()
    found = compare(before, after)
    assert (found.wins, found.losses, found.same) == (1, 1, 2)
    assert [(each.number, each.before, each.after) for each in found.changes] == [(2, 1, None), (1, 3, 1)]
    assert found.measures["MRR"].value == pytest.approx((2 / 3 - 1) / 4)
    paired = estimate(values_of(after.questions, "MRR") - values_of(before.questions, "MRR"))
    assert found.measures["MRR"] == paired


def test_under_fifty_questions_the_list_leads_and_over_it_the_table() -> None:
    few, many = both_runs(), both_runs(50)
    text = evaluation_text(few, [compare(*few)])
    assert text.index("plain → context") < text.index("measure (95 % interval)")
    assert "n = 4 questions: too few" in text
    assert "1 → none" in text
    text = evaluation_text(many, [compare(*many)])
    assert text.index("plain → context") > text.index("measure (95 % interval)")
    assert text.startswith("n = 50 questions\n")


def test_runs_are_written_for_programs() -> None:
    before, _ = both_runs()
    data = run_json(before, KEYS)
    assert set(cast("dict[str, object]", data["measures"])) == set(MEASURES)
    question = cast("list[dict[str, Any]]", data["questions"])[0]
    assert (question["ranks"], question["not_relevant_ranks"], question["best"]) == ([3], [1], 3)
    assert question["top"][0] == {"document": "folder/a b#0.md", "index": 0}
    rows = evaluation_csv([before]).splitlines()
    assert rows[0].startswith("recipe,ranker,question,ranks")
    assert rows[1].startswith("plain,embedding,What?,3,1,0.333333,")
    assert run_file(before, KEYS).splitlines()[0] == "q1 Q0 folder/a%20b%230.md#0 1 3 none-embedding"
