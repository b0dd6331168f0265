"""Evaluations over time: what can be paired, question by question, and what cannot, with the reason."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.evaluated import figure_of, kept_view
from explorer.core.evaluation import compare
from explorer.core.evaluation_export import evaluation_csv
from explorer.core.evaluation_history import (
    BY_BEST,
    QUESTIONS_HASH,
    SettingChange,
    as_evaluation,
    compare_over_time,
    questions_hash,
    why_not_paired,
)
from explorer.core.evaluation_history_export import history_json, history_text, over_time_json, over_time_text
from explorer.core.evaluation_words import Outcome, change_words, outcome, verdict
from explorer.core.questions import Question, Reference
from tests.support.evaluations import kept, kept_run, measured

TEXTS = ("How much?", "How long?", "Who?", "Where?")
FIRST = kept(
    "2026-11-28T10:00:00+00:00",
    kept_run("plain", "none", "embedding", (4, 2, 1, None)),
    kept_run("context", "path", "embedding", (2, 1, 1, None)),
    kept_run("context", "path", "keyword", (2, 1, 1, None)),
    questions=TEXTS,
)
SECOND = kept(
    "2026-11-30T10:00:00+00:00",
    kept_run("plain", "none", "embedding", (4, 2, 1, None)),
    kept_run("context", "bracket", "embedding", (1, 3, 1, 10)),
    revision=7,
    recipe="bracket",
)


def test_runs_are_paired_question_by_question_and_settings_that_changed_are_named() -> None:
    found = compare_over_time(FIRST, SECOND)
    assert (found.before, found.after, found.n) == (FIRST.when, SECOND.when, 4)
    assert found.settings == (SettingChange("recipe", "path", "bracket"), SettingChange("revision", "1", "7"))
    assert found.left_out == ("context, keyword",)
    plain, context = found.runs
    assert (plain.wins, plain.losses, plain.same, plain.changes) == (0, 0, 4, ())
    assert (context.wins, context.losses, context.same) == (2, 1, 1)
    assert [(each.number, each.text, each.before, each.after) for each in context.changes] == [
        (2, "How long?", 1, 3),
        (1, "How much?", 2, 1),
        (4, "Where?", None, 10),
    ]
    assert context.measures["MRR"].value == pytest.approx((1 / 2 - 2 / 3 + 1 / 10) / 4)
    assert context.measures["hit@20"].value == pytest.approx(1 / 4)


def test_the_same_recipe_is_paired_before_the_same_role() -> None:
    changed = replace(SECOND, runs=(*SECOND.runs, kept_run("path", "path", "embedding", (1, 1, 1, 1))))
    pairs = [(each.before, each.after) for each in compare_over_time(FIRST, changed).runs]
    assert pairs == [("plain", "plain"), ("context", "path")]


def test_texts_come_from_wherever_they_are_known() -> None:
    bare = replace(FIRST, questions=())
    assert compare_over_time(bare, SECOND, TEXTS).runs[1].changes[0].text == "How long?"
    assert compare_over_time(bare, SECOND, TEXTS[:1]).runs[1].changes[0].text == ""


REFUSED = [
    ({QUESTIONS_HASH: "other"}, {}, "set.jsonl has changed between the two"),
    ({QUESTIONS_HASH: "other", "questions": "new.csv"}, {}, "asked different questions: set.jsonl (4) and new.csv (4)"),
    ({QUESTIONS_HASH: ""}, {}, "not known which questions"),
    ({}, {"runs": (kept_run("plain", "none", "embedding", (1,)),)}, "not whole"),
    ({}, {"runs": (kept_run("x", "prose", "hybrid", (1, 1, 1, 1)),)}, "no run in common"),
]


@pytest.mark.parametrize(("changed", "fields", "reason"), REFUSED)
def test_what_cannot_be_paired_says_why(changed: dict[str, str], fields: dict[str, object], reason: str) -> None:
    other = replace(SECOND, settings={**SECOND.settings, **changed}, **fields)  # pyright: ignore[reportArgumentType]
    assert reason in why_not_paired(FIRST, other)
    with pytest.raises(ValueError, match=reason.split("(", maxsplit=1)[0]):
        compare_over_time(FIRST, other)
    assert why_not_paired(FIRST, SECOND) == ""


def test_a_set_is_told_by_its_content_not_by_its_lines() -> None:
    asked = Question("How much?", (Reference("plans#pass"),), line=1)
    assert questions_hash([asked]) == questions_hash([replace(asked, line=9)])
    others = (replace(asked, text="How much"), replace(asked, relevant=(Reference("plans#day"),)))
    assert len({questions_hash([each]) for each in (asked, *others)}) == 3


places = st.lists(st.none() | st.integers(1, 59), min_size=1, max_size=12)


@settings(max_examples=40)
@given(st.data())
def test_differences_from_best_places_equal_those_from_whole_runs(data: st.DataObject) -> None:
    plain = data.draw(places)
    context = data.draw(st.lists(st.none() | st.integers(1, 59), min_size=len(plain), max_size=len(plain)))
    texts = [f"Question {number}" for number in range(len(plain))]
    whole = measured(texts, plain, context)
    expected = compare(*whole.runs)
    again = as_evaluation(kept_view(whole)).differences[0]
    assert (again.wins, again.losses, again.same) == (expected.wins, expected.losses, expected.same)
    assert [each.number for each in again.changes] == [each.number for each in expected.changes]
    for measure in BY_BEST:
        found, right = again.measures[measure], figure_of(expected.measures[measure])
        assert (found.value, found.low, found.high) == pytest.approx((right.value, right.low, right.high), abs=1e-12)
        assert found.n == right.n


def test_verdicts_say_what_the_interval_shows() -> None:
    count = 27
    texts = [f"Question {number}" for number in range(count)]
    better = as_evaluation(kept_view(measured(texts, [5] * count, [1] * 19 + [8] * 3 + [5] * 5))).differences[0]
    assert outcome(better) is Outcome.BETTER
    assert verdict(better).startswith(
        "context against plain, embedding: 19 questions better, 3 worse, 5 the same; MRR +0.55"
    )
    assert verdict(better).endswith("n = 27. It is better; chance alone would hardly explain it.")
    worse = as_evaluation(kept_view(measured(texts, [1] * count, [3] * count))).differences[0]
    assert outcome(worse) is Outcome.WORSE
    unshown = as_evaluation(kept_view(measured(texts[:3], [1, 2, 3], [2, 1, 3]))).differences[0]
    assert outcome(unshown) is Outcome.UNSHOWN
    assert "No difference can be shown" in verdict(unshown)
    assert "Every question is answered at the same place." in verdict(compare_over_time(FIRST, SECOND).runs[0])


def test_an_end_of_an_interval_that_is_not_zero_is_not_shown_as_zero() -> None:
    texts = [f"Question {number}" for number in range(40)]
    slight = as_evaluation(kept_view(measured(texts, [20] * 40, [19] * 40))).differences[0]
    assert change_words(slight) == "MRR +0.003 (95 % +0.003 to +0.003)"


def test_a_question_is_never_run_by_a_spreadsheet() -> None:
    rows = list(csv.reader(evaluation_csv(measured(["=1+1", "Who?"], [1, 2], [1, 2]).runs).splitlines()))
    assert [row[2] for row in rows] == ["question", "'=1+1", "Who?", "'=1+1", "Who?"]


def test_history_and_changes_are_written_for_people_and_programs() -> None:
    lines = history_text((SECOND, FIRST)).splitlines()
    assert lines[0] == "2026-11-30T10:00:00+00:00  set.jsonl, n = 4, model mini, recipe bracket, revision 7"
    assert lines[1].startswith("  plain, embedding: MRR 0.438 (")
    listed = cast("list[dict[str, Any]]", history_json((SECOND, FIRST))["evaluations"])
    assert [len(each["runs"]) for each in listed] == [2, 3]
    found = compare_over_time(FIRST, SECOND)
    text = over_time_text(found)
    assert text.startswith("Against 2026-11-28 10:00:00 UTC: recipe path → bracket, revision 1 → 7\n")
    assert "context against then, embedding: 2 questions better, 1 worse, 1 the same" in text
    assert "      1 → 3      −0.67  How long?" in text
    assert text.endswith("Only in one of them: context, keyword")
    data = over_time_json(found)
    assert data["settings"] == [
        {"name": "recipe", "before": "path", "after": "bracket"},
        {"name": "revision", "before": "1", "after": "7"},
    ]
    assert data["left_out"] == ["context, keyword"]
