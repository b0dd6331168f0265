"""Quality samples: a seeded draw of chunks from every stratum, the judges' verdicts, and the error rates they give."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from explorer.core.findings import Finding
from explorer.core.statistics import cohen_kappa, wilson
from explorer.core.views import ChunkView

NO_FINDING = "no finding"


class Verdict(StrEnum):
    """What a judge says of a chunk and its header; each has a key of its own in the window."""

    RIGHT = "right"
    WRONG_PATH = "wrong path"
    SAYS_NOTHING = "says nothing"
    WRONG_CUT = "wrong cut"
    WRONG_SENTENCE = "wrong sentence"


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judge's verdict on a chunk. `text` is the hash of the embedded text that was judged, `at` an ISO time."""

    document: str
    index: int
    text: str
    verdict: Verdict
    judge: str
    at: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SampleItem:
    """A drawn chunk, the strata it stands for (document, format, finding code or "no finding"), and its verdict."""

    view: ChunkView
    format: str
    codes: tuple[str, ...] = ()
    judgement: Judgement | None = None


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """Errors among judged chunks of a stratum, with the 95 % interval by Wilson's formula."""

    stratum: str
    value: str
    judged: int
    errors: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        """Return the share of errors; 0 where nothing was judged."""
        return self.errors / self.judged if self.judged else 0.0


@dataclass(frozen=True, slots=True)
class SampleState:
    """How far a sample is judged and what it says so far; the first rate is the whole sample's."""

    size: int
    seed: int
    judge: str
    judged: int
    rates: tuple[ErrorRate, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk that can be drawn: its identity, its document's format, and the code of its worst finding."""

    document: str
    index: int
    format: str
    code: str = NO_FINDING


def worst_code(findings: Iterable[Finding]) -> str:
    """Return the code of the most severe finding, the first by code among equals; `NO_FINDING` for none."""
    ranked = sorted((-found.severity.rank, found.code) for found in findings)
    return ranked[0][1] if ranked else NO_FINDING


def draw(entries: Sequence[Entry], size: int, seed: int) -> list[Entry]:
    """Return `size` entries, the same for the same seed, in an order that mixes the strata.

    A systematic sample of the list sorted by format, finding and document, shuffled inside: every stratum has its
    share to within one chunk, every chunk the same chance, so the plain error rate of the sample is unbiased
    (Cochran, Sampling Techniques, chapter 8).
    """
    count = min(max(size, 0), len(entries))
    if not count:
        return []
    ordered = sorted(entries, key=lambda one: (one.format, one.code, one.document, _chance(seed, one)))
    step = len(ordered) / count
    start = _fraction(f"{seed} start") * step
    drawn = [ordered[min(int(start + number * step), len(ordered) - 1)] for number in range(count)]
    return sorted(drawn, key=lambda one: _chance(seed, one))


def _chance(seed: int, entry: Entry) -> float:
    return _fraction(f"{seed}\0{entry.document}\0{entry.index}")


def _fraction(text: str) -> float:
    """Return a number from 0 to below 1 that a text always gives, on every machine and Python."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:7], "big") / (1 << 56)


Judged = tuple[Entry, Verdict]


def error_rates(judged: Sequence[Judged]) -> tuple[ErrorRate, ...]:
    """Return the error rate of all judged chunks, then of each format, finding and document."""
    strata: tuple[tuple[str, Callable[[Entry], str]], ...] = (
        ("all", lambda _entry: ""),
        ("format", lambda entry: entry.format),
        ("finding", lambda entry: entry.code),
        ("document", lambda entry: entry.document),
    )
    found: list[ErrorRate] = []
    for name, value_of in strata:
        groups: dict[str, list[Verdict]] = {}
        for entry, verdict in judged:
            groups.setdefault(value_of(entry), []).append(verdict)
        for value, verdicts in sorted(groups.items()):
            errors = sum(verdict is not Verdict.RIGHT for verdict in verdicts)
            found.append(ErrorRate(name, value, len(verdicts), errors, *wilson(errors, len(verdicts))))
    return tuple(found)


def agreement(one: Iterable[Judgement], two: Iterable[Judgement]) -> tuple[float, int]:
    """Return Cohen's kappa of two judges over the chunks that both judged in the same text, and their number."""
    first = {(each.document, each.index, each.text): str(each.verdict) for each in one}
    pairs = [
        (first[key], str(each.verdict)) for each in two if (key := (each.document, each.index, each.text)) in first
    ]
    return (cohen_kappa(pairs), len(pairs)) if pairs else (float("nan"), 0)


def text_hash(embedded_text: str) -> str:
    """Return the hash by which a verdict knows the text that it is about."""
    return hashlib.sha256(embedded_text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
