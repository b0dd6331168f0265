"""Odd uses of the commands end in one clear line, and never write over the library's own files."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from explorer.cli import COMMANDS, main, parse
from explorer.cli.sample import COLUMNS


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CHUNK_EXPLORER_STORE", str(tmp_path / "store"))
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("# Pumps\n\nThe pump runs day and night.\n", encoding="utf-8")
    return folder


def sheet(*rows: list[str], separator: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows([list(COLUMNS), *rows])
    return out.getvalue()


RIGHT = ["a.md", "0", "markdown", "no finding", "", "", "", "id", "Right", ""]
WRONG = ["a.md", "1", "markdown", "no finding", "", "", "", "id", "wrong cut", ""]


@pytest.mark.parametrize("option", ["--output", "--write-baseline"])
@pytest.mark.parametrize("name", ["a.md", "chunk-explorer.toml", "linked.json"])
def test_the_librarys_own_files_are_not_written_over(
    library: Path, capfdbinary: pytest.CaptureFixture[bytes], option: str, name: str
) -> None:
    (library / "chunk-explorer.toml").write_text("[audit]\n", encoding="utf-8")
    (library / "linked.json").symlink_to("chunk-explorer.toml")
    before = (library / name).read_bytes()
    assert main(parse(["audit", str(library), option, str(library / name)])) == 2
    assert (library / name).read_bytes() == before
    assert b"is not written over" in capfdbinary.readouterr().err


NAMING = (
    ("window", "--picture"),
    ("sample", "--rate"),
    *((command, option) for command in COMMANDS for option in ("--store", "--chroma", "--model") if command != "cuts"),
)


@pytest.mark.parametrize(("command", "option"), NAMING)
@pytest.mark.parametrize("value", ["", " "])
def test_an_option_that_names_something_takes_no_empty_name(
    capsys: pytest.CaptureFixture[str], command: str, option: str, value: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([command, "docs", *(["a question"] if command == "search" else []), option, value])
    assert ended.value.code == 2
    assert "is named" in capsys.readouterr().err


def _empty_places() -> list[list[str]]:
    """Return each command's line with one of its places given as an empty name, as an unset variable gives it."""
    lines: list[list[str]] = []
    for command in ("window", *COMMANDS):
        words = {"search": ["docs", "a question"], "evaluate": ["docs", "set.json"], "cuts": ["a.jsonl", "docs"]}
        given = words.get(command, ["docs"])
        named = 1 if command == "search" else len(given)
        lines.extend([command, *given[:place], "", *given[place + 1 :]] for place in range(named))
    return lines


@pytest.mark.parametrize("line", _empty_places(), ids=" ".join)
def test_a_place_that_names_something_takes_no_empty_name(capsys: pytest.CaptureFixture[str], line: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(line)
    assert ended.value.code == 2
    assert "is named" in capsys.readouterr().err


@pytest.mark.parametrize(("inside", "told"), [(True, 1), (False, 0)])
def test_an_index_among_the_documents_is_told_once(
    library: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], inside: bool, told: int
) -> None:
    store = library / "kept" if inside else tmp_path / "kept"
    assert main(parse(["audit", str(library), "--store", str(store)])) == 0
    assert capfdbinary.readouterr().err.count(b"lies among the documents") == told


