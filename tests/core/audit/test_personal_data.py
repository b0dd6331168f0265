"""What is personal data and what only looks like it: a table of texts with invented numbers (tests/cases)."""

from __future__ import annotations

import random
import string
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.audit import personal_examples
from explorer.core.audit.personal_context import Spans
from explorer.core.audit.personal_data import find_personal_data
from explorer.core.audit.personal_examples import is_example_number, is_test_card
from explorer.core.audit.personal_labels import labels_in
from explorer.core.audit.personal_numbers import KINDS, ibans_in, kinds_by_label

_TABLE = Path(__file__).resolve().parents[2] / "cases" / "personal_data.tsv"
CASES = [line.split("\t") for line in _TABLE.read_text(encoding="utf-8").splitlines()[1:]]
SECRETS = [case for case in CASES if case[0] != "-"]


def kinds_in(text: str, language: str = "en", header_rows: int = 0) -> list[str]:
    return [one.kind for one in find_personal_data(text, header_rows=header_rows, language=lambda: language)]


@pytest.mark.parametrize(
    ("kinds", "language", "header_rows", "text"), CASES, ids=[f"{place}-{case[3]}" for place, case in enumerate(CASES)]
)
def test_texts_with_and_without_personal_data(kinds: str, language: str, header_rows: str, text: str) -> None:
    expected = [] if kinds == "-" else kinds.split(",")
    assert kinds_in(text.replace("\\n", "\n"), language, int(header_rows)) == expected


def test_the_table_is_large_and_has_every_kind() -> None:
    assert len(CASES) >= 300
    assert {kind for kinds, *_ in SECRETS for kind in kinds.split(",")} >= {"e-mail address", "phone number", "IBAN"}


@pytest.mark.parametrize(
    ("kinds", "language", "header_rows", "text"),
    SECRETS,
    ids=[f"{place}-{case[3]}" for place, case in enumerate(SECRETS)],
)
def test_what_is_shown_does_not_tell_the_value(kinds: str, language: str, header_rows: str, text: str) -> None:
    text = text.replace("\\n", "\n")
    for one in find_personal_data(text, header_rows=int(header_rows), language=lambda: language):
        value = text[one.start : one.end]
        assert value not in repr(one)
        shown = "".join(filter(str.isalnum, one.masked))
        assert len(shown) < len("".join(filter(str.isalnum, value))) / 2 + 1


def test_spans_point_at_the_values() -> None:
    text = "Write to jane.roe@acme-pumps.com, or call +49 30 901820 now."
    assert [text[one.start : one.end] for one in find_personal_data(text)] == [
        "jane.roe@acme-pumps.com",
        "+49 30 901820",
    ]


def test_the_same_value_has_the_same_key_however_it_is_written() -> None:
    text = "+49 30 901820, +49 (0)30 90 18 20; Jane.Roe@acme-pumps.com, jane.roe@acme-pumps.com, +49 30 901821"
    keys = [one.key for one in find_personal_data(text)]
    assert [keys.count(key) for key in dict.fromkeys(keys)] == [2, 2, 1]


def test_a_label_stands_in_the_line_above_the_text() -> None:
    assert kinds_in("536-90-4399") == []
    number = [one.kind for one in find_personal_data("536-90-4399", lead="Social Security Number:")]
    assert number == ["US social security number"]


def test_code_needs_a_label_for_phone_numbers() -> None:
    assert find_personal_data("x = +49 30 901820", is_code=True) == []
    assert len(find_personal_data("phone = +49 30 901820", is_code=True)) == 1


def test_the_language_is_asked_only_for_numbers_without_a_countrys_code() -> None:
    def never() -> str:
        raise AssertionError

    assert len(find_personal_data("+49 30 901820, jane.roe@acme-pumps.com, SSN 536-90-4399", language=never)) == 3
    with pytest.raises(AssertionError):
        find_personal_data("Tel. 030 901820", language=never)


@pytest.mark.parametrize("number", sorted(personal_examples.TEST_CARDS))
def test_test_cards_are_known(number: str) -> None:
    assert number.isdecimal()
    assert is_test_card(number)
    assert kinds_in(f"Visa card {number}") == []


