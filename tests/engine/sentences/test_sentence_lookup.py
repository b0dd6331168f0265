"""Which sentence a chunk has: the one made for exactly it, or one that is out of date, and how the file keeps them."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from explorer.core.errors import ExplorerError
from explorer.core.model import Chunk, Place
from explorer.core.views import ContextChunk, Header
from explorer.engine.sentences.cache import FILE_NAME, SentenceCache
from explorer.engine.sentences.lookup import SentenceLookup, passages_of
from tests.support.tokenizers import WordTokenizer

TITLE = "Plans"


def chunk(index: int, path: tuple[str, ...], text: str) -> Chunk:
    return Chunk("plans.md", index, 0, path, text, Place(), "paragraph", len(text.split()))


CHUNKS = [
    chunk(0, ("Plans", "Day"), "It costs 12 dollars."),
    chunk(1, ("Plans", "Day"), "It ends at midnight."),
    chunk(2, ("Plans", "Month"), "It costs 12 dollars."),
]


def headed(chunks: Iterable[Chunk]) -> list[ContextChunk]:
    return [ContextChunk(one, TITLE, Header(), one.text, one.text, 1, 0, 100) for one in chunks]


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[SentenceCache]:
    made = SentenceCache(tmp_path)
    yield made
    made.close()


def write(cache: SentenceCache, chunks: list[Chunk], model: str = "small", said: str = "Sentence") -> None:
    for passage in passages_of(TITLE, headed(chunks)):
        cache.write(passage, model, f"{said} {passage.index}")


def shown(cache: SentenceCache, chunks: list[Chunk], title: str = TITLE) -> list[str]:
    """Return each chunk's sentence, one out of date in brackets."""
    lookup = SentenceLookup(cache, WordTokenizer())
    old = lookup.out_of_date("plans.md", title, headed(chunks))
    found: list[str] = []
    for one in chunks:
        fresh = lookup.fresh(one, title)
        assert fresh is None or (fresh.fresh and fresh.tokens == len(fresh.text.split()))
        assert not (fresh and one.index in old)
        stale = f"({old[one.index].text})" if one.index in old else ""
        found.append(fresh.text if fresh else stale)
    return found


def test_each_chunk_has_its_own_sentence(cache: SentenceCache) -> None:
    assert shown(cache, CHUNKS) == ["", "", ""]
    write(cache, CHUNKS[:2])
    assert shown(cache, CHUNKS) == ["Sentence 0", "Sentence 1", ""], "an equal text elsewhere is no claim to it"
    write(cache, CHUNKS)
    assert shown(cache, CHUNKS) == ["Sentence 0", "Sentence 1", "Sentence 2"]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (replace(CHUNKS[0], heading_path=("Plans", "Day pass")), ["(Sentence 0)", "Sentence 1", "Sentence 2"]),
        (replace(CHUNKS[0], text="It costs 13 dollars."), ["(Sentence 0)", "Sentence 1", "Sentence 2"]),
        (chunk(0, ("Other",), "New words."), ["", "Sentence 1", "Sentence 2"]),
    ],
)
def test_a_changed_chunk_has_a_sentence_that_is_out_of_date(
    changed: Chunk, expected: list[str], cache: SentenceCache
) -> None:
    write(cache, CHUNKS)
    assert shown(cache, [changed, *CHUNKS[1:]]) == expected


def test_a_new_title_makes_all_out_of_date_and_a_moved_chunk_none(cache: SentenceCache) -> None:
    write(cache, CHUNKS)
    assert shown(cache, CHUNKS, "Prices") == ["(Sentence 0)", "(Sentence 1)", "(Sentence 2)"]
    moved = [replace(one, index=one.index + 1) for one in CHUNKS]
    assert shown(cache, [chunk(0, ("Plans",), "New words."), *moved]) == ["", "Sentence 0", "Sentence 1", "Sentence 2"]


def test_a_heading_renamed_for_retrieval_is_what_a_sentence_is_made_for(cache: SentenceCache) -> None:
    renamed = replace(headed(CHUNKS)[0], renamed=("Plans", "Day pass"))
    (passage,) = passages_of(TITLE, [renamed])
    cache.write(passage, "small", "Sentence")
    lookup = SentenceLookup(cache, WordTokenizer())
    assert lookup.fresh(CHUNKS[0], TITLE, renamed.renamed) is not None
    assert lookup.fresh(CHUNKS[0], TITLE) is None
    assert not lookup.out_of_date("plans.md", TITLE, [renamed])
    assert lookup.out_of_date("plans.md", TITLE, headed(CHUNKS)).keys() == {0}


def test_chunks_without_words_need_no_sentence() -> None:
    blank = replace(CHUNKS[0], embeddable=False)
    assert [passage.index for passage in passages_of(TITLE, headed([blank, *CHUNKS[1:]]))] == [1, 2]


def test_the_model_that_was_asked_last_has_the_say(cache: SentenceCache) -> None:
    write(cache, CHUNKS)
    write(cache, CHUNKS[:1], "large", "Better")
    assert shown(cache, CHUNKS) == ["Better 0", "Sentence 1", "Sentence 2"]
    cache.use([passage.key("small") for passage in passages_of(TITLE, headed(CHUNKS))])
    assert shown(cache, CHUNKS) == ["Sentence 0", "Sentence 1", "Sentence 2"]


def test_the_state_rises_when_a_chunk_may_have_another_sentence(cache: SentenceCache) -> None:
    lookup = SentenceLookup(cache, WordTokenizer())
    states = [lookup.state]
    write(cache, CHUNKS[:1])
    states.append(lookup.state)
    cache.use([passages_of(TITLE, headed(CHUNKS))[0].key("small")])
    states.append(lookup.state)
    cache.use([])
    states.append(lookup.state)
    assert states == [0, 1, 2, 2]


def test_looking_makes_no_file(tmp_path: Path) -> None:
    lookup = SentenceLookup.of_library(tmp_path, WordTokenizer())
    assert (lookup.state, lookup.fresh(CHUNKS[0], TITLE), lookup.out_of_date("plans.md", TITLE, headed(CHUNKS))) == (
        0,
        None,
        {},
    )
    lookup.close()
    assert not list(tmp_path.iterdir())


def test_the_file_is_its_owners_and_keeps_what_it_has(tmp_path: Path, cache: SentenceCache) -> None:
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
    write(cache, CHUNKS)
    other = SentenceLookup.of_library(tmp_path, WordTokenizer())
    assert other.fresh(CHUNKS[0], TITLE) is not None, "a second reader sees it while the first has it open"
    other.close()


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database" * 100)
    with pytest.raises(ExplorerError, match="damaged"):
        SentenceCache(tmp_path)
