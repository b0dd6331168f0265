"""The help page: what the window shows, the words it uses, every finding, every key. Opened by F1 at what is in use."""

from __future__ import annotations

import platform
from collections.abc import Iterable

import PySide6
from PySide6.QtCore import QObject, Qt, qVersion
from PySide6.QtGui import QFontMetricsF, QKeySequence, QShortcut, QShowEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QListWidget,
    QMessageBox,
    QSplitter,
    QTabWidget,
    QWidget,
)

import explorer
from explorer import paths
from explorer.ui.dialog_parts import take_signs_off
from explorer.ui.guide_texts import guides
from explorer.ui.icons import program_icon
from explorer.ui.menus import Menus
from explorer.ui.naming import named
from explorer.ui.plain_words import QuietBrowser
from explorer.ui.texts import severity_sign, severity_text
from explorer.ui.theme import Theme

_LIST_ROOM = 28
"""Pixels beside the longest title: a scroll bar's, and what the style sheet leaves free around a row."""

_AFTER_BULLET = "\u2002"
"""What keeps the words of a list from its bullets: Qt draws these one space before the line."""

_KEYED = "helpKey"
"""The property of a dialog that has its key for help."""

Topic = tuple[str, str]
"""A title, and the text below it in Markdown."""


def shipped_topics() -> list[Topic]:
    """Return the topics of the help file in the order in which they stand there."""
    text = paths.resource("help/en.md").read_text("utf-8")
    parts = (part.partition("\n") for part in ("\n" + text).split("\n## ")[1:])
    return [(title.strip(), body.strip()) for title, _, body in parts]


