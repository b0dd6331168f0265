"""How long the first answers take from a cold process on an existing index, and what is imported on the way.

Run as `python tests/benchmarks/first_answer.py [FOLDER] [--repeat N]`; without a folder the sample library is asked.
The index is made first, in a temporary folder. Then each way is gone in turn, so that what else the machine does falls
on all of them:

* engine: the process that the window starts, asked in its own protocol; seconds from the start of the process until it
  is ready, the library is open, the first hits by keywords are there, and the first by vectors.
* search: the command, from its start to its end, the refresh that it begins with included.
* torch: a process that imports sentence-transformers and encodes the same question, to compare with.
"""

from __future__ import annotations

import argparse
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from figures import say_figure
from machine import machine

from explorer import protocol
from explorer.engine.model_files import find_model
from explorer.paths import sample_library

QUESTION = "How much is the monthly pass?"
HEAVY = ("torch", "sentence_transformers", "transformers", "chromadb", "pymupdf", "onnxruntime", "scipy", "openvino")
"""Packages that take long to import, or show which way was gone."""

PATIENCE = 300
ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
TORCH = """
import sys
from sentence_transformers import SentenceTransformer
model = SentenceTransformer(sys.argv[1], device="cpu", local_files_only=True)
model.encode(sys.argv[2], show_progress_bar=False)
"""


class Engine:
    """The engine's process; `times` tells when each kind of event came first, in seconds from its start."""

    def __init__(self, *python: str, errors: int | Any = subprocess.DEVNULL) -> None:
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, *python, "-m", "explorer", "--engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=ENVIRONMENT,
        )
        self._events: queue.SimpleQueue[tuple[float, protocol.AnyEvent]] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._events.put((time.perf_counter() - self.begun, protocol.decode_event(line)))

    def send(self, request: protocol.Request) -> None:
        """Send a request."""
        assert self.process.stdin is not None
        self.process.stdin.write(protocol.encode(request))
        self.process.stdin.flush()

    def wait(self, kind: type[protocol.Event], number: int = 0) -> float:
        """Return when an event of this kind came that answers the request of this number."""
        while True:
            when, event = self._events.get(timeout=PATIENCE)
            if isinstance(event, protocol.Failed):
                raise SystemExit(f"The engine failed: {event.title} {event.detail}")
            if isinstance(event, kind) and event.id == number:
                return when

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(PATIENCE)


def ask_engine(engine: Engine, folder: Path, store: Path) -> dict[str, float]:
    """Return when each of the first answers came."""
    engine.send(protocol.OpenLibrary(id=1, folder=str(folder), store=str(store)))
    times = {
        "engine: ready": engine.wait(protocol.Ready),
        "engine: library open": engine.wait(protocol.LibraryOpened, 1),
    }
    engine.send(protocol.Search(id=2, question=QUESTION, ranker="keyword"))
    times["engine: first hits by keywords"] = engine.wait(protocol.Ranked, 2)
    engine.send(protocol.Search(id=3, question=QUESTION, ranker="embedding"))
    times["engine: first hits by vectors"] = engine.wait(protocol.Ranked, 3)
    engine.close()
    return times


def run(*arguments: str) -> tuple[float, float]:
    """Return the seconds that a Python process takes on the clock, and those of the processor."""
    begun, used = time.perf_counter(), processor()
    subprocess.run([sys.executable, *arguments], check=True, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun, processor() - used


def processor() -> float:
    """Return the processor's seconds that all ended children took; other work does not make them more."""
    spent = os.times()
    return spent.children_user + spent.children_system


def search(folder: Path, store: Path) -> list[str]:
    """Return the arguments of the command."""
    return ["-m", "explorer", "search", str(folder), QUESTION, "--store", str(store)]


def imported(errors: str) -> tuple[int, list[str]]:
    """Return how many modules `-X importtime` tells of, and which of the heavy packages are among them."""
    names = {line.rsplit("|", 1)[1].strip() for line in errors.splitlines() if line.startswith("import time:")}
    return len(names), [name for name in HEAVY if name in names]


def imports_of_engine(folder: Path, store: Path) -> tuple[int, list[str]]:
    """Return what the engine imports until its first answer by vectors."""
    with tempfile.TemporaryFile() as errors:
        ask_engine(Engine("-X", "importtime", errors=errors), folder, store)
        errors.seek(0)
        return imported(errors.read().decode("utf-8", "replace"))


def imports_of_search(folder: Path, store: Path) -> tuple[int, list[str]]:
    """Return what the command imports."""
    words = [sys.executable, "-X", "importtime", *search(folder, store)]
    done = subprocess.run(words, check=True, env=ENVIRONMENT, capture_output=True, text=True)
    return imported(done.stderr)


def said(name: str, seconds: list[float]) -> str:
    """Return a row of the table."""
    return f"| {name} | {median(seconds):.2f} | {min(seconds):.2f} | {max(seconds):.2f} |"


def told(name: str, found: tuple[int, list[str]]) -> str:
    """Return in words what was imported."""
    return f"{name}: {found[0]} modules imported; of the heavy ones: {', '.join(found[1]) or 'none'}"


def say_figures(seconds: Mapping[str, list[float]]) -> None:
    """Say what the window waits for, and what importing torch would take."""
    middle = {name: median(values) for name, values in seconds.items()}
    torch = "torch: import, load, encode"
    for kind in ("keywords", "vectors"):
        took = middle[f"engine: first hits by {kind}"]
        said = f"{took:.2f} s from the start of a process ({took / middle[torch]:.2f} of what torch alone takes)"
        say_figure(f"First hits by {kind} from an existing index", said, "3 s" if kind == "vectors" else "at once")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=sample_library())
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    folder: Path = arguments.folder.resolve()
    torch = ["-c", TORCH, str(find_model().folder), QUESTION]
    seconds: dict[str, list[float]] = {}

    def note(found: Mapping[str, float]) -> None:
        for name, value in found.items():
            seconds.setdefault(name, []).append(value)

    print(machine())
    with tempfile.TemporaryDirectory() as name:
        store = Path(name)
        print(f"index made in {run('-m', 'explorer', 'index', str(folder), '--store', name)[0]:.1f} s")
        for _ in range(arguments.repeat):
            used = processor()
            note(ask_engine(Engine(), folder, store))
            note({"engine: processor, all of the above": processor() - used})
            for words, label in ((search(folder, store), "search, command"), (torch, "torch: import, load, encode")):
                wall, seconds_used = run(*words)
                note({label: wall, f"{label}: processor": seconds_used})
        print(f"\n| seconds from the start of a process, {arguments.repeat} times | median | least | most |")
        print("|---|---|---|---|")
        print("\n".join(said(name, values) for name, values in seconds.items()))
        say_figures(seconds)
        print(
            f"\n{told('engine', imports_of_engine(folder, store))}\n{told('search', imports_of_search(folder, store))}"
        )
    print(f"at the end: {machine()}")


if __name__ == "__main__":
    main()
