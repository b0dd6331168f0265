"""Both sides of a question over a real index: exact ranks, filters, ties, and Chroma as the source of the vectors."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.core.errors import ExplorerError
from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN, Recipe, Style
from explorer.core.views import Comparison, Filters, Hit
from explorer.engine.embedder import Embedder
from explorer.engine.encoders.machine import chosen_precision
from explorer.engine.library import Library
from explorer.engine.model_files import find_model
from explorer.engine.options import Options
from explorer.paths import library_folder
from tests.support.small_library import chroma_at, refresh

PATH = Recipe()
QUESTION = "How much is the monthly pass?"


def search(library: Library, question: str = QUESTION, ranker: str = "embedding", **options: Any) -> Comparison:
    filters = Filters(**options)
    return library.search(question, ranker, PLAIN, PATH, filters, 1000)


def rounded(found: Comparison) -> Comparison:
    """Return a comparison without the last digits of its scores: products depend on where a matrix lies in memory."""
    return replace(found, plain=_rounded(found.plain), context=_rounded(found.context))


def _rounded(hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    return tuple(replace(hit, score=round(hit.score or 0.0, 5)) for hit in hits)


def hit_of(hits: tuple[Hit, ...], leaf: str) -> Hit:
    return next(hit for hit in hits if hit.heading_path[-1] == leaf)


def chroma(folder: Path, store: Path) -> Any:
    home = library_folder(folder, str(store))
    return chroma_at(home / "chroma-1")


def test_the_monthly_pass_is_first_with_its_path_only(small: Library) -> None:
    found = search(small)
    plain, context = hit_of(found.plain, "Monthly pass"), hit_of(found.context, "Monthly pass")
    assert (plain.score, context.score) == (pytest.approx(0.430, abs=0.002), pytest.approx(0.749, abs=0.002))
    assert context.rank == 1
    assert plain.other_rank == 1
    assert context.other_rank == plain.rank
    assert (plain.rank or 0) > 1
    assert found.measure == plain.measure == "cosine"
    assert context.text == "It costs 25 dollars and includes unlimited rides of up to 45 minutes."
    assert context.matched == ("monthly", "pass")
    assert plain.matched == ()
    assert context.display_text.startswith("[plans.md] Monthly pass - It costs 25")
    assert (context.place.start, context.kind) == (context.place.start, "paragraph")


@pytest.mark.parametrize("question", [QUESTION, "elective surgery", "See the general terms.", "北京?"])
def test_ranks_are_those_of_brute_force(small: Library, question: str) -> None:
    found = search(small, question, current_only=False)
    total, views = small.chunks("", "", None, 0, 1000)
    views = tuple(view for view in views if view.item.chunk.embeddable)
    assert total >= len(views) == found.pool.size == len(found.plain) == len(found.context)
    embedder = Embedder(find_model(), chosen_precision("auto"))
    vector = embedder.encode_query(question)
    for hits, texts in (
        (found.plain, [view.item.chunk.text for view in views]),
        (found.context, [view.item.embedded_text for view in views]),
    ):
        scores = np.array([float(embedder.encode_documents([text])[0] @ vector) for text in texts])
        wanted = {
            (view.item.chunk.document, view.item.chunk.index): 1 + int(np.sum(scores > own + 2e-6))
            for view, own in zip(views, scores, strict=True)
        }
        assert {(hit.document, hit.index): hit.rank for hit in hits} == wanted
        assert [hit.rank for hit in hits] == sorted(wanted.values())


def test_both_sides_hold_the_same_chunks_with_each_others_ranks(small: Library) -> None:
    found = search(small)
    context = {(hit.document, hit.index): hit for hit in found.context}
    assert len(context) == len(found.plain)
    for hit in found.plain:
        other = context[hit.document, hit.index]
        assert (hit.other_rank, other.other_rank, hit.text) == (other.rank, hit.rank, other.text)


def test_equal_passages_are_ties_in_the_order_of_document_and_index_case_110(small: Library) -> None:
    hits = [hit for hit in search(small, "general terms").plain if hit.text == "See the general terms."]
    assert [(hit.document, hit.index) for hit in hits] == [("repeat.md", 0), ("repeat.md", 1), ("repeat.md", 2)]
    assert {hit.rank for hit in hits} == {1}
    assert all(hit.tied for hit in hits)


def test_one_vector_for_equal_texts_lists_all_its_chunks(indexed: tuple[Path, Path], small: Library) -> None:
    search(small)
    with chroma(*indexed) as client:
        names = {each.metadata["recipe"]: each.name for each in client.list_collections()}
        found = client.get_collection(names["none"], embedding_function=None).get(include=["metadatas", "documents"])
        complete = {each.metadata["complete"] for each in client.list_collections()}
    texts = found["documents"]
    assert len(set(texts)) == len(texts)
    meta = found["metadatas"][texts.index("See the general terms.")]
    assert meta["chunks"] == ["repeat.md#0", "repeat.md#1", "repeat.md#2"]
    assert (meta["document"], meta["index"], meta["heading_path"]) == ("repeat.md", 0, ["A"])
    assert "header" not in meta
    assert complete == {True}


def test_a_vector_deleted_in_chroma_leaves_the_ranking(copied: tuple[Path, Path], open_library: Any) -> None:
    library = open_library(*copied)
    before = search(library)
    gone = hit_of(before.context, "Monthly pass")
    with chroma(*copied) as client:
        for collection in client.list_collections():
            if collection.metadata["recipe"] == "path":
                found = collection.get(where={"document": "plans.md"}, include=["metadatas"])
                chosen = [
                    n for n, meta in zip(found["ids"], found["metadatas"], strict=True) if meta["index"] == gone.index
                ]
                collection.delete(ids=chosen)
    assert len(search(library).context) == len(before.context)
    library.raise_revision()
    after = search(library)
    assert len(after.context) == len(after.plain) == len(before.context) - 1
    assert "Monthly pass" not in {hit.heading_path[-1] for hit in (*after.plain, *after.context)}
    assert after.pool.not_embedded == before.pool.not_embedded + 1


@pytest.mark.parametrize(
    ("filters", "documents"),
    [
        ({"folder": "insurer"}, {"insurer/handbook-v7.md"}),
        ({"folder": "insurer/", "current_only": False}, {"insurer/handbook-v6.md", "insurer/handbook-v7.md"}),
        ({"documents": ("plans.md", "repeat.md")}, {"plans.md", "repeat.md"}),
        ({"named": ("handbook",)}, {"insurer/handbook-v7.md"}),
        ({"versions": ("v7",)}, {"insurer/handbook-v7.md"}),
        ({"headings": ("monthly pass",)}, {"plans.md"}),
        ({"formats": ("md",), "phrases": ("business days",)}, {"insurer/handbook-v7.md"}),
    ],
)
@pytest.mark.parametrize("ranker", ["embedding", "hybrid"])
def test_filters_narrow_both_sides(small: Library, ranker: str, filters: dict[str, Any], documents: set[str]) -> None:
    found = search(small, "days for a decision", ranker, **filters)
    assert {hit.document for hit in found.plain} == {hit.document for hit in found.context} == documents
    pool = found.pool
    left_out = pool.superseded + pool.expired + pool.filtered + pool.not_embedded
    assert pool.size + left_out == pool.total
    assert pool.size == len(found.plain)


def test_the_superseded_version_is_left_out_and_counted(small: Library) -> None:
    found = search(small, "elective surgery")
    assert {hit.document for hit in found.plain if "handbook" in hit.document} == {"insurer/handbook-v7.md"}
    assert found.pool.superseded == 2
    assert found.pool.not_embedded == 1
    hit = hit_of(found.context, "4.1 Elective surgery")
    assert (hit.version, hit.effective_from) == ("7", "2025-01-01")


def test_an_unknown_document_in_the_filter_is_a_sentence(small: Library) -> None:
    with pytest.raises(ExplorerError, match=r"no document 'nothing\.md'"):
        search(small, documents=("nothing.md",))


@pytest.mark.parametrize(
    ("question", "plain", "context"),
    [
        (QUESTION, {}, {"Day pass": 1, "Monthly pass": 2}),
        ("What does a single ride cost?", {}, {"Single ride": 2}),
        ("the of and", {}, {}),
    ],
)
def test_shared_words_on_plans(small: Library, question: str, plain: dict[str, int], context: dict[str, int]) -> None:
    """A passage that shares no word has no rank."""
    found = search(small, question, "shared-words", documents=("plans.md",))
    assert {hit.heading_path[-1]: hit.score for hit in found.plain} == plain
    assert {hit.heading_path[-1]: hit.score for hit in found.context} == context
    assert found.pool.size > len(found.context)


def test_keyword_ranks_what_matches_only(small: Library) -> None:
    found = search(small, "monthly rides", "keyword")
    assert found.measure == "BM25"
    assert hit_of(found.context, "Monthly pass").rank == 1
    assert all(hit.rank is not None and (hit.score or 0) > 0 for hit in found.context)
    assert len(found.plain) < found.pool.size
    assert search(small, "xylophone", "keyword").context == ()


def test_any_recipe_can_be_ranked_by_words(small: Library) -> None:
    label = Recipe(style=Style.BRACKET)
    found = small.search("monthly", "keyword", PLAIN, label, Filters(), 5)
    assert [hit.heading_path[-1] for hit in found.context] == ["Monthly pass"]
    assert found.context_recipe == "bracket"


def test_a_recipe_without_vectors_says_so(small: Library) -> None:
    with pytest.raises(ExplorerError, match="index is not complete"):
        small.search(QUESTION, "embedding", PLAIN, Recipe(style=Style.PROSE), Filters(), 5)


def test_words_rank_before_anything_is_embedded(tmp_path: Path, open_library: Any) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Pass\n\nIt costs 12 dollars.\n")
    library = open_library(tmp_path / "docs", tmp_path / "store")
    stages = library.refresh(no_progress)
    while next(stages) != "prepared":
        pass
    assert search(library, "pass", "keyword").context[0].document == "a.md"
    assert search(library, "pass", "shared-words").context[0].score == 1
    assert not library.info().indexed
    with pytest.raises(ExplorerError, match="index is not complete"):
        search(library, "pass")
    list(stages)
    assert library.info().indexed
    assert search(library, "pass").context[0].rank == 1


@pytest.mark.parametrize(
    ("question", "ranker", "message"),
    [(" \n", "embedding", "question is empty"), ("x", "cosine", "no ranker 'cosine'")],
)
def test_what_cannot_be_ranked_is_a_sentence(small: Library, question: str, ranker: str, message: str) -> None:
    with pytest.raises(ExplorerError, match=message):
        search(small, question, ranker)


def test_a_question_over_the_window_is_ranked(small: Library) -> None:
    assert len(search(small, "monthly pass " * 500).context) == search(small).pool.size


def test_true_ranks_reach_beyond_the_hits_shown(small: Library) -> None:
    everything = search(small)
    shown = small.search(QUESTION, "embedding", PLAIN, PATH, Filters(), 1)
    assert (len(shown.plain), len(shown.context)) == (1, 1)
    for hit in everything.plain:
        rank = small.rank_chunk(hit.document, hit.index)
        assert rank.pooled
        assert rank.plain == replace(hit, repeats=None)
        assert rank.context is not None
        assert rank.context.rank == hit.other_rank
    for document, index in (("insurer/handbook-v6.md", 0), ("nothing.md", 0), ("plans.md", 99)):
        rank = small.rank_chunk(document, index)
        assert (rank.pooled, rank.plain, rank.context) == (False, None, None)


def test_true_rank_needs_a_question(indexed: tuple[Path, Path], copied: tuple[Path, Path], open_library: Any) -> None:
    with pytest.raises(ExplorerError, match="Nothing has been ranked"):
        open_library(*copied).rank_chunk("plans.md", 0)


def test_the_matrix_in_a_file_ranks_alike(
    copied: tuple[Path, Path], open_library: Any, monkeypatch: pytest.MonkeyPatch, small: Library
) -> None:
    monkeypatch.setattr("explorer.engine.matrices.LARGE", 3)
    library = open_library(*copied)
    assert rounded(search(library)) == rounded(search(small))
    folder = library_folder(copied[0], str(copied[1])) / "matrices"
    assert len(list(folder.glob("*.npy"))) == 2
    library.raise_revision()
    assert rounded(search(library)) == rounded(search(small))
    assert len(list(folder.glob("*.npy"))) == 2


def test_another_model_of_the_same_dimension_never_answers_with_old_vectors(
    copied: tuple[Path, Path], open_library: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 115: the same weights under another prompt are another model; going back encodes nothing again."""
    model = tmp_path / "prompted"
    shutil.copytree(find_model().folder, model)
    settings = {"prompts": {"query": "passage about bicycles: ", "document": ""}}
    (model / "config_sentence_transformers.json").write_text(json.dumps(settings))
    library = open_library(*copied, model=str(model))
    assert not library.info().indexed
    with pytest.raises(ExplorerError, match="index is not complete"):
        search(library)
    refresh(library)
    after = hit_of(search(library).plain, "Monthly pass").score
    assert after is not None
    assert abs(after - 0.430) > 0.01
    library.close()
    again = open_library(*copied)
    monkeypatch.setattr(Embedder, "encode_documents", None)
    refresh(again)
    assert hit_of(search(again).plain, "Monthly pass").score == pytest.approx(0.430, abs=0.002)


def test_options_have_the_plain_and_the_own_recipe_once() -> None:
    assert Options(recipe=PLAIN).recipes == (PLAIN,)
    assert Options().recipes == (PLAIN, PATH)
