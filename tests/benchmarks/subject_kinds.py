"""How often the rules of self-description (explorer/core/subject.py) err: against chunks that were labelled by hand.

Run as `python tests/benchmarks/subject_kinds.py [--split build] [--wrong]`. The labels are in
`tests/cases/subject_labels.tsv`, described in `subject_labels.md` beside it; the texts are in `../shared/corpora`.
`--wrong` prints the chunks that were judged wrong, those of the split `build` only.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from explorer.core.chunking import chunks_of
from explorer.core.language import is_english
from explorer.core.model import Chunk
from explorer.core.statistics import cohen_kappa, wilson
from explorer.core.subject import MEASURED_ERROR, SubjectKind, subject_kind
from explorer.engine.options import Options
from explorer.engine.pipeline import Setup, make_setup
from explorer.engine.readers import Readers

PROJECT = Path(__file__).resolve().parents[2]
LABELS = PROJECT / "tests" / "cases" / "subject_labels.tsv"
CORPORA = PROJECT.parent / "shared" / "corpora"
NAMED = str(SubjectKind.NAMED)
_BEGINNING = 12
"""Words by which the beginning of a chunk is known."""
NOT_JUDGED, LOST = "not judged", "lost"
KINDS = (NAMED, *(str(kind) for kind in SubjectKind if kind not in {SubjectKind.NAMED, "needs-discriminator"}))


@dataclass(frozen=True, slots=True)
class Labelled:
    """A row of the table of labels."""

    number: str
    sample: str
    split: str
    file: str
    text_hash: str
    begins: str
    first: str
    second: str
    label: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of a labelled chunk: a kind, `NOT_JUDGED` (not English), or `LOST` (no such chunk)."""

    row: Labelled
    kind: str
    text: str = ""

    @property
    def is_judged(self) -> bool:
        """Tell whether the rules gave a kind."""
        return self.kind not in {NOT_JUDGED, LOST}

    @property
    def errs_in_kind(self) -> bool:
        """Tell whether the kind is another than the label."""
        return self.kind != self.row.label

    @property
    def errs(self) -> bool:
        """Tell whether the rules are wrong about the one question that counts: does it name its subject or not?"""
        return (self.kind == NAMED) != (self.row.label == NAMED)


def labelled(path: Path = LABELS) -> list[Labelled]:
    """Return the rows of the table."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Labelled(
                row["id"], row["sample"], row["split"], row["file"], row["text_hash"], row["begins"],
                row["label_a"], row["label_b"], row["label"],
            )
            for row in csv.DictReader(file, delimiter="\t")
        ]  # fmt: skip


def judge(rows: Iterable[Labelled], corpora: Path = CORPORA) -> Iterator[Verdict]:
    """Yield what the rules say of each row's chunk; each file is read once, as the program reads it."""
    by_file: dict[str, list[Labelled]] = {}
    for row in rows:
        by_file.setdefault(row.file, []).append(row)
    setup = make_setup(Options())
    with Readers() as readers:
        for file, wanted in by_file.items():
            yield from _judge_file(corpora, file, wanted, setup, readers)


def _judge_file(
    corpora: Path, file: str, wanted: Sequence[Labelled], setup: Setup, readers: Readers
) -> Iterator[Verdict]:
    document = readers.read(corpora / file, file)
    cut = list(chunks_of(document, setup.tokenizer, setup.limit))
    chunks = {text_hash(chunk.text): chunk for chunk in cut}
    begun: dict[str, list[Chunk]] = {}
    for chunk in cut:
        begun.setdefault(beginning_hash(chunk.text), []).append(chunk)
    english = is_english(document)
    for row in wanted:
        alike = begun.get(row.begins, [])
        chunk = chunks.get(row.text_hash) or (alike[0] if len(alike) == 1 else None)
        if chunk is None:
            yield Verdict(row, LOST)
        else:
            yield Verdict(row, _kind(chunk) if english else NOT_JUDGED, chunk.text)


def _kind(chunk: Chunk) -> str:
    return str(subject_kind(chunk.text, bool(chunk.carried), chunk.kind))


