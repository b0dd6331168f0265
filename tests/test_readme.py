"""What the README tells people to type exists, and the check runs the README's own test command."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from itertools import takewhile
from pathlib import Path

import pytest

from explorer.cli import COMMANDS, WINDOW, parse
from explorer.core.recipe import Style

PROJECT = Path(__file__).resolve().parent.parent
README = (PROJECT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?:^<!-- (\w+) -->\n)?^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
MARKED = {mark: code.strip() for mark, _, code in BLOCKS if mark}
TYPED = [line for _, language, code in BLOCKS if language == "sh" for line in code.splitlines()]
USES = sorted({use for line in TYPED for use in re.findall(r"chunk-explorer .*", line)})


def test_there_are_commands_to_check() -> None:
    assert set(MARKED) == {"run", "tests"}
    assert len(USES) >= 5


@pytest.mark.parametrize("use", USES)
def test_the_program_takes_every_command_line(use: str) -> None:
    words = list(takewhile(lambda word: word != ">", shlex.split(use)[1:]))
    assert parse(words).command in {WINDOW, *COMMANDS}


def test_every_command_is_described() -> None:
    described = set(re.findall(r"^\| `chunk-explorer (\w+)", README, re.MULTILINE))
    assert described == set(COMMANDS)


def test_every_option_named_is_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    named = set(re.findall(r"`(--[a-z-]+)", README))
    for command in (WINDOW, *COMMANDS):
        with pytest.raises(SystemExit):
            parse([command, "--help"])
    helped = capsys.readouterr().out
    assert named
    assert {option for option in named if option not in helped} == set()


def test_every_recipe_style_is_named() -> None:
    assert [style for style in Style if f"`{style}`" not in README] == []


def test_links_lead_somewhere() -> None:
    linked = re.findall(r"\]\(([^)#:]+)\)", README)
    assert [target for target in linked if not (PROJECT / target).exists()] == []


def test_places_in_the_map_of_the_code_exist() -> None:
    rows = re.findall(r"^\| `((?:explorer|resources|sample_docs|tests)/[\w./]*)`", README, re.MULTILINE)
    assert len(rows) >= 8
    assert [row for row in rows if not (PROJECT / row).exists()] == []


@pytest.mark.parametrize("mark", ["run", "tests"])
def test_the_two_commands_are_one_line_each_and_make_their_own_environment(mark: str) -> None:
    assert "\n" not in MARKED[mark]
    assert "python3 -m venv .venv" in MARKED[mark]
    assert subprocess.run(["bash", "-n", "-c", MARKED[mark]], check=False).returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="the check is a bash script")
def test_the_check_runs_the_test_command_of_the_readme(tmp_path: Path) -> None:
    """In a copy, with a README whose command only leaves a trace and tools that do nothing."""
    (tmp_path / ".ci").mkdir()
    check = tmp_path / ".ci" / "run"
    check.write_text((PROJECT / ".ci" / "run").read_text(encoding="utf-8"), encoding="utf-8")
    trace = "mkdir -p .venv/bin && echo 'it ran' > trace"
    readme = README.replace(MARKED["tests"], trace)
    assert readme != README
    (tmp_path / "README.md").write_text(readme, encoding="utf-8")
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("ruff", "pyright", "lint-imports"):
        (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >> tools-ran\n', encoding="utf-8")
        (tools / name).chmod(0o755)
    done = subprocess.run(
        ["bash", str(check)], env={"PATH": f"{tools}:{os.environ['PATH']}"}, check=False, cwd=PROJECT.parent
    )
    assert done.returncode == 0
    assert (tmp_path / "trace").read_text(encoding="utf-8") == "it ran\n"
    ran = [line.split()[0] for line in (tmp_path / "tools-ran").read_text(encoding="utf-8").splitlines()]
    assert ran == ["ruff", "ruff", "pyright", "lint-imports"]
