"""Handed cases of web pages from public reports: headings, paths of passages, titles, tables, code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.heading_paths import paths_of

from explorer.core.model import BlockKind
from explorer.core.parsing import read_document
from explorer.core.parsing.reading import table_text

SHARED = next((parent / "shared" for parent in Path(__file__).parents if (parent / "shared" / "cases").is_dir()), None)


def expectations() -> list[Any]:
    """Return (file, what is expected of it) for every HTML case and its further files."""
    found: list[Any] = []
    for path in sorted(SHARED.glob("cases/*/expected.json")) if SHARED else []:
        case: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if case["kind"] != "html":
            continue
        expect = case["expect"]
        names = dict.fromkeys([case["input"], *expect.get("files", ())])
        found.extend(pytest.param(path.parent / name, expect, id=f"{case['id']}-{name}") for name in names)
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
    for text in expect.get("chunk_contains_exact", ()):
        assert text in everything
    for text in expect.get("never_glued", ()):
        assert text not in everything
    if "document_title" in expect:
        assert document.title == expect["document_title"]


@pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")
def test_spanning_cells_of_the_table_case() -> None:
    assert SHARED is not None
    folder = SHARED / "cases/037-table-spans"
    expect = json.loads((folder / "expected.json").read_text("utf-8"))["expect"]
    document = read_document((folder / "input.html").read_bytes(), "input.html")
    first, second = [block for block in document.blocks if block.kind is BlockKind.TABLE]
    wanted = [expect["table"]["header"], *expect["table"]["rows"]]
    assert (first.text, first.header_rows) == (table_text(wanted), 1)
    assert second.text == table_text(expect["second_table"]["grid"])


# Tools that made the truth: one took a link's address for words, one counts the box of contents of a wiki page.
DIFFERENT = {"hyperlink_02.html", "wiki_duck.html"}


@pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")
def test_headings_of_real_pages() -> None:
    assert SHARED is not None
    folder = SHARED / "corpora/headings"
    truths = map(json.loads, (folder / "truth.jsonl").read_text("utf-8").splitlines())
    pages = [truth for truth in truths if truth["format"] == "html" and Path(truth["file"]).name not in DIFFERENT]
    assert len(pages) == 428
    # Every tenth is enough here; all of them take half a minute.
    for truth in pages[::10]:
        document = read_document((folder / truth["file"]).read_bytes(), truth["file"])
        found = [[block.level, block.text] for block in document.blocks if block.kind is BlockKind.HEADING]
        wanted = [[heading["level"], " ".join(heading["text"].split())] for heading in truth["headings"]]
        assert found == wanted, truth["file"]
