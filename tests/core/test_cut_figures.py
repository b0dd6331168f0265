"""Chunks of another pipeline beside this program's: where passages are found, and the figures made of that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.tokenizers import WordTokenizer

from explorer.core.context import contextualise
from explorer.core.cut_alignment import align, own_text, words_of
from explorer.core.cuts import CutFigures, Cutting, compare_cuts, pair_documents, total_cuts
from explorer.core.findings import Finding, Scope, Severity
from explorer.core.model import Chunk, Metadata, Place
from explorer.core.recipe import PLAIN

Given = tuple[tuple[str, ...], str]
LEAVE = "Annual leave is 25 days. It must be taken in the year in which it was earned."
CARRY = "Up to five days can be carried over. They expire in March of the next year."


def chunks(*rows: Given, kind: str = "paragraph") -> list[Chunk]:
    return [
        Chunk("a.md", index, -1, path, text, Place(), kind, WordTokenizer().count(text))
        for index, (path, text) in enumerate(rows)
    ]


def cutting(*rows: Given, title: str = "Handbook", codes: tuple[str, ...] = (), limit: int = 40) -> Cutting:
    items = [
        contextualise(chunk, title, Metadata(), PLAIN, limit, WordTokenizer(), lambda _: "") for chunk in chunks(*rows)
    ]
    return Cutting(title, items, [Finding(code, Severity.NOTE, Scope.CHUNK, "a.md", "") for code in codes])


def compare(one: Cutting, two: Cutting) -> CutFigures:
    return compare_cuts("a.md", "a.md", one, two, lambda heading: "H102" if heading == "Notes" else "")


OWN = cutting((("Handbook", "Leave"), LEAVE), (("Handbook", "Leave", "Carry over"), CARRY))


def test_the_same_cuts_are_the_same() -> None:
    found = compare(OWN, OWN)
    assert (found.given_found, found.own_found, found.same_path) == (
        found.given_words,
        found.own_words,
        found.own_words,
    )
    assert (found.boundary_share, found.path_share) == (1.0, 1.0)
    assert found.given == found.own


def test_a_cut_elsewhere_under_less_of_a_path() -> None:
    one = cutting(
        (("Leave",), "Annual leave is 25 days. It must be taken"),
        (("Leave",), f"in the year in which it was earned. {CARRY}"),
    )
    found = compare(one, OWN)
    assert found.given_found == found.given_words
    assert (found.given_boundaries, found.own_boundaries, found.shared_boundaries) == (1, 1, 0)
    assert (found.given.inside_sentence, found.own.inside_sentence) == (1, 0)
    assert found.same_path == len(LEAVE.split())
    assert found.same_last == len(LEAVE.split())


def test_markup_white_space_and_case_do_not_count() -> None:
    one = cutting(
        (("Leave",), LEAVE.replace(" ", "\n").replace("25", "**25**").upper()), (("Leave", "*Carry* over"), CARRY)
    )
    found = compare(one, OWN)
    assert (found.given_found, found.same_path, found.shared_boundaries) == (found.own_words, found.own_words, 1)


def test_words_of_one_side_only() -> None:
    one = cutting((("Handbook", "Leave"), f"An advertisement for bicycles. {LEAVE}"))
    found = compare(one, OWN)
    assert found.given_words - found.given_found == 4
    assert found.own_words - found.own_found == len(CARRY.split())


def test_overlapping_chunks_are_found_in_their_places() -> None:
    one = cutting(((), LEAVE), ((), "the year in which it was earned. " + CARRY))
    found = compare(one, OWN)
    assert found.given_found == found.given_words
    assert found.given.inside_sentence == 1
    assert found.given_boundaries == 1
    assert found.same_path == 0


def test_counts_of_a_side() -> None:
    rows: list[Given] = [((), "One two."), (("Notes",), "Three."), (("Notes", "Pump"), "four " * 50)]
    side = compare(cutting(*rows, codes=("C201", "C211", "C201")), OWN).given
    assert (side.chunks, side.median, side.most) == (3, 2, 50)
    assert (side.under_no_heading, side.generic_only, side.over_window) == (1, 1, 1)
    assert side.findings == {"C201": 2, "C211": 1}


def test_nothing_in_common_and_nothing_at_all() -> None:
    found = compare(cutting(((), "quite other words")), OWN)
    assert (found.given_found, found.path_share) == (0, None)
    empty = compare(cutting(), cutting())
    assert (empty.boundary_share, empty.given.median, empty.given.most) == (None, 0, 0)


def test_totals() -> None:
    found = compare(cutting((("Leave",), LEAVE), codes=("C210",)), OWN)
    both = total_cuts([found, found])
    assert both.given.tokens == found.given.tokens * 2
    assert both.given.findings == {"C210": 2}
    assert (both.own_words, both.same_path) == (2 * found.own_words, 2 * found.same_path)
    assert total_cuts([]).given.chunks == 0


def test_repeated_passages_are_found_in_order() -> None:
    rows: list[Given] = [((name,), "See the general terms of use.") for name in "ABC"]
    found = compare(cutting(*rows), cutting(*rows))
    assert found.same_path == found.given_words


def test_writing_without_spaces_is_matched_by_its_signs() -> None:
    text = "泵站运行管理办法由公司制定。所有员工必须遵守。"
    found = compare(cutting(((), text[:14]), ((), text[14:])), cutting(((), text)))
    assert found.given_found == found.own_words == 21
    assert found.given.inside_sentence == 0


_TEXTS = st.lists(st.text("abc .\n", max_size=40), max_size=5)


@settings(max_examples=60)
@given(_TEXTS, _TEXTS)
def test_found_words_are_the_same_words(one: list[str], two: list[str]) -> None:
    first, second = (words_of(chunks(*(((), text) for text in texts))) for texts in (one, two))
    for at, place in enumerate(align(first, second)):
        assert place == -1 or first.words[at] == second.words[place]
    assert -1 not in align(first, first)


def test_what_is_carried_is_not_the_chunk_s_own() -> None:
    chunk = Chunk("a.md", 0, 0, (), "| a |\n| 1 |", Place(), "table", 2, carried=("| a |",))
    assert own_text(chunk) == "| 1 |"
    assert words_of([chunk]).words == ("1",)


@pytest.mark.parametrize(
    ("theirs", "ours", "pairs"),
    [
        (["hr/leave.md"], ["hr/leave.md", "it/leave.md"], {"hr/leave.md": "hr/leave.md"}),
        (["leave.md"], ["hr/leave.md"], {"leave.md": "hr/leave.md"}),
        (["docs/hr/leave.md"], ["hr/leave.md", "it/leave.md"], {"docs/hr/leave.md": "hr/leave.md"}),
        (["leave.md"], ["hr/leave.md", "it/leave.md"], {}),
        (["Leave.MD"], ["leave.md"], {"Leave.MD": "leave.md"}),
        (["leave.pdf.md"], ["hr/leave.pdf"], {"leave.pdf.md": "hr/leave.pdf"}),
        (["a/x.md", "b/x.md"], ["x.md"], {"a/x.md": "x.md"}),
        (["plans"], ["leave.md"], {}),
        (["plans"], ["hr/plans.docx"], {"plans": "hr/plans.docx"}),
        (["v1.2-plans.md"], ["v1.3-plans.md"], {}),
    ],
)
def test_pairs_of_documents(theirs: list[str], ours: list[str], pairs: dict[str, str]) -> None:
    assert pair_documents(theirs, ours) == pairs
