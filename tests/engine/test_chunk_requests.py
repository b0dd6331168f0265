"""What the chunk list asks beyond its pages: chosen rows, words of the source, proposed headings, files of chunks."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from explorer import protocol
from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.export import chunk_json
from explorer.core.progress import Progress, no_progress
from explorer.engine import chunk_export
from explorer.engine.chunk_export import ChunkList, export_chunks
from explorer.engine.chunk_jobs import ANSWERS, MOST_ROWS
from explorer.engine.library import Library
from tests.support.small_library import PLANS

Ranges = tuple[tuple[int, int], ...]


def ask(library: Library, request: protocol.Request) -> protocol.Event:
    return ANSWERS[type(request)](request, library)


def finish(steps: Generator[None, None, int]) -> int:
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value


def export(
    library: Library, path: Path, form: str = "jsonl", rows: Ranges = (), progress: Progress = no_progress
) -> int:
    return finish(export_chunks(library.opened, ChunkList(rows=rows), path, form, progress))


@pytest.mark.parametrize("rows", [((0, 3),), ((1, 2), (4, 5), (7, 9)), ((6, 99),), ((99, 100),), ()])
def test_chosen_rows_are_those_of_the_list(small: Library, rows: Ranges) -> None:
    everything = small.chunks("", "", None, 0, 100)[1]
    told = ask(small, protocol.ReadChunkRows(id=1, rows=rows))
    assert isinstance(told, protocol.ChunkRowsRead)
    assert list(told.rows) == [view for start, stop in rows for view in everything[start:stop]]


def test_no_more_rows_than_a_page_are_told_at_once(small: Library) -> None:
    with pytest.raises(ExplorerError):
        ask(small, protocol.ReadChunkRows(id=1, rows=((0, MOST_ROWS), (MOST_ROWS, MOST_ROWS + 1))))


def test_rows_of_a_section(small: Library) -> None:
    told = ask(small, protocol.ReadChunkRows(id=1, document="plans.md", section=0, rows=((2, 9),)))
    assert isinstance(told, protocol.ChunkRowsRead)
    assert [view.item.chunk.index for view in told.rows] == [2, 3]


def test_the_source_has_the_chunks_own_words(small: Library) -> None:
    asked = (("plans.md", 1), ("plans.md", 99), ("office/office.md", 0), ("nothing.md", 0))
    told = ask(small, protocol.GetChunkSources(id=1, chunks=asked))
    assert isinstance(told, protocol.ChunkSourcesTold)
    assert [(row.document, row.index) for row in told.rows] == [("plans.md", 1), ("office/office.md", 0)]
    place = small.chunk("plans.md", 1).item.chunk.place
    assert told.rows[0].text == PLANS[place.start : place.end]


def test_an_uninformative_heading_carries_its_proposal_and_others_do_not(small: Library) -> None:
    everything = small.chunks("", "", None, 0, 100)[1]
    shown = {(view.item.chunk.document, s.text): s.mend for view in everything for s in view.segments}
    _, found, _ = small.findings("", ("H102",), 0, 100)
    weak = {(each.document, each.heading): each.mend or "" for each in found}
    assert weak["office/office.md", "Overview"]
    for place, mend in shown.items():
        assert mend == weak.get(place, "")


def test_jsonl_has_the_fields_of_the_command(small: Library, tmp_path: Path) -> None:
    path = tmp_path / "chunks.jsonl"
    everything = small.chunks("", "", None, 0, 100)[1]
    assert export(small, path) == len(everything)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines == [chunk_json(view.item, [finding.code for finding in view.findings]) for view in everything]


@pytest.mark.parametrize("form", ["jsonl", "csv", "markdown"])
def test_chosen_rows_are_written_in_small_steps(
    small: Library, tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunk_export, "STEP", 2)
    reports: list[tuple[int, int]] = []

    def progress(done: int, total: int, note: str) -> None:
        reports.append((done, total))

    path = tmp_path / "chunks.out"
    assert export(small, path, form, ((0, 1), (3, 6), (7, 8)), progress) == 5
    assert reports == [(2, 5), (4, 5), (5, 5)]
    everything = small.chunks("", "", None, 0, 100)[1]
    text = path.read_text(encoding="utf-8")
    for row in (0, 3, 4, 5, 7):
        assert everything[row].item.chunk.text.split("\n")[0] in text


def stopping(done: int, total: int, note: str) -> None:
    raise Cancelled


def test_a_stopped_export_leaves_what_was_there(small: Library, tmp_path: Path) -> None:
    path = tmp_path / "chunks.jsonl"
    path.write_text("before", encoding="utf-8")
    with pytest.raises(Cancelled):
        export(small, path, progress=stopping)
    steps = export_chunks(small.opened, ChunkList(), path, "jsonl", no_progress)
    next(steps)
    steps.close()
    assert path.read_text(encoding="utf-8") == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["chunks.jsonl"]


def test_a_library_that_changes_meanwhile_is_not_written_half(
    copied: tuple[Path, Path], open_library: Callable[..., Library], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunk_export, "STEP", 2)
    library = open_library(*copied)
    steps = export_chunks(library.opened, ChunkList(), tmp_path / "chunks.csv", "csv", no_progress)
    next(steps)
    library.raise_revision()
    with pytest.raises(ExplorerError, match="changed while"):
        finish(steps)
    assert not list(tmp_path.glob("*chunks*"))


def test_places_that_cannot_be_are_refused(small: Library, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "chunks.jsonl", small.opened.folder / "chunks.md"):
        with pytest.raises(ExplorerError):
            export(small, path, "markdown")
    assert not (small.opened.folder / "chunks.md").exists()


def test_a_device_stays_a_device_and_a_file_keeps_its_permissions(small: Library, tmp_path: Path) -> None:
    device = Path("/dev/full")
    if device.exists():
        (tmp_path / "full.jsonl").symlink_to(device)
        with pytest.raises(ExplorerError, match="cannot be written"):
            export(small, tmp_path / "full.jsonl")
        assert device.is_char_device()
    path = tmp_path / "chunks.jsonl"
    path.write_text("old")
    path.chmod(0o600)
    assert export(small, path)
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(ExplorerError, match="cannot be written"):
        export(small, tmp_path / f"{'n' * 300}.jsonl")
