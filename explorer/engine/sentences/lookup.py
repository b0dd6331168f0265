"""Hands the written sentences to headers and audit: the fresh one of a chunk, and those that are out of date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from explorer.core.context_sentence import ContextSentence
from explorer.core.model import Chunk
from explorer.core.tokens import Tokenizer
from explorer.core.views import ContextChunk
from explorer.engine.sentences.cache import Passage, SentenceCache, Written, passage_key, path_key


class SentenceLookup:
    """The sentences of one library; without a cache there are none. `close` releases the file."""

    def __init__(self, cache: SentenceCache | None, tokenizer: Tokenizer) -> None:
        self._cache = cache
        self._tokenizer = tokenizer

    @classmethod
    def of_library(cls, home: Path, tokenizer: Tokenizer) -> SentenceLookup:
        """Return the lookup of the library kept in `home`; nothing is made there."""
        return cls(SentenceCache.existing(home), tokenizer)

    def close(self) -> None:
        """Release the file; again is harmless."""
        if self._cache is not None:
            self._cache.close()

    @property
    def state(self) -> int:
        """Return a number that rises whenever a chunk may have got another sentence; 0 without any."""
        return self._cache.state if self._cache is not None else 0

    def fresh(self, chunk: Chunk, title: str, renamed: tuple[str, ...] = ()) -> ContextSentence | None:
        """Return the sentence that was made for exactly this text, path, title and document name.

        `renamed` is the path that retrieval sees where mends rename headings.
        """
        if self._cache is None:
            return None
        # Which of several chunks under a path it is plays no part in what a sentence was made for.
        passage = Passage(chunk.document, chunk.index, title, renamed or chunk.heading_path, 0, chunk.text)
        text = self._cache.sentence(passage.content)
        return ContextSentence(text, self._tokenizer.count(text)) if text else None

    def out_of_date(self, document: str, title: str, items: Sequence[ContextChunk]) -> dict[int, ContextSentence]:
        """Return by chunk index the sentences that were made for what a chunk of this document was before.

        `items` are all of the document's. A sentence that no chunk has a right to is taken for the chunk with the
        same text, else for the one in the same place under the same path with another text.
        """
        if self._cache is None:
            return {}
        passages = passages_of(title, items)
        present = {passage.content for passage in passages}
        written = self._cache.of_document(document)
        fresh = {each.content for each in written} & present
        orphans = list({each.content: each for each in reversed(written) if each.content not in present}.values())
        without = [passage for passage in passages if passage.content not in fresh]
        found: dict[int, ContextSentence] = {}
        for passage, orphan in _paired(without, orphans).items():
            found[passage.index] = ContextSentence(orphan.text, self._tokenizer.count(orphan.text), fresh=False)
        return found


def passages_of(title: str, items: Sequence[ContextChunk]) -> list[Passage]:
    """Return a document's chunks as their sentences depend on them, those without a word that can be seen left out."""
    seen: Counter[tuple[str, ...]] = Counter()
    passages: list[Passage] = []
    for item in items:
        chunk, nth = item.chunk, seen[item.path]
        seen[item.path] += 1
        if chunk.embeddable:
            passages.append(Passage(chunk.document, chunk.index, title, item.path, nth, chunk.text))
    return passages


def _paired(passages: Sequence[Passage], orphans: Sequence[Written]) -> dict[Passage, Written]:
    """Give each passage at most one orphan, and each orphan to at most one: the nearer the better, latest first.

    Near is the same text under the same path (another title), then the same text, then the same place.
    """
    pairs: dict[Passage, Written] = {}
    given: set[str] = set()
    for of_passage, of_orphan in _NEARNESS:
        left: dict[tuple[str | int, ...], list[Written]] = {}
        for orphan in orphans:
            if orphan.content not in given:
                left.setdefault(of_orphan(orphan), []).append(orphan)
        for passage in passages:
            if passage not in pairs and (same := left.get(of_passage(passage))):
                pairs[passage] = same.pop()
                given.add(pairs[passage].content)
    return pairs


_Near = tuple[Callable[[Passage], tuple[str | int, ...]], Callable[[Written], tuple[str | int, ...]]]
_NEARNESS: tuple[_Near, ...] = (
    (lambda one: (path_key(one.path), passage_key(one.text)), lambda one: (one.path, one.passage)),
    (lambda one: (passage_key(one.text),), lambda one: (one.passage,)),
    (lambda one: (path_key(one.path), one.nth), lambda one: (one.path, one.nth)),
)
"""By what passages and orphans are compared, the nearest first."""
