"""Names of own question sets: what a file's name is made into can always be one."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from explorer.core.question_names import ENDING, LONGEST, name_problem, plain_name

ANY = st.text(st.characters(), max_size=400)


@given(ANY)
def test_a_name_made_of_any_stem_can_be_a_sets_also_with_a_number_behind_it(stem: str) -> None:
    name = plain_name(stem)
    assert name_problem(name) == ""
    assert name_problem(f"{name} 9999") == ""


@given(ANY)
def test_a_good_name_is_one_file_in_one_folder_and_a_bad_one_is_told_in_a_line(name: str) -> None:
    problem = name_problem(name)
    if not problem:
        assert not set(name) & set("/\\\x00\n")
        assert name not in {".", ".."}
        assert len(f"{name}{ENDING}".encode()) <= LONGEST
    else:
        assert not {unicodedata.category(sign) for sign in problem} & {"Cc", "Zl", "Zp"}
