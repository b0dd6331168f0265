"""Cross-references in running text: "see section 4.3", "§ 7 Abs. 2", "Clause 4.2(b)", "sections 3 and 4" (C208).

Guarantees and limits:

* Precision before recall: a reference into another text ("section 4 of the Data Protection Act", "42 U.S.C. § 1983",
  "Art. 5 GDPR", "ISO 9001 clause 6") is none, and a number without a word of the kinds in
  `explorer.core.reference_words` or "see" before it is none either.
* Spans are half-open in the text, in order, without overlap. Linear in the text's length.
* What a reference points to is for `explorer.core.audit.reference_rules` to find out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from explorer.core import reference_words as known


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference as it stands at `text[start:end]`.

    `family`: what its word counts (a key of `FAMILIES`), "" for a bare number or a quoted title. `number`: in small
    letters, components joined by full stops ("4.2", "iv", "c"), "" for a relative reference ("paragraph (b) above").
    `inside`: the bracketed labels behind it, outermost first. `title`: a quoted title. `cued`: a word that leads to a
    reference stands before it. `certain`: nothing hints at another document.
    """

    start: int
    end: int
    family: str = ""
    number: str = ""
    inside: tuple[str, ...] = ()
    title: str = ""
    cued: bool = False
    certain: bool = True

    @property
    def depth(self) -> int:
        """Return the count of the number's components."""
        return self.number.count(".") + 1 if self.number else 0


_NUMBER = (
    r"(?:\d{1,4}[a-z]?(?:\.\d{1,3}[a-z]?){0,7}(?![\w%°])(?!\.\d)"
    r"|(?-i:[IVXLC]{1,7}|[A-Z](?:[.\-]\d{1,3}){0,4})(?![\w&])(?![.\-]\d))"
)
_LABEL = r"\(\s?(?:\d{1,2}|[a-z]{1,2}|[ivx]{1,5})\s?\)"
_PARTS = re.compile(
    r"\s?,?\s?(?:Abs\.|Absatz|Satz|S\.|Nr\.|Nummer|lit\.|Buchst\.|Buchstabe|Unterabs\.|UAbs\.)\s?(\w{1,3})\b\)?"
)
_WORD = re.compile(r"§§?|(?<!\w)[^\W\d_]+(?:-[^\W\d_]+)?\.?")
_NUMBER_BEHIND = re.compile(
    rf"(?:[ \t\u00a0\n]{{0,2}}(?:(?:no\.|nr\.|nº|n°)[ \u00a0]?)?(?P<number>{_NUMBER})|[ \t\u00a0]?(?P<label>{_LABEL}))",
    re.IGNORECASE,
)
"""A bracketed label must stand on the word's own line: on the next one it begins a clause."""

_BARE = re.compile(
    r"[ \u00a0\n](?P<number>\d{1,3}(?:\.\d{1,3}){1,6})(?![\w%°])(?!\.\d)"
    r"(?=\s*(?:$|[.,;:)\]]|above|below|for|and|or|to)(?!\w))",
    re.IGNORECASE,
)
_BARE_CUES = frozenset(("see", "also", "cf.", "vgl.", "siehe", "auch", "ver", "véase", "voir", "vedi", "veja", "vide"))
_LABELS = re.compile(rf"\s?({_LABEL})", re.IGNORECASE)
_JOIN = (
    r"(?:\s*[,;]\s*(?:and/or|and|or|und|oder|sowie|y|e|et|ou|en|of)?|\s+(?:and/or|and|or|to|through|und|oder|bis|sowie|"
    r"y|o|u|a|al|e|et|ou|à|ed|en|tot|&)\s|\s?[–—-])\s*"
)
_MORE = re.compile(rf"(?P<join>{_JOIN})(?P<number>{_NUMBER}|{_LABEL})", re.IGNORECASE)
_QUOTED = re.compile(
    r"[ \u00a0\n](?:(?:the|den|la|le|o|a|el)\s)?[\"“„«‚‘「]\s?(?P<title>[^\"”“„»«’‘」\n]{2,90}?)[.,]?\s?[\"”“»’‘」]",
    re.IGNORECASE,
)
_QUOTED_CUES = frozenset(
    "see under in also section chapter heading titled entitled siehe auch unter vgl. abschnitt kapitel voir rubrique "  # noqa: SIM905
    "chapitre véase sección apartado capítulo ver veja seção secção consulte vedi sezione".split()
)
_CJK = re.compile(
    r"第\s?(?P<number>[〇零一二三四五六七八九十百千]{1,7}|\d{1,4}(?:\.\d{1,3}){0,4})\s?(?P<kind>[编編篇章节節条條款])"
)
_CJK_ELSEWHERE = re.compile(r"[》」』法例则則规規令]$")


def find_references(text: str) -> tuple[Reference, ...]:
    """Return the references of `text` in order; those into other texts are left out."""
    words = [(found.start(), found.end(), found[0].lower()) for found in _WORD.finditer(text)]
    found = [*_keyed(text, words), *_bare(text, words), *_quoted(text, words), *_cjk(text)]
    found.sort(key=lambda reference: (reference.start, -reference.end))
    kept: list[Reference] = []
    for reference in found:
        if not kept or reference.start >= kept[-1].end:
            kept.append(reference)
    return tuple(kept)


