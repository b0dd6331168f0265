"""Every word of the window can be translated: a made-up language shows which cannot."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from string import ascii_letters
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QWidget

from explorer import protocol
from explorer.core.audit_views import HeadingUse
from explorer.core.findings import Finding
from explorer.core.report.guide import GUIDE
from explorer.core.views import DocumentRow, LibraryInfo, PathSegment
from explorer.ui import texts, translations
from explorer.ui.chunk_text import about, described, remarks, spoken
from explorer.ui.guide_texts import about_text, guides
from explorer.ui.main_window import MainWindow
from explorer.ui.models.findings_model import FindingsModel
from explorer.ui.models.inventory_model import InventoryModel
from explorer.ui.phrase_texts import phrase_text
from explorer.ui.reader_texts import EVIDENCE, NOTES, evidence_text, note_text
from explorer.ui.reason_texts import reason_text
from explorer.ui.remark_texts import REMARKS, remark_text
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from tests.support.chunk_lists import listed as listed_chunk
from tests.support.every_diagnosis import every_phrase
from tests.support.every_finding import every_finding
from tests.translation_list import all_texts, listed, texts_of

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

LRELEASE = str(Path(sys.executable).with_name("pyside6-lrelease"))
LATIN = re.compile("[A-Za-z]{2,}")
TOOL_TIP = Qt.ItemDataRole.ToolTipRole
NAMES = {"Kate", "VS Code", "gedit"}
OF_QT = {"Close", "Float", "Scroll Left", "Scroll Right"}
"""Said by Qt, which brings its own translations."""

INFO = LibraryInfo("/1", "1", "1", "path", 254, 1, documents=(DocumentRow("1", "1", "1"),), indexed=True)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with translations: into a language whose words stand between brackets, and into Greek letters."""
    folder, words = tmp_path_factory.mktemp("translations"), all_texts()
    for language, translate in (("eo", lambda text: f"⟦{text}⟧"), ("el", _in_greek_letters)):
        source, target = folder / f"{language}.ts", folder / f"chunk-explorer_{language}.qm"
        source.write_text(listed(words, translate), "utf-8")
        subprocess.run([LRELEASE, str(source), "-qm", str(target)], check=True, capture_output=True)
    return folder


_GREEK = str.maketrans({letter: chr(0x3B1 + number % 17) for number, letter in enumerate(ascii_letters)})


def _in_greek_letters(text: str) -> str:
    """Return a text with no Latin letter left; what stands in braces is kept, as translators do."""
    return re.sub(r"\{\w*\}|[^{]+", lambda part: part[0] if part[0][0] == "{" else part[0].translate(_GREEK), text)


@pytest.fixture
def bracketed(qapp: QApplication, compiled: Path) -> Iterator[list[QTranslator]]:
    installed = translations.install(qapp, QLocale("eo"), compiled)
    yield installed
    for each in installed:
        qapp.removeTranslator(each)


@pytest.fixture
def greek(qapp: QApplication, compiled: Path) -> Iterator[None]:
    installed = translations.install(qapp, QLocale("el"), compiled)
    assert installed
    yield
    for each in installed:
        qapp.removeTranslator(each)


OF_PROGRAM = {
    "kind",
    "what",
    "counted",
    "count_is",
    "cut_by",
    "notes",
    "faults",
    "why",
    "language",
    "made_for",
    "kinds",
}
"""Facts in the program's own words; the others are words of documents, which no translation changes."""


def _of_documents(finding: Finding) -> set[str]:
    """Return the words that a finding may tell as they are: of its document and of its facts."""
    facts = [value for name, value in finding.facts.items() if name not in OF_PROGRAM]
    texts = [" ".join(fact) if isinstance(fact, tuple) else str(fact) for fact in facts]
    return set(LATIN.findall(" ".join((*texts, finding.document, finding.heading, *finding.heading_path))))


def test_reasons_hold_no_words_but_those_of_documents(greek: None) -> None:
    left = {
        (finding.code, word)
        for finding in every_finding()
        for word in set(LATIN.findall(reason_text(finding))) - _of_documents(finding)
    }
    assert not left


def test_findings_cards_and_tips_tell_no_reason_in_english(greek: None) -> None:
    findings = every_finding()
    model = FindingsModel()
    model.set_rows(findings)
    shown = {
        str(model.index(row, column).data(role))
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        for role in (Qt.ItemDataRole.DisplayRole, TOOL_TIP, Qt.ItemDataRole.AccessibleTextRole)
    }
    segment = PathSegment("Section 4.2", 1, "H101", "in English", facts={"shown": "Section 4.2", "kind": "number"})
    whole = listed_chunk(0, "Either party may leave.", segment)
    cards = [replace(whole, findings=(each,)) for each in findings]
    shown |= {remark.text for card in cards for remark in remarks(card)} | {described(card) for card in cards}
    shown |= {spoken(whole), *about(segment), about_text("H101")}
    use = HeadingUse("Section 4.2", 1, 1, "H101", "in English", "a.md", 0, facts=segment.facts)
    headings = InventoryModel()
    headings.show_page(1, 0, (use,))
    shown |= {str(headings.index(0, 3).data(role)) for role in (TOOL_TIP, Qt.ItemDataRole.AccessibleTextRole)}
    english = {"in English", GUIDE["H101"].about, *(each.reason for each in findings)}
    assert not [text for text in shown if any(said in text for said in english)]


