"""Kinds of numbers that belong to a person or an account, each with its shape and its check (python-stdnum).

A kind whose check is strong and whose written form is its own (IBAN, CPF with its points) is recognised anywhere.
The others are recognised beside a label only: in a document full of numbers one of ten passes a check of one digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from stdnum import iban, luhn, numdb
from stdnum.ar import cuit
from stdnum.at import vnr
from stdnum.au import tfn
from stdnum.be import nn
from stdnum.bg import egn
from stdnum.br import cnpj, cpf
from stdnum.ca import sin
from stdnum.ch import ssn as ahv
from stdnum.cl import rut
from stdnum.cn import ric
from stdnum.cz import rc
from stdnum.de import idnr
from stdnum.dk import cpr
from stdnum.ee import ik
from stdnum.es import dni, nie
from stdnum.fi import hetu
from stdnum.fr import nir
from stdnum.gb import nhs
from stdnum.gr import amka
from stdnum.hr import oib
from stdnum.ie import pps
from stdnum.il import idnr as il
from stdnum.in_ import aadhaar
from stdnum.is_ import kennitala
from stdnum.it import codicefiscale
from stdnum.jp import in_ as my_number
from stdnum.kr import rrn
from stdnum.mx import curp, rfc
from stdnum.nl import bsn
from stdnum.no import fodselsnummer
from stdnum.pl import pesel
from stdnum.pt import nif
from stdnum.ro import cnp
from stdnum.ru import inn
from stdnum.se import personnummer
from stdnum.si import emso
from stdnum.th import pin
from stdnum.tr import tckimlik
from stdnum.us import itin, ssn
from stdnum.za import idnr as za

from explorer.core.audit.personal_examples import is_example_number, is_test_card
from explorer.core.audit.personal_labels import CARD

Check = Callable[[str], bool]

_START = r"(?<![0-9A-Za-z_])(?<![0-9][-./,+])"
_END = r"(?![0-9A-Za-z_])(?![-./,:+][0-9A-Za-z])"
_SEPARATORS = " .\\-/\u00a0\u2009\u202f\u2010\u2011\u2012\u2013"
_PLAIN = str.maketrans("", "", " .-/:\u00a0\u2009\u202f\u2010\u2011\u2012\u2013")
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013", "----", " .\u00a0\u2009\u202f")


@dataclass(frozen=True, slots=True)
class NumberKind:
    """A kind of number. `labels` is its key in `personal_labels`.

    `clear` is the expression for the form that needs no label, "" where there is none.
    """

    name: str
    labels: str
    labelled: re.Pattern[str]
    check: Check
    clear: str = ""
    keeps_dash: bool = False

    def normal(self, raw: str) -> str:
        """Return the number without separators if it passes its check and is no example, else ""."""
        number = raw.translate(_DASHES if self.keeps_dash else _PLAIN).upper()
        return number if self.check(number) and not is_example_number(number) else ""


def _shape(pattern: str) -> str:
    """Return the expression for a shape: # a digit, @ a capital, & either, _ one separator or none."""
    parts = {"#": "[0-9]", "@": "[A-Z]", "&": "[0-9A-Z]", "_": f"[{_SEPARATORS}]?"}
    return "(?:" + "".join(parts.get(char, char) for char in pattern) + ")" + _END


def _kind(name: str, labels: str, shape: str, check: Check, clear: str = "", *, keeps_dash: bool = False) -> NumberKind:
    labelled = re.compile(_START + _shape(shape))
    return NumberKind(name, labels, labelled, check, _shape(clear) if clear else "", keeps_dash)


_CARD_LENGTHS = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"6011|65|64[4-9]|62|5018|5020|5038|5893|6304|6759|676[1-3]"), (16, 17, 18, 19)),
    (re.compile(r"3[689]|30[0-5]"), (14,)),
    (re.compile(r"35(?:2[89]|[3-8])"), (16,)),
)
"""How numbers of cards begin, and how long they are, by issuer (ISO/IEC 7812)."""


def _is_card(number: str) -> bool:
    of_issuer = any(begins.match(number) and len(number) in lengths for begins, lengths in _CARD_LENGTHS)
    return of_issuer and luhn.is_valid(number) and not is_test_card(number) and not _counts(number)


def _counts(number: str) -> bool:
    """Tell whether the groups of four count evenly ("5100 5200 5300 5400"), as a row of figures does."""
    groups = [int(number[start : start + 4]) for start in range(0, len(number) - 3, 4)]
    return len({after - before for before, after in pairwise(groups)}) == 1


def _is_ssn(number: str) -> bool:
    return ssn.is_valid(f"{number[:3]}-{number[3:5]}-{number[5:]}") or itin.is_valid(number)


