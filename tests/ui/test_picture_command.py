"""The window command without a display: the window is drawn to a file, the comparison printed; Qt never ends it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from explorer import paths


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment["PYTHONPATH"] = str(Path(paths.__file__).parent.parent)
    return subprocess.run(
        [sys.executable, "-m", "explorer", *arguments, "--store", str(folder / "store")],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.slow
def test_the_window_is_drawn_with_the_first_sample_question(tmp_path: Path) -> None:
    documents = tmp_path / "docs"
    documents.mkdir()
    shutil.copy(paths.sample_library() / "plans.md", documents)
    (documents / "questions.jsonl").write_text('{"question": "How much is the monthly pass?", "relevant": []}\n')
    done = run(tmp_path, str(documents))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("There is no display.\n")
    assert "chunk-explorer.png" in done.stdout
    assert "How much is the monthly pass?" in done.stdout
    assert re.search(r"cosine 0\.7(48|49|50)", done.stdout), "in whatever precision"
    image = QImage(str(tmp_path / "chunk-explorer.png"))
    assert (image.width(), image.height()) == (1440, 900)
    colours = {image.pixel(x, y) for x in range(0, 1440, 7) for y in range(0, 900, 7)}
    assert len(colours) > 30, "a blank window has one colour"


def test_a_folder_that_is_not_there_is_one_line_and_code_2(tmp_path: Path) -> None:
    done = run(tmp_path, str(tmp_path / "nowhere"), "--picture", "window.png")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "nowhere" in done.stderr
    assert not (tmp_path / "window.png").exists()
