"""What ranking by words costs over many chunks: counting all words, starting again, one changed document, a question.

Run as `python tests/benchmarks/keyword_speed.py [DOCUMENTS] [--sections N] [--words N]`; documents with words of a
skewed distribution are written to a temporary folder and read, but not embedded: rankers by words need none. Beside
it stands how long `bm25s` needs for the same words, where it is installed, and whether its scores are the same.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN
from explorer.core.views import Comparison, Filters
from explorer.core.words import words_of
from explorer.engine.library import Library
from explorer.engine.options import Options

_Answer = TypeVar("_Answer")
QUESTION = "how often is w12 of the w345 turned by w2048 degrees in w7 w1"


def write_documents(folder: Path, documents: int, sections: int, words: int) -> None:
    """Write manuals of sections that have a heading and `words` words each, drawn from 60,000 by Zipf's law."""
    draw = np.random.default_rng(7)
    weights = 1 / np.arange(1, 60_001)
    weights /= weights.sum()
    for number in range(documents):
        lines = [f"# Manual {number}"]
        drawn = draw.choice(60_000, size=(sections, words), p=weights)
        for part, row in enumerate(drawn):
            text = " ".join(f"w{word}" for word in row)
            lines += ["", f"## Part {number}-{part}", "", f"{text.capitalize()}."]
        (folder / f"manual-{number:04}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def timed(what: str, work: Callable[[], _Answer]) -> _Answer:
    """Print the seconds of a piece of work and return its answer."""
    start = time.perf_counter()
    answer = work()
    print(f"{what}: {time.perf_counter() - start:.3f} s", flush=True)
    return answer


def prepare(library: Library) -> None:
    """Read and chunk what changed, without embedding anything."""
    stages = library.refresh(no_progress)
    while next(stages) != "prepared":
        pass
    stages.close()


def ask(library: Library, ranker: str = "keyword", filters: Filters | None = None, top: int = 20) -> Comparison:
    """Rank both sides."""
    return library.search(QUESTION, ranker, PLAIN, library.options.recipe, filters or Filters(), top)


def compare_with_bm25s(library: Library, found: Comparison) -> None:
    """Time `bm25s` on the same words, and print the largest difference of a score."""
    try:
        import bm25s  # pyright: ignore[reportMissingTypeStubs]
    except ImportError:
        print("bm25s is not installed")
        return
    _, views = library.chunks("", "", None, 0, 10_000_000)
    words = timed("words of one side, one by one", lambda: [words_of(view.item.chunk.text) for view in views])
    peer = bm25s.BM25()
    timed("bm25s: index of one side", lambda: peer.index(words, show_progress=False))
    known = [word for word in words_of(QUESTION) if word in peer.vocab_dict]
    scores = timed("bm25s: question on one side", lambda: peer.get_scores(known))
    by_place = {
        (view.item.chunk.document, view.item.chunk.index): score for view, score in zip(views, scores, strict=True)
    }
    apart = max(abs(by_place[hit.document, hit.index] - (hit.score or 0)) for hit in found.plain)
    print(f"largest difference from bm25s over {len(found.plain)} chunks with a match: {apart:.1e}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("documents", nargs="?", type=int, default=205)
    parser.add_argument("--sections", type=int, default=100)
    parser.add_argument("--words", type=int, default=90)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder, options = Path(place) / "docs", Options(store=str(Path(place) / "store"))
        folder.mkdir()
        write_documents(folder, asked.documents, asked.sections, asked.words)
        library = Library.open(folder, options)
        timed("reading and chunking", lambda: prepare(library))
        found = timed("first question ever, both sides", lambda: ask(library))
        print(f"  pool {found.pool.size}")
        timed("a question", lambda: ask(library))
        timed("a question in half the documents", lambda: ask(library, filters=Filters(named=("1",))))
        timed("a question by shared words", lambda: ask(library, "shared-words"))
        timed("a question under a heading", lambda: ask(library, filters=Filters(headings=("Part",))))
        library.close()
        library = Library.open(folder, options)
        timed("first question after a new start", lambda: ask(library))
        first = folder / "manual-0000.md"
        first.write_text(first.read_text(encoding="utf-8").replace("## Part 0-1", "## Tap 0-1"), encoding="utf-8")
        timed("refresh after one changed document", lambda: prepare(library))
        timed("first question after it", lambda: ask(library))
        compare_with_bm25s(library, ask(library, top=10_000_000))
        library.close()


if __name__ == "__main__":
    main()
