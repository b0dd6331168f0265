"""Figures that the README quotes: a benchmark says them, the runner (`python tests/benchmarks`) collects them."""

from __future__ import annotations

from dataclasses import dataclass

_MARK = "@figure"


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, what came out, and what it should be ("" when there is no target)."""

    what: str
    measured: str
    target: str = ""


def say_figure(what: str, measured: str, target: str = "") -> None:
    """Print a figure; none of the words may hold a vertical bar."""
    print(" | ".join((_MARK, what, measured, target)), flush=True)


def figures_in(output: str) -> list[Figure]:
    """Return the figures of a benchmark's output, in order."""
    lines = [line.split(" | ") for line in output.splitlines() if line.startswith(_MARK)]
    return [Figure(*(part.strip() for part in parts[1:])) for parts in lines]
