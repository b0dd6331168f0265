"""The word lists: what is shipped, what a user may change, and how a broken list is reported."""

from __future__ import annotations

import pytest

from explorer.core.audit.headings import classify_heading
from explorer.core.audit.words import parse_heading_words
from explorer.core.errors import ExplorerError
from explorer.engine.wordlists import load_heading_words
from explorer.paths import resource


@pytest.mark.parametrize("language", ["en", "pt", "de", "es", "fr", "it"])
def test_every_language_brings_all_its_lists(language: str) -> None:
    text = (resource("words") / f"{language}.toml").read_text(encoding="utf-8")
    words = parse_heading_words({language: text})
    (numbering,) = words.numbering
    lists = (
        words.generic,
        words.placeholders,
        words.fillers,
        numbering.keywords,
        numbering.numbers,
        numbering.ordinals,
    )
    assert all(len(one) >= 10 for one in lists)


@pytest.mark.parametrize(("user", "heading", "expected"), [
    ({"extra": ["Fees"]}, "4. FEES", "H102"),
    ({"extra": ["Fees"]}, "General fees", "H102"),
    ({"extra": ["House rules"]}, "House rules", "H102"),
    ({"extra": ["House rules"]}, "House rules for pets", ""),
    ({"silenced": ["Overview"]}, "2. Overview", ""),
    ({"silenced": ["Overview"]}, "Overview and introduction", ""),
    ({"silenced": ["Todo"]}, "TODO", ""),
    ({"silenced": ["Part D"]}, "Part D", ""),
    ({"silenced": ["Part D"]}, "Part C", "H101"),
])  # fmt: skip
def test_the_user_extends_and_silences(user: dict[str, list[str]], heading: str, expected: str) -> None:
    verdict = classify_heading(heading, load_heading_words().changed(**user))
    assert (verdict.code if verdict else "") == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("generic = [", "'xx' cannot be read"),
        ('generic = "a"', "generic is not a list"),
        ("keywords = [1]", "not a text"),
    ],
)
def test_a_broken_list_is_named(text: str, says: str) -> None:
    with pytest.raises(ExplorerError, match=says):
        parse_heading_words({"xx": text})


def test_accents_are_optional_unless_marked() -> None:
    words = parse_heading_words({"fr": 'generic = ["détails", "=résumé"]'})
    found = [bool(classify_heading(heading, words)) for heading in ("Détails", "DETAILS", "Résumé", "Resume")]
    assert found == [True, True, True, False]
