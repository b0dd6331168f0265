"""Which encoding a text file has that is not Unicode: the older ones of every script that people still keep files in.

How the bytes above ASCII lie decides between two ways. Letters of other scripts stand side by side; there
`charset-normalizer` ranks the candidates. Letters of languages in Latin script stand alone between ASCII letters; there
the alphabets of the languages decide, and what fits none or too little to tell stays Windows-1252.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from charset_normalizer import CharsetMatch, from_bytes

FALLBACK = "cp1252"
_PROBE = 32_768
_CONTEXT = 1_000
_ESCAPES = (b"\x1b$B", b"\x1b$@", b"\x1b(J")
_HIGH = re.compile(rb"[\x80-\xff]")
_HIGH_RUN = re.compile(rb"[\x80-\xff]{3,}")
_IN_WORD = re.compile(r"(?<=[a-z])[^\x00-\x7f](?=\w|[^\x00-\x7f])|[^\x00-\x7f](?=[a-z])")
_WIDE = ("gb18030", "big5", "cp932", "euc_jp", "cp949")
_SINGLE = ("cp1251", "koi8_r", "koi8_u", "iso8859_5", "cp866", "cp1253", "iso8859_7", "cp1255", "cp1256", "cp874")
# The letters above ASCII of languages that Windows-1252 holds. What fits one of them is read as that.
_WESTERN = (
    "äöüßéà",
    "àâæçèéêëîïôœùûüÿ",
    "áéíñóúüç",
    "àáâãçéêíóôõúü",
    "àèéìíîòóùú",
    "åäöéàü",
    "æøåéóèêöä",
    "áðéíóúýþæö",
    "éèëêïóöüáç",
    "àçèéíïòóúü",
    "äöõüšž",
)
# The same for languages that have letters of their own, by the encodings that hold these.
_CENTRAL = (
    "ąćęłńóśźż",
    "áčďéěíňóřšťúůýžö",
    "áäčďéíĺľňóôŕšťúýž",
    "ćčđšž",
    "áéíóöőúüű",
    "âăîşţ",
)
_OTHER_LATIN = (
    *(("cp1250", letters) for letters in _CENTRAL),
    *(("iso8859_2", letters) for letters in _CENTRAL),
    ("cp1254", "âçğıîöşüû"),
    ("cp1257", "ąčęėįšųūž"),
    ("cp1257", "āčēģīķļņšūž"),
)
_OLD_SYSTEMS = ("cp850", "mac_roman")
_FEWEST_LATIN = 5
_FEWEST_OTHER = 6
_SURE = 0.97
_NAMES = {
    "cp932": "Shift-JIS",
    "euc_jp": "EUC-JP",
    "iso2022_jp": "ISO-2022-JP",
    "gb18030": "GB18030",
    "big5": "Big5",
    "cp949": "EUC-KR",
    "koi8_r": "KOI8-R",
    "koi8_u": "KOI8-U",
    "cp866": "DOS Cyrillic (866)",
    "cp850": "DOS Latin (850)",
    "mac_roman": "Mac Roman",
}


def encoding_name(codec: str) -> str:
    """Return how people call a codec of Python's: "Windows-1251" for `cp1251`."""
    if codec.startswith("iso8859_"):
        return "ISO-8859-" + codec.removeprefix("iso8859_")
    return _NAMES.get(codec, "Windows-" + codec.removeprefix("cp"))


def escaped_encoding(data: bytes) -> str:
    """Return the codec of text that switches character sets by escape sequences (all bytes are ASCII), or ""."""
    if not any(mark in data[:_PROBE] for mark in _ESCAPES):
        return ""
    return "iso2022_jp" if _decodes(data, "iso2022_jp") else ""


def guess_encoding(data: bytes) -> str:
    """Return the codec that reads bytes that are not Unicode, Windows-1252 when nothing better is proved.

    At most some 32 KB of the lines that hold bytes above ASCII are looked at.
    """
    probe = _probe(data)
    high = len(_HIGH.findall(probe))
    together = sum(len(run) for run in _HIGH_RUN.findall(probe))
    guess = ""
    if high >= _FEWEST_OTHER and together >= high * 0.25:
        guess = _other_script(probe)
    if not guess and high >= _FEWEST_LATIN:
        guess = _latin(probe)
    if guess or _decodes(data, FALLBACK):
        return guess or FALLBACK
    return _first(probe, _OLD_SYSTEMS) or FALLBACK


