"""Clause numbers as manuals, standards and contracts write them: "4.2", "§ 7", "Article 12", "(b)", "Appendix C".

Used where structure depends on a number: levels of headings, run-in headings, cross-references. What a number says
about a heading's worth is judged in `explorer.core.audit.numbering`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

KEYWORDS: tuple[tuple[str, ...], ...] = (
    ("volume", "book", "livre", "libro", "livro", "buch", "band", "title", "título", "titel", "titre", "titolo"),
    ("part", "parte", "partie", "teil", "division", "tome"),
    ("chapter", "capítulo", "capitulo", "kapitel", "chapitre", "capitolo", "hoofdstuk"),
    ("appendix", "annex", "annexe", "anhang", "anexo", "anlage", "allegato", "schedule", "exhibit", "attachment"),
    ("section", "sección", "seccion", "seção", "secao", "abschnitt", "sezione", "§", "§§", "sec.", "subpart"),
    ("article", "artikel", "artículo", "articulo", "artigo", "articolo", "art.", "clause", "cláusula", "clausula"),
    ("rule", "regulation", "klausel", "item", "paragraph", "para.", "absatz", "abs.", "subsection", "subclause"),
    ("module", "lesson", "unit", "step", "schritt", "paso", "passo", "étape"),
)
"""Words that stand before a clause's number, from the widest kind of part to the narrowest."""

_RANKS = {word: rank for rank, words in enumerate(KEYWORDS) for word in words}
_WORDS = "|".join(re.escape(word) for word in sorted(_RANKS, key=len, reverse=True))
_DECIMAL = r"\d{1,4}[a-z]?(?:\.\d{1,3}[a-z]?){0,7}"
_ROMAN = r"(?=[IVXLC])(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_SPELLED = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
    "un deux trois quatre cinq six sept huit neuf dix onze douze",
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "um dois três quatro cinco seis sete oito nove dez onze doze",
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
)
_VALUES = {word: str(value) for words in _SPELLED for value, word in enumerate(words.split(), start=1)}
_LETTERED = r"[A-Z](?:[.\-]\d{1,3}(?:\.\d{1,3})*)?"
_KEYED = re.compile(
    rf"(?P<keyword>{_WORDS})[ \t\u00a0]*(?:no\.|nº|n°|nr\.)?[ \t\u00a0]*"
    rf"(?P<number>{_DECIMAL}(?=[ºª°]?)|(?-i:{_ROMAN}|{_LETTERED})|{'|'.join(sorted(_VALUES, key=len, reverse=True))})"
    r"[ºª°]?(?![\w])(?P<close>[.:)]?)",
    re.IGNORECASE,
)
_PLAIN = re.compile(rf"(?P<number>{_DECIMAL})(?![\w%°])(?P<close>[.:)]?)(?=\s|$)")
_BRACKETED = re.compile(r"\((?P<number>\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})\)(?=\s|$)")
_LETTER = re.compile(rf"(?P<number>[A-Z]|{_ROMAN}|[A-Z](?:\.\d{{1,3}})+)(?P<close>[.)])(?=\s|$)")
_CJK = re.compile(r"第[〇零一二三四五六七八九十百千\d]+(?P<kind>[编編篇章节節条條款])")
_CJK_RANKS = {"编": 1, "編": 1, "篇": 1, "章": 2, "节": 4, "節": 4, "条": 5, "條": 5, "款": 6}

PLAIN_RANK = len(KEYWORDS)
"""The rank of a number without a keyword ("4.2"); letters and brackets are narrower still."""
LETTER_RANK, BRACKET_RANK = PLAIN_RANK + 1, PLAIN_RANK + 2


@dataclass(frozen=True, slots=True)
class ClauseNumber:
    """A number at the beginning of a text: `text[:end]`, the full stop or bracket behind it included.

    `rank`: how wide a part it counts, 0 for volumes and books, `PLAIN_RANK` for bare decimals, `BRACKET_RANK` for
    "(b)". `parts`: its components in lower case ("4.2" gives ("4", "2"), "IV" gives ("iv",), "Part One" ("1",)).
    `keyword`: the word before it in lower case, or empty. `closed`: a full stop, colon or bracket stands behind it.
    """

    end: int
    rank: int
    parts: tuple[str, ...]
    keyword: str = ""
    closed: bool = False

    @property
    def depth(self) -> int:
        """Return the count of components: 2 for "4.2"."""
        return len(self.parts)

    @property
    def label(self) -> str:
        """Return the number alone, in lower case ("4.2", "iv", "c")."""
        return ".".join(self.parts)


def leading_number(text: str) -> ClauseNumber | None:
    """Return the clause number that `text` begins with, or None.

    A year or quantity is a number too ("2024 results"): whether it numbers a clause depends on where it stands, and
    is the caller's to decide (`closed`, `depth` and type help).
    """
    cjk = _CJK.match(text)
    if cjk:
        return ClauseNumber(cjk.end(), _CJK_RANKS[cjk["kind"]], (cjk[0],), cjk["kind"], closed=True)
    keyed = _KEYED.match(text)
    if keyed:
        keyword = keyed["keyword"].lower()
        return ClauseNumber(keyed.end(), _RANKS[keyword], _parts(keyed["number"]), keyword, bool(keyed["close"]))
    plain = _PLAIN.match(text)
    if plain:
        return ClauseNumber(plain.end(), PLAIN_RANK, _parts(plain["number"]), closed=bool(plain["close"]))
    bracketed = _BRACKETED.match(text)
    if bracketed:
        return ClauseNumber(bracketed.end(), BRACKET_RANK, _parts(bracketed["number"]), closed=True)
    letter = _LETTER.match(text)
    if letter:
        return ClauseNumber(letter.end(), LETTER_RANK, _parts(letter["number"]), closed=True)
    return None


def _parts(number: str) -> tuple[str, ...]:
    """Return a number's components in lower case; a spelled one ("ONE") as its digits."""
    return tuple(_VALUES.get(part, part) for part in re.split(r"[.\-]", number.lower()) if part)
