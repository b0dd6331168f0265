"""The structure benchmark can say no: what it counts as found, invented, at the right level, under the right path."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from structure_score import Reading, score
from structure_text import heading_key, key_paths
from structure_truth import CORPORA, MENDED, load_cases

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


@pytest.mark.parametrize(
    ("rows", "title", "counts"),
    [
        pytest.param([(1, "Setup"), (2, "Power"), (1, "Use")], "Manual", (4, 0, 4, 4), id="beside the headings"),
        pytest.param([(1, "Setup"), (2, "Power"), (1, "Use")], "", (3, 0, 3, 3), id="not stated"),
        pytest.param([(1, "Setup"), (2, "Power"), (1, "Use")], "Handbook", (3, 0, 3, 3), id="another title"),
        pytest.param([(1, "Setup"), (2, "Power")], "Use", (2, 0, 2, 2), id="a title does not stand for other headings"),
        pytest.param(
            [(1, "Manual"), (1, "Setup"), (2, "Power"), (1, "Use")], "Manual", (4, 0, 4, 4), id="its level is free"
        ),
        pytest.param(
            [(1, "Manual"), (1, "Setup"), (2, "Power"), (1, "Use")], "", (4, 0, 3, 4), id="a heading's level is not"
        ),
        pytest.param(
            [(1, "Foreword"), (1, "Setup"), (2, "Power"), (1, "Use")], "Manual", (4, 1, 4, 4), id="with one invented"
        ),
    ],
)
def test_a_title_that_heads_the_outline_is_found_where_it_is_stated(
    rows: list[tuple[int, str]], title: str, counts: tuple[int, ...]
) -> None:
    result = score(TRUE, [], replace(reading(*rows), title=title))
    assert (result.found, result.invented, result.level, result.path) == counts
    assert sum(text.startswith("missed") for text in result.details) == 4 - counts[0]


def test_a_title_below_other_headings_is_a_heading_like_others() -> None:
    true = [(2, "Manual"), (1, "Setup")]
    assert score(true, [], Reading([(1, "Setup")], [], title="Manual")).found == 1


@pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora are not here")
def test_every_mended_truth_is_in_the_corpora() -> None:
    lines = (CORPORA / "headings" / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    stated = {(entry["file"], head["text"]) for entry in map(json.loads, lines) for head in entry["headings"]}
    assert stated >= set(MENDED)
    cases = {case.name: case for case in load_cases(("pdf",), outline=False, tags=False)}
    for (file, heading), (instead, reason) in MENDED.items():
        texts = [text for _, text in cases[file].headings]
        assert reason
        assert heading not in texts
        assert not instead or instead in texts
        assert len(texts) == len(cases[file].pages)


def test_truth_without_levels_judges_the_innermost_heading() -> None:
    rows = [(1, "Manual"), (1, "Setup"), (4, "Power"), (0, "Plug it in."), (3, "Use"), (0, "Turn it on.")]
    assert score(TRUE, PASSAGES, reading(*rows), flat=True).right == 2


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("4.2 Set-up { #set-up }", "setup"),
        ("Chapter 1. The *Shell*", "theshell"),
        ("3.1.1 Stage 1: Loading", "loading"),
        ("Stage 1: Loading", "loading"),
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
