"""How long the window's event loop stands still while a large library is read, opened, scrolled, filtered and asked.

Run as `xvfb-run -a python tests/benchmarks/window.py [DOCUMENTS] [--sections N] [--store FOLDER]`: the real window with
the real engine. A timer of 5 ms notes how late it comes: that is how long a key or a click would have waited. The time
that the window's own thread worked meanwhile is printed beside it, for on a busy machine a process waits for a core.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from figures import say_figure
from machine import machine
from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from explorer.ui import app
from explorer.ui.engine_client import EngineClient
from explorer.ui.main_window import MainWindow
from explorer.ui.session import LibraryOptions
from explorer.ui.settings import Settings
from explorer.ui.wishes import Selection

TICK = 0.005
STEP_MS = 30
PATIENCE = 3600.0

_WORDS = (
    "ticket",
    "gate",
    "visitor",
    "badge",
    "permit",
    "parking",
    "pool",
    "invoice",
    "refund",
    "parcel",
    "engine",
    "filter",
    "valve",
    "pump",
    "manual",
    "report",
    "order",
    "agreement",
    "party",
    "notice",
    "term",
    "leave",
    "request",
    "approval",
    "office",
    "schedule",
    "device",
    "screen",
    "button",
    "battery",
)
_HEADINGS = ("Overview", "Section 4.2", "Before you begin", "Costs", "Time limits", "Notes", "How to apply", "Repairs")


def write_documents(folder: Path, count: int, sections: int) -> None:
    """Write manuals in a hundred folders, each section one chunk or two, some headings saying nothing."""
    chance = random.Random(7)
    for number in range(count):
        place = folder / f"group {number % 100:02d}"
        place.mkdir(exist_ok=True)
        lines = [f"# Manual {number} of the {chance.choice(_WORDS)}"]
        for part in range(sections):
            heading = chance.choice(_HEADINGS) if part % 3 else f"{part} {' '.join(chance.sample(_WORDS, 3))}"
            text = " ".join(chance.choices(_WORDS, k=chance.randint(12, 60)))
            lines += ["", f"## {heading}", "", f"The {text} {number}."]
        (place / f"manual-{number}.md").write_text("\n".join(lines) + "\n")


@dataclass(slots=True)
class Phase:
    """What happened to the timer during one kind of work: seconds late, and the thread's own work in each gap."""

    name: str
    late: list[float] = field(default_factory=list[float])
    worked: list[float] = field(default_factory=list[float])

    def share(self, part: float) -> float:
        """Return how late this part of the ticks was at the most, milliseconds."""
        late = sorted(self.late) or [0.0]
        return 1000 * late[int(part * (len(late) - 1))]

    def row(self) -> str:
        """Return the line of the table, milliseconds."""
        figures = " ".join(f"{self.share(part):9.1f}" for part in (0.5, 0.95, 1.0))
        over = sum(value > 0.05 for value in self.late)
        return f"{self.name:44s} {len(self.late):7d} {figures} {1000 * max(self.worked or [0]):9.1f} {over:6d}"


