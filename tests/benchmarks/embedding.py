"""How fast texts are embedded, and how near the vectors are to the model's own, in one run.

Run as `python tests/benchmarks/embedding.py [--sets NAMES] [--texts N] [--repeat N]`. The texts are the chunks of
question sets (`../shared/corpora/questions`, see `retrieval.py`), both sides; without the corpora nothing is measured.

* The speed: a sample of N texts, encoded by each encoder in turn, again and again, so that what else the machine does
  falls on all of them. `SentenceTransformer.encode` as it is by default is the yardstick; wall seconds and, as a shared
  machine slows whoever waits most, processor seconds.
* The quality: all texts and questions by each encoder. Cosine with the yardstick's vector of the same text; the share
  of questions with the same passage first; the largest difference, by the yardstick, between two passages among the
  first twenty that change places; and the difference in MRR.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from figures import say_figure
from machine import machine
from numpy.typing import NDArray
from retrieval_cuts import PATH, TEXT, Cut, ours, setup_of
from retrieval_score import Board
from retrieval_sets import QuestionSet, load
from verdict_sets import CORPORA

from explorer.core.ranking import TOLERANCE
from explorer.engine.encoders.base import BF16, FP32, Encoder
from explorer.engine.encoders.choosing import converted_encoder
from explorer.engine.encoders.machine import has_bf16
from explorer.engine.encoders.plain import PlainEncoder
from explorer.engine.encoders.plain import load as load_model
from explorer.engine.model_files import ModelFiles, find_model
from explorer.engine.readers import Readers

Floats = NDArray[np.float32]
FIRST = 20
TARGETS = {"OpenVINO fp32": 2, "OpenVINO bf16": 3}
"""How many times faster than the yardstick the encoders should be that the program chooses."""


class Defaults:
    """The yardstick: `SentenceTransformer.encode` with nothing set; rows are brought to length one afterwards."""

    about = "SentenceTransformer.encode, defaults"

    def __init__(self, model: ModelFiles) -> None:
        self._model = load_model(model)

    def encode_documents(self, texts: Sequence[str]) -> Floats:
        """Return a row a text."""
        rows = np.asarray(self._model.encode(list(texts), show_progress_bar=False), dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def encode_query(self, text: str) -> Floats:
        """Return the row of a question."""
        return self.encode_documents([text])[0]


@dataclass(frozen=True, slots=True)
class Speed:
    """What an encoder took for the sample, by repeat: seconds on the clock and of the processor."""

    wall: list[float]
    processor: list[float]


def encoders() -> dict[str, Encoder]:
    """Return what is compared, the yardstick first."""
    model = find_model()
    found: dict[str, Encoder] = {
        "SentenceTransformer.encode, defaults": Defaults(model),
        "torch fp32, as it is used here": PlainEncoder(model, FP32),
        "OpenVINO fp32": converted_encoder(model, FP32),
    }
    if has_bf16():
        found["torch bf16, as it is used here"] = PlainEncoder(model, BF16)
        found["OpenVINO bf16"] = converted_encoder(model, BF16)
    return found


def speeds(known: Mapping[str, Encoder], texts: Sequence[str], repeat: int) -> dict[str, Speed]:
    """Encode the texts by each encoder in turn; the first round is not counted, for memory is taken in it."""
    found = {name: Speed([], []) for name in known}
    for number in range(repeat + 1):
        for name, encoder in known.items():
            wall, processor = timed(lambda encoder=encoder: encoder.encode_documents(texts))
            if number:
                found[name].wall.append(wall)
                found[name].processor.append(processor)
    return found


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return how many seconds on the clock and of the processor something takes."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


def say_speeds(found: Mapping[str, Speed], texts: int) -> None:
    """Print the table of speeds; ratios are medians of the ratios within a round."""
    base = next(iter(found.values()))
    print("\n| encoder | texts/s | times the yardstick | by processor seconds |\n|---|---|---|---|")
    for name, speed in found.items():
        wall = median(b / own for b, own in zip(base.wall, speed.wall, strict=True))
        processor = median(b / own for b, own in zip(base.processor, speed.processor, strict=True))
        print(f"| {name} | {texts / median(speed.wall):.0f} | {wall:.2f} | {processor:.2f} |")
        if name in TARGETS:
            said = (
                f"{wall:.1f} times `SentenceTransformer.encode` at its defaults ({processor:.1f} by processor seconds)"
            )
            say_figure(f"Embedding, {name}", said, f"at least {TARGETS[name]}")


@dataclass(frozen=True, slots=True)
class Embedded:
    """All vectors of a question set by one encoder: questions, and passages on each side."""

    questions: Floats
    sides: Mapping[str, Floats]


def embedded(encoder: Encoder, data: QuestionSet, cut: Cut) -> Embedded:
    """Encode a question set; questions alone, as they are asked."""
    questions = np.stack([encoder.encode_query(question.text) for question in data.questions])
    return Embedded(questions, {side: encoder.encode_documents(cut.embedded[side]) for side in (TEXT, PATH)})


def exchanged(right: Floats, found: Floats) -> float:
    """Return the largest difference in the yardstick's scores between two of its first passages that change places."""
    order = np.argsort(-right, kind="stable")[:FIRST]
    ours_, theirs = found[order], right[order]
    apart = theirs[:, None] - theirs[None, :]
    swapped = np.triu(ours_[None, :] - ours_[:, None] > TOLERANCE, 1)
    return float(apart[swapped].max()) if swapped.any() else 0.0


