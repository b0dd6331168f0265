"""Quality samples: a seeded draw of chunks from every stratum, the judges' verdicts, and the error rates they give."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from explorer.core.views import ChunkView


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
