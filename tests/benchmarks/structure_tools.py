"""Runs the tools under comparison: our own readers through the engine, peers as processes of their own."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path as FilePath
from types import TracebackType
from typing import Protocol

from structure_peers import PEERS
from structure_score import Reading
from structure_text import Path
from structure_truth import FORMATS, Case

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import ParsedDocument, TitleSource
from explorer.core.outline import outline
from explorer.engine.readers import Readers

OURS = "chunk-explorer"
_SCRIPT = FilePath(__file__).with_name("structure_peers.py")


class Tool(Protocol):
    """Something that reads documents. `formats` it can read; `title` names it with its version."""

    name: str
    title: str
    formats: tuple[str, ...]

    def read(self, case: Case) -> Reading:
        """Return what it says about a document; a failure is a reading with an error."""
        ...

    def close(self) -> None:
        """End its processes."""
        ...


class OurReaders:
    """This project's readers, as the engine runs them."""

    def __init__(self, version: str) -> None:
        self.name = OURS
        self.formats = FORMATS
        self.title = f"{OURS} {version}"
        self._readers = Readers()

    def read(self, case: Case) -> Reading:
        """Read through a reader process, with all aids that the engine gives."""
        start = time.perf_counter()
        try:
            document = self._readers.read(case.file, case.file.name)
        except UnreadableDocumentError as error:
            return Reading([], [], error=f"{error.title} {error.detail}".strip())
        return reading_of(document, time.perf_counter() - start)

    def close(self) -> None:
        """End the reader processes."""
        self._readers.close()


def reading_of(document: ParsedDocument, seconds: float = 0.0) -> Reading:
    """Return a document's headings and texts with their paths."""
    sections = outline(document.blocks)
    heads = {section.first_block: section.path for section in sections}
    texts: list[tuple[Path, str]] = []
    path: Path = ()
    for index, block in enumerate(document.blocks):
        path = heads.get(index, path)
        texts.append((path, block.text))
    headings = [(section.level, section.heading) for section in sections]
    # A file's name is what is left when the document states no title.
    title = "" if document.title_source is TitleSource.FILE_NAME else document.title
    return Reading(headings, texts, document.evidence, seconds, title=title)


class Peer:
    """A peer in its own process; one that hangs or dies costs one document and is started again."""

    def __init__(self, name: str, version: str, python: str, patience: float) -> None:
        self.name, self.title = name, f"{name} {version}"
        self.formats = PEERS[name][2]
        self._command = [python, str(_SCRIPT), name]
        self._patience = patience
        self._child: subprocess.Popen[str] | None = None

    def read(self, case: Case) -> Reading:
        """Ask the process about a document."""
        child = self._child or self._start()
        assert child.stdin
        assert child.stdout
        alarm = threading.Timer(self._patience, child.kill)
        alarm.start()
        with contextlib.suppress(BrokenPipeError):
            child.stdin.write(json.dumps({"file": str(case.file), "format": case.format}) + "\n")
            child.stdin.flush()
        line = child.stdout.readline()
        alarm.cancel()
        if not line:
            self.close()
            return Reading([], [], error=f"no answer within {self._patience:g} s, or the process died")
        answer = json.loads(line)
        if "error" in answer:
            return Reading([], [], error=answer["error"])
        texts = [(tuple(path), text) for path, text in answer["texts"]]
        headings = [(level, text) for level, text in answer["headings"]]
        return Reading(headings, texts, seconds=answer["seconds"], title=answer["title"])

    def _start(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(
            self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
        )
        return self._child

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            for stream in (self._child.stdin, self._child.stdout):
                if stream is not None:
                    with contextlib.suppress(BrokenPipeError):
                        stream.close()
        self._child = None


@dataclass(slots=True)
class Tools:
    """The tools of a run, and the peers that are not installed. A context manager."""

    tools: list[Tool]
    missing: list[str]

    def __enter__(self) -> Tools:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for tool in self.tools:
            tool.close()


def start_tools(wanted: list[str], version: str, peer_pythons: list[str], patience: float) -> Tools:
    """Return our readers and the wanted peers, each from the first environment that has it (this one first)."""
    tools: list[Tool] = [OurReaders(version)]
    installed: dict[str, tuple[str, str]] = {}
    for python in (sys.executable, *peer_pythons):
        listed = subprocess.run([python, str(_SCRIPT), "--list"], capture_output=True, text=True, check=True)
        for name, peer_version in json.loads(listed.stdout).items():
            if peer_version and name not in installed:
                installed[name] = (python, peer_version)
    tools += [Peer(name, installed[name][1], installed[name][0], patience) for name in wanted if name in installed]
    return Tools(tools, [name for name in wanted if name not in installed])
