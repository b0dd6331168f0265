"""The runner's table: figures come out of a benchmark's output and go into the README, new ones over old ones."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def runner() -> ModuleType:
    """Return the runner as a module; its folder is no package."""
    sys.path.insert(0, str(FOLDER))
    try:
        spec = importlib.util.spec_from_file_location("benchmark_runner", FOLDER / "__main__.py")
        assert spec is not None
        assert spec.loader is not None
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return made
    finally:
        sys.path.remove(str(FOLDER))


def test_figures_are_found_among_other_lines(runner: ModuleType) -> None:
    output = "noise\n@figure | speed | 3.1 times | at least 3\n| a | b |\n@figure | memory | 120 MB | \n"
    found = runner.figures_in(output)
    assert [(each.what, each.measured, each.target) for each in found] == [
        ("speed", "3.1 times", "at least 3"),
        ("memory", "120 MB", ""),
    ]


def test_new_figures_replace_those_of_their_name_and_others_stay(runner: ModuleType) -> None:
    figure = runner.Figure
    text = f"before\n{runner.BEGIN}\n{runner.END}\nafter\n"
    once = runner.written(text, [figure("a", "1", "2"), figure("b", "3")], "here")
    twice = runner.written(once, [figure("a", "4", "2")], "there")
    inside = twice[twice.index(runner.BEGIN) : twice.index(runner.END)]
    assert runner.figures_of(inside) == [figure("a", "4", "2"), figure("b", "3")]
    assert "Measured on: there." in inside
    assert twice.startswith("before\n")
    assert twice.endswith(f"{runner.END}\nafter\n")


def test_a_readme_without_the_marks_is_not_touched(runner: ModuleType) -> None:
    with pytest.raises(ValueError, match="substring not found"):
        runner.written("no marks", [], "here")


def test_each_benchmark_of_the_runner_is_there(runner: ModuleType) -> None:
    assert all((FOLDER / script).is_file() for script, *_ in runner.BENCHMARKS.values())
