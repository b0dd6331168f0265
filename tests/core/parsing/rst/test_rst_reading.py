"""reStructuredText: sections, what stands in them, Sphinx's directives and roles, metadata."""

from __future__ import annotations

from itertools import pairwise

import pytest

from explorer.core.model import BlockKind, ParsedDocument, TitleSource
from explorer.core.parsing import read_document


def read(text: str) -> ParsedDocument:
    return read_document(text.encode(), "some-file.rst")


def headings(text: str) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in read(text).blocks if block.kind is BlockKind.HEADING]


SECTIONS: dict[str, tuple[str, list[tuple[int, str]]]] = {
    "levels by first appearance": (
        "Aaa\n~~~\n\nBbb\n===\n\nCcc\n---\n\nDdd\n===\n\nEee\n~~~\n",
        [(1, "Aaa"), (2, "Bbb"), (3, "Ccc"), (2, "Ddd"), (1, "Eee")],
    ),
    "an overline makes another style": (
        "=====\nTitle\n=====\n\nFirst\n=====\n\nSecond\n=====\n",
        [(1, "Title"), (2, "First"), (2, "Second")],
    ),
    "indented below an overline": ("=========\n  Title\n=========\n\nText.\n", [(1, "Title")]),
    "title and subtitle stay above all": (
        "=====\nTitle\n=====\n--------\nSubtitle\n--------\n\nOne\n===\n\nText.\n\nTwo\n===\n",
        [(1, "Title"), (2, "Subtitle"), (3, "One"), (3, "Two")],
    ),
    "a style that skips a level": (
        "One\n===\n\nTwo\n---\n\nSix\n~~~\n\nNew\n===\n\nOld\n~~~\n\nText.\n",
        [(1, "One"), (2, "Two"), (3, "Six"), (1, "New"), (3, "Old")],
    ),
    "run-in headings": (
        "Lease\n=====\n\n4 Term\n------\n\n4.1 **Start.** It begins.\n\n**4.2 End.** It ends.\n\n**Note.** Prose.\n",
        [(1, "Lease"), (2, "4 Term"), (3, "4.1 Start."), (3, "4.2 End.")],
    ),
    "bold numbers of quantities run in no heading": (
        "Lease\n=====\n\n4 **lines.** Prose.\n\n4.1 **Start** without a full stop.\n",
        [(1, "Lease")],
    ),
    "numbers in titles": ("1. One\n======\n\n1.1 Two\n-------\n\nText.\n", [(1, "1. One"), (2, "1.1 Two")]),
    "marks go": (
        "The *big* ``code`` |v| `link <http://a>`_\n==========================================\n\n.. |v| replace:: 7\n",
        [(1, "The big code 7 link")],
    ),
    "full-width signs": ("泵站手册\n========\n\n内容。\n", [(1, "泵站手册")]),
    "a short underline": ("A long title\n======\n\nText.\n", [(1, "A long title")]),
    "directly behind an indented text": (".. note::\n\n   Text.\nTitle\n=====\n\nText.\n", [(1, "Title")]),
}
NO_SECTIONS = {
    "transition": "Text.\n\n----------\n\nText.\n",
    "literal block": "Code::\n\n    Title\n    =====\n",
    "code directive": ".. code-block:: rst\n\n   Title\n   =====\n",
    "comment": ".. Title\n   =====\n",
    "list item": "- item\n------\n",
    "table": "=====  =====\nA      B\n=====  =====\n1      2\n=====  =====\n",
    "rubric": ".. rubric:: Footnotes\n\nText.\n",
    "bold line": "**Not a title**\n\nText.\n",
    "topic": ".. topic:: A topic\n\n   Text.\n",
    "two lines of a paragraph": "one line\nanother\n=======\n",
}


@pytest.mark.parametrize(("text", "expected"), SECTIONS.values(), ids=SECTIONS.keys())
def test_sections(text: str, expected: list[tuple[int, str]]) -> None:
    document = read(text)
    assert headings(text) == expected
    assert headings(text.replace("\n", "\r\n")) == expected
    assert document.evidence == "reStructuredText sections"


