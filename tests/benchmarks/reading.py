"""How fast documents are read and cut, beside what others do and what the parts of the work cost by themselves.

Run as `python tests/benchmarks/reading.py [--peer-python PYTHON ...] [--megabytes N] [--repeat N] [--pages N]`. The
documents are those of `../shared/corpora`; without them nothing is measured. All of it but the last row runs in one
thread, each way in turn, again and again, and is measured in seconds of the processor, which other work on the machine
does not make more.

* Markdown: parse + chunk by the core, with tokens counted by the model's tokenizer (a new one each time: it remembers
  the words it has counted). Beside it markdown-it's bare parse, bare tokenising, and other tools that count tokens:
  LangChain and LlamaIndex, which keep headings, and chonkie, which does not, each in a process of the Python named.
* PDF with an outline: all of the reader's work, beside bare `page.get_text()` and beside the text with its boxes, sizes
  and fonts (`TextPage.extractDICT()`), which structure rests on: the reader cannot be quicker than that. Then by the
  clock: the same files through the program's reader processes side by side, as a library is read.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pymupdf
from figures import say_figure
from machine import machine
from markdown_it import MarkdownIt
from retrieval_cuts import Peer, installed
from retrieval_peers import PEERS, WITHOUT_HEADINGS
from tokenizers import Tokenizer

from explorer.core.chunking import chunk_document, text_share
from explorer.core.model import ParsedDocument
from explorer.core.parsing import read_document
from explorer.engine.model_files import ModelFiles, find_model
from explorer.engine.readers import Readers, reader_count
from explorer.engine.tokens import ModelTokenizer, token_limit

CORPORA = Path(__file__).resolve().parents[3] / "shared" / "corpora"
MARKDOWN = ("questions/emanual_s10/docs_extra", "questions/chroma_wikitexts/docs", "headings/fastapi/en/docs")
"""Folders of manuals, articles and documentation; each gives a third of the sample."""

PDFS = (
    "headings/debian/doc/debian/FAQ/debian-faq.en.pdf",
    "headings/debian/doc/installation-guide-amd64/en/install.en.pdf",
    "headings/debian/share/doc/debian-policy/policy.pdf",
    "headings/debian/usr/share/developers-reference/developers-reference.pdf",
    "headings/debian/usr/share/debian-reference/debian-reference.en.pdf",
)
_PEER_SCRIPT = Path(__file__).with_name("retrieval_peers.py")
OURS = "ours: parse + chunk"

Way = Callable[[], float]
"""Does the work once and returns the processor's seconds."""


def timed(work: Callable[[], object]) -> float:
    """Return the processor's seconds that something takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def rounds(ways: Mapping[str, Way], repeat: int) -> dict[str, list[float]]:
    """Go each way in turn, `repeat` times after one that is not counted."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(repeat + 1):
        for name, way in ways.items():
            seconds = way()
            if number:
                found[name].append(seconds)
    return found


def ratio(found: Mapping[str, Sequence[float]], base: str, own: str) -> float:
    """Return how many times faster `own` is than `base`: the median of the rounds' ratios."""
    return median(one / two for one, two in zip(found[base], found[own], strict=True))


def markdown_files(megabytes: float) -> list[Path]:
    """Return files of each folder until their share is reached."""
    chosen: list[Path] = []
    for folder in MARKDOWN:
        room = megabytes * 1e6 / len(MARKDOWN)
        for file in sorted((CORPORA / folder).rglob("*.md")):
            size = file.stat().st_size
            if size <= room:
                chosen.append(file)
                room -= size
    return chosen


class Ours:
    """The project's own way over Markdown; parse and chunk can be timed apart."""

    def __init__(self, files: Sequence[Path], model: ModelFiles) -> None:
        self._data = [(file.read_bytes(), file.name) for file in files]
        self._model = model
        self._limit = token_limit(model, ModelTokenizer(model))
        self._documents: list[ParsedDocument] = []
        self.chunks = 0

    def parse(self) -> float:
        """Read all documents."""
        return timed(lambda: self._documents.__setitem__(slice(None), [read_document(*each) for each in self._data]))

    def chunk(self) -> float:
        """Cut all documents, with a tokenizer that has seen no word yet."""
        tokenizer = ModelTokenizer(self._model)

        def cut() -> None:
            self.chunks = sum(len(chunk_document(each, tokenizer, self._limit)) for each in self._documents)

        return timed(cut)

    @property
    def most(self) -> int:
        """Return the most tokens of a chunk's text."""
        return text_share(self._limit)


