"""Two sides of any recipes and rankers over one pool, against brute force on the texts; both scores told over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import bm25s  # pyright: ignore[reportMissingTypeStubs]
import numpy as np
import pytest
from numpy.typing import NDArray

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.core.ranking import Bm25, exact_ranks, shared_words
from explorer.core.recipe import PLAIN, Recipe, Style
from explorer.core.views import ChunkView, Comparison, DocumentRow, Filters, Hit
from explorer.core.words import words_of
from explorer.engine.embedder import Embedder
from explorer.engine.encoders.machine import chosen_precision
from explorer.engine.library import Library
from explorer.engine.model_files import find_model
from explorer.engine.retrieval_jobs import ANSWERS
from explorer.engine.scatter import embedded_texts, scatter
from explorer.engine.search import MEASURES
from explorer.engine.search_sides import BY_VECTORS
from explorer.paths import library_folder
from tests.support.small_library import chroma_at

PATH = Recipe()
PROSE = Recipe(style=Style.PROSE)
QUESTION = "How many days for a decision on the monthly pass?"
MIXES = [(one, other) for one, other in product(MEASURES, MEASURES) if one != other]
Key = tuple[str, int]
Scores = NDArray[np.float64]

Test = Callable[[DocumentRow, ChunkView], bool]
FILTERS: list[tuple[dict[str, Any], Test]] = [
    ({}, lambda row, _: not row.superseded_by),
    ({"current_only": False}, lambda *_: True),
    ({"folder": "insurer", "current_only": False}, lambda row, _: row.name.startswith("insurer/")),
    ({"documents": ("plans.md", "repeat.md")}, lambda row, _: row.name in {"plans.md", "repeat.md"}),
    ({"named": ("handbook",)}, lambda row, _: row.name == "insurer/handbook-v7.md"),
    ({"headings": ("pass",)}, lambda _, view: "pass" in words_of(" ".join(view.item.chunk.heading_path))),
    ({"formats": ("markdown",), "versions": ("6",), "current_only": False}, lambda row, _: row.version == "6"),
    ({"date": "2024-06-01", "folder": "insurer"}, lambda row, _: row.name == "insurer/handbook-v6.md"),
    ({"phrases": ("it costs",)}, lambda _, view: "It costs" in view.item.embedded_text),
    (
        {"without": ("days", "pass")},
        lambda row, view: not row.superseded_by and not {"days", "pass"} & set(words_of(view.item.embedded_text)),
    ),
]


@cache
def embedder() -> Embedder:
    return Embedder(find_model(), chosen_precision("auto"))


@cache
def cosine_of(text: str, question: str) -> float:
    return float(embedder().encode_documents([text])[0] @ embedder().encode_query(question))


def brute(ranker: str, texts: list[str]) -> Scores:
    cosines = np.array([cosine_of(text, QUESTION) for text in texts]) if ranker in BY_VECTORS else np.zeros(0)
    if ranker == "embedding":
        return cosines
    if ranker == "shared-words":
        counts = shared_words(QUESTION, texts).astype(np.float64)
        return np.where(counts > 0, counts, np.nan)
    keyword = Bm25(texts).scores(QUESTION)
    if ranker == "keyword":
        return keyword
    dense, sparse = exact_ranks(cosines, 2e-6)[0], exact_ranks(keyword)[0]
    return 1 / (60 + dense) + np.where(sparse > 0, 1 / (60 + sparse), 0)


def places(hits: tuple[Hit, ...]) -> dict[Key, tuple[int | None, int | None]]:
    return {(hit.document, hit.index): (hit.rank, hit.other_rank) for hit in hits}


def passing(library: Library, test: Test) -> list[ChunkView]:
    rows = {row.name: row for row in library.info().documents}
    _, views = library.chunks("", "", None, 0, 1000)
    return [view for view in views if view.item.chunk.embeddable and test(rows[view.item.chunk.document], view)]


def ask(library: Library, one: str, other: str, top: int = 1000, **options: Any) -> Comparison:
    return library.search(QUESTION, one, PLAIN, PATH, Filters(**options), top, other)


@pytest.mark.parametrize("swapped", [False, True], ids=["text first", "headers first"])
@pytest.mark.parametrize(("one", "other"), MIXES)
def test_both_sides_are_those_of_brute_force_under_every_filter(
    small: Library, one: str, other: str, swapped: bool
) -> None:
    recipes = (PATH, PLAIN) if swapped else (PLAIN, PATH)
    for options, test in FILTERS:
        found = small.search(QUESTION, one, *recipes, Filters(**options), 1000, other)
        views = passing(small, test)
        assert found.pool.size == len(views), options
        texts = [view.item.chunk.text for view in views], [view.item.embedded_text for view in views]
        scored = [
            brute(ranker, each) for ranker, each in zip((one, other), texts[::-1] if swapped else texts, strict=True)
        ]
        ranks = [
            exact_ranks(scores, 1e-15 if ranker == "hybrid" else 2e-6)[0].tolist()
            for ranker, scores in zip((one, other), scored, strict=True)
        ]
        keys = [(view.item.chunk.document, view.item.chunk.index) for view in views]
        for hits, own, across, scores in ((found.plain, *ranks, scored[0]), (found.context, *ranks[::-1], scored[1])):
            assert places(hits) == {
                key: (rank, far or None) for key, rank, far in zip(keys, own, across, strict=True) if rank
            }
            values = dict(zip(keys, scores.tolist(), strict=True))
            assert all(hit.score == pytest.approx(values[hit.document, hit.index], abs=2e-6) for hit in hits)
        assert {hit.measure for hit in found.plain} <= {MEASURES[one]}
        assert {hit.measure for hit in found.context} <= {MEASURES[other]}
        assert (found.measure, found.context_measure, found.context_ranker) == (MEASURES[one], MEASURES[other], other)


@pytest.mark.parametrize("one", MEASURES)
def test_either_side_by_keyword_is_bm25s_on_the_same_words(small: Library, one: str) -> None:
    views = passing(small, lambda row, _: not row.superseded_by)
    for hits, texts in (
        (ask(small, "keyword", one).plain, [view.item.chunk.text for view in views]),
        (ask(small, one, "keyword").context, [view.item.embedded_text for view in views]),
    ):
        peer = bm25s.BM25()
        words = [words_of(text) for text in texts]
        peer.index(words, show_progress=False)
        known = {word for each in words for word in each}
        scores = peer.get_scores([word for word in words_of(QUESTION) if word in known])
        expected = {
            (view.item.chunk.document, view.item.chunk.index): pytest.approx(float(score), rel=1e-5)
            for view, score in zip(views, scores, strict=True)
            if score > 0
        }
        assert {(hit.document, hit.index): hit.score for hit in hits} == expected


def test_the_same_ranker_named_twice_is_the_usual_comparison(small: Library) -> None:
    usual = ask(small, "embedding", "")
    assert ask(small, "embedding", "embedding") == usual
    assert (usual.context_ranker, usual.context_measure) == ("", "")


def test_each_side_has_its_own_matched_words_and_repeats(small: Library) -> None:
    found = ask(small, "shared-words", "embedding", phrases=("general terms",))
    copies = [hit for hit in found.context if hit.text == "See the general terms."]
    assert [hit.repeats for hit in copies] == [None, ("repeat.md", 0), ("repeat.md", 0)]
    passes = {hit.heading_path[-1]: hit for hit in ask(small, "hybrid", "keyword").context}
    assert passes["Monthly pass"].matched == ("monthly", "pass")


def test_overlap_counts_the_first_of_both_sides(small: Library) -> None:
    found = ask(small, "embedding", "keyword", 10)
    keys = [[(hit.document, hit.index) for hit in hits] for hits in (found.plain, found.context)]
    assert found.overlap[0] == (5, len(set(keys[0][:5]) & set(keys[1][:5])))
    assert [k for k, _ in found.overlap][-1] == max(map(len, keys))
    assert ask(small, "keyword", "embedding", 3).overlap[-1][0] == 3
    assert small.search("xylophone", "keyword", PLAIN, PATH, Filters(), 9, "shared-words").overlap == ()


def test_only_a_side_by_vectors_needs_them(small: Library) -> None:
    found = small.search(QUESTION, "keyword", PROSE, PATH, Filters(), 5, "embedding")
    assert found.context
    assert found.plain_recipe == "prose"
    for ranker, recipes in (("embedding", (PROSE, PATH)), ("keyword", (PATH, PROSE))):
        with pytest.raises(ExplorerError, match="index is not complete"):
            small.search(QUESTION, ranker, *recipes, Filters(), 5, "hybrid")
    with pytest.raises(ExplorerError, match="no ranker 'cosine'"):
        ask(small, "keyword", "cosine")


def test_a_lost_vector_leaves_out_only_where_it_is_ranked_by(copied: tuple[Path, Path], open_library: Any) -> None:
    library = open_library(*copied)
    # The first ranking comes from the catalogue, which has lost nothing.
    ask(library, "embedding", "embedding")
    with chroma_at(library_folder(copied[0], str(copied[1])) / "chroma-1") as client:
        for collection in client.list_collections():
            if collection.metadata["recipe"] == "none":
                collection.delete(ids=collection.get(where={"document": "plans.md"})["ids"][:1])
    library.raise_revision()
    sizes = {
        (one, other): ask(library, one, other).pool.size for one, other in product(("embedding", "keyword"), repeat=2)
    }
    whole = sizes["keyword", "keyword"]
    assert sizes["keyword", "embedding"] == whole
    assert sizes["embedding", "keyword"] == sizes["embedding", "embedding"] == whole - 1


def test_a_chunks_true_rank_is_told_by_each_sides_ranker(small: Library) -> None:
    found = ask(small, "embedding", "keyword")
    matched = {(hit.document, hit.index): hit for hit in found.context}
    for hit in found.plain:
        rank = small.rank_chunk(hit.document, hit.index)
        assert rank.plain == replace(hit, repeats=None)
        assert rank.context is not None
        assert rank.context.measure == "BM25"
        other = matched.get((hit.document, hit.index))
        assert (rank.context.rank, rank.context.score) == ((other.rank, other.score) if other else (None, None))


@pytest.mark.parametrize(("one", "other"), [*MIXES, ("embedding", ""), ("keyword", "")])
def test_the_scatter_tells_the_scores_of_both_lists(small: Library, one: str, other: str) -> None:
    found = ask(small, one, other)
    told = scatter(small.opened, (), 3000)
    plain, context = (
        {(hit.document, hit.index): (hit.score, hit.rank) for hit in hits} for hits in (found.plain, found.context)
    )
    points = {(point.document, point.index): point for point in told.points}
    assert points.keys() == plain.keys() | context.keys()
    for key, point in points.items():
        assert (point.plain, point.plain_rank) == plain.get(key, (None, None))
        assert (point.context, point.context_rank) == context.get(key, (None, None))
    counts, both = told.counts, plain.keys() & context.keys()
    assert (counts.both, counts.plain_only, counts.context_only) == (
        *(len(both), len(plain.keys() - both)),
        len(context.keys() - both),
    )
    assert counts.both + counts.plain_only + counts.context_only + counts.neither == told.size == found.pool.size
    assert counts.risen == sum(1 for hit in found.context if hit.other_rank and (hit.rank or 0) < hit.other_rank)
    assert counts.fallen == sum(1 for hit in found.context if hit.other_rank and (hit.rank or 0) > hit.other_rank)
    apart = [(points[key].context or 0) - (points[key].plain or 0) for key in both] if not other else []
    assert (counts.higher, counts.lower) == (sum(each > 1e-6 for each in apart), sum(each < -1e-6 for each in apart))
    assert (told.plain_ranker, told.context_ranker) == (one, other or one)
    assert points["plans.md", 3].heading == "Monthly pass" if ("plans.md", 3) in points else True


def test_a_smaller_scatter_keeps_what_leads_and_what_is_marked(small: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.engine.scatter.LEADING", 2)
    found = ask(small, "embedding", "keyword")
    first = {(hit.document, hit.index) for hits in (found.plain, found.context) for hit in hits[:2]}
    last = found.plain[-1]
    mark = (last.document, last.index)
    keys = {(point.document, point.index) for point in scatter(small.opened, (mark, ("no.md", 0)), 0).points}
    assert keys == first | {mark}
    for most in (len(first) + 1, len(first) + 3):
        shown = scatter(small.opened, (), most).points
        assert len(shown) == most
        assert first <= {(point.document, point.index) for point in shown}
        assert scatter(small.opened, (), most).points == shown


def test_a_scatter_needs_a_question(copied: tuple[Path, Path], open_library: Any) -> None:
    with pytest.raises(ExplorerError, match="Nothing has been ranked"):
        scatter(open_library(*copied).opened, (), 10)


@pytest.mark.parametrize("recipe", ["none", "path", "label", "bracket", "prose", "path+version"])
def test_an_embedded_text_is_its_header_and_the_chunks_own_words(small: Library, recipe: str) -> None:
    total, views = small.chunks("", "", None, 0, 1000)
    assert len(views) == total > 5
    for view in views:
        chunk = view.item.chunk
        plain, context = embedded_texts(small.opened, chunk.document, chunk.index, "none", recipe)
        assert (plain.text, plain.own_start, plain.header_tokens) == (chunk.text, 0, 0)
        assert context.text[context.own_start :] == chunk.text
        assert (context.own_start > 0) == (recipe != "none") == (context.header_tokens > 0)
        assert context.tokens >= context.header_tokens + plain.tokens - 2
        if recipe == "path":
            assert context.text == view.item.embedded_text
            assert context.tokens == view.item.tokens


def test_the_engine_answers_for_scatter_and_texts(small: Library) -> None:
    ask(small, "embedding", "keyword")
    told = ANSWERS[protocol.GetScatter](protocol.GetScatter(id=7, most=5), small)
    assert isinstance(told, protocol.ScatterTold)
    assert protocol.decode_event(protocol.encode(told)) == told
    wish = protocol.GetEmbeddedTexts(id=8, document="plans.md", index=3, context_recipe="label")
    texts = ANSWERS[protocol.GetEmbeddedTexts](wish, small)
    assert isinstance(texts, protocol.EmbeddedTextsTold)
    assert texts.context.text.startswith("Plans > Monthly pass: It costs")
    with pytest.raises(ExplorerError, match="no chunk 99"):
        embedded_texts(small.opened, "plans.md", 99, "none", "path")
    with pytest.raises(ExplorerError):
        embedded_texts(small.opened, "plans.md", 3, "none", "nonsense")
