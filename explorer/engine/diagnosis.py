"""Why a question does or does not find its evidence, in an open library; the ladder is `explorer.core.diagnosis`."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from explorer.core.diagnosis import (
    FOUND_WITHIN,
    ChunkFacts,
    Facts,
    Kind,
    PassageFacts,
    is_found,
    kind_of,
    over_the_window,
)
from explorer.core.diagnosis_lines import fact_phrases
from explorer.core.diagnosis_reach import Reach, SectionSpan, reach
from explorer.core.diagnosis_words import Circumstances, HeadingToMend, chunk_name, told
from explorer.core.duplicates import NEAR_TWIN
from explorer.core.errors import ExplorerError
from explorer.core.language import is_english, language_of
from explorer.core.phrases import Phrase, Words, phrase, quoted_sentence
from explorer.core.question_views import EntryRow
from explorer.core.questions_places import ChunkKey
from explorer.core.retrieval_views import Diagnosis, Evidence, EvidenceChunk
from explorer.core.stems import shared_words, stems
from explorer.core.views import Filters
from explorer.core.words import words_of
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.diagnosis_marks import Marked, look_up, passage_facts
from explorer.engine.diagnosis_pool import LeftOut, Wish, left_out, places_of
from explorer.engine.heading_inventory import proposal_for
from explorer.engine.opened import Opened
from explorer.engine.pipeline import heading_verdict
from explorer.engine.search import BY_VECTORS
from explorer.engine.search_sides import Ranking, Side

_FIRST = 3
"""How many of the first chunks are named on each side."""

_MOST_SHOWN = 200
"""Chunks of a passage that are listed, the best ranked first: a whole document may be marked."""

_LANGUAGE_UNKNOWN = ""
_CHUNKS_A_STEP = 100


@dataclass(frozen=True, slots=True)
class _Ranked:
    """What was ranked, with the stored chunks that hold some of the evidence."""

    wish: Wish
    ranking: Ranking
    filters: Filters
    stored: Mapping[ChunkKey, StoredChunk]
    out: LeftOut
    facts: Facts


class Diagnoser:
    """Diagnoses questions over an open library; see `explorer.core.diagnosis` for the kinds."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._chunks = ChunkTable(opened.catalogue)

    def look_up(self, rows: Sequence[EntryRow]) -> Generator[None, None, tuple[Marked, ...]]:
        """Find marked passages; yields while the library's texts are read. Nothing is raised for what is absent."""
        return (yield from look_up(self._opened, rows))

    def diagnose(self, wish: Wish, evidence: Sequence[Marked]) -> Generator[None, None, Diagnosis]:
        """Return why the question does or does not find the evidence; yields between documents.

        Raises `ExplorerError` for a question that cannot be ranked, and when nothing is marked.
        """
        if not evidence:
            raise ExplorerError("No evidence is marked.", "Mark the passage that answers the question first.")
        ranking, narrowed = wish.ranked(self._opened)
        stored: dict[ChunkKey, StoredChunk] = {}
        keys = dict.fromkeys(key for each in evidence for key in each.chunks())
        for name in dict.fromkeys(name for name, _ in keys):
            of_document = self._chunks.of_document(name)
            stored.update((key, each) for each in of_document if (key := (name, each.item.chunk.index)) in keys)
            yield
        places = places_of(ranking, dict.fromkeys(name for name, _ in stored))
        missing = {key: each.item.chunk.embeddable for key, each in stored.items() if key not in places}
        out = left_out(self._opened, wish, (ranking, narrowed), missing) if missing else LeftOut({})
        passages = tuple(passage_facts(each, stored) for each in evidence)
        chunks: dict[ChunkKey, ChunkFacts] = {}
        for key, each in stored.items():
            chunks[key] = self._chunk_facts(key, each, ranking, places.get(key), out.reasons.get(key, ""))
            if len(chunks) % _CHUNKS_A_STEP == 0:
                yield
        rankers = {ranking.plain.wish.ranker, ranking.context.wish.ranker}
        facts = Facts(passages, chunks, by_vectors=bool(rankers & BY_VECTORS))
        return self._told(_Ranked(wish, ranking, narrowed, stored, out, self._with_nameless(facts, stored)))

    def _told(self, ranked: _Ranked) -> Diagnosis:
        words = self._words(ranked)
        facts = replace(ranked.facts, shared=words[0])
        kind = kind_of(facts)
        around = self._circumstances(replace(ranked, facts=facts), kind, words[1:])
        text, about = told(kind, facts, around), _about(kind, facts)
        lines = fact_phrases(kind, facts, around)
        known = (
            text.title,
            text.reason,
            text.remedy,
            *(words for line in lines for words in line),
            *_of_evidence(facts),
        )
        heading, ranking = around.heading, ranked.ranking
        return Diagnosis(
            question=ranked.wish.question,
            kind=kind.value,
            title=str(text.title),
            reason=str(text.reason),
            remedy=str(text.remedy),
            facts=tuple((str(name), str(value)) for name, value in lines),
            evidence=tuple(_evidence(passage, facts) for passage in facts.passages),
            pool=ranking.pool,
            plain_recipe=ranked.wish.plain.name,
            context_recipe=ranked.wish.context.name,
            ranker=ranked.wish.ranker,
            context_ranker="" if around.context_ranker == around.ranker else around.context_ranker,
            document=about.key[0] if about else "",
            index=about.key[1] if about else -1,
            section=heading.section if heading else -1,
            heading=heading.heading if heading else "",
            proposal=heading.proposal if heading else "",
            renamed=heading.renamed if heading else "",
            wider=ranked.out.wider(ranked.wish) if kind is Kind.FILTERED else None,
            phrases={str(words): words for words in known if isinstance(words, Phrase)},
        )

    def _circumstances(self, ranked: _Ranked, kind: Kind, words: tuple[tuple[str, ...], ...]) -> Circumstances:
        facts, ranking, leading = ranked.facts, ranked.ranking, ranked.facts.leading()
        stored = ranked.stored[leading.key] if leading else None
        pushed_down = kind is Kind.NO_FAILURE and not is_found(facts.context_rank())
        mendable = pushed_down or kind in {Kind.UNINFORMATIVE, Kind.VOCABULARY, Kind.UNDETERMINED}
        return Circumstances(
            pool=ranking.pool,
            ranker=ranking.plain.wish.ranker,
            context_ranker=ranking.context.wish.ranker,
            plain_recipe=ranked.wish.plain.name,
            context_recipe=ranked.wish.context.name,
            reach=self._reach(facts) if kind is Kind.BOUNDARY else None,
            heading=self._heading(stored) if stored and mendable else None,
            question_words=words[0],
            text_words=words[1],
            first=(self._first(ranking, ranking.plain), self._first(ranking, ranking.context)),
            twins=self._twins(ranking, stored, leading) if stored and leading else (),
            dropped=tuple((what, quoted_sentence(why)) for what, why in self._dropped(stored, ranked.wish)),
            to_widen=tuple(each.words for each in ranked.out.conditions),
            written=ranked.out.is_written(ranked.wish.question),
        )

    def _dropped(self, stored: StoredChunk | None, wish: Wish) -> tuple[tuple[str, str], ...]:
        return self._opened.in_recipe(stored, wish.context.name).header.dropped if stored else ()

    def _chunk_facts(
        self, key: ChunkKey, stored: StoredChunk, ranking: Ranking, place: int | None, reason: Words
    ) -> ChunkFacts:
        sides = (ranking.plain, ranking.context)
        items = [self._opened.in_recipe(stored, side.wish.recipe.name) for side in sides]
        plain, context = (int(side.ranks[place]) or None if place is not None else None for side in sides)
        return ChunkFacts(
            key=key,
            heading_path=stored.item.chunk.heading_path,
            left_out="" if place is not None else reason or phrase("it is not ranked"),
            plain_rank=plain,
            context_rank=context,
            tokens=max(item.tokens for item in items),
            limit=stored.item.limit,
        )

    def _with_nameless(self, facts: Facts, stored: Mapping[ChunkKey, StoredChunk]) -> Facts:
        """Return the facts with C202 of the chunk that it matters for; a heading renamed since may name something."""
        leading = facts.leading()
        if leading is None:
            return facts
        found = stored[leading.key]
        codes = {finding.code for finding in self._chunks.chunk_findings([found.id]).get(found.id, ())}
        words = self._opened.setup.words
        renamed = any(not heading_verdict(heading, words)[0] for heading in found.item.renamed)
        if "C202" not in codes or renamed:
            return facts
        return replace(facts, chunks={**facts.chunks, leading.key: replace(leading, names_nothing=True)})

    def _words(self, ranked: _Ranked) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Return the words that question and embedded texts share by their stems, the question's, and the texts'."""
        leading = ranked.facts.leading()
        if leading is None:
            return (), (), ()
        stored = ranked.stored[leading.key]
        language = self._language(leading.key[0])
        asked = stems(ranked.ranking.question, language)
        recipes = (ranked.wish.plain.name, ranked.wish.context.name)
        texts = [stems(self._opened.in_recipe(stored, name).embedded_text, language) for name in recipes]
        return shared_words(asked, *texts), tuple(asked.values()), tuple((texts[0] | texts[1]).values())

    def _language(self, document: str) -> str:
        parsed = DocumentTable(self._opened.catalogue).parsed(document)
        if parsed is None:
            return _LANGUAGE_UNKNOWN
        return language_of(parsed) or ("en" if is_english(parsed) else _LANGUAGE_UNKNOWN)

    def _first(self, ranking: Ranking, side: Side) -> tuple[str, ...]:
        """Name the first chunks of a side with their ranks."""
        places = side.order()[:_FIRST].tolist()
        stored = {each.id: each.item.chunk for each in self._chunks.by_ids(ranking.ids(places))}
        chunks = [stored[number] for number in ranking.ids(places) if number in stored]
        return tuple(
            f"{int(side.ranks[place])} {chunk_name((chunk.document, chunk.index), chunk.heading_path)}"
            for place, chunk in zip(places, chunks, strict=False)
        )

    def _twins(self, ranking: Ranking, stored: StoredChunk, leading: ChunkFacts) -> tuple[str, ...]:
        """Name the chunks above the evidence, of the first ten with context, that say nearly the same."""
        side = ranking.context
        last = leading.context_rank or ranking.pool.size + 1
        above = [place for place in side.order()[:FOUND_WITHIN].tolist() if int(side.ranks[place]) < last]
        own = frozenset(words_of(stored.item.chunk.text))
        found: list[str] = []
        for each in self._chunks.by_ids(ranking.ids(above)):
            chunk = each.item.chunk
            words = frozenset(words_of(chunk.text))
            if each.id != stored.id and len(own & words) >= NEAR_TWIN * len(own | words):
                found.append(chunk_name((chunk.document, chunk.index), chunk.heading_path))
        return tuple(found)

    def _heading(self, stored: StoredChunk) -> HeadingToMend | None:
        """Return the innermost heading over a chunk, with what the audit says of it."""
        chunk, catalogue = stored.item.chunk, self._opened.catalogue
        chain = self._chunks.chain(chunk.document, chunk.section)
        if not chain:
            return None
        section, heading, renamed = chain[-1]
        code, said, facts = heading_verdict(renamed or heading, self._opened.setup.words)
        reason = quoted_sentence(said, code, facts) if said else ""
        number = catalogue.number("SELECT id FROM document WHERE name = ?", (chunk.document,))
        proposal = proposal_for(catalogue, number, section)
        return HeadingToMend(chunk.document, section, heading, reason, proposal, renamed)

    def _reach(self, facts: Facts) -> Reach | None:
        """Return what around the best ranked piece holds the evidence; None where it stands in several documents."""
        pieces = facts.pieces()
        names = {chunk.key[0] for chunk in pieces}
        if len(names) != 1:
            return None
        name, best = pieces[0].key[0], facts.best_piece()
        rows = self._opened.catalogue.rows(
            "SELECT c.section, c.text_tokens FROM chunk c JOIN document d ON d.id = c.document WHERE d.name = ?"
            " ORDER BY c.ordinal",
            (name,),
        )
        sections = self._opened.catalogue.rows(
            "SELECT s.ordinal, s.last, s.parent, s.heading FROM section s JOIN document d ON d.id = s.document"
            " WHERE d.name = ?",
            (name,),
        )
        spans = {row[0]: SectionSpan(*row) for row in sections}
        place = (name, best.key[1] if best else pieces[0].key[1])
        return reach(place, [chunk.key[1] for chunk in pieces], [(row[0], row[1]) for row in rows], spans)


def _evidence(passage: PassageFacts, facts: Facts) -> Evidence:
    chunks = [
        EvidenceChunk(
            document=key[0],
            index=key[1],
            heading_path=facts.chunks[key].heading_path,
            share=min(share, 1.0),
            plain_rank=facts.chunks[key].plain_rank,
            context_rank=facts.chunks[key].context_rank,
            left_out=str(facts.chunks[key].left_out),
        )
        for key, share in passage.shares().items()
    ]
    if len(chunks) > _MOST_SHOWN:
        chunks.sort(key=lambda each: (bool(each.left_out), each.context_rank or len(chunks) + 1 << 30))
    return Evidence(passage.name, tuple(chunks[:_MOST_SHOWN]), str(passage.problem))


def _of_evidence(facts: Facts) -> tuple[Words, ...]:
    """Return why passages cannot be found and chunks are not ranked."""
    problems = (passage.problem for passage in facts.passages)
    return (*problems, *(chunk.left_out for chunk in facts.chunks.values()))


def _about(kind: Kind, facts: Facts) -> ChunkFacts | None:
    """Return the chunk that a diagnosis is about."""
    if kind is Kind.OVER_WINDOW:
        return over_the_window(facts)[0]
    if kind is Kind.FILTERED:
        return next((chunk for chunk in facts.chunks.values() if chunk.left_out), None)
    return facts.best_piece() if kind is Kind.BOUNDARY else facts.leading()
