"""Questions kept as pairs: what each has of the other, also after edits; taking apart leaves nothing behind."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.question_pairs import entry_key, linked, parted, removed, replaced, twin_of
from explorer.core.question_views import EntryRow, QuestionRow

DAY, MONTH, RIDE = (EntryRow("section", f"plans#{name}") for name in ("day", "month", "ride"))
SET = (
    QuestionRow("Day?", (DAY,)),
    QuestionRow("Month?", (MONTH,), (RIDE,)),
    QuestionRow("Ride?", (RIDE,)),
)


def test_a_pair_names_each_other_and_has_the_others_answer_as_no_answer() -> None:
    rows = linked(SET, 0, 1)
    assert (rows[0].twin, rows[0].not_relevant) == ("Month?", (MONTH,))
    assert (rows[1].twin, rows[1].not_relevant) == ("Day?", (RIDE, DAY))
    assert [twin_of(rows, number) for number in range(3)] == [1, 0, None]
    assert parted(rows, 1) == parted(rows, 0) == SET


def test_a_question_has_one_twin_at_a_time() -> None:
    rows = linked(linked(SET, 0, 1), 0, 2)
    assert [row.twin for row in rows] == ["Ride?", "", "Day?"]
    assert rows[1] == SET[1]


@pytest.mark.parametrize("second", [0, 3])
def test_a_pair_needs_two_questions(second: int) -> None:
    with pytest.raises(ValueError, match="two questions"):
        linked((*SET, SET[0]), 0, second)


def test_a_twin_follows_new_words_and_a_new_answer() -> None:
    rows = linked(SET, 0, 1)
    rows = replaced(rows, 0, replace(rows[0], text="One day?", relevant=(EntryRow("fragment", "for one day"),)))
    assert (rows[0].twin, rows[1].twin) == ("Month?", "One day?")
    assert rows[1].not_relevant == (RIDE, EntryRow("fragment", "for one day"))
    assert replaced(SET, 2, QuestionRow("R?"))[2] == QuestionRow("R?")


def test_words_that_the_twin_has_too_do_not_make_a_question_its_own_twin() -> None:
    rows = linked(SET, 0, 1)
    rows = replaced(rows, 0, replace(rows[0], text="Month?"))
    assert [row.text for row in rows] == ["Month?", "Month?", "Ride?"]


def test_the_twin_of_a_removed_question_keeps_its_passages() -> None:
    rows = removed(linked(SET, 0, 1), {0})
    assert rows == (replace(SET[1], not_relevant=(RIDE, DAY)), SET[2])


def test_a_name_that_is_not_returned_is_no_pair() -> None:
    rows = (QuestionRow("A?", twin="B?"), QuestionRow("B?", twin="C?"), QuestionRow("D?", twin="D?"))
    assert [twin_of(rows, number) for number in range(3)] == [None, None, None]
    assert parted(rows, 0)[0].twin == ""


def test_an_entry_is_known_again_after_a_check() -> None:
    assert entry_key(replace(DAY, chunks=(("a", 1),), document="plans.md")) == entry_key(DAY)
    span = EntryRow("span", "words", "a.md", 1, 9)
    assert entry_key(span) == entry_key(replace(span, text="", heading_path=("A",)))


STEPS = st.lists(
    st.tuples(st.sampled_from(("link", "part", "remove")), st.integers(0, 4), st.integers(0, 4)), max_size=8
)


@given(STEPS)
def test_pairs_are_always_mutual(steps: list[tuple[str, int, int]]) -> None:
    rows = tuple(QuestionRow(f"{number}?", (EntryRow("section", f"d#{number}"),)) for number in range(5))
    for step, *places in steps:
        first, second = (place % max(len(rows), 1) for place in places)
        if step == "link" and first != second and rows:
            rows = linked(rows, first, second)
        elif step == "part" and rows:
            rows = parted(rows, first)
        elif step == "remove" and rows:
            rows = removed(rows, {first})
    for number, row in enumerate(rows):
        other = twin_of(rows, number)
        assert (other is None) == (not row.twin)
        if other is not None:
            assert twin_of(rows, other) == number
            assert set(map(entry_key, rows[other].relevant)) <= set(map(entry_key, row.not_relevant))
