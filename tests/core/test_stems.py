"""Stems by language: forms of a word are one, words without content are none, other languages stay as they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.function_words import FUNCTION_WORDS
from explorer.core.stems import shared_words, stems
from explorer.core.words import words_of


@pytest.mark.parametrize(
    ("language", "question", "text", "shared"),
    [
        ("en", "What do monthly passes cost?", "A pass costs 25 dollars a month.", ("monthly", "passes", "cost")),
        ("en", "What is it for?", "It is for what it is.", ()),
        ("de", "Wie lange gelten die Pässe?", "Der Pass gilt einen Monat.", ("pässe",)),
        ("de", "Welche Häuser werden vermietet?", "Ein Haus wird hier vermietet.", ("häuser", "vermietet")),
        ("fr", "Quelles sont les écoles ouvertes ?", "L'école est ouverte.", ("écoles", "ouvertes")),
        ("es", "¿Cuánto cuestan los billetes?", "Un billete cuesta poco.", ("cuestan", "billetes")),
        ("pt", "Quais são os contratos?", "O contrato foi assinado.", ("contratos",)),
        ("ru", "Какие книги есть?", "Эта книга новая.", ("книги",)),
        ("", "Passes and passes", "passes", ("passes",)),
        ("", "Passes", "pass", ()),
        ("ja", "東京の宿", "東京駅", ("東", "京")),
    ],
)
def test_words_are_shared_by_their_stems(language: str, question: str, text: str, shared: tuple[str, ...]) -> None:
    assert shared_words(stems(question, language), stems("Title", language), stems(text, language)) == shared


def test_words_without_content_are_as_words_are_counted() -> None:
    for language, words in FUNCTION_WORDS.items():
        assert len(words) > 90, language
        assert all(words_of(word) == [word] for word in words), language


@given(st.text(max_size=80), st.sampled_from(["", "en", "de", "fr", "ar", "tr", "zz"]))
def test_every_stem_has_a_word_of_the_text(text: str, language: str) -> None:
    found = stems(text, language)
    assert set(found.values()) <= {part for word in words_of(text) for part in (word, word.rpartition("'")[2])}
    assert shared_words(found, found) == tuple(found.values())
