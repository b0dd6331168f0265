"""Every word of the window can be translated: a made-up language shows which cannot."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QWidget

from explorer import protocol
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui import texts, translations
from explorer.ui.main_window import MainWindow
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from tests.translation_list import all_texts, listed, texts_of

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

LRELEASE = str(Path(sys.executable).with_name("pyside6-lrelease"))
NAMES = {"Kate", "VS Code", "gedit"}
OF_QT = {"Close", "Float", "Scroll Left", "Scroll Right"}
"""Said by Qt, which brings its own translations."""

INFO = LibraryInfo("/1", "1", "1", "path", 254, 1, documents=(DocumentRow("1", "1", "1"),), indexed=True)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a translation into a language whose words stand between brackets."""
    folder = tmp_path_factory.mktemp("translations")
    source = folder / "list.ts"
    source.write_text(listed(all_texts(), lambda text: f"⟦{text}⟧"), "utf-8")
    target = folder / "chunk-explorer_eo.qm"
    subprocess.run([LRELEASE, str(source), "-qm", str(target)], check=True, capture_output=True)
    return folder


@pytest.fixture
def bracketed(qapp: QApplication, compiled: Path) -> Iterator[list[QTranslator]]:
    installed = translations.install(qapp, QLocale("eo"), compiled)
    yield installed
    for each in installed:
        qapp.removeTranslator(each)


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