@pytest.mark.parametrize("text", NO_SECTIONS.values(), ids=NO_SECTIONS.keys())
def test_no_sections(text: str) -> None:
    assert headings(text) == []
    assert read(text).evidence == "none"


BLOCKS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "wrapped lines": ("One *two*\nthree.\n", [("paragraph", "One two three.")]),
    "escapes": ("A \\*star\\* and more\n", [("paragraph", "A *star* and more")]),
    "references": (
        "See `the site <http://a.b>`_, name_, [1]_, [#a]_ and |x|.\n\n.. |x| replace:: *words*\n.. _name: http://c\n",
        [("paragraph", "See the site, name, [1], [#a] and words.")],
    ),
    "roles of sphinx": (
        "Use :ref:`the text <label>`, :class:`~pkg.mod.Name`, :kbd:`Ctrl`, :py:func:`!run` and `x`:unknown:.\n",
        [("paragraph", "Use the text, Name, Ctrl, run and x.")],
    ),
    "lists": (
        "* one\n  goes on\n\n  - child\n\n    more\n\n* two\n\n3. three\n4. four\n\n#. auto\n#. auto\n",
        [
            ("list", "* one goes on\n  - child\n    more"),
            ("list", "* two"),
            ("list", "3. three"),
            ("list", "4. four"),
            ("list", "5. auto"),
            ("list", "6. auto"),
        ],
    ),
    "definitions": (
        "term : kind\n    What it\n    means.\n\n    More.\n",
        [("list", "term : kind\n  What it means.\n  More.")],
    ),
    "fields": (
        "Text.\n\n:size: big\n:use: for\n  all\n",
        [("paragraph", "Text."), ("list", "size: big"), ("list", "use: for all")],
    ),
    "options": (
        "-a, --all  Shows\n           all.\n-q         Quiet.\n",
        [("list", "-a, --all  Shows all."), ("list", "-q  Quiet.")],
    ),
    "literal": ("Code::\n\n  x   = 1\n\n    y\n", [("paragraph", "Code:"), ("code", "x   = 1\n\n  y")]),
    "code of sphinx": (
        ".. code-block:: python\n   :linenos:\n   :caption: The code\n\n   def f():\n       return 1\n",
        [("caption", "The code"), ("code", "def f():\n    return 1")],
    ),
    "doctest": (">>> 1 + 1\n2\n", [("code", ">>> 1 + 1\n2")]),
    "lines": ("| one\n|   two\n", [("paragraph", "one\n  two")]),
    "quotation": (
        "Text.\n\n    Quoted\n    words.\n\n    -- Me\n",
        [("paragraph", "Text."), ("quote", "Quoted words."), ("quote", "Me")],
    ),
    "footnotes": (
        "Text [1]_.\n\n.. [1] The note.\n.. [CIT] A work.\n",
        [("paragraph", "Text [1]."), ("paragraph", "[1] The note."), ("paragraph", "[CIT] A work.")],
    ),
    "admonitions": (
        ".. note:: Mind the\n   gap.\n\n"
        ".. admonition:: Own title\n\n   Text.\n\n.. versionadded:: 3.4\n   The thing.\n",
        [
            ("paragraph", "Mind the gap."),
            ("paragraph", "Own title"),
            ("paragraph", "Text."),
            ("paragraph", "3.4 The thing."),
        ],
    ),
    "unknown directive with options": (
        ".. strange:: An argument\n   :width: 7\n\n   The *content*.\n",
        [("paragraph", "An argument"), ("paragraph", "The content.")],
    ),
    "left out": (
        ".. toctree::\n   :maxdepth: 2\n\n   intro\n\n"
        ".. index:: pump\n\n.. include:: /etc/passwd\n\n.. raw:: html\n\n   <b>x</b>\n\nText.\n",
        [("paragraph", "Text.")],
    ),
    "signature": (
        ".. py:function:: foo(x, y)\n\n   Does foo.\n",
        [("paragraph", "foo(x, y)"), ("paragraph", "Does foo.")],
    ),
    "figure": (
        ".. figure:: a.png\n   :alt: A pump\n\n   The caption.\n\n   The legend.\n",
        [("paragraph", "A pump"), ("caption", "The caption."), ("paragraph", "The legend.")],
    ),
    "simple table": (
        "=====  =====\nName   Size\n=====  =====\npump   12\nvalve  3\n=====  =====\n",
        [("table", "| Name | Size |\n| pump | 12 |\n| valve | 3 |")],
    ),
    "grid table with spans": (
        "+-----+-----+\n| A   | B   |\n+=====+=====+\n| x   | y   |\n"
        "| xx  +-----+\n|     | z   |\n+-----+-----+\n| wide      |\n+-----+-----+\n",
        [("table", "| A | B |\n| x xx | y |\n|  | z |\n| wide |  |")],
    ),
    "list table": (
        ".. list-table:: Prices\n   :header-rows: 1\n\n   * - Name\n     - Price\n   * - pump\n     - 12\n",
        [("caption", "Prices"), ("table", "| Name | Price |\n| pump | 12 |")],
    ),
    "csv table": (
        ".. csv-table:: Prices\n   :header: Name, Price\n\n   pump, 12\n",
        [("caption", "Prices"), ("table", "| Name | Price |\n| pump | 12 |")],
    ),
    "parsed literal": (".. parsed-literal::\n\n   a *b*\n     c\n", [("code", "a b\n  c")]),
    "damaged table": (
        "=====  =====\nA      B\n=====  =====\n1      2 and 3\n",
        [("paragraph", "A      B"), ("paragraph", "1      2 and 3")],
    ),
}


