"""How the cost of everything grows with the number of chunks, and where one machine ends.

Run as `python tests/benchmarks/scale.py [--sizes 1000,10000] [--vectors 41000,1000000]`. Each size is a library of
manuals in a temporary folder, built and asked by processes of its own. The first thousand chunks are embedded by the
model; in larger libraries the vectors are drawn by lot, for what they are plays no part in what the rest costs (what
the model takes is measured by `embedding.py`, and added up at the end). 100,000 chunks take a while: ask for them.

* build, a refresh that finds no change, and one after a heading was changed
* a new engine's first answers by keywords and by vectors, and its most memory
* the exact ranking of both sides, and the same with a filter, beside the encoding of the question itself
* the index on the disk, and the most memory of the process that built it
* vectors alone (`--vectors`): ranks and memory for matrices of 384 float32, mapped into memory, two sides
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import numpy as np
from figures import say_figure
from first_answer import Engine, ask_engine
from machine import machine
from numpy.typing import NDArray
from refresh import timed_refresh

from explorer.core.ranking import cosine, exact_ranks, lengths_of
from explorer.core.recipe import PLAIN
from explorer.core.views import Filters
from explorer.engine.disk_use import bytes_in
from explorer.engine.embedder import Embedder
from explorer.engine.encoders.base import AUTO
from explorer.engine.encoders.machine import chosen_precision
from explorer.engine.library import Library
from explorer.engine.model_files import find_model
from explorer.engine.options import VECTOR_BYTES, Options
from explorer.paths import library_folder

SECTIONS = 20
"""Chunks of a document."""

SYLLABLES = (
    "ba",
    "cor",
    "den",
    "fil",
    "gra",
    "hin",
    "jo",
    "kal",
    "lum",
    "mer",
    "nos",
    "pri",
    "que",
    "rat",
    "sul",
    "tom",
)

BY_MODEL = 1000
"""Chunks up to which the model makes the vectors."""

WIDTH = 384
QUESTIONS = tuple(f"How far is valve {number}-{number % 7} turned?" for number in range(12))
Measured = dict[str, float]

ROWS = (
    ("build", "s", "build, s"),
    ("none", "s", "no change, s"),
    ("none share", "%", "no change, % of the build"),
    ("heading", "s", "one changed heading, s"),
    ("keyword", "s", "first answer by keywords, s from the start"),
    ("vectors", "s", "first answer by vectors, s from the start"),
    ("question", "ms", "encoding a question, ms"),
    ("ranks", "ms", "exact ranks of both sides, ms"),
    ("filtered", "ms", "the same within one document, ms"),
    ("by words", "ms", "ranks of both sides by keywords, ms"),
    ("building memory", "MB", "most memory while building, MB"),
    ("engine memory", "MB", "most memory of the engine that answers, MB"),
    ("disk", "MB", "index on the disk, MB"),
)
"""What is measured, its unit, and the name of its row."""


def write_documents(folder: Path, count: int) -> None:
    """Write manuals of `SECTIONS` sections, each a chunk in words drawn by lot, so that hardly any two are alike."""
    chance = random.Random(3)
    words = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 3))) for _ in range(5000)]
    for number in range(count):
        lines = [f"# Manual {number} of the {chance.choice(words)}"]
        for part in range(SECTIONS):
            text = " ".join(chance.choices(words, k=chance.randint(10, 40)))
            lines += ["", f"## Valve {number}-{part}", "", f"Turn valve {part} of the {text} by {part * 7} degrees."]
        (folder / f"manual-{number:05}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def drawn_vectors() -> None:
    """Have vectors drawn by lot instead of computed; questions are still encoded by the model."""
    chance = np.random.default_rng(1)

    def drawn(self: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = chance.standard_normal((len(texts), WIDTH), dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    Embedder.encode_documents = drawn


def memory_of(pid: int | str = "self") -> Measured:
    """Return what Linux says of a process's memory, MB: the most ever, its own, and mapped files; 0 elsewhere."""
    known = Path(f"/proc/{pid}/status")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    pairs = (line.partition(":") for line in lines if line.endswith("kB"))
    values = {key: int(value.split()[0]) / 1024 for key, _, value in pairs}
    return {"most": values.get("VmHWM", 0.0), "own": values.get("RssAnon", 0.0), "mapped": values.get("RssFile", 0.0)}


