"""Finds the numbers, amounts and dates of a text, in digits and in words, so that two texts can be compared by them.

Guarantees: linear in the length of the text; the same quantity is found however it is written ("30 days", "thirty
days", "30-day"; "1,500" and "1500"; "$12" and "twelve dollars"). Names and places are no quantities: "section 4.2",
"Windows 11", "X200", "4.2.1", a list's own numbers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from explorer.core.audit.number_words import (
    AFTER_ONCE,
    BEFORE_ONE,
    CURRENCIES,
    JOINERS,
    MEASURES,
    MONTHS,
    NUMBERS,
    ONCE,
    ONE,
    REFERENCE_WORDS,
    SCALES,
    SHORT_UNITS,
    STATING,
)
from explorer.core.ranking import STOP_WORDS

_TOKEN = re.compile(
    r"(?P<year>\d{4})-\d{2}(?:-(?P<day>\d{2}))?(?![\w-])"
    r"|(?P<number>\d{1,3}(?:(?:[,'’]\d{3})+|(?:\.\d{3})+|(?:[ \u202f]\d{3})+)(?!\d)(?:[.,]\d+)?"
    r"|\d+(?:[.,]\d+)*)(?P<glued>[^\W\d_]*)"
    r"|(?P<word>[^\W\d_]+\d[^\W_]*|[^\W\d_]+(?:['’][^\W\d_]+)?)"
    r"|(?P<sign>[$€£¥%°§])|(?P<stop>[.,!?;:()\n])"
)
_LIST_NUMBER = re.compile(r"^[ \t]*(?:\(?\d{1,3}[.)]|\(\d{1,3}\))[ \t]+(?=\S)", re.MULTILINE)
_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "º", "ª", "o", "a"})
_GROUPED = re.compile(r"\d{1,3}([.,])\d{3}")
_GLUED_SCALES = {"M": Decimal(10) ** 6, "B": Decimal(10) ** 9}
"""Read so right behind the digits of an amount of money: "$5M"."""
_SMALL = Decimal(10)
_DATE = frozenset({"-date-"})
_NEXT_WORDS = 3
"""How many words behind a number say what it counts: "five full business days"."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text: `shown` as it stands there, `values` it may have ("1.500" is read in two ways).

    `counts`: stems of the words behind it, which say what is counted, with currency and percent signs as words.
    `stated`: it stands alone where an amount is told ("the limit is 5").
    """

    shown: str
    values: frozenset[Decimal]
    counts: frozenset[str]
    stated: bool = False

    def is_same(self, other: Quantity, stems: Collection[str] = ()) -> bool:
        """Tell whether both state the same: a small whole number only of the same thing.

        `stems` are those of the other's text: a number alone, as in a table's cell, counts what is named there.
        """
        shared = self.values & other.values
        if any(value >= _SMALL or value != value.to_integral_value() for value in shared):
            return True
        counted = other.counts or frozenset(stems)
        return bool(shared) and (not self.counts or other.stated or bool(self.counts & counted))


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int
    glued: str = ""

    @property
    def folded(self) -> str:
        return self.text.casefold()


def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a text in order."""
    shown = unicodedata.normalize("NFKC", text)
    blank = _LIST_NUMBER.sub(lambda hit: " " * len(hit[0]), shown)
    tokens = [_token(hit) for hit in _TOKEN.finditer(blank)]
    return tuple(_walk(shown, tokens))


def all_values(text: str) -> frozenset[Decimal]:
    """Return the values of every number of a text, those of references, names and lists too."""
    values = {value for one in quantities(text) for value in one.values}
    for hit in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        values |= _readings(hit["number"]) if hit["number"] else frozenset[Decimal]()
    return frozenset(values)