_Words = Sequence[tuple[int, int, str]]
"""Start, end and small letters of each word of a text, with the full stop behind it."""


def _keyed(text: str, words: _Words) -> Iterator[Reference]:
    """Yield references with a word, lists and ranges included; a list that ends in another text is left out whole."""
    pending: list[Reference] = []
    begin = 0
    for start, end, word in words:
        number = _NUMBER_BEHIND.match(text, end) if start >= begin and word in known.FAMILY_OF else None
        if number is None:
            continue
        members = _members(text, start, word, number)
        begin = members[-1].end
        if pending and not re.fullmatch(_JOIN, text[pending[-1].end : start]):
            yield from pending
            pending = []
        verdict = _Surroundings(text, start, begin).verdict(text[start:end])
        if verdict is None:
            pending = []
            continue
        cued = _is_cued(text, start)
        pending += [replace(one, certain=verdict, cued=cued) for one in members]
    yield from pending


def _members(text: str, start: int, word: str, first: re.Match[str]) -> list[Reference]:
    """Return the reference of a word and those that continue it ("sections 3 and 4", "4.2(a) and (b)")."""
    family = known.FAMILY_OF[word]
    members = [_one(text, family, first["number"] or first["label"], start, first.end())]
    while more := _MORE.match(text, members[-1].end):
        number, last = more["number"], members[-1]
        several = word in known.PLURAL_WORDS or "." in number
        if number.startswith("("):
            at = more.start("number")
            label, end = _labels(text, at)
            members.append(Reference(at, end, family, last.number, (*last.inside[:-1], *label)))
        elif several and _alike(number, last.number):
            members.append(_one(text, family, number, more.start("number"), more.end()))
        else:
            break
    return members


def _alike(number: str, before: str) -> bool:
    """Tell whether two members of a list are counted in the same way: "4.1 and 4.2", "A and B"."""
    return not before or number[0].isdecimal() == before[0].isdecimal()


def _one(text: str, family: str, number: str, start: int, end: int) -> Reference:
    """Return a reference with the labels behind its number."""
    if number.startswith("("):
        labels, end = _labels(text, end - len(number))
        return Reference(start, end, family, "", labels)
    labels, end = _labels(text, end)
    while part := _PARTS.match(text, end):
        labels, end = (*labels, part[1].lower()), part.end()
    return Reference(start, end, family, number.lower().replace("-", "."), labels)


def _labels(text: str, at: int) -> tuple[tuple[str, ...], int]:
    labels: list[str] = []
    while found := _LABELS.match(text, at):
        labels.append(found[1].strip("( )").lower())
        at = found.end()
    return tuple(labels), at


def _is_cued(text: str, start: int) -> bool:
    return bool(_CUE_BEFORE.search(text[max(0, start - 40) : start]))


_CUE_BEFORE = re.compile(
    rf"(?:(?<!\w)(?:{known.CUES})\s*(?:(?:the|o|a|os|as|el|la|le|les|los|las|het|also|auch|den|dem|der|die)\s)?|[(\[]\s?)$",
    re.IGNORECASE,
)
_LAWS = "|".join(re.escape(word) for word in sorted(known.LAW_WORDS))
_WORKS = "|".join(sorted(known.WORKS))
_LIST_THING = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(known.LIST_WORDS))})\s$", re.IGNORECASE)
_ELSEWHERE_BEFORE = re.compile(
    rf"(?:(?<!\w)(?:{_WORKS})[\"”’]?,?\s+|(?<!\w)(?:{_LAWS})(?:\s\([^()]{{1,30}}\))?(?:\s(?:No\.?\s|Nr\.?\s|nº\s)?[\d/.\-]+)?(?:\sof\s\d{{4}})?,?\s*"
    r"|(?<!\w)U\.?\s?S\.?\s?C\.?(?:\s?A\.)?\s*|(?<!\w)C\.?\s?F\.?\s?R\.?\s*"
    r"|(?<!\w)(?:[A-Z]\.\s?){2,}[^.;()]{0,20}|(?<!\w)[A-Z]{2,}[\w/:.\-]*(?:\s\d[\w/:.\-]*)*,?\s+)$"
)
_NAMED_BOOK = re.compile(
    r"(?<!\w)(?!(?:This|The|That|Our|Your|These|Those|In|See|Under|Each|Every|Any)\s)[A-Z][\w\-]*\s(?:manual|handbook|guide),?\s+$"
)
"""A book named by more than its kind, before a reference: "the Debian Policy manual, section 7.2"."""

_LINKED_BOOK = re.compile(r"[.,:]?\s+[^.!?\n]{0,80}\(https?://[^()\n]{1,200}\)\s+of\s")
"""A title with a web address behind a reference: "chapter 2. Pump care (https://example.org) of the manual"."""