_NINO = re.compile(r"(?!BG|GB|NK|KN|TN|NT|ZZ)[ABCEGHJ-PRSTW-Z][ABCEGHJ-NPRSTW-Z][0-9]{6}[A-D]")
"""UK national insurance numbers have no check digit; which letters are given out is in HMRC's manual NIM39110."""


def _is_nino(number: str) -> bool:
    return _NINO.fullmatch(number) is not None


def _is_person_rfc(number: str) -> bool:
    return len(number) == 13 and rfc.is_valid(number, validate_check_digits=True)


def _is_dni(number: str) -> bool:
    return (nie if number[0] in "XYZ" else dni).is_valid(number)


def _is_person_inn(number: str) -> bool:
    return len(number) == 12 and inn.is_valid(number)


def _is_nir(number: str) -> bool:
    return number[0] in "12" and number[3:5] != "00" and nir.is_valid(number)


def _is_ric(number: str) -> bool:
    try:
        return ric.is_valid(number)
    except KeyError:  # python-stdnum's table has places without a county, which no person comes from
        return False


def _is_codice_fiscale(number: str) -> bool:
    return len(number) == 16 and codicefiscale.is_valid(number)


_PERSONNUMMER = "(?:##)?######[-+\u2010-\u2013]####"
_HETU = "######[-+ABCDEFYXWVU\u2010-\u2013]###&"
_CODICE = "@@@_@@@_&&_@_&&_@_&&&_@"

KINDS: tuple[NumberKind, ...] = (
    _kind("Italian codice fiscale", "cf", _CODICE, _is_codice_fiscale, "@@@ ?@@@ ?&&@&& ?@&&&@"),
    _kind("Mexican CURP", "curp", "@@@@######@@@@@@&#", curp.is_valid, "@@@@######@@@@@@&#"),
    _kind("Chinese identity number", "ric", "#{17}[0-9X]", _is_ric, "[1-8]#{16}[0-9X]"),
    NumberKind(
        "card number",
        CARD,
        re.compile(
            _START + r"(?:[2-6][0-9]{3}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{4}|3[47][0-9]{2}([ -])[0-9]{6}\2[0-9]{5}"
            r"|3[0689][0-9]{2}([ -])[0-9]{6}\3[0-9]{4}|[2-6][0-9]{12,18})(?![0-9A-Za-z_])(?![-.,][0-9A-Za-z])"
        ),
        _is_card,
        r"(?<![0-9][ -])(?:[2-6][0-9]{3}(?P<gap>[ -])[0-9]{4}(?P=gap)[0-9]{4}(?P=gap)[0-9]{4}"
        r"|3[47][0-9]{2}(?P<space>[ -])[0-9]{6}(?P=space)[0-9]{5})"
        r"(?![0-9A-Za-z_])(?![-.,][0-9A-Za-z])(?! [0-9]+(?![0-9/]))",
    ),
    _kind("French NIR", "nir", "[12]_##_##_(?:##|2[AB])_###_###_?##", _is_nir, "[12] ## ## (?:##|2[AB]) ### ### ?##"),
    _kind("Brazilian CNPJ", "cnpj", "&&_&&&_&&&_&&&&_##", cnpj.is_valid, "&&[.]&&&[.]&&&/&&&&-##"),
    _kind("Brazilian CPF", "cpf", "###_###_###_##", cpf.is_valid, "###[.]###[.]###-##"),
    _kind("Swiss AHV number", "ahv", "756_####_####_##", ahv.is_valid, "756[.]####[.]####[.]##"),
    _kind("Belgian national number", "nn", "##_##_##_###_##", nn.is_valid, "##[.]##[.]##-###[.]##"),
    _kind("US social security number", "ssn", "###[- ]?##[- ]?####", _is_ssn),
    _kind("UK national insurance number", "nino", "@@_##_##_##_@", _is_nino),
    _kind("NHS number", "nhs", "###[- ]?###[- ]?####", nhs.is_valid),
    _kind("Canadian social insurance number", "sin", "###_###_###", sin.is_valid),
    _kind("Australian tax file number", "tfn", "###_###_###?", tfn.is_valid),
    _kind("German tax number of a person", "idnr", "##_###_###_###", idnr.is_valid),
    _kind("Austrian social insurance number", "vnr", "####_##_?##_?##", vnr.is_valid),
    _kind("Dutch BSN", "bsn", "####_##_###|###_###_###", bsn.is_valid),
    _kind("Spanish DNI or NIE", "dni", "(?:##_###_###|[XYZ]_#_###_###|[XYZ]_#{7})_[A-Za-z]", _is_dni),
    _kind("Portuguese NIF", "pt-nif", "###_###_###", nif.is_valid),
    _kind("Chilean RUT", "rut", "#?#_###_###_[0-9Kk]", rut.is_valid),
    _kind("Argentine CUIT", "cuit", "##_########_#|##_##_###_###_#", cuit.is_valid),
    _kind("Mexican RFC", "rfc", "@@@@_######_&&&", _is_person_rfc),
    _kind("Polish PESEL", "pesel", "#{11}", pesel.is_valid),
    _kind("Swedish personal number", "pnr", _PERSONNUMMER, personnummer.is_valid, keeps_dash=True),
    _kind("Finnish personal code", "hetu", _HETU, hetu.is_valid, keeps_dash=True),
    _kind("Danish CPR number", "cpr", "######_####", cpr.is_valid),
    _kind("Norwegian birth number", "fnr", "##_?##_?##_###_?##", fodselsnummer.is_valid),
    _kind("Icelandic kennitala", "kt", "######_####", kennitala.is_valid),
    _kind("Czech or Slovak birth number", "rc", "######_####", rc.is_valid),
    _kind("Romanian CNP", "cnp", "#{13}", cnp.is_valid),
    _kind("Bulgarian EGN", "egn", "#{10}", egn.is_valid),
    _kind("Croatian OIB", "oib", "#{11}", oib.is_valid),
    _kind("EMŠO or JMBG", "emso", "#{13}", emso.is_valid),
    _kind("Estonian or Lithuanian personal code", "ik", "#{11}", ik.is_valid),
    _kind("Greek AMKA", "amka", "#{11}", amka.is_valid),
    _kind("Irish PPS number", "pps", "#{7}_[A-W][A-IW]?", pps.is_valid),
    _kind("Turkish identity number", "tckn", "#{11}", tckimlik.is_valid),
    _kind("Israeli identity number", "il", "#{8}_#", il.is_valid),
    _kind("South African identity number", "za", "######_####_#_?#_?#", za.is_valid),
    _kind("Aadhaar number", "aadhaar", "####_####_####", aadhaar.is_valid),
    _kind("Korean resident number", "rrn", "######_#{7}", rrn.is_valid),
    _kind("Japanese My Number", "my", "####_####_####", my_number.is_valid),
    _kind("Thai identity number", "th", "#_####_#####_##_#", pin.is_valid),
    _kind("Russian INN of a person", "inn", "#{12}", _is_person_inn),
)
"""The kinds, the surest first: what one has taken is not looked at again."""

