"""Context sentences of an open library: brings its chunks up to date, plans, bills, runs, and judges the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from types import TracebackType

from explorer.core.audit.personal_rules import personal_data
from explorer.core.audit.sentence_rules import SentenceReason, SentenceStandard, judge_chunk
from explorer.core.audit.view import Rule, Subject
from explorer.core.findings import Scope, Severity
from explorer.core.model import Chunk
from explorer.core.progress import Progress
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.opened import Opened
from explorer.engine.sentences.bill import Bill, make_bill
from explorer.engine.sentences.cache import SentenceCache
from explorer.engine.sentences.clients import Client
from explorer.engine.sentences.lookup import SentenceLookup
from explorer.engine.sentences.plan import DOCUMENT_TOKENS, DocumentChunks, Plan, Prompts, make_plan
from explorer.engine.sentences.run import Outcome, SentenceRun

_PERSONAL = Rule("C213", Severity.ERROR, Scope.DOCUMENT, "personal data", personal_data, {"count": 1})
"""A single piece keeps a document back, whatever threshold the audit is set to."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A chunk's sentence with what C212 says of it."""

    chunk: Chunk
    text: str
    tokens: int
    reasons: tuple[SentenceReason, ...]


class SentenceJob:
    """The context sentences of `opened`, which stays open; used as a context manager, which releases the file.

    `budget`: the most tokens of a document's text sent with each passage.
    """

    def __init__(self, opened: Opened, budget: int = DOCUMENT_TOKENS) -> None:
        self._opened = opened
        self._tokenizer = opened.setup.tokenizer
        self._chunks = ChunkTable(opened.catalogue)
        self._documents = DocumentTable(opened.catalogue)
        self._prompts = Prompts(self._documents.parsed, self._tokenizer, budget)
        self._cache = SentenceCache(opened.home)

    def __enter__(self) -> SentenceJob:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the file of sentences."""
        self._cache.close()

    def read(self, progress: Progress) -> Generator[None, None, None]:
        """Read what changed in the folder, without embedding anything: sentences need chunks and findings only."""
        with closing(self._opened.refresh(progress, ())) as stages:
            for stage in stages:
                if stage == "prepared":
                    return
                yield

    def guarded(self) -> frozenset[str]:
        """Return the documents with personal data, as C213 finds it.

        They are looked at anew, whatever the settings silence: who wants to hear no more of a finding has not said
        that its document may be sent away.
        """
        words = self._opened.setup.words
        found: set[str] = set()
        for row in self._chunks.documents():
            parsed = self._documents.parsed(row.name)
            if parsed is not None and any(personal_data(Subject(parsed, (), (), words), _PERSONAL)):
                found.add(row.name)
        return frozenset(found)

    def plan(self, model: str, guarded: Collection[str], allowed: Collection[str] = (), most: int = 0) -> Plan:
        """Return what `model` has to write, at most `most` sentences (0: all); see `make_plan`."""
        return make_plan(self._every_document(), model, self._cache, guarded, allowed).limited(most)

    def bill(self, plan: Plan, *, keeps: bool) -> Bill:
        """Return what the plan will cost; nothing is sent. `keeps`: see `make_bill`."""
        return make_bill(plan, self._prompts, self._tokenizer, keeps=keeps)

    def run(
        self, plan: Plan, client: Client, progress: Progress, pause: Callable[[float], None]
    ) -> Generator[None, None, Outcome]:
        """Carry the plan out; see `SentenceRun`."""
        return (yield from SentenceRun(client, self._cache, self._prompts, pause).run(plan, progress))

    def judged(self) -> Iterator[Judged]:
        """Yield every chunk that has a sentence, fresh or out of date, with what C212 says of it."""
        lookup = SentenceLookup(self._cache, self._tokenizer)
        standard = SentenceStandard(self._opened.setup.words)
        for document in self._every_document():
            old = lookup.out_of_date(document.name, document.title, document.items)
            for item in document.items:
                sentence = lookup.fresh(item.chunk, document.title, item.path) or old.get(item.chunk.index)
                if sentence is not None:
                    reasons = judge_chunk(item, document.title, sentence, standard)
                    yield Judged(item.chunk, sentence.text, sentence.tokens, reasons)

    def _every_document(self) -> Iterator[DocumentChunks]:
        for row in self._chunks.documents():
            stored = self._chunks.of_document(row.name)
            yield DocumentChunks(row.name, row.title, tuple(each.item for each in stored))


def fault_counts(judged: Collection[Judged]) -> dict[str, int]:
    """Return how many sentences have each fault."""
    counts = Counter(str(reason.fault) for each in judged for reason in each.reasons)
    return dict(sorted(counts.items()))
