"""Diagnoses of every kind, in every wording that they have; what stands for words of documents has no letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from explorer.core.audit import unreadable
from explorer.core.diagnosis import ChunkFacts, Facts, Kind, PassageFacts
from explorer.core.diagnosis_lines import fact_phrases
from explorer.core.diagnosis_reach import Reach
from explorer.core.diagnosis_words import Circumstances, HeadingToMend, told
from explorer.core.phrases import Phrase, phrase, quoted_sentence
from explorer.core.views import Pool

POOL = Pool(3800, 4120)
AROUND = Circumstances(POOL, "embedding", "embedding", "0", "1")
Case = tuple[Kind, Facts, Circumstances]


def _chunk(index: int, document: str = "7.1", **facts: Any) -> ChunkFacts:
    return ChunkFacts((document, index), ("2", f"Α {index} " * (index * 9)), limit=1000, **facts)


def _facts(passages: int, chunks: tuple[ChunkFacts, ...], *, whole: bool = True, **others: Any) -> Facts:
    share = 1.0 if whole else 0.4
    place = tuple((each.key, share) for each in chunks)
    return Facts(tuple(PassageFacts(f"{n}", (place,)) for n in range(passages)), {c.key: c for c in chunks}, **others)


def every_case() -> Iterator[Case]:
    """Yield what diagnoses are made of."""
    yield from _not_ranked()
    yield from _cut_apart()
    yield from _ranked()


def _not_ranked() -> Iterator[Case]:
    problem = quoted_sentence("no text holds “5”; the nearest is 6.")
    error = unreadable("7.1", "7.1 is empty. The file has 0 bytes.")
    reason = quoted_sentence(error.reason, error.code, error.facts)
    gone = (PassageFacts("1", problem=problem), PassageFacts("2", problem=phrase("{0}: {1}", "3", reason)))
    yield from ((Kind.ABSENT, Facts(passages), AROUND) for passages in ((), gone[:1], gone))
    out = tuple(_chunk(n, left_out=quoted_sentence("superseded by 7.2")) for n in range(6))
    filters = (phrase("the filter folder “{0}”", "8"), phrase("the filter in force on {0}", "2020-01-01"))
    for count, written, way in product((1, 3, 6), (True, False), ((), filters)):
        yield Kind.FILTERED, _facts(1, out[:count]), replace(AROUND, to_widen=way, written=written)
    long = tuple(_chunk(n, tokens=1200) for n in range(6))
    yield from ((Kind.OVER_WINDOW, _facts(1, long[:count]), AROUND) for count in (1, 2, 6))


def _cut_apart() -> Iterator[Case]:
    chunks = tuple(_chunk(n, context_rank=n + 1) for n in range(6))
    near = Reach("7.1", 3, 1030, 1, 1, 90, ("2", "3"), 1, 1070)
    reaches = (None, near, replace(near, window_chunks=3, section=(), section_chunks=7), replace(near, window=6))
    for passages, count, reach in product((1, 2), (2, 6), reaches):
        yield Kind.BOUNDARY, _facts(passages, chunks[:count], whole=False), replace(AROUND, reach=reach)


def _ranked() -> Iterator[Case]:
    ranks: tuple[dict[str, Any], ...] = (
        {"plain_rank": 3, "context_rank": 44}, {"plain_rank": 1200, "context_rank": 2}, {},
    )  # fmt: skip
    found = quoted_sentence(
        '"Α" is only a letter: it does not say what the section is about.', "H101", {"shown": "Α", "kind": "letter"}
    )
    headings = (None, HeadingToMend("7.1", 3, "1", found, "2"), HeadingToMend("7.1", 3, "1", renamed="3" * 70))
    words, many = ("11", "22"), tuple(map(str, range(30)))
    full = replace(
        AROUND,
        context_ranker="keyword",
        text_words=words,
        first=(("1 7.1 #1",), ("1 7.2 #4", "2 7.1 #2")),
        twins=("7.2 #4",),
        dropped=(
            ("1", quoted_sentence("only the last 3 headings are kept")),
            ("2", quoted_sentence("an ornament (H103)")),
        ),
    )
    arounds = (AROUND, full, replace(full, ranker="hybrid", twins=("7.2 #4", "7.3 #1", "7.3 #2"), question_words=many))
    arounds = (*arounds, replace(full, ranker="keyword", question_words=words, dropped=()))
    kinds = (Kind.NO_FAILURE, Kind.REFERENCE, Kind.UNINFORMATIVE, Kind.VOCABULARY, Kind.UNDETERMINED)
    for kind, own, around, heading in product(kinds, ranks, arounds, headings):
        shared = () if kind is Kind.VOCABULARY else many if heading else words
        chunks = tuple(_chunk(n, **own, tokens=90) for n in range(6 if heading else 1))
        yield kind, _facts(1, chunks, shared=shared), replace(around, heading=heading)
    yield Kind.REFERENCE, Facts(()), replace(AROUND, ranker="shared-words")


@cache
def every_phrase() -> tuple[Phrase, ...]:
    """Return all phrases of these diagnoses."""
    found: list[object] = []
    for kind, facts, around in every_case():
        made = told(kind, facts, around)
        found += [made.title, made.reason, made.remedy]
        found += [words for line in fact_phrases(kind, facts, around) for words in line]
    return tuple({str(each): each for each in found if isinstance(each, Phrase)}.values())
