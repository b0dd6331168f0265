"""Words of documents and names of files as they may be shown: on their line, in their direction, never as markup.

A file's name may hold line breaks and signs that turn the writing around ("gpj.exe" read backwards); both are shown as
codes. Qt takes a tool tip or label that looks like HTML for HTML and loads the pictures it names from disk.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from html import escape
from typing import Any, Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QByteArray, QModelIndex, QPersistentModelIndex, QUrl
from PySide6.QtCore import Qt as CoreQt
from PySide6.QtGui import QImage, Qt, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QTextEdit

_Model = TypeVar("_Model")
_Rest = ParamSpec("_Rest")
_AnyIndex = QModelIndex | QPersistentModelIndex
_ODD = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Control signs, line and paragraph separators, and the signs that embed, override and isolate directions."""
_ODD_IN_LINES = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def on_one_line(text: str) -> str:
    """Return a text that stays on its line and keeps its direction; what would not is shown as codes."""
    return _ODD.sub(_code, text) if not text.isprintable() else text


def in_lines(text: str) -> str:
    """Return a text of several lines, each of which keeps its direction."""
    return _ODD_IN_LINES.sub(_code, text) if not text.isprintable() else text


def plain_tip(text: str) -> str:
    """Return a tool tip that Qt shows as it is written, whatever it looks like."""
    shown = in_lines(text)
    return f'<p style="white-space:pre-wrap">{escape(shown)}</p>' if Qt.mightBeRichText(shown) else shown


def _code(sign: re.Match[str]) -> str:
    return sign[0].encode("unicode_escape").decode("ascii")


_SHOWN: dict[int, Callable[[str], str]] = {
    CoreQt.ItemDataRole.DisplayRole: on_one_line,
    CoreQt.ItemDataRole.ToolTipRole: plain_tip,
    CoreQt.ItemDataRole.AccessibleTextRole: in_lines,
}


def plainly(
    data: Callable[Concatenate[_Model, _Rest], object],
) -> Callable[Concatenate[_Model, _Rest], object]:
    """Wrap a model's `data` so that its texts, tool tips and accessible texts can be shown safely."""

    @wraps(data)
    def shown(model: _Model, *rest: _Rest.args, **named: _Rest.kwargs) -> object:
        value = data(model, *rest, **named)
        if not isinstance(value, str):
            return value
        role: Any = rest[1] if len(rest) > 1 else named.get("role", CoreQt.ItemDataRole.DisplayRole)
        make = _SHOWN.get(int(role))
        return make(value) if make else value

    return shown


def _nothing(kind: int) -> object:
    """Return what stands for nothing; for a picture a picture, because Qt looks for the file where there is none."""
    if kind != QTextDocument.ResourceType.ImageResource.value:
        return QByteArray()
    blank = QImage(1, 1, QImage.Format.Format_ARGB32)
    blank.fill(CoreQt.GlobalColor.transparent)
    return blank


class QuietBrowser(QTextBrowser):
    """Shows text that the program made, and loads nothing: no picture, style or page, from disk or elsewhere."""

    def loadResource(self, type: int, name: QUrl | str) -> object:  # noqa: A002, ARG002 - Qt's own names
        """Return nothing for anything."""
        return _nothing(type)


class QuietText(QTextEdit):
    """Shows text, and loads nothing, as `QuietBrowser`."""

    def loadResource(self, type: int, name: QUrl | str) -> object:  # noqa: A002, ARG002
        """Return nothing for anything."""
        return _nothing(type)
