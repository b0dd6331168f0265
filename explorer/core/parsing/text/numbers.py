"""Numbers of headings in plain text, with their values, so that one can be told to follow another.

Adds to `explorer.core.clauses` what only a line of its own may mean: numbers in words ("PART ONE"), keywords of more
languages ("Глава 1", "제1장", "一、"), and appendix numbers without a full stop ("A.1 Scope").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from explorer.core.clauses import BRACKET_RANK, KEYWORDS, LETTER_RANK, PLAIN_RANK, ClauseNumber, leading_number

APPENDIX_RANK = next(rank for rank, words in enumerate(KEYWORDS) if "appendix" in words)
_MORE_KEYWORDS = {
    "часть": 1,
    "раздел": 1,
    "розділ": 2,
    "глава": 2,
    "rozdział": 2,
    "kapitola": 2,
    "fejezet": 2,
    "bölüm": 2,
    "luku": 2,
    "приложение": APPENDIX_RANK,
    "додаток": APPENDIX_RANK,
    "załącznik": APPENDIX_RANK,
    "příloha": APPENDIX_RANK,
    "bijlage": APPENDIX_RANK,
    "bilag": APPENDIX_RANK,
    "bilaga": APPENDIX_RANK,
    "oddział": 4,
    "статья": 5,
    "стаття": 5,
    "artykuł": 5,
    "článek": 5,
    "madde": 5,
    "πρόλογος": 2,
    "κεφάλαιο": 2,
    "άρθρο": 5,
}
_RANKS = {**{word: rank for rank, words in enumerate(KEYWORDS) for word in words}, **_MORE_KEYWORDS}
_WORD_NUMBERS = {
    word: value
    for value, words in enumerate(
        (
            "one first eins erster uno primera primero premier première um primeira",
            "two second zwei zweiter dos segunda segundo deux deuxième dois",
            "three third drei dritter tres tercera tercero trois troisième três",
            "four fourth vier vierter cuatro cuarta cuarto quatre quatrième quatro",
            "five fifth fünf fünfter cinco quinta quinto cinq cinquième",
            "six sixth sechs sechster seis sexta sexto sixième",
            "seven seventh sieben siebter siete séptima séptimo sept septième sete",
            "eight eighth acht achter ocho octava octavo huit huitième oito",
            "nine ninth neun neunter nueve novena noveno neuf neuvième nove",
            "ten tenth zehn zehnter diez décima décimo dix dixième dez",
            "eleven eleventh elf once onze",
            "twelve twelfth zwölf doce douze doze",
            "thirteen thirteenth",
            "fourteen fourteenth",
            "fifteen fifteenth",
            "sixteen sixteenth",
            "seventeen seventeenth",
            "eighteen eighteenth",
            "nineteen nineteenth",
            "twenty twentieth",
        ),
        start=1,
    )
    for word in words.split()
}
# "Part One" and "First Part" number a part; "one part" is a quantity.
_CARDINAL = re.compile(
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn"
    r"|uno?|dos|tres|cuatro|cinco|deux|trois|quatre|cinq|um|dois|três|quatro"
)
_IN_WORDS = re.compile(r"(?P<first>[^\W\d_]+)[ \t]+(?P<second>[^\W\d_]+|\d{1,3}|[IVXLCivxlc]+)(?!\w)(?P<close>[.:)]?)")
_MORE_KEYED = re.compile(
    r"(?P<keyword>[^\W\d_]+)[ \t]+(?P<number>\d{1,3}(?:\.\d{1,3})*|[IVXLC]+)(?!\w)(?P<close>[.:)]?)"
)
# "3. Abschnitt: Fristen", not "3. Section headings".
_BEFORE_KEYWORD = re.compile(
    r"(?P<number>\d{1,3})\.[ \t]*(?P<keyword>[^\W\d_]+)(?P<close>[.:)]?)(?=\s*(?:[–—-]|$)|(?<=[.:)]))"
)
_KOREAN = re.compile(r"제[ ]?(?P<number>\d{1,4})[ ]?(?P<kind>[편장절관조])")
_KOREAN_RANKS = {"편": 1, "장": 2, "절": 4, "관": 5, "조": 5}
_ENUMERATED = re.compile(r"(?P<number>[一二三四五六七八九十]{1,3})、")
_FIRST_WORD = re.compile(r"[^\W\d_]{1,20}")
# Longer than what `leading_number` takes for a number: it must be closed.
_LONG = re.compile(r"(?P<number>\d{5,6})\.(?=\s)")
_APPENDED = re.compile(r"(?P<number>[A-Z](?:\.\d{1,3})+)\.?(?=\s)")
_DIGITS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"零": 0}
_TENS = {"十": 10, "百": 100, "千": 1000}
_ROMAN_SIGNS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeadingNumber:
    """A clause number with its kind and the values that it may mean.

    `kind` tells what counts together: the keyword, or "decimal", "letter", "roman" without one. `readings`: the values
    of its components, several where "I" or "C" may be a letter or a Roman number.
    """

    clause: ClauseNumber
    kinds: tuple[str, ...]
    readings: tuple[Values, ...]

    @property
    def rank(self) -> float:
        """Return how wide a part it counts; a § is narrower than a section in words."""
        keyword = self.clause.keyword
        narrower = 0.5 if keyword.startswith("§") else -0.5 if keyword in ("subpart", "、") else 0.0
        return self.clause.rank + narrower

    @property
    def depth(self) -> int:
        """Return the count of components."""
        return self.clause.depth

    @property
    def keyed(self) -> bool:
        """Tell whether a keyword stands before the number, or is part of it as in 第三章."""
        return bool(self.clause.keyword)


def heading_number(text: str) -> HeadingNumber | None:
    """Return the number that a line begins with, or None; brackets ("(a)") number clauses and no headings."""
    clause = _clause(text[:200]) if _may_begin(text) else None
    if clause is None or clause.rank == BRACKET_RANK:
        return None
    if clause.keyword:
        kinds = (_family(clause.keyword),)
    elif clause.rank == PLAIN_RANK:
        kinds = ("decimal",)
    else:
        kinds = _letter_kinds(clause.parts)
    readings = tuple(product(*(_values(part) for part in clause.parts)))
    return HeadingNumber(clause, kinds, readings) if readings else None


def _may_begin(text: str) -> bool:
    """Tell quickly that most lines begin with a word that no number has: neither keyword, letter nor Roman number."""
    match = _FIRST_WORD.match(text)
    if match is None or not match[0].isascii():
        return True
    word = match[0].lower()
    return len(word) == 1 or word in _RANKS or word + "." in _RANKS or word in _WORD_NUMBERS or bool(_roman(word))


def _letter_kinds(parts: Sequence[str]) -> tuple[str, ...]:
    """Return what a number without keyword and digits may be: "B" a letter, "IV" Roman, "C" both."""
    if len(parts) == 1 and len(parts[0]) > 1:
        return ("roman",)
    return ("letter", "roman") if len(parts) == 1 and parts[0] in _ROMAN_SIGNS else ("letter",)


def _clause(text: str) -> ClauseNumber | None:
    enumerated = _ENUMERATED.match(text)
    if enumerated:
        return ClauseNumber(enumerated.end(), PLAIN_RANK, (enumerated["number"],), "、", closed=True)
    korean = _KOREAN.match(text)
    if korean:
        kind = korean["kind"]
        return ClauseNumber(korean.end(), _KOREAN_RANKS[kind], (korean["number"],), kind, closed=True)
    appended = _APPENDED.match(text)
    if appended:
        parts = tuple(appended["number"].lower().split("."))
        return ClauseNumber(appended.end(), LETTER_RANK, parts, closed=True)
    long = _LONG.match(text)
    if long:
        return ClauseNumber(long.end(), PLAIN_RANK, (long["number"],), closed=True)
    before = _BEFORE_KEYWORD.match(text)
    if before and before["keyword"].lower() in _RANKS:
        keyword = before["keyword"].lower()
        return ClauseNumber(before.end(), _RANKS[keyword], (before["number"],), keyword, closed=True)
    return leading_number(text) or _in_words(text) or _more_keyed(text)


def _in_words(text: str) -> ClauseNumber | None:
    """Read "Part One" and "First Part"."""
    match = _IN_WORDS.match(text)
    if not match:
        return None
    first, second = match["first"].lower(), match["second"].lower()
    keyword, number = (first, second) if first in _RANKS else (second, first)
    counts_only = keyword == second and bool(_CARDINAL.fullmatch(first))
    if keyword not in _RANKS or number not in _WORD_NUMBERS or counts_only:
        return None
    return ClauseNumber(match.end(), _RANKS[keyword], (str(_WORD_NUMBERS[number]),), keyword, bool(match["close"]))


def _more_keyed(text: str) -> ClauseNumber | None:
    match = _MORE_KEYED.match(text)
    keyword = match["keyword"].lower() if match else ""
    if not match or keyword not in _MORE_KEYWORDS:
        return None
    parts = tuple(match["number"].lower().split("."))
    return ClauseNumber(match.end(), _MORE_KEYWORDS[keyword], parts, keyword, bool(match["close"]))


def _family(keyword: str) -> str:
    """Return one name for a keyword and its other forms ("§§", "Sec.")."""
    return {"§§": "§", "sec.": "section", "art.": "article", "para.": "paragraph", "abs.": "absatz"}.get(
        keyword, keyword
    )


def _values(part: str) -> tuple[int, ...]:
    """Return what a component may count: of "12" 12, of "12a" 12, of "c" 3 and 100, of "第三章" 3; none if nothing."""
    digits = re.match(r"\d+", part)
    if digits:
        return (int(digits[0]),)
    chinese = [sign for sign in part if sign in _DIGITS or sign in _TENS or sign.isdigit()]
    if chinese:
        return (_chinese("".join(chinese)),)
    found = [ord(part) - ord("a") + 1] if len(part) == 1 and "a" <= part <= "z" else []
    roman = _roman(part)
    return (*found, roman) if roman else tuple(found)


def _roman(part: str) -> int:
    if not part or any(sign not in _ROMAN_SIGNS for sign in part):
        return 0
    values = [_ROMAN_SIGNS[sign] for sign in part]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def _chinese(number: str) -> int:
    if number.isdecimal():
        return int(number)
    total, digit = 0, 0
    for sign in number:
        if sign in _TENS:
            total += max(digit, 1) * _TENS[sign]
            digit = 0
        else:
            digit = _DIGITS.get(sign, 0)
    return total + digit


def begins(values: Values) -> bool:
    """Tell whether a series may begin with this number: 1, 0, 1.1 and the like."""
    return all(value <= 1 for value in values)


def follows(before: Values, values: Values) -> bool:
    """Tell whether a number may come next after another in the same series, a few left out in between."""
    shared = next((at for at, (one, two) in enumerate(zip(before, values, strict=False)) if one != two), None)
    if shared is None:
        return len(values) > len(before) and all(value <= 9 for value in values[len(before) :])
    if not 0 < values[shared] - before[shared] <= 3:
        return False
    return all(value <= 2 for value in values[shared + 1 :])


def continues(number: HeadingNumber, other: HeadingNumber) -> bool:
    """Tell whether a number counts parts of what `other` numbers: 4.2 of 4, of "Article IV" and of "Section 4"."""
    if other.depth >= number.depth or (number.keyed and not other.keyed):
        return False
    heads = {reading[: other.depth] for reading in number.readings}
    return any(reading in heads for reading in other.readings)


def next_reading(number: HeadingNumber, before: Sequence[Values]) -> Values | None:
    """Return the reading of a number that follows one of the `before`, the last of these first; None when none does."""
    for earlier in reversed(before):
        for reading in number.readings:
            if follows(earlier, reading):
                return reading
    return None