@pytest.mark.parametrize(("text", "expected"), BLOCKS.values(), ids=BLOCKS.keys())
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(block.kind.value, block.text) for block in read(text).blocks] == expected


def test_header_rows_and_groups() -> None:
    tables = [block for block in read(BLOCKS["list table"][0]).blocks if block.kind is BlockKind.TABLE]
    assert [table.header_rows for table in tables] == [1]
    groups = [block.group for block in read("* a\n* b\n\nText.\n\n* c\n\n    quoted\n").blocks]
    assert groups[:4] == [1, 1, 0, 2]


def test_cells_lead_to_their_own_place() -> None:
    text = "+-----+-----+\n| yes | yes |\n| no  | no  |\n+-----+-----+\n| yes | no  |\n+-----+-----+\n"
    table = read(text).blocks[0]
    assert table.text == "| yes no | yes no |\n| yes | no |"
    found = [run.place.start or 0 for run in table.runs if run.exact]
    spots = [(text.count("\n", 0, start), start - text.rfind("\n", 0, start) - 1) for start in found]
    assert spots == [(1, 2), (2, 2), (1, 8), (2, 8), (4, 2), (4, 8)]


METADATA = ":Version: 7\n:Date: 2026-03-01\n:language: en\n:tags: a, b\n:Author: Jane\n\nTitle\n=====\n\nText.\n"


def test_fields_at_the_top_are_metadata() -> None:
    document = read(METADATA)
    fields = document.metadata
    assert (fields.version, fields.effective_from, fields.language, fields.tags) == (
        "7",
        "2026-03-01",
        "en",
        ("a", "b"),
    )
    assert [block.text for block in document.blocks] == ["Author: Jane", "Title", "Text."]
    assert read("Title\n=====\n\n" + METADATA.split("\n\n", maxsplit=1)[0] + "\n\nText.\n").metadata == fields
    assert read("Title\n=====\n\nText.\n\n:Version: 7\n").metadata.version is None
    assert read(":Date: $Date: 2024-11-10 00:36:49 +0100 $\n\nText.\n").metadata.effective_from == "2024-11-10"


TITLES = {
    "single top section": ("Title\n=====\n\nOne\n---\n\nText.\n", "Title", TitleSource.HEADING),
    "directive": (".. title:: Own\n\nTitle\n=====\n\nText.\n", "Own", TitleSource.FRONT_MATTER),
    "several": ("One\n===\n\nText.\n\nTwo\n===\n\nText.\n", "some file", TitleSource.FILE_NAME),
}


@pytest.mark.parametrize(("text", "title", "source"), TITLES.values(), ids=TITLES.keys())
def test_titles(text: str, title: str, source: TitleSource) -> None:
    document = read(text)
    assert (document.title, document.title_source) == (title, source)


