"""The words of a text, as every ranker by words counts them."""

from __future__ import annotations

import re
import unicodedata

from explorer.core.subject_words import word_set

_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_LETTER = rf"(?:[^\W_{_UNSPACED}]|[{_MARKS}])"
_LETTERS = rf"(?:[^\W_{_UNSPACED}]+|[{_MARKS}]+)+"
_WORD = re.compile(rf"\d+(?:[.,:]\d+)+(?!{_LETTER})|{_LETTERS}(?:['’]{_LETTERS})*|(?!_)[{_UNSPACED}]")
_ASCII_WORD = re.compile(r"\d+(?:[.,:]\d+)+(?![a-z\d])|[a-z\d]+(?:'[a-z\d]+)*", re.ASCII)
"""The same for texts of ASCII signs in small letters, several times as fast."""

_HAS_CONTENT = re.compile(r"[^\W_]")

STOP_WORDS = word_set(
    "a about above after again against all am an and any are aren't as at be because been before being below between "
    "both but by can cannot can't could couldn't did didn't do does doesn't doing don't down during each few for from "
    "further had hadn't has hasn't have haven't having he her here hers herself him himself his how i i'm if in into "
    "is isn't it it's its itself just let's many may me might more most much must my myself no nor not of off on once "
    "only or other ought our ours ourselves out over own same shall she should shouldn't so some such than that "
    "that's the their theirs them themselves then there these they this those through to too under until up upon very "
    "was wasn't we were weren't what what's when where which while who whom whose why will with won't would wouldn't "
    "you your yours yourself yourselves"
)
"""English words that carry no content, left out by `shared_words` only: BM25 weighs them by itself."""


def words_of(text: str) -> list[str]:
    """Return the words of `text` in order, in small letters, compatibility forms resolved.

    A number keeps its inner signs ("4.1", "12,345.00", "10:30"), a word its apostrophes ("don't"); hyphens and
    underscores part words. Scripts without spaces between words (Chinese, Japanese, Thai …) give one word a character.
    """
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    folded = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    return [word for word in _WORD.findall(folded) if _HAS_CONTENT.search(word)]


def matched_words(question: str, text: str) -> tuple[str, ...]:
    """Return the words of the question, stop words aside, that the text holds, in the question's order."""
    have = set(words_of(text)) - STOP_WORDS
    return tuple(word for word in dict.fromkeys(words_of(question)) if word in have)
