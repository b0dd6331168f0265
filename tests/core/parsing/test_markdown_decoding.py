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


RUSSIAN = "Правила насосной станции. Дежурный записывает давление каждые два часа.\n"
CHINESE = "泵站运行管理办法，值班人员应当每两小时记录一次压力。\n"
JAPANESE = "ポンプ場の運転管理規程。当直者は二時間ごとに圧力を記録しなければならない。\n"
CZECH = "Řád čerpací stanice. Obsluha každé dvě hodiny zapisuje tlak a kontroluje žluté světlo. Při poruše volá.\n"
FRENCH = "Le règlement précise que les employés doivent déclarer leurs congés à l'avance, même en été.\n"

OLDER = [
    (CHINESE, "gb18030", "GB18030"),
    ("第一章 总则\n\n第一条 本办法适用于 ABC 公司。\n", "gb18030", "GB18030"),
    ("泵站運行管理辦法，值班人員應當每兩小時記錄一次壓力。\n", "big5", "Big5"),
    (JAPANESE, "shift_jis", "Shift-JIS"),
    (JAPANESE, "euc_jp", "EUC-JP"),
    (JAPANESE, "iso2022_jp", "ISO-2022-JP"),
    ("펌프장 운영 관리 규정. 당직자는 두 시간마다 압력을 기록하여야 한다.\n", "euc_kr", "EUC-KR"),
    (RUSSIAN, "cp1251", "Windows-1251"),
    ("Привет, мир\n", "cp1251", "Windows-1251"),
    (RUSSIAN, "koi8_r", "KOI8-R"),
    (RUSSIAN, "iso8859_5", "ISO-8859-5"),
    (RUSSIAN, "cp866", "DOS Cyrillic"),
    ("Κανονισμός λειτουργίας του αντλιοστασίου. Ο υπεύθυνος καταγράφει την πίεση.\n", "cp1253", "Windows-1253"),
    ("תקנון תחנת השאיבה. האחראי רושם את הלחץ כל שעתיים.\n", "cp1255", "Windows-1255"),
    ("لائحة تشغيل محطة الضخ. يسجل المناوب الضغط كل ساعتين.\n", "cp1256", "Windows-1256"),
    ("ระเบียบสถานีสูบน้ำ ผู้ปฏิบัติงานต้องบันทึกแรงดันทุกสองชั่วโมง\n", "cp874", "Windows-874"),
    (CZECH, "cp1250", "Windows-1250"),
    (CZECH, "iso8859_2", "ISO-8859-2"),
    ("Görevli kişi her iki saatte bir basıncı yazmalıdır. Işıkların söndürülmesi gerekir.\n", "cp1254", "Windows-1254"),
    (
        "Die Prüfung muss täglich für alle Räume erfolgen; Störungen melden.\n",
        "cp850",
        "DOS Latin",
    ),
    (FRENCH, "cp1252", "Windows-1252"),
    ("Vagten skal også kontrollere lyset på døren, når trykket er højt.\n" * 20, "cp1252", "Windows-1252"),
    ("Päivystäjä kirjaa paineen kahden tunnin välein.\n" * 20, "cp1252", "Windows-1252"),
    ("Ação, função e organização não são comissões.\n" * 20, "cp1252", "Windows-1252"),
    ("Łódź\n", "cp1250", "Windows-1252"),
]


@pytest.mark.parametrize(("text", "codec", "name"), OLDER, ids=[f"{codec} {text[:9]}" for text, codec, _ in OLDER])
def test_older_encodings_are_told_apart(text: str, codec: str, name: str) -> None:
    decoded = decode(text.encode(codec), "a.txt")
    assert len(decoded.notes) == 1
    assert f"Decoded as {name}" in decoded.notes[0]
    # Too little text to tell: Windows-1252, and the note says so.
    assert decoded.text == (text if len(text) > 5 else text.encode(codec).decode("cp1252"))


def test_the_bound_on_what_is_looked_at_does_not_bound_what_is_decoded() -> None:
    text = "plain words\n" * 10_000 + RUSSIAN * 2_000
    assert decode(text.encode("koi8_r"), "a.txt").text == text


def test_one_long_line_is_looked_at_once() -> None:
    text = "x" * 3_000_000 + "\n" + "word " * 600_000 + RUSSIAN
    assert decode(text.encode("cp1251"), "a.txt").text == text


def test_bytes_that_spoil_an_older_encoding_are_replaced_and_told() -> None:
    decoded = decode((CHINESE * 50).encode("gb18030") + b"\xff", "a.txt")
    assert decoded.text == CHINESE * 50 + "\ufffd"
    assert "damaged GB18030" in decoded.notes[1]


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
        ("090-encodings/gb18030.txt", "泵站运行管理办法，值班人员应当每两小时记录一次压力。"),
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
