"""Chunks of another pipeline in a JSONL file, unpacked into a library's own folder and indexed there."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable
from pathlib import Path

import pytest

from explorer.core.errors import ExplorerError, UnreadableDocumentError
from explorer.core.parsing import read_document
from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Filters
from explorer.engine.given_records import LONGEST_RECORD
from explorer.engine.imported import is_given, unpack, unpack_in_steps, unpacked
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.engine.pipeline import audit_folder, make_setup, read_folder
from explorer.engine.readers import Readers
from explorer.engine.scanning import scan


def record(text: str, source: str = "hr/leave.md", *path: str) -> dict[str, object]:
    return {"page_content": text, "metadata": {"source": source, **{f"Header {n}": h for n, h in enumerate(path, 1)}}}


def write(path: Path, lines: Iterable[object]) -> Path:
    shown = (line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    path.write_bytes(b"\n".join(shown) + b"\n")
    return path


def texts(folder: Path) -> dict[str, list[str]]:
    """Return the chunks of each document that was unpacked; what a refusal says in their place."""
    found: dict[str, list[str]] = {}
    for name, path in unpacked(folder):
        try:
            document = read_document(path.read_bytes(), path.name)
        except UnreadableDocumentError as error:
            found[name] = [error.title]
        else:
            assert document.name == name
            found[name] = [document.blocks[index].text for index in document.cuts]
    return found


def test_records_of_several_documents_come_in_any_order(tmp_path: Path) -> None:
    lines = [record("a1", "/d/a.md"), record("b1", "/d/x/b.md"), record("a2", "/d/a.md"), record("b2", "/d/x/b.md")]
    folder = unpack(write(tmp_path / "c.jsonl", lines), tmp_path / "home")
    assert texts(folder) == {"a.md": ["a1", "a2"], "x/b.md": ["b1", "b2"]}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700


BAD_LINES: list[tuple[object, str]] = [
    (b"{not json", "it is not JSON (Expecting property name enclosed in double quotes, column 2)"),
    (b'{"text": "\xff"}', "it is not UTF-8"),
    (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "it is nested too deeply"),
    (b'{"text": "' + b"x" * LONGEST_RECORD + b'"}', "it is longer than 4 MiB"),
    (b'{"text": ' + b"9" * 10_000 + b"}", "it is not JSON (Exceeds the limit"),
    ([1], "it is a list, not an object"),
    ({"a": 1}, "it has no text (known are page_content, text, content, chunk, document)"),
]


@pytest.mark.parametrize(("line", "why"), BAD_LINES, ids=[why[:30] for _, why in BAD_LINES])
@pytest.mark.parametrize("last", [False, True], ids=["between", "last, no line break"])
def test_a_bad_line_is_told_and_the_rest_is_read(tmp_path: Path, line: object, why: str, *, last: bool) -> None:
    path = write(tmp_path / "c.jsonl", [record("one"), b"", line, *([] if last else [record("two")])])
    if last:
        path.write_bytes(path.read_bytes()[:-1])
    found = texts(unpack(path, tmp_path / "home"))
    assert found["hr/leave.md"] == (["one"] if last else ["one", "two"])
    (told,) = found["left out of c.jsonl"]
    assert told.startswith(f"1 of {2 if last else 3} lines of c.jsonl is left out: line 3: {why}")


def test_many_bad_lines_are_listed_up_to_a_hundred(tmp_path: Path) -> None:
    folder = unpack(write(tmp_path / "c.jsonl", [record("one"), *[b"x"] * 150]), tmp_path / "home")
    (told,) = texts(folder)["left out of c.jsonl"]
    assert told.startswith("150 of 151 lines of c.jsonl are left out: line 2: it is not JSON")
    assert told.count("; line ") == 99
    assert told.endswith("; and 50 more.")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "holds no chunks"),
        (b"\n \n", "holds no chunks"),
        (b"[\n]\n", r"line 1: it is not JSON .* Expected is one JSON object a line"),
        ('{"text": "x"}'.encode("utf-16"), "is UTF-16"),
        (b"\x00\x01", "line 1: it is not JSON"),
    ],
)
def test_a_file_without_chunks_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "c.jsonl").write_bytes(content)
    with pytest.raises(ExplorerError, match=why):
        unpack(tmp_path / "c.jsonl", tmp_path / "home")


def test_a_byte_order_mark_and_line_ends_of_windows(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"text": "one"}\r\n{"text": "two"}\r\n')
    assert texts(unpack(path, tmp_path / "home")) == {"c.jsonl": ["one", "two"]}


def test_only_what_changed_is_written_and_what_is_gone_goes(tmp_path: Path) -> None:
    source, home = tmp_path / "c.jsonl", tmp_path / "home"
    before = dict(
        unpacked(unpack(write(source, [record("a", "a.md"), record("b", "b.md"), record("c", "c.md")]), home))
    )
    times = {name: (path.stat().st_mtime_ns, path.stat().st_ino) for name, path in before.items()}
    after = dict(
        unpacked(unpack(write(source, [record("a", "a.md"), record("b!", "b.md"), record("d", "d.md")]), home))
    )
    assert set(after) == {"a.md", "b.md", "d.md"}
    assert (after["a.md"].stat().st_mtime_ns, after["a.md"].stat().st_ino) == times["a.md"]
    assert (after["b.md"].stat().st_mtime_ns, after["b.md"].stat().st_ino) != times["b.md"]
    assert not before["c.md"].exists()
    assert sorted(path.name for path in (home / "given").iterdir()) == sorted(
        ["index.json", *(path.name for path in after.values())]
    )


def test_a_source_that_is_as_it_was_is_not_read_again(tmp_path: Path) -> None:
    source, home = write(tmp_path / "c.jsonl", [record("a")]), tmp_path / "home"
    folder = unpack(source, home)
    index = (folder / "index.json").stat()
    unpack(source, home)
    assert (folder / "index.json").stat().st_ino == index.st_ino
    next(folder.glob("*.chunks")).unlink()
    assert texts(unpack(source, home)) == {"hr/leave.md": ["a"]}


def test_unpacking_that_is_stopped_leaves_what_was_there(tmp_path: Path) -> None:
    source, home = write(tmp_path / "c.jsonl", [record("a")]), tmp_path / "home"
    folder = unpack(source, home)
    write(source, [record(f"b{number}", f"{number}.md") for number in range(1200)])
    steps = unpack_in_steps(source, home)
    assert [next(steps), next(steps)] == [500, 1000]
    steps.close()
    assert texts(folder) == {"hr/leave.md": ["a"]}
    assert len(list(folder.iterdir())) == 2
    steps = unpack_in_steps(source, home)
    assert len(list(steps)) == 2 + 1200
    assert len(texts(folder)) == 1200


def test_a_source_that_does_not_come_to_rest(tmp_path: Path) -> None:
    source = write(tmp_path / "c.jsonl", [record("a", f"{number}.md") for number in range(3)])

    def write_on() -> None:
        for number, _ in enumerate(unpack_in_steps(source, tmp_path / "home")):
            write(source, [record("a" * number, f"{each}.md") for each in range(number + 3)])

    with pytest.raises(ExplorerError, match="changes while it is being read"):
        write_on()


def test_a_source_that_changes_once_is_read_again(tmp_path: Path) -> None:
    source = write(tmp_path / "c.jsonl", [record("a"), record("b", "b.md")])
    steps = unpack_in_steps(source, tmp_path / "home")
    next(steps)
    write(source, [record("new")])
    list(steps)
    assert texts(tmp_path / "home" / "given") == {"hr/leave.md": ["new"]}


def test_hostile_names_stay_inside(tmp_path: Path) -> None:
    names = [
        "../../../x.md",
        "/etc/passwd",
        "a\x00b.md",
        "con",
        ".hidden/.md",
        "x" * 900,
        "questions.md",
        "ü/\u202e.md",
    ]
    folder = unpack(write(tmp_path / "c.jsonl", [record("t", name) for name in names]), tmp_path / "home")
    assert len(texts(folder)) == len(names)
    assert {path.parent for path in tmp_path.rglob("*.chunks")} == {folder}
    assert len(scan(tmp_path / "c.jsonl", Options(store=str(tmp_path / "store")))) == len(names)


def test_all_chunks_of_many_documents_are_kept(tmp_path: Path) -> None:
    """More than the buffer holds, so that pieces are written and put together again."""
    body = "word " * 400
    lines = [record(f"{number} {body}", f"d{number % 7}.md") for number in range(6000)]
    found = texts(unpack(write(tmp_path / "c.jsonl", lines), tmp_path / "home"))
    for name, chunks in found.items():
        assert [int(text.split()[0]) for text in chunks] == list(range(int(name[1]), 6000, 7))
    assert sum(map(len, found.values())) == 6000


@pytest.mark.parametrize(
    ("name", "given"), [("c.jsonl", True), ("c.NDJSON", True), ("c.md", False), ("c.json", False), ("none", False)]
)
def test_what_counts_as_given(tmp_path: Path, name: str, *, given: bool) -> None:
    if name != "none":
        (tmp_path / name).write_bytes(b"{}")
    assert is_given(tmp_path / name) is given
    assert not is_given(tmp_path)


def test_chunks_files_among_documents_are_read_as_they_were_cut(tmp_path: Path) -> None:
    made = unpack(
        write(tmp_path / "c.jsonl", [record("One. Two.", "a.md", "H"), record("three", "a.md", "H")]), tmp_path
    )
    folder = tmp_path / "docs"
    folder.mkdir()
    next(made.glob("*.chunks")).rename(folder / "leave.md.chunks")
    assert [found.name for found in scan(folder)] == ["leave.md"]
    with Readers() as readers:
        (prepared,) = read_folder(folder, make_setup(Options()), readers, no_progress)
    assert [item.chunk.text for item in prepared.chunks] == ["One. Two.", "three"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("paths", "repeated"),
    [(["H", "H/I", "H", "H/J", "H"], 0), (["H", "I", "H"], 1), (["H/I", "H/J", "H/I"], 1), (["H/I/J", "H/I", "H"], 0)],
)
def test_going_back_to_an_open_heading_is_no_repeated_path(tmp_path: Path, paths: list[str], repeated: int) -> None:
    lines = [record(f"Words {number}.", "a.md", *path.split("/")) for number, path in enumerate(paths)]
    report = audit_folder(write(tmp_path / "c.jsonl", lines), Options(store=str(tmp_path / "store")), no_progress)
    assert [finding.code for finding in report.findings].count("H106") == repeated


def test_a_library_of_given_chunks_ranks_them_with_and_without_headings(tmp_path: Path) -> None:
    long = "The valve is opened by hand. " * 60
    lines = [
        record("It costs 25 dollars and includes unlimited rides.", "plans.md", "Plans", "Monthly pass"),
        record("It costs 3 dollars.", "plans.md", "Plans", "Single ride"),
        record(long, "pump.md", "Pump"),
        b"broken",
    ]
    source, options = write(tmp_path / "c.jsonl", lines), Options(store=str(tmp_path / "store"))
    before = source.read_bytes(), source.stat().st_mtime_ns
    library = Library.open(source, options)
    try:
        list(library.refresh(no_progress))
        info = library.info()
        assert [row.name for row in info.documents] == ["left out of c.jsonl", "plans.md", "pump.md"]
        assert info.name == "c.jsonl"
        assert info.indexed
        found = library.search("How much is the monthly pass?", "embedding", PLAIN, Recipe(), Filters(), 3)
        assert found.context[0].heading_path == ("Plans", "Monthly pass")
        assert library.findings("pump.md", ["C211"], 0, 9)[0] == 1
        assert library.findings("left out of c.jsonl", ["D305"], 0, 9)[0] == 1
        write(source, [*lines[:2], record("It costs nothing.", "plans.md", "Plans", "Trial")])
        list(library.refresh(no_progress))
        assert [row.name for row in library.info().documents] == ["plans.md"]
        assert library.chunk("plans.md", 2).item.chunk.heading_path == ("Plans", "Trial")
    finally:
        library.close()
    os.utime(write(source, lines), ns=(before[1], before[1]))
    assert (source.read_bytes(), source.stat().st_mtime_ns) == before


def test_a_document_of_too_many_chunks_is_cut_off_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.engine.imported._MOST_OF_A_DOCUMENT", 200)
    lines = [record("x" * 90, "/d/a.md"), record("y" * 90, "/d/a.md"), record("z", "/d/b.md")]
    found = texts(unpack(write(tmp_path / "c.jsonl", lines), tmp_path / "home"))
    assert found["a.md"] == ["x" * 90]
    assert found["b.md"] == ["z"]
    assert "1 of 3 lines of c.jsonl is left out: a chunk of /d/a.md: its document holds more than" in str(found)
