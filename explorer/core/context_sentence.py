"""A context sentence as the audit and the embedded text see it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ContextSentence:
    """A sentence that a language model wrote to place a chunk within its document.

    `tokens` counts it by the library's tokenizer. `fresh` is false when it was made for another text, heading path,
    title or document name than the chunk's present one; it is not embedded then.
    """

    text: str
    tokens: int
    fresh: bool = True
