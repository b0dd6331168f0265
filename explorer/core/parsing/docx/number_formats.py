"""Numbers as Word's numbering formats write them (ISO/IEC 29500-1, 17.18.59 ST_NumberFormat).

A format that has no rule here is written in decimal digits, as Word does with what it does not know.
"""

from __future__ import annotations

from collections.abc import Callable

_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
    (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_UNIT_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TEN_WORDS = "- ten twenty thirty forty fifty sixty seventy eighty ninety"
_UNITS, _TENS = _UNIT_WORDS.split(), _TEN_WORDS.split()
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_MOST = 1_000_000


def _roman(number: int) -> str:
    if not 0 < number < 40_000:
        return str(number)
    written = ""
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        written += sign * count
    return written


def _repeated(letters: str) -> Callable[[int], str]:
    """Write by an alphabet; behind its end each letter comes twice, then three times ("z", "aa", "bb")."""

    def write(number: int) -> str:
        times, place = divmod(number - 1, len(letters))
        return letters[place] * (times + 1) if 0 <= times < 30 else str(number)

    return write


def _cycled(letters: str) -> Callable[[int], str]:
    """Write by signs that begin anew behind their end; numbers beyond them are decimal."""
    return lambda number: letters[number - 1] if 0 < number <= len(letters) else str(number)


def _digits(signs: str) -> Callable[[int], str]:
    return lambda number: "".join(signs[int(sign)] if sign.isdigit() else sign for sign in str(number))


def _counted(signs: str, tens: str, *, one_ten: bool = False) -> Callable[[int], str]:
    """Write as East Asian languages count: digits with the names of ten, hundred and thousand between them.

    `signs`: the ten digits; `tens`: those names. `one_ten`: ten is "one ten" at the beginning too.
    """

    def write(number: int) -> str:
        if not 0 < number < 10_000:
            return _digits(signs)(number)
        written, gap = "", False
        for power in (3, 2, 1, 0):
            digit = number // 10**power % 10
            if not digit:
                gap = bool(written)
                continue
            written += signs[0] if gap else ""
            bare = power == 1 and digit == 1 and not written and not one_ten
            written += ("" if bare else signs[digit]) + (tens[power - 1] if power else "")
            gap = False
        return written

    return write


def _without_gaps(signs: str, tens: str) -> Callable[[int], str]:
    """Write as Japanese and Korean count: no sign for an empty place, no "one" before ten, hundred and thousand."""

    def write(number: int) -> str:
        if not 0 < number < 10_000:
            return _digits(signs)(number)
        written = ""
        for power in (3, 2, 1, 0):
            digit = number // 10**power % 10
            if digit:
                written += ("" if digit == 1 and power else signs[digit]) + (tens[power - 1] if power else "")
        return written

    return write


def _cardinal(number: int) -> str:
    if not 0 <= number < _MOST:
        return str(number)
    if number < 20:
        return _UNITS[number]
    if number < 100:
        rest = number % 10
        return _TENS[number // 10] + (f"-{_UNITS[rest]}" if rest else "")
    size, name = (100, "hundred") if number < 1000 else (1000, "thousand")
    rest = number % size
    return f"{_cardinal(number // size)} {name}" + (f" {_cardinal(rest)}" if rest else "")


def _ordinal_text(number: int) -> str:
    words = _cardinal(number)
    cut = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[cut:]
    return words[:cut] + _ORDINALS.get(last, f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")


def _ordinal(number: int) -> str:
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _enclosed(first: int, most: int) -> Callable[[int], str]:
    return lambda number: chr(first + number - 1) if 0 < number <= most else str(number)


def _chicago(number: int) -> str:
    times, place = divmod(number - 1, 4)
    return "*†‡§"[place] * (times + 1) if 0 <= times < 10 else str(number)


_LATIN = "abcdefghijklmnopqrstuvwxyz"
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"
_AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
_CHINESE, _JAPANESE, _KOREAN = "〇一二三四五六七八九", "〇一二三四五六七八九", "영일이삼사오육칠팔구"
_FORMATS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda number: f"{number:02d}",
    "upperRoman": _roman,
    "lowerRoman": lambda number: _roman(number).lower(),
    "upperLetter": _repeated(_LATIN.upper()),
    "lowerLetter": _repeated(_LATIN),
    "ordinal": _ordinal,
    "cardinalText": lambda number: _cardinal(number).capitalize(),
    "ordinalText": lambda number: _ordinal_text(number).capitalize(),
    "hex": lambda number: f"{number:X}",
    "chicago": _chicago,
    "numberInDash": lambda number: f"- {number} -",
    "decimalFullWidth": _digits("０１２３４５６７８９"),
    "decimalFullWidth2": _digits("０１２３４５６７８９"),
    "decimalEnclosedCircle": _enclosed(0x2460, 20),
    "decimalEnclosedCircleChinese": _enclosed(0x2460, 20),
    "decimalEnclosedParen": _enclosed(0x2474, 20),
    "decimalEnclosedFullstop": _enclosed(0x2488, 20),
    "ideographEnclosedCircle": _enclosed(0x3280, 10),
    "ideographDigital": _digits(_CHINESE),
    "taiwaneseDigital": _digits("○一二三四五六七八九"),
    "japaneseDigitalTenThousand": _digits(_JAPANESE),
    "koreanDigital": _digits(_KOREAN),
    "koreanDigital2": _digits("零一二三四五六七八九"),
    "chineseCounting": _counted("○一二三四五六七八九", "十百千"),
    "chineseCountingThousand": _counted("零一二三四五六七八九", "十百千"),
    "taiwaneseCounting": _counted("○一二三四五六七八九", "十百千"),
    "taiwaneseCountingThousand": _counted("零一二三四五六七八九", "十百千"),
    "chineseLegalSimplified": _counted("零壹贰叁肆伍陆柒捌玖", "拾佰仟", one_ten=True),
    "ideographLegalTraditional": _counted("零壹貳參肆伍陸柒捌玖", "拾佰仟", one_ten=True),
    "japaneseCounting": _without_gaps(_JAPANESE, "十百千"),
    "japaneseLegal": _without_gaps("〇壱弐参四伍六七八九", "拾百阡"),
    "koreanCounting": _without_gaps(_KOREAN, "십백천"),
    "ideographTraditional": _cycled("甲乙丙丁戊己庚辛壬癸"),
    "ideographZodiac": _cycled("子丑寅卯辰巳午未申酉戌亥"),
    "ganada": _repeated("가나다라마바사아자차카타파하"),
    "chosung": _repeated("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
    "aiueo": _repeated(_AIUEO),
    "aiueoFullWidth": _repeated(_AIUEO),
    "iroha": _repeated(_IROHA),
    "irohaFullWidth": _repeated(_IROHA),
    "russianLower": _repeated(_RUSSIAN),
    "russianUpper": _repeated(_RUSSIAN.upper()),
    "hebrew2": _repeated("אבגדהוזחטיכלמנסעפצקרשת"),
    "arabicAlpha": _repeated("أبتثجحخدذرزسشصضطظعغفقكلمنهوي"),
    "arabicAbjad": _repeated("أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"),
    "hindiNumbers": _digits("०१२३४५६७८९"),
    "hindiConsonants": _repeated("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह"),
    "thaiNumbers": _digits("๐๑๒๓๔๕๖๗๘๙"),
    "thaiLetters": _repeated("กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ"),
    "none": lambda _: "",
    "bullet": lambda _: "",
}


def write_number(number: int, style: str, custom: str = "") -> str:
    """Return a number by its format's name; `custom` is the pattern of a custom format ("001, 002, 003, ...")."""
    if style == "custom":
        first = custom.split(",", 1)[0].strip()
        return f"{number:0{len(first)}d}" if first.isdigit() and len(first) < 10 else str(number)
    rule = _FORMATS.get(style)
    return rule(number) if rule else str(number)
