"""What headings are worth to retrieval, ours and other tools', on question sets whose gold is a span of text.

Run as `python tests/benchmarks/retrieval.py --cache FOLDER`; vectors are kept there, so that another run encodes only
what is new. Needs the question sets beside the checkout (`../shared/corpora/questions`). Other tools are optional.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from retrieval_cuts import FIRST, HEADED, HYBRID, LED, PATH, RECIPES, TEXT, Cut, installed, ours, setup_of, theirs
from retrieval_peers import PEERS
from retrieval_score import Board, Floats
from retrieval_sets import SETS, QuestionSet, load
from verdict_sets import CORPORA, Vectors

from explorer.core.bootstrap import Estimate
from explorer.core.evaluation import COVERED, Difference, Run, compare
from explorer.engine.readers import Readers

SHOWN = ("hit@1", "hit@5", "hit@20", "MRR", "nDCG@10", COVERED)
"""The measures of the tables, in order."""

JUDGED = ("MRR", COVERED)
"""The measures by which tools are compared: the first favours small chunks, the second does not."""


@dataclass(frozen=True, slots=True)
class Result:
    """A condition's run, and its difference to the same tool's text alone (None for that itself)."""

    tool: str
    run: Run
    change: Difference | None


def measure(data: QuestionSet, cut: Cut, vectors: Vectors) -> list[Result]:
    """Return a result a condition; the first is the text alone."""
    board = Board(data, cut)
    questions = encoded(vectors, [question.text for question in data.questions], f"{data.name} questions")
    runs: list[Run] = []
    for condition, texts in cut.embedded.items():
        rows = encoded(vectors, texts, f"{data.name}, {cut.tool}, {condition}")
        runs.append(board.by_vectors(condition, rows, questions))
        if condition == PATH:
            runs.append(board.hybrid(f"{HYBRID} of the default", rows, questions, texts))
    base = runs[0]
    results = [Result(cut.tool, run, None if run is base else compare(base, run)) for run in runs]
    print(f"\n{cut.tool}: {len(cut.pieces)} chunks, median {_median(cut)} tokens" + _doubts(cut, board))
    for result in results:
        print(_row(result), flush=True)
    return results


def encoded(vectors: Vectors, texts: Sequence[str], note: str) -> Floats:
    """Return a row a text. White space is all one to the model, so texts that differ in nothing else share a vector."""
    return vectors.of([" ".join(text.split()) for text in texts], note)


def _median(cut: Cut) -> int:
    tokens = sorted(piece.tokens for piece in cut.pieces)
    return tokens[len(tokens) // 2] if tokens else 0


def _doubts(cut: Cut, board: Board) -> str:
    lost = f"; {cut.lost:.1%} of the letters not placed" if cut.lost > 0.0005 else ""
    return lost + (f"; {board.unmet} questions without a chunk that holds their passage" if board.unmet else "")


COLUMNS = ("condition", "n", *SHOWN, *(f"{name}, to text alone (95 %)" for name in JUDGED), "won/lost")
HEADER = f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"


def _row(result: Result) -> str:
    run, change = result.run, result.change
    figures = " | ".join(f"{run.measures[name].value or 0.0:.3f}" for name in SHOWN)
    start = f"| {run.recipe} | {len(run.questions)} | {figures} |"
    if change is None:
        return f"{HEADER}\n{start} | | |"
    changes = " | ".join(interval(change.measures[name]) for name in JUDGED)
    return f"{start} {changes} | {change.wins}/{change.losses} |"


def interval(difference: Estimate) -> str:
    """Return a difference with its interval."""
    value, low, high = (each or 0.0 for each in (difference.value, difference.low, difference.high))
    return f"{value:+.3f} ({low:+.3f} to {high:+.3f})"


def verdict(difference: Estimate) -> str:
    """Return "ahead" or "behind" when the whole interval is, else "level"."""
    if (difference.low or 0.0) > 0:
        return "ahead"
    return "behind" if (difference.high or 0.0) < 0 else "level"


def against_peers(results: Sequence[Result]) -> list[str]:
    """Return a line for each of our defaults beside each other tool's chunks with its headings."""
    defaults = [each for each in results if each.run.recipe == PATH]
    peers = [each for each in results if each.run.recipe == HEADED]
    lines: list[str] = []
    for own in defaults:
        for peer in peers:
            found = compare(peer.run, own.run)
            told = "; ".join(
                f"{name} {interval(found.measures[name])} {verdict(found.measures[name])}" for name in JUDGED
            )
            lines.append(f"{own.run.name} less {peer.run.name}: {told}; won/lost {found.wins}/{found.losses}")
    return lines


