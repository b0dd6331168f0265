"""What headers cost: tokens a chunk, a document, a library, and in a prompt of several chunks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TokenAccount:
    """Tokens of `chunks` chunks: of their texts and of the headers before them (context sentences included)."""

    chunks: int = 0
    text_tokens: int = 0
    header_tokens: int = 0

    @property
    def total(self) -> int:
        """Return the tokens of headers and texts together."""
        return self.text_tokens + self.header_tokens

    @property
    def header_share(self) -> float:
        """Return the headers' part of all tokens, from 0 to 1."""
        return self.header_tokens / self.total if self.total else 0.0

    @property
    def mean_header(self) -> float:
        """Return the header tokens of a chunk, on average."""
        return self.header_tokens / self.chunks if self.chunks else 0.0

    @property
    def mean_text(self) -> float:
        """Return the text tokens of a chunk, on average."""
        return self.text_tokens / self.chunks if self.chunks else 0.0

    def prompt(self, count: int) -> tuple[int, int]:
        """Return the tokens of a prompt of `count` average chunks, without and with their headers."""
        plain = round(count * self.mean_text)
        return plain, plain + round(count * self.mean_header)

    def __add__(self, other: TokenAccount) -> TokenAccount:
        return TokenAccount(
            self.chunks + other.chunks,
            self.text_tokens + other.text_tokens,
            self.header_tokens + other.header_tokens,
        )


def account_of(chunks: Iterable[tuple[int, int]]) -> TokenAccount:
    """Return the account of chunks given as (text tokens, header tokens)."""
    count = text = header = 0
    for text_tokens, header_tokens in chunks:
        count, text, header = count + 1, text + text_tokens, header + header_tokens
    return TokenAccount(count, text, header)


def account_text(account: TokenAccount, prompt_chunks: int = 5) -> str:
    """Return the account in a sentence or two."""
    if not account.chunks:
        return "There are no chunks."
    plain, whole = account.prompt(prompt_chunks)
    return (
        f"Headers: {account.header_tokens:,} tokens over {account.chunks:,} chunks, {account.mean_header:.1f} each, "
        f"{account.header_share:.0%} of what is embedded. A prompt of {prompt_chunks} chunks grows from {plain:,} to "
        f"{whole:,} tokens."
    )
