"""Names and words of documents in the window: on their line, never as markup, and nothing they name is fetched."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTextBrowser, QTextEdit
from pytestqt.qtbot import QtBot

from explorer.core.model import Block, BlockKind, Place
from explorer.core.views import DocumentRow
from explorer.ui.message_bar import MessageBar
from explorer.ui.models.tree_model import TreeModel
from explorer.ui.panel_parts import ElidedLabel
from explorer.ui.plain_words import QuietBrowser, QuietText, in_lines, on_one_line, plain_tip, plainly
from explorer.ui.reading_view import ReadingView
from explorer.ui.theme import Theme
from tests.support.hostile_files import html_from_elsewhere

ODD = "new\nline \u202egnp.exe\u2066.md"
SHOWN = "new\\nline \\u202egnp.exe\\u2066.md"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plans.md", "plans.md"),
        ("Über uns – 料金.md", "Über uns – 料金.md"),
        ("שלום.md", "שלום.md"),
        (ODD, SHOWN),
        ("a\rb\tc\x1b[31m\u2028", "a\\rb\\tc\\x1b[31m\\u2028"),
    ],
)
def test_names_stay_on_their_line_and_in_their_direction(text: str, shown: str) -> None:
    assert on_one_line(text) == shown


def test_lines_keep_their_breaks_only() -> None:
    assert in_lines("a\n\u202eb\tc") == "a\n\\u202eb\tc"


@pytest.mark.parametrize(
    "text", ["plain", "a < b", "<img src='file:///x.png'>", "<b>Bold</b>\nnext", "<!doctype html>"]
)
def test_tool_tips_are_never_markup(text: str, qtbot: QtBot) -> None:
    tip = plain_tip(text)
    view = QTextBrowser()
    qtbot.addWidget(view)
    if GuiQt.mightBeRichText(tip):
        view.setHtml(tip)
        assert view.toPlainText() == text
    else:
        assert tip == text


class _Names(QStringListModel):
    @plainly
    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name under every role."""
        del index
        return ODD if role < Qt.ItemDataRole.UserRole else [ODD]


def test_models_show_plainly_and_keep_their_data(qtbot: QtBot) -> None:
    model = _Names(["x"])
    index = model.index(0)
    assert model.data(index) == SHOWN
    assert model.data(index, role=Qt.ItemDataRole.EditRole) == ODD
    assert model.data(index, Qt.ItemDataRole.UserRole) == [ODD]


def test_tree_message_and_label_show_one_line(qtbot: QtBot, theme: Theme) -> None:
    model = TreeModel()
    model.tell([DocumentRow(name=ODD, title="<b>T</b>", format="markdown", evidence="", chunks=1, sections=0)])
    assert SHOWN in {model.index(row, 0).data() for row in range(model.rowCount())}
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    bar.show_message(f"{ODD} could not be read.", "")
    assert f"{SHOWN} could not be read." in {each.text() for each in bar.findChildren(QLabel)}
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.set_whole(f"<b>{ODD}")
    assert label.whole() == f"<b>{SHOWN}"
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_a_label_takes_the_first_text_that_there_is_room_for(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.set_whole("CHUNKS · A LONG NAME OF A LIBRARY · 180", "CHUNKS · 180", "180")
    shown: list[str] = []
    for room in (1000, 100, 40):
        label.resize(room, 20)
        label.grab()
        shown.append(label.text())
        assert (label.whole() in label.toolTip()) == (room < 1000)
    assert shown == ["CHUNKS · A LONG NAME OF A LIBRARY · 180", "CHUNKS · 180", "180"]


@pytest.fixture
def server() -> Iterator[tuple[str, list[str]]]:
    """Return the address of a server on this machine, and the list of what it is asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    made = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=made.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{made.server_port}", asked
    made.shutdown()
    thread.join()
    made.server_close()


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return a picture on disk, far higher than a line."""
    path = tmp_path / "picture.png"
    image = QImage(40, 900, QImage.Format.Format_RGB32)
    image.fill(0)
    assert image.save(str(path))
    return path


@pytest.mark.parametrize("kind", [QuietBrowser, QuietText])
def test_text_views_load_nothing(
    qtbot: QtBot, kind: type[QTextEdit], server: tuple[str, list[str]], picture: Path
) -> None:
    address, asked = server
    view = kind()
    qtbot.addWidget(view)
    local = f"<p>words <img src='{QUrl.fromLocalFile(str(picture)).toString()}'><img src='{picture}'></p>"
    view.setHtml(html_from_elsewhere(address).decode() + local)
    view.show()
    QTest.qWait(50)
    assert view.document().size().height() < 400
    assert asked == []


def test_a_plain_browser_would_load_the_picture(qtbot: QtBot, picture: Path) -> None:
    view = QTextBrowser()
    qtbot.addWidget(view)
    view.setHtml(f"<img src='{QUrl.fromLocalFile(str(picture)).toString()}'>")
    view.show()
    QTest.qWait(50)
    assert view.document().size().height() > 800


def test_the_reading_view_shows_markup_as_it_is_written(
    qtbot: QtBot, theme: Theme, server: tuple[str, list[str]], picture: Path
) -> None:
    address, asked = server
    text = f"<img src='{address}/x.png'><img src='{picture}'><script>1</script>"
    view = ReadingView(theme)
    qtbot.addWidget(view)
    view.show_blocks([Block(BlockKind.PARAGRAPH, text, Place(start=0, end=len(text)))])
    view.show()
    QTest.qWait(50)
    assert text in view.toPlainText()
    assert asked == []
