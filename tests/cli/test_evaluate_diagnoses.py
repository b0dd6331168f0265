"""`evaluate --diagnose`: counts that add up to n, and why each question is not answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explorer.cli import main, parse
from explorer.cli.evaluation_diagnoses import context_of
from explorer.core.errors import ExplorerError
from explorer.core.recipe import PLAIN, Recipe, Style

NAMES = ("Amber", "Birch", "Cedar", "Damson", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Kale", "Larch")
TARIFFS = "# Tariffs\n\n" + "\n\n".join(f"## {name}\n\nIt costs {n} euros." for n, name in enumerate(NAMES)) + "\n"
ROWS = [
    {"question": "What about Cedar?", "relevant": ["tariffs#cedar"]},
    {"question": "xylophone", "relevant": ["tariffs#elm"]},
    {"question": "zither", "relevant": ["tariffs#elm", "tariffs#fir"]},
    {"question": "sledge", "relevant": ['"Sledges are lent for nothing."']},
]
Run = Callable[..., int]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs the command with more arguments."""
    docs, questions = tmp_path / "docs", tmp_path / "set.jsonl"
    docs.mkdir()
    (docs / "tariffs.md").write_text(TARIFFS)
    (docs / "offer.md").write_text("---\neffective_to: 2020-01-31\n---\n# Offer\n\nSledges are lent for nothing.\n")
    questions.write_text("".join(json.dumps(row) + "\n" for row in ROWS))

    def run(*more: str) -> int:
        return main(parse(["evaluate", str(docs), str(questions), "--store", str(tmp_path / "store"), *more]))

    return run


def test_json_has_a_diagnosis_a_question_and_counts_that_add_up(
    run: Run, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run("--format", "json", "--diagnose", "--rankers", "keyword,embedding") == 0
    report: dict[str, Any] = json.loads(capsysbinary.readouterr().out)
    plain, context, _, by_vectors = report["runs"]
    expected = {"answered": 1, "filtered": 1, "boundary": 1, "vocabulary": 1}
    assert context["diagnoses"] == report["diagnoses"] == expected
    assert sum(by_vectors["diagnoses"].values()) == report["n"] == 4
    assert "diagnoses" not in plain
    assert "diagnosis" not in plain["questions"][0]
    found = [each["diagnosis"] for each in context["questions"]]
    assert [each and each["kind"] for each in found] == [None, "vocabulary", "boundary", "filtered"]
    assert all(each["reason"] and each["remedy"] for each in found[1:])
    assert found[1]["facts"]["Words of the question"] == "xylophone"
    assert found[3]["evidence"][0]["chunks"][0]["left_out"] == "expired on 2020-01-31"


def test_text_names_the_counts_and_each_question(run: Run, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("--diagnose", "--rankers", "keyword") == 0
    text = capsysbinary.readouterr().out.decode()
    counts = "1 answered, 1 filtered, 1 boundary, 1 vocabulary; n = 4 questions"
    assert f"Diagnoses, keyword, path (answered: within 10): {counts}" in text
    assert "  xylophone\n    Vocabulary gap" in text
    assert "What about Cedar?\n    " not in text
    assert run("--rankers", "keyword") == 0
    assert "Diagnoses" not in capsysbinary.readouterr().out.decode()


def test_the_filters_of_the_evaluation_hold(run: Run, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("--format", "json", "--diagnose", "--rankers", "keyword", "--where", "current=any") == 0
    report = json.loads(capsysbinary.readouterr().out)
    assert report["diagnoses"] == {"answered": 1, "boundary": 1, "vocabulary": 1, "undetermined": 1}
    remedy = report["runs"][1]["questions"][3]["diagnosis"]["remedy"]
    assert "other forms" in remedy


def test_the_librarys_recipe_is_diagnosed_else_the_last_with_headers() -> None:
    label, path = Recipe(style=Style.LABEL), Recipe()
    assert context_of((PLAIN, path, label), path) == path
    assert context_of((PLAIN, label), path) == label
    with pytest.raises(ExplorerError, match="nothing to diagnose"):
        context_of((PLAIN,), path)