class HelpWindow(QDialog):
    """Topics on the left, the chosen one on the right. `keys` are (command, keys) of the window's menus."""

    def __init__(self, theme: Theme, keys: Iterable[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self._topics = [
            *shipped_topics(),
            (self.tr("Findings"), _findings()),
            (self.tr("Keys"), _keys(keys)),
            (self.tr("Licences"), _licences()),
        ]
        self.list = named(QListWidget(), "topics", label=self.tr("Topics"))
        self.list.addItems([title for title, _ in self._topics])
        self.text = named(QuietBrowser(), label=self.tr("Help text"))
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QuietBrowser.Shape.NoFrame)
        self.text.document().setDocumentMargin(18)
        self.list.currentRowChanged.connect(self._show)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.addWidget(self.list)
        both.addWidget(self.text)
        both.setStretchFactor(1, 1)
        self._both = both
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(both)
        self.resize(780, 560)
        QShortcut(QKeySequence(Qt.Key.Key_F1), self).activated.connect(self.close)
        theme.changed.connect(lambda: self._show(self.list.currentRow()))
        self.list.setCurrentRow(0)

    @property
    def titles(self) -> tuple[str, ...]:
        """Return the titles of all topics."""
        return tuple(title for title, _ in self._topics)

    def show_topic(self, title: str) -> None:
        """Bring the window to the front with a topic, the first one where there is none of that title."""
        self.list.setCurrentRow(self.titles.index(title) if title in self.titles else 0)
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Give the list the room that its titles need, in the font that it is shown with."""
        self.ensurePolished()
        self.list.ensurePolished()
        wide = self.list.sizeHintForColumn(0) + 2 * self.list.frameWidth() + _LIST_ROOM
        self._both.setSizes([wide, max(self.width() - wide, wide)])
        super().showEvent(event)

    def _show(self, row: int) -> None:
        title, body = self._topics[max(row, 0)]
        self.text.setMarkdown(f"# {title}\n\n{body}")
        _set_off_bullets(self.text.document())


def _set_off_bullets(document: QTextDocument) -> None:
    """Give lists room after their bullets; lines that follow begin where the first one's words do."""
    room = QFontMetricsF(document.defaultFont()).horizontalAdvance(_AFTER_BULLET)
    block = document.begin()
    while block.isValid():
        if block.textList() is not None:  # pyright: ignore[reportUnnecessaryComparison] - None outside of a list
            form = block.blockFormat()
            form.setTextIndent(-room)
            form.setLeftMargin(form.leftMargin() + room)
            cursor = QTextCursor(block)
            cursor.setBlockFormat(form)
            cursor.insertText(_AFTER_BULLET)
        block = block.next()


TOPICS = {
    "WelcomePage": "Start",
    "TopBar": "Start",
    "TreePanel": "Documents",
    "ChunkPanel": "Chunks",
    "SourcePanel": "The source",
    "StatusStrip": "While the program works",
    "ComparePanel": "Compare two rankings",
    "PassagePanel": "Read a hit",
    "ScoresPanel": "Scores and texts",
    "DiagnosisPanel": "Find out why",
    "LaboratoryPanel": "Try it out",
    "InventoryPanel": "Mend a heading",
    "MendsPanel": "Mend a heading",
    "FindingsPanel": "Findings",
    "SamplePanel": "Judge a sample",
    "CostsPanel": "Costs and kinds",
    "SpreadPanel": "Twins",
    "QuestionsPanel": "Questions and evaluation",
    "EvaluationPanel": "Questions and evaluation",
    "MendDialog": "Mend a heading",
    "FilterDialog": "Filters",
    "QuestionDialog": "A question and its answers",
    "TwinsDialog": "Twins",
    "WordsDialog": "Find out why",
    "ReportDialog": "Write a report",
    "ErrorDialog": "When something goes wrong",
    "CommandPalette": "Keys",
}
"""The topic that is about a part of the window or a dialog, by its class: to know the classes is the window's business.
"""


class HelpOpener(QObject):
    """Opens the help where the user is, in dialogs too: at the topic of what has the focus."""

    def __init__(self, theme: Theme, menus: Menus, tabs: QTabWidget, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._menus = menus
        self._tabs = tabs
        self._window = window
        self.page: HelpWindow | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def show_here(self) -> None:
        """Open the help at the part in use, at its start where no topic is about that."""
        focus = QApplication.focusWidget()
        # The bar of tabs belongs to the tool in front.
        in_tools = focus is not None and (focus is self._tabs or focus is self._tabs.tabBar())
        topic = _topic_of(self._tabs.currentWidget() if in_tools else focus)
        if self.page is None:
            self.page = HelpWindow(self._theme, self._menus.listed_keys(), self._window)
        self.page.show_topic(topic)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Give a dialog the key: those of the window do not work in it."""
        dialog = now.window() if now is not None else None
        if isinstance(dialog, QDialog) and not isinstance(dialog, HelpWindow) and dialog.property(_KEYED) is None:
            dialog.setProperty(_KEYED, True)
            QShortcut(QKeySequence(Qt.Key.Key_F1), dialog).activated.connect(lambda: self._show_over(dialog))

    def _show_over(self, dialog: QDialog) -> None:
        """Open the help above a dialog, which keeps all other windows from being used."""
        page = HelpWindow(self._theme, self._menus.listed_keys(), dialog)
        page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        page.show_topic(_topic_of(QApplication.focusWidget() or dialog))

    def show_about(self) -> None:
        """Tell the program's version and what it is made of."""
        lines = (
            f"<b>{self.tr('Chunk explorer')} {explorer.__version__}</b>",
            self.tr("Shows how documents are cut into chunks for retrieval, and what their headings add."),
            self.tr("Qt {0}, PySide {1}, Python {2}").format(
                qVersion(), PySide6.__version__, platform.python_version()
            ),
        )
        box = QMessageBox(self._window)
        box.setWindowTitle(self.tr("About the chunk explorer"))
        box.setText("<br><br>".join(lines))
        box.setIconPixmap(program_icon().pixmap(64, 64))
        box.addButton(QMessageBox.StandardButton.Close)
        take_signs_off(box)
        box.exec()
        box.deleteLater()


def _topic_of(widget: QWidget | None) -> str:
    """Return the topic about the innermost part that holds a widget; empty when there is none."""
    while widget is not None:
        if type(widget).__name__ in TOPICS:
            return TOPICS[type(widget).__name__]
        widget = widget.parentWidget()
    return ""


def _findings() -> str:
    """Return every kind of finding with what it means and what to do."""
    return "\n\n".join(
        f"### {each.code} {each.name}\n\n{severity_sign(each.severity)} {severity_text(each.severity)}. "
        f"{each.about}\n\n{each.remedy}"
        for each in guides()
    )


def _licences() -> str:
    """Return what the program and all that it brings are licensed under."""
    return paths.resource("licences.md").read_text("utf-8").partition("\n")[2].strip()


def _keys(keys: Iterable[tuple[str, str]]) -> str:
    rows = "\n".join(f"| {command} | **{shortcut}** |" for command, shortcut in keys)
    return f"| | |\n|---|---|\n{rows}"
