"""`evaluate --check` and `--propose-twins`, on a folder of two documents with the real model."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explorer.cli.evaluate import add_evaluate, run_evaluate
from tests.support.small_library import PLANS, REPEATED

Run = Callable[..., int]
GOOD = '{"question": "Month?", "relevant": ["plans#monthly-pass"]}\n'
BAD = (
    '{"question": "Day?", "relevant": ["plans#dai-pass"], "not_relevant": ["plans#day-pass"]}\n'
    '{"question": "None?"}\n'
    '{"question": "Both?", "relevant": ["\\"It costs 12 dollars. It costs 25 dollars\\""]}\n'
)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs the command on some questions, with more arguments."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "plans.md").write_text(PLANS)
    (docs / "repeat.md").write_text(REPEATED)
    parser = argparse.ArgumentParser()
    add_evaluate(parser)

    def run(questions: str, *more: str) -> int:
        (tmp_path / "set.jsonl").write_text(questions)
        store = str(tmp_path / "store")
        common = argparse.Namespace(
            store=store, model="", max_tokens=0, ocr=None, recipe="path", chroma="", precision="auto"
        )
        named = [str(tmp_path / "set.jsonl")] if questions else []
        return run_evaluate(parser.parse_args([str(docs), *named, *more], common))

    return run


def test_a_check_says_what_is_not_found_with_the_nearest(run: Run, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(GOOD, "--check") == 0
    assert capsysbinary.readouterr().out.decode() == (
        "set.jsonl: 1 question, 0 cannot be asked, 0 passages cut apart\n"
    )
    assert run(GOOD + BAD, "--check") == 1
    assert capsysbinary.readouterr().out.decode() == (
        "set.jsonl: 4 questions, 2 cannot be asked, 1 passage cut apart\n"
        "\nline 2: Day?\n  plans#dai-pass: plans.md has no heading #dai-pass; the nearest is #day-pass.\n"
        "\nline 3: None?\n  No passage is marked as its answer.\n"
        '\nline 4: Both?\n  "It costs 12 dollars. It costs 25 dollars": cut apart into 2 chunks, 1 of them right\n'
    )


def test_a_check_as_json_names_chunks_and_repairs(run: Run, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(GOOD + BAD, "--check", "--json") == 1
    report: dict[str, Any] = json.loads(capsysbinary.readouterr().out)
    assert (report["n"], report["not_asked"], report["cut_apart"]) == (4, 2, 1)
    good, day, none, both = report["questions"]
    assert good["relevant"][0]["chunks"] == [{"document": "plans.md", "index": 3}]
    assert day["relevant"][0]["nearest"] == ["plans.md#day-pass"]
    assert day["not_relevant"][0]["chunks"] == [{"document": "plans.md", "index": 2}]
    assert none["problem"] == "No passage is marked as its answer."
    assert (both["line"], both["relevant"][0]["cut_apart"]) == (4, 2)


def test_a_set_that_cannot_be_read_is_told_line_by_line(run: Run, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run('{"question"\n', "--check") == 2
    assert b"set.jsonl: line 1: is no JSON" in capsysbinary.readouterr().err


def test_near_duplicates_are_listed_without_questions(run: Run, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("", "--propose-twins", "--json") == 0
    report: dict[str, Any] = json.loads(capsysbinary.readouterr().out)
    assert report["total"] == len(report["pairs"]) > 0
    pair = report["pairs"][0]
    assert pair["similarity"] == 1.0
    assert pair["first"]["heading_path"] != pair["second"]["heading_path"]
    assert pair["first"]["entry"]["doc"] == "repeat.md"
    assert run("", "--propose-twins") == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert lines[:5] == [
        f"{report['total']} pairs of passages nearly the same under different headings, {report['total']} listed",
        "",
        "100 % alike",
        f"  repeat.md: {' > '.join(pair['first']['heading_path'])}",
        "    See the general terms.",
    ]