_OTHER_STATE = re.compile(
    r"(?<!\w)(?:new|old|former|previous|added|updated|removed|deleted|renamed|renumbered|became|become|becomes|becoming|"
    r"neue[rnms]?|alte[rnms]?|nova|novo|antiga|antigo|nueva|nuevo|nouvelle|ancienne)(?:\sthe)?\s$",
    re.IGNORECASE,
)
"""Before a reference that tells how the document was before or was changed: numbers of another version."""

_OF = re.compile(
    r"\s*,?\s*(?:\((?:the\s)?[\"“]?)?(?:of|de|del|der|des|do|da|dos|das|du|della|dello|dell['’]|van|in|from|to)\s+"
    r"(?:(?:the|that|such|la|el|le|los|las|lo|het|said)\s+|l['’]\s?)?(?P<mark>[\[(\"“‘«])?(?P<noun>[\w§']+\.?)"
)
_NAME = rf"(?:[A-Z][A-Za-z]*[A-Z][A-Za-z]*|[A-ZÄÖÜ][a-zäöüß]+(?:gesetz(?:es|buch|buchs)?|ordnung)|(?:{_LAWS}))(?!\w)"
_SHORT_FORM = re.compile(rf"\s*,?\s*(?:\({_NAME}\)|{_NAME})")
_DETERMINED = re.compile(r"\s*,?\s*(?:this|dies|hereof|above|below|oben|unten|acima|abaixo|ci-dessus|ci-dessous)")


class _Surroundings:
    """What stands before and after a reference says whose sections it counts."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._before = text[max(0, start - 60) : start]
        self._after = text[end : end + 60]
        self._far_after = text[end : end + 320]

    def verdict(self, word: str) -> bool | None:
        """Return whether it is certain that the document itself is meant; None when another one is, or no reference."""
        if known.FAMILY_OF[word.lower()] in {"item", "step", "paragraph"} and _LIST_THING.search(self._before):
            return None
        shouted = word.isupper() and len(word) > 1
        if (not shouted and _ELSEWHERE_BEFORE.search(self._before)) or _OTHER_STATE.search(self._before):
            return None
        if _NAMED_BOOK.search(self._before) or _LINKED_BOOK.match(self._far_after):
            return None
        if _DETERMINED.match(self._after):
            return True
        if not shouted and _SHORT_FORM.match(self._after):
            return None
        return self._of()

    def _of(self) -> bool | None:
        found = _OF.match(self._after)
        if not found:
            return True
        preposition = found[0].split()[0] if found[0].split() else ""
        noun = found["noun"]
        low = noun.lower()
        if found["mark"]:
            return None
        if low in known.THIS:
            return True
        if low in known.FAMILY_OF or low.rstrip(".") in known.FAMILY_OF:
            return None
        if preposition.lower() in {"in", "from", "to"}:
            return None if noun[:1].isupper() and low not in known.OWN_NAMES else True
        return False if low in known.OWN_NAMES else None


def _bare(text: str, words: _Words) -> Iterator[Reference]:
    for start, end, word in words:
        if word in _BARE_CUES or (word == "to" and text[max(0, start - 6) : start].lower() == "refer "):
            found = _BARE.match(text, end)
            if found:
                at, stop = found.span("number")
                yield Reference(at, stop, "", found["number"], cued=True, certain=False)


def _quoted(text: str, words: _Words) -> Iterator[Reference]:
    for start, end, word in words:
        found = _QUOTED.match(text, end) if word in _QUOTED_CUES else None
        if found:
            yield Reference(start, found.end(), title=found["title"].strip(), cued=True, certain=False)


def _cjk(text: str) -> Iterator[Reference]:
    for match in _CJK.finditer(text):
        if not _CJK_ELSEWHERE.search(text[max(0, match.start() - 2) : match.start()]):
            number = cjk_number(match["number"])
            family = known.CJK_FAMILIES[match["kind"]]
            yield Reference(match.start(), match.end(), family, number, certain=False)


_DIGITS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"零": 0}
_TENS = {"十": 10, "百": 100, "千": 1000}


def cjk_number(text: str) -> str:
    """Return a Chinese or Japanese number up to thousands in digits ("十二" gives "12"); digits as they are."""
    if text[0].isascii():
        return text
    if not any(sign in _TENS for sign in text):
        return str(int("".join(str(_DIGITS[sign]) for sign in text)))
    total, digit = 0, 0
    for sign in text:
        if sign in _TENS:
            total += (digit or 1) * _TENS[sign]
            digit = 0
        else:
            digit = _DIGITS[sign]
    return str(total + digit)


def cjk_label(text: str) -> tuple[str, str, int] | None:
    """Return family, number and end of a label such as 第三章 at the beginning of `text`, or None."""
    match = _CJK.match(text)
    if not match:
        return None
    return known.CJK_FAMILIES[match["kind"]], cjk_number(match["number"]), match.end()


def roman_value(text: str) -> int:
    """Return the value of a roman numeral in small letters up to 399, 0 for what is none."""
    if not re.fullmatch(r"(?=.)c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})", text):
        return 0
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
    numbers: Sequence[int] = [values[sign] for sign in text]
    following = [*numbers[1:], 0]
    return sum(-one if one < after else one for one, after in zip(numbers, following, strict=True))
