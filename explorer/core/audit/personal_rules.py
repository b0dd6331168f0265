"""C213: personal data in a document (DESIGN 4.4). The finding tells kinds, counts, places and masked examples only."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explorer.core.audit.personal_data import PersonalDatum, find_personal_data
from explorer.core.audit.view import Rule, Subject
from explorer.core.finding_words import plural_kind
from explorer.core.findings import Finding
from explorer.core.language import language_of
from explorer.core.model import Block, BlockKind, ParsedDocument, Place
from explorer.core.views import ContextChunk

_MOST_CHUNKS, _MOST_EXAMPLES = 50, 5


def personal_data(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C213: the document holds at least `count` different pieces of personal data.

    Facts: `count` of different values, `kinds` ("phone number: 2"), `chunks` (the indices of the first 50 that hold
    some), `examples`, masked. A value that stands in many places counts once.
    """
    found = list(_data_of(subject.document))
    values = {datum.key: datum for _, datum in found}
    if not values or len(values) < rule.thresholds["count"]:
        return
    kinds = Counter(datum.kind for datum in values.values())
    chunks = _chunks_with(subject, found)
    examples = tuple(dict.fromkeys(f"{datum.kind} {datum.masked}" for datum in values.values()))[:_MOST_EXAMPLES]
    yield rule.on_document(
        subject.document.name,
        _reason(kinds, chunks),
        count=len(values),
        kinds=tuple(f"{kind}: {count}" for kind, count in kinds.most_common()),
        chunks=tuple(map(str, chunks)),
        examples=examples,
    )


def _reason(kinds: Counter[str], chunks: Sequence[int]) -> str:
    what = ", ".join(f"{count} {kind if count == 1 else plural_kind(kind)}" for kind, count in kinds.most_common())
    where = ""
    if chunks:
        many = f"{len(chunks)} or more" if len(chunks) == _MOST_CHUNKS else str(len(chunks))
        where = f", in {many} chunk{'s' if len(chunks) > 1 else ''}"
    return f"The document holds personal data: {what}{where}. Whoever may search the library can find it."


def _data_of(document: ParsedDocument) -> Iterator[tuple[Block, PersonalDatum]]:
    """Yield what is personal with the block that it stands in."""
    lead = ""
    languages: list[str] = []

    def language() -> str:
        if not languages:
            languages.append(language_of(document))
        return languages[0]

    for block in document.blocks:
        is_code, rows = block.kind is BlockKind.CODE, block.header_rows
        for datum in find_personal_data(block.text, lead=lead, header_rows=rows, is_code=is_code, language=language):
            yield block, datum
        lead = block.text[-200:].rpartition("\n")[2]


def _chunks_with(subject: Subject, found: Sequence[tuple[Block, PersonalDatum]]) -> list[int]:
    """Return the indices of the first chunks that hold what was found, in order."""
    finder = _ChunkFinder.of(subject.chunks)
    chunks: set[int] = set()
    for block, datum in found:
        chunks.update(finder.holding(block, datum))
        if len(chunks) >= _MOST_CHUNKS:
            break
    return sorted(chunks)[:_MOST_CHUNKS]


@dataclass(frozen=True, slots=True)
class _ChunkFinder:
    """The chunks of a document by their places: by where their spans start, or by the pages that they stand on."""

    spans: list[tuple[int, int, int]]
    pages: dict[int, list[ContextChunk]]

    @classmethod
    def of(cls, chunks: Sequence[ContextChunk]) -> _ChunkFinder:
        spans: list[tuple[int, int, int]] = []
        pages: dict[int, list[ContextChunk]] = defaultdict(list)
        for item in chunks:
            place = item.chunk.place
            if place.start is not None:
                spans.append((place.start, place.end or place.start, item.chunk.index))
            for page in _pages(place):
                pages[page].append(item)
        return cls(sorted(spans), pages)

    def holding(self, block: Block, datum: PersonalDatum) -> list[int]:
        """Return the chunk that holds `datum`; a heading's is the first behind it."""
        place = block.place_of(datum.start, datum.end)
        if place.start is not None:
            return self._by_span(place.start)
        text = block.text[datum.start : datum.end]
        near = [item for page in _pages(place) for item in self.pages.get(page, ())]
        return [item.chunk.index for item in near if text in item.chunk.text][:1]

    def _by_span(self, start: int) -> list[int]:
        after = bisect_right(self.spans, start, key=lambda span: span[0])
        if after and self.spans[after - 1][1] > start:
            return [self.spans[after - 1][2]]
        return [self.spans[after][2]] if after < len(self.spans) else []


def _pages(place: Place) -> list[int]:
    pages = [rect.page for rect in place.rects] or ([] if place.page is None else [place.page])
    return list(dict.fromkeys(pages))
