"""Handed cases of plain text: encodings, empty and binary files, texts whose words must all stay."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from explorer.core.errors import UnreadableDocumentError
from explorer.core.parsing import read_document

SHARED = next((parent / "shared" for parent in Path(__file__).parents if (parent / "shared" / "cases").is_dir()), None)
pytestmark = pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")


def case(name: str) -> tuple[Path, dict[str, Any]]:
    assert SHARED is not None
    folder = next(SHARED.glob(f"cases/{name}-*"))
    return folder, json.loads((folder / "expected.json").read_text("utf-8"))["expect"]


def text_of(path: Path) -> tuple[str, str]:
    """Return a file's text as its blocks have it, and all notes."""
    document = read_document(path.read_bytes(), path.name)
    return "\n".join(block.text for block in document.blocks), "\n".join(document.notes)


def test_every_encoding_gives_the_same_words() -> None:
    folder, expect = case("090")
    for name, wanted in expect["files"].items():
        text, notes = text_of(folder / name)
        for words in wanted.get("contains", expect["all_contain"]):
            assert words in text, name
        assert not any(words in text for words in expect["absent"]), name
        assert wanted.get("warn", "") in notes
        assert bool(notes) == bool(wanted), name
    text, notes = text_of(folder / expect["gb18030"]["file"])
    assert expect["gb18030"]["text"] in text
    assert "GB18030" in notes


@pytest.mark.parametrize(
    "name", ["091-cjk-thai-no-spaces/zh.txt", "091-cjk-thai-no-spaces/th.txt", "099-overlap-progress/input.txt"]
)
def test_no_text_is_lost(name: str) -> None:
    assert SHARED is not None
    path = SHARED / "cases" / name
    text, _ = text_of(path)
    assert re.sub(r"\s", "", text) == re.sub(r"\s", "", path.read_text("utf-8"))


def test_empty_files_say_so() -> None:
    folder, expect = case("095")
    for name in (name for name in expect["files"] if name.endswith(".txt")):
        text, notes = text_of(folder / name)
        assert (text, "empty" in notes) == ("", True), name


def test_binary_files_are_refused_and_damaged_ones_read() -> None:
    folder, expect = case("096")
    for name, wanted in expect["files"].items():
        if "skipped" in wanted:
            with pytest.raises(UnreadableDocumentError, match="binary"):
                text_of(folder / name)
            continue
        text, notes = text_of(folder / name)
        assert notes
        assert all(words in text for words in wanted.get("contains", ()))
        assert not any(words in text for words in wanted.get("absent", ()))
