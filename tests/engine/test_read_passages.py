"""Passages read from an open library, and printed by the command `search`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from explorer import cli, protocol
from explorer.core.errors import ExplorerError
from explorer.engine import retrieval_jobs
from explorer.engine.library import Library
from explorer.engine.passages import read_passages


def command(capfdbinary: pytest.CaptureFixture[bytes], indexed: tuple[Path, Path], *words: str) -> tuple[int, str, str]:
    question = ["How much is the monthly pass?", "--ranker", "shared-words", "--top", "1", "--store", str(indexed[1])]
    code = cli.main(cli.parse(["search", str(indexed[0]), *question, *words]))
    shown = capfdbinary.readouterr()
    return code, shown.out.decode(), shown.err.decode()


def test_hits_of_several_documents_come_best_first(small: Library) -> None:
    hits = (("plans.md", 3), ("insurer/handbook-v7.md", 0), ("plans.md", 0))
    request = protocol.ReadPassages(id=4, hits=hits, window=0)
    event = retrieval_jobs.ANSWERS[protocol.ReadPassages](request, small)
    assert isinstance(event, protocol.PassagesRead)
    assert [(each.document, each.parts[0].index) for each in event.passages] == list(hits)
    assert event.passages[1].prompt.startswith(
        "[Member Handbook | Authorizations > 4.1 Elective surgery | version 7, effective 2025-01-01]\nAllow 21"
    )
    assert protocol.decode_event(protocol.encode(event)) == event


def test_costs_are_counted_by_the_models_tokenizer(small: Library) -> None:
    [passage] = read_passages(small.opened, [("plans.md", 2)], 0, 100)
    tokenizer = small.opened.setup.tokenizer
    assert (passage.kind, len(passage.parts)) == ("section", 4)
    assert passage.tokens == tokenizer.count(passage.prompt) <= 100
    assert passage.hit_tokens == tokenizer.count("[Plans | Day pass]\nIt costs 12 dollars.")
    assert [part.is_hit for part in passage.parts] == [False, False, True, False]
    assert passage.parts[2].place == small.chunk("plans.md", 2).item.chunk.place
    assert [part.line for part in passage.parts] == [3, 7, 11, 15]


@pytest.mark.parametrize(
    ("hits", "window", "budget", "words"),
    [
        ([("plans.md", 99)], 1, 0, "no chunk 99"),
        ([("gone.md", 0)], 1, 0, "no chunk 0"),
        ([("plans.md", 0)], 4, 0, "4 neighbours"),
        ([("plans.md", 0)], -1, 0, "-1 neighbours"),
        ([("plans.md", 0)], 1, -5, "-5 tokens"),
    ],
)
def test_what_cannot_be_read_is_said(
    small: Library, hits: list[tuple[str, int]], window: int, budget: int, words: str
) -> None:
    with pytest.raises(ExplorerError, match=words):
        read_passages(small.opened, hits, window, budget)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (("--as", "citation"), "[plans.md] Monthly pass - It costs 25 dollars and"),
        (("--neighbours", "1"), "[Plans]\n[Day pass]\nIt costs 12 dollars.\n\n[Monthly pass]\nIt costs 25"),
        (
            ("--section-tokens", "100", "--as", "markdown"),
            "# Plans\n\nLumen Bikes lends bicycles by the minute.\n\n## ",
        ),
    ],
)
def test_the_command_prints_passages(
    options: tuple[str, ...], wanted: str, copied: tuple[Path, Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    code, out, err = command(capfdbinary, copied, *options)
    assert (code, err) == (0, "")
    assert out.startswith(wanted)


def test_the_command_adds_passages_to_its_json_and_says_why_a_section_was_not_taken(
    copied: tuple[Path, Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    answer: dict[str, Any] = json.loads(command(capfdbinary, copied, "--section-tokens", "25", "--json")[1])
    [passage] = answer["passages"]
    assert (passage["document"], passage["kind"], passage["heading_path"]) == (
        "plans.md",
        "hit",
        ["Plans", "Monthly pass"],
    )
    assert [(part["index"], part["is_hit"]) for part in passage["parts"]] == [(3, True)]
    assert passage["tokens"] <= 25
    assert "passages" not in json.loads(command(capfdbinary, copied, "--json")[1])
    assert "has more than 25 tokens" in command(capfdbinary, copied, "--section-tokens", "25")[2]


@pytest.mark.parametrize("options", [("--neighbours", "4"), ("--section-tokens", "0")])
def test_the_command_refuses_widths_that_make_no_sense(
    options: tuple[str, ...], copied: tuple[Path, Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    code, out, err = command(capfdbinary, copied, *options)
    assert (code, out) == (2, "")
    assert "cannot" in err
