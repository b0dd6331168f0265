"""What a run will cost before it begins: calls and tokens, and money where the user names prices. An estimate.

Tokens are counted with the library's tokenizer, for a server's own is not to be had; servers count some tenth more or
less.
"""

from __future__ import annotations

from dataclasses import dataclass

from explorer.core.tokens import Tokenizer
from explorer.engine.sentences.plan import Plan, Prompts, by_document

EXPECTED_OUTPUT = 60
"""Tokens of an answer: the longest sentence that the audit lets pass."""

_CACHE_WRITE = 1.25
"""What Anthropic charges for keeping a prompt's beginning, in parts of the price of input (its price list, 2025)."""

_SMALLEST_CACHED = 1024
"""Anthropic keeps no beginning of a prompt that is shorter (its documentation of prompt caching)."""

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Prices of a million tokens in any currency. `cached`: of input read from the server's cache (None: as input)."""

    input: float = 0.0
    output: float = 0.0
    cached: float | None = None


@dataclass(frozen=True, slots=True)
class Bill:
    """A run's calls and tokens.

    `input_tokens` are read anew at each call; `kept_tokens` are beginnings of prompts that the server is asked to keep,
    once a document; `cached_tokens` are the same beginnings in the calls that follow, which the server may take from
    its cache.
    """

    calls: int = 0
    documents: int = 0
    input_tokens: int = 0
    kept_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0

    def cost(self, price: Price) -> float:
        """Return what the run costs at `price`."""
        cached = price.input if price.cached is None else price.cached
        fresh = self.input_tokens + _CACHE_WRITE * self.kept_tokens
        return (fresh * price.input + self.cached_tokens * cached + self.output_tokens * price.output) / _MILLION


def make_bill(plan: Plan, prompts: Prompts, tokenizer: Tokenizer, *, keeps: bool) -> Bill:
    """Return the bill of a plan. `keeps`: the server is told to keep documents (Anthropic), and charges for it."""
    fresh = kept = cached = documents = shared = 0
    begin_tokens = 0
    for passage, first in by_document(plan.passages):
        prompt = prompts.of(passage)
        if first:
            documents += 1
            begin_tokens = tokenizer.count(prompt.system) + tokenizer.count(prompt.document)
            shared = begin_tokens if not keeps or begin_tokens >= _SMALLEST_CACHED else 0
        fresh += tokenizer.count(prompt.passage) + begin_tokens - shared
        if not first:
            cached += shared
        elif keeps:
            kept += shared
        else:
            fresh += shared
    calls = len(plan.passages)
    return Bill(calls, documents, fresh, kept, cached, calls * EXPECTED_OUTPUT)
