"""The window's end of the engine: starts the process, sends requests, reads events, survives its death.

Guarantees:

* Every request that was sent ends: with the engine's answer, or with a `Failed` or `Cancelled` made up here when the
  engine died or had to be killed.
* A request that was cancelled and not answered within five seconds ends the engine, which is then started again.
* An engine that crashes is started again once; when it crashes again before it answered anything, the next request
  starts it.
* `close` returns within three seconds, and no process is left.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

import explorer
from explorer import protocol
from explorer.protocol import AnyEvent, MalformedMessageError, Request
from explorer.ui.error_texts import in_users_words

_LOG_LIMIT = 64 * 1024
_STOPPED = "The engine stopped unexpectedly."


def engine_command() -> list[str]:
    """Return the command that starts the engine: the frozen program itself, or Python with this package."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--engine"]
    return [sys.executable, "-m", "explorer", "--engine"]


class EngineClient(QObject):
    """Speaks with one engine process.

    Signals: `event_arrived` carries each event, the made-up ones included; `stopped` says, before these, that the
    engine is gone; then either `restarted` that it is a new one, which has no library open, or `gave_up` that none was
    started.
    """

    event_arrived = Signal(object)
    stopped = Signal()
    restarted = Signal()
    gave_up = Signal()

    def __init__(
        self, command: Sequence[str] | None = None, cancel_ms: int = 5000, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._command = list(command or engine_command())
        self._cancel_ms = cancel_ms
        self._open: dict[int, Request] = {}
        self._log = bytearray()
        self._answered = True
        self._killed_for = 0
        self._closing = False
        self._process = self._make_process()

    @property
    def running(self) -> bool:
        """Say whether the process is there or starting."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    @property
    def log_tail(self) -> str:
        """Return the last 64 KiB of what the engine wrote to its standard error."""
        return self._log.decode("utf-8", "replace")

    def start(self) -> None:
        """Start the engine unless it runs."""
        if not self.running and not self._closing:
            self._process.start()

    def send(self, request: Request) -> None:
        """Send a request; starts the engine when none runs."""
        if self._closing:
            return
        self.start()
        if not isinstance(request, protocol.Cancel):
            self._open[request.id] = request
        self._process.write(protocol.encode(request))

    def cancel(self, job: int) -> None:
        """Ask the engine to stop a job; kills the engine when there is no answer in time."""
        if job not in self._open:
            return
        self.send(protocol.Cancel(id=job, job=job))
        QTimer.singleShot(self._cancel_ms, self, lambda: self._kill_if_open(job))

    def close(self) -> None:
        """End the engine: close its input, wait, then terminate, then kill."""
        self._closing = True
        self._open.clear()
        if not self.running:
            return
        self._process.closeWriteChannel()
        if self._process.waitForFinished(1500):
            return
        self._process.terminate()
        if not self._process.waitForFinished(1000):
            self._process.kill()
            self._process.waitForFinished(500)

    def _make_process(self) -> QProcess:
        process = QProcess(self)
        process.setProgram(self._command[0])
        process.setArguments(self._command[1:])
        # Python puts the working folder first on its path: a folder of documents must not be able to lend the
        # engine a module.
        process.setWorkingDirectory(str(Path(explorer.__file__).resolve().parent.parent))
        process.readyReadStandardOutput.connect(self._read_events)
        process.readyReadStandardError.connect(self._read_log)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        return process

    def _read_events(self) -> None:
        while self._process.canReadLine():
            line = bytes(self._process.readLine().data())
            if not self._closing:
                self._deliver(self._decode(line))

    def _decode(self, line: bytes) -> AnyEvent:
        try:
            return protocol.decode_event(line)
        except MalformedMessageError as error:
            return protocol.Failed(title=error.title, detail=f"{error.detail}\n\n{_facts_of(line)}", expected=False)

    def _deliver(self, event: AnyEvent) -> None:
        if ends_job(event):
            self._answered = self._open.pop(event.id, None) is not None or self._answered
        self.event_arrived.emit(in_users_words(event))

    def _read_log(self) -> None:
        self._log += self._process.readAllStandardError().data()
        del self._log[:-_LOG_LIMIT]

    def _kill_if_open(self, job: int) -> None:
        if job in self._open and self.running:
            self._killed_for = job
            self._process.kill()

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and not self._closing:
            self._fail_open_jobs("The engine could not be started.", self._process.errorString(), expected=True)

    def _on_finished(self, code: int) -> None:
        if self._closing:
            return
        self._read_events()
        self._read_log()
        self.stopped.emit()
        if self._killed_for:
            self._end_killed()
        else:
            self._end_crashed(code)

    def _end_killed(self) -> None:
        job, self._killed_for = self._killed_for, 0
        self._open.pop(job, None)
        self.event_arrived.emit(protocol.Cancelled(id=job))
        if self._open:
            self._fail_open_jobs("The engine did not stop in time and was started again.", "", expected=True)
        self._restart()

    def _end_crashed(self, code: int) -> None:
        again, self._answered = self._answered, False
        status = "crashed" if self._process.exitStatus() == QProcess.ExitStatus.CrashExit else "ended"
        log = self.log_tail.strip() or "It wrote nothing to its log."
        self._fail_open_jobs(_STOPPED, f"The engine process {status} with code {code}.\n\n{log}", expected=False)
        if again:
            self._restart()
        else:
            self.gave_up.emit()

    def _fail_open_jobs(self, title: str, detail: str, *, expected: bool) -> None:
        jobs = list(self._open) or [0]
        self._open.clear()
        for job in jobs:
            failed = protocol.Failed(id=job, title=title, detail=detail, expected=expected)
            self.event_arrived.emit(in_users_words(failed))

    def _restart(self) -> None:
        self._log.clear()
        self.start()
        self.restarted.emit()


def _facts_of(line: bytes) -> str:
    """Return what is known of a message that cannot be read, without the text of documents that it may hold."""
    kind = re.search(rb'"type":"(\w{1,40})"', line[:200])
    return f"A message of {len(line):,} bytes" + (f", of the kind {kind[1].decode()}." if kind else ".")


def ends_job(event: AnyEvent) -> bool:
    """Say whether the event is its job's last."""
    match event:
        case protocol.Ready() | protocol.Progress() | protocol.DocumentsTold():
            return False
        case protocol.Sections(done=done):
            return done
        case protocol.LibraryOpened(final=final):
            return final
        case _:
            return True
