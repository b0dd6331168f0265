"""The table of real headings and what the rules make of it: counts of hits, false alarms and misses."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from explorer.core.audit.headings import classify_heading
from explorer.core.statistics import wilson
from explorer.engine.wordlists import load_heading_words

TABLE = Path(__file__).parents[1] / "cases" / "real_headings.tsv"
TRUTH = Path(__file__).parents[3] / "shared" / "corpora" / "headings" / "truth.jsonl"
OK = "ok"

_ANCHOR = re.compile(r"\s*\{ ?#[^}]*\}$")


@dataclass(frozen=True, slots=True)
class Row:
    """One heading: the reader's label (a code or "ok"), where it stands, and what the program says."""

    label: str
    language: str
    split: str
    source: str
    heading: str
    said: str

    @property
    def is_false_alarm(self) -> bool:
        """Tell whether the program calls a heading empty that says something."""
        return self.label == OK and self.said != OK

    @property
    def is_missed(self) -> bool:
        """Tell whether the program lets a heading pass that says nothing."""
        return self.label != OK and self.said == OK

    @property
    def is_wrong_code(self) -> bool:
        """Tell whether the program is right that the heading says nothing, and wrong why."""
        return OK not in {self.label, self.said} and self.label != self.said


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over rows: `hits` are headings that say nothing and are found, whatever code they get."""

    rows: int
    hits: int
    false_alarms: int
    misses: int
    wrong_codes: int

    @property
    def precision(self) -> float:
        """Return the share of the found ones that say nothing indeed; 1 when none is found."""
        found = self.hits + self.false_alarms
        return self.hits / found if found else 1.0

    @property
    def recall(self) -> float:
        """Return the share that is found of those that say nothing; 1 when there is none."""
        true = self.hits + self.misses
        return self.hits / true if true else 1.0

    @property
    def precision_bounds(self) -> tuple[float, float]:
        """Return the 95 % bounds of the precision."""
        return wilson(self.hits, self.hits + self.false_alarms)

    @property
    def recall_bounds(self) -> tuple[float, float]:
        """Return the 95 % bounds of the recall."""
        return wilson(self.hits, self.hits + self.misses)


def score(rows: Iterable[Row]) -> Score:
    """Count."""
    rows = list(rows)
    misses = sum(row.is_missed for row in rows)
    return Score(
        rows=len(rows),
        hits=sum(row.label != OK for row in rows) - misses,
        false_alarms=sum(row.is_false_alarm for row in rows),
        misses=misses,
        wrong_codes=sum(row.is_wrong_code for row in rows),
    )


def score_code(rows: Iterable[Row], code: str) -> Score:
    """Count for one code: a heading of another code that gets this one is a false alarm, and the reverse a miss."""
    rows = list(rows)
    hits = sum(row.label == code == row.said for row in rows)
    said, true = sum(row.said == code for row in rows), sum(row.label == code for row in rows)
    return Score(len(rows), hits, said - hits, true - hits, 0)


def read_rows() -> list[Row]:
    """Return the table's rows with the program's verdicts; those of the corpus are left out where it is absent."""
    words = load_heading_words()

    def verdict(heading: str) -> str:
        found = classify_heading(heading, words)
        return found.code if found else OK

    return list(_read_rows(verdict))


def _read_rows(verdict: Callable[[str], str]) -> Iterable[Row]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            heading = _resolve(row["heading"], row["language"])
            if heading is not None:
                yield Row(row["label"], row["language"], row["split"], row["source"], heading, verdict(heading))


def _resolve(cell: str, language: str) -> str | None:
    """Return the heading itself; None for one of the corpus when that is absent."""
    if not cell.startswith("@"):
        return cell
    file, _, index = cell[1:].rpartition("#")
    headings = _truth().get((file, language)) or _truth().get((file, ""))
    return None if headings is None else _ANCHOR.sub("", headings[int(index)])


@lru_cache(maxsize=1)
def _truth() -> dict[tuple[str, str], list[str]]:
    """Return the corpus's headings by file and language, and by file alone: some files stand there in several."""
    if not TRUTH.exists():
        return {}
    found: dict[tuple[str, str], list[str]] = {}
    with TRUTH.open(encoding="utf-8") as file:
        for entry in map(json.loads, file):
            headings = [heading["text"] for heading in entry["headings"]]
            found[entry["file"], re.split("[-_]", entry["lang"])[0]] = headings
            found.setdefault((entry["file"], ""), headings)
    return found
