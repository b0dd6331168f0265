"""Runs the benchmarks of speed, scale and trust one after another and writes the table that the README quotes.

Run as `python tests/benchmarks [--only NAMES] [--write] [--peer-python PYTHON]`. Each benchmark is a process of its own
and compares within its own run; `--write` puts the figures and the machine between the marks in README.md. Those of
retrieval and of structure take hours and tools of others: they are run by themselves (see README.md here).
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from figures import Figure, figures_in
from machine import machine

FOLDER = Path(__file__).parent
README = FOLDER.parents[1] / "README.md"
BEGIN, END = "<!-- benchmarks -->", "<!-- /benchmarks -->"

BENCHMARKS: dict[str, tuple[str, ...]] = {
    "embedding": ("embedding.py",),
    "first_answer": ("first_answer.py",),
    "reading": ("reading.py",),
    "refresh": ("refresh.py",),
    "scale": ("scale.py",),
    "window": ("window.py", "10000"),
    "kills": ("kills.py",),
}
"""Name, and the script with its arguments."""

_NEEDS_DISPLAY = {"window"}
_TAKES_PEERS = {"reading"}


def run(name: str, peer_pythons: Sequence[str] = ()) -> list[Figure]:
    """Run a benchmark, pass its output on and return its figures; raises `SystemExit` when it fails."""
    script, *arguments = BENCHMARKS[name]
    if name in _TAKES_PEERS:
        arguments += [part for python in peer_pythons for part in ("--peer-python", python)]
    command = [sys.executable, "-u", str(FOLDER / script), *arguments]
    if name in _NEEDS_DISPLAY and shutil.which("xvfb-run"):
        command = ["xvfb-run", "-a", *command]
    lines: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        raise SystemExit(f"{script} ended with {process.returncode}")
    return figures_in("".join(lines))


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as a Markdown table."""
    rows = [f"| {each.what} | {each.measured} | {each.target} |" for each in figures]
    return "\n".join(("| what | measured | target |", "| --- | --- | --- |", *rows))


def written(readme: str, figures: Sequence[Figure], where: str) -> str:
    """Return the README's text with the figures between its marks.

    Figures that were not measured again stay; raises `ValueError` when a mark is missing.
    """
    before, after = readme.index(BEGIN) + len(BEGIN), readme.index(END)
    kept = {each.what: each for each in figures_of(readme[before:after])}
    kept.update({each.what: each for each in figures})
    return f"{readme[:before]}\n{table(list(kept.values()))}\n\nMeasured on: {where}.\n{readme[after:]}"


def figures_of(text: str) -> list[Figure]:
    """Return the figures of a Markdown table, its two head lines aside."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")][2:]
    return [Figure(row[0], row[1], row[2].strip(" |") if len(row) > 2 else "") for row in rows]


def main() -> None:
    """Run what was asked for."""
    options = argparse.ArgumentParser(prog="tests/benchmarks", description=__doc__)
    options.add_argument("--only", default=",".join(BENCHMARKS), help="names, with commas between them")
    options.add_argument("--write", action="store_true", help="write the table of README.md")
    options.add_argument("--peer-python", action="append", default=[], help="Python of an environment with other tools")
    asked = options.parse_args()
    where = machine()
    print(where)
    figures: list[Figure] = []
    for name in asked.only.split(","):
        print(f"\n== {name}", flush=True)
        figures += run(name, asked.peer_python)
        if asked.write:
            README.write_text(written(README.read_text(encoding="utf-8"), figures, where), encoding="utf-8")
    print("\n" + table(figures))


if __name__ == "__main__":
    main()
