"""Measures how long an event loop stands still, by kind of work, in time by the clock and in the thread's own work."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Qt, QTimer

TICK = 0.005
"""Seconds between two ticks of a loop that has nothing to do."""

_HEAD = ("phase", "ticks", "wall s", "own s", "median", "p95", "worst", "median", "p95", "worst", "> 50")
_WIDTHS = (34, 7, 7, 7, 8, 8, 8, 8, 8, 8, 6)


@dataclass(slots=True)
class Phase:
    """What happened to the timer during one kind of work: seconds late, and the thread's own work in each gap."""

    name: str
    late: list[float] = field(default_factory=list[float])
    worked: list[float] = field(default_factory=list[float])
    wall: float = 0.0

    def add(self, gap: float, worked: float) -> None:
        """Count a gap between two ticks, in which the thread worked for so long itself; seconds."""
        self.late.append(max(0.0, gap - TICK))
        self.worked.append(worked)
        self.wall += gap

    def cells(self) -> list[str]:
        """Return the row of the table."""
        over = sum(value > 0.05 for value in self.worked)
        shares = [f"{share(values, part):.1f}" for values in (self.late, self.worked) for part in (0.5, 0.95, 1.0)]
        return [self.name, str(len(self.late)), f"{self.wall:.1f}", f"{sum(self.worked):.1f}", *shares, str(over)]


def share(values: Sequence[float], part: float) -> float:
    """Return what this part of the values is at the most; of seconds, in milliseconds."""
    ordered = sorted(values) or [0.0]
    return 1000 * ordered[int(part * (len(ordered) - 1))]


def together(phases: Sequence[Phase]) -> Phase:
    """Return all phases as one."""
    whole = Phase("everything")
    for phase in phases:
        whole.late += phase.late
        whole.worked += phase.worked
        whole.wall += phase.wall
    return whole


def table(phases: Sequence[Phase]) -> str:
    """Return what was measured, a line for each phase; milliseconds but for the sums."""
    groups = f"{'':{sum(_WIDTHS[:4]) + 3}} {'late by the clock, ms':>26} {'own work, ms':>26} {'own':>6}"
    rows = [list(_HEAD), *(phase.cells() for phase in phases), together(phases).cells()]
    return "\n".join([groups, *(" ".join(_aligned(row)) for row in rows)])


def _aligned(cells: Sequence[str]) -> list[str]:
    texts = [f"{cell:>{width}}" for cell, width in zip(cells, _WIDTHS, strict=True)]
    return [f"{cells[0]:{_WIDTHS[0]}}", *texts[1:]]


class Clock(QObject):
    """Notes how late a timer comes, by phase. Emits nothing; `phases` has what was measured."""

    def __init__(self) -> None:
        super().__init__()
        self.phases: list[Phase] = []
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=int(TICK * 1000))
        self._timer.timeout.connect(self._tick)
        self._last = self._worked = 0.0

    def begin(self, name: str) -> None:
        """Begin another phase; what was done up to here counts to the one before."""
        if self._timer.isActive():
            self._tick()
        print(f"{time.strftime('%H:%M:%S')} {name}", flush=True)
        self.phases.append(Phase(name))
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer.start()

    def stop(self) -> None:
        """Measure no longer until another phase begins."""
        self._tick()
        self._timer.stop()

    def _tick(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.phases[-1].add(now - self._last, worked - self._worked)
        self._last, self._worked = now, worked