def text_hash(text: str) -> str:
    """Return what the table finds a chunk by."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


def beginning_hash(text: str) -> str:
    """Return what the table finds a chunk by that ends elsewhere now: labels are about its first sentence."""
    return text_hash(" ".join(text.split()[:_BEGINNING]))


def error(verdicts: Iterable[Verdict]) -> tuple[int, int]:
    """Return how many chunks the rules are wrong about (named or not), and how many they judged."""
    judged = [verdict for verdict in verdicts if verdict.is_judged]
    return sum(verdict.errs for verdict in judged), len(judged)


def print_figures(name: str, verdicts: Sequence[Verdict]) -> None:
    """Print what is known of one part of the table."""
    counts = Counter(verdict.kind for verdict in verdicts)
    judged = [verdict for verdict in verdicts if verdict.is_judged]
    wrong, n = error(verdicts)
    in_kind = sum(verdict.errs_in_kind for verdict in judged)
    print(f"\n## {name}: {len(verdicts)} chunks, {counts[NOT_JUDGED]} not judged (not English), {counts[LOST]} lost")
    print(f"   names its subject or not: wrong {_share(wrong, n)}")
    print(f"   which of the five kinds:  wrong {_share(in_kind, n)}")
    if judged:
        pairs = [(verdict.kind, verdict.row.label) for verdict in judged]
        print(f"   kappa of rules and label: {cohen_kappa(pairs):.2f}")
    _print_warnings(judged)
    _print_table(judged)


def _print_warnings(judged: Sequence[Verdict]) -> None:
    flagged = [verdict for verdict in judged if verdict.kind != NAMED]
    true = [verdict for verdict in judged if verdict.row.label != NAMED]
    right = sum(verdict.row.label != NAMED for verdict in flagged)
    print(f"   said not to name it: right {_share(right, len(flagged))}; found {_share(right, len(true))}")


def _print_table(judged: Sequence[Verdict]) -> None:
    cells = Counter((verdict.row.label, verdict.kind) for verdict in judged)
    print("   label \\ rules      " + "".join(f"{kind.split('-')[0]:>10}" for kind in KINDS))
    for label in KINDS:
        print(f"   {label:<18}" + "".join(f"{cells[label, kind] or '·':>10}" for kind in KINDS))


def _share(part: int, whole: int) -> str:
    if not whole:
        return "- of 0"
    low, high = wilson(part, whole)
    return f"{part} of {whole} = {part / whole:.1%} ({low:.1%} to {high:.1%})"


def print_agreement(rows: Sequence[Labelled]) -> None:
    """Print how far the two judgements of each sample agree."""
    for sample in dict.fromkeys(row.sample for row in rows):
        pairs = [(row.first, row.second) for row in rows if row.sample == sample]
        named = [(str(first == NAMED), str(second == NAMED)) for first, second in pairs]
        agreed = sum(first == second for first, second in pairs)
        print(
            f"{sample}: two judgements agree on {agreed} of {len(pairs)};"
            f" kappa {cohen_kappa(pairs):.2f} over kinds, {cohen_kappa(named):.2f} over naming or not"
        )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=("build", "measure"), help="one split only")
    parser.add_argument("--wrong", action="store_true", help="print what is judged wrong in the split 'build'")
    chosen = parser.parse_args()
    rows = labelled()
    print_agreement(rows)
    verdicts = list(judge(row for row in rows if chosen.split in {None, row.split}))
    for sample in ("random", "enriched"):
        for split in ("build", "measure"):
            part = [each for each in verdicts if (each.row.sample, each.row.split) == (sample, split)]
            if part:
                print_figures(f"{sample}, {split}", part)
    if chosen.wrong:
        _print_wrong(verdicts)
    share, n = MEASURED_ERROR
    print(f"\nThe program says: wrong about {share:.1%} of {n} chunks.")


def _print_wrong(verdicts: Iterable[Verdict]) -> None:
    for verdict in verdicts:
        if verdict.is_judged and verdict.errs_in_kind and verdict.row.split == "build":
            print(f"\n{verdict.row.number} label {verdict.row.label}, rules {verdict.kind}\n  {verdict.text[:200]!r}")


if __name__ == "__main__":
    main()