def months(text: str) -> frozenset[str]:
    """Return the months that a text names with a capital letter, in small letters."""
    words = (hit["word"] for hit in _TOKEN.finditer(unicodedata.normalize("NFKC", text)) if hit["word"])
    named = {word.casefold() for word in words if word[0].isupper()}
    return frozenset(word for word in named & MONTHS if word not in {"may", "march", "mars", "jan"})


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of all words of a text."""
    tokens = [_token(hit) for hit in _TOKEN.finditer(unicodedata.normalize("NFKC", text))]
    words = {token.folded for token in tokens if token.kind == "word"}
    return frozenset(stem(word) for word in words)


def _token(hit: re.Match[str]) -> _Token:
    kind = hit.lastgroup or ""
    if hit["year"] is not None:
        return _Token("date", hit[0], hit.start(), hit.end())
    if hit["number"] is not None:
        return _Token("number", hit["number"], hit.start(), hit.end(), hit["glued"])
    return _Token(kind, hit[0], hit.start(), hit.end())


def _walk(text: str, tokens: Sequence[_Token]) -> Iterator[Quantity]:
    index = 0
    while index < len(tokens):
        token = tokens[index]
        after, values = index + 1, frozenset[Decimal]()
        if token.kind == "date":
            yield from _date(token.text)
        elif token.kind == "number":
            after, values = _digits(tokens, index)
        elif token.kind == "word":
            after, values = _spelled(tokens, index)
        if values and not _names_a_place(text, tokens, index, after):
            shown = text[token.start : tokens[after - 1].end]
            counts = _counted(tokens, index, after)
            alone = not counts and index > 0 and tokens[index - 1].folded in STATING
            yield Quantity(shown, values, counts, alone)
        index = after


def _date(shown: str) -> Iterator[Quantity]:
    """Yield year and day of "2026-03-01"; a small day is no other small number."""
    year, _, rest = shown.partition("-")
    yield Quantity(shown, frozenset({Decimal(year)}), _DATE)
    if day := rest.partition("-")[2]:
        yield Quantity(shown, frozenset({Decimal(day)}), _DATE)


def _digits(tokens: Sequence[_Token], index: int) -> tuple[int, frozenset[Decimal]]:
    """Return where a number in digits ends, and its values; none for "4.2.1" and "3D"."""
    token = tokens[index]
    values = _readings(token.text)
    scale = _GLUED_SCALES.get(token.glued) or SCALES.get(token.glued.casefold())
    after = index + 1
    if scale is None and not token.glued and after < len(tokens) and tokens[after].kind == "word":
        scale = SCALES.get(tokens[after].folded)
        after += scale is not None
    if scale is not None:
        values |= {value * scale for value in values}
    return after, values


def _readings(digits: str) -> frozenset[Decimal]:
    plain = re.sub(r"['’ \u202f]", "", digits)
    signs = [sign for sign in plain if sign in ".,"]
    if not signs:
        return frozenset({Decimal(plain)})
    if len(signs) == 1:
        decimal = Decimal(plain.replace(",", "."))
        grouped = _GROUPED.fullmatch(plain)
        return frozenset({decimal, Decimal(plain.replace(signs[0], ""))} if grouped else {decimal})
    if len(set(signs)) == 1 and all(len(part) == 3 for part in re.split(r"[.,]", plain)[1:]):
        return frozenset({Decimal(plain.replace(signs[0], ""))})
    if len(set(signs)) == 2 and signs.count(signs[-1]) == 1:
        return frozenset({Decimal(plain.replace(signs[0], "").replace(signs[-1], "."))})
    return frozenset()


def _spelled(tokens: Sequence[_Token], index: int) -> tuple[int, frozenset[Decimal]]:
    """Return where a number in words ends, and its value; none where no number begins."""
    word = tokens[index].folded
    following = tokens[index + 1].folded if index + 1 < len(tokens) else ""
    if word in ONCE:
        return index + 1, frozenset({Decimal(1)} if following in AFTER_ONCE else ())
    begins = word in NUMBERS and word != "one"
    if not begins and word in ONE and following in SCALES and len(following) > 2:
        begins = True
    if not begins:
        return index + 1, _single(tokens, index)
    return _compound(tokens, index)


def _single(tokens: Sequence[_Token], index: int) -> frozenset[Decimal]:
    """Return 1 for "one month" and "within a month", else nothing."""
    word = tokens[index].folded
    if word not in ONE or not set(_next_words(tokens, index + 1)) & MEASURES:
        return frozenset()
    before = tokens[index - 1].folded if index else ""
    return frozenset({Decimal(1)} if word == "one" or before in BEFORE_ONE else ())


def _compound(tokens: Sequence[_Token], index: int) -> tuple[int, frozenset[Decimal]]:
    """Add up "one hundred and twenty-five thousand" from `index` on."""
    total, part, after = Decimal(0), Decimal(0), index
    while after < len(tokens) and tokens[after].kind == "word":
        word = tokens[after].folded
        if word in SCALES and len(word) > 2 and after > index and part < SCALES[word]:
            part = max(part, Decimal(1)) * SCALES[word]
            total, part = (total + part, Decimal(0)) if SCALES[word] >= 1000 else (total, part)
        elif word in ONE and after == index:
            part = Decimal(1)
        elif word in NUMBERS and (after == index or _continues(part, NUMBERS[word])):
            part += NUMBERS[word]
        elif not (word in JOINERS and after > index and _joins(tokens, after, part)):
            break
        after += 1
    return after, frozenset({total + part})


def _continues(part: Decimal, value: Decimal) -> bool:
    """Tell whether a number word goes on with the number before it: "twenty-five", but not "five six"."""
    return part == 0 or (part % 100 == 0 and value < 100) or (part % 100 >= 20 and part % 10 == 0 and 0 < value < 10)


def _joins(tokens: Sequence[_Token], index: int, part: Decimal) -> bool:
    """Tell whether "and" at `index` stands inside a number."""
    word = tokens[index + 1].folded if index + 1 < len(tokens) else ""
    if tokens[index].folded == "and" and part % 100:
        return False
    return part >= 20 and word in NUMBERS and _continues(part, NUMBERS[word])


def _names_a_place(text: str, tokens: Sequence[_Token], index: int, after: int) -> bool:
    """Tell whether a number is part of a name or a reference: "section 4", "Windows 11", "3D"."""
    token = tokens[index]
    before = tokens[index - 1] if index else None
    if before is not None and (before.folded in REFERENCE_WORDS or before.text == "§"):
        return True
    if token.kind != "number" or before is None:
        return False
    if before.folded in CURRENCIES:
        return False
    if len(token.glued) == 1 and token.glued.isupper() and token.glued.casefold() not in SCALES:
        return True
    gap = text[before.end : token.start]
    return _is_name(before, gap, _sign_before(text, before.start)) and not _is_measured(tokens, after, token)


def _sign_before(text: str, end: int) -> str:
    while end and text[end - 1] == " ":
        end -= 1
    return text[end - 1 : end]


def _is_name(before: _Token, gap: str, sign: str) -> bool:
    """Tell whether the word before a number makes a name of both: "W-2", "Windows 11"; months and currencies do not.

    `gap` is what stands between them, `sign` what stands before the word: at a sentence's start, capitals mean nothing.
    """
    word = before.folded
    if before.kind != "word" or word in MONTHS or word in BEFORE_ONE:
        return False
    return gap == "-" or (gap == " " and before.text[0].isupper() and sign not in {"", ".", "!", "?", ":", "\n"})


def _is_measured(tokens: Sequence[_Token], after: int, token: _Token) -> bool:
    following = tokens[after] if after < len(tokens) else None
    unit = token.glued.casefold() or (following.folded if following else "")
    return unit in MEASURES or unit in {"%", "°", "$", "€"} or unit in MONTHS


def _counted(tokens: Sequence[_Token], index: int, after: int) -> frozenset[str]:
    words = {stem(word) for word in _next_words(tokens, after) if word not in STOP_WORDS}
    glued = tokens[index].glued.casefold()
    if glued and glued not in _ORDINALS and glued not in SCALES:
        words.add(stem(SHORT_UNITS.get(glued, glued)))
    before = tokens[index - 1].folded if index else ""
    if before in CURRENCIES:
        words.add(CURRENCIES[before])
    return frozenset(words)


def _next_words(tokens: Sequence[_Token], index: int) -> list[str]:
    words: list[str] = []
    for token in tokens[index : index + _NEXT_WORDS]:
        if token.kind in {"stop", "number"}:
            break
        named = CURRENCIES.get(token.folded, token.folded)
        words.append(SHORT_UNITS.get(named, named))
    return words


def stem(word: str) -> str:
    """Return a word without the commonest endings of plurals and verb forms, for comparing words."""
    for ending in ("ies", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word[:-1] if word.endswith("e") and len(word) > 4 else word
