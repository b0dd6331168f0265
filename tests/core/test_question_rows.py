"""Questions as rows: nothing is lost on the way there and back, and a check says where each entry stands."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explorer.core.model import Chunk, Place
from explorer.core.question_rows import (
    checked,
    chunk_row,
    entry_of,
    entry_row,
    looked_up,
    passage_row,
    question_of,
    question_row,
    with_twins_checked,
)
from explorer.core.question_views import EntryRow, QuestionRow
from explorer.core.questions import (
    Fragment,
    Question,
    QuestionSetError,
    Reference,
    Span,
    questions_csv,
    questions_json,
    questions_jsonl,
    read_questions,
)
from explorer.core.questions_gold import GoldFinder, QuestionDocument
from explorer.core.questions_sections import Heading
from explorer.core.questions_text import Passage

PLANS = QuestionDocument(
    "plans.md",
    (Heading(0, 2, -1, "Plans", "plans"), Heading(1, 1, 0, "Day pass", "day-pass"), Heading(2, 2, 0, "Fees", "fees")),
    (
        Passage(0, 0, "Lumen Bikes lends bicycles.", 8, 35),
        Passage(1, 1, "It costs 12 dollars and holds for", 50, 83),
        Passage(2, 1, "one day in all zones of the city.", 84, 117),
        Passage(3, 2, "A late return costs 5 dollars.", 130, 160),
    ),
)
TWICE = QuestionDocument(
    "twice.md", (Heading(0, 0, -1, "Notes", "notes"), Heading(1, 1, -1, "Notes", "notes-1")), (Passage(0, 1, "Hm."),)
)
FINDER = GoldFinder((PLANS, TWICE))


def look(question: Question) -> QuestionRow:
    return checked(question, lambda entry: looked_up(entry, FINDER.find))


WORDS = st.text(max_size=20)
JSON = st.recursive(st.none() | st.booleans() | st.integers() | WORDS, lambda inner: st.lists(inner, max_size=3))
SPANS = st.builds(
    lambda doc, start, size, text, path: {
        "doc": doc, "start": start, "end": start + size, "text": text, "heading_path": path
    },
    st.text(min_size=1, max_size=9), st.integers(0, 99), st.integers(1, 99), WORDS, st.lists(WORDS, max_size=3),
)  # fmt: skip
ENTRIES = st.one_of(
    st.text(min_size=1, max_size=20).filter(str.strip), WORDS.filter(str.strip).map(lambda text: f'"{text}"'), SPANS
).filter(lambda entry: entry != '"')
LINES = st.fixed_dictionaries(
    {"question": st.text(min_size=1, max_size=30).filter(str.strip)},
    optional={
        "relevant": st.lists(ENTRIES, max_size=4),
        "not_relevant": st.lists(ENTRIES, max_size=4),
        "twin": JSON,
        "id": JSON,
        "note": JSON,
    },
)


def _read(content: bytes) -> tuple[Question, ...]:
    try:
        return read_questions(content, "set.jsonl")
    except QuestionSetError as error:
        # Quotation marks about white space are no entry; the strategy makes them too.
        assume("empty" not in str(error))
        raise


@given(st.lists(LINES, min_size=1, max_size=4))
def test_a_file_read_as_rows_and_written_holds_the_same_questions(lines: list[dict[str, object]]) -> None:
    content = "".join(json.dumps(line) + "\n" for line in lines).encode()
    read = _read(content)
    back = [question_of(question_row(each)) for each in read]
    assert [(each.text, each.relevant, each.not_relevant, dict(each.extra)) for each in back] == [
        (each.text, each.relevant, each.not_relevant, dict(each.extra)) for each in read
    ]
    for write, name in ((questions_jsonl, "a.jsonl"), (questions_json, "a.json")):
        again = read_questions(write(back).encode(), name)
        assert [(each.text, each.relevant, each.not_relevant, each.extra) for each in again] == [
            (each.text, each.relevant, each.not_relevant, each.extra) for each in back
        ]
    assert [each.text for each in read_questions(questions_csv(back).encode(), "a.csv")] == [e.text for e in back]


def test_a_twin_is_a_field_of_its_own_and_other_fields_stay() -> None:
    line = '{"question": "A?", "id": 7, "twin": "B?", "relevant": ["plans#fees"], "tags": ["x"]}'
    (question,) = read_questions(line.encode(), "a.jsonl")
    row = question_row(question)
    assert (row.twin, row.extra) == ("B?", (("id", "7"), ("tags", '["x"]')))
    assert question_of(row).extra == (("id", "7"), ("tags", '["x"]'), ("twin", '"B?"'))


@pytest.mark.parametrize("twin", ['["B?"]', "7", '""', "null"])
def test_a_twin_that_names_no_question_stays_as_it_is(twin: str) -> None:
    row = question_row(Question("A?", extra=(("twin", twin),)))
    assert (row.twin, question_of(row).extra) == ("", (("twin", twin),))
    assert question_of(QuestionRow("A?", twin="C?", extra=(("twin", twin),))).extra == (("twin", '"C?"'),)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (QuestionRow(" \n"), "a question has no words"),
        (QuestionRow("A?", (EntryRow("fragment", "  "),)), "a fragment is empty"),
        (QuestionRow("A?", (EntryRow("section", ""),)), "an entry is empty"),
        (QuestionRow("A?", (EntryRow("span", "x", "a.md", 5, 5),)), "the span 5 to 5"),
        (QuestionRow("A?", (EntryRow("span", "x", "", 5, 6),)), "must have doc"),
    ],
)
def test_rows_that_are_no_question_say_why(row: QuestionRow, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        question_of(row)


def test_entries_that_are_marked_twice_count_once() -> None:
    row = QuestionRow("A?", (EntryRow("section", "a#b", document="a.md"), EntryRow("section", "a#b", cut=2)))
    assert question_of(row).relevant == (Reference("a#b"),)


def test_a_check_says_which_chunks_are_right_and_what_is_cut_apart() -> None:
    row = look(Question("How long?", (Fragment("holds for one day"), Reference("plans#fees")), (Span("plans", 8, 35),)))
    cut, fees = row.relevant
    assert (cut.chunks, cut.cut, cut.document, cut.problem) == ((("plans.md", 1),), 2, "plans.md", "")
    assert (fees.chunks, fees.cut) == ((("plans.md", 3),), 0)
    assert row.not_relevant[0].chunks == (("plans.md", 0),)
    assert row.problem == ""


@pytest.mark.parametrize(
    ("entry", "problem", "nearest"),
    [
        (Reference("plans#day-pas"), "the nearest is #day-pass", ("plans.md#day-pass",)),
        (Reference("plan.md#fees"), "There is no document plan.md", ("plans.md#fees",)),
        (Reference("twice#Notes!"), "fits 2 headings", ("twice.md#notes", "twice.md#notes-1")),
        (Reference("plans#zzz"), "its first is #plans", ()),
        (Fragment("bicycles of Lumen Bikes fly"), "No text holds", ("plans.md#plans",)),
        (Span("plans.md", 500, 510), "has no text from 500 to 510", ("plans.md#fees",)),
        (Span("planx.md", 1, 2), "There is no document planx.md", ()),
    ],
)
def test_what_is_not_found_names_what_may_be_meant(
    entry: Reference | Fragment | Span, problem: str, nearest: tuple[str, ...]
) -> None:
    (row,) = look(Question("A?", (entry,))).relevant
    assert problem in row.problem
    assert row.nearest == nearest
    assert row.chunks == ()
    for name in nearest:
        assert entry_of(EntryRow("section", name)) == Reference(name)


def test_a_passage_on_both_sides_is_a_problem() -> None:
    row = look(Question("A?", (Reference("plans#fees"),), (Reference("plans.md#fees"),)))
    assert [each.problem for each in row.relevant] == [""]
    assert [each.problem for each in row.not_relevant] == ["It is marked both as right and as not right."]


def test_a_part_of_a_section_that_is_no_answer_leaves_it_the_rest() -> None:
    row = look(Question("A?", (Reference("plans"),), (Reference("plans#day-pass"),)))
    assert row.relevant[0].chunks == (("plans.md", 0), ("plans.md", 3))
    assert row.not_relevant[0].chunks == (("plans.md", 1), ("plans.md", 2))


def test_a_question_without_answer_and_one_with_a_lost_twin_say_so() -> None:
    rows = with_twins_checked([look(Question("A?", extra=(("twin", '"B?"'),))), look(Question("C?"))])
    assert rows[0].problem == "No passage is marked as its answer. Its twin “B?” is not in the set."
    assert rows[1].problem == "No passage is marked as its answer."


def test_a_chunk_is_marked_by_its_span_and_on_pages_by_its_own_words() -> None:
    chunk = Chunk("a.md", 3, 1, ("A", "B"), "Carried.\nOwn words.", Place(10, 20), "list", 4, ("Carried.",))
    assert chunk_row(chunk) == EntryRow("span", "Own words.", "a.md", 10, 20, ("A", "B"))
    assert passage_row("a.pdf", None, None, " Own words. ") == EntryRow("fragment", "Own words.", "a.pdf")
    assert passage_row("a.md", -1, -1, "x").kind == "fragment"
    assert entry_row(entry_of(chunk_row(chunk))) == chunk_row(chunk)