def test_a_dash_stands_for_what_is_printed(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(parse(["audit", str(library), "--format", "csv"])) == 0
    printed = capfdbinary.readouterr().out
    assert main(parse(["audit", str(library), "--format", "csv", "--output", "-"])) == 0
    assert capfdbinary.readouterr().out == printed
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(("command", "option"), [("audit", "--write-baseline"), ("audit", "--baseline"), *NAMING[:2]])
def test_where_only_a_file_will_do_a_dash_is_none(
    capsys: pytest.CaptureFixture[str], command: str, option: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([command, "docs", option, "-"])
    assert ended.value.code == 2
    assert "is named: - is none here" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["index", "chunks"])
def test_an_unreadable_file_is_told_once(
    library: Path, capfdbinary: pytest.CaptureFixture[bytes], command: str
) -> None:
    (library / "b.pdf").write_bytes(b"no PDF")
    assert main(parse([command, str(library)])) == 0
    told = capfdbinary.readouterr()
    assert told.err == b"chunk-explorer: b.pdf is not a PDF. It does not begin as PDF files do.\n"
    assert b"b.pdf" not in told.out


def test_report_and_baseline_are_two_files(library: Path, tmp_path: Path) -> None:
    name = str(tmp_path / "x.json")
    assert main(parse(["audit", str(library), "--output", name, "--write-baseline", name])) == 2
    assert not Path(name).exists()


@pytest.mark.parametrize(
    "content",
    [
        sheet(RIGHT, WRONG).encode(),
        sheet(RIGHT, WRONG, separator=";").encode("utf-8-sig"),
        sheet(RIGHT, WRONG, separator="\t").encode("utf-16"),
        sheet([*RIGHT[:-1], "l\u00e4uft"], WRONG, separator=";").encode("cp1252"),
        (sheet(RIGHT, RIGHT, WRONG) + "a.md,1\n,,,,\n").encode(),
    ],
    ids=["commas", "semicolons", "tabs-utf16", "windows", "short-and-double-rows"],
)
def test_sheets_are_read_as_spreadsheets_save_them(
    library: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], content: bytes
) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes(content)
    assert main(parse(["sample", str(library), "--rate", str(path)])) == 0
    assert b"all: 1 of 2 wrong, 50.0%" in capfdbinary.readouterr().out


@pytest.mark.parametrize("index", ["", "x", "9" * 5000])
def test_a_row_without_a_chunk_number_is_named(
    library: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], index: str
) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(sheet(["a.md", index, *RIGHT[2:]]), encoding="utf-8")
    assert main(parse(["sample", str(library), "--rate", str(path)])) == 2
    assert b"Line 2" in capfdbinary.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["audit", "n" * 300],
        ["chunks", "docs", "--recipe", "path+depth=" + "9" * 5000],
        ["chunks", "docs", "--recipe", "path+depth=0+no-title"],
    ],
)
def test_odd_words_end_in_one_line(
    library: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], words: list[str]
) -> None:
    monkeypatch.chdir(library.parent)
    assert main(parse(words)) == 2
    said = capfdbinary.readouterr().err
    assert said.count(b"\n") == 1
    assert b"Traceback" not in said


def test_none_stays_none_whatever_is_added(library: Path) -> None:
    assert main(parse(["chunks", str(library), "--recipe", "none+depth=0+no-title"])) == 0


def test_an_output_that_takes_nothing_ends_in_one_line(
    library: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert main(parse(["audit", str(library)])) == 2
    assert b"no standard output" in capfdbinary.readouterr().err


def test_an_evaluation_is_not_written_over_its_questions(
    library: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    questions = tmp_path / "asked.jsonl"
    questions.write_text('{"question": "When does the pump run?", "relevant": ["a.md#pumps"]}\n', encoding="utf-8")
    before = questions.read_bytes()
    assert main(parse(["evaluate", str(library), str(questions), "--output", str(questions)])) == 2
    assert questions.read_bytes() == before
    assert b"is not written over" in capfdbinary.readouterr().err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_an_endless_question_set_is_refused(library: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(parse(["evaluate", str(library), "/dev/zero"])) == 2
    assert b"larger than 64 MB" in capfdbinary.readouterr().err


@pytest.mark.parametrize("top", ["0", "-1"])
def test_no_hits_are_not_told_as_no_match(library: Path, capfdbinary: pytest.CaptureFixture[bytes], top: str) -> None:
    assert main(parse(["search", str(library), "pump", "--top", top])) == 2
    told = capfdbinary.readouterr()
    assert (told.out, b"--top" in told.err) == (b"", True)


@pytest.mark.parametrize("command", [["index"], ["search"], ["evaluate"], ["doctor"]])
def test_an_unset_variable_for_the_server_is_not_taken_for_none(
    library: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([*command, str(library), "--chroma", ""])
    assert ended.value.code == 2
    assert "no server is named" in capsys.readouterr().err
