"""Runs code with a library's store on a file system of its own: read-only, or small enough to be filled."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]


def can_mount() -> bool:
    """Tell whether this system lets a process have file systems of its own."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    tried = subprocess.run(["unshare", "-rm", "sh", "-c", "mount -t tmpfs none /mnt"], check=False, capture_output=True)
    return tried.returncode == 0


def run_read_only(code: str, folder: Path, store: Path) -> Any:
    """Run Python code (arguments: folder, store) with the store mounted read-only; returns the JSON it prints last."""
    return _run('mount --bind "$2" "$2" && mount -o remount,ro,bind "$2"', code, folder, store)


def run_on_small_disk(code: str, folder: Path, store: Path, megabytes: int) -> Any:
    """Run Python code (arguments: folder, store) with a copy of the store on a disk of its own of that size."""
    copied = (
        'cp -a "$2" "$2.copy" && mount -t tmpfs -o size=' + str(megabytes) + 'm none "$2" && cp -a "$2.copy/." "$2"'
    )
    return _run(copied, code, folder, store)


def _run(prepare: str, code: str, folder: Path, store: Path) -> Any:
    script = f'{prepare} && exec "$0" -c "$3" "$1" "$2"'
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, sys.executable, str(folder), str(store), code],
        check=False, capture_output=True, text=True, cwd=PROJECT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])
