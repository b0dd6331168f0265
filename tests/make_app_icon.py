"""Draws the program's icon from its two SVG files, in the sizes that desktops ask for: `python tests/make_app_icon.py`.

Small sizes have a drawing of their own, whose edges fall on pixels.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).parents[1] / "resources" / "app"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
SMALL = 32


def draw(size: int) -> QImage:
    """Return the icon, `size` pixels wide."""
    name = "chunk-explorer-small.svg" if size <= SMALL else "chunk-explorer.svg"
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(FOLDER / name)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def main() -> None:
    """Write all sizes."""
    app = QGuiApplication(["make-icon", "-platform", "offscreen"])
    for size in SIZES:
        target = FOLDER / "hicolor" / f"{size}x{size}" / "apps"
        target.mkdir(parents=True, exist_ok=True)
        draw(size).save(str(target / "chunk-explorer.png"))
    app.quit()


if __name__ == "__main__":
    main()
