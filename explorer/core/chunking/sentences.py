"""Sentence boundaries: nupunkt's, mended where it cuts after abbreviations and numbers or never cuts (FACTS 9).

Spans are contiguous and cover the whole text, so nothing can be lost between two sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nupunkt import sent_spans

_FULL_STOPS = re.compile(
    r"[。！？；।؟۔]+[”’」』）】》〉\"')]*\s*|…+(?=\s*[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef])\s*|\n[^\S\n]*\n\s*"
)
"""Ends of sentences that nupunkt does not know, and blank lines. An ellipsis ends one only before an ideograph."""

_LAST_WORD = re.compile(r"(\S+)\.\s*\Z")
_TAIL = 64
"""Characters of a sentence's end that are looked at: an abbreviation is never longer."""

_NUMBERING = re.compile(
    r"\W*(?:(?:section|subsection|article|clause|chapter|part|item|step|appendix|annex|schedule|abschnitt|artikel|"
    r"kapitel|punkt|absatz|seção|artigo|cláusula|sección|artículo|capítulo|chapitre|partie)\s+)?"
    r"(?:§+\s*)?\(?(?:\d+(?:\.\d+)*[a-z]?|[ivxlcdm]{1,6}|[a-z])\)?\.\s*\Z",
    re.IGNORECASE,
)
"""A whole sentence that is numbering only: it belongs to the words after it."""

_ORDINAL = re.compile(
    r"\b(?:am|an|ab|bis|das|dem|den|der|des|die|im|seit|und|vom|zum|zur)\s+\d{1,2}\.\s*\Z", re.IGNORECASE
)
"""A German ordinal ("am 3. Mai"): the sentence goes on."""

_MONTHS = re.compile(
    r"(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b", re.IGNORECASE
)
_ABBREVIATION_LIST = """
    abs approx art bzw ca chap cf cl co dept dr ed eds eq est etc excl ext fig figs ggf incl inkl jr max min mr mrs
    ms no nos nr op para pp prof pt resp sec sect st str tab tel temp usw vgl vol vs wk wks yr yrs ziff
"""
_ABBREVIATIONS = frozenset(_ABBREVIATION_LIST.split())
_VOWELS = frozenset("aeiouyäöüáéíóúàèâêôãõ")
_QUESTION_END = re.compile(r"[!?][\"'”’)\]]*\s*\Z")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the half-open span of every sentence with the white space after it; together they cover `text`."""
    joined = _join(text, sent_spans(text))
    return [piece for span in joined for piece in _split(text, *span)]


def _join(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and _goes_on(text, joined[-1], start):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _goes_on(text: str, before: tuple[int, int], start: int) -> bool:
    """Tell whether the text at `start` continues the sentence before it."""
    first = text[start : start + 1]
    tail = text[max(before[0], before[1] - _TAIL) : before[1]]
    whole = before[1] - before[0] <= _TAIL
    if first.isalnum() and ((whole and _NUMBERING.match(tail)) or _ORDINAL.search(tail)):
        return True
    if first.islower() and _QUESTION_END.search(tail):
        return True
    word = _LAST_WORD.search(tail)
    if word is None:
        return False
    bare = word[1].lstrip("(\"'“‘[").lower()
    if bare.isdigit():
        return len(bare) <= 2 and _MONTHS.match(text, start) is not None
    return (first.islower() and (_is_abbreviation(bare) or len(bare) <= 3)) or (
        first.isdigit() and _is_abbreviation(bare)
    )


def _is_abbreviation(word: str) -> bool:
    """Tell whether `word` (lower case, its last full stop gone) is short for something: "z.b", "wks", "d"."""
    if not any(sign.isalpha() for sign in word):
        return False
    inner = "." in word and all(len(part) <= 3 for part in word.split("."))
    return inner or len(word) == 1 or word in _ABBREVIATIONS or (word.isalpha() and not _VOWELS.intersection(word))


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _FULL_STOPS.finditer(text, start, end):
        if match.end() < end:
            yield start, match.end()
            start = match.end()
    yield start, end
