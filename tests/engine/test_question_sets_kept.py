"""Question sets of a library: whose they are, what is written where, names, imports, exports, damage."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.core.errors import ExplorerError
from explorer.core.question_views import QuestionSetInfo
from explorer.core.questions import Fragment, Question, Reference, Span, read_questions
from explorer.engine.question_sets import QuestionSets

SET = (
    Question("Monthly?", (Reference("plans#monthly"),), (Span("plans.md", 1, 9, "a\u2028b"),), 0, (("id", "1"),)),
    Question("Ünïcode 🚲?", (Fragment("it “costs” 3"),)),
)
SHARED = b'{"question": "A?", "relevant": ["a#b"]}\n'


@pytest.fixture
def sets(tmp_path: Path) -> QuestionSets:
    (tmp_path / "docs").mkdir()
    (tmp_path / "home" / "work").mkdir(parents=True)
    return QuestionSets(tmp_path / "docs", tmp_path / "home" / "work")


def plain(questions: tuple[Question, ...]) -> list[object]:
    return [(each.text, each.relevant, each.not_relevant, each.extra) for each in questions]


def test_own_sets_are_kept_whole_and_go_without_questions(sets: QuestionSets) -> None:
    sets.keep("My set", SET)
    assert plain(sets.read("My set").questions) == plain(SET)
    assert (sets.folder / "My set.jsonl").stat().st_mode & 0o777 == 0o600
    assert sets.folder.stat().st_mode & 0o777 == 0o700
    sets.keep("My set", SET[:1])
    assert sets.listed() == (QuestionSetInfo("My set", 1, own=True),)
    sets.keep("My set", ())
    sets.keep("My set", ())
    assert sets.listed() == ()
    assert list(sets.folder.iterdir()) == []


def test_sets_in_the_librarys_root_are_listed_and_only_read(sets: QuestionSets, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    for name in ("questions.jsonl", "Questions.JSON", "questions.csv", "questions.txt", "my.questions.jsonl"):
        (docs / name).write_bytes(SHARED)
    (docs / "sub").mkdir()
    (docs / "sub" / "questions.json").write_bytes(SHARED)
    listed = sets.listed()
    assert [(each.name, each.own, each.count) for each in listed[:1]] == [("Questions.JSON", False, 1)]
    assert {each.name for each in listed} == {"Questions.JSON", "questions.csv", "questions.jsonl"}
    assert not sets.read("questions.jsonl").own
    with pytest.raises(ExplorerError, match="only read"):
        sets.keep("questions.jsonl", SET)
    assert (docs / "questions.jsonl").read_bytes() == SHARED


@pytest.mark.parametrize(
    "name",
    ["", " ", "a ", ".a", "..", "../a", "a/b", "a\\b", "a\nb", "a\x00b", "a\u202eb", "a\u200bb", "C:a", "é" * 125,
     "\ud800", "a\u2028b"],
)  # fmt: skip
def test_names_that_lead_elsewhere_or_mislead_are_refused(sets: QuestionSets, name: str) -> None:
    with pytest.raises(ExplorerError, match="cannot be the name"):
        sets.keep(name, SET)
    assert not sets.folder.exists()


def test_the_longest_name_can_be_kept(sets: QuestionSets) -> None:
    name = "é" * 124
    sets.keep(name, SET)
    assert sets.read(name).own


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("questions.jsonl", "questions"),
        ("a.b.csv", "a.b"),
        (" .hidden.json", "hidden"),
        ("wo\u202ew?.json", "wow-"),
        ("\u200b.json", "questions"),
        ("x" * 240 + ".json", "x" * 240),
        ("é" * 125 + ".json", "é" * 122),
    ],
)
def test_an_imported_set_gets_its_files_name_made_plain(
    sets: QuestionSets, tmp_path: Path, file: str, name: str
) -> None:
    content = b"question,relevant\nA?,a#b\n" if file.endswith("csv") else SHARED
    (tmp_path / file).write_bytes(content)
    assert sets.take_in(tmp_path / file) == name
    assert sets.take_in(tmp_path / file) == f"{name} 2"
    assert sets.take_in(tmp_path / file) == f"{name} 3"


def test_an_import_never_takes_a_name_that_is_there(sets: QuestionSets, tmp_path: Path) -> None:
    (tmp_path / "docs" / "questions.jsonl").write_bytes(SHARED)
    (tmp_path / "other.jsonl").write_bytes(SHARED)
    sets.keep("Mine", SET)
    assert sets.take_in(tmp_path / "other.jsonl", "mine") == "mine 2"
    assert sets.take_in(tmp_path / "other.jsonl", "questions.jsonl") == "questions.jsonl 2"
    assert plain(sets.read("Mine").questions) == plain(SET)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "It holds no questions"),
        (b'{"question": "A?"}\n{"question"\n{"x": 1}\n', r"Line 2: is no JSON .*\(1 more\)"),
        (b"\xff\xfe\xff", "not UTF-8"),
    ],
)
def test_a_damaged_file_is_told_in_a_sentence_and_left(
    sets: QuestionSets, tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(content)
    with pytest.raises(ExplorerError, match=said):
        sets.take_in(file)
    assert sets.listed() == ()
    sets.keep("mine", SET)
    (sets.folder / "mine.jsonl").write_bytes(content)
    (info,) = sets.listed()
    assert info.count == 0
    assert info.problem.startswith("The question set mine.jsonl cannot be read.")
    for questions in (SET, ()):
        with pytest.raises(ExplorerError, match="cannot be read"):
            sets.keep("mine", questions)
    assert (sets.folder / "mine.jsonl").read_bytes() == content


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _missing(path: Path) -> None:
    assert not path.exists()


@pytest.mark.parametrize("make", [_folder, _pipe, _missing])
def test_what_is_no_file_is_not_imported(sets: QuestionSets, tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "odd.jsonl")
    with pytest.raises(ExplorerError, match=r"odd\.jsonl cannot be read"):
        sets.take_in(tmp_path / "odd.jsonl")
    with pytest.raises(ExplorerError, match="cannot be read"):
        sets.take_in(Path("a\x00b.jsonl"))


def test_a_link_out_of_the_library_is_no_set_of_it(sets: QuestionSets, tmp_path: Path) -> None:
    (tmp_path / "secret.jsonl").write_bytes(SHARED)
    (tmp_path / "docs" / "questions.jsonl").symlink_to(tmp_path / "secret.jsonl")
    (tmp_path / "docs" / "questions.json").symlink_to("questions.json")
    assert sets.listed() == ()
    with pytest.raises(ExplorerError, match="There is no question set"):
        sets.read("questions.jsonl")


@pytest.mark.parametrize("ending", [".jsonl", ".json", ".csv", ".JSON"])
def test_an_export_is_read_back_as_it_is(sets: QuestionSets, tmp_path: Path, ending: str) -> None:
    sets.keep("mine", SET)
    path = tmp_path / f"out{ending}"
    sets.export("mine", path)
    assert plain(read_questions(path.read_bytes(), path.name)) == plain(SET)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("docs/plans.txt", "Questions are written as JSON"),
        ("docs/data.xml", "Questions are written as JSON"),
        ("docs/questions.jsonl", "the library's own file"),
        ("home/catalogue.json", "or the program's"),
        ("home/work/questions/other.jsonl", "or the program's"),
        ("nowhere/a.json", "cannot be written"),
        ("docs", "Questions are written as JSON"),
    ],
)
def test_exports_go_over_nothing_of_the_library(sets: QuestionSets, tmp_path: Path, place: str, said: str) -> None:
    (tmp_path / "docs" / "questions.jsonl").write_bytes(SHARED)
    sets.keep("mine", SET)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(ExplorerError, match=said):
        sets.export("mine", tmp_path / place)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_library_that_is_a_file_of_chunks_brings_no_sets(tmp_path: Path) -> None:
    (tmp_path / "chunks.jsonl").write_bytes(b"{}")
    sets = QuestionSets(tmp_path / "chunks.jsonl", tmp_path / "work")
    assert sets.listed() == ()
    sets.keep("mine", SET)
    assert [each.name for each in sets.listed()] == ["mine"]
