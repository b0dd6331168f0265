"""Plain text: paragraphs, lists, quotations and what keeps its lines."""

from __future__ import annotations

import pytest

from explorer.core.parsing import read_document

CASES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "wrapped lines are joined": (
        "Either party may end it\nby giving notice.\n\nNext one.\n",
        [("paragraph", "Either party may end it by giving notice."), ("paragraph", "Next one.")],
    ),
    "no blank between east asian lines": (
        "值班人员\n每两小时记录。\n",
        [("paragraph", "值班人员每两小时记录。")],
    ),
    "a hyphen stays with its word": ("a well-\nknown case\n", [("paragraph", "a well-known case")]),
    "list with continuation": (
        "- one\n  goes on\n- two\n",
        [("list", "- one goes on"), ("list", "- two")],
    ),
    "children stay with their item": (
        "1. one\n   - child\n     goes on\n   - other\n\n2. two\n",
        [("list", "1. one\n  - child goes on\n  - other"), ("list", "2. two")],
    ),
    "paragraphs below an item": (
        "- one\n\n  more of it\n\n- two\n\nafter\n",
        [("list", "- one\n  more of it"), ("list", "- two"), ("paragraph", "after")],
    ),
    "list right behind its lead-in": (
        "Bring along:\n- a key\n- a lamp\n",
        [("paragraph", "Bring along:"), ("list", "- a key"), ("list", "- a lamp")],
    ),
    "a dash that begins a wrapped line": (
        "It was late\n- he said - and dark.\n",
        [("paragraph", "It was late - he said - and dark.")],
    ),
    "a date in a wrapped line": (
        "It was in\n12. May as ever.\n",
        [("paragraph", "It was in 12. May as ever.")],
    ),
    "run-in clauses are paragraphs": (
        "4.1 Term. It starts.\n\n4.2 Termination. Either party may\nend it.\n",
        [("paragraph", "4.1 Term. It starts."), ("paragraph", "4.2 Termination. Either party may end it.")],
    ),
    "quotation": (
        "> quoted\n> text\n>\n> more\n\nafter\n",
        [("quote", "quoted text"), ("quote", "more"), ("paragraph", "after")],
    ),
    "columns keep their lines": (
        "Name     Age\nBob      12\nAnn      13\n",
        [("code", "Name     Age\nBob      12\nAnn      13")],
    ),
    "a drawing keeps its first line's place": (
        "      0         1\n  0 1 2 3   4 5 6\n  +-+-+-+-+-+-+-+\n",
        [("code", "    0         1\n0 1 2 3   4 5 6\n+-+-+-+-+-+-+-+")],
    ),
    "code keeps its indentation": (
        "    def f(x):\n        return x\n\n    y = f(3)\n    z = f(4)\n",
        [("code", "def f(x):\n    return x\n\ny = f(3)\nz = f(4)")],
    ),
    "verse keeps its lines": (
        "A long line of prose that shows where the lines of this document are wrapped by its\n"
        "author, who wrote enough of them to tell, in a paragraph of three lines, none of them\nshort.\n\n"
        "How doth the little\nImprove his tail\nAnd pour the water\n",
        [
            (
                "paragraph",
                "A long line of prose that shows where the lines of this document are wrapped by its author, who wrote"
                " enough of them to tell, in a paragraph of three lines, none of them short.",
            ),
            ("paragraph", "How doth the little\nImprove his tail\nAnd pour the water"),
        ],
    ),
    "rules have no words": ("one\n\n* * *\n\ntwo\n\n-----\n", [("paragraph", "one"), ("paragraph", "two")]),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    document = read_document(text.encode(), "a.txt")
    assert [(block.kind.value, block.text) for block in document.blocks] == expected


def test_groups_count_lists_and_quotations() -> None:
    text = "- a\n- b\n\ntext\n\n- c\n\n> q\n\n> r\n"
    document = read_document(text.encode(), "a.txt")
    assert [block.group for block in document.blocks] == [1, 1, 0, 2, 3, 3]


def test_a_place_in_a_joined_paragraph_is_the_place_of_its_words() -> None:
    text = "  one two\n  three four\n"
    block = read_document(text.encode(), "a.txt").blocks[0]
    at = block.text.index("two three")
    place = block.place_of(at, at + len("two three"))
    assert text[place.start : place.end] == "two\n  three"