@dataclass(frozen=True, slots=True)
class Quality:
    """How near an encoder's vectors are to the yardstick's, for one set or several: both sides together."""

    cosines: Floats
    same: list[bool]
    apart: float
    rate: float
    """The largest change in MRR."""

    @property
    def first(self) -> str:
        """Return how many questions have the same passage first."""
        return f"{sum(self.same)} of {len(self.same)} ({sum(self.same) / len(self.same):.2%})"

    def row(self) -> str:
        """Return the cells of a row."""
        least, mean = self.cosines.min(), self.cosines.mean()
        return f"{least:.6f} | {mean:.6f} | {self.first} | {self.apart:.5f} | {self.rate:+.4f}"


def quality(base: Embedded, own: Embedded, board: Board) -> Quality:
    """Compare the vectors of a question set with the yardstick's."""
    cosines: list[Floats] = []
    same: list[bool] = []
    gaps: list[float] = []
    rates: list[float] = []
    for side, rows in own.sides.items():
        cosines.append(np.sum(rows * base.sides[side], axis=1))
        right, found = base.questions @ base.sides[side].T, own.questions @ rows.T
        same += (right.argmax(axis=1) == found.argmax(axis=1)).tolist()
        gaps += [exchanged(*pair) for pair in zip(right, found, strict=True)]
        runs = (board.by_vectors(side, base.sides[side], base.questions), board.by_vectors(side, rows, own.questions))
        before, after = (run.measures["MRR"].value or 0.0 for run in runs)
        rates.append(after - before)
    return Quality(np.concatenate(cosines), same, max(gaps), max(rates, key=abs))


def say_quality(found: Mapping[str, Sequence[Quality]]) -> None:
    """Say the figures of the encoder that the program chooses here, over all sets."""
    name = next(name for name in reversed(TARGETS) if name in found)
    sets = found[name]
    whole = Quality(
        np.concatenate([each.cosines for each in sets]),
        [same for each in sets for same in each.same],
        max(each.apart for each in sets),
        max((each.rate for each in sets), key=abs),
    )
    say_figure(f"{name}: least cosine with the model's own vector", f"{whole.cosines.min():.6f}", "at least 0.9999")
    say_figure(f"{name}: same passage first", whole.first, "at least 99.5 %")
    say_figure(f"{name}: exchanged passages apart by at most", f"{whole.apart:.5f}", "under 0.005")
    say_figure(f"{name}: change in MRR", f"{whole.rate:+.4f}", "within 0.002")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="emanual_s10,chroma_wikitexts", help="question sets, joined by commas")
    parser.add_argument("--texts", type=int, default=400, help="texts of the sample whose encoding is timed")
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    if not CORPORA.is_dir():
        print(f"Nothing is measured: the question sets are not in {CORPORA}.")
        return
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    print(machine())
    known, setup = encoders(), setup_of(0)
    with Readers() as readers:
        sets = [load(name, readers) for name in arguments.sets.split(",")]
    cuts = [ours(data, setup) for data in sets]
    texts = sorted({text for cut in cuts for side in (TEXT, PATH) for text in cut.embedded[side]})
    sample = random.Random(1).sample(texts, min(arguments.texts, len(texts)))
    tokens = sum(map(setup.tokenizer.count, sample)) / len(sample)
    print(f"{len(texts)} distinct texts of both sides; timed: {len(sample)} of {tokens:.0f} tokens on average")
    say_speeds(speeds(known, sample, arguments.repeat), len(sample))
    print("\n| set | encoder | least cosine | mean cosine | same first | exchanged apart by | MRR |")
    print("|---|---|---|---|---|---|---|")
    found: dict[str, list[Quality]] = {}
    for data, cut in zip(sets, cuts, strict=True):
        board = Board(data, cut)
        rows = {name: embedded(encoder, data, cut) for name, encoder in known.items()}
        base = next(iter(rows.values()))
        for name, own in list(rows.items())[1:]:
            near = quality(base, own, board)
            found.setdefault(name, []).append(near)
            print(f"| {data.name} | {name} | {near.row()} |", flush=True)
    say_quality(found)
    print(f"\nat the end: {machine()}")


if __name__ == "__main__":
    main()