def questions_of(set_name: str, results: Sequence[Result]) -> list[dict[str, object]]:
    """Return the best place of each question under each condition, to be read one by one."""
    return [
        {
            "set": set_name,
            "question": each.question.text,
            "best": {result.run.name: result.run.questions[number].best for result in results},
        }
        for number, each in enumerate(results[0].run.questions)
    ]


def _chosen() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--cache", type=Path, required=True, help="folder for the vectors")
    options.add_argument("--sets", default=",".join(SETS), help="of: " + ", ".join(SETS))
    options.add_argument("--documents", default="", help="only these documents, by stem, and the questions about them")
    options.add_argument("--limits", default="200,0", help="limits of our chunks in tokens; 0 is the model's own")
    options.add_argument("--peers", default=",".join(PEERS), help="of: " + ", ".join(PEERS))
    options.add_argument("--peer-python", action="append", default=[], help="Python of an environment with other tools")
    options.add_argument("--peer-tokens", type=int, default=200, help="the most tokens of other tools' chunks")
    options.add_argument("--conditions", default="", help="only these of ours beside the text alone: " + _names())
    options.add_argument("--threads", type=int, default=2, help="of the model")
    options.add_argument(
        "--questions", type=Path, help="JSON lines with the place of each question under each condition"
    )
    return options.parse_args()


def _names() -> str:
    return ", ".join((FIRST, *RECIPES, LED))


def _narrowed(cut: Cut, wanted: str) -> Cut:
    if not wanted:
        return cut
    kept = {TEXT, *wanted.split(",")}
    return Cut(cut.tool, cut.pieces, {name: texts for name, texts in cut.embedded.items() if name in kept}, cut.lost)


def main() -> None:
    """Print a table for each set and tool, then what our default is worth beside each other tool."""
    chosen = _chosen()
    if not CORPORA.is_dir():
        raise SystemExit(f"There are no question sets in {CORPORA}.")
    import torch

    torch.set_num_threads(chosen.threads)
    wanted = [name for name in chosen.peers.split(",") if name]
    peers = installed(wanted, chosen.peer_python)
    setups = [setup_of(int(limit)) for limit in chosen.limits.split(",")]
    vectors = Vectors(chosen.cache / "vectors.sqlite", setups[0])
    print(f"{platform.platform()}, Python {platform.python_version()}, {setups[0].model.identity}")
    missing = set(wanted) - {peer.name for peer in peers}
    if missing:
        print(f"not installed: {', '.join(sorted(missing))}")
    rows: list[dict[str, object]] = []
    with Readers() as readers:
        for name in chosen.sets.split(","):
            data = load(name, readers, [each for each in chosen.documents.split(",") if each])
            print(f"\n## {name}: {len(data.sources)} documents, {len(data.questions)} questions")
            for question in data.unplaced:
                print(f"left out, a passage of it is not in this format: {question}")
            results = [
                row
                for setup in setups
                for row in measure(data, _narrowed(ours(data, setup), chosen.conditions), vectors)
            ]
            for peer in peers:
                if data.sources and next(iter(data.sources.values())).format in peer.formats:
                    cut = theirs(data, peer, chosen.peer_tokens, setups[0])
                    if isinstance(cut, str):
                        print(f"\n{peer.name} {peer.version} failed: {cut}")
                    else:
                        results += measure(data, cut, vectors)
            print("\n" + "\n".join(against_peers(results)), flush=True)
            rows += questions_of(name, results)
    if chosen.questions:
        chosen.questions.write_text(
            "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8"
        )


if __name__ == "__main__":
    sys.exit(main())
