"""The ladder of diagnoses: every step, their order, several passages and places, and words for all of it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.diagnosis import ChunkFacts, Facts, Kind, PassageFacts, is_found, kind_of, over_the_window
from explorer.core.diagnosis_lines import fact_lines
from explorer.core.diagnosis_reach import SectionSpan, reach
from explorer.core.diagnosis_words import Circumstances, HeadingToMend, said
from explorer.core.views import Pool

POOL = Pool(380, 412)
AROUND = Circumstances(POOL, "embedding", "embedding", "none", "path")


def chunk(index: int, document: str = "a.md", **facts: Any) -> ChunkFacts:
    return ChunkFacts((document, index), ("Plans", f"Heading {index}"), limit=100, **facts)


def facts(*passages: PassageFacts, chunks: tuple[ChunkFacts, ...], **others: Any) -> Facts:
    return Facts(passages, {each.key: each for each in chunks}, **others)


def held(*parts: tuple[int, float], name: str = "words") -> PassageFacts:
    return PassageFacts(name, (tuple((("a.md", index), share) for index, share in parts),))


def of_flags(
    absent: bool, filtered: bool, over: bool, cut: bool, plain: bool, context: bool, nameless: bool, gap: bool
) -> Facts:
    ranks: dict[str, Any] = {"plain_rank": 3 if plain else 30, "context_rank": 2 if context else 20}
    both: dict[str, Any] = {**ranks, "left_out": "expired" if filtered else "", "tokens": 120 if over else 90}
    chunks = tuple(chunk(index, names_nothing=nameless, **both) for index in range(2))
    passages = [held((0, 0.6), (1, 0.4)) if cut else held((0, 1.0))]
    passages += [PassageFacts("gone", problem="It is not there.")] if absent else []
    return facts(*passages, chunks=chunks, shared=() if gap else ("pass",))


def test_the_first_step_that_matches_decides_whatever_else_is_true() -> None:
    for flags in product((False, True), repeat=8):
        expected = next((kind for kind, flag in zip(Kind, flags, strict=False) if flag), Kind.UNDETERMINED)
        assert kind_of(of_flags(*flags)) is expected, flags


@pytest.mark.parametrize(
    ("plain", "context", "kind"),
    [
        (10, 10, Kind.NO_FAILURE),
        (10, 11, Kind.NO_FAILURE),
        (11, 10, Kind.REFERENCE),
        (11, 11, Kind.UNDETERMINED),
        (None, 1, Kind.REFERENCE),
        (None, None, Kind.UNDETERMINED),
        (1, None, Kind.NO_FAILURE),
    ],
)
def test_ten_is_the_last_rank_that_counts_as_found(plain: int | None, context: int | None, kind: Kind) -> None:
    one = chunk(0, plain_rank=plain, context_rank=context)
    assert kind_of(facts(held((0, 1.0)), chunks=(one,), shared=("pass",))) is kind
    assert is_found(plain) is (plain is not None and plain <= 10)


FOUND = chunk(0, plain_rank=1, context_rank=1)
FAR = chunk(1, plain_rank=40, context_rank=30)
OUT = chunk(2, left_out="superseded by b.md")
LONG = chunk(3, plain_rank=1, context_rank=1, tokens=101)


@pytest.mark.parametrize(
    ("passages", "chunks", "kind"),
    [
        ((), (), Kind.ABSENT),
        ((PassageFacts("x"),), (), Kind.ABSENT),
        # All passages count together: each is found, but no chunk holds both.
        ((held((0, 1.0)), held((1, 1.0))), (FOUND, FAR), Kind.BOUNDARY),
        ((held((0, 1.0)), held((0, 1.0), name="too")), (FOUND,), Kind.NO_FAILURE),
        ((held((0, 1.0)), held((2, 1.0))), (FOUND, OUT), Kind.FILTERED),
        ((held((0, 1.0)), held((3, 1.0))), (FOUND, LONG), Kind.OVER_WINDOW),
        # Of several places, any will do.
        ((PassageFacts("x", (((("a.md", 2), 1.0),), ((("a.md", 0), 1.0),))),), (FOUND, OUT), Kind.NO_FAILURE),
        ((PassageFacts("x", (((("a.md", 3), 1.0),), ((("a.md", 1), 1.0),))),), (LONG, FAR), Kind.NO_FAILURE),
        # A section is held by any of its chunks; a passage needs all of it.
        (
            (PassageFacts("s", (((("a.md", 0), 0.1), (("a.md", 1), 0.9)),), any_chunk=True),),
            (FOUND, FAR),
            Kind.NO_FAILURE,
        ),
        ((held((0, 0.1), (1, 0.9)),), (FOUND, FAR), Kind.BOUNDARY),
        (
            (PassageFacts("s", (((("a.md", 0), 0.1), (("a.md", 3), 0.9)),), any_chunk=True),),
            (FOUND, LONG),
            Kind.NO_FAILURE,
        ),
        # What is ranked of a passage must be most of it.
        ((held((0, 0.6), (2, 0.4)),), (FOUND, OUT), Kind.BOUNDARY),
        ((held((0, 0.4), (2, 0.6)),), (FOUND, OUT), Kind.FILTERED),
    ],
)
def test_passages_and_places(passages: tuple[PassageFacts, ...], chunks: tuple[ChunkFacts, ...], kind: Kind) -> None:
    assert kind_of(facts(*passages, chunks=chunks, shared=("pass",))) is kind


def test_the_window_does_not_matter_to_words() -> None:
    found = facts(held((3, 1.0)), chunks=(LONG,), by_vectors=False)
    assert kind_of(found) is Kind.NO_FAILURE
    assert over_the_window(found) == (LONG,)


def test_the_best_ranked_holder_leads_and_no_match_comes_last() -> None:
    ranks = [(None, None), (50, 7), (2, 90)]
    chunks = tuple(chunk(n, plain_rank=plain, context_rank=context) for n, (plain, context) in enumerate(ranks))
    place = tuple((each.key, 0.3) for each in chunks)
    found = facts(PassageFacts("s", (place,), any_chunk=True), chunks=chunks)
    assert [each.key[1] for each in found.holders()] == [1, 2, 0]
    assert (found.plain_rank(), found.context_rank()) == (2, 7)


def test_pieces_are_the_best_ranked_places_of_each_passage() -> None:
    chunks = (chunk(0, context_rank=9), chunk(1, context_rank=4), chunk(2, context_rank=2), chunk(3, context_rank=8))
    both = PassageFacts("x", (((("a.md", 0), 0.5), (("a.md", 1), 0.5)), ((("a.md", 3), 0.9),)))
    found = facts(both, held((2, 1.0)), chunks=chunks)
    assert [each.key[1] for each in found.pieces()] == [0, 1, 2]
    best = found.best_piece()
    assert best is not None
    assert best.key == ("a.md", 2)


_RANKS = st.none() | st.integers(1, 400)


@st.composite
def _chunk(draw: st.DrawFn, index: int) -> ChunkFacts:
    out = draw(st.sampled_from(["", "", "expired on 2020-01-01"]))
    return chunk(
        index,
        left_out=out,
        plain_rank=None if out else draw(_RANKS),
        context_rank=None if out else draw(_RANKS),
        tokens=draw(st.integers(0, 150)),
        names_nothing=draw(st.booleans()),
    )


@st.composite
def _facts(draw: st.DrawFn) -> Facts:
    chunks = tuple(draw(_chunk(index)) for index in range(draw(st.integers(1, 5))))
    part = st.tuples(st.sampled_from([each.key for each in chunks]), st.sampled_from([0.0, 0.2, 0.5, 1.0]))
    places = st.lists(st.lists(part, min_size=1, max_size=3).map(tuple), max_size=3).map(tuple)
    passage = st.builds(PassageFacts, st.just("name"), places, st.booleans(), st.sampled_from(["", "", "Gone."]))
    passages = draw(st.lists(passage, max_size=3))
    return facts(*passages, chunks=chunks, shared=draw(st.sampled_from([(), ("pass",)])))


@given(_facts())
def test_any_facts_have_exactly_one_kind_and_words_for_it(found: Facts) -> None:
    kind = kind_of(found)
    assert kind in Kind
    words = said(kind, found, AROUND)
    assert all((words.title, words.reason, words.remedy))
    lines = fact_lines(kind, found, AROUND)
    assert all(name and value for name, value in lines)
    assert len({name for name, _ in lines}) == len(lines)
    if kind not in {Kind.ABSENT, Kind.FILTERED, Kind.OVER_WINDOW, Kind.BOUNDARY}:
        assert found.leading() is not None


SECTIONS = {
    0: SectionSpan(0, 3, -1, "Plans"),
    1: SectionSpan(1, 2, 0, "Passes"),
    2: SectionSpan(2, 2, 1, "Day"),
    3: SectionSpan(3, 3, 0, "Refunds"),
    4: SectionSpan(4, 4, -1, "Contact"),
}
IN_SECTIONS = ((-1, 5), (0, 10), (1, 20), (2, 30), (2, 40), (3, 50), (4, 60))


@pytest.mark.parametrize(
    ("hit", "pieces", "window", "section"),
    [
        (3, (3, 4), (1, 3, 90), (("Plans", "Passes", "Day"), 2, 70)),
        (4, (2, 4), (2, 5, 200), (("Plans", "Passes"), 3, 90)),
        (5, (2, 5), (3, 5, 200), (("Plans",), 5, 150)),
        (6, (5, 6), (1, 2, 110), ((), 7, 215)),
        (0, (0, 6), (6, 7, 215), ((), 7, 215)),
    ],
)
def test_what_holds_all_pieces(
    hit: int, pieces: tuple[int, ...], window: tuple[int, int, int], section: tuple[tuple[str, ...], int, int]
) -> None:
    found = reach(("a.md", hit), pieces, IN_SECTIONS, SECTIONS)
    assert (found.window, found.window_chunks, found.window_tokens) == window
    assert (found.section, found.section_chunks, found.section_tokens) == section
    assert found.hit_tokens == IN_SECTIONS[hit][1]


def test_boundary_words_name_neighbours_sections_and_costs() -> None:
    cut = facts(held((3, 0.7), (4, 0.3)), chunks=(chunk(3, context_rank=2), chunk(4, context_rank=8)))
    around = Circumstances(
        POOL, "embedding", "embedding", "none", "path", reach(("a.md", 3), (3, 4), IN_SECTIONS, SECTIONS)
    )
    words = said(Kind.BOUNDARY, cut, around)
    assert "cut into 2 chunks: a.md #3 (Heading 3) 70 %, a.md #4 (Heading 4) 30 %" in words.reason
    assert "1 on each side of #3 (3 chunks, 90 tokens instead of 30)" in words.remedy
    assert "section “Plans › Passes › Day” (2 chunks, 70 tokens)" in words.remedy
    far = Circumstances(
        POOL, "embedding", "embedding", "none", "path", reach(("a.md", 0), (0, 6), IN_SECTIONS, SECTIONS)
    )
    assert "6 chunks apart" in said(Kind.BOUNDARY, cut, far).remedy
    apart = facts(held((3, 1.0)), PassageFacts("b", (((("b.md", 0), 1.0),),)), chunks=(chunk(3), chunk(0, "b.md")))
    words = said(Kind.BOUNDARY, apart, AROUND)
    assert "count together" in words.reason
    assert "2 documents" in words.remedy


def test_a_found_text_that_its_header_hides_is_no_failure_but_says_so() -> None:
    found = facts(held((0, 1.0)), chunks=(chunk(0, plain_rank=2, context_rank=44),))
    assert kind_of(found) is Kind.NO_FAILURE
    assert "header pushes it down" in said(Kind.NO_FAILURE, found, AROUND).title
    assert said(Kind.NO_FAILURE, facts(held((0, 1.0)), chunks=(FOUND,)), AROUND).title == "No failure"


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        (
            HeadingToMend("a.md", 3, "(b)", proposal="Elective surgery"),
            "Rename “(b)” for retrieval: “Elective surgery”",
        ),
        (HeadingToMend("a.md", 3, "(b)", renamed="Part b"), "Rename “Part b” for retrieval, to words"),
        (None, "a title that names its subject"),
    ],
)
def test_an_uninformative_heading_is_named_with_its_mend(heading: HeadingToMend | None, words: str) -> None:
    found = facts(held((0, 1.0)), chunks=(chunk(0, names_nothing=True),))
    around = Circumstances(POOL, "embedding", "embedding", "none", "path", heading=heading)
    assert words in said(Kind.UNINFORMATIVE, found, around).remedy


def test_a_vocabulary_gap_names_the_words_of_both() -> None:
    found = facts(held((0, 1.0)), chunks=(chunk(0),))
    asked, text = ("price",), ("fee", "dollars")
    around = Circumstances(POOL, "keyword", "keyword", "none", "path", question_words=asked, text_words=text)
    words = said(Kind.VOCABULARY, found, around)
    assert "“price”" in words.reason
    assert "“fee”, “dollars”" in words.reason
    assert "also compare meanings" in words.remedy
    empty = Circumstances(POOL, "embedding", "embedding", "none", "path", text_words=text)
    assert "only words without content" in said(Kind.VOCABULARY, found, empty).reason


def test_what_is_undetermined_says_what_stands_above() -> None:
    found = facts(held((0, 1.0)), chunks=(chunk(0, plain_rank=30, context_rank=20),), shared=("pass",))
    around = Circumstances(
        POOL,
        "embedding",
        "hybrid",
        "none",
        "path",
        first=(("1 b.md #1",), ("1 c.md #4",)),
        twins=("c.md #4",),
        dropped=(("Outer", "only the last 3 headings are kept"),),
    )
    words = said(Kind.UNDETERMINED, found, around)
    assert "without context rank 30 of 380, with context rank 20 of 380" in words.reason
    assert "c.md #4 says nearly the same" in words.remedy
    assert "“Outer” (only the last 3 headings are kept)" in words.remedy
    lines = dict(fact_lines(Kind.UNDETERMINED, found, around))
    assert (lines["First without context"], lines["First with context"]) == ("1 b.md #1", "1 c.md #4")
    assert lines["Ranker"] == "embedding (without context), hybrid (with context)"
    assert lines["Shared words"] == "pass"
