"""What a diagnosis rests on, as a table of names and values."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.diagnosis import ChunkFacts, Facts, Kind
from explorer.core.diagnosis_reach import Reach
from explorer.core.diagnosis_words import (
    MOST_CHUNKS,
    MOST_WORDS,
    Circumstances,
    chunk_name,
    cost_words,
    dropped_words,
    neighbour_words,
    rank_words,
    section_words,
    with_more,
)
from explorer.core.phrases import Phrase, Words, joined, phrase

_Lines = list[tuple[Phrase, Words]]


def fact_lines(kind: Kind, facts: Facts, around: Circumstances) -> tuple[tuple[str, str], ...]:
    """Return what a diagnosis rests on in English, as (name, value)."""
    return tuple((str(name), str(value)) for name, value in fact_phrases(kind, facts, around))


def fact_phrases(kind: Kind, facts: Facts, around: Circumstances) -> tuple[tuple[Phrase, Words], ...]:
    """Return what a diagnosis rests on, as (name, value); what says nothing here is left out."""
    ranked = kind not in {Kind.ABSENT, Kind.FILTERED, Kind.OVER_WINDOW, Kind.BOUNDARY}
    lines: _Lines = [
        (phrase("Ranked"), phrase("{0} of {1} chunks", around.pool.size, around.pool.total)),
        (phrase("Ranker"), _pair(around.ranker, around.context_ranker)),
        (phrase("Compared"), _sides(around.plain_recipe, around.context_recipe)),
        (phrase("Marked passages"), str(len(facts.passages))),
    ]
    lines += _rank_lines(facts, around) if ranked else []
    lines += _reach_lines(around.reach) if kind is Kind.BOUNDARY and around.reach else []
    lines += _text_lines(facts, around) if ranked else []
    return tuple((name, value) for name, value in lines if value)


def _pair(plain: str, context: str) -> Words:
    return phrase(plain) if plain == context else _sides(phrase(plain), phrase(context))


def _sides(plain: Words, context: Words) -> Phrase:
    return phrase("{0} (without context), {1} (with context)", plain, context)


def _rank_lines(facts: Facts, around: Circumstances) -> _Lines:
    leading = facts.leading()
    return [
        (phrase("Held by"), _holders(facts.holders())),
        (phrase("Without context"), rank_words(facts.plain_rank(), around.pool)),
        (phrase("With context"), rank_words(facts.context_rank(), around.pool)),
        (phrase("Tokens with header"), phrase("{0} of {1}", leading.tokens, leading.limit) if leading else ""),
    ]


def _holders(holders: Sequence[ChunkFacts]) -> Words:
    names = ", ".join(chunk_name(each.key, each.heading_path) for each in holders[:MOST_CHUNKS])
    return with_more(names, len(holders) - MOST_CHUNKS)


def _reach_lines(reach: Reach) -> _Lines:
    cost = cost_words(reach.section_chunks, reach.section_tokens)
    return [
        (phrase("Neighbours that hold all"), neighbour_words(reach)),
        (phrase("Section that holds all"), joined(", ", (section_words(reach), cost))),
    ]


def _text_lines(facts: Facts, around: Circumstances) -> _Lines:
    heading = around.heading
    objection = phrase("{0}: {1}", heading.heading, heading.reason) if heading and heading.reason else ""
    return [
        (phrase("Heading"), objection),
        (phrase("Words of the question"), ", ".join(around.question_words)),
        (phrase("Shared words"), ", ".join(facts.shared) or phrase("none")),
        (phrase("Words of the passage"), "" if facts.shared else ", ".join(around.text_words[:MOST_WORDS])),
        (phrase("Left out of the header"), dropped_words(around.dropped)),
        (phrase("First without context"), "; ".join(around.first[0])),
        (phrase("First with context"), "; ".join(around.first[1])),
        (phrase("Nearly the same, above it"), ", ".join(around.twins)),
    ]
