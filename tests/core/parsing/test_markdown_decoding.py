"""Bytes to text: order of trust, notes on guesses, no character lost silently."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.errors import UnreadableDocumentError
from explorer.core.parsing import read_document
from explorer.core.parsing.decoding import decode

TEXT = "# Größe: 5 € – “geprüft”\n\nnaïve café and more plain words\n"
SHARED = next((parent / "shared" for parent in Path(__file__).parents if (parent / "shared" / "cases").is_dir()), None)

ENCODED = {
    "utf-8": (TEXT.encode(), ""),
    "utf-8 with mark": (codecs.BOM_UTF8 + TEXT.encode(), ""),
    "utf-16 le with mark": (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), ""),
    "utf-16 be with mark": (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), ""),
    "utf-32 le with mark": (codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), ""),
    "utf-32 be with mark": (codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"), ""),
    "utf-16 le": (TEXT.encode("utf-16-le"), "UTF-16"),
    "utf-16 be": (TEXT.encode("utf-16-be"), "UTF-16"),
    "utf-32 le": (TEXT.encode("utf-32-le"), "UTF-32"),
    "windows-1252": (TEXT.encode("cp1252"), "Windows-1252"),
}


@pytest.mark.parametrize(("data", "note"), ENCODED.values(), ids=ENCODED.keys())
def test_encodings(data: bytes, note: str) -> None:
    decoded = decode(data, "a.md")
    assert decoded.text.removeprefix("\ufeff") == TEXT
    assert bool(decoded.notes) == bool(note)
    assert note in "".join(decoded.notes)


def test_notes_reach_the_document() -> None:
    document = read_document(TEXT.encode("cp1252"), "a.md")
    assert any("Windows-1252" in note for note in document.notes)
    assert document.title == "Größe: 5 € – “geprüft”"


def test_one_bad_byte_does_not_spoil_utf8() -> None:
    decoded = decode(TEXT.encode() + b"\xff end", "a.md")
    assert decoded.text == TEXT + "\ufffd end"
    assert "1 undecodable byte," in decoded.notes[0]


def test_encoded_surrogates_are_replaced() -> None:
    decoded = decode(b"a \xed\xa0\xbc\xed\xbe\x89 b", "a.md")
    assert decoded.text == "a " + "\ufffd" * 6 + " b"
    assert decoded.notes


def test_damaged_wide_text() -> None:
    decoded = decode(codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le") + b"\x00\xd8x\x00!", "a.md")
    assert decoded.text.startswith("\ufeff" + TEXT)
    assert "damaged UTF-16" in decoded.notes[0]


def test_lone_nul_is_replaced_one_for_one() -> None:
    decoded = decode(b"before\0after and more words\n", "a.md")
    assert decoded.text == "before\ufffdafter and more words\n"
    assert decoded.notes


@pytest.mark.parametrize(
    "data",
    [
        b"\x7fELF\x02\x01\x01" + bytes(200),
        bytes(range(256)) * 4,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe",
        b"\x01" * 50,
    ],
)
def test_binary_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(UnreadableDocumentError, match=r"a\.md is not a text file"):
        decode(data, "a.md")


@given(st.binary(max_size=300))
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    try:
        text = decode(data, "a.md").text
    except UnreadableDocumentError:
        return
    text.encode("utf-8")
    assert "\0" not in text


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=50))
def test_utf8_comes_back_as_it_is(text: str) -> None:
    data = ("plain words before it " * 20 + text).encode()
    assert decode(data, "a.md").text.endswith(text)


@pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")
@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("090-encodings/utf16le-nobom.txt", "naïve café"),
        ("090-encodings/utf8-one-bad-byte.txt", "naïve café"),
        ("090-encodings/cp1252.txt", "Größe der Anlage: 5 €"),
        ("096-nul-and-binary/one-nul.txt", "after"),
    ],
)
def test_handed_files(file: str, words: str) -> None:
    assert SHARED is not None
    decoded = decode((SHARED / "cases" / file).read_bytes(), file)
    assert words in decoded.text
    assert decoded.notes


@pytest.mark.skipif(SHARED is None, reason="the shared cases are not here")
def test_handed_program_is_refused() -> None:
    assert SHARED is not None
    with pytest.raises(UnreadableDocumentError, match="binary data"):
        decode((SHARED / "cases/096-nul-and-binary/program.txt").read_bytes(), "program.txt")


def test_unknown_suffix_is_refused() -> None:
    with pytest.raises(UnreadableDocumentError, match="no format"):
        read_document(b"", "a.xyz")
