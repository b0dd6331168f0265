"""Bytes of a text file to code points, in an order that never loses a character silently.

Order of trust: byte order mark, escape sequences of ISO 2022, UTF-8, UTF-16 or UTF-32 without a mark (by where the
zero bytes stand), damaged UTF-8, the older encodings (`explorer.core.parsing.encodings`), of which Windows-1252
is taken when nothing tells them apart. Every guess leaves a note for the user.

Guarantee: the text holds no lone surrogate and no NUL; each of these becomes one U+FFFD, so that places stay true.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from explorer.core.errors import UnreadableDocumentError
from explorer.core.parsing.encodings import FALLBACK, encoding_name, escaped_encoding, guess_encoding

_PROBE = 8192
# The mark of UTF-32 begins with the mark of UTF-16, so the longer ones come first. These codecs keep the mark in
# the text, where it counts as a code point of the file.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b"))
_UNFIT = re.compile("[\0\ud800-\udfff]")
_NAMES = {"utf-32-le": "UTF-32", "utf-32-be": "UTF-32", "utf-8": "UTF-8", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text, its byte order mark included when it has one, and sentences about what was guessed or mended."""

    text: str
    notes: tuple[str, ...] = ()


def decode(data: bytes, name: str) -> Decoded:
    """Return the text of a file; raises `UnreadableDocumentError` when the bytes are no text."""
    encoding = _marked(data)
    if encoding:
        return _strict_or_mended(data, encoding)
    encoding = escaped_encoding(data)
    if encoding:
        return _older(data, name, encoding)
    control = _control_share(data)
    strict = _utf8(data)
    if strict is not None and (control < 0.05 if b"\0" in data[:_PROBE] else control <= 0.3):
        return _fit(strict)
    encoding = _unmarked_wide(data)
    if encoding:
        return _strict_or_mended(data, encoding, f"Decoded as {_NAMES[encoding]}: the file does not name its encoding.")
    if b"\0" in data[:_PROBE] or control > 0.01:
        raise UnreadableDocumentError(f"{name} is not a text file: it holds binary data.")
    return _damaged_utf8(data) or _older(data, name, guess_encoding(data))


def _marked(data: bytes) -> str:
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "")


def _utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _control_share(data: bytes) -> float:
    probe = data[:_PROBE]
    return (len(probe) - len(probe.translate(None, _CONTROL))) / max(len(probe), 1)


def _strict_or_mended(data: bytes, encoding: str, note: str = "") -> Decoded:
    notes = (note,) if note else ()
    try:
        return _fit(data.decode(encoding), notes)
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        return _fit(
            text, (*notes, f"The file is damaged {_NAMES[encoding]}: unreadable bytes were replaced by U+FFFD.")
        )


def _unmarked_wide(data: bytes) -> str:
    """Recognise UTF-16 and UTF-32 without a mark: Latin letters have one or three zero bytes each, at fixed places."""
    probe = data[: _PROBE - _PROBE % 4]
    zeros = [probe[offset::4].count(0) / max(len(probe[offset::4]), 1) for offset in range(4)]
    high = [share > 0.7 for share in zeros]
    low = [share < 0.3 for share in zeros]
    if len(data) % 4 == 0 and low[0] and all(high[1:]):
        return "utf-32-le"
    if len(data) % 4 == 0 and all(high[:3]) and low[3]:
        return "utf-32-be"
    if low[0] and low[2] and high[1] and high[3]:
        return "utf-16-le"
    return "utf-16-be" if high[0] and high[2] and low[1] and low[3] else ""


def _damaged_utf8(data: bytes) -> Decoded | None:
    """Keep UTF-8 that a few bytes spoil: its other characters prove what it is."""
    text = data.decode("utf-8", "surrogateescape")
    bad = sum("\udc80" <= character <= "\udcff" for character in text)
    good = sum(character > "\x7f" for character in text) - bad
    if good < bad and not _holds_surrogates(data):
        return None
    return _fit(text, (f"Decoded as UTF-8 with {bad} undecodable byte{'s' * (bad != 1)}, replaced by U+FFFD.",))


def _holds_surrogates(data: bytes) -> bool:
    """Say whether only encoded surrogates (as in CESU-8) keep the bytes from being UTF-8."""
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _older(data: bytes, name: str, encoding: str) -> Decoded:
    shown = encoding_name(encoding)
    note = f"Decoded as {shown}: the file is not UTF-8 and does not name its encoding."
    try:
        return _fit(data.decode(encoding), (note,))
    except UnicodeDecodeError as error:
        text = data.decode(encoding, "replace")
        bad = text.count("\ufffd")
        if bad > len(text) * 0.01 or shown == encoding_name(FALLBACK):
            why = f"byte 0x{data[error.start]:02X} at {error.start} fits neither UTF-8 nor {shown}"
            raise UnreadableDocumentError(f"{name} is not a text file in a known encoding: {why}.") from error
        damage = f"The file is damaged {shown}: unreadable bytes were replaced by U+FFFD."
        return _fit(text, (note, damage))


def _fit(text: str, notes: tuple[str, ...] = ()) -> Decoded:
    if not notes and "\0" in text:
        notes = ("The file holds NUL characters, replaced by U+FFFD.",)
    return Decoded(_UNFIT.sub("�", text), notes)
