"""Which headings say nothing: tables of cases, the handed case 141, and properties."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.audit.headings import classify_heading, is_informative
from explorer.engine.wordlists import load_heading_words

WORDS = load_heading_words()

CASES = Path(__file__).parents[2] / "cases" / "headings.tsv"


def _read_cases() -> list[tuple[str, str]]:
    with CASES.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["heading"], row["code"]) for row in rows]


EXPECTED = _read_cases()


def code(heading: str) -> str:
    verdict = classify_heading(heading, WORDS)
    return verdict.code if verdict else ""


@pytest.mark.parametrize(("heading", "expected"), EXPECTED)
def test_verdict(heading: str, expected: str) -> None:
    assert code(heading) == expected


@pytest.mark.parametrize(("heading", "expected"), EXPECTED)
def test_case_and_outer_space_do_not_matter(heading: str, expected: str) -> None:
    changed = (heading.upper(), heading.lower(), f" \t{heading}\n")
    assert [code(text) for text in changed] == [expected] * 3


@pytest.mark.parametrize("heading", [heading for heading, expected in EXPECTED if expected in {"H101", "H102"}])
def test_punctuation_round_an_empty_heading_does_not_fill_it(heading: str) -> None:
    framed = (f"{heading}:", f"{heading}.", f"({heading})", f"**{heading}**", f"“{heading}”", f"{heading} …")
    assert [text for text in framed if not code(text)] == []


def test_handed_case(shared: Path) -> None:
    folder = next(iter((shared / "cases").glob("141-*")))
    expect = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["expect"]
    assert [heading for heading in expect["flag"] if not code(heading)] == []
    assert [heading for heading in expect["do_not_flag"] if code(heading)] == []


def test_reasons_are_plain_sentences() -> None:
    verdict = classify_heading("Section 4.2", WORDS)
    assert verdict is not None
    assert verdict.reason == '"Section 4.2" is only a number: it does not say what the section is about.'
    letter = classify_heading("Subsection (c)", WORDS)
    assert letter is not None
    assert "only a letter" in letter.reason


@pytest.mark.parametrize("heading", ["", " ", "\u00a0\t"])
def test_an_empty_heading_has_no_verdict_and_says_nothing(heading: str) -> None:
    assert classify_heading(heading, WORDS) is None
    assert not is_informative(heading, WORDS)


@settings(deadline=None)
@given(st.text(max_size=30))
def test_any_text_gets_the_same_verdict_in_any_case_and_space(text: str) -> None:
    verdict = code(text)
    assert code(f"  {text}\n") == verdict
    if text.isascii():
        assert code(text.upper()) == code(text.lower()) == verdict


_NUMBERS = st.sampled_from(
    [heading for heading, expected in EXPECTED if expected == "H101" and heading[:1] not in "第제（①«[附"]
)
_SUBJECTS = st.sampled_from(["Termination", "Elective surgery", "Gebühren", "Tarifas", "Bereavement leave", "泵站"])


@settings(deadline=None)
@given(_NUMBERS, st.sampled_from([" ", ": ", " – ", ". ", ") "]), _SUBJECTS)
def test_numbering_with_words_is_never_mere_numbering(numbering: str, between: str, subject: str) -> None:
    assert code(numbering + between + subject) == ""


@settings(deadline=None)
@given(st.lists(st.integers(1, 999), min_size=1, max_size=5))
def test_any_section_number_is_numbering(parts: list[int]) -> None:
    number = ".".join(map(str, parts))
    keywords = ("", "Section ", "Abschnitt ", "Artículo ", "Seção ", "Chapitre ")
    assert {code(keyword + number) for keyword in keywords} == {"H101"}


@settings(deadline=None)
@given(st.text(alphabet="*-_=~•·—–…!?#+ ", min_size=1, max_size=20).filter(str.strip))
def test_signs_alone_are_ornament(signs: str) -> None:
    assert code(signs) == "H103"
