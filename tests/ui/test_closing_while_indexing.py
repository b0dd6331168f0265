"""Shared case 150: the window closed twenty times at random moments while a library is indexed; nothing is left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

SCRIPT = """
import random, sys
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from explorer.ui import app
from explorer.ui.engine_client import EngineClient
from explorer.ui.session import LibraryOptions
from explorer.ui.settings import Settings

folder, store = sys.argv[1:]
program = QApplication([])
moments = random.Random(150)
for turn in range(12):
    client = EngineClient()
    client.start()
    window = app.make_window(client, Settings(theme="light"), None, LibraryOptions(store=store))
    window.show()
    window.open_library(folder)
    loop = QEventLoop()
    if turn % 5 == 0:
        # Late enough for the engine to be at work on the documents.
        window.session.library_changed.connect(loop.quit)
        loop.exec()
    QTimer.singleShot(moments.randrange(300), loop.quit)
    loop.exec()
    window.close()
    client.close()
    assert not client.running, turn
    window.deleteLater()
    program.processEvents()
print("closed", turn + 1)
"""


@pytest.mark.slow
def test_many_closes_leave_no_crash_and_no_process(tmp_path: Path) -> None:
    documents, store = tmp_path / "documents", tmp_path / "store"
    documents.mkdir()
    for number in range(10):
        text = "".join(f"## Heading {number}.{part}\n\nIt costs {part} dollars.\n\n" for part in range(20_000))
        (documents / f"{number}.md").write_text(text, "utf-8")
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(PROJECT), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(documents), str(store)],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "closed 12" in done.stdout
    for words in ("QThread: Destroyed", "QProcess: Destroyed", "Internal C++ object", "Segmentation", "Traceback"):
        assert words not in done.stderr
    log = (store / "log" / "chunk-explorer.log").read_text("utf-8")
    assert log.count("engine starts") == log.count("engine ends") >= 3, "an engine had to be killed"
