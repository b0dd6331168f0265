"""What the chunker and the headers need of a model's tokenizer, and nothing of any library."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Protocol


class Tokenizer(Protocol):
    """Counts and places tokens exactly as the embedding model does.

    Special tokens are never counted and nothing is truncated. Offsets are code points of the text given.
    """

    @property
    def identity(self) -> str:
        """Return a name that changes whenever the counts could (model, tokenizer file)."""
        ...

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`."""
        ...

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Return the half-open code point span of each token of `text`, in order."""
        ...

    def sees_words(self, text: str) -> bool:
        """Tell whether at least one token is a word that the model knows: not unknown, special or mere punctuation."""
        ...


def is_blank(text: str) -> bool:
    """Tell whether nothing of `text` can be seen: white space, control and format characters (zero-width ones) only."""
    return all(sign.isspace() or unicodedata.category(sign) in {"Cc", "Cf"} for sign in text)
