"""Front matter and the fields of a document."""

from __future__ import annotations

import pytest

from explorer.core.model import Metadata, ParsedDocument
from explorer.core.parsing import read_document
from explorer.core.parsing.metadata import iso_date, single_top_heading, title_from_name, version_from_name


def read(text: str, name: str = "some.md") -> ParsedDocument:
    return read_document(text.encode(), name)


FIELDS = {
    "all": (
        "version: 7\neffective: 2026-03-01\nexpires: 2027-02-28\nlang: en\naccess: internal\ntags: [a, b]",
        Metadata("7", "2026-03-01", "2027-02-28", "en", "internal", ("a", "b")),
    ),
    "numbers stay as written": ("version: 1.10", Metadata(version="1.10")),
    "prefix of a version goes": ("version: v2.1", Metadata(version="2.1")),
    "keys in other spellings": (
        "Effective-Date: 2026/3/1\nValid To: 2026-04",
        Metadata(effective_from="2026-03-01", effective_to="2026-04"),
    ),
    "effective before date": ("date: 2020-01-01\neffective_from: 2026", Metadata(effective_from="2026")),
    "date with time": ("date: 2026-03-01T10:00:00Z", Metadata(effective_from="2026-03-01")),
    "tags in one line": ("tags: a, b ,a", Metadata(tags=("a", "b"))),
    "tags as a list of lines": ("tags:\n  - a b\n  - c", Metadata(tags=("a b", "c"))),
    "nothing is nothing": ("version:\nlang: ~\naccess: null\ntags: []", Metadata()),
    "objects are not made": ("version: !!python/object/apply:os.system ['true']", Metadata()),
}


@pytest.mark.parametrize(("yaml", "metadata"), FIELDS.values(), ids=FIELDS.keys())
def test_yaml_fields(yaml: str, metadata: Metadata) -> None:
    document = read(f"---\n{yaml}\n---\ntext\n")
    assert document.metadata == metadata
    assert [block.text for block in document.blocks] == ["text"]


def test_yaml_may_end_with_dots_and_toml_is_read() -> None:
    assert read("---\ntitle: T\n...\ntext\n").title == "T"
    document = read('+++\ntitle = "T"\ndate = 2026-03-01\ntags = ["a"]\n+++\ntext\n')
    assert (document.title, document.metadata.effective_from, document.metadata.tags) == ("T", "2026-03-01", ("a",))
    assert [block.text for block in document.blocks] == ["text"]


BROKEN = {
    "colon in a value": "title: One: two\nversion: 3",
    "aliases": "a: &a [x, x]\nb: [*a, *a]\ntitle: 'One: two'\nversion: 3",
    "tab": "title: One: two\n\tx\nversion: 3",
    "deep": "x: " + "[" * 3000 + "\ntitle: One: two\nversion: 3",
}


@pytest.mark.parametrize("yaml", BROKEN.values(), ids=BROKEN.keys())
def test_broken_yaml_is_a_note_and_its_simple_lines_count(yaml: str) -> None:
    document = read(f"---\n{yaml}\n---\ntext\n")
    assert (document.title, document.metadata.version) == ("One: two", "3")
    assert any("front matter" in note for note in document.notes)
    assert [block.text for block in document.blocks] == ["text"]


@pytest.mark.parametrize(
    "text", [" ---\ntitle: T\n---\n", "\n---\ntitle: T\n---\n", "----\ntitle: T\n----\n", "---\ntitle: T\n"]
)
def test_what_is_no_front_matter(text: str) -> None:
    document = read(text)
    assert "title: T" in " ".join(block.text for block in document.blocks)


def test_date_that_is_none_is_a_note() -> None:
    document = read("---\ndate: next spring\n---\n")
    assert document.metadata.effective_from is None
    assert any('"next spring"' in note for note in document.notes)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026", "2026"),
        ("2026-3", "2026-03"),
        ("2026-02-30", None),
        ("2026-13", None),
        ("0000", None),
        ("12-03-2026", None),
        ("", None),
    ],
)
def test_dates(text: str, date: str | None) -> None:
    assert iso_date(text) == date


@pytest.mark.parametrize(
    ("name", "version", "title"),
    [
        ("hr/member-handbook-v7.md", "7", "member handbook"),
        ("guide_V2.1.pdf", "2.1", "guide"),
        ("rev7.md", "", "rev7"),
        ("a-v7-draft.md", "", "a v7 draft"),
        ("-v7.md", "7", "-v7"),
    ],
)
def test_names(name: str, version: str, title: str) -> None:
    assert version_from_name(name) == version
    assert title_from_name(name) == title


def test_version_of_the_front_matter_wins_over_the_name() -> None:
    assert read("---\nversion: 8\n---\n", "a-v7.md").metadata.version == "8"
    assert read("text\n", "a-v7.md").metadata.version == "7"


LONG = "one two three four five six seven eight nine ten eleven twelve thirteen"


@pytest.mark.parametrize(
    ("headings", "title"),
    [
        ([(1, "Guide"), (2, "A"), (2, "B")], "Guide"),
        ([(2, "A"), (1, "Guide"), (2, "B")], "Guide"),
        ([(1, LONG), (2, "A")], LONG),
        ([(2, "A"), (1, LONG), (2, "B")], ""),
        ([(2, "A"), (3, "B")], "A"),
        ([(3, "B"), (2, "A")], ""),
        ([(1, "A"), (1, "B")], ""),
        ([], ""),
    ],
)
def test_a_lone_top_heading_is_the_title_unless_it_is_a_sentence_within_the_text(
    headings: list[tuple[int, str]], title: str
) -> None:
    assert single_top_heading(headings) == title
