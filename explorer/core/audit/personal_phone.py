"""Phone numbers of persons, checked with phonenumbers: mobile and fixed lines in international form or with a label.

Not personal: free, shared-cost, premium and company-wide numbers, numbers kept free for documentation, and those of
a hotline or a switchboard by the words before them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import phonenumbers
from phonenumbers import NumberParseException, PhoneMetadata, PhoneNumber, PhoneNumberType

from explorer.core.audit.personal_examples import is_reserved_phone

PHONE_SHAPE = re.compile(
    r"(?<![0-9A-Za-z_+])(?<![0-9][-./,:])(?<![0-9A-Za-z_]\()(?:\+ ?|00 ?)?\(?\+?[0-9]"
    r"(?:(?:[ .\-()\u00a0\u2010-\u2013]{0,3}|/)[0-9]){5,17}"
    r"(?![0-9A-Za-z_%])(?![-./,:][0-9A-Za-z])"
)
_LEAST_DIGITS = 7
_DATE = re.compile(r"[0-9]{4}[-./][0-9]{2}[-./][0-9]{2}|[0-9]{1,2}[-./][0-9]{1,2}[-./](?:[0-9]{4}|[0-9]{2})(?![0-9])")
_NO_NATIONAL = re.compile(
    r"\(?(?:19|20)[0-9]{2}(?![0-9])|[^(0-9]*[0-9][^(0-9]*[0-9][^(]*\((?!0\))|[0-9]{4}-[0-9]{4}-[0-9]"
)
"""What no national number looks like: it begins with a year, or has brackets in the middle."""

_NORTH_AMERICAN = re.compile(
    r"(?:1[ .-]?)?(?:\([0-9]{3}\)|[0-9]{3})[ .\-\u2010-\u2013]{0,3}[0-9]{3}[ .\-\u2010-\u2013]?[0-9]{4}"
)
_NORTH_AMERICA = frozenset({"US", "CA"})
_PERSONAL = frozenset({PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE, PhoneNumberType.FIXED_LINE_OR_MOBILE})

_REGIONS = {
    "en": "US GB AU IE NZ ZA IN SG", "de": "DE AT CH", "fr": "FR BE CH LU CA", "es": "ES MX AR CO CL PE", "it": "IT CH",
    "pt": "BR PT", "nl": "NL BE", "sv": "SE FI", "da": "DK", "no": "NO", "nb": "NO", "fi": "FI", "pl": "PL",
    "cs": "CZ", "sk": "SK", "hu": "HU", "ro": "RO", "bg": "BG", "el": "GR", "tr": "TR", "ru": "RU KZ", "uk": "UA",
    "ja": "JP", "ko": "KR", "zh": "CN TW HK", "th": "TH", "vi": "VN", "id": "ID", "he": "IL", "ar": "SA AE EG",
    "hr": "HR", "sl": "SI", "sr": "RS", "et": "EE", "lv": "LV", "lt": "LT", "is": "IS", "hi": "IN", "ca": "ES",
}  # fmt: skip
"""Where a language is spoken, by ISO 639-1 and ISO 3166, the likeliest first."""

_COUNTRY_WORDS = {
    "DE": "germany deutschland berlin hamburg münchen munich", "AT": "austria österreich wien vienna",
    "CH": "switzerland schweiz suisse svizzera zürich", "FR": "france paris lyon frankreich",
    "BE": "belgium belgique belgië brussels", "NL": "netherlands nederland amsterdam niederlande",
    "GB": "uk england scotland wales britain london", "IE": "ireland dublin", "US": "usa america",
    "CA": "canada toronto", "AU": "australia sydney melbourne", "NZ": "zealand auckland", "IN": "india mumbai delhi",
    "ES": "spain españa madrid barcelona", "PT": "portugal lisboa lisbon porto", "BR": "brazil brasil paulo janeiro",
    "MX": "mexico méxico", "AR": "argentina", "CL": "chile", "CO": "colombia", "IT": "italy italia roma milano",
    "PL": "poland polska warszawa", "CZ": "czechia česko praha", "SE": "sweden sverige stockholm",
    "NO": "norway norge oslo", "DK": "denmark danmark københavn", "FI": "finland suomi helsinki",
    "JP": "japan tokyo", "KR": "korea seoul", "CN": "china beijing shanghai", "TR": "turkey türkiye istanbul",
    "ZA": "africa johannesburg", "SG": "singapore", "IL": "israel",
}  # fmt: skip
"""Words beside a number that tell its country."""

_COUNTRY_OF = {word: region for region, words in _COUNTRY_WORDS.items() for word in words.split()}
_WORD = re.compile(r"[^\W\d_]+")


def regions_for(language: str, nearby: str) -> tuple[str, ...]:
    """Return the countries that a number without a country code may be of: by words near it, then by language."""
    named = [_COUNTRY_OF[word] for word in _WORD.findall(nearby.casefold()) if word in _COUNTRY_OF]
    spoken = _REGIONS.get(language, "US GB DE FR ES IT BR NL").split()
    return tuple(dict.fromkeys((*named, *spoken)))


def is_international(raw: str) -> bool:
    """Tell whether a number is written with a plus and the code of its country."""
    return raw.lstrip("( ").startswith("+")


def personal_phone(raw: str, regions: Sequence[str]) -> str:
    """Return the number in the form of E.164 if it is a person's line, else "".

    A number in international form needs no regions; for others the first region in which it is valid decides.
    """
    digits = sum(char.isdigit() for char in raw)
    if digits < _LEAST_DIGITS or _DATE.match(raw.lstrip("( ")):
        return ""
    if not is_international(raw) and _NO_NATIONAL.match(raw):
        return ""
    for region in (None,) if is_international(raw) else regions:
        number = _valid(raw, region)
        if number is not None:
            return _e164(number) if _is_persons(number) else ""
    return ""


@cache
def _national(region: str) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
    """Return the expressions for a region's trunk prefix and its numbers; None where the prefix changes numbers."""
    known = PhoneMetadata.metadata_for_region(region)
    numbers = known.general_desc.national_number_pattern if known and known.general_desc else None
    if known is None or numbers is None or known.national_prefix_transform_rule:
        return None
    return re.compile(known.national_prefix_for_parsing or ""), re.compile(numbers)


def _can_be_of(raw: str, region: str) -> bool:
    """Tell whether a number can be valid in a region: a cheap look before the number is parsed."""
    if region in _NORTH_AMERICA and not _NORTH_AMERICAN.fullmatch(raw):
        return False
    shapes = _national(region)
    if shapes is None or raw.lstrip("( ").startswith("00"):
        return True
    prefix, numbers = shapes
    digits = "".join(filter(str.isdecimal, raw))
    return bool(numbers.fullmatch(digits)) or bool(
        numbers.fullmatch(digits[match.end() :] if (match := prefix.match(digits)) else digits)
    )


def _valid(raw: str, region: str | None) -> PhoneNumber | None:
    if region is not None and not _can_be_of(raw, region):
        return None
    try:
        number = phonenumbers.parse(raw, region)
    except NumberParseException:
        return None
    return number if phonenumbers.is_valid_number(number) else None


def _is_persons(number: PhoneNumber) -> bool:
    if phonenumbers.number_type(number) not in _PERSONAL:
        return False
    return not is_reserved_phone(number.country_code or 0, phonenumbers.national_significant_number(number))


def _e164(number: PhoneNumber) -> str:
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def masked_phone(number: str) -> str:
    """Return a number in the form of E.164 without what tells it: the country's code and the last two digits."""
    code = phonenumbers.parse(number).country_code
    return f"+{code} … {number[-2:]}"
