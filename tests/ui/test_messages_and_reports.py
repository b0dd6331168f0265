"""Expected trouble in the bar, bugs in a dialog with a report that can be copied."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from explorer.ui.error_dialog import ErrorReporter, install_excepthook
from explorer.ui.message_bar import MessageBar
from explorer.ui.theme import Theme


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> MessageBar:
    made = MessageBar(theme)
    qtbot.addWidget(made)
    return made


def test_a_repeat_is_ignored(bar: MessageBar) -> None:
    bar.show_message("The folder is gone.", "Open another one.")
    bar.show_message("The folder is gone.", "Open another one.")
    bar.show_message("The folder is gone.", "It was moved.")
    assert bar.shown == (("The folder is gone.", "Open another one."), ("The folder is gone.", "It was moved."))
    assert not bar.isHidden()


def test_a_message_can_come_again_after_it_was_closed(bar: MessageBar) -> None:
    bar.show_message("Locked.")
    (close,) = bar.findChildren(QToolButton)
    close.click()
    assert bar.shown == ()
    assert bar.isHidden()
    bar.show_message("Locked.")
    assert bar.shown == (("Locked.", ""),)


def test_the_oldest_of_more_than_three_gives_way(bar: MessageBar) -> None:
    for number in range(5):
        bar.show_message(f"Message {number}")
    assert [title for title, _ in bar.shown] == ["Message 2", "Message 3", "Message 4"]
    assert bar.close_newest()
    assert [title for title, _ in bar.shown] == ["Message 2", "Message 3"]
    bar.clear()
    assert not bar.close_newest()


@pytest.fixture
def reporter(qtbot: QtBot, theme: Theme) -> ErrorReporter:
    parent = QWidget()
    qtbot.addWidget(parent)
    return ErrorReporter(theme, parent)


def test_a_report_opens_once_and_can_be_copied(reporter: ErrorReporter) -> None:
    reporter.show("KeyError: 'x'", "Traceback\nKeyError: 'x'")
    reporter.show("KeyError: 'x'", "Traceback\nKeyError: 'x'")
    (dialog,) = reporter.dialogs
    dialog.copy()
    copied = QGuiApplication.clipboard().text()
    assert "Traceback\nKeyError: 'x'" in copied
    assert "PySide6" in copied
    dialog.reject()
    assert reporter.dialogs == ()


def test_exceptions_that_reach_the_top_are_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    shown: list[tuple[str, str]] = []
    install_excepthook(lambda title, report: shown.append((title, report)))
    error = ValueError("a bug")
    sys.excepthook(ValueError, error, None)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert [title for title, _ in shown] == ["ValueError: a bug"]
    assert "ValueError: a bug" in shown[0][1]
    assert "ValueError: a bug" in capsys.readouterr().err
