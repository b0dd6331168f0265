"""How long the window's event loop stands still while a large library is opened, scrolled, filtered and indexed.

Run as `xvfb-run -a python tests/benchmarks/window.py [DOCUMENTS]`: the real window with the real engine. A timer of
5 ms notes how late it comes: that is how long a key or a click would have waited. What the window's own thread worked
meanwhile stands beside it, for on a busy machine a process also waits for a core.

Indexing a large library takes an hour, which nobody needs to learn whether the window stands still. So two libraries of
the same documents are used: a new one, which is read for a while with the window in use, and one that was read before
and not embedded, which is embedded while the window is used. `--indexing-seconds` tells how long each of the two is
watched hands off; `--keep FOLDER` keeps the second library for another run.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from figures import say_figure
from machine import machine
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from window_clock import Clock, share, table, together

from explorer.core.progress import no_progress
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.ui import app
from explorer.ui.engine_client import EngineClient
from explorer.ui.main_window import MainWindow
from explorer.ui.session import LibraryOptions
from explorer.ui.settings import Settings
from explorer.ui.wishes import Selection

STEP_MS = 30
PATIENCE = 600.0
"""Seconds that anything is waited for."""

_TEXT = """
ticket gate visitor badge permit parking pool invoice refund parcel engine filter valve pump manual report order
agreement party notice term leave request approval office schedule device screen button battery
"""
_WORDS = tuple(_TEXT.split())
_HEADINGS = ("Overview", "Section 4.2", "Before you begin", "Costs", "Time limits", "Notes", "How to apply", "Repairs")


def write_documents(folder: Path, count: int, sections: int) -> None:
    """Write manuals in a hundred folders, each section one chunk or two, some headings saying nothing."""
    chance = random.Random(7)
    for number in range(count):
        place = folder / f"group {number % 100:02d}"
        place.mkdir(exist_ok=True, parents=True)
        lines = [f"# Manual {number} of the {chance.choice(_WORDS)}"]
        for part in range(sections):
            heading = chance.choice(_HEADINGS) if part % 3 else f"{part} {' '.join(chance.sample(_WORDS, 3))}"
            text = " ".join(chance.choices(_WORDS, k=chance.randint(12, 60)))
            lines += ["", f"## {heading}", "", f"The {text} {number}."]
        file = place / f"manual-{number}.md"
        if not file.exists():
            file.write_text("\n".join(lines) + "\n")


def prepare(folder: Path, store: Path) -> None:
    """Read a library as far as it goes without a model; what is already read costs little."""
    library = Library.open(folder, Options(store=str(store)))
    try:
        for step in library.refresh(no_progress):
            if step == "prepared":
                break
        print(f"{library.info().health.chunks:,} chunks are read", flush=True)
    finally:
        library.close()


Step = Callable[[], object]


class Walk:
    """Does one small thing at a time with the window, as a person would."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.clock = Clock()

    def wait(self, condition: Callable[[], bool]) -> None:
        """Run the event loop until the condition holds."""
        end = time.perf_counter() + PATIENCE
        while not condition():
            if time.perf_counter() > end:
                raise TimeoutError(f"{self.clock.phases[-1].name}: still waiting; {self.window.messages.shown}")
            QTest.qWait(5)

    def do(self, name: str, steps: Iterable[Step], *, rest_ms: int = 600) -> None:
        """Do the steps with the event loop running between them, under the name of a phase."""
        self.clock.begin(name)
        for step in steps:
            step()
            QTest.qWait(STEP_MS)
        QTest.qWait(rest_ms)

    def watch(self, name: str, seconds: float) -> None:
        """Let the window alone for some seconds."""
        self.do(name, [], rest_ms=int(1000 * seconds))

    def wheels(self, widget: QWidget, count: int, lines: int) -> Iterator[Step]:
        """Yield turns of the mouse wheel over a widget, downwards."""
        middle = QPointF(widget.rect().center())
        for _ in range(count):
            event = QWheelEvent(
                middle,
                widget.mapToGlobal(middle),
                QPoint(),
                QPoint(0, -120 * lines),
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            yield lambda event=event: QApplication.sendEvent(widget, event)

    def keys(self, widget: QWidget, text: str) -> Iterator[Step]:
        """Yield the keys that write a text into a widget."""
        yield from (lambda key=key: QTest.keyClicks(widget, key) for key in text)

    def filter_tree(self, name: str, text: str) -> None:
        """Filter the documents by words, key by key, and show all again."""
        words = self.window.tree.words
        self.do(name, [*self.keys(words, text), lambda: QTest.qWait(1500), words.clear], rest_ms=1500)

    def scroll_tree(self, name: str) -> None:
        """Turn the wheel over the documents."""
        self.do(name, self.wheels(self.window.tree.view.viewport(), 60, 3))

    def appear(self, name: str, *choices: tuple[str, int]) -> None:
        """Choose themes and text sizes, each when the one before is all there."""
        session = self.window.session
        self.do(
            name,
            [
                lambda theme=theme, size=size: (
                    session.change_settings(replace(session.settings, theme=theme, font_size=size)),
                    QTest.qWait(1500),
                )
                for theme, size in choices
            ],
        )


def _reading(walk: Walk, folder: Path, seconds: float) -> None:
    """A new library is read while the documents are looked through."""
    window = walk.window
    read: set[str] = set()
    window.tree.asks.documents_told.connect(lambda rows: read.update(row.name for row in rows if not row.state))
    walk.clock.begin("reading: first documents")
    window.open_library(str(folder))
    walk.wait(lambda: bool(read))
    walk.scroll_tree("reading: tree, wheel")
    walk.filter_tree("reading: tree, filter typed", "manual 17")
    walk.appear("reading: theme", ("dark", 0), ("light", 0))
    walk.watch("reading: hands off", seconds)
    print(f"Reading was watched for as long as asked, not to its end: {len(read):,} documents were read", flush=True)


def _chunks(window: MainWindow) -> int:
    library = window.session.library
    return library.health.chunks if library is not None else 0


def _opened(walk: Walk, name: str, folder: Path, chunks: int) -> None:
    window = walk.window
    walk.clock.begin(name)
    window.open_library(str(folder))
    walk.wait(lambda: window.session.library is not None and window.session.library.folder == str(folder))
    walk.wait(lambda: _chunks(window) >= chunks)
    QTest.qWait(3000)


def _using(walk: Walk, documents: int) -> None:
    """A large library is used while it is embedded."""
    window = walk.window
    chance = random.Random(11)
    cards, tree = window.chunks.cards, window.tree
    window.session.select(Selection())
    QTest.qWait(500)
    walk.do("chunks, wheel", walk.wheels(cards.viewport(), 120, 3))
    bar = cards.verticalScrollBar()
    walk.do("chunks, bar thrown about", [lambda: bar.setValue(chance.randint(0, bar.maximum())) for _ in range(60)])
    walk.do("chunks, resized", [lambda w=w: window.resize(w, 900) for w in (1440, 1100, 900, 1200, 1440)])
    walk.filter_tree("tree, filter typed", f"manual {documents // 2}")
    walk.scroll_tree("tree, wheel")
    walk.do("tree, documents by keys", [lambda: QTest.keyClick(tree.view, Qt.Key.Key_Down) for _ in range(40)])
    window.session.select(Selection())
    walk.do("tools, one after another", _tools(window), rest_ms=1500)
    window.tabs.setCurrentWidget(window.findings)
    walk.do("findings, wheel", walk.wheels(window.findings.table.viewport(), 60, 3), rest_ms=1500)
    window.focus_question()
    asked = QApplication.focusWidget() or window
    walk.do("question typed", walk.keys(asked, "where do I get a parking permit"), rest_ms=4000)
    walk.appear("theme", ("dark", 0), ("light", 0))
    walk.appear("text size", ("light", 12), ("light", 0))
    walk.do("tools, after another text size", _tools(window), rest_ms=600)


def _tools(window: MainWindow) -> list[Step]:
    tabs = window.tabs
    return [lambda at=at: (tabs.setCurrentIndex(at), QTest.qWait(300)) for at in range(tabs.count())]


def run(kept: Path, new: Path, store: Path, documents: int, seconds: float) -> Clock:
    """Return what one run measured over the library that is read, and over a new one for some seconds."""
    application = QApplication([])
    application.setStyle("Fusion")
    client = EngineClient()
    client.start()
    window = app.make_window(client, Settings(theme="light"), None, LibraryOptions(store=str(store)))
    window.resize(1440, 900)
    window.show()
    QTest.qWait(500)
    walk = Walk(window)
    try:
        _reading(walk, new, seconds)
        _opened(walk, "opened", kept, documents)
        _using(walk, documents)
        walk.watch("embedding: hands off", seconds)
        _opened(walk, "opened again", kept, documents)
        walk.clock.stop()
        print(f"{_chunks(window):,} chunks of {documents:,} documents; {machine()}")
    finally:
        client.close()
        window.close()
        application.processEvents()
    return walk.clock


def main() -> None:
    """Run and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("documents", nargs="?", type=int, default=10_000)
    options.add_argument("--sections", type=int, default=10)
    options.add_argument("--keep", type=Path, metavar="FOLDER")
    options.add_argument("--indexing-seconds", type=float, default=60, metavar="N")
    options.add_argument("--prepare-only", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        whole: Path = chosen.keep or Path(scratch)
        kept, store, new = whole / "library", whole / "store", Path(scratch, "new")
        if chosen.prepare_only:
            prepare(kept, store)
            return
        write_documents(kept, chosen.documents, chosen.sections)
        write_documents(new, chosen.documents, chosen.sections)
        # In a process of its own: the window's memory is measured.
        subprocess.run([sys.executable, __file__, "--prepare-only", "--keep", str(whole)], check=True)
        clock = run(kept, new, store, chosen.documents, chosen.indexing_seconds)
    print(table(clock.phases))
    whole_run = together(clock.phases)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"most memory of the window: {memory} MB")
    chunks = f"{chosen.documents * chosen.sections:,} chunks"
    say_figure(f"Event loop late by, 95 % of ticks, {chunks}", f"{share(whole_run.late, 0.95):.1f} ms", "under 50 ms")
    say_figure(f"Event loop's longest work in one go, {chunks}", f"{share(whole_run.worked, 1):.0f} ms", "under 200 ms")
    say_figure(f"Event loop late by at worst, {chunks}", f"{share(whole_run.late, 1):.0f} ms", "under 200 ms")
    say_figure(f"Most memory of the window, {chunks}", f"{memory} MB", "under 300 MB")


if __name__ == "__main__":
    main()