class Others:
    """Another tool in a process of its own, which times itself."""

    def __init__(self, peer: Peer, files: Sequence[Path], model: ModelFiles, most: int) -> None:
        self.pieces = 0
        self._request = json.dumps({"files": [str(file) for file in files], "format": "markdown"}) + "\n"
        self._process = subprocess.Popen(
            [peer.python, str(_PEER_SCRIPT), peer.name, str(model.folder), str(most)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )

    def __call__(self) -> float:
        """Split all files once."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(self._request)
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise SystemExit(f"The other tool failed: {answer['error']}")
        self.pieces = answer["pieces"]
        return answer["seconds"]

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def markdown(arguments: argparse.Namespace) -> None:
    """Measure Markdown and print the table."""
    files, model = markdown_files(arguments.megabytes), find_model()
    texts = [file.read_text(encoding="utf-8") for file in files]
    size = sum(file.stat().st_size for file in files) / 1e6
    ours, bare = Ours(files, model), Tokenizer.from_file(str(model.tokenizer))
    bare.no_truncation()
    parser = MarkdownIt("commonmark").enable("table")
    ways: dict[str, Way] = {
        "ours: parse": ours.parse,
        "ours: chunk": ours.chunk,
        "markdown-it, bare parse": lambda: timed(lambda: [parser.parse(text) for text in texts]),
        "bare tokenising": lambda: timed(lambda: [bare.encode(text, add_special_tokens=False) for text in texts]),
    }
    peers = installed([*PEERS, *WITHOUT_HEADINGS], arguments.peer_python)
    others = {peer: Others(peer, files, model, ours.most) for peer in peers if peer.name in arguments.peers.split(",")}
    ways |= {f"{peer.name} {peer.version}": other for peer, other in others.items()}
    try:
        found = rounds(ways, arguments.repeat)
    finally:
        for other in others.values():
            other.close()
    found = {OURS: [sum(each) for each in zip(found["ours: parse"], found["ours: chunk"], strict=True)], **found}
    print(f"\nMarkdown: {len(files)} files, {size:.2f} MB, {ours.chunks} chunks of at most {ours.most} tokens of text")
    print("| way | MB/s | seconds | ours takes, times this | pieces |\n|---|---|---|---|---|")
    pieces = {f"{peer.name} {peer.version}": str(other.pieces) for peer, other in others.items()}
    for name, seconds in found.items():
        cells = (name, f"{size / median(seconds):.2f}", f"{median(seconds):.2f}", f"{ratio(found, OURS, name):.2f}")
        print(f"| {' | '.join(cells)} | {pieces.get(name, '')} |")
    say_markdown(found, size, [peer for peer in others if peer.name not in WITHOUT_HEADINGS])


def say_markdown(found: Mapping[str, Sequence[float]], size: float, peers: Sequence[Peer]) -> None:
    """Say the figures of Markdown."""
    rate = f"{size / median(found[OURS]):.2f} MB/s"
    bare = ratio(found, OURS, "markdown-it, bare parse")
    say_figure("Markdown, parse + chunk in one thread", f"{rate}, {bare:.1f} times the bare parse alone")
    if not peers:
        print("No other tool that counts tokens and keeps headings is installed: --peer-python names an environment.")
        return
    ahead = {f"{each.name} {each.version}": ratio(found, f"{each.name} {each.version}", OURS) for each in peers}
    fastest = min(ahead, key=lambda name: ahead[name])
    say_figure(
        "Markdown, parse + chunk beside the fastest tool that counts tokens and keeps headings",
        f"{ahead[fastest]:.1f} times as fast as {fastest}",
        "at least 1",
    )


@dataclass(slots=True)
class Pdf:
    """A PDF's bytes, its pages, and the seconds of both ways."""

    name: str
    data: bytes
    pages: int
    path: Path

    def bare(self) -> float:
        """Return what bare extraction of the text takes, opening included."""

        def extract() -> None:
            with pymupdf.open(stream=self.data, filetype="pdf") as document:
                for page in document:
                    page.get_text()

        return timed(extract)

    def styled(self) -> float:
        """Return what extraction of the text with boxes, sizes and fonts takes, opening included."""

        def extract() -> None:
            flags = pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_PRESERVE_WHITESPACE
            with pymupdf.open(stream=self.data, filetype="pdf") as document:
                for page in document:
                    page.get_textpage(flags=flags).extractDICT()

        return timed(extract)

    def read(self) -> float:
        """Return what the reader takes."""
        return timed(lambda: read_document(self.data, self.name))


def pdf(arguments: argparse.Namespace) -> None:
    """Measure PDF with an outline and print the table."""
    chosen: list[Pdf] = []
    for name in PDFS:
        data = (CORPORA / name).read_bytes()
        with pymupdf.open(stream=data, filetype="pdf") as document:
            pages, outlined = document.page_count, bool(document.get_toc())
        if outlined and sum(each.pages for each in chosen) + pages <= arguments.pages:
            chosen.append(Pdf(Path(name).name, data, pages, CORPORA / name))
    print("\n| PDF with an outline | pages | bare, pages/s | typed, pages/s | read, pages/s | share of the bare rate |")
    print("|---|---|---|---|---|---|")
    bare = styled = read = 0.0
    for each in chosen:
        found = rounds({"bare": each.bare, "styled": each.styled, "read": each.read}, max(1, arguments.repeat - 1))
        one, middle, two = (median(found[way]) for way in ("bare", "styled", "read"))
        bare, styled, read = bare + one, styled + middle, read + two
        rates = " | ".join(f"{each.pages / seconds:.0f}" for seconds in (one, middle, two))
        print(f"| {each.name} | {each.pages} | {rates} | {ratio(found, 'bare', 'read'):.2f} |", flush=True)
    pages = sum(each.pages for each in chosen)
    rates = " | ".join(f"{pages / seconds:.0f}" for seconds in (bare, styled, read))
    print(f"| all | {pages} | {rates} | {bare / read:.2f} |")
    print(
        f"Text with its type has {bare / styled:.2f} of the bare rate; reading takes {read / styled:.1f} times as long."
    )
    say_figure(
        "PDF with an outline, one thread: share of bare `get_text()`'s rate",
        f"{bare / read:.2f} ({pages / read:.0f} of {pages / bare:.0f} pages/s)",
        "at least 0.5",
    )
    side_by_side(chosen, arguments.repeat)


def side_by_side(files: Sequence[Pdf], repeat: int) -> None:
    """Measure by the clock all files through the reader processes, and bare extraction in one thread."""
    items = [(each.path, each.name) for each in files]
    shares: list[float] = []
    with Readers() as readers:
        for number in range(repeat + 1):
            begun = time.perf_counter()
            for each in files:
                each.bare()
            middle = time.perf_counter()
            read = [result for _, result in readers.read_in_steps(items) if isinstance(result, ParsedDocument)]
            if len(read) != len(items):
                raise SystemExit("A document could not be read.")
            if number:
                # The first round starts the processes.
                shares.append((middle - begun) / (time.perf_counter() - middle))
    say_figure(
        f"the same by the clock, {reader_count()} reader processes side by side",
        f"{median(shares):.2f} of one thread's bare `get_text()`",
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=1.2, help="size of the sample of Markdown")
    parser.add_argument("--pages", type=int, default=400, help="the most pages of PDF")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--peers", default="langchain,llamaindex,chonkie", help="other tools, joined by commas")
    parser.add_argument("--peer-python", action="append", default=[], help="Python of an environment with other tools")
    parser.add_argument("--only", choices=("markdown", "pdf"), help="measure only this")
    arguments = parser.parse_args()
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    print(machine())
    if not CORPORA.is_dir():
        print(f"Nothing is measured: there are no documents in {CORPORA}.")
        return
    for name, measure in (("markdown", markdown), ("pdf", pdf)):
        if arguments.only in (None, name):
            measure(arguments)
    print(f"at the end: {machine()}")


if __name__ == "__main__":
    main()
