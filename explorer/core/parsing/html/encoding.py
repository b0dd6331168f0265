"""Bytes of a web page to text, in the order of the HTML standard.

Byte order mark, what the page says itself (`<meta charset>`, or the XML declaration), UTF-8 if it is valid,
Windows-1252. Names of encodings mean what the Encoding Standard says they mean ("iso-8859-1" is Windows-1252).
"""

from __future__ import annotations

import codecs

from selectolax.lexbor import LexborHTMLParser

from explorer.core.parsing.decoding import Decoded, decode

# The Encoding Standard's labels (https://encoding.spec.whatwg.org/#names-and-labels), by the codec that reads them.
_LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 "
    # A page whose bytes could be read far enough to find this name is not UTF-16, whatever it says.
    "utf-16 utf-16le utf-16be csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff unicodefffe",
    "cp866": "866 cp866 csibm866 ibm866",
    "iso8859_2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso8859_3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859_4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859_5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso8859_6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
    "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso8859_7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
    "iso_8859-7:1987 sun_eu_greek",
    "iso8859_8": "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 "
    "iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical",
    "iso8859_10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859_13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859_14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859_15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso8859_16": "iso-8859-16",
    "koi8_r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8_u": "koi8-ru koi8-u",
    "mac_roman": "csmacintosh mac macintosh x-mac-roman",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "cp1250 windows-1250 x-cp1250",
    "cp1251": "cp1251 windows-1251 x-cp1251",
    "cp1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
    "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 x-user-defined",
    "cp1253": "cp1253 windows-1253 x-cp1253",
    "cp1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
    "windows-1254 x-cp1254",
    "cp1255": "cp1255 windows-1255 x-cp1255",
    "cp1256": "cp1256 windows-1256 x-cp1256",
    "cp1257": "cp1257 windows-1257 x-cp1257",
    "cp1258": "cp1258 windows-1258 x-cp1258",
    "mac_cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso2022_jp": "csiso2022jp iso-2022-jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 "
    "ksc_5601 windows-949",
}
_CODECS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# The standard looks at 1,024 bytes first and, when the name comes later, begins anew.
_PROBE = 16_384
_UNFIT = dict.fromkeys(range(0xD800, 0xE000), "\ufffd") | {0: "\ufffd"}


def decode_html(data: bytes, name: str) -> Decoded:
    """Return the text of a page without byte order mark, and notes about what was guessed or mended.

    Raises `UnreadableDocumentError` when the bytes are no text.
    """
    said = "" if data.startswith(_MARKS) or _is_wide(data) else said_encoding(data)
    codec = _CODECS.get(said, "")
    unknown = (f'The page names an encoding that does not exist ("{said}").',) if said and not codec else ()
    if not codec or codec == "utf-8":
        decoded = decode(data, name)
        return Decoded(decoded.text.removeprefix("\ufeff"), (*unknown, *decoded.notes))
    text = _valid_utf8(data)
    if text is not None:
        return Decoded(text, (f"Decoded as UTF-8: the page says {said}, but its bytes are UTF-8.",))
    return _decode_as(data, codec, said)


def _is_wide(data: bytes) -> bool:
    """Tell whether a page without a mark is UTF-16, by the zero bytes of its first two characters."""
    return data[:4] in (b"<\0!\0", b"\0<\0!", b"<\0h\0", b"\0<\0h", b"<\0?\0", b"\0<\0?", b"<\0H\0", b"\0<\0H")


def _valid_utf8(data: bytes) -> str | None:
    """Return the text of bytes that are UTF-8 beyond ASCII: no text in another encoding looks like that by chance."""
    if data.isascii():
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _decode_as(data: bytes, codec: str, said: str) -> Decoded:
    try:
        return Decoded(data.decode(codec).translate(_UNFIT))
    except UnicodeDecodeError:
        text = data.decode(codec, "replace")
        note = f"The page is damaged {said}: unreadable bytes were replaced by U+FFFD."
        return Decoded(text.translate(_UNFIT), (note,))


def said_encoding(data: bytes) -> str:
    """Return the name of the encoding that a page gives itself, in lower case, or the empty string."""
    probe = data[:_PROBE]
    if probe.lstrip().startswith(b"<?xml"):
        declared = _declared(probe)
        if declared:
            return declared
    for meta in LexborHTMLParser(probe.decode("latin-1").replace("\0", "")).css("meta"):
        attributes = meta.attributes
        charset = attributes.get("charset")
        if charset:
            return charset.strip().lower()
        if (attributes.get("http-equiv") or "").strip().lower() == "content-type":
            said = _charset_in(attributes.get("content") or "")
            if said:
                return said
    return ""


def _declared(probe: bytes) -> str:
    """Return what stands in `encoding="…"` of an XML declaration."""
    declaration = probe[: probe.find(b"?>") + 1].decode("latin-1")
    _, found, rest = declaration.partition("encoding")
    rest = rest.lstrip().removeprefix("=").lstrip() if found else ""
    return rest[1:].partition(rest[0])[0].strip().lower() if rest[:1] in ("'", '"') and rest else ""


def _charset_in(content: str) -> str:
    """Return what follows `charset=` in a content type."""
    _, found, rest = content.lower().partition("charset")
    rest = rest.lstrip()
    if not found or not rest.startswith("="):
        return ""
    return rest[1:].strip().strip("'\"").partition(";")[0].strip().strip("'\"")
