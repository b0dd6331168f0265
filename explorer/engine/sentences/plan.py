"""Finds which chunks lack a context sentence, and keeps documents with personal data back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from explorer.core.errors import ExplorerError
from explorer.core.model import ParsedDocument
from explorer.core.tokens import Tokenizer
from explorer.core.views import ContextChunk
from explorer.engine.sentences.cache import Passage, SentenceCache
from explorer.engine.sentences.lookup import passages_of
from explorer.engine.sentences.prompt import INSTRUCTIONS, Prompt, document_part, document_text, passage_part

DOCUMENT_TOKENS = 3000
"""How much of a document is sent with each passage; local servers often take in some 4,000 tokens at their defaults."""


@dataclass(frozen=True, slots=True)
class DocumentChunks:
    """A document's name and title with all its chunks in order, headed as the library heads them."""

    name: str
    title: str
    items: tuple[ContextChunk, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run has to do: the passages without a sentence of `model`, document by document.

    `kept` are the keys of sentences that are there already; `guarded` the documents that are not sent because they
    hold personal data; `later` counts passages beyond the limit that was asked for.
    """

    model: str
    passages: tuple[Passage, ...] = ()
    kept: tuple[str, ...] = ()
    guarded: tuple[str, ...] = ()
    later: int = 0

    def limited(self, most: int) -> Plan:
        """Return the plan of at most `most` calls; 0 stands for no limit."""
        if not most or most >= len(self.passages):
            return self
        return replace(self, passages=self.passages[:most], later=self.later + len(self.passages) - most)


def make_plan(
    documents: Iterable[DocumentChunks],
    model: str,
    cache: SentenceCache | None,
    guarded: Collection[str],
    allowed: Collection[str] = (),
) -> Plan:
    """Return what is missing. `guarded`: the documents with finding C213; `allowed`: those that may be sent anyway.

    Raises `ExplorerError` when an allowed document is not in the library: a slip of the pen may not pass for consent.
    """
    passages: list[Passage] = []
    kept: list[str] = []
    held_back: list[str] = []
    names: set[str] = set()
    for document in documents:
        names.add(document.name)
        if document.name in guarded and document.name not in allowed:
            held_back.append(document.name)
            continue
        own = passages_of(document.title, document.items)
        keys = {passage.key(model): passage for passage in own}
        known = cache.known(keys) if cache is not None else set[str]()
        kept += [key for key in keys if key in known]
        passages += [passage for key, passage in keys.items() if key not in known]
    for name in allowed:
        if name not in names:
            raise ExplorerError(
                f"There is no document {name!r} in this library.",
                "Documents are named as the audit names them, such as hr/leave.md.",
            )
    return Plan(model, tuple(passages), tuple(kept), tuple(held_back))


class Prompts:
    """Makes the prompts of passages; the part that holds the document is made once for all of its passages in a row.

    `parsed` gives a document by its name; None where it is gone. `budget` is the most tokens of a document's text.
    """

    def __init__(
        self, parsed: Callable[[str], ParsedDocument | None], tokenizer: Tokenizer, budget: int = DOCUMENT_TOKENS
    ) -> None:
        self._parsed = parsed
        self._tokenizer = tokenizer
        self._budget = budget
        self._part = lru_cache(maxsize=2)(self._document_part)

    def of(self, passage: Passage) -> Prompt:
        """Return the prompt of a passage."""
        document = self._part(passage.document, passage.title)
        return Prompt(INSTRUCTIONS, document, passage_part(passage.path, passage.text))

    def _document_part(self, name: str, title: str) -> str:
        parsed = self._parsed(name)
        text = document_text(parsed, self._tokenizer, self._budget) if parsed is not None else ""
        return document_part(name, title, text)


def by_document(passages: Sequence[Passage]) -> Iterator[tuple[Passage, bool]]:
    """Yield each passage, and whether it is the first of its document's run of passages."""
    last = ""
    for passage in passages:
        yield passage, passage.document != last
        last = passage.document
