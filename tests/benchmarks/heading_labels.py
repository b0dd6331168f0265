"""How well rules H101 to H104 tell headings that say nothing from those that say something, on a table of real ones.

    python tests/benchmarks/heading_labels.py [--show-measured]

Prints precision and recall with Wilson's 95 % bounds: pooled (found or not, whatever the code), by code, by language,
for each half of `tests/cases/real_headings.tsv`. Every error of the part "build" is listed. The part "measure" is given
in figures only, so that nobody tunes the rules to it; `--show-measured` lists its errors too, and spends it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.heading_table import TRUTH, Row, Score, read_rows, score, score_code

CODES = ("H101", "H102", "H103", "H104")
HEAD = f"{'':>12}{'rows':>6}{'hits':>6}{'false':>7}{'missed':>8}   precision (95 %)        recall (95 %)"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show-measured", action="store_true", help="list the errors of the measured part too")
    show_measured = bool(parser.parse_args().show_measured)
    rows = read_rows()
    if not TRUTH.exists():
        print("The corpus is absent: headings that are only referred to are left out.\n")
    for split in ("build", "measure"):
        part = [row for row in rows if row.split == split]
        print(f"{split}: {len(part)} headings")
        print("\n".join(figures(part)))
        if split == "build" or show_measured:
            print("\n".join(errors(part)))
        print()


def figures(rows: Sequence[Row]) -> Iterable[str]:
    """Return the lines of one part's table."""
    yield HEAD
    pooled = score(rows)
    yield line("pooled", pooled)
    yield from (line(code, score_code(rows, code)) for code in CODES)
    for language in sorted({row.language for row in rows}):
        yield line(language, score(row for row in rows if row.language == language))
    yield f"Of the {pooled.hits} hits, {pooled.wrong_codes} have another code than the reader's."


def line(name: str, counts: Score) -> str:
    """Return one line of figures."""
    low_p, high_p = counts.precision_bounds
    low_r, high_r = counts.recall_bounds
    return (
        f"{name:>12}{counts.rows:>6}{counts.hits:>6}{counts.false_alarms:>7}{counts.misses:>8}"
        f"   {counts.precision:.3f} ({low_p:.3f} to {high_p:.3f})  {counts.recall:.3f} ({low_r:.3f} to {high_r:.3f})"
    )


def errors(rows: Sequence[Row]) -> Iterable[str]:
    """Return a line for each false alarm, miss and wrong code."""
    kinds = (
        ("false alarm", [row for row in rows if row.is_false_alarm]),
        ("missed", [row for row in rows if row.is_missed]),
        ("wrong code", [row for row in rows if row.is_wrong_code]),
    )
    for name, found in kinds:
        for row in found:
            yield f"{name:>12}  {row.language:<4}{row.label:>5} said {row.said:<5} {row.heading}"


if __name__ == "__main__":
    main()
