"""Refreshing: only what changed costs anything, and nothing of what is gone stays."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from explorer.core.errors import Cancelled
from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN, Recipe, Style
from explorer.core.views import Filters
from explorer.engine.library import Library
from explorer.engine.readers import Readers, Working
from explorer.paths import library_folder
from tests.support.small_library import DOCUMENTS, PLANS, chroma_at, refresh, write_documents

Opener = Callable[..., Library]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the names of the documents that are really read."""
    names: list[str] = []
    read_in_steps = Readers.read_in_steps

    def noted(self: Readers, items: Any) -> Any:
        for name, result in read_in_steps(self, items):
            if not isinstance(result, Working):
                names.append(name)
            yield name, result

    monkeypatch.setattr(Readers, "read_in_steps", noted)
    return names


def stored(folder: Path, store: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """Return, by recipe, each vector's metadata by its text, as any Chroma client reads it."""
    home = library_folder(folder, str(store))
    chosen = max(home.glob("chroma-*"))
    with chroma_at(chosen) as client:
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for each in client.list_collections():
            collection = client.get_collection(each.name, embedding_function=None)
            rows: Any = collection.get(include=["metadatas", "documents"])
            found[each.metadata["recipe"]] = dict(zip(rows["ids"], rows["metadatas"], strict=True))
        return found


def chunks_listed(folder: Path, store: Path) -> dict[str, set[str]]:
    return {
        recipe: {name for meta in rows.values() for name in meta["chunks"]}
        for recipe, rows in stored(folder, store).items()
    }


def all_chunks(library: Library) -> set[str]:
    views = library.chunks("", "", None, 0, 10_000)[1]
    return {f"{v.item.chunk.document}#{v.item.chunk.index}" for v in views if v.item.chunk.embeddable}


def test_the_first_refresh_says_its_stages_in_order(tmp_path: Path, open_library: Opener) -> None:
    write_documents(tmp_path / "docs", DOCUMENTS)
    library = open_library(tmp_path / "docs", tmp_path / "store")
    assert not library.info().indexed
    stages = refresh(library)
    assert stages.count("prepared") == 1
    middle = stages.index("prepared")
    assert set(stages[:middle]) == {"read"}
    after = stages[middle + 1 :]
    assert after == sorted(after, key=["embed", "compare"].index)
    assert set(after) == {"embed", "compare"}
    info = library.info()
    assert info.indexed
    assert [row.name for row in info.documents] == sorted(name for name in DOCUMENTS if name.endswith(".md"))
    assert info.sample_questions == ("How much is the monthly pass?",)
    library.close()
    listed = chunks_listed(tmp_path / "docs", tmp_path / "store")
    again = open_library(tmp_path / "docs", tmp_path / "store")
    assert listed == {"none": all_chunks(again), "path": all_chunks(again)}


def test_without_changes_nothing_is_read_opened_or_encoded(
    copied: tuple[Path, Path],
    open_library: Opener,
    encoded: list[str],
    read: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library = open_library(*copied)
    revision = library.info().revision
    monkeypatch.setattr("explorer.engine.projection.VectorStore", None)
    os.utime(copied[0] / "plans.md")
    assert set(stages := refresh(library)) == {"read", "prepared"}
    assert stages[-1] == "prepared"
    assert (encoded, read, library.info().revision) == ([], [], revision)


def test_a_changed_heading_costs_its_own_chunks_only(
    copied: tuple[Path, Path], open_library: Opener, encoded: list[str]
) -> None:
    (copied[0] / "plans.md").write_text(PLANS.replace("## Day pass", "## Day ticket"))
    library = open_library(*copied)
    refresh(library)
    assert encoded == ["Plans > Day ticket\n\nIt costs 12 dollars."]
    found = library.search("day ticket", "embedding", PLAIN, Recipe(), Filters(), 1)
    assert found.context[0].heading_path == ("Plans", "Day ticket")
    library.close()
    paths = [tuple(meta["heading_path"]) for meta in stored(*copied)["path"].values()]
    assert ("Plans", "Day pass") not in paths
    assert ("Plans", "Day ticket") in paths


def test_metadata_follow_what_moves(copied: tuple[Path, Path], open_library: Opener, encoded: list[str]) -> None:
    (copied[0] / "plans.md").write_text(PLANS.replace("by the minute.", "by the minute, day and night."))
    library = open_library(*copied)
    refresh(library)
    assert len(encoded) == 2
    view = library.chunk("plans.md", 3)
    library.close()
    for rows in stored(*copied).values():
        meta = next(meta for meta in rows.values() if "plans.md#3" in meta["chunks"])
        assert (meta["start"], meta["end"]) == (view.item.chunk.place.start, view.item.chunk.place.end)


def test_a_shrunk_file_leaves_no_old_tail_case_102(tmp_path: Path, open_library: Opener, shared: Path) -> None:
    case = next(shared.glob("cases/102-*"))
    (tmp_path / "docs").mkdir()
    shutil.copy(case / "v1.md", tmp_path / "docs" / "doc.md")
    library = open_library(tmp_path / "docs", tmp_path / "store")
    refresh(library)
    assert len(library.chunks("", "", None, 0, 10)[1]) == 3
    shutil.copy(case / "v2.md", tmp_path / "docs" / "doc.md")
    refresh(library)
    texts = [view.item.chunk.text for view in library.chunks("", "", None, 0, 10)[1]]
    assert texts == ["first part", "second part"]
    assert library.search("third secret", "keyword", PLAIN, PLAIN, Filters(), 5).plain == ()
    library.close()
    assert chunks_listed(tmp_path / "docs", tmp_path / "store")["none"] == {"doc.md#0", "doc.md#1"}


def test_a_removed_file_leaves_everywhere_but_shared_vectors_stay(
    copied: tuple[Path, Path], open_library: Opener, encoded: list[str]
) -> None:
    (copied[0] / "copy.md").write_text(DOCUMENTS["repeat.md"])
    library = open_library(*copied)
    refresh(library)
    assert sorted(encoded) == ["copy > A\n\nSee the general terms.", "copy > B\n\nSee the general terms."]
    (copied[0] / "repeat.md").unlink()
    refresh(library)
    assert len(encoded) == 2
    library.close()
    listed = chunks_listed(*copied)
    assert {name for name in listed["none"] if "repeat.md" in name} == set()
    assert {"copy.md#0", "copy.md#1", "copy.md#2"} <= listed["none"]
    again = open_library(*copied)
    assert listed == {"none": all_chunks(again), "path": all_chunks(again)}


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7 nothing more", bytes(range(256)) * 64])
def test_an_unreadable_file_is_a_finding_and_skipped_until_it_changes(
    copied: tuple[Path, Path], open_library: Opener, read: list[str], data: bytes
) -> None:
    (copied[0] / "bad.pdf").write_bytes(data)
    library = open_library(*copied)
    refresh(library)
    assert read == ["bad.pdf"]
    total, found, counts = library.findings("bad.pdf", ("D305",), 0, 10)
    assert (total, counts["D305"], found[0].document) == (1, 1, "bad.pdf")
    row = next(row for row in library.info().documents if row.name == "bad.pdf")
    assert row.error == found[0].reason != ""
    assert library.info().health.unreadable == 1
    refresh(library)
    assert read == ["bad.pdf"]
    (copied[0] / "bad.pdf").write_bytes(data + b" changed")
    refresh(library)
    assert read == ["bad.pdf", "bad.pdf"]


@pytest.mark.skipif(sys.platform == "win32", reason="names of POSIX systems")
def test_odd_names_are_indexed_and_found_case_105(tmp_path: Path, open_library: Opener) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number, raw in enumerate((b"caf\xe9.md", b"new\nline.md", b"100% #1 ?\"q'.md", b"-rf.md", b"x" * 252 + b".md")):
        Path(os.fsdecode(os.fsencode(folder) + b"/" + raw)).write_text(f"# Doc {number}\n\nbody {number}\n")
    library = open_library(folder, tmp_path / "store")
    refresh(library)
    rows = library.info().documents
    assert len(rows) == 5
    assert {row.error for row in rows} == {""}
    found = library.search("body", "embedding", PLAIN, Recipe(), Filters(), 10)
    assert {hit.document for hit in found.plain} == {row.name for row in rows}
    assert library.source("caf\ufffd.md").text.startswith("# Doc 0")
    assert set(stages := refresh(library)) == {"read", "prepared"}
    assert stages[-1] == "prepared"


def test_another_recipe_keeps_chunks_and_plain_vectors(
    copied: tuple[Path, Path], open_library: Opener, encoded: list[str], read: list[str]
) -> None:
    library = open_library(*copied, recipe=Recipe(style=Style.LABEL))
    assert not library.info().indexed
    refresh(library)
    assert encoded
    assert all(": " in text for text in encoded)
    assert read == []
    view = library.chunk("plans.md", 2)
    assert view.item.embedded_text == "Plans > Day pass: It costs 12 dollars."
    library.close()
    count = len(encoded)
    back = open_library(*copied)
    refresh(back)
    assert len(encoded) == count
    assert back.info().indexed
    assert back.search("x", "embedding", PLAIN, Recipe(style=Style.LABEL), Filters(), 3).context


def test_a_smaller_limit_chunks_again_without_reading(
    copied: tuple[Path, Path], open_library: Opener, read: list[str]
) -> None:
    library = open_library(*copied, max_tokens=20)
    refresh(library)
    assert read == []
    views = library.chunks("", "", None, 0, 1000)[1]
    assert max(view.item.tokens for view in views) <= 20
    assert {view.item.limit for view in views} == {20}
    library.close()
    listed = chunks_listed(*copied)
    assert listed == {"none": all_chunks(open_library(*copied)), "path": listed["path"]}


def test_a_recipe_asked_for_is_embedded_and_dropped_when_it_is_stale(
    copied: tuple[Path, Path], open_library: Opener
) -> None:
    prose = Recipe(style=Style.PROSE)
    library = open_library(*copied)
    refresh(library, recipes=(prose,))
    assert library.search("day pass", "embedding", PLAIN, prose, Filters(), 1).context_recipe == "prose"
    (copied[0] / "plans.md").write_text(PLANS + "\nMore.\n")
    refresh(library)
    library.close()
    assert set(stored(*copied)) == {"none", "path"}


def test_a_cancelled_refresh_goes_on_where_it_stopped(
    tmp_path: Path, open_library: Opener, encoded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.engine.embedding._PACK", 4)
    monkeypatch.setattr("explorer.engine.embedder._MOST", 1)
    write_documents(tmp_path / "docs", DOCUMENTS)
    library = open_library(tmp_path / "docs", tmp_path / "store")

    def stop(done: int, total: int, note: str) -> None:
        if note == "embedding" and done >= 8:
            raise Cancelled

    with pytest.raises(Cancelled):
        list(library.refresh(stop))
    assert 8 <= len(encoded) < 12, "a pack or two, the last of which may be smaller"
    assert not library.info().indexed
    refresh(library)
    assert len(encoded) == len(set(encoded))
    assert library.info().indexed


def test_reading_that_is_cancelled_accuses_no_file(copied: tuple[Path, Path], open_library: Opener) -> None:
    write_documents(copied[0], {f"new/{number}.md": f"# New {number}\n\ntext\n" for number in range(12)})

    def stop(done: int, total: int, note: str) -> None:
        if note.startswith("new/") and done == 3:
            raise Cancelled

    library = open_library(*copied)
    for _ in range(6):
        with pytest.raises(Cancelled):
            list(library.refresh(stop))
        for name in ("new/0.md", "new/1.md", "new/2.md"):
            (copied[0] / name).write_text(f"# Again\n\n{os.urandom(4).hex()}\n")
    assert library._opened.catalogue.rows("SELECT name FROM reading") == []  # pyright: ignore[reportPrivateUsage]
    refresh(library)
    assert library.info().health.unreadable == 0
    assert len(library.chunks("new", "", None, 0, 50)[1]) == 12


def test_a_search_between_two_batches_is_answered(
    copied: tuple[Path, Path], open_library: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.engine.embedding._PACK", 1)
    monkeypatch.setattr("explorer.engine.embedder._MOST", 1)
    (copied[0] / "plans.md").write_text(PLANS.replace("It costs", "The price is"))
    library = open_library(*copied)
    sizes: list[int] = []
    for _ in library.refresh(no_progress):
        found = library.search("monthly pass", "embedding", PLAIN, Recipe(), Filters(), 50)
        assert len(found.plain) == len(found.context) == found.pool.size
        sizes.append(found.pool.size)
    assert min(sizes) < sizes[-1]


@pytest.mark.parametrize("touched", [True, False])
def test_a_file_that_was_being_read_at_the_end_five_times_is_given_up_until_it_is_changed_or_touched(
    copied: tuple[Path, Path], open_library: Opener, read: list[str], touched: bool
) -> None:
    (copied[0] / "new.md").write_text("# New\n\ntext\n")
    library = open_library(*copied)
    note = "INSERT OR REPLACE INTO reading VALUES ('new.md', 0, 0, ?)"
    library._opened.catalogue.run(note, (5,))  # pyright: ignore[reportPrivateUsage]
    refresh(library)
    assert read == []
    assert "ended 5 times while this file was being read" in library.findings("new.md", ("D305",), 0, 1)[1][0].reason
    refresh(library)
    assert read == []
    if touched:
        os.utime(copied[0] / "new.md", (1, 1))
    else:
        (copied[0] / "new.md").write_text("# New\n\nother text\n")
    refresh(library)
    assert read == ["new.md"]
    assert library.findings("new.md", ("D305",), 0, 1)[0] == 0


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_rights_is_tried_again(copied: tuple[Path, Path], open_library: Opener) -> None:
    closed = copied[0] / "closed.md"
    closed.write_text("# Closed\n\ntext\n")
    closed.chmod(0)
    library = open_library(*copied)
    refresh(library)
    assert library.findings("closed.md", ("D305",), 0, 1)[0] == 1
    closed.chmod(0o600)
    refresh(library)
    assert library.findings("closed.md", ("D305",), 0, 1)[0] == 0


def test_other_readers_read_every_file_again_the_unreadable_included(
    copied: tuple[Path, Path],
    open_library: Opener,
    read: list[str],
    encoded: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (copied[0] / "bad.pdf").write_bytes(b"no PDF")
    library = open_library(*copied)
    refresh(library)
    assert read == ["bad.pdf"]
    monkeypatch.setattr("explorer.engine.indexing.PARSING_VERSION", 999)
    read.clear()
    refresh(library)
    assert sorted(read) == sorted(row.name for row in library.info().documents)
    assert encoded == []
    read.clear()
    refresh(library)
    assert read == []


def test_reading_scans_reads_pdfs_with_scans_again_and_nothing_else(
    copied: tuple[Path, Path], open_library: Opener, read: list[str]
) -> None:
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 80), False)
    with pymupdf.open() as document:
        document.new_page().insert_image((0, 0, 595, 842), pixmap=picture)
        document.save(copied[0] / "scan.pdf")
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "Words that are text.")
        document.save(copied[0] / "words.pdf")
    library = open_library(*copied)
    refresh(library)
    assert library.info().scans == 1
    assert sorted(read) == ["scan.pdf", "words.pdf"]
    read.clear()
    library.read_scans("eng")
    refresh(library)
    assert read == ["scan.pdf"]
    assert library.info().ocr == "eng"
    read.clear()
    library.read_scans("")
    refresh(library)
    assert sorted(read) == ["scan.pdf", "words.pdf"]


def test_a_long_document_is_chunked_in_steps_that_a_cancel_ends(
    copied: tuple[Path, Path], open_library: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.engine.pipeline._CHUNKS_A_STEP", 10)
    (copied[0] / "long.md").write_text("".join(f"# Part {number}\n\nText of it.\n\n" for number in range(100)))
    library = open_library(*copied)
    reports: list[str] = []

    def progress(_done: int, _total: int, note: str) -> None:
        reports.append(note)
        if reports.count("long.md") == 5:
            raise Cancelled

    with pytest.raises(Cancelled):
        for _ in library.refresh(progress):
            pass
    assert library.findings("long.md", (), 0, 1)[0] == 0
    assert "long.md" not in {row.name for row in library.info().documents}
    refresh(library)
    assert library.chunks("", "long.md", None, 0, 1)[0] == 100
