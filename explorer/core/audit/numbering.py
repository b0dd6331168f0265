"""What in a heading is numbering: "4.2", "IV.", "(b)", "Appendix C", "Part One", "First part", "第三章".

A lone word that happens to be a roman numeral is numbering up to 39 only ("IV", not "MIX" or "CV"), up to 99 in
brackets or before a full stop, up to 399 after a keyword ("Chapter CXX"). A lone single letter is numbering when it
has a case ("A"; not 泵). "5G", "3D", "C#", "B12" and "v2" are words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from explorer.core.audit.words import HeadingWords, NumberingWords, Token, tokenise

_ROMAN = re.compile(r"(?=.)(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_ORDINAL = re.compile(r"\d+[-\u2010\u2011]?(st|nd|rd|th|ers?|ere|eme|ème|re|e|os?|as?)")
_NUMBER_LETTER = re.compile(r"\d+[-\u2010\u2011]?[^\W\d_]")
_LETTER_NUMBER = re.compile(r"[^\W\d_][-\u2010\u2011]?\d+")
_NUMBER_SIGN = re.compile(r"\bn°", re.IGNORECASE)
_UNDERSCORED = re.compile(r"[^\W_]_[^\W_]")
_APOSTROPHES = frozenset("'’")
_QUANTITY = frozenset("%‰$€£¥+=±×")
_LONE_SUFFIXES = frozenset("abcefhi")
"""Letters after a lone number that are numbering; "3D", "5G", "4K", "2x" are words."""

_PLAIN_SIGNS = frozenset(" .,:;()[]{}<>-‐‑–—*_\"'“”‘’«»|·•§¶/\\†‡,、。・")
"""Signs that may stand round a letter without making it a name, as in "C#", "C++" or "A+"."""

_CJK_NUMBER = r"[\d〇零一二三四五六七八九十百千两兩壹贰叁]+"
_CJK_COUNTED = (
    "附录|附錄|付録|附件|附表|別表|別紙|別添|図|图|圖|表|步骤|步驟|手順|ステップ|方法|方案|办法|案例|示例|例子|例题|例題|例|问题|問題|問|题"
    "|练习|練習|演習|課題|任务|タスク|实验|實驗|实例|阶段|階段|模块|单元|單元|选项|選項|情形|场景|場景|ケース|パターン|その|章|节|節"
    "|부록|예제|예시|예|문제|단계|방법|과제|사례|별표|별지|그림|표"
)
"""Kinds that are counted after their name; a number before it ("第三章") needs no list of them but that below."""

_CJK_UNITS = (
    "章|节|節|条|條|款|项|項|目|编|編|部分|部|篇|回|巻|卷|课|課|号|號|步|页|頁|ページ|单元|單元|幕|集|话|話|讲|講|阶段|階段|段|题|問"
    "|天|周|日目|日|週"
)
_CJK = re.compile(
    rf"(?:第{_CJK_NUMBER}(?:{_CJK_UNITS}))+"
    rf"|제{_CJK_NUMBER}[장절조항호편부관]"
    rf"|(?:{_CJK_COUNTED})(?:{_CJK_NUMBER}|[A-Za-z])"
    rf"|[(\[]?{_CJK_NUMBER}[)\].、:]?"
)
_CJK_LEAD = re.compile(
    rf"\W*?(?:(?:第{_CJK_NUMBER}(?:{_CJK_UNITS})\s*)+[、.:·–—-]?\s*"
    rf"|제{_CJK_NUMBER}[장절조항호편부관]\s*[.:·–—-]?\s*"
    r"|[(\[][一二三四五六七八九十百]+[)\]]\s*|[一二三四五六七八九十百]+[、.:]\s*)"
)
"""Numbering in front of words that needs no space behind it: "第一章概述", "一、背景"."""

_EDGES = "".join(_PLAIN_SIGNS)


class Numbering(StrEnum):
    """What a heading of numbering only consists of, in words for a reason."""

    NUMBER = "number"
    LETTER = "letter"


def numbering_only(shown: str, tokens: Sequence[Token], words: HeadingWords) -> Numbering | None:
    """Tell whether a heading, as `show` and `tokenise` give it, is nothing but numbering; None when it says more."""
    if _CJK.fullmatch(shown.strip(_EDGES).replace(" ", "")):
        return Numbering.NUMBER
    if not tokens or not all(_may_number(token.text, words) for token in tokens) or not _plain(shown, tokens):
        return None
    if _is_name(shown, tokens):
        return None
    keyed = any(_keyed(tokens, language) for language in words.numbering)
    alone = any(all(token.text in language.lone_numbers for token in tokens) for language in words.numbering)
    if not keyed and not alone and not _bare(shown, tokens, words):
        return None
    number = alone or any(_reads_as_number(token, words) for token in tokens)
    return Numbering.NUMBER if number else Numbering.LETTER


def _is_name(shown: str, tokens: Sequence[Token]) -> bool:
    """Tell whether a sign or form shows a name: a plural's letter ("Pagina's"), a quantity ("100 %"), "DAYS360"."""
    elided = any(
        len(token.text) == 1 and shown[max(0, token.start - 1) : token.start] in _APOSTROPHES for token in tokens
    )
    glued = any(
        before.end == token.start and len(token.text) > 2 and len(before.text) > 2 and before.text.isalpha()
        for before, token in pairwise(tokens)
    )
    return elided or glued or any(sign in _QUANTITY for sign in shown)


