"""Finds personal data in a text: e-mail addresses, phone numbers, cards, accounts and numbers of persons.

Guarantees:

* Nothing is found by its shape alone: numbers pass the check of their kind (`personal_numbers`, `personal_phone`),
  and those with a weak one stand beside a label.
* What documentation uses as examples, addresses of roles and lines of companies are not found.
* Linear in the length of the text: addresses are looked for around "@", numbers where digits stand close together,
  labels within some words before them.
* What is found is given masked; the value itself is only in `key`, a digest for telling values apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from explorer.core.audit.personal_context import Spans, Surroundings, header_keys
from explorer.core.audit.personal_labels import CARD, OTHER, PHONE, SERVICE
from explorer.core.audit.personal_mail import addresses_in

MAIL_KIND, PHONE_KIND, IBAN_KIND = "e-mail address", "phone number", "IBAN"

_DENSE = re.compile(r"[0-9](?:[^0-9\n]{0,6}[0-9]){5,}")
"""Six digits or more with little between them: where a number can stand."""

_AROUND = 8
"""How many letters of a number may stand before its first close digits or behind the last."""

_LANGUAGE_UNKNOWN: Callable[[], str] = str
_LAST_GROUP = re.compile(r"[ \u00a0/(]+[^ \u00a0/(]+\Z")
_MOST_GROUPS_DROPPED = 3
_NEARBY = 120
"""How far from a phone number words may tell its country, in characters."""


@dataclass(frozen=True, slots=True)
class PersonalDatum:
    """Personal data at `text[start:end]`: its kind in words, a masked form, and a digest that tells values apart."""

    kind: str
    start: int
    end: int
    masked: str
    key: bytes = field(repr=False)


def find_personal_data(
    text: str,
    *,
    lead: str = "",
    header_rows: int = 0,
    is_code: bool = False,
    language: Callable[[], str] = _LANGUAGE_UNKNOWN,
) -> list[PersonalDatum]:
    """Return the personal data of a text in order, without overlaps.

    `lead` is the line that stands above the text. `header_rows`: so many first lines of a table (`| a | b |`) label
    its columns. `is_code`: phone numbers need a label. `language` is asked, at most once per number, for the code
    (ISO 639-1) of the text's language when a phone number has no country's code.
    """
    found = [_datum(MAIL_KIND, start, end, value) for start, end, value in addresses_in(text)] if "@" in text else []
    mails = [(one.start, one.end) for one in found]
    around = Surroundings(text, lead, header_keys(text, header_rows))
    search = _Search(text, around, is_code, language, Spans(mails))
    for match in _DENSE.finditer(text):
        found.extend(search.numbers(match.start(), match.end()))
    return sorted(found, key=lambda one: one.start)


def _datum(kind: str, start: int, end: int, value: str) -> PersonalDatum:
    key = blake2b(f"{kind}:{value}".encode(errors="surrogatepass"), digest_size=16).digest()
    return PersonalDatum(kind, start, end, _masked(kind, value), key)


def _masked(kind: str, value: str) -> str:
    if kind == MAIL_KIND:
        return f"{value[0]}…@….{value.rsplit('.', 1)[-1]}"
    if kind == IBAN_KIND:
        return f"{value[:2]}… {value[-2:]}"
    if kind == PHONE_KIND:
        from explorer.core.audit.personal_phone import masked_phone

        return masked_phone(value)
    return f"… {value[-4:]}" if kind == "card number" else f"… {value[-2:]}"


@dataclass(slots=True)
class _Search:
    """The numbers of a text, one stretch of close digits after the other. `taken` belong to what was found already."""

    text: str
    around: Surroundings
    is_code: bool
    language: Callable[[], str]
    taken: Spans

    def numbers(self, first: int, end: int) -> Iterator[PersonalDatum]:
        """Yield the numbers in a stretch of close digits, with the letters that belong to them."""
        lo, hi = max(0, first - _AROUND), min(len(self.text), end + _AROUND)
        keys = self.around.look(first, end)
        yield from self._clear(lo, hi)
        yield from self._labelled(lo, hi, keys)
        if PHONE in keys or self.text.find("+", lo, hi) >= 0:
            yield from self._phones(lo, hi)

    def _clear(self, lo: int, hi: int) -> Iterator[PersonalDatum]:
        """Yield the numbers that need no label."""
        from explorer.core.audit.personal_numbers import clear_numbers_in, ibans_in

        for start, end, number in ibans_in(self.text, lo, hi):
            yield from self._take(IBAN_KIND, start, end, number)
        for start, end, number, kind in clear_numbers_in(self.text, lo, hi):
            if kind.labels != CARD or OTHER not in self.around.nearest(start):
                yield from self._take(kind.name, start, end, number, kind.labels)

    def _labelled(self, lo: int, hi: int, keys: frozenset[str]) -> Iterator[PersonalDatum]:
        """Yield the numbers that stand beside a label of their kind."""
        from explorer.core.audit.personal_numbers import kinds_by_label

        table = kinds_by_label()
        for kind in [kind for key in sorted(keys) for kind in table.get(key, ())]:
            for match in kind.labelled.finditer(self.text, lo, hi):
                number = kind.normal(match[0])
                if number and self.around.is_labelled(kind.labels, match.start(), match.end()):
                    yield from self._take(kind.name, match.start(), match.end(), number, kind.labels)

    def _phones(self, lo: int, hi: int) -> Iterator[PersonalDatum]:
        from explorer.core.audit.personal_phone import PHONE_SHAPE

        for match in PHONE_SHAPE.finditer(self.text, lo, hi):
            start, end = match.span()
            if self._may_be_called(match[0], start, end):
                raw, number = self._phone(match[0], start)
                yield from self._take(PHONE_KIND, start, start + len(raw), number, PHONE) if number else ()

    def _may_be_called(self, raw: str, start: int, end: int) -> bool:
        """Tell whether a number is written or labelled as a phone's, and not as one of a company."""
        from explorer.core.audit.personal_phone import is_international

        if not self.taken.is_free(start, end) or SERVICE in self.around.close_by(start):
            return False
        return (is_international(raw) and not self.is_code) or self.around.is_labelled(PHONE, start, end)

    def _phone(self, raw: str, start: int) -> tuple[str, str]:
        """Return as much of `raw` as is a phone number, and the number; what follows it may be digits as well."""
        from explorer.core.audit.personal_phone import is_international, personal_phone, regions_for

        regions: tuple[str, ...] = ()
        if not is_international(raw):
            nearby = self.text[max(0, start - _NEARBY) : start + _NEARBY]
            regions = regions_for(self.language(), nearby)
        for _ in range(_MOST_GROUPS_DROPPED + 1):
            if number := personal_phone(raw, regions):
                return raw, number
            shorter = _LAST_GROUP.sub("", raw)
            if shorter == raw:
                break
            raw = shorter
        return raw, ""

    def _take(self, kind: str, start: int, end: int, number: str, key: str = "") -> Iterator[PersonalDatum]:
        if self.taken.is_free(start, end):
            self.taken.add(start, end)
            self.around.found(key, end)
            yield _datum(kind, start, end, number)