def test_diagnoses_hold_no_words_but_those_of_documents(greek: None) -> None:
    assert not {word for each in every_phrase() for word in LATIN.findall(phrase_text(each))}


def test_why_chunks_passages_and_headings_are_left_out_is_translated(greek: None) -> None:
    said = [form.format("1", "2", "3", "4") for form in REMARKS.forms]
    assert not {word for each in said for word in LATIN.findall(remark_text(each))}


def test_what_readers_say_is_translated(greek: None) -> None:
    said = [note_text(form.format("1", "2")) for form in NOTES.forms]
    said += [evidence_text(form) for form in EVIDENCE.forms]
    said.append(note_text("Read without the help of layout model and text recognition: 1 is empty."))
    assert not {word for each in said for word in LATIN.findall(each)}


def test_no_words_of_kinds_of_findings_are_left_in_help(greek: None) -> None:
    left = {word for each in guides() for word in LATIN.findall(f"{each.name} {each.about} {each.remedy}")}
    assert not left


def test_all_words_of_the_window_come_from_the_translation(
    bracketed: list[QTranslator], engine: RecordingEngine, qapp: QApplication
) -> None:
    assert bracketed
    session, theme = Session(engine), Theme("light")
    window = MainWindow(session, theme)
    for part in (session, theme, engine):
        part.setParent(window)
    window.open_library("/1")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    window.menus.commands.aboutToShow.emit()
    told = sorted({words for words in _words(window) if "⟦" not in words} - NAMES - OF_QT)
    shiboken6.delete(window)
    assert not told, "\n".join(told)


def _words(window: QWidget) -> Iterator[str]:
    """Yield what can be read in a window, numbers and signs left out."""
    for action in window.findChildren(QAction):
        yield from _letters(action.text(), action.toolTip() if action.text() else "")
    for widget in window.findChildren(QWidget):
        shown = widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""
        hint = widget.placeholderText() if isinstance(widget, QLineEdit) else ""
        yield from _letters(shown, hint, widget.toolTip(), widget.accessibleName())


def _letters(*texts: str) -> Iterator[str]:
    return (text for text in texts if sum(letter.isalpha() for letter in text) > 2)


def test_without_a_translation_the_window_speaks_english(qapp: QApplication, tmp_path: Path) -> None:
    assert translations.install(qapp, QLocale("eo"), tmp_path) == []


def test_plurals_have_as_many_forms_as_the_language(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = (
        '<message numerus="yes"><source>plural form</source><translation>'
        "<numerusform>0</numerusform><numerusform>1</numerusform><numerusform>2</numerusform></translation></message>"
    )
    source = tmp_path / "pl.ts"
    head = '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="pl">'
    source.write_text(f"{head}<context><name>texts</name>{message}</context></TS>", "utf-8")
    target = tmp_path / "chunk-explorer_pl.qm"
    subprocess.run([LRELEASE, str(source), "-qm", str(target)], check=True, capture_output=True)
    installed = translations.install(qapp, QLocale("pl"), tmp_path)
    try:
        forms = [texts.counted(number, "plik", "plik|pliki|plików") for number in (1, 2, 5, 22)]
    finally:
        for each in installed:
            qapp.removeTranslator(each)
    assert forms == ["1 plik", "2 pliki", "5 plików", "22 pliki"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('class A:\n def f(self): self.tr("x"); self.tr("y" "z")', {("A", "x"), ("A", "yz")}),
        ('B = QT_TRANSLATE_NOOP("c", "x")', {("c", "x")}),
        ('def _t(text): return Q.translate("c", str(text))\nclass A:\n def f(self): _t("x")', {("c", "x")}),
        ('Q.translate("c", "x")', {("c", "x")}),
        (
            'class A:\n def f(self, owner):\n  tr = owner.tr\n  tr("x")\n  owner.tr("y")',
            {("QObject", each) for each in "xy"},
        ),
        ("self.tr(word); word.translate(table)", set[tuple[str, str]]()),
    ],
)
def test_texts_are_found_in_sources(source: str, found: set[tuple[str, str]]) -> None:
    assert set(texts_of(source)) == found
