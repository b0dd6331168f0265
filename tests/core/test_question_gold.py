"""Entries of question sets are found in documents: sections by slug, path and number, texts across cuts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.model import Block, BlockKind, Place
from explorer.core.outline import outline
from explorer.core.questions import Entry, Fragment, Question, Reference, Span
from explorer.core.questions_gold import GoldFinder, QuestionDocument, resolve
from explorer.core.questions_sections import Heading, NotFoundError
from explorer.core.questions_text import Passage, folded, own_text

MANUAL = [
    (1, "Member Handbook"),
    (2, "4 Authorizations"),
    (3, "4.1 Elective surgery"),
    (3, "4.2 Urgency"),
    (2, "5 Money"),
    (3, "5.1 Overview"),
    (2, "6 Appeals"),
    (3, "6.1 Overview"),
    (2, "Section 7.2"),
    (3, "Subsection (b)"),
    (2, "Section 8"),
    (3, "Subsection (b)"),
]


def headings(levels: list[tuple[int, str]]) -> tuple[Heading, ...]:
    found = outline([Block(BlockKind.HEADING, text, Place(), level=level) for level, text in levels])
    last = [
        max(other.ordinal for other in found if each.first_block <= other.first_block < each.end_block)
        for each in found
    ]
    return tuple(Heading(each.ordinal, last[each.ordinal], each.parent, each.heading, each.slug) for each in found)


def document(name: str, levels: list[tuple[int, str]]) -> QuestionDocument:
    """Return a document with one chunk a heading, its text the heading's number in words."""
    found = headings(levels)
    passages = tuple(
        Passage(each.ordinal, each.ordinal, f"body number {each.ordinal}", each.ordinal * 100, each.ordinal * 100 + 50)
        for each in found
    )
    return QuestionDocument(name, found, passages)


LIBRARY = GoldFinder([document("manuals/manual-v7.md", MANUAL), document("plans.md", [(1, "Plans"), (2, "Day pass")])])

SECTIONS = [
    ("manual-v7#41-elective-surgery", [2]),
    ("manual-v7.md#41-Elective-Surgery", [2]),
    ("manuals/manual-v7.md#4.1", [2]),
    ("manual-v7#4.1-elective-surgery", [2]),
    ("manual-v7#authorizations-4.1", [2]),
    ("manual-v7#elective-surgery-4.1", [2]),
    ("manual-v7#4.1 Elective surgery", [2]),
    ("manual-v7#4-authorizations", [1, 2, 3]),
    ("manual-v7#4", [1, 2, 3]),
    ("manual-v7#5-money/51-overview", [5]),
    ("manual-v7#money-5.1", [5]),
    ("manual-v7#section-72/subsection-b", [9]),
    ("manual-v7#section-8/subsection-b", [11]),
    ("manual-v7#member-handbook/subsection-b-1", [11]),
    ("manual-v7#section-8/b", [11]),
    ("manual-v7#7.2", [8, 9]),
    ("manual-v7#member%2Dhandbook", list(range(12))),
    ("manual-v7", list(range(12))),
    ("plans#day-pass", [1]),
]


@pytest.mark.parametrize(("written", "chunks"), SECTIONS)
def test_a_section_is_found_by_slug_path_and_number(written: str, chunks: list[int]) -> None:
    found = LIBRARY.find(Reference(written))
    assert sorted(index for _, index in found.right) == chunks
    assert found.cut_apart == 0


MISSING: list[tuple[Entry, str]] = [
    (Reference("manual-v7#elective-surgey"), "has no heading #elective-surgey; the nearest is #41-elective-surgery"),
    (Reference("manual-v7#section-8/a"), "has no heading #section-8/a"),
    (Reference("manual-v7#member-handbook/subsection-b"), "fits 2 headings (#subsection-b, #subsection-b-1)"),
    (Reference("manual-v7#surgery-4.2"), "has no heading"),
    (Reference("manual-v7#"), "its first is #member-handbook"),
    (Reference("plan#day-pass"), "there is no document plan; the nearest is plans.md"),
    (
        Fragment("body number unknown 3"),
        "no text holds “body number unknown 3”; the nearest is ",
    ),
    (Span("plans.md", 60, 70), "plans.md has no text from 60 to 70; the nearest is plans.md#"),
    (Span("plants.md", 60, 70), "there is no document plants.md"),
]


