"""The word lists: what is shipped, what a user may change, and how a broken list is reported."""

from __future__ import annotations

import pytest

from explorer.core.audit.headings import classify_heading
from explorer.core.audit.words import parse_heading_words
from explorer.core.errors import ExplorerError
from explorer.engine.wordlists import load_heading_words
from explorer.paths import resource


@pytest.mark.parametrize("language", ["en", "pt", "de", "es", "fr", "it", "nl"])
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


LANGUAGES = sorted(file.stem for file in resource("words").glob("*.toml"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_knows_an_introduction_a_summary_and_an_example(language: str) -> None:
    introduction, summary, example = BASICS[language].split(", ")
    (own,) = parse_heading_words(
        {language: (resource("words") / f"{language}.toml").read_text(encoding="utf-8")}
    ).languages
    assert [word for word in (introduction, summary, example) if not own.cover([word])] == []


BASICS = {
    "cs": "úvod, shrnutí, příklad",
    "da": "indledning, sammenfatning, eksempel",
    "de": "einleitung, zusammenfassung, beispiel",
    "en": "introduction, summary, example",
    "es": "introducción, resumen, ejemplo",
    "fi": "johdanto, yhteenveto, esimerkki",
    "fr": "introduction, synthèse, exemple",
    "it": "introduzione, riassunto, esempio",
    "ja": "はじめに, まとめ, 例",
    "ko": "소개, 요약, 예제",
    "nb": "innledning, sammendrag, eksempel",
    "nl": "inleiding, samenvatting, voorbeeld",
    "pl": "wprowadzenie, podsumowanie, przykład",
    "pt": "introdução, resumo, exemplo",
    "ru": "введение, резюме, пример",
    "sv": "inledning, sammanfattning, exempel",
    "tr": "giriş, özet, örnek",
    "zh": "简介, 总结, 示例",
}


@pytest.mark.parametrize("heading", ["Van information", "Om notes", "De overview", "Slot", "Art", "Del"])
def test_a_filler_of_one_language_is_no_company_in_another(heading: str) -> None:
    assert classify_heading(heading, load_heading_words()) is None


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