def _may_number(text: str, words: HeadingWords) -> bool:
    """Tell whether a token can be part of numbering at all; words that cannot are the common case."""
    return text in words.number_words or len(text) == 1 or not text.isalpha() or is_roman(text, 399)


def split_numbering(shown: str, tokens: Sequence[Token], words: HeadingWords) -> tuple[str, tuple[Token, ...]]:
    """Return the leading numbering as it stands in `shown`, and the words after it.

    A bare number of four digits or more is no numbering ("2024 overview") unless a full stop or bracket ends it.
    """
    cjk = _CJK_LEAD.match(shown)
    if cjk and cjk.end() < len(shown):
        start = cjk.end()
        rest = (Token(token.text, token.start + start, token.end + start) for token in tokenise(shown[start:]))
        return shown[:start].strip(), tuple(rest)
    index = 0
    while index < len(tokens):
        taken = _leading(shown, tokens, index, words)
        if not taken:
            break
        index += taken
    rest = tuple(tokens[index:])
    return (shown[: rest[0].start].strip() if rest else shown), rest


def without_trailing(shown: str, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words without a number at their end ("Notes 2", "Details II"); an apostrophe's "s" is none."""
    while len(tokens) > 1 and _trails(tokens[-1].text) and shown[tokens[-1].start - 1] not in "'’":
        tokens = tokens[:-1]
    return tokens


def _trails(text: str) -> bool:
    return (text.isdecimal() and len(text) <= 3) or is_roman(text, 39) or _is_letter(text)


def is_roman(text: str, most: int) -> bool:
    """Tell whether `text`, in small letters, is a well-formed roman numeral up to `most` (39, 99 or 399)."""
    found = _ROMAN.fullmatch(text)
    if not found or (most < 100 and found[1]):
        return False
    return most >= 40 or not found[2] or set(found[2]) == {"x"}


def _plain(shown: str, tokens: Sequence[Token]) -> bool:
    """Tell whether no sign makes a name of the letters; numbers may have any sign beside them."""
    if all(token.text.isdecimal() for token in tokens):
        return True
    inside = {place for token in tokens for place in range(token.start, token.end)}
    outside = _NUMBER_SIGN.sub(lambda found: " " * len(found[0]), shown)
    return all(place in inside or sign in _PLAIN_SIGNS for place, sign in enumerate(outside))


def _is_letter(text: str) -> bool:
    return len(text) == 1 and (text.islower() or text.isupper())


def _reads_as_number(token: Token, words: HeadingWords) -> bool:
    text = token.text
    counted = any(text in language.numbers | language.ordinals for language in words.numbering)
    roman = is_roman(text, 399) and (len(text) > 1 or text in "ivx")
    return text[0].isdecimal() or text[-1].isdecimal() or roman or counted


def _countable(text: str, language: NumberingWords) -> bool:
    """Tell whether a token beside a keyword counts it."""
    return (
        text.isdecimal()
        or _is_letter(text)
        or is_roman(text, 399)
        or text in language.numbers
        or text in language.ordinals
        or any(form.fullmatch(text) for form in (_ORDINAL, _NUMBER_LETTER, _LETTER_NUMBER))
    )


def _keyed(tokens: Sequence[Token], language: NumberingWords) -> bool:
    """Tell whether all is numbering by the keywords of one language, each keyword counted by a token beside it."""
    found = False
    texts = [token.text for token in tokens]
    for index, text in enumerate(texts):
        if text in language.keywords or text in language.plurals:
            if not _counted(texts, index, language):
                return False
            found = True
        elif text in language.qualifiers and index and texts[index - 1] in language.keywords:
            continue
        elif text in language.prefixes:
            if index + 1 == len(texts) or texts[index + 1] not in language.keywords | language.plurals:
                return False
        elif text not in language.fillers and not _countable(text, language):
            return False
    return found


def _counted(texts: Sequence[str], index: int, language: NumberingWords) -> bool:
    after = index + 1
    while after < len(texts) and texts[after] in language.qualifiers:
        after += 1
    while after < len(texts) and texts[after] in language.fillers and not _is_letter(texts[after]):
        after += 1
    if after < len(texts) and _countable(texts[after], language):
        ordinal_last = language.divisions | language.number_first
        return texts[after] not in language.ordinals or texts[index] in ordinal_last
    if index == 0 or texts[index] in language.plurals:
        return False
    before = texts[index - 1]
    ordinal = before in language.ordinals or bool(_ORDINAL.fullmatch(before))
    return (ordinal and texts[index] in language.divisions) or (
        before.isdecimal() and texts[index] in language.number_first
    )


def _bare(shown: str, tokens: Sequence[Token], words: HeadingWords) -> bool:
    """Tell whether tokens without any keyword are numbers, roman numerals or single letters."""
    if _numbered_letter(shown, tokens) or _UNDERSCORED.search(shown):
        return False
    digits = any(token.text.isdecimal() for token in tokens)
    fillers = frozenset[str]().union(*(language.fillers for language in words.numbering)) if digits else frozenset()
    if not all(_bare_token(shown, token) or token.text in fillers for token in tokens):
        return False
    letters = [token for token in tokens if _is_letter(token.text)]
    if all(_bracketed(shown, token) for token in letters):
        return True
    names = [token for token in letters if token.text not in "ivx" and token.text not in fillers]
    return len(names) <= 1 and (digits or len(letters) <= 1)


def _numbered_letter(shown: str, tokens: Sequence[Token]) -> bool:
    """Tell whether a lone letter stands behind a number of several levels: in "12.3.1. C" it names something."""
    *numbers, last = tokens
    levels = len(numbers) > 1 and all(token.text.isdecimal() for token in numbers)
    apart = shown[last.start - 1 : last.start] == " " and not shown[last.end :].strip()
    return levels and apart and _is_letter(last.text) and last.text not in "ivx"


def _bare_token(shown: str, token: Token) -> bool:
    text = token.text
    if text.isdecimal() or _is_letter(text) or (_ORDINAL.fullmatch(text) and text[-2:].isalpha()):
        return True
    if _NUMBER_LETTER.fullmatch(text):
        return text[-1] in _LONE_SUFFIXES or shown[max(0, token.start - 1) : token.start] == "."
    return is_roman(text, 99 if _delimited(shown, token) else 39)


def _delimited(shown: str, token: Token) -> bool:
    after = shown[token.end : token.end + 1]
    return (bool(after) and after in ".)]:") or _bracketed(shown, token)


def _bracketed(shown: str, token: Token) -> bool:
    before, after = shown[max(0, token.start - 1) : token.start], shown[token.end : token.end + 1]
    return before in {"(", "[", "{"} or after in {")", "]", "}"}


def _leading(shown: str, tokens: Sequence[Token], index: int, words: HeadingWords) -> int:
    """Return how many tokens at `index` are numbering in front of words."""
    token = tokens[index]
    following = tokens[index + 1].text if index + 1 < len(tokens) else ""
    for language in words.numbering if token.text in words.number_words else ():
        if following and token.text in language.keywords and _countable(following, language):
            return 2
        if following and token.text in language.prefixes and following in language.keywords:
            return 1
    return int(_leads(shown, token))


def _leads(shown: str, token: Token) -> bool:
    text = token.text
    if text.isdecimal():
        return len(text) <= 3 or _delimited(shown, token)
    if _is_letter(text):
        return text in "ivx" or _delimited(shown, token)
    return is_roman(text, 39) or (bool(_NUMBER_LETTER.fullmatch(text)) and text[-1] in _LONE_SUFFIXES)
