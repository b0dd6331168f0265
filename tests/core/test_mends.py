"""Mends: found by path and ordinal, applied to all below, stale when their heading is gone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.mends import Mend, changed, mend_of, ordinals, renamed, renames
from explorer.core.outline import Section, outline
from tests.support.documents import block, document, heading

TEXT = block("paragraph", "It must be requested 30 days in advance.")


def sections(*heads: tuple[int, str]) -> tuple[Section, ...]:
    return outline(document(*(part for level, text in heads for part in (heading(level, text), TEXT))).blocks)


POLICY = sections((1, "Leave"), (2, "Section 4.2"), (3, "(a)"), (2, "Section 4.2"), (1, "Travel"))


def test_a_mend_renames_its_heading_and_every_path_below_it() -> None:
    mend = mend_of("policy.md", POLICY, 1, " Parental \n leave ")
    assert mend == Mend("policy.md", ("Leave", "Section 4.2"), 0, "Parental leave")
    texts, stale = renames(POLICY, [mend])
    assert (dict(texts), stale) == ({1: "Parental leave"}, ())
    assert [section.path for section in renamed(POLICY, texts)] == [
        ("Leave",),
        ("Leave", "Parental leave"),
        ("Leave", "Parental leave", "(a)"),
        ("Leave", "Section 4.2"),
        ("Travel",),
    ]


def test_the_second_of_two_equal_paths_is_told_from_the_first() -> None:
    mend = mend_of("policy.md", POLICY, 3, "Adoption leave")
    assert mend.ordinal == 1
    assert dict(renames(POLICY, [mend])[0]) == {3: "Adoption leave"}
    assert ordinals(POLICY) == (0, 0, 0, 1, 0)


def test_a_mend_outlives_changes_elsewhere_and_is_stale_when_its_heading_changed() -> None:
    mend = mend_of("policy.md", POLICY, 1, "Parental leave")
    longer = sections((1, "Scope"), (1, "Leave"), (2, "Hours"), (2, "Section 4.2"))
    assert dict(renames(longer, [mend])[0]) == {3: "Parental leave"}
    other = sections((1, "Leave"), (2, "Section 4.3"))
    assert renames(other, [mend]) == ({}, (mend,))


def test_keeping_replaces_and_dropping_removes() -> None:
    first, second = mend_of("a.md", POLICY, 1, "One"), mend_of("a.md", POLICY, 4, "Two")
    better = mend_of("a.md", POLICY, 1, "Three")
    assert changed([first], [second, better], []) == (better, second)
    assert changed([first, second], [], [first]) == (second,)


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from("abc")), min_size=1, max_size=12), st.data())
def test_renaming_changes_headings_and_nothing_else(heads: list[tuple[int, str]], data: st.DataObject) -> None:
    made = sections(*heads)
    chosen = data.draw(st.sets(st.integers(0, len(made) - 1)))
    mends = [mend_of("a.md", made, number, f"new {number}") for number in chosen]
    texts, stale = renames(made, mends)
    assert (set(texts), stale) == (chosen, ())
    for before, after in zip(made, renamed(made, texts), strict=True):
        assert len(before.path) == len(after.path)
        assert after.heading == (f"new {before.ordinal}" if before.ordinal in chosen else before.heading)
        assert (before.place, before.parent, before.own_body) == (after.place, after.parent, after.own_body)


@pytest.mark.parametrize("number", range(5))
def test_without_mends_nothing_changes(number: int) -> None:
    assert renamed(POLICY, {})[number] == POLICY[number]