def _probe(data: bytes) -> bytes:
    """Return what is on lines that hold bytes above ASCII, up to the bound and cut behind a blank or a line's end."""
    parts: list[bytes] = []
    length, at = 0, 0
    while length < _PROBE and (high := _HIGH.search(data, at)):
        start = max(data.rfind(b"\n", at, high.start()) + 1, high.start() - _CONTEXT, at)
        newline = data.find(b"\n", high.end())
        at = len(data) if newline < 0 else newline + 1
        parts.append(data[start : min(at, start + _PROBE - length)])
        length += len(parts[-1])
    probe = b"".join(parts)
    if length < _PROBE:
        return probe
    cut = max(probe.rfind(b" "), probe.rfind(b"\n"))
    return probe[: cut + 1] if cut > _PROBE // 2 else probe


def _other_script(probe: bytes) -> str:
    """Return the codec of text in another script than Latin, or ""."""
    half = len(probe) // 2
    # One spoilt byte makes all candidates fall; the half without it still tells.
    for part in (probe, probe[:half], probe[half:]):
        for match in _ranked(part, (*_WIDE, *_SINGLE)):
            judge = _is_east_asian if match.encoding in _WIDE else _words_are_of_one_script
            if judge(str(match)):
                return match.encoding
    return ""


def _latin(probe: bytes) -> str:
    """Return the codec of a language in Latin letters that Windows-1252 does not hold, or "" when that is not sure."""
    if any(_fit(probe, FALLBACK, letters) >= _SURE for letters in _WESTERN):
        return ""
    fits = [(_fit(probe, codec, letters), codec) for codec, letters in _OTHER_LATIN]
    best = max(fit for fit, _ in fits)
    return next(codec for fit, codec in fits if fit == best) if best >= _SURE else ""


def _fit(probe: bytes, codec: str, alphabet: str) -> float:
    """Return how many of the signs above ASCII that stand in words are letters of the alphabet, from 0 to 1."""
    if not _decodes(probe, codec):
        return 0.0
    signs = _IN_WORD.findall(probe.decode(codec).lower())
    return sum(sign in alphabet for sign in signs) / len(signs) if signs else 0.0


def _first(probe: bytes, codecs: Sequence[str]) -> str:
    matches = _ranked(probe, codecs)
    return matches[0].encoding if matches else ""


def _ranked(probe: bytes, codecs: Sequence[str]) -> list[CharsetMatch]:
    found = from_bytes(probe, cp_isolation=list(codecs), enable_fallback=False, preemptive_behaviour=False)
    return list(found)


def _is_east_asian(text: str) -> bool:
    """Tell whether nearly all signs above ASCII are common in Chinese, Japanese or Korean."""
    others = [sign for sign in text if sign > "\x7f"]
    common = sum(_is_common_east_asian(sign) for sign in others)
    return bool(others) and common >= len(others) * 0.9


def _is_common_east_asian(sign: str) -> bool:
    return (
        "\u3000" <= sign <= "\u30ff"
        or "\u4e00" <= sign <= "\u9fff"
        or "\uac00" <= sign <= "\ud7a3"
        or "\uff01" <= sign <= "\uff5e"
        or sign in "–—‘’“”…·「」『』《》〈〉①②③④⑤⑥⑦⑧⑨"
    )


def _words_are_of_one_script(text: str) -> bool:
    """Tell whether hardly a word mixes letters above ASCII with ASCII letters, and letters are what there is."""
    words = [word for word in re.findall(r"\w+", text) if any(sign > "\x7f" for sign in word)]
    mixed = sum(bool(re.search("[A-Za-z]", word)) for word in words)
    others = [sign for sign in text if sign > "\x7f"]
    letters = sum(sign.isalpha() or "\u0e31" <= sign <= "\u0e4e" for sign in others)
    return bool(words) and mixed <= len(words) * 0.1 and letters >= len(others) * 0.8


def _decodes(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True
