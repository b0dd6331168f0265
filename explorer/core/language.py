"""The language of a document: what it states, else what its own text looks like.

Guarantees and limits:

* A stated language is believed; the text is looked at only where none is stated, none that can be told, or one that is
  not written in the letters of the text: templates leave their own language in what is written with them.
* The text is judged by py3langid (BSD licence), a naive Bayes classifier over 140 languages that comes with its data:
  no network, and no file that is kept. It is loaded at the first need, which takes about a second and passes its data
  through a temporary file, with nothing of any document in it; then it judges a document in some milliseconds, however
  long that is.
* The same document always has the same language. Short texts, code, tables and uncertain cases have none: "".
* A document has one language; passages in others are not told apart.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, cast

from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.tokens import Tokenizer

SURE = 0.8
"""The probability from which a detected language is believed (py3langid scales it by the length of the text).

Of 11,000 English chunks of manuals and articles with 60 letters or more, one was taken for another language so surely.
"""

ENOUGH_LETTERS = 60
"""Fewer letters than these tell no language; a letter of a script that writes words or syllables counts as three."""

_PIECES, _PIECE = 24, 160
"""How much of a document is looked at: so many pieces of its prose, spread evenly, of so many characters at most."""

_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE})
_NO_LANGUAGE = frozenset({"", "und", "mul", "mis", "zxx", "qaa", "xx", "none", "unknown", "default"})
_SHORT = {
    "eng": "en", "english": "en", "por": "pt", "portuguese": "pt", "português": "pt", "deu": "de", "ger": "de",
    "german": "de", "deutsch": "de", "spa": "es", "spanish": "es", "español": "es", "fra": "fr", "fre": "fr",
    "french": "fr", "français": "fr", "ita": "it", "italian": "it", "italiano": "it", "nld": "nl", "dut": "nl",
    "dutch": "nl", "zho": "zh", "chi": "zh", "chinese": "zh", "cmn": "zh", "wuu": "zh", "yue": "zh", "jpn": "ja",
    "japanese": "ja", "kor": "ko", "korean": "ko", "rus": "ru", "russian": "ru", "ara": "ar", "arabic": "ar",
    "ary": "ar", "arz": "ar", "nb": "no", "nn": "no", "nob": "no", "nno": "no", "iw": "he", "in": "id",
}  # fmt: skip
"""Other names of languages, as files state them and the detector tells them, by their code in ISO 639-1."""

NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian", "fi": "Finnish", "fr": "French",
    "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian", "it": "Italian",
    "ja": "Japanese", "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovenian",
    "sr": "Serbian", "sv": "Swedish", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese",
    "zh": "Chinese",
}  # fmt: skip
"""Languages in English, by code."""

_NOT_LATIN = frozenset({"ar", "bg", "el", "fa", "he", "hi", "ja", "ko", "ru", "th", "uk", "zh"})
_LATIN = frozenset(NAMES) - _NOT_LATIN - {"sr"}
"""Languages by how they are written; Serbian has two scripts, and of others nothing is said."""

_LATIN_ENDS = "\u0250"
"""The Latin letters of the languages in `_LATIN` but Vietnamese stand before this one in Unicode."""

_FOREIGN = 0.9
"""A text with that share of letters that a language is not written in is not in this language."""

ENGLISH = frozenset({"en"})
_ENGLISH_MODELS = ("all-minilm-l", "all-mpnet-base", "all-distilroberta", "all-roberta", "multi-qa-minilm-l")
"""How the names of models begin that were made for English, as their model cards say; "multilingual" ones are not."""


class _Detector(Protocol):
    def rank(self, text: str) -> list[tuple[str, float]]: ...


@dataclass(frozen=True, slots=True)
class ModelFit:
    """What is known of how a document suits the embedding model.

    `languages` are the codes of those that the model was made for, None where that is not known; the default is the
    bundled model's. `unknown_share`: see there.
    """

    languages: frozenset[str] | None = ENGLISH
    unknown_share: float = 0.0


def language_of(document: ParsedDocument) -> str:
    """Return the code of the document's language, of ISO 639-1 where there is one ("en", "pt"); "" when not known."""
    sample = sample_of(document)
    stated = _code(document.metadata.language or "")
    return stated if stated and _may_be_written_so(stated, sample) else _detected(sample)


def is_english(document: ParsedDocument) -> bool:
    """Tell whether rules that know English only may judge the document.

    One whose language is not known may be judged if its letters are mostly those of English.
    """
    language = language_of(document)
    return language == "en" or (not language and _mostly_ascii(sample_of(document)))