class Clock(QObject):
    """Notes how late a timer comes, by phase."""

    def __init__(self) -> None:
        super().__init__()
        self.phases: list[Phase] = []
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=int(TICK * 1000))
        self._timer.timeout.connect(self._tick)
        self._last = self._worked = 0.0

    def begin(self, name: str) -> None:
        """Begin another phase."""
        print(name, flush=True)
        self.phases.append(Phase(name))
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer.start()

    def _tick(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.phases[-1].late.append(max(0.0, now - self._last - TICK))
        self.phases[-1].worked.append(worked - self._worked)
        self._last, self._worked = now, worked


Step = Callable[[], object]


class Walk:
    """Does one small thing at a time with the window, as a person would."""

    def __init__(self, window: MainWindow, clock: Clock) -> None:
        self.window = window
        self.clock = clock

    def wait(self, condition: Callable[[], bool]) -> None:
        """Run the event loop until the condition holds."""
        end = time.perf_counter() + PATIENCE
        while not condition():
            if time.perf_counter() > end:
                raise TimeoutError(f"{self.clock.phases[-1].name}: still waiting; {self.window.messages.shown}")
            QTest.qWait(5)

    def do(self, name: str, steps: Iterator[Step] | list[Step], *, rest_ms: int = 600) -> None:
        """Do the steps with the event loop running between them, under the name of a phase."""
        self.clock.begin(name)
        for step in steps:
            step()
            QTest.qWait(STEP_MS)
        QTest.qWait(rest_ms)

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


def _reading(walk: Walk, folder: Path) -> None:
    window = walk.window
    walk.clock.begin("first reading, hands off")
    window.open_library(str(folder))
    walk.wait(lambda: _chunks(window) > 0 or window.session.library is not None)
    tree = window.tree.view.viewport()
    walk.do("first reading, tree scrolled", walk.wheels(tree, 60, 3))
    walk.clock.begin("first reading, to its end")
    walk.wait(lambda: _chunks(window) >= _expected(window))
    walk.do("embedding, hands off", [lambda: None], rest_ms=8000)


def _chunks(window: MainWindow) -> int:
    library = window.session.library
    return library.health.chunks if library is not None else 0


def _expected(window: MainWindow) -> int:
    wanted = window.property("documents")
    library = window.session.library
    return 1 if library is not None and len(library.documents) >= wanted and _chunks(window) >= wanted else 10**9


def _using(walk: Walk, documents: int) -> None:
    window = walk.window
    chance = random.Random(11)
    cards, tree = window.chunks.cards, window.tree
    window.session.select(Selection())
    QTest.qWait(500)
    walk.do("chunks, wheel", walk.wheels(cards.viewport(), 120, 3))
    bar = cards.verticalScrollBar()
    jumps: list[Step] = [lambda: bar.setValue(chance.randint(0, bar.maximum())) for _ in range(60)]
    walk.do("chunks, scroll bar thrown about", jumps)
    walk.do("chunks, resized", [lambda w=w: window.resize(w, 900) for w in (1440, 1100, 900, 1200, 1440)])
    field = tree.words
    keys: list[Step] = [lambda key=key: QTest.keyClicks(field, key) for key in f"manual {documents // 2}"]
    walk.do("tree, filter typed and cleared", [*keys, field.clear], rest_ms=1500)
    walk.do("tree, wheel", walk.wheels(tree.view.viewport(), 60, 3))
    downs: list[Step] = [lambda: QTest.keyClick(tree.view, Qt.Key.Key_Down) for _ in range(40)]
    walk.do("tree, documents by keys", downs)
    window.tabs.setCurrentWidget(window.findings)
    walk.do("findings, wheel", walk.wheels(window.findings.table.viewport(), 60, 3), rest_ms=1500)
    window.tabs.setCurrentWidget(window.compare)
    window.focus_question()
    asked = QApplication.focusWidget() or window
    typed: list[Step] = [lambda key=key: QTest.keyClicks(asked, key) for key in "where do I get a parking permit"]
    walk.do("question typed", typed, rest_ms=4000)
    walk.do("appearance changed", [lambda: _appear(window, "dark"), lambda: _appear(window, "light")], rest_ms=2000)


def _appear(window: MainWindow, theme: str) -> None:
    from dataclasses import replace

    window.session.change_settings(replace(window.session.settings, theme=theme))


def _opened_again(walk: Walk, folder: Path) -> None:
    window = walk.window
    walk.clock.begin("opened again")
    window.open_library(str(folder))
    walk.wait(lambda: not window.session.waiting or _chunks(window) > 0)
    QTest.qWait(3000)


def run(folder: Path, store: str, documents: int) -> list[Phase]:
    """Return the phases of one run over the documents in `folder`."""
    application = QApplication([])
    client = EngineClient()
    client.start()
    window = app.make_window(client, Settings(theme="light"), None, LibraryOptions(store=store))
    window.setProperty("documents", documents)
    window.resize(1440, 900)
    window.show()
    QTest.qWait(500)
    walk = Walk(window, Clock())
    try:
        _reading(walk, folder)
        _using(walk, documents)
        _opened_again(walk, folder)
        print(f"{_chunks(window)} chunks of {documents} documents; {machine()}")
    finally:
        client.close()
        window.close()
        application.processEvents()
    return walk.clock.phases


def main() -> None:
    """Run and print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("documents", nargs="?", type=int, default=10_000)
    options.add_argument("--sections", type=int, default=10)
    options.add_argument("--store", default="")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "library")
        folder.mkdir()
        write_documents(folder, chosen.documents, chosen.sections)
        phases = run(folder, chosen.store or str(Path(scratch, "store")), chosen.documents)
    everything = Phase("everything")
    print(f"{'phase':44s} {'ticks':>7s} {'median':>9s} {'p95':>9s} {'worst':>9s} {'own work':>9s} {'> 50':>6s}   (ms)")
    for phase in phases:
        everything.late += phase.late
        everything.worked += phase.worked
        print(phase.row())
    print(everything.row())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"most memory of the window: {memory} MB")
    chunks = f"{chosen.documents * chosen.sections:,} chunks"
    say_figure(f"Event loop late by, 95 % of ticks, {chunks}", f"{everything.share(0.95):.1f} ms", "under 50 ms")
    say_figure(f"Most memory of the window, {chunks}", f"{memory} MB", "under 300 MB")


if __name__ == "__main__":
    main()
