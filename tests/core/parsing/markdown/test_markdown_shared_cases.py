"""Handed cases from public reports: headings, what is no heading, heading paths of passages, titles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.heading_paths import paths_of

from explorer.core.model import BlockKind
from explorer.core.parsing import read_document

SHARED = next((parent / "shared" for parent in Path(__file__).parents if (parent / "shared" / "cases").is_dir()), None)
# These are about chunks, and are tested where chunks are.
OF_CHUNKS = {"021", "023"}


def expectations() -> list[Any]:
    """Return (file, what is expected of it) for every Markdown case and its second file."""
    found: list[Any] = []
    for path in sorted(SHARED.glob("cases/*/expected.json")) if SHARED else []:
        case: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if case["kind"] != "markdown" or case["id"] in OF_CHUNKS:
            continue
        expect = case["expect"]
        names = dict.fromkeys([case["input"], *expect.get("files", ())])
        found.extend(pytest.param(path.parent / name, expect, id=f"{case['id']}-{name}") for name in names)
        other = expect.get("other_file")
        if other:
            found.append(pytest.param(path.parent / other["input"], other, id=f"{case['id']}-{other['input']}"))
    return found


@pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")
@pytest.mark.parametrize(("path", "expect"), expectations())
def test_case(path: Path, expect: dict[str, Any]) -> None:
    document = read_document(path.read_bytes(), path.name)
    headings = [[block.level, block.text] for block in document.blocks if block.kind is BlockKind.HEADING]
    everything = "\n".join(block.text for block in document.blocks)
    if "headings" in expect:
        assert headings == expect["headings"]
    for text in expect.get("not_headings", ()):
        assert all(text not in heading for _, heading in headings if isinstance(heading, str))
    for passage in expect.get("passages", ()):
        assert passage["path"] in paths_of(document, passage["text"]), passage["text"]
    for text in expect.get("present_somewhere", ()):
        assert text in everything
    positions = [everything.index(text) for text in expect.get("order", ())]
    assert positions == sorted(positions)
    if "document_title" in expect:
        assert document.title == expect["document_title"]


@pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")
def test_list_case_keeps_items_whole_with_their_numbers() -> None:
    assert SHARED is not None
    document = read_document((SHARED / "cases/024-nested-lists/input.md").read_bytes(), "input.md")
    items = [block.text for block in document.blocks if block.kind is BlockKind.LIST_ITEM]
    assert [item[:2] for item in items] == ["3.", "4."]
    assert "Gather context" in items[0]
    assert "Tell the office" in items[0]


@pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")
def test_deep_quotation_keeps_its_words_and_says_so() -> None:
    assert SHARED is not None
    document = read_document((SHARED / "cases/025-list-depth-over-nine/quote-3000.md").read_bytes(), "quote-3000.md")
    assert "bottom" in "".join(block.text for block in document.blocks)
    assert any("too deeply" in note for note in document.notes)


@pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")
def test_fastapi_headings() -> None:
    """True outlines of a real documentation; levels only, because some files carry the truth of another language."""
    assert SHARED is not None
    lines = (SHARED / "corpora/headings/truth.jsonl").read_text("utf-8").splitlines()
    truths = [truth for truth in map(json.loads, lines) if truth["file"].startswith("fastapi")]
    assert len(truths) == 400
    # Every fourth is enough here; all of them take ten seconds.
    for truth in truths[::4]:
        document = read_document((SHARED / "corpora/headings" / truth["file"]).read_bytes(), truth["file"])
        levels = [block.level for block in document.blocks if block.kind is BlockKind.HEADING]
        assert levels == [heading["level"] for heading in truth["headings"]], truth["file"]
