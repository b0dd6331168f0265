"""What a refresh costs: a full build, no change, one changed heading, one mend; counts and ratios of one run.

Run as `python tests/benchmarks/refresh.py [DOCUMENTS] [--sections N]`; the documents are written to a temporary folder.
Texts that are encoded are counted where the model is called, vectors where Chroma keeps them.

With `--deletes` it measures what documents cost that leave: 250, 500, 1,000 and 2,000 of 4,000, one after the other.
The vectors are drawn by lot there, for what they are plays no part.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from figures import say_figure
from numpy.typing import NDArray

from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN
from explorer.core.views import Filters
from explorer.engine.disk_use import bytes_in
from explorer.engine.embedder import Embedder
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.paths import library_folder

_LEAVING = (250, 500, 1000, 2000)
_STAYING = 250


class Counted:
    """Counts the texts that the model is given."""

    def __init__(self) -> None:
        self.texts = 0
        counter, encode = self, Embedder.encode_documents

        def counting(self: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
            counter.texts += len(texts)
            return encode(self, texts)

        Embedder.encode_documents = counting

    def taken(self) -> int:
        """Return the count and begin anew."""
        count, self.texts = self.texts, 0
        return count


def vectors(home: Path) -> tuple[int, int]:
    """Return how many vectors Chroma keeps over all collections, and how many the catalogue says are in use."""
    with sqlite3.connect(max(home.glob("chroma-*")) / "chroma.sqlite3") as chroma:
        kept = chroma.execute("SELECT count(*) FROM embeddings").fetchone()[0]
    with sqlite3.connect(home / "catalogue.sqlite3") as catalogue:
        used = catalogue.execute("SELECT count(*) FROM (SELECT DISTINCT collection, vector_id FROM chunk_vector)")
        return kept, used.fetchone()[0]


def write_documents(folder: Path, count: int, sections: int) -> None:
    """Write manuals whose sections are all different."""
    for number in range(count):
        lines = [f"# Manual {number}"]
        for part in range(sections):
            lines += ["", f"## Valve {number}-{part}", "", f"Turn valve {part} of pump {number} by {part * 7} degrees."]
        (folder / f"manual-{number:04}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def timed_refresh(library: Library) -> float:
    """Return the seconds of one refresh."""
    start = time.perf_counter()
    for _ in library.refresh(no_progress):
        pass
    return time.perf_counter() - start


def timed_search(library: Library, ranker: str) -> float:
    """Return the seconds of one question, after one to warm up."""
    recipe = library.options.recipe
    library.search("How far is valve 3-4 turned?", ranker, PLAIN, recipe, Filters(), 20)
    start = time.perf_counter()
    library.search("How far is valve 5-6 turned?", ranker, PLAIN, recipe, Filters(), 20)
    return time.perf_counter() - start


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("documents", nargs="?", type=int, default=50)
    parser.add_argument("--sections", type=int, default=20)
    parser.add_argument("--deletes", action="store_true", help="measure what documents cost that leave")
    asked = parser.parse_args()
    if asked.deletes:
        deletes()
        return
    counted = Counted()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "docs"
        folder.mkdir()
        write_documents(folder, asked.documents, asked.sections)
        library = Library.open(folder, Options(store=str(Path(place) / "store")))
        home = library_folder(folder, str(Path(place) / "store"))
        full = timed_refresh(library)
        print(f"{asked.documents} documents, {asked.documents * asked.sections} chunks: full build {full:.2f} s,")
        print(f"  {counted.taken()} texts encoded; Chroma keeps {vectors(home)[0]} vectors, {vectors(home)[1]} in use")
        none = min(timed_refresh(library) for _ in range(3))
        again = counted.taken()
        print(f"no change: {none:.4f} s, {none / full:.2%} of the full build, {again} texts encoded")
        say_figure("No-change refresh", f"{none / full:.2%} of a full build, {again} texts encoded", "under 1 %")
        first = folder / "manual-0000.md"
        first.write_text(first.read_text(encoding="utf-8").replace("## Valve 0-1", "## Tap 0-1"), encoding="utf-8")
        texts = tell("one changed heading in a file", timed_refresh(library), full, counted, home)
        many = asked.documents * asked.sections
        say_figure("One changed heading in a file", f"{texts} of {2 * many} texts encoded", "its own chunks only")
        bench = library.bench.mending
        bench.change([bench.mend("manual-0001.md", 0, "Instructions for pump one")], [])
        tell("a document's title heading renamed for retrieval", timed_refresh(library), full, counted, home)
        for ranker in ("embedding", "keyword", "shared-words"):
            print(f"question, {ranker}, both sides: {timed_search(library, ranker) * 1000:.1f} ms")
        library.close()


def deletes() -> None:
    """Print what each document costs that leaves the index, for more and more of them."""
    chance = np.random.default_rng(1)

    def drawn(self: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = chance.normal(size=(len(texts), 384)).astype(np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    Embedder.encode_documents = drawn
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "docs"
        folder.mkdir()
        write_documents(folder, sum(_LEAVING) + _STAYING, 2)
        library = Library.open(folder, Options(store=str(Path(place) / "store")))
        home = library_folder(folder, str(Path(place) / "store"))
        print(f"{len(list(folder.iterdir()))} documents, build {timed_refresh(library):.1f} s", flush=True)
        print("| documents that leave | seconds | ms a document | vectors left in Chroma | in use | index, MB |")
        print("|---|---|---|---|---|---|")
        for count in _LEAVING:
            for path in sorted(folder.iterdir())[:count]:
                path.unlink()
            seconds = timed_refresh(library)
            kept, used = vectors(home)
            row = (f"{count:,}", f"{seconds:.2f}", f"{seconds / count * 1000:.2f}", kept, used)
            print("| " + " | ".join(map(str, row)) + f" | {bytes_in(home) / 1e6:.1f} |", flush=True)
        library.close()


def tell(what: str, seconds: float, full: float, counted: Counted, home: Path) -> int:
    """Print what a change cost, and return how many texts were encoded for it."""
    kept, used = vectors(home)
    texts = counted.taken()
    print(f"{what}: {seconds:.3f} s, {seconds / full:.2%} of the full build, {texts} texts encoded;")
    print(f"  Chroma keeps {kept} vectors, {used} in use")
    return texts


if __name__ == "__main__":
    main()
