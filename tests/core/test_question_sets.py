"""Question sets are read in every form, complained of line by line, and written so that they read back the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.questions import (
    Entry,
    Fragment,
    Question,
    QuestionSetError,
    Reference,
    Span,
    questions_csv,
    questions_jsonl,
    read_questions,
)

DAY = Reference("plans.md#day-pass")
WORDS = Fragment("It costs 25 dollars; more or less.")
SPAN = Span("plans.md", 4, 9, "text", ("Plans", "Day pass"))
SPAN_JSON = '{"doc": "plans.md", "start": 4, "end": 9, "text": "text", "heading_path": ["Plans", "Day pass"]}'
ROW = (
    '{"question": " How much? ", "relevant": ["plans.md#day-pass"], '
    '"not_relevant": ["\\"It costs 25 dollars; more or less.\\""]}'
)

FORMS = [
    ("a.jsonl", f"{ROW}\n\n{ROW}\n", [1, 3]),
    ("a.jsonl", f"\ufeff{ROW}\r\n{ROW}", [1, 2]),
    ("a.json", f"[\n{ROW},\n\n  {ROW}]", [2, 4]),
    ("a.json", f"{ROW}\n{ROW}\n", [1, 2]),
    ("a.json", f'{{"questions": [{ROW}, {ROW}]}}', [0, 0]),
    ("a.json", ROW, [1]),
    ("questions", f"[{ROW}]", [1]),
    (
        "a.csv",
        'question,relevant,not_relevant\nHow much?,plans.md#day-pass,"""It costs 25 dollars; more or less."""\n',
        [2],
    ),
    (
        "a.csv",
        'Question;Relevant;Not relevant\nHow much?;plans.md#day-pass;"“It costs 25 dollars; more or less.”"\n',
        [2],
    ),
    (
        "a.tsv",
        'question\trelevant\tnot_relevant\nHow much?\t["plans.md#day-pass"]\t«It costs 25 dollars; more or less.»\n',
        [2],
    ),
]


@pytest.mark.parametrize(("name", "content", "lines"), FORMS)
def test_every_form_gives_the_same_questions(name: str, content: str, lines: list[int]) -> None:
    found = read_questions(content.encode(), name)
    assert found == tuple(Question("How much?", (DAY,), (WORDS,), line) for line in lines)


def test_a_cell_holds_several_entries() -> None:
    cell = 'a.md#one; ""two; three""\nb.md#four'
    found = read_questions(f'question,relevant\nWhat?,"{cell}"\nNext?,a.md\n'.encode(), "a.csv")
    assert found[0].relevant == (Reference("a.md#one"), Fragment("two; three"), Reference("b.md#four"))
    assert [each.line for each in found] == [2, 4]


def test_spans_are_read_with_what_the_corpora_say_of_them() -> None:
    row = f'{{"question": "?", "relevant": {SPAN_JSON}, "id": 7, "source": "set"}}'
    found = read_questions(row.encode(), "a.jsonl")[0]
    assert found.relevant == (SPAN,)
    assert dict(found.extra) == {"id": "7", "source": '"set"'}


PROBLEMS = [
    ("a.jsonl", f"{ROW}\nnonsense\n[]\n", ["line 2: is no JSON", "line 3: is no object"]),
    (
        "a.jsonl",
        '{"relevant": []}\n{"question": "?", "relevant": ["", 3]}',
        ["line 1: has no question", "line 2: an entry is empty", "line 2: 3 is no entry"],
    ),
    (
        "a.jsonl",
        '{"question": "?", "relevant": [{"doc": "a", "start": 3, "end": 3}, {"start": true}, "\\" \\""]}',
        ["line 1: the span 3 to 3", "line 1: an object must", "line 1: a fragment is empty"],
    ),
    ("a.json", f"[{ROW},\n 4]", ["line 2: is no object"]),
    ("a.json", '[\n{"question"\n]', ["line 3: is no JSON"]),
    ("a.json", "[]", ["it holds no questions"]),
    ("a.json", "[" * 100_000, ["it is no JSON"]),
    ("a.csv", "frage,relevant\n?,a\n", ["line 1: has no column named question"]),
    ("a.csv", 'question,relevant\n"open,a\n', ["line 2: is no CSV"]),
    ("a.csv", "", ["it holds no questions"]),
]


@pytest.mark.parametrize(("name", "content", "sentences"), PROBLEMS)
def test_all_problems_are_told_with_their_lines(name: str, content: str, sentences: list[str]) -> None:
    with pytest.raises(QuestionSetError) as caught:
        read_questions(content.encode(), name)
    told = [str(problem) for problem in caught.value.problems]
    assert len(told) == len(sentences)
    assert all(line.startswith(sentence) for line, sentence in zip(told, sentences, strict=True)), told
    assert all(sentence in str(caught.value) for sentence in sentences)


def test_a_file_that_is_no_text_is_refused_with_its_line() -> None:
    with pytest.raises(QuestionSetError, match="line 2: is not UTF-8"):
        read_questions(b'{"question": "?"}\n\xff\xfe\xfa', "a.jsonl")


TEXTS = st.text(min_size=1, max_size=20).map(lambda text: text.encode("utf-8", "replace").decode())
WORDED = TEXTS.filter(lambda text: bool(text.strip()))
ENTRIES: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Reference, WORDED.map(lambda text: f"d{text.strip()}d")),
    st.builds(Fragment, WORDED),
    st.builds(
        lambda doc, start, length, text, path: Span(doc, start, start + length, text, tuple(path)),
        WORDED,
        st.integers(0, 1 << 40),
        st.integers(1, 1 << 20),
        st.one_of(st.just(""), TEXTS),
        st.lists(TEXTS, max_size=3),
    ),
)
FIELDS = st.dictionaries(
    TEXTS.filter(lambda name: name.strip().lower().replace(" ", "_") not in {"question", "relevant", "not_relevant"}),
    st.one_of(TEXTS, st.just(""), st.integers(), st.booleans(), st.none(), st.lists(st.integers(), max_size=2)),
    max_size=3,
)
QUESTIONS = st.lists(
    st.builds(
        lambda text, right, wrong, extra: Question(
            text.strip(),
            tuple(dict.fromkeys(right)),
            tuple(dict.fromkeys(wrong)),
            0,
            tuple((key, json.dumps(value, ensure_ascii=False)) for key, value in extra.items()),
        ),
        WORDED,
        st.lists(ENTRIES, max_size=3),
        st.lists(ENTRIES, max_size=2),
        FIELDS,
    ),
    min_size=1,
    max_size=3,
)


def plain(questions: tuple[Question, ...] | list[Question]) -> list[tuple[object, ...]]:
    return [(each.text, each.relevant, each.not_relevant, sorted(each.extra)) for each in questions]


@given(QUESTIONS)
def test_json_lines_read_back_as_they_are(questions: list[Question]) -> None:
    assert plain(read_questions(questions_jsonl(questions).encode(), "a.jsonl")) == plain(questions)


@given(QUESTIONS)
def test_csv_reads_back_as_it_is(questions: list[Question]) -> None:
    assert plain(read_questions(questions_csv(questions).encode(), "a.csv")) == plain(questions)


def is_read_or_refused(content: bytes, name: str) -> bool:
    try:
        return bool(read_questions(content, name))
    except QuestionSetError as error:
        return bool(error.problems)


@given(st.one_of(st.binary(max_size=200), TEXTS.map(str.encode)), st.sampled_from(["a.json", "a.jsonl", "a.csv", "a"]))
def test_any_bytes_are_read_or_refused(content: bytes, name: str) -> None:
    assert is_read_or_refused(content, name)


@given(st.integers(0, 400), st.integers(0, 255), st.sampled_from(["a.json", "a.jsonl", "a.csv"]))
def test_damaged_sets_are_read_or_refused(place: int, value: int, name: str) -> None:
    whole = bytearray((f"[{ROW},\n{ROW}]" if name == "a.json" else f"{ROW}\n{ROW}").encode())
    whole[place % len(whole)] = value
    assert is_read_or_refused(bytes(whole), name)