_CLEAR = {f"kind{place}": kind for place, kind in enumerate(KINDS) if kind.clear}
_CLEAR_SHAPE = re.compile(
    _START + "(?=[0-9A-Z])(?:" + "|".join(f"(?P<{name}>{kind.clear})" for name, kind in _CLEAR.items()) + ")"
)

_IBAN_START = re.compile(r"(?<![0-9A-Za-z_])[A-Z]{2}[0-9]{2}(?=[ \u00a0-]?[0-9A-Z])")
_IBAN_PIECE = re.compile(r"[ \u00a0-]?[0-9A-Z]{1,30}(?![0-9A-Za-z])")


@cache
def kinds_by_label() -> dict[str, tuple[NumberKind, ...]]:
    """Return the kinds of each key of labels."""
    keys = {kind.labels for kind in KINDS}
    return {key: tuple(kind for kind in KINDS if kind.labels == key) for key in keys}


def clear_numbers_in(text: str, start: int, end: int) -> Iterator[tuple[int, int, str, NumberKind]]:
    """Yield (start, end, number without separators, kind) of the numbers in `text[start:end]` that need no label."""
    for match in _CLEAR_SHAPE.finditer(text, start, end):
        kind = next(kind for name, kind in _CLEAR.items() if match[name] is not None)
        if number := kind.normal(match[0]):
            yield match.start(), match.end(), number, kind


def ibans_in(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """Return (start, end, compact number) of the IBANs that begin in `text[start:end]`, examples aside."""
    found: list[tuple[int, int, str]] = []
    for match in _IBAN_START.finditer(text, start, end):
        if found and match.start() < found[-1][1]:
            continue
        stop, number = _iban_at(text, match)
        if number and not is_example_number(number):
            found.append((match.start(), stop, number))
    return found


def _iban_at(text: str, match: re.Match[str]) -> tuple[int, str]:
    """Return where the IBAN that begins at `match` ends, and its compact form; (0, "") for none."""
    number, place, length = match[0], match.end(), _iban_length(match[0][:2])
    while len(number) < length and (piece := _IBAN_PIECE.match(text, place)):
        number, place = number + piece[0].strip(" \u00a0-"), piece.end()
    return (place, number) if len(number) == length and iban.is_valid(number) else (0, "")


@cache
def _iban_length(country: str) -> int:
    """Return how many characters a country's IBANs have; 0 for a country that has none."""
    parts = numdb.get("iban").info(f"{country}00")
    structure = parts[0][1].get("bban", "") if parts else ""
    return sum(map(int, re.findall(r"([0-9]+)!", structure))) + 4 if structure else 0