def test_a_heading_is_placed_with_its_adornment() -> None:
    text = "Text.\n\n=====\nTitle\n=====\n\nMore.\n"
    heading = next(block for block in read(text).blocks if block.level)
    assert text[heading.place.start : heading.place.end] == "=====\nTitle\n====="


@pytest.mark.parametrize(
    "text",
    [
        "".join("  " * depth + f"- item{depth}x\n\n" for depth in range(1_000)),
        "".join("  " * depth + f"item{depth}x\n\n" for depth in range(1_000)),
        "*a " * 100_000,
    ],
    ids=["lists", "quotations", "one line"],
)
def test_what_docutils_cannot_take_is_read_as_plain_text(text: str) -> None:
    document = read("Title\n=====\n\nText *here*.\n\nNext\n====\n\n" + text + "\n\nLast\n====\n\nText *there*.\n")
    assert any("plain text" in note for note in document.notes)
    assert [block.text for block in document.blocks if block.level] == ["Title", "Next", "Last"]
    everything = " ".join(block.text for block in document.blocks)
    assert all(word in everything for word in text.split()[-100:])
    assert "Text here." in everything


def test_many_sections_are_siblings() -> None:
    found = headings("".join(f"Heading {number}\n==========\n\nText *of* it.\n\n" for number in range(1_000)))
    assert len(found) == 1_000
    assert all(one != two and one[0] == two[0] == 1 for one, two in pairwise(found))


COUNTED = {
    "brackets": ("(#) one\n(#) two\n", ["(1) one", "(2) two"]),
    "one bracket": ("#) one\n#) two\n", ["1) one", "2) two"]),
    "letters": ("B. one\n#. two\n", ["B. one", "C. two"]),
    "Roman": ("i. one\nii. two\n#. three\n", ["i. one", "ii. two", "iii. three"]),
    "nested": ("- 1. one\n  #. two\n", ["- 1. one\n  2. two"]),
    "the same number further on": ("- one\n#. two\n\n1. three\n", ["- one", "1. two", "1. three"]),
    "the same number in words further on": ("#. one 2.\n#. two\n", ["1. one 2.", "2. two"]),
}


@pytest.mark.parametrize(("text", "items"), COUNTED.values(), ids=COUNTED.keys())
def test_markers_left_to_the_tool_are_counted_and_placed(text: str, items: list[str]) -> None:
    document = read_document(text.encode(), "a.rst")
    assert [block.text for block in document.blocks] == items
    for block in document.blocks:
        item = text[block.place.start : block.place.end]
        assert item.split()[-1] == block.text.split()[-1]
        assert item.count("\n") == block.text.count("\n")


def test_a_hyphen_before_a_list_is_no_marker_of_it() -> None:
    text = ".. a comment - not shown\n\n- one\n"
    (item,) = read_document(text.encode(), "a.rst").blocks
    assert text[item.place.start : item.place.end] == "- one"


def test_a_run_in_heading_and_the_rest_have_their_own_places() -> None:
    text = "Lease\n=====\n\n4.1 **Start.** It begins\nin May.\n"
    _, heading, rest = read(text).blocks
    spans = [text[block.place.start : block.place.end] for block in (heading, rest)]
    assert (heading.text, heading.slug, rest.text) == ("4.1 Start.", "41-start", "It begins in May.")
    assert spans[0].startswith("4.1 **Start.")
    assert spans[1] == "It begins\nin May."


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("=====  =====\n       W1x\nc      d\n=====  =====\n", ["|  | W1x |\n| c | d |"]),
        (
            "=====  =====\na      b\n=====  =====\n       W1x\nc      d\n=====  =====\n",
            ["| a | b |\n|  | W1x |\n| c | d |"],
        ),
        ("=====  =====\n     - W1x\n=====  =====\n", ["- W1x"]),
    ],
)
def test_a_first_row_with_an_empty_first_cell_keeps_its_words(table: str, expected: list[str]) -> None:
    assert [block.text for block in read_document(table.encode(), "a.rst").blocks] == expected
