"""Handed cases from public reports for Word documents, and the true outlines of real ones."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.heading_paths import paths_of

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing import read_document

SHARED = next((parent / "shared" for parent in Path(__file__).parents if (parent / "shared" / "cases").is_dir()), None)
pytestmark = pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")
ERRORS = {
    "password_or_doc": ("password", ".doc"),
    "damaged": ("damaged",),
    "not_docx": ("not a Word document",),
    "empty_file": ("empty",),
}


def cases() -> list[Any]:
    found: list[Any] = []
    for path in sorted(SHARED.glob("cases/*/expected.json")) if SHARED else []:
        case: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if case["kind"] == "docx":
            found.append(pytest.param(path.parent / case["input"], case["expect"], id=case["id"]))
    return found


def headings_of(document: ParsedDocument) -> list[list[object]]:
    return [[block.level, block.text] for block in document.blocks if block.kind is BlockKind.HEADING]


@pytest.mark.parametrize(("path", "expect"), cases())
def test_case(path: Path, expect: dict[str, Any]) -> None:
    document = read_document(path.read_bytes(), path.name)
    found = headings_of(document)
    everything = document.source_text
    assert expect.get("headings", found) == found
    assert all(heading in found for heading in expect.get("headings_must_include", ()))
    assert not any(text in str(heading) for text in expect.get("not_headings", ()) for _, heading in found)
    assert all(text in everything for text in expect.get("present_somewhere", ()))
    positions = [everything.index(text) for text in expect.get("order", ())]
    assert all(first < second for first, second in pairwise(positions))
    for passage in expect.get("passages", ()):
        around = paths_of(document, passage["text"])[0]
        assert passage.get("path", around) == around
        assert passage.get("path_last_contains", "") in (around or [""])[-1]
    for text, label in expect.get("labels", {}).items():
        assert f"{label} {text}" in everything
    if "table" in expect:
        rows = [expect["table"]["header"], *expect["table"]["rows"]]
        shown = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
        assert any(block.text == shown and block.header_rows == 1 for block in document.blocks)


def files() -> list[Any]:
    folder = SHARED / "cases/087-damaged-docx" if SHARED else Path()
    listed = json.loads((folder / "expected.json").read_text("utf-8"))["expect"]["files"] if SHARED else {}
    return [pytest.param(folder / name, facts, id=name) for name, facts in listed.items() if not facts.get("skipped")]


@pytest.mark.parametrize(("path", "facts"), files())
def test_damaged_files(path: Path, facts: dict[str, Any]) -> None:
    if "headings" in facts:
        assert headings_of(read_document(path.read_bytes(), path.name)) == facts["headings"]
        return
    with pytest.raises(UnreadableDocumentError) as caught:
        read_document(path.read_bytes(), path.name)
    assert all(word in str(caught.value) for word in ERRORS[facts["error"]])


def plain(text: str) -> str:
    """Return a heading's text without the number before it, which the truth has for some documents only."""
    words = text.casefold().split()
    return " ".join(words[1:] if words and words[0].rstrip(".").replace(".", "").isdigit() else words)


def truths() -> list[Any]:
    lines = (SHARED / "corpora/headings/truth.jsonl").read_text("utf-8").splitlines() if SHARED else []
    return [truth for truth in map(json.loads, lines) if truth["format"] == "docx"]


def test_true_outlines() -> None:
    assert SHARED is not None
    wanted = met = invented = 0
    for truth in truths():
        document = read_document((SHARED / "corpora/headings" / truth["file"]).read_bytes(), truth["file"])
        true = [plain(heading["text"]) for heading in truth["headings"]]
        mine = [plain(str(text)) for _, text in headings_of(document)]
        # A title is no heading here, but is one in a part of the truth.
        true = true[1:] if true[:1] == [plain(document.title)] and mine[:1] != true[:1] else true
        wanted, met = wanted + len(true), met + sum(text in mine for text in true)
        invented += sum(text not in true for text in mine)
    assert wanted > 100
    # One heading of the truth names a table of contents, one bears a number with a word ("SECTION 1").
    assert (wanted - met, invented) == (2, 1)
