"""Sections: a heading closes all open headings of the same or a deeper level (DESIGN 4.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.documents import block, heading

from explorer.core.outline import outline, section_of, slugify

STACKS = [
    pytest.param(
        [(1, "Employee Handbook 2024"), (2, "Leave"), (3, "Parental leave")],
        ("Employee Handbook 2024", "Leave", "Parental leave"),
        id="one below the other",
    ),
    pytest.param(
        [(1, "Employee Handbook 2024"), (2, "Leave"), (3, "Parental leave"), (3, "Bereavement leave")],
        ("Employee Handbook 2024", "Leave", "Bereavement leave"),
        id="a sibling replaces",
    ),
    pytest.param(
        [(1, "Employee Handbook 2024"), (2, "Leave"), (3, "Parental leave"), (2, "Expenses")],
        ("Employee Handbook 2024", "Expenses"),
        id="a higher one closes both",
    ),
    pytest.param([(1, "A"), (3, "B"), (3, "C")], ("A", "C"), id="a skipped level makes no child of a sibling"),
    pytest.param([(1, "A"), (3, "B"), (2, "C")], ("A", "C"), id="back to the skipped level"),
    pytest.param([(3, "A"), (1, "B")], ("B",), id="deep first"),
    pytest.param([(2, "A"), (2, "A")], ("A",), id="equal texts are two sections"),
]


@pytest.mark.parametrize(("headings", "path"), STACKS)
def test_the_last_heading_has_this_path(headings: list[tuple[int, str]], path: tuple[str, ...]) -> None:
    sections = outline([heading(*one) for one in headings])
    assert sections[-1].path == path
    assert [section.ordinal for section in sections] == list(range(len(headings)))


def test_own_body_ends_at_any_heading_and_the_section_at_its_own_level() -> None:
    blocks = [
        block("paragraph", "before"),
        heading(1, "Handbook"),
        block("paragraph", "intro"),
        heading(2, "Leave"),
        block("paragraph", "one"),
        block("paragraph", "two"),
        heading(3, "Parental"),
        heading(2, "Expenses"),
        block("paragraph", "three"),
    ]
    book, leave, parental, expenses = outline(blocks)
    assert [list(one.own_body) for one in (book, leave, parental, expenses)] == [[2], [4, 5], [], [8]]
    assert [one.end_block for one in (book, leave, parental, expenses)] == [9, 7, 7, 9]
    assert [one.parent for one in (book, leave, parental, expenses)] == [-1, 0, 1, 0]
    assert [one.is_leaf for one in (book, leave, parental, expenses)] == [False, False, True, True]


def test_what_stands_before_the_first_heading_has_no_section() -> None:
    sections = outline([block("paragraph", "alone"), heading(1, "A")])
    assert section_of(sections, -1) is None
    assert section_of(sections, 0) is sections[0]
    assert section_of(sections, 1) is None
    assert outline([]) == ()


@given(st.lists(st.integers(1, 9), max_size=40))
def test_sections_nest(levels: list[int]) -> None:
    sections = outline([heading(level, f"h{number}") for number, level in enumerate(levels)])
    for section in sections:
        parent = section_of(sections, section.parent)
        assert section.first_block < section.body_end <= section.end_block
        if parent is None:
            assert section.path == (section.heading,)
        else:
            assert parent.level < section.level
            assert parent.first_block < section.first_block
            assert section.end_block <= parent.end_block
            assert section.path == (*parent.path, section.heading)


SLUGS = [
    (["Day pass"], ["day-pass"]),
    (["4.1 Elective surgery"], ["41-elective-surgery"]),
    (["Limits", "Limits", "limits"], ["limits", "limits-1", "limits-2"]),
    (["Limits-1", "Limits", "Limits"], ["limits-1", "limits", "limits-2"]),
    (["Limits", "Limits-1", "Limits"], ["limits", "limits-1", "limits-2"]),
    (["What's new? (v2)"], ["whats-new-v2"]),
    (["A  B", "a_b"], ["a--b", "a_b"]),
    (["Überstunden & Urlaub"], ["überstunden--urlaub"]),
    (["休暇の申請"], ["休暇の申請"]),
    (["हिन्दी"], ["हिन्दी"]),
    (["🚲", "!"], ["", "-1"]),
]


@pytest.mark.parametrize(("headings", "slugs"), SLUGS)
def test_slugs_follow_githubs_rule(headings: list[str], slugs: list[str]) -> None:
    taken: dict[str, int] = {}
    assert [slugify(one, taken) for one in headings] == slugs
    assert [section.slug for section in outline([heading(1, one) for one in headings])] == slugs


@given(st.lists(st.sampled_from(["a", "a-1", "a-2", "a 1", "b"]), max_size=12))
def test_slugs_never_repeat(headings: list[str]) -> None:
    taken: dict[str, int] = {}
    slugs = [slugify(one, taken) for one in headings]
    assert len(set(slugs)) == len(slugs)
