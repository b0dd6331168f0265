"""The command `evaluate`, on a folder of two documents with the real model."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explorer.cli.evaluate import add_evaluate, run_evaluate
from explorer.core.errors import ExplorerError
from tests.support.small_library import PLANS, REPEATED

ROWS = [
    {
        "question": "How much is the monthly pass?",
        "relevant": ["plans#monthly-pass"],
        "not_relevant": ["plans#day-pass"],
    },
    {"question": "What does a single ride cost?", "relevant": ['"It costs 3 dollars and lasts"'], "not_relevant": []},
]
Run = Callable[..., int]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


@pytest.fixture
def run(tmp_path: Path, questions: Path) -> Run:
    """Return a function that runs the command with more arguments."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "plans.md").write_text(PLANS)
    (docs / "repeat.md").write_text(REPEATED)
    parser = argparse.ArgumentParser()
    add_evaluate(parser)

    def run(*more: str) -> int:
        common = argparse.Namespace(
            store=str(tmp_path / "store"), model="", max_tokens=0, ocr=None, recipe="path", chroma="", precision="auto"
        )
        return run_evaluate(parser.parse_args([str(docs), str(questions), *more], common))

    return run


def test_json_holds_runs_measures_and_questions(run: Run, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("--json", "--rankers", "embedding,hybrid") == 0
    report: dict[str, Any] = json.loads(capsysbinary.readouterr().out)
    assert report["n"] == 2
    assert [(each["recipe"], each["ranker"]) for each in report["runs"]] == [
        ("plain", "embedding"),
        ("context", "embedding"),
        ("plain", "hybrid"),
        ("context", "hybrid"),
    ]
    context = report["runs"][1]
    assert {"MRR", "recall@5", "precision@5", "nDCG@10", "inversion", "confusion@5"} <= set(context["measures"])
    assert set(context["measures"]["MRR"]) == {"value", "low", "high", "n"}
    assert context["measures"]["inversion"] == {"value": 0.0, "low": 0.0, "high": 0.0, "n": 1}
    assert [each["question"] for each in context["questions"]] == [row["question"] for row in ROWS]
    assert context["questions"][0]["ranks"] == [1]
    assert report["pool"]["size"] == report["pool"]["total"]


def test_text_names_n_and_csv_has_a_row_a_run_and_question(
    run: Run, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run("--rankers", "keyword") == 0
    text = capsysbinary.readouterr().out.decode()
    assert "n = 2 questions" in text
    assert "plain → context, keyword" in text
    assert "plain: without context; context: with context (recipe path)\n" in text
    assert run("--rankers", "keyword", "--recipes", "none,path+depth=0") == 0
    text = capsysbinary.readouterr().out.decode()
    assert "plain: without context\n" in text
    assert "context: with" not in text
    assert run("--rankers", "keyword", "--format", "csv", "--recipes", "none,path+depth=0") == 0
    rows = capsysbinary.readouterr().out.decode().splitlines()
    assert [row.split(",")[0] for row in rows] == ["recipe", "plain", "plain", "path+depth=0", "path+depth=0"]


def test_run_files_are_written(run: Run, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("--rankers", "keyword", "--run-files", str(tmp_path / "runs")) == 0
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == [
        "context-keyword.run",
        "judgements.qrels",
        "plain-keyword.run",
    ]
    assert (tmp_path / "runs/judgements.qrels").read_text() == "q1 0 plans.md#3 1\nq2 0 plans.md#1 1\n"


def test_run_files_are_replaced_whole(run: Run, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    runs.mkdir()
    (runs / "judgements.qrels").write_text("earlier\n")
    with (runs / "judgements.qrels").open() as earlier:
        assert run("--rankers", "keyword", "--run-files", str(runs)) == 0
        assert earlier.read() == "earlier\n"
    assert (runs / "judgements.qrels").read_text().startswith("q1 0")


def test_what_cannot_be_found_is_told_line_by_line(
    run: Run, questions: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    bad = {"question": "?", "relevant": ["plans#month-pass", "nowhere.md#x"]}
    questions.write_text(f"{json.dumps(ROWS[0])}\n{json.dumps(bad)}\n")
    assert run("--json") == 2
    caught = capsysbinary.readouterr()
    assert caught.out == b""
    assert caught.err.decode().splitlines() == [
        "chunk-explorer: set.jsonl: line 2: plans.md has no heading #month-pass; the nearest is #monthly-pass.",
        "chunk-explorer: set.jsonl: line 2: there is no document nowhere.md; the nearest is repeat.md.",
    ]
    questions.write_text("nonsense\n")
    assert run("--json") == 2
    assert b"line 1: is no JSON" in capsysbinary.readouterr().err


def test_a_set_that_is_not_there_is_told(run: Run, questions: Path) -> None:
    questions.unlink()
    with pytest.raises(ExplorerError, match="cannot be read"):
        run()


@pytest.mark.parametrize("option", ["--output", "--run-files"])
def test_an_empty_name_is_no_file(run: Run, option: str) -> None:
    with pytest.raises(SystemExit) as ended:
        run(option, "")
    assert ended.value.code == 2


def test_an_unknown_ranker_is_told(run: Run) -> None:
    with pytest.raises(ExplorerError, match="There is no ranker 'best'"):
        run("--rankers", "best")


def test_an_evaluation_is_one_html_page(run: Run, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    page = tmp_path / "evaluation.html"
    assert run("--rankers", "keyword", "--format", "html", "--output", str(page)) == 0
    assert capsysbinary.readouterr().out == b""
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert "How much is the monthly pass?" in page.read_text("utf-8")
    with pytest.raises(ExplorerError, match="belongs to the library"):
        run("--rankers", "keyword", "--output", str(tmp_path / "docs/plans.md"))


def test_a_kept_evaluation_of_the_same_questions_is_compared_with(
    run: Run, questions: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    with pytest.raises(ExplorerError, match="No evaluation has been kept yet"):
        run("--rankers", "keyword", "--against", "last")
    assert run("--rankers", "keyword") == 0
    capsysbinary.readouterr()
    assert run("--rankers", "keyword", "--against", "last") == 0
    text = capsysbinary.readouterr().out.decode()
    assert "with the same settings and documents" in text
    assert "context against then, keyword: 0 questions better, 0 worse, 2 the same" in text
    assert run("--rankers", "keyword", "--against", "20", "--json") == 0
    report = json.loads(capsysbinary.readouterr().out)
    assert [each["same"] for each in report["over_time"]["runs"]] == [2, 2]
    assert run("--rankers", "shared-words", "--against", "last") == 2
    caught = capsysbinary.readouterr()
    assert b"shared-words" in caught.out
    assert b"no run in common" in caught.err
    questions.write_text(json.dumps(ROWS[0]) + "\n")
    with pytest.raises(ExplorerError, match="asked other questions"):
        run("--rankers", "keyword", "--against", "last")


def test_kept_evaluations_are_listed_without_the_index(run: Run, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("--history") == 0
    assert b"No evaluation has been kept yet." in capsysbinary.readouterr().err
    assert run("--rankers", "keyword") == 0
    capsysbinary.readouterr()
    assert run("--history") == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert "set.jsonl, n = 2" in lines[0]
    assert lines[1].startswith("  plain, keyword: MRR ")
    assert run("--history", "--json") == 0
    (kept,) = json.loads(capsysbinary.readouterr().out)["evaluations"]
    assert [each["recipe"] for each in kept["runs"]] == ["plain", "context"]