def language_name(code: str) -> str:
    """Return a language's name in English; the code in quotes for one that has no name here."""
    return NAMES.get(code, f'"{code}"')


def languages_of_model(name: str) -> frozenset[str] | None:
    """Return the languages that a model was made for, by its name; None when that is not known."""
    plain = name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].replace("_", "-").lower().removeprefix("gt-")
    return ENGLISH if plain.startswith(_ENGLISH_MODELS) else None


def unknown_share(document: ParsedDocument, tokenizer: Tokenizer) -> float:
    """Return how much of a sample of the document's text is unknown to the model, from 0 to 1; 0 without words.

    Counted are the tokens that hold letters or digits, and these letters and digits; the larger share is returned. A
    whole run of letters that the model does not know is one token, so that tokens alone would make little of it.
    """
    tokens = unknown_tokens = signs = unknown_signs = 0
    found = Counter(piece[start:end] for piece in _pieces(document) for start, end in tokenizer.spans(piece))
    for token, count in found.items():
        size = sum(map(str.isalnum, token))
        if size == 0:
            continue
        tokens, signs = tokens + count, signs + count * size
        if not tokenizer.sees_words(token):
            unknown_tokens, unknown_signs = unknown_tokens + count, unknown_signs + count * size
    return max(unknown_tokens / tokens, unknown_signs / signs) if tokens else 0.0


def sample_of(document: ParsedDocument) -> str:
    """Return pieces of the document's prose, one a line, spread evenly over it; at most some 4,000 characters."""
    return "\n".join(_pieces(document))


def _pieces(document: ParsedDocument) -> list[str]:
    prose = [block.text for block in document.blocks if block.kind in _PROSE and not block.text.isspace()]
    return [_piece(text) for text in _spread(prose)]


def _spread(texts: Sequence[str]) -> Iterable[str]:
    if len(texts) <= _PIECES:
        return texts
    return (texts[number * len(texts) // _PIECES] for number in range(_PIECES))


def _piece(text: str) -> str:
    """Return the beginning of a text up to a space, if there is one, so that no word is cut."""
    if len(text) <= _PIECE:
        return text
    cut = text[:_PIECE]
    whole, space, _ = cut.rpartition(" ")
    return whole if space and len(whole) > _PIECE // 2 else cut


def _code(stated: str) -> str:
    """Return the code that a stated language ("en-US", "pt_BR.UTF-8", "English") begins with; "" for none."""
    words = stated.replace("_", "-").replace(".", "-").replace(",", "-").replace(";", "-").split("-", 1)
    word = words[0].strip().lower()
    if word in _NO_LANGUAGE:
        return ""
    return _SHORT.get(word, word if 2 <= len(word) <= 3 and word.isascii() and word.isalpha() else "")


@lru_cache(maxsize=64)
def _detected(sample: str) -> str:
    if _weight(sample) < ENOUGH_LETTERS:
        return ""
    probabilities: dict[str, float] = {}
    for name, probability in _detector().rank(sample):
        code = _code(name)
        probabilities[code] = probabilities.get(code, 0.0) + probability
    best = max(probabilities, key=lambda code: probabilities[code])
    return best if probabilities[best] >= SURE else ""


def _weight(text: str) -> int:
    """Return how many letters a text has; those of scripts without spaces stand for several each."""
    letters = sum(map(str.isalpha, text))
    if text.isascii():
        return letters
    dense = sum(unicodedata.category(sign) == "Lo" for sign in text)
    return letters + 2 * dense


def _may_be_written_so(code: str, text: str) -> bool:
    """Tell whether a text can be in a language, by its letters; a few words in it may be of another one."""
    letters = list(filter(str.isalpha, text))
    latin = len(letters) if text.isascii() else sum(sign < _LATIN_ENDS for sign in letters)
    if code in _NOT_LATIN:
        return not letters or latin < _FOREIGN * len(letters)
    return code not in _LATIN or len(letters) - latin < _FOREIGN * len(letters) or not letters


def _mostly_ascii(text: str) -> bool:
    if text.isascii():
        return True
    letters = [sign for sign in text if sign.isalpha()]
    return 2 * sum(sign.isascii() for sign in letters) >= len(letters)


@lru_cache(maxsize=1)
def _detector() -> _Detector:
    from py3langid import langid

    return cast("_Detector", langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True))
