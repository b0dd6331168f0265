"""The handed cases about chunks, read as Markdown with the bundled model's tokenizer."""

from __future__ import annotations

import json
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from support.tokenizers import model_tokenizer

from explorer.core.chunking import chunk_document
from explorer.core.context import contextualise
from explorer.core.model import Chunk, Metadata
from explorer.core.outline import outline
from explorer.core.parsing import read_document
from explorer.core.recipe import Recipe, Style
from explorer.core.views import ContextChunk

TOKENIZER = model_tokenizer()


def bare(text: str) -> str:
    return re.sub(r"\s+", "", text)


def own(chunk: Chunk) -> str:
    return chunk.text.removeprefix("\n".join(chunk.carried))


def case_folder(shared: Path, number: str) -> Path:
    (folder,) = (shared / "cases").glob(f"{number}-*")
    return folder


def expected(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "expected.json").read_text("utf-8"))["expect"]
    return found


def chunks_of(data: bytes, limit: int) -> tuple[Chunk, ...]:
    return chunk_document(read_document(data, "input.md"), TOKENIZER, limit)


def with_headers(data: bytes, limit: int, style: Style = Style.PATH) -> list[ContextChunk]:
    document = read_document(data, "input.md")
    return [
        contextualise(chunk, document.title, Metadata(), Recipe(style), limit, TOKENIZER, lambda _: "")
        for chunk in chunk_document(document, TOKENIZER, limit)
    ]


@pytest.mark.parametrize("number", ["009", "010", "021", "023", "024"])
def test_headings_and_passages_stand_under_their_path(shared: Path, number: str) -> None:
    folder = case_folder(shared, number)
    wanted, data = expected(folder), (folder / "input.md").read_bytes()
    sections = outline(read_document(data, "input.md").blocks)
    chunks = chunks_of(data, wanted.get("token_limit", 254))

    assert [[one.level, one.heading] for one in sections] == wanted["headings"]
    for passage in wanted.get("passages", []):
        met = [one for one in chunks if passage["text"] in one.text]
        assert [list(one.heading_path) for one in met] == [passage["path"]] * passage.get("count", 1)
    everything = [" ".join((*one.heading_path, one.text)) for one in chunks]
    for text in wanted.get("present_somewhere", []):
        assert any(text in one for one in everything)
    for one, other in wanted.get("apart", []):
        assert not any(one in chunk.text and other in chunk.text for chunk in chunks)
    assert len({(one.document, one.index) for one in chunks}) == len(chunks)


def test_a_cut_table_repeats_its_header_and_no_row(shared: Path) -> None:
    folder = case_folder(shared, "021")
    wanted, data = expected(folder), (folder / "input.md").read_bytes()
    items = with_headers(data, wanted["token_limit"])

    tables = [item for item in items if item.chunk.kind == "table"]
    assert len(tables) > 1
    for item in tables:
        assert all(item.chunk.text.count(line) == 1 for line in wanted["every_table_chunk_contains"])
        assert list(item.chunk.heading_path) == wanted["row_path"]
        assert not any(line in item.chunk.text for line in wanted["not_in_continuation_body"])
        assert item.tokens <= wanted["token_limit"]
    rows = [line for item in tables for line in own(item.chunk).split("\n") if "item-" in line]
    assert [row[: len("| item-01 |")] for row in rows] == [
        wanted["each_row_once"].format(n=number) for number in range(1, wanted["rows_total"] + 1)
    ]


def test_a_path_longer_than_the_limit_is_shortened_and_the_text_is_not(shared: Path) -> None:
    folder = case_folder(shared, "023")
    wanted, data = expected(folder), (folder / "input.md").read_bytes()
    items = with_headers(data, wanted["token_limit"])

    assert len(items) <= wanted["max_chunks"]
    for item in items:
        assert item.tokens <= wanted["token_limit"]
        assert item.chunk.text_tokens >= wanted["body_tokens_min"]
        assert item.header.text == "Consolidated… > Sub-section (c): corrections made after the end…"
        reasons = dict(item.header.dropped)
        assert {*item.chunk.heading_path} <= {*reasons}


def test_nested_items_stay_together_and_keep_their_numbers(shared: Path) -> None:
    folder = case_folder(shared, "024")
    wanted, data = expected(folder), (folder / "input.md").read_bytes()
    together = wanted["together_if_limit_ge"]

    text = "\n".join(own(chunk) for chunk in chunks_of(data, 16))
    positions = [text.index(part) for part in wanted["order"]]
    assert positions == sorted(positions)
    assert all(re.search(rf"^{re.escape(number)} ", text, re.MULTILINE) for number in wanted["numbers"])
    for group in together["groups"]:
        chunks = chunks_of(data, together["tokens"])
        assert any(all(part in one.text for part in group) for one in chunks)


def test_scripts_without_spaces_are_cut_and_nothing_is_lost(shared: Path) -> None:
    folder = case_folder(shared, "091")
    wanted = expected(folder)
    for name in wanted["files"]:
        data = (folder / name).read_bytes()
        chunks = chunks_of(data, wanted["token_limit"])
        assert len(chunks) > 1
        assert not any(one.text.startswith(tuple(wanted["chunk_must_not_start_with"])) for one in chunks)
        assert all(len(one.text) <= wanted["char_limit_suggestion"] for one in chunks)
        assert bare("".join(one.text for one in chunks)) == bare(data.decode("utf-8"))


def generated(folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["generate.py", str(target)])
    runpy.run_path(str(folder / "generate.py"))


@pytest.mark.parametrize("name", ["spaced.txt", "nospace.txt"])
def test_a_line_of_a_megabyte_is_cut_without_loss(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    generated(case_folder(shared, "093"), tmp_path, monkeypatch)
    data = (tmp_path / name).read_bytes()[:1_000_000]
    chunks = chunks_of(data, 254)

    assert all(one.text_tokens <= 191 and len(one.text) <= 8 * 191 for one in chunks)
    assert bare("".join(one.text for one in chunks)) == bare(data.decode("utf-8"))


@pytest.mark.parametrize("name", ["flat.md", "blank.md"])
def test_many_paragraphs_or_blank_lines_under_one_heading_are_packed(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    generated(case_folder(shared, "094"), tmp_path, monkeypatch)
    paragraphs = 10_000 if name == "flat.md" else 1
    data = (tmp_path / name).read_bytes()
    data = data[: len("# One\n\n") + paragraphs * len("para line\n\n")] if name == "flat.md" else data
    sections = outline(read_document(data, name).blocks)
    chunks = chunks_of(data, 254)

    assert len(sections) == expected(case_folder(shared, "094"))["headings"][name]
    met = [part for one in chunks if one.kind == "paragraph" for part in one.text.split("\n\n")]
    assert len(met) == paragraphs


@pytest.mark.parametrize("style", [style for style in Style if style is not Style.NONE])
def test_every_step_advances_and_keeps_a_tiny_limit(shared: Path, style: Style) -> None:
    data = (case_folder(shared, "099") / "input.txt").read_bytes()
    items = with_headers(data, 16, style)

    assert all(item.tokens <= 16 for item in items)
    assert bare("".join(item.chunk.text for item in items)) == bare(data.decode("utf-8"))


def test_the_tail_of_a_long_text_is_within_the_window(shared: Path) -> None:
    folder = case_folder(shared, "130")
    window = expected(folder)["max_seq_length"]
    items = with_headers((folder / "input.md").read_bytes(), window - 2)

    assert all(item.tokens + 2 <= window for item in items)
    assert "zebra" in items[-1].embedded_text
