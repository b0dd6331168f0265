"""Words are found the way people mean them; offsets are those of the text as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.ui.find_words import Sought, WordFinder, fold


def found(words: str, text: str, *, case: bool = False, whole: bool = False) -> list[str]:
    return [text[start:end] for start, end in WordFinder(Sought(words, case, whole)).matches(text)]


@pytest.mark.parametrize(
    ("words", "text", "matches"),
    [
        ("fee", "Fee, fees, coffee", ["Fee", "fee", "fee"]),
        ("resume", "the résumé", ["résumé"]),
        ("résumé", "a resume", ["resume"]),
        ("resume", "re\u0301sume\u0301!", ["re\u0301sume\u0301"]),
        ("office", "the o\ufb03ce", ["o\ufb03ce"]),
        ("fi", "e\ufb03", ["\ufb03"]),
        ("strasse", "Straße", ["Straße"]),
        ("don't", "don’t", ["don’t"]),
        ("maintain", "to main-\ntain it", ["main-\ntain"]),
        ("maintain", "to main\u00ad\r\n  tain it", ["main\u00ad\r\n  tain"]),
        ("maintain", "main\u00adtain", ["main\u00adtain"]),
        ("self-service", "a self-\nservice desk", ["self-\nservice"]),
        ("self-service", "a self\u2010service desk", ["self\u2010service"]),
        ("café-bar", "a café-\nbar", ["café-\nbar"]),
        ("two words", "two\nwords, two   words", ["two\nwords", "two   words"]),
        ("a.b", "a.b axb", ["a.b"]),
        ("😀", "a 😀 b", ["😀"]),
        ("한", "한국 하", ["한"]),
        ("   ", "   ", []),
        ("", "text", []),
    ],
)
def test_signs_that_look_alike_are_alike(words: str, text: str, matches: list[str]) -> None:
    assert found(words, text) == matches


@pytest.mark.parametrize(
    ("words", "text", "case", "whole", "matches"),
    [
        ("Fee", "Fee fee", True, False, ["Fee"]),
        ("É", "É é", True, False, ["É"]),
        ("fee", "fee fees coffee fee", False, True, ["fee", "fee"]),
        ("fee", "fee\nfee", False, True, ["fee", "fee"]),
        ("(fee)", "x(fee)y", False, True, ["(fee)"]),
        ("tain", "main-\ntain", False, True, []),
    ],
)
def test_options_narrow_what_is_found(words: str, text: str, case: bool, whole: bool, matches: list[str]) -> None:
    assert found(words, text, case=case, whole=whole) == matches


@given(st.text(alphabet="aé\u0301ﬁß-\n \u00adİ😀", max_size=30), st.booleans())
def test_every_part_of_a_folded_text_has_its_place(text: str, case: bool) -> None:
    folded = fold(text, case=case)
    starts = [folded.start(at) for at in range(len(folded.text))]
    ends = [folded.end(at + 1) for at in range(len(folded.text))]
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(starts, ends, strict=True))
