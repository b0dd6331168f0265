"""Reader processes side by side: started when first needed, ended when they die, hang or outgrow their limits.

Not for use by several threads at once.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

import msgspec

from explorer.engine.log import LOG
from explorer.engine.reader import Answer, Limits, Refused, Request

_ANSWERS = msgspec.json.Decoder(Answer)
_ENCODER = msgspec.json.Encoder()
_PATIENCE = 3.0
MOST_ANSWER = 300 * 1024**2
"""Bytes of an answer that are taken; `Limits.answer` lies below."""
_LONGEST_WORDS = 4096
_FOLDER = Path(__file__).resolve().parents[2]


def _command() -> list[str]:
    """Return the command of a reader; `-P` keeps Python from importing modules out of the working folder."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--reader"]
    return [sys.executable, "-P", "-m", "explorer", "--reader"]


def _environment() -> dict[str, str]:
    """Return the environment, in which a checkout that is not installed can be imported, and nothing phones home.

    PyMuPDF imports onnxruntime, which else looks up its maker's server and keeps a log in the user's cache as soon as
    it is imported; `disable_telemetry_events` comes too late for that.
    """
    quiet = {**os.environ, "ORT_DISABLE_TELEMETRY": "1"}
    if _FOLDER.name in ("site-packages", "dist-packages"):
        return quiet
    inherited = os.environ.get("PYTHONPATH", "")
    path = os.pathsep.join(part for part in (inherited, str(_FOLDER)) if part)
    return {**quiet, "PYTHONPATH": path}


