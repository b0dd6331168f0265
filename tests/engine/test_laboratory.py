"""The laboratory with the real model and a real index: equal to the search where nothing was changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.core.progress import no_progress
from explorer.core.ranking import Bm25, shared_words
from explorer.core.recipe import PLAIN, parse_recipe
from explorer.core.retrieval_views import Trial, TrialPassage
from explorer.core.views import Filters
from explorer.engine import retrieval_jobs
from explorer.engine.laboratory import try_passages
from explorer.engine.library import Library
from explorer.engine.options import Options
from tests.support.small_library import write_documents

RANKERS = ("embedding", "keyword", "hybrid", "shared-words")
QUESTION = "How much is the monthly pass?"


def of_chunk(library: Library, document: str, index: int) -> TrialPassage:
    item = library.chunk(document, index).item
    return TrialPassage(item.title, item.path, item.chunk.text, document, index)


def attempt(library: Library, *passages: TrialPassage, question: str = QUESTION, **wish: object) -> Trial:
    return try_passages(library.opened, protocol.TryPassages(id=1, question=question, passages=passages, **wish))  # type: ignore[arg-type]


@pytest.mark.parametrize("ranker", RANKERS)
def test_a_chunk_that_was_not_changed_fares_as_in_the_search(small: Library, ranker: str) -> None:
    found = small.search(QUESTION, ranker, PLAIN, parse_recipe("path"), Filters(), 1000)
    keys = [("plans.md", index) for index in range(4)] + [("office/office.md", 0), ("repeat.md", 1)]
    trial = attempt(small, *(of_chunk(small, *key) for key in keys), ranker=ranker)
    assert trial.pool == found.pool
    assert trial.measure == found.measure
    for side in ("plain", "context"):
        wanted = {(hit.document, hit.index): (hit.score, hit.rank) for hit in getattr(found, side)}
        told = [(getattr(each, f"{side}_score"), getattr(each, f"{side}_pool_rank")) for each in trial.scores]
        assert told == [wanted.get(key, (None, None)) for key in keys]


def test_the_embedded_texts_are_those_of_the_index(small: Library) -> None:
    view = small.chunk("plans.md", 3).item
    [score] = attempt(small, of_chunk(small, "plans.md", 3)).scores
    assert (score.context.text, score.context.tokens) == (view.embedded_text, view.tokens)
    assert (score.context.header_tokens, score.context.recipe) == (view.header_tokens, "path")
    assert (score.plain.text, score.plain.recipe) == (view.chunk.text, "none")
    assert score.matched == ("monthly", "pass")
    assert score.notes == ()


@pytest.mark.parametrize("ranker", RANKERS)
def test_an_edited_chunk_takes_the_place_of_its_old_self(small: Library, ranker: str) -> None:
    old = of_chunk(small, "plans.md", 3)
    edited = replace(old, text=f"{old.text} The monthly pass is a pass for a month.")
    own = replace(edited, document="", index=-1)
    trial = attempt(small, edited, own, ranker=ranker)
    replaced, beside = trial.scores
    texts, names = pool_texts(small)
    texts[names.index(("plans.md", 3))] = edited.text
    ranks = brute_force(texts, ranker, small)
    assert replaced.plain_pool_rank == ranks[names.index(("plans.md", 3))]
    texts, _ = pool_texts(small)
    assert beside.plain_pool_rank == brute_force([*texts, own.text], ranker, small)[-1]


def pool_texts(library: Library) -> tuple[list[str], list[tuple[str, int]]]:
    """Return the plain texts of the pool with their names, as the search ranks them."""
    hits = library.search(QUESTION, "embedding", PLAIN, PLAIN, Filters(), 1000).plain
    ordered = sorted(hits, key=lambda hit: (hit.document, hit.index))
    return [hit.text for hit in ordered], [(hit.document, hit.index) for hit in ordered]


def brute_force(texts: list[str], ranker: str, library: Library) -> list[int | None]:
    embedder = library.opened.embedder
    vector = embedder.encode_query(QUESTION)
    dense = np.array([float(embedder.encode_documents([text])[0] @ vector) for text in texts])
    keyword = Bm25(texts).scores(QUESTION)
    shared = np.where(shared_words(QUESTION, texts) > 0, shared_words(QUESTION, texts), np.nan)

    def ranks(scores: np.ndarray, step: float = 2e-6) -> list[int]:
        return [0 if np.isnan(own) else 1 + int(np.nansum(scores > own + step)) for own in scores]

    if ranker == "hybrid":
        both = [ranks(dense), ranks(keyword, 1e-6)]
        total = np.array([sum(1 / (60 + rank) for rank in pair if rank) or np.nan for pair in zip(*both, strict=True)])
        return [rank or None for rank in ranks(total, 1e-15)]
    return [rank or None for rank in ranks({"embedding": dense, "keyword": keyword, "shared-words": shared}[ranker])]


def test_passages_are_ranked_against_each_other(small: Library) -> None:
    passages = [of_chunk(small, "plans.md", index) for index in (1, 2, 3)]
    trial = attempt(small, *passages, passages[2])
    assert [score.context_rank for score in trial.scores] == [4, 3, 1, 1]
    scores = [score.plain_score for score in trial.scores]
    assert all(score is not None for score in scores)
    ordered = sorted((score or 0 for score in scores), reverse=True)
    assert [score.plain_rank for score in trial.scores] == [1 + ordered.index(score or 0) for score in scores]


def test_a_long_title_is_shortened_as_in_the_index(small: Library) -> None:
    long = replace(of_chunk(small, "plans.md", 3), title="Terms and conditions of the sharing service " * 20)
    [score] = attempt(small, long).scores
    assert score.context.header_tokens <= small.info().limit // 4
    assert any("title shortened" in note for note in score.notes)


def test_without_a_question_only_the_texts_are_told(small: Library) -> None:
    trial = attempt(small, of_chunk(small, "plans.md", 3), question=" ")
    [score] = trial.scores
    assert score.context.text.startswith("Plans > Monthly pass\n\nIt costs 25")
    assert (score.plain_score, score.context_score, score.plain_rank, score.context_pool_rank) == (None,) * 4


@pytest.mark.parametrize("ranker", RANKERS)
def test_a_text_without_words_has_no_rank(small: Library, ranker: str) -> None:
    [score] = attempt(small, TrialPassage("Plans", ("Monthly pass",), " … "), ranker=ranker).scores
    assert (score.plain_score, score.context_score, score.context_rank, score.context_pool_rank) == (None,) * 4
    assert score.notes == ("There is no word in the text that the model knows, so it is not ranked.",)


def test_a_superseded_chunk_says_that_the_search_leaves_it_out(small: Library) -> None:
    [score] = attempt(small, of_chunk(small, "insurer/handbook-v6.md", 0)).scores
    assert score.notes == ("Its document is superseded by insurer/handbook-v7.md: the search leaves it out.",)
    assert score.context_pool_rank is not None


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"ranker": "guess"}, "no ranker"),
        ({"recipe": "guess"}, "no recipe style"),
        ({"question": "doc:plans"}, "only filters"),
    ],
)
def test_what_cannot_be_tried_is_said(small: Library, wish: dict[str, str], words: str) -> None:
    with pytest.raises(ExplorerError, match=words):
        attempt(small, of_chunk(small, "plans.md", 3), **wish)


@pytest.mark.parametrize("ranker", RANKERS)
def test_without_an_index_the_passages_are_scored_by_themselves(ranker: str, tmp_path: Path) -> None:
    write_documents(tmp_path / "empty", {"note.txt": ""})
    library = Library.open(tmp_path / "empty", Options(store=str(tmp_path / "store")))
    try:
        passages = [
            TrialPassage("Plans", (name,), f"It costs {n} dollars.")
            for n, name in ((12, "Day pass"), (25, "Monthly pass"))
        ]
        trial = attempt(library, *passages, ranker=ranker)
        assert [score.context_rank for score in trial.scores] == [2, 1]
        assert {score.context_pool_rank for score in trial.scores} == {None}
        assert trial.pool.size == 0
        if ranker == "keyword":
            wanted = Bm25([score.context.text for score in trial.scores]).scores(QUESTION)
            assert [score.context_score for score in trial.scores] == wanted.tolist()
    finally:
        library.close()


def test_nothing_is_written(small: Library) -> None:
    before = small.info()
    attempt(small, replace(of_chunk(small, "plans.md", 3), text="Other words."), ranker="hybrid")
    assert small.info() == before
    assert small.chunk("plans.md", 3).item.chunk.text.startswith("It costs 25")


def test_the_engine_answers_in_steps(small: Library) -> None:
    request = protocol.TryPassages(id=7, question=QUESTION, passages=(of_chunk(small, "plans.md", 3),))
    steps = retrieval_jobs.IN_STEPS[protocol.TryPassages](request, small, no_progress)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            event = done.value
            break
    assert isinstance(event, protocol.Tried)
    assert (event.id, event.trial.scores[0].context_pool_rank) == (7, 1)
    assert protocol.decode_event(protocol.encode(event)) == event
