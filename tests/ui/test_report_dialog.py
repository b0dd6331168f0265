"""Writing a report from the window: the wish, the message that names the file, the button that opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.views import LibraryInfo
from explorer.engine.reporting import FORMATS
from explorer.ui.main_window import MainWindow
from explorer.ui.message_bar import MessageBar
from explorer.ui.report_dialog import ReportDialog
from explorer.ui.session import Session
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1)


@pytest.fixture
def dialog(qtbot: QtBot) -> ReportDialog:
    made = ReportDialog("a/b")
    qtbot.addWidget(made)
    return made


def test_every_format_of_the_engine_is_offered(dialog: ReportDialog) -> None:
    offered = [dialog.format.itemData(number) for number in range(dialog.format.count())]
    assert sorted(offered) == sorted(FORMATS)
    assert offered[0] == "html"


@pytest.mark.parametrize(
    ("form", "typed", "path"),
    [
        ("html", "/x/report", "/x/report.html"),
        ("text", "/x/report", "/x/report.txt"),
        ("csv", "/x/report.CSV", "/x/report.CSV"),
        ("sarif", "/x.y/report", "/x.y/report.sarif"),
    ],
)
def test_a_wish_names_file_format_and_words(
    qtbot: QtBot, dialog: ReportDialog, form: str, typed: str, path: str
) -> None:
    dialog.format.setCurrentIndex(dialog.format.findData(form))
    dialog.with_text.setChecked(False)
    with qtbot.waitSignal(dialog.report_wanted) as wanted:
        dialog.want(typed)
    assert wanted.args == [path, form, False]


def test_the_proposed_name_is_one_files(dialog: ReportDialog) -> None:
    assert dialog.proposed_name() == "a_b-audit.html"


def test_a_messages_button_does_what_it_says(qtbot: QtBot, theme: Theme) -> None:
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    done: list[str] = []
    bar.show_message("Written.", "a.html", tone="success", action=("Open", lambda: done.append("open")))
    (button,) = bar.findChildren(QPushButton)
    assert button.text() == "Open"
    button.click()
    assert done == ["open"]


def test_the_window_asks_for_the_report_and_names_its_file(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = MainWindow(session, theme)
    qtbot.addWidget(window)
    assert window.audit_tabs.write_report() is None
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    dialog = window.audit_tabs.write_report()
    assert dialog is not None
    dialog.want("/tmp/docs-audit.html")
    asked = engine.last(protocol.WriteReport)
    assert (asked.path, asked.format, asked.with_text) == ("/tmp/docs-audit.html", "html", True)
    engine.answer(protocol.ReportWritten(id=asked.id, path=asked.path))
    assert window.messages.shown == (("The report is written.", "/tmp/docs-audit.html"),)
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) is None)
    next(button for button in window.messages.findChildren(QPushButton) if button.text() == "Open").click()
    assert opened == [QUrl.fromLocalFile("/tmp/docs-audit.html")]
