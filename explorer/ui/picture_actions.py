"""A chart as a picture: copied to the clipboard, or written as a file that can be scaled (SVG) or shown (PNG)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QPoint, QRect, QSaveFile, Signal
from PySide6.QtGui import QAction, QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

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

    def write(self, path: Path) -> None:
        """Write the picture: as PNG where the name ends so, else as SVG."""
        file = QSaveFile(str(path))
        written = file.open(QSaveFile.OpenModeFlag.WriteOnly)
        if written and path.suffix.casefold() == ".png":
            written = QImageWriter(file, QByteArray(b"png")).write(self.picture())
        elif written:
            self._write_svg(file)
        if not (written and file.commit()):
            self.failed.emit(self.tr("The picture could not be written."), f"{path}: {file.errorString()}")

    def _write_svg(self, file: QSaveFile) -> None:
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
        kinds = self.tr("SVG (*.svg);;PNG (*.png)")
        name, chosen = QFileDialog.getSaveFileName(
            self._widget, self.tr("Save the picture"), f"{self._file_name}.svg", kinds
        )
        if name:
            ending = ".png" if "png" in chosen else ".svg"
            self.write(Path(name if Path(name).suffix else f"{name}{ending}"))