class Process:
    """A running reader. Its answers, and a None when it has ended, go to `answers` together with itself."""

    def __init__(self, answers: queue.SimpleQueue[tuple[Process, bytes | None]]) -> None:
        self._answers = answers
        self._fatal = self._said = ""
        self._child = subprocess.Popen(  # noqa: S603 - the command is this program itself
            _command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment()
        )
        self._threads = [
            threading.Thread(target=self._pass_on, args=(self._child.stdout,), daemon=True),
            threading.Thread(target=self._remember, args=(self._child.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self.asked: Request | None = None
        self.deadline = 0.0

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._child.pid

    def _pass_on(self, output: BinaryIO) -> None:
        while line := output.readline(MOST_ANSWER):
            if not line.endswith(b"\n") and len(line) >= MOST_ANSWER:
                # A sound reader never says so much at once; the engine will not hold what this one is made to say.
                self._child.kill()
                break
            self._answers.put((self, line))
        self._answers.put((self, None))

    def _remember(self, errors: BinaryIO) -> None:
        while line := errors.readline(_LONGEST_WORDS):
            said = line.decode("utf-8", "replace").strip()
            if said.startswith("Fatal"):
                self._fatal = self._fatal or said
            elif not said.startswith("Extension modules:"):
                self._said = said

    def alive(self) -> bool:
        """Say whether the process still runs."""
        return self._child.poll() is None

    def ask(self, request: Request) -> None:
        """Send a request. A process that is gone is noticed by the end of its answers."""
        self.asked = request
        self.deadline = time.monotonic() + request.limits.wall_seconds
        if self._child.stdin is None:
            return
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.write(_ENCODER.encode(request) + b"\n")
            self._child.stdin.flush()

    def end(self, *, at_once: bool) -> int:
        """End the process and return its exit code; without `at_once` it may go by itself first."""
        if at_once:
            self._child.kill()
        with contextlib.suppress(BrokenPipeError):
            if self._child.stdin is not None:
                self._child.stdin.close()
        try:
            code = self._child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._child.kill()
            code = self._child.wait()
        for thread in self._threads:
            thread.join()
        for pipe in (self._child.stdout, self._child.stderr):
            if pipe is not None:
                pipe.close()
        return code

    def last_words(self) -> str:
        """Return the line of standard error that tells most about an end: the first of Python's fatal error."""
        return self._fatal or self._said


class Pool:
    """Reader processes that work side by side; each has at most one request at a time."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._answers: queue.SimpleQueue[tuple[Process, bytes | None]] = queue.SimpleQueue()
        self.processes: list[Process] = []

    def has_room(self) -> bool:
        """Say whether one more request can be taken."""
        return sum(process.asked is not None for process in self.processes) < self._size

    def ask(self, request: Request) -> Process:
        """Give a request to an idle process, started if need be, and return it."""
        for process in [one for one in self.processes if one.asked is None and not one.alive()]:
            self._drop(process, at_once=True)
        idle = next((process for process in self.processes if process.asked is None), None)
        if idle is None:
            idle = Process(self._answers)
            self.processes.append(idle)
        idle.ask(request)
        return idle

    def wait(self, patience: float) -> tuple[Process, Answer] | None:
        """Return the next process that is done and its answer, or None when none is within `patience` seconds.

        A dead or late process is done too.
        """
        until = time.monotonic() + patience
        while True:
            busy = [process for process in self.processes if process.asked is not None]
            first = min(busy, key=lambda process: process.deadline)
            try:
                process, line = self._answers.get(timeout=max(min(first.deadline, until) - time.monotonic(), 0.0))
            except queue.Empty:
                if time.monotonic() < first.deadline:
                    return None
                return first, self._too_late(first)
            if process not in busy:
                continue
            if line is None:
                return process, self._dead(process)
            return process, self._received(process, line)

    def _received(self, process: Process, line: bytes) -> Answer:
        try:
            answer = _ANSWERS.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._drop(process, at_once=True)
            return Refused(title="The reader sent an answer that cannot be understood.", detail=str(error))
        process.asked = None
        if isinstance(answer, Refused) and answer.ended:
            self._drop(process, at_once=False)
        return answer

    def _too_late(self, process: Process) -> Refused:
        seconds = process.asked.limits.wall_seconds if process.asked else 0.0
        _log_stop(process, f"after {seconds:g} seconds")
        self._drop(process, at_once=True)
        return Refused(title=f"The reader was stopped: the document took longer than {seconds:g} seconds.", ended=True)

    def _dead(self, process: Process) -> Refused:
        limits = process.asked.limits if process.asked else Limits()
        request = process.asked
        code = self._drop(process, at_once=False)
        _log_stop(process, _why(code, limits), request)
        return Refused(title=f"The reader stopped: {_why(code, limits)}.", detail=process.last_words(), ended=True)

    def _drop(self, process: Process, *, at_once: bool) -> int:
        process.asked = None
        self.processes.remove(process)
        return process.end(at_once=at_once)

    def abandon(self) -> None:
        """End the processes that work on something no one waits for any more; they write nothing but pictures."""
        for process in [one for one in self.processes if one.asked is not None]:
            self._drop(process, at_once=True)

    def close(self) -> None:
        """End all processes."""
        self.abandon()
        for process in list(self.processes):
            self._drop(process, at_once=False)


def _log_stop(process: Process, why: str, request: Request | None = None) -> None:
    asked = request or process.asked
    name = os.fsdecode(bytes.fromhex(asked.path)) if asked else ""
    facts = {"reader": process.pid, "asked": type(asked).__name__, "why": why}
    LOG.note("reader stopped", facts, {"file": name, "words": process.last_words()})


def _why(code: int, limits: Limits) -> str:
    """Say in words why a process ended."""
    if code >= 0:
        return f"it ended by itself with exit code {code}"
    number = -code
    if number == getattr(signal, "SIGXCPU", None):
        return f"the document took more than {limits.cpu_seconds} seconds of computing time"
    if number == getattr(signal, "SIGKILL", None):
        return "the system killed it, most likely for lack of memory"
    try:
        return f"the document crashed it ({signal.Signals(number).name})"
    except ValueError:
        return f"the document crashed it (signal {number})"