def seconds_of(work: Callable[[], object]) -> float:
    """Return the seconds that something takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def built(folder: Path, store: Path, size: int) -> Measured:
    """Write a library of `size` chunks, build it, refresh it, ask it; return what each took."""
    write_documents(folder, size // SECTIONS)
    if size > BY_MODEL:
        drawn_vectors()
    library = Library.open(folder, Options(store=str(store)))
    found: Measured = {"build": timed_refresh(library)}
    found["building memory"] = memory_of()["most"]
    found["none"] = min(timed_refresh(library) for _ in range(3))
    found["none share"] = 100 * found["none"] / found["build"]
    first = folder / "manual-00000.md"
    first.write_text(first.read_text(encoding="utf-8").replace("## Valve 0-1", "## Tap 0-1"), encoding="utf-8")
    found["heading"] = timed_refresh(library)
    found |= asked(library)
    library.close()
    found["disk"] = bytes_in(library_folder(folder, str(store))) / 1e6
    return found


def asked(library: Library) -> Measured:
    """Return milliseconds of a question: its own encoding, and ranking in a process that has ranked before."""
    searcher, embedder, recipe = library.opened.searcher, library.opened.embedder, library.options.recipe
    ways: dict[str, Callable[[str], object]] = {
        "question": embedder.encode_query,
        "ranks": lambda text: searcher.rank(text, "embedding", PLAIN, recipe, Filters()),
        "filtered": lambda text: searcher.rank(
            text, "embedding", PLAIN, recipe, Filters(documents=("manual-00001.md",))
        ),
        "by words": lambda text: searcher.rank(text, "keyword", PLAIN, recipe, Filters()),
    }
    found: dict[str, list[float]] = {name: [] for name in ways}
    for number, question in enumerate(QUESTIONS):
        for name, way in ways.items():
            seconds = seconds_of(lambda way=way, question=question: way(question))
            if number:
                found[name].append(1000 * seconds)
    middle = {name: median(values) for name, values in found.items()}
    return middle | {name: max(0.0, middle[name] - middle["question"]) for name in ("ranks", "filtered")}


def answered(folder: Path, store: Path) -> Measured:
    """Return when a new engine gave its first answers, and its most memory."""
    engine = Engine()
    memory: Measured = {}
    close = engine.close

    def look_and_close() -> None:
        memory.update(memory_of(engine.process.pid))
        close()

    engine.close = look_and_close
    times = ask_engine(engine, folder, store)
    return {
        "keyword": times["engine: first hits by keywords"],
        "vectors": times["engine: first hits by vectors"],
        "engine memory": memory["most"],
    }


def one_size(size: int) -> Measured:
    """Measure one size; the parts that need a new process have one."""
    with tempfile.TemporaryDirectory() as place:
        folder, store = Path(place, "docs"), Path(place, "store")
        folder.mkdir()
        return built(folder, store, size) | answered(folder, store)


def vectors_alone(count: int) -> Measured:
    """Rank `count` vectors a side for a question, from files mapped into memory as the program does."""
    chance = np.random.default_rng(2)
    with tempfile.TemporaryDirectory() as place:
        sides: list[NDArray[np.float32]] = []
        for side in ("plain", "context"):
            path = Path(place, f"{side}.npy")
            made = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=(count, WIDTH))
            for at in range(0, count, 50_000):
                rows = chance.standard_normal((min(50_000, count - at), WIDTH), dtype=np.float32)
                made[at : at + len(rows)] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
            made.flush()
            del made
            sides.append(np.load(path, mmap_mode="r"))
        embedder, question = Embedder(find_model(), chosen_precision(AUTO)), sides[0][0].copy()
        embedder.encode_query(QUESTIONS[0])
        before = memory_of()["own"]
        lengths = [lengths_of(side) for side in sides]
        pairs = list(zip(sides, lengths, strict=True))

        def rank() -> None:
            for side, each in pairs:
                exact_ranks(cosine(side, question, each))

        ranked: list[float] = []
        encoded: list[float] = []
        for text in QUESTIONS:
            encoded.append(1000 * seconds_of(lambda text=text: embedder.encode_query(text)))
            ranked.append(1000 * seconds_of(rank))
        memory = memory_of()
        file = 2 * count * WIDTH * 4 / 1e6
        found = {"ranks": median(ranked[1:]), "question": median(encoded[1:])}
        memory |= {"own": memory["own"] - before, "file": file}
        return found | memory | {"as it comes": question_as_it_comes()}


def question_as_it_comes() -> float:
    """Return the milliseconds that `SentenceTransformer.encode` takes for a question at its defaults."""
    from sentence_transformers import SentenceTransformer  # what it brings into memory is not ours to count

    model = SentenceTransformer(str(find_model().folder), device="cpu")
    return median([1000 * seconds_of(lambda text=text: model.encode(text)) for text in QUESTIONS][1:])


def apart(*arguments: str) -> Measured:
    """Run this script in a process of its own, so that its memory is that of one size alone."""
    ran = subprocess.run([sys.executable, __file__, *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(ran.stdout.splitlines()[-1])


def say_sizes(found: dict[int, Measured]) -> None:
    """Print the table, and in the last column how the cost of a chunk grew from the smallest size to the largest."""
    sizes = list(found)
    growth = len(sizes) > 1
    names = " | ".join(f"{size:,} chunks" for size in sizes)
    print(f"\n| what | {names} |" + (" times for times as many |" if growth else ""))
    print("|---|" + "---|" * (len(sizes) + growth))
    for key, unit, name in ROWS:
        values = [found[size][key] for size in sizes]
        cells = " | ".join(f"{value:.3f}" if unit in "s%" else f"{value:.1f}" for value in values)
        times = f" {values[-1] / max(values[0], 1e-9):.1f} for {sizes[-1] / sizes[0]:.0f} |" if growth else ""
        print(f"| {name} | {cells} |{times}")


def say_figures(found: dict[int, Measured], alone: dict[int, Measured]) -> None:
    """Say the figures of the largest size, and those of vectors alone."""
    size, last = max(found.items())
    many = f"{size:,} chunks"
    without = "of a build in which the model has no part"
    say_figure(f"No-change refresh, {many}", f"{last['none share']:.2f} % {without}", "under 1 %")
    share = 100 * last["heading"] / last["build"]
    say_figure(f"One changed heading, {many}", f"{last['heading']:.2f} s, {share:.1f} % {without}")
    times = last["ranks"] / last["question"]
    say_figure(
        f"Exact ranks of both sides, {many}", f"{times:.2f} times the question's own encoding", "under 1 at 41,000"
    )
    say_figure(f"Most memory of the engine, {many}", f"{last['engine memory']:.0f} MB", "under 1500 MB at 41,000")
    say_figure(f"Index on the disk, {many}", f"{last['disk'] * 1e3 / size:.1f} kB a chunk")
    for count, each in alone.items():
        times = each["ranks"] / each["question"]
        slow = each["ranks"] / each["as it comes"]
        said = f"{each['ranks']:.0f} ms, {times:.1f} times the question's own encoding, {slow:.1f} of torch's"
        memory = f"{each['own']:.0f} MB beside {each['file'] / 1000:.1f} GB of mapped files"
        say_figure(f"Exact ranks of both sides from vectors alone, {count:,} chunks", f"{said}; {memory}")


def say_end(found: dict[int, Measured], alone: dict[int, Measured]) -> None:
    """Say in words where one machine ends, by what was measured."""
    size, last = max(found.items())
    rate, disk = size / last["build"], last["disk"] * 1e3 / size
    print("\nWhere one machine ends, by these figures:")
    print(f"* Building goes at {rate:.0f} chunks a second beside the model: a million take {1e6 / rate / 3600:.1f} h,")
    print(f"  {disk:.1f} GB of disk, and a refresh without changes {1e6 / size * last['none']:.0f} s.")
    if len(found) > 1:
        least, first = min(found.items())
        step = (last["engine memory"] - first["engine memory"]) / (size - least)
        reached = f"{size + (1500 - last['engine memory']) / step:,.0f} chunks" if step > 0 else "no size measured"
        print(
            f"* The engine's memory grows by {step * 1000:.1f} MB a thousand chunks: 1.5 GB are reached at {reached}."
        )
    for count, each in alone.items():
        wait, file = each["ranks"] / 1000, each["file"] / 1000
        print(f"* {count:,} chunks are ranked on both sides in {wait:.2f} s, from {file:.1f} GB of mapped files.")
    most, bound = VECTOR_BYTES / WIDTH / 4, VECTOR_BYTES / 1e9
    print(
        f"* With `--chroma URL` vectors of a side above {bound:.1f} GB ({most:,.0f} chunks) stay on the server and are"
    )
    print(
        "  ranked by its own index: approximately, and that is said. Below, every rank is exact, with or without one."
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000", help="chunks, joined by commas")
    parser.add_argument("--vectors", default="41000,1000000", help="vectors a side, joined by commas")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--alone", type=int, help=argparse.SUPPRESS)
    asked_for = parser.parse_args()
    if asked_for.one or asked_for.alone:
        print(json.dumps(one_size(asked_for.one) if asked_for.one else vectors_alone(asked_for.alone)))
        return
    find_model()
    print(machine())
    found: dict[int, Measured] = {}
    for size in sorted(int(each) for each in asked_for.sizes.split(",")):
        found[size] = apart("--one", str(size))
        print(
            f"{size:,} chunks, vectors {'by the model' if size <= BY_MODEL else 'drawn by lot'}: {found[size]}",
            flush=True,
        )
    say_sizes(found)
    alone = {int(each): apart("--alone", each) for each in asked_for.vectors.split(",") if each}
    say_figures(found, alone)
    say_end(found, alone)
    print(f"at the end: {machine()}")


if __name__ == "__main__":
    main()
