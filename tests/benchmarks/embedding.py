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


def quality(base: Embedded, own: Embedded, board: Board) -> str:
    """Return the cells of a row: both sides together."""
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
        before, after = (run.measures["MRR"].value for run in runs)
        rates.append(after - before)
    joined = np.concatenate(cosines)
    first = f"{sum(same)} of {len(same)} ({sum(same) / len(same):.2%})"
    largest = max(rates, key=abs)
    return f"{joined.min():.6f} | {joined.mean():.6f} | {first} | {max(gaps):.5f} | {largest:+.4f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="emanual_s10,chroma_wikitexts", help="question sets, joined by commas")
    parser.add_argument("--texts", type=int, default=400, help="texts of the sample whose encoding is timed")
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    if not CORPORA.is_dir():
        raise SystemExit(f"Nothing is measured: the question sets are not in {CORPORA}.")
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
    for data, cut in zip(sets, cuts, strict=True):
        board = Board(data, cut)
        rows = {name: embedded(encoder, data, cut) for name, encoder in known.items()}
        base = next(iter(rows.values()))
        for name, own in list(rows.items())[1:]:
            print(f"| {data.name} | {name} | {quality(base, own, board)} |", flush=True)
    print(f"\nat the end: {machine()}")


if __name__ == "__main__":
    main()
