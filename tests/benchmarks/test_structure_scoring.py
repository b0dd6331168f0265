"""The structure benchmark can say no: what it counts as found, invented, at the right level, under the right path."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from structure_score import Reading, score
from structure_text import heading_key, key_paths

TRUE = [(1, "Manual"), (2, "1 Setup"), (3, "1.1 Power"), (2, "2 Use")]
PASSAGES = [("plugitin", ("manual", "setup", "power")), ("turniton", ("manual", "use"))]


def reading(*rows: tuple[int, str]) -> Reading:
    """Return what a tool says that gives these rows in order; level 0 is text."""
    opened: list[tuple[int, str]] = []
    texts: list[tuple[tuple[str, ...], str]] = []
    for level, text in rows:
        if level:
            opened = [head for head in opened if head[0] < level] + [(level, text)]
        texts.append((tuple(heading for _, heading in opened), text))
    return Reading([row for row in rows if row[0]], texts)


@pytest.mark.parametrize(
    ("rows", "counts"),
    [
        pytest.param(
            [(1, "Manual"), (2, "Setup"), (3, "Power"), (0, "Plug it in."), (2, "Use"), (0, "Turn it on.")],
            (4, 0, 4, 4, 2, 0),
            id="all right, numbering aside",
        ),
        pytest.param(
            [(1, "Setup"), (2, "Power"), (0, "Plug it in."), (1, "Use"), (0, "Turn it on.")],
            (3, 0, 3, 3, 2, 0),
            id="title left out, levels shifted",
        ),
        pytest.param(
            [(1, "Manual"), (2, "Setup"), (2, "Power"), (0, "Plug it in."), (2, "Use"), (0, "Turn it on.")],
            (4, 0, 3, 3, 1, 0),
            id="a level wrong",
        ),
        pytest.param(
            [(1, "Manual"), (2, "Setup"), (3, "Power"), (0, "Plug it in. Turn it on.")],
            (3, 0, 3, 3, 1, 0),
            id="a heading missed",
        ),
        pytest.param(
            [(1, "Manual"), (2, "Setup"), (3, "Power"), (4, "Note"), (0, "Plug it in."), (2, "Use")],
            (4, 1, 4, 4, 0, 1),
            id="a heading invented, a passage lost",
        ),
        pytest.param([], (0, 0, 0, 0, 0, 2), id="nothing"),
    ],
)
def test_counts(rows: list[tuple[int, str]], counts: tuple[int, ...]) -> None:
    result = score(TRUE, PASSAGES, reading(*rows))
    found = (result.found, result.invented, result.level, result.path, result.right, result.absent)
    assert found == counts
    assert (result.true, result.passages) == (4, 2)


def test_truth_without_levels_judges_the_innermost_heading() -> None:
    rows = [(1, "Manual"), (1, "Setup"), (4, "Power"), (0, "Plug it in."), (3, "Use"), (0, "Turn it on.")]
    assert score(TRUE, PASSAGES, reading(*rows), flat=True).right == 2


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("4.2 Set-up { #set-up }", "setup"),
        ("Chapter 1. The *Shell*", "theshell"),
        ("Appendix B Tables", "tables"),
        ("`a` [b](c)", "ab"),
        ("2024", "2024"),
        ("***", "***"),
    ],
)
def test_heading_key(text: str, key: str) -> None:
    assert heading_key(text) == key


def test_paths_pop_levels() -> None:
    assert key_paths([(1, "a"), (3, "b"), (3, "c"), (2, "d")]) == [("a",), ("a", "b"), ("a", "c"), ("a", "d")]
