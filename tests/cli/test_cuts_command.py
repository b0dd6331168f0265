"""The command `cuts`, on chunks in LangChain's shape of documents that lie in a folder."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from explorer.cli.cuts import add_cuts, run_cuts
from explorer.core.errors import ExplorerError

LEAVE = "# Handbook\n\n## Leave\n\nAnnual leave is 25 days. It must be taken in the year.\n\n## Notice\n\nOne month.\n"
LINES = [
    {"page_content": "Annual leave is 25 days. It must be", "metadata": {"Header 1": "Handbook", "Header 2": "Leave"}},
    {"page_content": "be taken in the year.", "metadata": {"Header 1": "Handbook", "Header 2": "Leave"}},
    {"page_content": "## Notice  \nOne month.", "metadata": {"Header 1": "Handbook", "Header 2": "Notice"}},
]


@pytest.fixture
def arguments(tmp_path: Path) -> argparse.Namespace:
    """Return the command's arguments for a folder of two documents and the chunks of one of them."""
    docs = tmp_path / "docs"
    (docs / "hr").mkdir(parents=True)
    (docs / "hr/leave.md").write_text(LEAVE)
    (docs / "plans.md").write_text("# Plans\n\nTwelve dollars.\n")
    source = tmp_path / "chunks.jsonl"
    sources = ("/srv/hr/leave.md", "/srv/hr/leave.md", "/srv/hr/leave.md", "/srv/other.md")
    lines = [*LINES, {"page_content": "Other.", "metadata": {}}]
    for line, name in zip(lines, sources, strict=True):
        line["metadata"]["source"] = name  # type: ignore[index]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    parser = argparse.ArgumentParser()
    add_cuts(parser)
    common = argparse.Namespace(
        store=str(tmp_path / "store"), model="", max_tokens=0, ocr=None, recipe="path", chroma="", precision="auto"
    )
    return parser.parse_args([str(source), str(docs), "--json"], common)


def test_figures_as_json(arguments: argparse.Namespace, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run_cuts(arguments) == 0
    report = json.loads(capsysbinary.readouterr().out)
    (document,) = report["documents"]
    assert (document["document"], document["own_document"]) == ("hr/leave.md", "hr/leave.md")
    assert (report["only_given"], report["only_folder"]) == (["other.md"], ["plans.md"])
    assert (document["given"]["chunks"], document["own"]["chunks"]) == (3, 2)
    assert document["given"]["findings"]["C209"] == 2
    assert document["given"]["inside_sentence"] == 1
    assert document["boundaries"] == {"given": 2, "own": 1, "shared": 1}
    assert document["path_share"] == 1.0
    assert document["words"]["own_found"] == document["words"]["own"]
    assert {**report["total"], "document": "hr/leave.md", "own_document": "hr/leave.md"} == document


def test_figures_as_text(arguments: argparse.Namespace, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    arguments.json = False
    assert run_cuts(arguments) == 0
    shown = capsysbinary.readouterr().out.decode()
    assert "begin inside a sentence" in shown
    assert "Words under the same heading path: 100.0 %; under the same last heading: 100.0 %." in shown
    assert "Cuts at the same place: 1 of 2 given and 1 of this program." in shown
    assert shown.endswith("Only in the chunks: other.md\n\nOnly in the folder: plans.md\n")


def test_what_cannot_be_compared_is_said(arguments: argparse.Namespace, tmp_path: Path) -> None:
    arguments.folder = str(tmp_path / "empty")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ExplorerError, match="No document of the chunks stands in the folder"):
        run_cuts(arguments)
    arguments.given = arguments.folder
    with pytest.raises(ExplorerError, match="holds no chunks of another pipeline"):
        run_cuts(arguments)
    arguments.given = str(tmp_path / "none.jsonl")
    with pytest.raises(ExplorerError, match="There is no folder"):
        run_cuts(arguments)


def test_the_programs_own_chunks_keep_every_word_of_their_texts(
    arguments: argparse.Namespace, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    docs, own = Path(arguments.folder), Path(arguments.given)
    text = "Plans\n\nThey cost twelve dollars."
    (docs / "plans.md").write_text(text)
    chunk = {"document": "plans.md", "title": "Plans", "header": "Plans", "text": text, "heading_path": []}
    own.write_text(json.dumps({**chunk, "embedded_text": f"Plans\n\n{text}"}) + "\n")
    assert run_cuts(arguments) == 0
    told = capsysbinary.readouterr()
    words = json.loads(told.out)["total"]["words"]
    assert words["own_found"] == words["own"] == words["given"] == 5
    assert b"begins with its headings" not in told.err
    own.write_text(json.dumps(chunk) + "\n")
    assert run_cuts(arguments) == 0
    told = capsysbinary.readouterr()
    words = json.loads(told.out)["total"]["words"]
    assert (words["own_found"], words["given"]) == (4, 4)
    assert b"plans.md: 1 chunk begins with its headings" in told.err
