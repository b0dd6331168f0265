"""A chart as a picture: copied to the clipboard, or written as a file that can be scaled (SVG) or shown (PNG)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QObject, QPoint, QRect, Signal
from PySide6.QtGui import QAction, QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QMenu, QWidget

from explorer.ui.file_saver import FileSaver
from explorer.ui.news import tell
from explorer.ui.theme import Theme

_SCALE = 2.0
"""Pixels of a picture for each one of the window: charts are pasted into documents that are printed."""


class PictureActions(QObject):
    """Actions for the picture of a widget. Emits `failed` (title, detail)."""

    failed = Signal(str, str)

    def __init__(self, widget: QWidget, theme: Theme, file_name: str) -> None:
        """`file_name` is proposed for the file, without its ending."""
        super().__init__(widget)
        self._widget = widget
        self._theme = theme
        self._file_name = file_name
        self._saver = FileSaver(widget, (".svg", ".png"), self.tr("The picture could not be written."))
        self._saver.failed.connect(self.failed)
        self.copy = QAction(self.tr("Copy picture"), self)
        self.copy.triggered.connect(self.copy_picture)
        self.save = QAction(self.tr("Save picture…"), self)
        self.save.setToolTip(self.tr("Write the picture as SVG or PNG"))
        self.save.triggered.connect(self._ask_file)

    def fill(self, menu: QMenu) -> None:
        """Add the actions to a menu."""
        menu.addActions([self.copy, self.save])

    def picture(self) -> QImage:
        """Return the widget as it is seen, at twice the window's resolution."""
        image = QImage(self._widget.size() * _SCALE, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(_SCALE)
        painter = QPainter(image)
        self._paint(painter)
        painter.end()
        return image

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        QGuiApplication.clipboard().setImage(self.picture())
        tell(self._widget, self.tr("The picture was copied."))

    def write(self, path: Path) -> None:
        """Write the picture: as PNG where the name ends so, else as SVG."""
        self._saver.write(path, self._file)

    def _file(self, ending: str) -> bytes:
        file = QBuffer()
        file.open(QBuffer.OpenModeFlag.WriteOnly)
        if ending == ".png":
            QImageWriter(file, QByteArray(b"png")).write(self.picture())
        else:
            self._write_svg(file)
        return bytes(file.data().data())

    def _write_svg(self, file: QBuffer) -> None:
        size = self._widget.size()
        svg = QSvgGenerator()
        svg.setOutputDevice(file)
        svg.setSize(size)
        svg.setViewBox(QRect(QPoint(), size))
        svg.setTitle(self._widget.accessibleName())
        svg.setDescription(self._widget.accessibleDescription())
        painter = QPainter(svg)
        self._paint(painter)
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(self._widget.rect(), self._theme.colour("panel"))
        self._widget.render(painter, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)

    def _ask_file(self) -> None:
        path = self._saver.ask(self.tr("Save the picture"), self._file_name)
        if path is not None:
            self.write(path)
