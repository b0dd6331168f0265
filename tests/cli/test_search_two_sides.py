"""The command `search` with any two recipes and rankers: what it prints and what other programs read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from explorer.cli import main, parse
from tests.support.small_library import DOCUMENTS, write_documents

QUESTION = "How much is the monthly pass?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("docs")
    write_documents(folder, DOCUMENTS)
    return folder, tmp_path_factory.mktemp("store")


def run(library: tuple[Path, Path], capture: pytest.CaptureFixture[bytes], *options: str) -> str:
    folder, store = library
    assert main(parse(["search", str(folder), QUESTION, "--store", str(store), *options])) == 0
    return capture.readouterr().out.decode()


def found(library: tuple[Path, Path], capture: pytest.CaptureFixture[bytes], *options: str) -> dict[str, Any]:
    return json.loads(run(library, capture, "--json", *options))


def test_both_sides_have_their_own_ranker(
    library: tuple[Path, Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = found(library, capfdbinary, "--context-ranker", "keyword", "--top", "20")
    assert (data["ranker"], data["context_ranker"]) == ("embedding", "keyword")
    assert {hit["measure"] for hit in data["plain"]} == {"cosine"}
    assert {hit["measure"] for hit in data["context"]} == {"BM25"}
    keys = [[(hit["document"], hit["index"]) for hit in data[side]] for side in ("plain", "context")]
    assert data["overlap"][0] == {"k": 5, "shared": len(set(keys[0][:5]) & set(keys[1][:5]))}
    repeats = {(hit["document"], hit["index"]): hit["repeats"] for hit in data["plain"]}
    assert repeats["repeat.md", 0] is None
    assert repeats["repeat.md", 1] == {"document": "repeat.md", "index": 0}


def test_one_ranker_is_told_for_both_sides(
    library: tuple[Path, Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = found(library, capfdbinary, "--ranker", "keyword")
    assert (data["ranker"], data["context_ranker"]) == ("keyword", "keyword")
    assert data["recipes"] == {"plain": "none", "context": "path"}


def test_two_recipes_with_headings_are_compared(
    library: tuple[Path, Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The recipe of the first side is embedded when its ranker needs vectors."""
    data = found(library, capfdbinary, "--plain-recipe", "bracket", "--top", "3")
    assert data["recipes"] == {"plain": "bracket", "context": "path"}
    assert data["plain"][0]["heading_path"][-1] == "Monthly pass"
    text = run(library, capfdbinary, "--plain-recipe", "bracket", "--context-ranker", "hybrid", "--top", "3")
    assert "Rankers: embedding, hybrid;" in text
    assert "First side (recipe bracket, ranker embedding)" in text
    assert "Second side (recipe path, ranker hybrid)" in text


def test_the_text_tells_who_moved_by_true_ranks(
    library: tuple[Path, Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = found(library, capfdbinary, "--top", "2")
    lines = run(library, capfdbinary, "--top", "2").splitlines()
    assert "Without context (recipe none)" in lines
    assert any(line.startswith("On both sides: ") for line in lines)
    listed = {(hit["document"], hit["index"]) for hit in data["plain"]}
    for hit in data["context"]:
        (line,) = (each for each in lines[lines.index("With context (recipe path)") :] if _names(each, hit))
        if (hit["document"], hit["index"]) not in listed:
            assert f"[new: rank {hit['other_rank']} on the other side]" in line


def _names(line: str, hit: dict[str, Any]) -> bool:
    return f"]  {hit['document']} #{hit['index']}" in line


def test_an_unknown_recipe_is_a_sentence(library: tuple[Path, Path], capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    folder, store = library
    options = ["--store", str(store), "--plain-recipe", "nonsense"]
    assert main(parse(["search", str(folder), QUESTION, *options])) == 2
    assert b"nonsense" in capfdbinary.readouterr().err
