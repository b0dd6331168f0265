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
)


def fact_lines(kind: Kind, facts: Facts, around: Circumstances) -> tuple[tuple[str, str], ...]:
    """Return what a diagnosis rests on, as (name, value); what says nothing here is left out."""
    ranked = kind not in {Kind.ABSENT, Kind.FILTERED, Kind.OVER_WINDOW, Kind.BOUNDARY}
    lines = [
        ("Ranked", f"{around.pool.size:,} of {around.pool.total:,} chunks"),
        ("Ranker", _pair(around.ranker, around.context_ranker)),
        ("Compared", f"{around.plain_recipe} (without context), {around.context_recipe} (with context)"),
        ("Marked passages", f"{len(facts.passages)}"),
    ]
    lines += _rank_lines(facts, around) if ranked else []
    lines += _reach_lines(around.reach) if kind is Kind.BOUNDARY and around.reach else []
    lines += _text_lines(facts, around) if ranked else []
    return tuple((name, value) for name, value in lines if value)


def _pair(plain: str, context: str) -> str:
    return plain if plain == context else f"{plain} (without context), {context} (with context)"


def _rank_lines(facts: Facts, around: Circumstances) -> list[tuple[str, str]]:
    leading = facts.leading()
    tokens = f"{leading.tokens:,} of {leading.limit:,}" if leading else ""
    return [
        ("Held by", _holders(facts.holders())),
        ("Without context", rank_words(facts.plain_rank(), around.pool)),
        ("With context", rank_words(facts.context_rank(), around.pool)),
        ("Tokens with header", tokens),
    ]


def _holders(holders: Sequence[ChunkFacts]) -> str:
    names = [chunk_name(each.key, each.heading_path) for each in holders[:MOST_CHUNKS]]
    more = f" and {len(holders) - MOST_CHUNKS} more" if len(holders) > MOST_CHUNKS else ""
    return f"{', '.join(names)}{more}"


def _reach_lines(reach: Reach) -> list[tuple[str, str]]:
    return [
        ("Neighbours that hold all", neighbour_words(reach)),
        ("Section that holds all", f"{section_words(reach)}, {cost_words(reach.section_chunks, reach.section_tokens)}"),
    ]


def _text_lines(facts: Facts, around: Circumstances) -> list[tuple[str, str]]:
    heading = around.heading
    return [
        ("Heading", f"{heading.heading}: {heading.reason}" if heading and heading.reason else ""),
        ("Words of the question", ", ".join(around.question_words)),
        ("Shared words", ", ".join(facts.shared) or "none"),
        ("Words of the passage", "" if facts.shared else ", ".join(around.text_words[:MOST_WORDS])),
        ("Left out of the header", dropped_words(around.dropped)),
        ("First without context", "; ".join(around.first[0])),
        ("First with context", "; ".join(around.first[1])),
        ("Nearly the same, above it", ", ".join(around.twins)),
    ]
