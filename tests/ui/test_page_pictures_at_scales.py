"""Shared case 154: a PDF's page is drawn for the pixels of the screen, and marks stand where the words are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

SCRIPT = """
import json, sys
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication
from explorer.core.model import Place, Rect
from explorer.core.parsing.pdf.reader import draw_page
from explorer.ui.page_view import PageView
from explorer.ui.theme import Theme
from tests.support.hostile_files import one_page

app = QApplication([])
view = PageView(Theme("light"))
view.resize(900, 700)
view.set_zoom(1.0)
view.show()
asked = []
view.page_wanted.connect(lambda page, scale: asked.append(scale))
view.show_document([(612.0, 792.0)])
while not asked:
    app.processEvents()
scale, ratio = asked[0], view.devicePixelRatioF()
picture = QPixmap()
# The words stand 72 points from the left, their foot 92 from the top.
assert picture.loadFromData(draw_page(one_page(), 1, scale))
view.take_picture(1, scale, picture)
logical = view.page_rect(1)
before = view.viewport().grab().toImage()
view.choose(Place(page=1, rects=(Rect(1, 60.0, 60.0, 300.0, 110.0),)))
app.processEvents()
after = view.viewport().grab().toImage()

def changed(x, y):
    at = (view.page_rect(1).topLeft() * ratio).toPoint()
    spot = (at.x() + round(x * scale), at.y() + round(y * scale))
    return before.pixel(*spot) != after.pixel(*spot)

words = [
    x / scale for x in range(round(300 * scale)) for y in range(round(70 * scale), round(95 * scale), 3)
    if picture.toImage().pixelColor(x, y).lightness() < 100
]
print(json.dumps({
    "ratio": ratio, "width": picture.width(), "logical": logical.width(), "first": min(words),
    "inside": changed(70, 104) and changed(290, 104), "outside": changed(45, 104) or changed(320, 104),
}))
"""


@pytest.mark.parametrize("factor", [1.0, 1.25, 2.0])
def test_pictures_fill_the_pixels_and_marks_the_places(factor: float) -> None:
    surroundings = {
        **os.environ,
        "QT_SCALE_FACTOR": str(factor),
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR_ROUNDING_POLICY": "PassThrough",
        "PYTHONPATH": str(PROJECT),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=surroundings, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["ratio"] == factor
    assert told["width"] == pytest.approx(told["logical"] * factor, abs=1)
    assert told["first"] == pytest.approx(74, abs=3)
    assert told["inside"]
    assert not told["outside"]
