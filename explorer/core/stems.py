"""Stems: "passes" and "pass" are one word to a reader, and so they are here.

Stemmed by Snowball's algorithms (the package snowballstemmer, BSD-3-Clause, pure Python) in the language that is named;
words of a language without a stemmer are taken as they are. A stem is a rough thing: it says that two texts may speak
of the same, not that they do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Protocol, cast

from explorer.core.function_words import FUNCTION_WORDS
from explorer.core.words import words_of

_ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish",
    "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""Snowball's names of languages, by code of ISO 639-1."""

_ELIDING = frozenset({"ca", "fr", "it"})
"""Languages that write a short word and the next one as one ("l'école")."""


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the package's name


def stems(text: str, language: str) -> dict[str, str]:
    """Return the stems of the words that carry content, in order, each with the first word that has it.

    `language` is a code of ISO 639-1, "" where none is known: nothing is stemmed then, and nothing left out.
    """
    empty, stem = FUNCTION_WORDS.get(language, frozenset[str]()), _stem(language)
    found: dict[str, str] = {}
    for whole in words_of(text):
        word = whole.rpartition("'")[2] if language in _ELIDING else whole
        if word and word not in empty:
            found.setdefault(stem(word), word)
    return found


def shared_words(question: Mapping[str, str], *texts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the words of the question whose stem any of the texts has; all of them as `stems` gives them."""
    return tuple(word for stem, word in question.items() if any(stem in text for text in texts))


@lru_cache(maxsize=8)
def _stem(language: str) -> Callable[[str], str]:
    name = _ALGORITHMS.get(language)
    if name is None:
        return str
    # The package loads its three dozen stemmers at once: only at the first need.
    import snowballstemmer

    return cast("_Stemmer", snowballstemmer.stemmer(name)).stemWord