@pytest.mark.parametrize("number", [one for one in sorted(personal_examples.EXAMPLE_NUMBERS) if one[2:4].isdecimal()])
def test_example_ibans_are_not_personal(number: str) -> None:
    assert is_example_number(number)
    assert ibans_in(number, 0, len(number)) == []


def test_every_kind_has_labels() -> None:
    assert all(kind.labels in kinds_by_label() for kind in KINDS)
    known = {
        key for words in ("nif", "card", "steuer-id", "bsn", "dni") for one in labels_in(words) for key in one.keys
    }
    assert known == {"pt-nif", "dni", "card", "idnr", "bsn"}


def test_the_longest_label_wins() -> None:
    assert [one.keys for one in labels_in("credit card number")] == [frozenset({"card"})]
    assert [one.keys for one in labels_in("Order No. 12 and phone no. 7")] == [
        frozenset({"other"}),
        frozenset({"phone"}),
    ]


def _random_numbers(seed: int, many: int) -> list[str]:
    numbers = random.Random(seed)
    return ["".join(numbers.choices(string.digits, k=numbers.randint(6, 20))) for _ in range(many)]


def test_random_digits_are_never_personal_without_a_label() -> None:
    text = "\n".join(f"value {number} end" for number in _random_numbers(7, 20_000))
    assert len(find_personal_data(text)) <= 4


def test_random_groups_of_digits_are_rarely_personal() -> None:
    numbers = random.Random(11)
    lines = [" ".join(str(numbers.randint(0, 9999)) for _ in range(5)) for _ in range(10_000)]
    assert len(find_personal_data("\n".join(lines))) <= 10


_PIECES = st.sampled_from(
    [
        "jane.roe@acme-pumps.com",
        "536-90-4399",
        "SSN ",
        "+49 30 901820",
        "tel ",
        "529.982.247-25",
        "電話",
        "\ud800",
        "(",
        "DE44 5001 0517 5407 3249 31",
        "4539 5787 6362 1486",
        "@",
        "+",
        "\n",
        " ",
        ", ",
        "| ",
        "12",
        "ß",
        "İ",
        ".",
    ]
)


_DRAWN = random.Random(3)


def _number_like() -> str:
    """Return digits with a date in them, and now and then a letter: what the checks of numbers take apart."""
    digits = "".join(_DRAWN.choices(string.digits, k=_DRAWN.choice((8, 9, 10, 11, 12, 13, 14, 15, 16, 18))))
    birth = f"{_DRAWN.randint(0, 99):02}{_DRAWN.randint(1, 13):02}{_DRAWN.randint(1, 31):02}"
    number = birth + digits[6:] if _DRAWN.random() < 0.5 else digits[:6] + "19" + birth + digits[14:]
    return number[:-1] + _DRAWN.choice(string.ascii_uppercase) if _DRAWN.random() < 0.3 else number


def test_every_check_gives_an_answer_for_every_number_of_its_shape() -> None:
    numbers = [_number_like() for _ in range(3_000)]
    tried = [(kind, number) for kind in KINDS for number in numbers if kind.labelled.fullmatch(number)]
    assert len(tried) > 1_000
    assert all(kind.normal(number) in {"", number} for kind, number in tried)
    assert "Chinese identity number" in {kind.name for kind, _ in tried}


@given(st.lists(_PIECES, max_size=20).map("".join) | st.text(max_size=60), st.integers(0, 3), st.booleans())
def test_any_text_gives_spans_in_order_within_it(text: str, header_rows: int, is_code: bool) -> None:
    found = find_personal_data(text, lead=text[:40], header_rows=header_rows, is_code=is_code)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(before.end <= after.start for before, after in pairwise(found))


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=20))
def test_spans_never_overlap(wanted: list[tuple[int, int]]) -> None:
    spans, taken = Spans(), set[int]()
    for start, length in wanted:
        cells = set(range(start, start + length))
        assert spans.is_free(start, start + length) == cells.isdisjoint(taken)
        if cells.isdisjoint(taken):
            spans.add(start, start + length)
            taken |= cells
