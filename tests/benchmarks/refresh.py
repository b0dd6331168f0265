"""What a refresh costs: a full build, no change, one changed heading; ratios of one run.

Run as `python tests/benchmarks/refresh.py [DOCUMENTS]`; the documents are written to a temporary folder.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN
from explorer.core.views import Filters
from explorer.engine.library import Library
from explorer.engine.options import Options

SECTIONS = 20


def write_documents(folder: Path, count: int) -> None:
    """Write manuals whose sections are all different."""
    for number in range(count):
        lines = [f"# Manual {number}"]
        for part in range(SECTIONS):
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
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "docs"
        folder.mkdir()
        write_documents(folder, count)
        library = Library.open(folder, Options(store=str(Path(place) / "store")))
        full = timed_refresh(library)
        none = min(timed_refresh(library) for _ in range(3))
        first = folder / "manual-0000.md"
        first.write_text(first.read_text(encoding="utf-8").replace("## Valve 0-3", "## Tap 0-3"), encoding="utf-8")
        changed = timed_refresh(library)
        print(f"{count * SECTIONS} chunks, two vectors each: full build {full:.2f} s")
        print(f"no change: {none:.4f} s, {none / full:.2%} of the full build")
        print(f"one changed heading: {changed:.3f} s, {changed / full:.2%} of the full build")
        for ranker in ("embedding", "keyword", "shared-words"):
            print(f"question, {ranker}, both sides: {timed_search(library, ranker) * 1000:.1f} ms")
        library.close()


if __name__ == "__main__":
    main()
