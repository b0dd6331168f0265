"""The whole main job where there is no network at all: no interface, not even loopback, and a home that stays empty.

What a library might try in vain is seen as well: every process of the program writes down each connection, datagram
and name look-up that Python hears of. Calls below Python are seen by `strace -f -e trace=connect,sendto`, which needs
rights that tests have not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
QUESTION = "How much is the monthly pass?"

WATCH = """
import os, socket, sys
_file = os.environ["CALLS"]
_names = {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"}
_local = getattr(socket, "AF_UNIX", None)
def _watch(event, arguments):
    if event in _names and not (arguments and getattr(arguments[0], "family", 0) == _local):
        with open(_file, "a") as file:
            file.write(f"{event} {arguments[1:]}\\n")
sys.addaudithook(_watch)
"""
JOB = """
import sys
from explorer import cli
folder, store, questions = sys.argv[1:]
for words in (
    ["index", folder, "--store", store],
    ["search", folder, "How much is the monthly pass?", "--json", "--store", store],
    ["evaluate", folder, questions, "--json", "--store", store],
    ["audit", folder, "--format", "json", "--store", store],
    ["doctor", folder, "--store", store],
):
    print("##", words[0], cli.main(cli.parse(words)), flush=True)
"""


def _has_namespaces() -> bool:
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    return subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode == 0


pytestmark = pytest.mark.skipif(not _has_namespaces(), reason="needs network namespaces of Linux")


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Return the environment of a process that is watched and has a home of its own."""
    base = tmp_path_factory.mktemp("offline")
    for name in ("home", "site", "docs"):
        (base / name).mkdir()
    (base / "site" / "sitecustomize.py").write_text(WATCH)
    shutil.copy(PROJECT / "sample_docs" / "plans.md", base / "docs")
    shutil.copy(next((PROJECT / "sample_docs").rglob("*.pdf")), base / "docs")
    question = {"question": QUESTION, "relevant": ["plans#monthly-pass"]}
    (base / "docs" / "questions.jsonl").write_text(json.dumps(question) + "\n")
    dropped = {
        "XDG_CACHE_HOME",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "HF_HUB_OFFLINE",
        "TRANSFORMERS_OFFLINE",
        "ORT_DISABLE_TELEMETRY",
    }
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {
        **kept,
        "HOME": str(base / "home"),
        "CALLS": str(base / "calls"),
        "PYTHONPATH": os.pathsep.join([str(base / "site"), str(PROJECT)]),
        "QT_QPA_PLATFORM": "offscreen",
        "BASE": str(base),
    }


def _run(cut_off: Mapping[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["unshare", "-rn", sys.executable, *command],
        cwd=cut_off["BASE"],
        env=dict(cut_off),
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )


def _nothing_was_tried(cut_off: Mapping[str, str]) -> None:
    calls = Path(cut_off["CALLS"])
    assert not calls.exists(), calls.read_text()
    # The program's own cache holds the converted model; no library has a place of its own.
    home, own = Path(cut_off["HOME"]), Path(cut_off["HOME"]) / ".cache" / "chunk-explorer"
    assert [path for path in home.rglob("*") if path.is_file() and not path.is_relative_to(own)] == []


def test_the_watch_sees_a_call(cut_off: Mapping[str, str], tmp_path: Path) -> None:
    watched = {**cut_off, "CALLS": str(tmp_path / "calls")}
    _run(watched, "-c", "import socket\ntry: socket.create_connection(('192.0.2.1', 9), 1)\nexcept OSError: pass")
    said = (tmp_path / "calls").read_text()
    assert "socket.getaddrinfo" in said
    assert "socket.connect" in said or "192.0.2.1" in said


@pytest.mark.slow
def test_index_search_evaluate_audit_and_doctor(cut_off: Mapping[str, str]) -> None:
    base = Path(cut_off["BASE"])
    done = _run(cut_off, "-c", JOB, str(base / "docs"), str(base / "store"), str(base / "docs" / "questions.jsonl"))
    assert done.returncode == 0, done.stderr
    ended = [line for line in done.stdout.splitlines() if line.startswith("##")]
    assert ended == ["## index 0", "## search 0", "## evaluate 0", "## audit 0", "## doctor 0"], done.stdout
    assert '"Monthly pass"' in done.stdout
    _nothing_was_tried(cut_off)


@pytest.mark.slow
def test_the_window_is_drawn(cut_off: Mapping[str, str]) -> None:
    base = Path(cut_off["BASE"])
    picture = base / "window.png"
    done = _run(
        cut_off, "-m", "explorer", str(base / "docs"), "--picture", str(picture), "--store", str(base / "store")
    )
    assert done.returncode == 0, done.stderr
    assert QUESTION in done.stdout
    assert picture.stat().st_size > 20_000
    _nothing_was_tried(cut_off)
