"""At 200 % scale the smallest window holds everything, sharp."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import json, sys
from PySide6.QtWidgets import QApplication
from explorer import protocol
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui import app
from explorer.ui.settings import Settings
from explorer.ui.wishes import LibraryOptions
from tests.ui.conftest import RecordingEngine
qt = app._make_app()
engine = RecordingEngine()
window = app.make_window(engine, Settings(theme="light", font_size=12), None, LibraryOptions())
window.resize(900, 600)
window.show()
window.open_library("/docs")
rows = (DocumentRow("a-document-with-a-long-name.md", "A", "markdown", chunks=3, warnings=2, errors=1),)
info = LibraryInfo("/docs", "A library with a long name", "m", "path", 254, 1, documents=rows, indexed=True)
engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
qt.processEvents()
picture = window.grab()
told = {
    "size": window.size().toTuple(),
    "least": window.minimumSizeHint().toTuple(),
    "picture": picture.size().toTuple(),
    "cut": [
        panel.objectName() or type(panel).__name__
        for panel in (window.tree, window.chunks, window.source, window.tabs, window.top_bar, window.status)
        if not window.rect().contains(panel.rect().translated(panel.mapTo(window, panel.rect().topLeft())))
    ],
}
print(json.dumps(told))
sys.stdout.flush()
import os
os._exit(0)
"""


def test_the_smallest_window_is_whole_at_double_scale() -> None:
    root = Path(__file__).parents[2]
    environment = {**os.environ, "QT_SCALE_FACTOR": "2", "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        cwd=root,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["size"] == [900, 600]
    assert told["least"][0] <= 900
    assert told["least"][1] <= 600
    assert told["picture"] == [1800, 1200]
    assert told["cut"] == []
