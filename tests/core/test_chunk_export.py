"""Chunks as lines of JSON, as CSV and as Markdown."""

from __future__ import annotations

import csv
import io
import json

import pytest

from explorer.core.chunk_export import COLUMNS, ChunkWriter
from explorer.core.chunk_sources import MOST_LETTERS, ChunkSource, source_of
from explorer.core.errors import ExplorerError
from explorer.core.export import chunk_json
from explorer.core.model import Chunk, Metadata, Place
from explorer.core.views import ContextChunk, Header


def item(text: str, kind: str = "paragraph", path: tuple[str, ...] = ("Plans", "Day pass")) -> ContextChunk:
    chunk = Chunk("plans.md", 3, 1, path, text, Place(2, 9), kind, 5)
    return ContextChunk(chunk, "Plans", Header("Plans"), f"Plans\n\n{text}", f"[plans.md] {text}", 9, 4, 254)


def test_a_line_of_json_holds_what_the_command_prints() -> None:
    writer = ChunkWriter("jsonl")
    text = writer.head() + writer.text(item("It costs\n12 dollars – é."), ["C205", "C205", "C201"], Metadata())
    assert text.endswith("\n")
    assert text.count("\n") == 1
    assert json.loads(text) == chunk_json(item("It costs\n12 dollars – é."), ["C201", "C205"])


@pytest.mark.parametrize("text", ["It costs 12, or “13”.", "two\nlines", "=HYPERLINK(1)", 'a "quoted" \0 cell'])
def test_csv_comes_back_and_runs_nothing(text: str) -> None:
    writer = ChunkWriter("csv")
    lines = list(csv.reader(io.StringIO(writer.head() + writer.text(item(text), ["C205"], Metadata()), newline="")))
    assert lines[0] == [f"\ufeff{COLUMNS[0]}", *COLUMNS[1:]]
    row = dict(zip(COLUMNS, lines[1], strict=True))
    assert row["heading_path"] == "Plans > Day pass"
    assert row["findings"] == "C205"
    assert row["text"] == ("'" if text.startswith("=") else "") + text.replace("\0", "")


def test_markdown_names_each_document_once_and_every_path() -> None:
    writer = ChunkWriter("markdown")
    about = Metadata(version="7")
    text = writer.text(item("| A |\n| 1 |", "table"), [], about) + writer.text(item("a # b", "code", ()), [], about)
    assert text == (
        "# Plans\n\nSource: `plans.md`, version 7\n\n## Plans › Day pass (chunk 3)\n\n| A |\n| --- |\n| 1 |\n\n"
        "## Chunk 3\n\n```\na # b\n```\n\n"
    )


def test_another_format_is_refused() -> None:
    with pytest.raises(ExplorerError, match="xlsx"):
        ChunkWriter("xlsx")


@pytest.mark.parametrize(
    ("place", "source", "told"),
    [
        (Place(2, 5), "0123456789", ChunkSource("a.md", 1, "234")),
        (Place(page=3), "0123456789", ChunkSource("a.md", 1)),
        (Place(1, MOST_LETTERS + 8), "x" * MOST_LETTERS * 2, ChunkSource("a.md", 1, "x" * MOST_LETTERS, 7)),
        (Place(8, 40), "0123456789", ChunkSource("a.md", 1, "89")),
    ],
)  # fmt: skip
def test_source_of_a_chunk_is_bounded(place: Place, source: str, told: ChunkSource) -> None:
    assert source_of("a.md", 1, source, place) == told
