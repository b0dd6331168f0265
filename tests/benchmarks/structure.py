"""How right headings and heading paths are, by format, side by side with other tools, in one run.

Run as `python tests/benchmarks/structure.py`; `--help` lists the options. Peers are optional: those that are
installed here or in the environment of `--peer-python` are run, the others are named as missing. No network.

Columns: `true` headings in the documents; `found` of them; `missed`; `invented` headings that the document does not
have; `level` right among the found (after the best constant shift for each document); `path` the true headings whose
whole path is right; `passages` whose whole path is right, of those whose path is certain (absent ones are wrong).
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf
from structure_neutral import Passages, passages_of
from structure_peers import PEERS
from structure_score import Score, score
from structure_tools import OURS, Tool, start_tools
from structure_truth import CORPORA, FORMATS, MENDED, Case, load_cases, prepared

import explorer


def main() -> int:
    """Run the benchmark; returns 1 when the corpora are not there."""
    options = _options()
    if not CORPORA.is_dir():
        print(f"The corpora are not at {CORPORA}.")
        return 1
    formats = tuple(options.format.split(",")) if options.format else FORMATS
    cases = _chosen(load_cases(formats, outline=not options.no_outline, tags=not options.no_tags), options)
    print(
        f"{platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, "
        f"PyMuPDF {pymupdf.VersionBind}"
    )
    named: dict[str, list[str]] = {"all": list(PEERS), "none": []}
    wanted = named.get(options.peers) or [name for name in options.peers.split(",") if name in PEERS]
    with (
        start_tools(wanted, explorer.__version__, options.peer_python, options.patience) as tools,
        tempfile.TemporaryDirectory() as folder,
    ):
        for name in tools.missing:
            print(f"{name} is not installed")
        results = _run(cases, tools.tools, Path(folder), options)
        _print_mended(cases)
        _print_rows(results, {tool.name: tool.title for tool in tools.tools})
        _print_evidence(results.evidence)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", default="", help=f"one or more of {','.join(FORMATS)}")
    parser.add_argument("--peers", default="none", help=f"all, none, or some of {','.join(PEERS)}")
    parser.add_argument("--peer-python", action="append", default=[], help="Python of an environment that holds peers")
    parser.add_argument("--limit", type=int, default=0, help="at most that many documents a row, spread evenly")
    parser.add_argument("--pages", type=int, default=0, help="only the first pages of PDFs whose truth names pages")
    parser.add_argument("--files", default="", help="only files or rows whose name holds this text")
    parser.add_argument("--verbose", action="store_true", help="list what is missed, invented or wrong in our readers")
    parser.add_argument("--verbose-peers", action="store_true", help="list it for peers too")
    parser.add_argument("--no-outline", action="store_true", help="leave out the rows of PDFs read with their outline")
    parser.add_argument("--no-tags", action="store_true", help="leave out the rows of PDFs read with their tags")
    parser.add_argument("--patience", type=float, default=600.0, help="seconds a peer may take for one document")
    return parser.parse_args()


def _chosen(cases: list[Case], options: argparse.Namespace) -> list[Case]:
    named = [case for case in cases if options.files in case.name or options.files in case.row]
    if not options.limit:
        return named
    rows: dict[str, list[Case]] = {}
    for case in named:
        rows.setdefault(case.row, []).append(case)
    return [case for row in rows.values() for case in row[:: max(1, len(row) // options.limit)][: options.limit]]


@dataclass(slots=True)
class Results:
    """What a run found: scores by (row, tool), ours by the evidence stated for PDFs, passages dropped by row."""

    scores: dict[tuple[str, str], Score] = field(default_factory=dict[tuple[str, str], Score])
    evidence: dict[str, Score] = field(default_factory=dict[str, Score])
    counts: dict[str, Passages] = field(default_factory=dict[str, Passages])

    def add(self, case: Case, passages: Passages, results: list[tuple[str, str, Score]]) -> None:
        """Add what all tools (name, stated evidence, score) made of a document."""
        count = self.counts.setdefault(case.row, Passages())
        count.uncertain += passages.uncertain
        count.repeated += passages.repeated
        for name, evidence, result in results:
            self.scores.setdefault((case.row, name), Score()).add(result)
            if name == OURS and case.format == "pdf":
                self.evidence.setdefault(evidence or "not read", Score()).add(result)


def _run(cases: list[Case], tools: list[Tool], folder: Path, options: argparse.Namespace) -> Results:
    """Measure the cases; an interrupt (Ctrl-C) ends the run with what is complete by then."""
    results = Results()
    try:
        for number, case in enumerate(cases):
            _measure(prepared(case, folder, options.pages), tools, options, results)
            if sys.stderr.isatty():
                print(f"\r{number + 1}/{len(cases)} ", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        done = sum(score.documents for (_, name), score in results.scores.items() if name == OURS)
        print(f"\nstopped after {done} of {len(cases)} documents")
    return results


def _measure(case: Case, tools: list[Tool], options: argparse.Namespace, results: Results) -> None:
    passages = passages_of(case)
    if passages.foreign:
        print(f"left out, its truth is about another text: {case.name}")
        return
    found: list[tuple[str, str, Score]] = []
    for tool in tools:
        if case.format not in tool.formats or (tool.name == "docling" and "docling" in case.source):
            continue
        reading = tool.read(case)
        result = score(case.headings, passages.kept, reading, flat=case.flat)
        found.append((tool.name, reading.evidence, result))
        if options.verbose if tool.name == OURS else options.verbose_peers:
            _print_details(case, tool, result)
    results.add(case, passages, found)


def _print_details(case: Case, tool: Tool, result: Score) -> None:
    if result.details:
        print(f"\n{tool.name}: {case.row}: {case.name}")
    for detail in result.details:
        print(f"    {detail}")


def _print_mended(cases: list[Case]) -> None:
    names = {case.name for case in cases}
    for (file, heading), (instead, reason) in MENDED.items():
        if file in names:
            said = f'taken for "{instead}"' if instead else "left out"
            print(f'truth mended for all tools, {file}: "{heading}" is {said}: {reason}')


def _print_rows(results: Results, titles: dict[str, str]) -> None:
    head = f"{'':32}{'files':>6}{'failed':>7}{'true':>7}{'found':>7}{'missed':>7}{'invent':>7}{'level':>8}{'path':>8}"
    print(f"\n{head}{'passages':>19}{'absent':>8}{'seconds':>9}")
    for row in sorted({row for row, _ in results.scores}):
        count = results.counts[row]
        print(f"{row}   (passages dropped: {count.uncertain} uncertain, {count.repeated} repeated)")
        for (name, tool), result in results.scores.items():
            if name == row:
                print(f"  {titles[tool]:30}{_figures(result)}")
    for kind in FORMATS:
        total = Score()
        for (name, tool), result in results.scores.items():
            if tool == OURS and name.split(",")[0].split(" ")[0] == kind:
                total.add(result)
        if total.documents:
            print(f"all {kind}\n  {titles[OURS]:30}{_figures(total)}")


def _print_evidence(evidence: dict[str, Score]) -> None:
    if evidence:
        print("\nPDF by the evidence that our reader states")
    for name, result in sorted(evidence.items()):
        print(f"  {name[:30]:30}{_figures(result)}")


def _figures(result: Score) -> str:
    return (
        f"{result.documents:6}{result.failed:7}{result.true:7}{result.found:7}{result.true - result.found:7}"
        f"{result.invented:7}{_share(result.level, result.found):>8}{_share(result.path, result.true):>8}"
        f"{f'{result.right}/{result.passages} ' + _share(result.right, result.passages):>19}{result.absent:8}"
        f"{result.seconds:9.1f}"
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


if __name__ == "__main__":
    sys.exit(main())
