"""Whether a window can be shown: asked before Qt starts, because Qt ends the process when it cannot."""

from __future__ import annotations

import os
import subprocess
import sys

PROBE_SECONDS = 15.0
"""How long the probe may take before a display counts as dead."""

_PROBE = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"


def missing_display() -> str:
    """Return why no window can be shown, as a sentence; empty when one can.

    A display that is named but dead, refuses the connection, or lacks a system library that Qt needs is found by
    starting Qt in a child process, where its abort harms nothing.
    """
    if os.environ.get("QT_QPA_PLATFORM"):
        return _probe(f"The Qt platform {os.environ['QT_QPA_PLATFORM']!r} does not start.")
    if not sys.platform.startswith("linux"):
        return ""
    named = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    if not named:
        return "There is no display."
    return _probe(f"The display {named!r} does not answer.")


def _probe(failure: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - this interpreter with a fixed program
            [sys.executable, "-c", _PROBE], capture_output=True, timeout=PROBE_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return failure
    if done.returncode == 0:
        return ""
    said = [line for line in done.stderr.decode(errors="replace").splitlines() if line.strip()]
    return f"{failure} Qt says: {said[0].strip()}" if said else failure
