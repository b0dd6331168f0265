"""What fits: token counts, the cap in characters, and the units that are packed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.core.model import CutNote
from explorer.core.tokens import Tokenizer

CHARACTERS_PER_TOKEN = 8
"""A text may have this many characters for each token it may have: a tokenizer that calls a whole Thai paragraph one
unknown word would otherwise never let it be cut (DESIGN 4.2)."""


class Measure:
    """Counts with one tokenizer against one share (the most tokens that a chunk's text may have).

    `cap` is the most characters. No text longer than the cap is ever counted, which keeps the work linear.
    """

    def __init__(self, tokenizer: Tokenizer, share: int) -> None:
        self.tokenizer = tokenizer
        self.share = share
        self.cap = share * CHARACTERS_PER_TOKEN
        single = tokenizer.count("a")
        self._glue = {glue: max(0, tokenizer.count(f"a{glue}a") - 2 * single) for glue in ("\n", "\n\n")}

    def count(self, text: str) -> int:
        """Return the tokens of `text`; share + 1 when it is longer than the cap."""
        return self.tokenizer.count(text) if len(text) <= self.cap else self.share + 1

    def glue(self, separator: str) -> int:
        """Return the tokens that `separator` costs between two texts (none for most tokenizers)."""
        return self._glue.get(separator, 0)

    def fits(self, text: str) -> bool:
        """Tell whether `text` may be a chunk's text."""
        return len(text) <= self.cap and self.tokenizer.count(text) <= self.share


@dataclass(frozen=True, slots=True)
class Carry:
    """A text repeated at the head of a chunk; it stands at `start` of the text of `block`.

    `dropped` is reported where there is no room for it, `shortened` where only a part of it is repeated.
    """

    text: str
    tokens: int
    block: int
    start: int
    dropped: CutNote
    shortened: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """A slice `[start, end)` of a block's text that stays whole, with its tokens.

    `carry` is what a chunk that begins with this unit repeats, the first to give up first.
    """

    block: int
    start: int
    end: int
    tokens: int
    carry: tuple[Carry, ...] = ()
    notes: tuple[CutNote, ...] = ()


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the slice without white space at its ends; an empty slice when there is nothing else."""
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return start, end


def trimmed_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the slice without blank lines at its ends; the indentation of the first line stays (code)."""
    first, end = trimmed(text, start, end)
    newline = text.rfind("\n", start, first)
    return (newline + 1 if newline >= 0 else start, end) if first < end else (first, end)


def spread(carry: Sequence[Carry]) -> int:
    """Return the tokens of all of `carry`."""
    return sum(part.tokens for part in carry)


def affordable(measure: Measure, carry: tuple[Carry, ...], beside: int = 0, characters: int = 0) -> tuple[Carry, ...]:
    """Keep the last parts of `carry` that leave half of the share to own words, and room for `beside` tokens."""
    most = min(measure.share // 2, measure.share - beside)
    while carry and (spread(carry) > most or sum(len(part.text) + 1 for part in carry) + characters > measure.cap):
        carry = carry[1:]
    return carry
