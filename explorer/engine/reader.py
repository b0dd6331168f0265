"""A reader process: reads one file at a time, or draws a page, for the engine that started it.

Files are hostile until proven otherwise, so they are opened here and nowhere else: this process has limits on memory
and CPU time, opens files read-only, and may die without harm. It speaks JSON, one message a line: a request on
standard input, one answer to each on standard output. It ends when its input does.

Paths and names cross as hexadecimal bytes, because a file name need not be valid UTF-8.
"""

from __future__ import annotations

import faulthandler
import gc
import math
import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import ParsedDocument
from explorer.core.page_words import PageWords
from explorer.core.parsing.aids import NO_AIDS, LayoutBox, ReadingAids

try:
    import resource
except ImportError:  # Windows has no such limits; the engine's wall clock remains.
    resource = None

_ATTEMPTS = 2


def _memory_share() -> int:
    """Return how many bytes a reader may have: 4 GiB, on small machines half of the memory, never below 2 GiB."""
    names = getattr(os, "sysconf_names", {})
    if "SC_PHYS_PAGES" not in names:
        return 4 * 1024**3
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min(4 * 1024**3, max(2 * 1024**3, whole // 2))


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one document may cost: bytes of address space, seconds of CPU time, seconds by the clock.

    `answer`: bytes of what a document may become, which the engine has to hold; `file`: bytes of a file that a reader
    writes, which is a picture of a page. Windows knows no such limits for a process: there the clock and the size of
    the answer are all that bounds a document.
    """

    memory: int = msgspec.field(default_factory=_memory_share)
    cpu_seconds: int = 120
    wall_seconds: float = 180.0
    answer: int = 256 * 1024**2
    file: int = 256 * 1024**2


class Read(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Read the file at `path` as document `name` (both `encode_path`); answered by `Parsed` or `Refused`."""

    path: str
    name: str
    limits: Limits
    aids: ReadingAids = NO_AIDS


class LayOut(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Run the layout model over some pages (from 1) of a PDF; answered by `LaidOut` or `Refused`."""

    path: str
    name: str
    pages: tuple[int, ...]
    limits: Limits


class Draw(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Draw page `page` (from 1) at `scale` pixels per point into the PNG file `target`; `Drawn` or `Refused`."""

    path: str
    page: int
    scale: float
    target: str
    limits: Limits


class TellWords(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Ask for the words of `count` pages of a PDF from page `first` (from 1) on; answered by `Worded` or `Refused`."""

    path: str
    first: int
    count: int
    limits: Limits


class NameLanguages(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Ask in which languages scans can be read; answered by `Languages`. `path` and `limits` as in every request."""

    path: str = ""
    limits: Limits = Limits()


class Parsed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A document. Its name has U+FFFD for what is not valid UTF-8."""

    document: ParsedDocument


class LaidOut(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What the layout model sees on each page."""

    boxes: dict[int, tuple[LayoutBox, ...]]


class Languages(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Tesseract's names of the languages that are installed; none when Tesseract is not."""

    names: tuple[str, ...]


class Worded(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The words of pages, in order."""

    pages: tuple[PageWords, ...]


class Drawn(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The picture stands at the target."""


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The file cannot be read, and why. `ended`: the process is gone, or goes after this answer."""

    title: str
    detail: str = ""
    ended: bool = False


Request = Read | LayOut | Draw | TellWords | NameLanguages
Answer = Parsed | LaidOut | Drawn | Worded | Languages | Refused

_REQUESTS = msgspec.json.Decoder(Request)
_ENCODER = msgspec.json.Encoder()


def encode_path(path: str | os.PathLike[str]) -> str:
    """Return a path or name as hexadecimal text that any message can carry."""
    return os.fsencode(path).hex()


def shown_name(name: str) -> str:
    """Return a file name with U+FFFD for the bytes that are not valid UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")


def main() -> int:
    """Answer requests until standard input ends."""
    answers = _claim_output()
    if resource is not None:
        # A reader that a file has killed must not leave its memory in the user's folder.
        _lower(resource.RLIMIT_CORE, 0)
    faulthandler.enable()
    # Parsing makes many objects and few cycles; looking for cycles at Python's default pace costs a sixth of the time.
    gc.set_threshold(50_000, 20, 100)
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        line, ended = answer(requests.get())
        answers.write(line + b"\n")
        answers.flush()
        if ended:
            return 1


def _claim_output() -> BinaryIO:
    """Keep descriptor 1 for answers; what libraries print goes to standard error instead."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return answers


def _listen(source: BinaryIO, requests: SimpleQueue[bytes]) -> None:
    """Queue the lines of `source`; at its end the engine is gone, and so is the reason to go on, even mid-file."""
    for line in source:
        requests.put(line)
    os._exit(0)


def answer(line: bytes) -> tuple[bytes, bool]:
    """Return the encoded answer to a request, and whether this process should end after it."""
    request = _REQUESTS.decode(line)
    path = Path(os.fsdecode(bytes.fromhex(request.path)))
    try:
        _apply(request.limits)
        return _bounded(_ENCODER.encode(_fulfil(request, path)), request.limits, path), False
    except UnreadableDocumentError as error:
        return _ENCODER.encode(Refused(title=error.title, detail=error.detail)), False
    except MemoryError:
        size = f"{request.limits.memory / 1024**3:.1f} GiB"
        title = f"{shown_name(path.name)} needs more memory than a reader may use ({size})."
        return _ENCODER.encode(Refused(title=title, ended=True)), True
    except Exception as error:  # noqa: BLE001
        # Whatever a parser library raises on a damaged file is a fact about that file: it must not cost the others.
        why = f"{type(error).__name__}: {error}".encode("utf-8", "replace").decode("utf-8")
        return _ENCODER.encode(Refused(title=f"{shown_name(path.name)} could not be read.", detail=why)), False


def _bounded(answer: bytes, limits: Limits, path: Path) -> bytes:
    """Return an answer that the engine can hold; raises `UnreadableDocumentError` for a larger one."""
    if len(answer) > limits.answer:
        size = f"{len(answer) / 1e6:,.0f} MB as it was read; at most {limits.answer / 1e6:,.0f} MB can be indexed"
        raise UnreadableDocumentError(f"{shown_name(path.name)} holds too much for one document: {size}.", "Split it.")
    return answer


def _fulfil(request: Request, path: Path) -> Answer:
    if isinstance(request, Draw):
        _draw(request, path)
        return Drawn()
    if isinstance(request, TellWords):
        from explorer.core.parsing.pdf.reader import page_words

        return Worded(pages=page_words(read_bytes(path), request.first, request.count))
    if isinstance(request, NameLanguages):
        from explorer.core.parsing.pdf.ocr import ocr_available

        return Languages(names=ocr_available())
    name = bytes.fromhex(request.name).decode("utf-8", "replace")
    if isinstance(request, LayOut):
        from explorer.core.parsing.pdf.layout import layout_boxes

        return LaidOut(boxes=layout_boxes(read_bytes(path), name, request.pages))
    from explorer.core.parsing import read_document
    from explorer.core.parsing.given.form import SUFFIX

    # Given chunks have the name of the document that they were cut from, whatever its format was.
    known_as = f"{name}{SUFFIX}" if path.suffix == SUFFIX and not name.endswith(SUFFIX) else name
    return Parsed(document=read_document(read_bytes(path), known_as, request.aids))


def _draw(request: Draw, path: Path) -> None:
    from explorer.core.parsing.pdf.reader import draw_page

    picture = draw_page(read_bytes(path), request.page, request.scale)
    target = Path(os.fsdecode(bytes.fromhex(request.target)))
    unfinished = target.with_name(target.name + ".part")
    unfinished.write_bytes(picture)
    unfinished.replace(target)


def read_bytes(path: Path, read: Callable[[Path], bytes] = Path.read_bytes) -> bytes:
    """Return a regular file's bytes, read twice if it changed meanwhile.

    Raises `UnreadableDocumentError` when it changes again, cannot be opened, or is no regular file (a pipe would
    block for ever).
    """
    name = shown_name(path.name)
    try:
        for _ in range(_ATTEMPTS):
            before = path.stat()
            if not stat.S_ISREG(before.st_mode):
                raise UnreadableDocumentError(f"{name} is not a regular file.")
            data = read(path)
            after = path.stat()
            if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns) and len(
                data
            ) == after.st_size:
                return data
    except OSError as error:
        raise UnreadableDocumentError(f"{name} could not be opened: {error.strerror or error}.") from error
    raise UnreadableDocumentError(f"{name} changed while it was being read.", "Refresh once nothing writes to it.")


def _apply(limits: Limits) -> None:
    """Limit this process: address space for good, CPU time to what it has used so far and the document's share."""
    if resource is None:
        return
    usage = resource.getrusage(resource.RUSAGE_SELF)
    cpu = math.ceil(usage.ru_utime + usage.ru_stime) + limits.cpu_seconds
    _lower(resource.RLIMIT_CPU, cpu)
    _lower(resource.RLIMIT_AS, limits.memory)
    _lower(resource.RLIMIT_FSIZE, limits.file)


def _lower(kind: int, value: int) -> None:
    """Set a soft limit, never above the hard one that the system has set."""
    if resource is None:
        return
    _, hard = resource.getrlimit(kind)
    allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (allowed, hard))