@pytest.mark.parametrize(("entry", "told"), MISSING)
def test_what_is_not_there_is_told_with_the_nearest(entry: Entry, told: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        LIBRARY.find(entry)
    assert told in str(caught.value)


def test_a_stem_that_two_documents_have_is_told() -> None:
    both = GoldFinder([document("a/plans.md", [(1, "A")]), document("b/plans.md", [(1, "A")])])
    with pytest.raises(NotFoundError, match="plans fits 2 documents"):
        both.find(Reference("plans#a"))
    assert both.find(Reference("b/plans#a")).right == {("b/plans.md", 0)}


def test_a_document_may_have_the_sign_in_its_name() -> None:
    finder = GoldFinder([document("c#.md", [(1, "Plans")])])
    assert finder.find(Reference("c#.md#plans")).right == {("c#.md", 0)}


def parts(*texts: str, name: str = "a.md") -> GoldFinder:
    passages = tuple(Passage(index, 0, text) for index, text in enumerate(texts))
    return GoldFinder([QuestionDocument(name, headings([(1, "Cleaning the filter")]), passages)])


def test_a_fragment_is_matched_white_space_aside_and_may_be_cut_apart() -> None:
    finder = parts("One two\n  three", "four. Five six seven eight nine ten.", "Eleven.")
    whole = finder.find(Fragment("two three"))
    assert (whole.right, whole.cut_apart) == ({("a.md", 0)}, 0)
    cut = finder.find(Fragment("two  three\nfour."))
    assert cut.cut_apart == 2
    assert dict(cut.occurrences[0].shares) == {("a.md", 0): 8, ("a.md", 1): 5}
    assert cut.right == {("a.md", 0)}
    long = finder.find(Fragment("three four. Five six seven eight nine ten. Eleven."))
    assert long.right == {("a.md", 1), ("a.md", 2)}


def test_a_passage_of_which_no_chunk_holds_half_counts_where_most_of_it_is() -> None:
    finder = parts("a" * 90 + "bcd", "e" * 4, "fgh" + "i" * 90)
    found = finder.find(Fragment("bcd" + "e" * 4 + "fgh"))
    assert found.right == {("a.md", 1)}
    assert parts("a" * 90 + "bcd", "efgh" + "i" * 90, "jkl" + "m" * 90).find(Fragment("bcdefgh")).right == {("a.md", 1)}


def test_a_fragment_that_stands_twice_has_two_places() -> None:
    assert len(parts("It costs 3 dollars.", "No.", "It costs 3 dollars.").find(Fragment("costs 3")).occurrences) == 2


def test_a_quotation_with_markup_and_headings_is_found_by_its_letters() -> None:
    finder = parts("Lift the filter out.", "See the guide for more.")
    assert finder.find(Fragment("Lift the **filter** out.\n\nSee [the guide](http://a.b/c) for more.")).cut_apart == 2
    assert finder.find(Fragment("# Cleaning the filter\n\nLift the filter")).right == {("a.md", 0)}


def test_the_counts_of_a_list_may_be_quoted_or_not() -> None:
    finder = parts("Do this:\n1. Open it.\n2. Lift it 3. times.", "1. Close it.")
    assert finder.find(Fragment("Do this:\n\nOpen it.\nLift it 3. times.\na) Close it.")).cut_apart == 2
    with pytest.raises(NotFoundError):
        finder.find(Fragment("Open it. Lift it 4. times."))


def test_words_without_quotation_marks_are_a_fragment_where_they_stand() -> None:
    finder = parts("Lift the filter out.")
    assert finder.find(Reference("Lift the filter")).right == {("a.md", 0)}
    with pytest.raises(NotFoundError, match="there is no document"):
        finder.find(Reference("Lift the lid"))


def test_a_span_counts_code_points_and_another_format_is_matched_by_the_text() -> None:
    passages = (Passage(0, 0, "abcdefghij", 10, 20), Passage(1, 0, "klmnopqrst", 25, 35))
    finder = GoldFinder([QuestionDocument("a.md", headings([(1, "A")]), passages)])
    found = finder.find(Span("a.md", 15, 40))
    assert dict(found.occurrences[0].shares) == {("a.md", 0): 5, ("a.md", 1): 10}
    assert found.right == {("a.md", 0), ("a.md", 1)}
    html = GoldFinder([QuestionDocument("x/a.html", headings([(1, "A")]), passages)])
    assert html.find(Span("a.md", 900, 940, "klm nop")).right == {("x/a.html", 1)}
    with pytest.raises(NotFoundError, match=r"there is no document a\.md"):
        html.find(Span("a.md", 15, 20))


def test_pages_have_no_positions() -> None:
    with pytest.raises(NotFoundError, match="quote the text"):
        parts("Text.", name="a.pdf").find(Span("a.pdf", 0, 3))


def test_a_chunk_of_both_sides_belongs_to_the_narrower_entry() -> None:
    library = [document("manual-v7.md", MANUAL)]
    wide, narrow = Reference("manual-v7#4"), Reference("manual-v7#4.2")
    found = resolve([Question("?", (wide,), (narrow,), 3), Question("?", (narrow,), (wide,), 4)], library)
    assert [gold.right for each in found.questions for gold in (*each.relevant, *each.not_relevant)] == [
        {("manual-v7.md", 1), ("manual-v7.md", 2)},
        {("manual-v7.md", 3)},
        {("manual-v7.md", 3)},
        {("manual-v7.md", 1), ("manual-v7.md", 2)},
    ]
    same = resolve([Question("?", (narrow,), (Reference("manual-v7#42-urgency"),), 5)], library)
    assert [str(problem) for problem in same.problems] == [
        "line 5: manual-v7#42-urgency is both relevant and not relevant."
    ]
    assert same.questions == ()


def test_a_set_is_checked_as_a_whole() -> None:
    asked = [
        Question("one", (Reference("plans#day-pas"), Reference("x#y")), (Fragment("nowhere"),), 1),
        Question("two", (), (), 2),
        Question("three", (Reference("plans#day-pass"), Fragment("body number 0 body number 1")), (), 3),
    ]
    found = resolve(asked, [document("plans.md", [(1, "Plans"), (2, "Day pass")])])
    assert [problem.line for problem in found.problems] == [1, 1, 1, 2]
    assert [each.question.text for each in found.questions] == ["three"]
    assert [str(note) for note in found.notes] == ['line 3: "body number 0 body number 1" is cut apart into 2 chunks.']


def test_what_a_chunk_carries_is_not_its_own() -> None:
    assert own_text("| a |\n| 1 |", ("| a |",)) == "| 1 |"
    assert own_text("Lead:\n| a |\n| 1 |", ("Lead:", "| a |")) == "| 1 |"
    assert own_text("| 1 |", ()) == "| 1 |"


@given(
    st.lists(st.text("ab \n", min_size=1, max_size=6), min_size=1, max_size=5), st.integers(0, 20), st.integers(1, 8)
)
def test_shares_are_those_of_brute_force(texts: list[str], start: int, length: int) -> None:
    """Every sign of the folded texts belongs to one chunk; a fragment's shares count whose signs it covers."""
    owners = [number for number, text in enumerate(texts) for _ in folded(text)]
    stream = "".join(folded(text) for text in texts)
    wanted = stream[start : start + length]
    if not wanted:
        return
    found = parts(*texts).find(Fragment(" ".join(wanted))).occurrences
    places = [stream.find(wanted)]
    while (after := stream.find(wanted, places[-1] + len(wanted))) >= 0:
        places.append(after)
    assert [each.size for each in found] == [len(wanted)] * len(places)
    for each, place in zip(found, places, strict=True):
        covered = owners[place : place + len(wanted)]
        assert dict(each.shares) == {("a.md", number): covered.count(number) for number in set(covered)}
        lengths = {number: owners.count(number) for number in set(covered)}
        right = {n for n in lengths if 2 * covered.count(n) >= min(lengths[n], len(wanted))}
        assert {index for _, index in each.right} == right or (not right and len(each.right) == 1)
        assert each.is_whole == (len(set(covered)) == 1)
