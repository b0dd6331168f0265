"""The only file that names icon files: monochrome SVGs, coloured when they are loaded."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from explorer import paths

if TYPE_CHECKING:
    from explorer.ui.theme import Theme

_SIZES = (16, 20, 24, 32, 48, 64)


class Icon(StrEnum):
    """The icons, by file name."""

    FOLDER = "folder"
    DOCUMENT = "document"
    PAGE = "page"
    UNREADABLE = "unreadable"
    SEARCH = "search"
    REFRESH = "refresh"
    OPEN = "open"
    CLOSE = "close"
    FILTER = "filter"
    RECENT = "recent"
    THEME = "theme"
    SAMPLE = "sample"
    PROGRAM = "program"
    HEADING = "heading"
    CHEVRON = "chevron"
    CHEVRON_UP = "chevron-up"
    CHEVRON_LEFT = "chevron-left"
    CHEVRON_RIGHT = "chevron-right"
    CHECK = "check"


def icon_file(name: Icon) -> str:
    """Return an icon's file for a style sheet, which cannot recolour it: grey ones show in both themes."""
    return paths.resource(f"icons/{name}.svg").as_posix()


_CACHE: dict[tuple[Icon, str], QIcon] = {}


def icon(name: Icon, theme: Theme, colour: str = "muted") -> QIcon:
    """Return an icon in one of the theme's colours; make it anew after the theme changed."""
    shade = theme.colour(colour).name()
    found = _CACHE.get((name, shade))
    if found is None:
        found = _CACHE[name, shade] = _draw(name, shade)
    return found


def program_icon() -> QIcon:
    """Return the program's own icon, in colour, in every size that is shipped."""
    shipped = QIcon()
    for file in sorted(paths.resource("app/hicolor").glob("*/apps/chunk-explorer.png")):
        shipped.addFile(str(file))
    return shipped


def _draw(name: Icon, shade: str) -> QIcon:
    text = paths.resource(f"icons/{name}.svg").read_text("utf-8").replace("currentColor", shade)
    renderer = QSvgRenderer(QByteArray(text.encode()))
    drawn = QIcon()
    for size in _SIZES:
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        drawn.addPixmap(picture)
    return drawn
