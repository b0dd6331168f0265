"""Every filter against brute force over the documents, alone and together, on both sides, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from explorer.cli.search import filters_json, parse_filters
from explorer.core.errors import ExplorerError
from explorer.core.progress import no_progress
from explorer.core.ranking import Bm25, exact_ranks, shared_words
from explorer.core.recipe import PLAIN, Recipe, Style
from explorer.core.views import ChunkView, Comparison, DocumentRow, Filters, Hit
from explorer.core.words import words_of
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.paths import library_folder
from tests.support.small_library import write_documents

_RULES = """---
version: "{version}"
language: {language}
access: {access}
tags: [{tags}]
effective_from: {since}
effective_to: {until}
---
# {title}

Everyone reads these rules about leave first.

## Annual leave

It is 25 days per year, unpaid days aside.

### Carry over

Ten days per year may be kept until March.

## Sick leave

Call before ten. A note is due after three days.
"""


def rules(title: str, version: str, language: str, access: str, tags: str, since: str, until: str) -> str:
    return _RULES.format(
        title=title, version=version, language=language, access=access, tags=tags, since=since, until=until
    )


DOCUMENTS = {
    "hr/leave-v1.md": rules("Leave", "1", "en", "internal", "hr, leave", "2020-01-01", "2021-06"),
    "hr/leave-v2.md": rules("Leave", "2", "en-GB", "Public", "hr", "2021-07-01", "2999"),
    "hr/urlaub.md": rules("Urlaub", "2", "de_AT", "internal", "hr, Leave", "2022", "2999-12-31"),
    "plans.txt": "1. Annual plan\n\nThe annual plan has no leave days per year.\n",
    "notes.md": "Leave a note about the days.\n\n# Other days\n\nNo leave.\n",
}

Test = Callable[[DocumentRow, ChunkView], bool]


def _heading(*words: str) -> Test:
    return lambda _, view: any(set(words) <= set(words_of(heading)) for heading in view.item.chunk.heading_path)


def _both(first: Test, second: Test) -> Test:
    return lambda row, view: first(row, view) and second(row, view)


def _name(*names: str) -> Test:
    return lambda row, _: row.name in names


FILTERS: list[tuple[dict[str, Any], Test]] = [
    ({"folder": "hr"}, lambda row, _: row.name.startswith("hr/")),
    ({"documents": ("plans.txt", "notes.md")}, _name("plans.txt", "notes.md")),
    ({"named": ("LEAVE",)}, _name("hr/leave-v1.md", "hr/leave-v2.md")),
    ({"named": ("urlaub", "hr/")}, _name("hr/urlaub.md")),
    ({"headings": ("leave",)}, _heading("leave")),
    ({"headings": ("annual", "Carry over")}, _both(_heading("annual"), _heading("over"))),
    ({"headings": ("leave sick",)}, _heading("leave", "sick")),
    ({"formats": ("txt",)}, _name("plans.txt")),
    ({"formats": ("Markdown",)}, lambda row, _: row.format == "markdown"),
    ({"languages": ("en",)}, _name("hr/leave-v1.md", "hr/leave-v2.md")),
    ({"languages": ("de-at", "en-gb")}, _name("hr/urlaub.md", "hr/leave-v2.md")),
    ({"versions": ("v2",)}, _name("hr/leave-v2.md", "hr/urlaub.md")),
    ({"access": ("public",)}, _name("hr/leave-v2.md")),
    ({"tags": ("hr", "leave")}, _name("hr/leave-v1.md", "hr/urlaub.md")),
    ({"date": "2021-06-30"}, _name("hr/leave-v1.md", "plans.txt", "notes.md")),
    ({"date": "2021-07-01"}, _name("hr/leave-v2.md", "plans.txt", "notes.md")),
    ({"phrases": ("days per year",)}, lambda _, view: "days per year" in view.item.embedded_text),
    ({"without": ("days",)}, lambda _, view: "days" not in words_of(view.item.embedded_text)),
    ({"without": ("ten days", "unpaid")}, lambda _, view: not {"Ten days", "unpaid"} & _pairs(view)),
]  # fmt: skip


def _pairs(view: ChunkView) -> set[str]:
    words = view.item.embedded_text.split()
    return set(words) | {" ".join(pair) for pair in pairwise(words)}


def prepared(folder: Path, store: Path) -> Library:
    """Open the library and read its documents without embedding them."""
    library = Library.open(folder, Options(store=str(store)))
    stages = library.refresh(no_progress)
    while next(stages) != "prepared":
        pass
    stages.close()
    return library


@pytest.fixture(scope="module")
def rulebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder, store = tmp_path_factory.mktemp("rules"), tmp_path_factory.mktemp("store")
    write_documents(folder, DOCUMENTS)
    library = prepared(folder, store)
    yield library
    library.close()


def ask(
    library: Library, question: str = "leave days", ranker: str = "keyword", other: str = "", **options: Any
) -> Comparison:
    return library.search(question, ranker, PLAIN, Recipe(), Filters(**options), 1000, other)


def everything(library: Library) -> list[tuple[DocumentRow, ChunkView]]:
    rows = {row.name: row for row in library.info().documents}
    _, views = library.chunks("", "", None, 0, 1000)
    return [(rows[view.item.chunk.document], view) for view in views]


def ranked(hits: tuple[Hit, ...]) -> dict[tuple[str, int], tuple[int | None, float | None]]:
    return {(hit.document, hit.index): (hit.rank, hit.score) for hit in hits}


def scored(ranker: str, texts: list[str]) -> NDArray[np.float64]:
    if ranker == "keyword":
        return Bm25(texts).scores("leave days")
    counts = shared_words("leave days", texts).astype(np.float64)
    return np.where(counts > 0, counts, np.nan)


MIXES = (("keyword", "keyword"), ("keyword", "shared-words"), ("shared-words", "keyword"))


def check(library: Library, options: dict[str, Any], tests: list[Test]) -> None:
    """Compare with the ranking over nothing but the chunks that pass, both sides by one ranker and by two."""
    pool = [view for row, view in everything(library) if all(test(row, view) for test in tests)]
    for rankers in MIXES:
        found = ask(library, ranker=rankers[0], other=rankers[1], current_only=False, **options)
        assert found.pool.size == len(pool)
        assert sum(count for _, count in found.pool.left_out) == found.pool.filtered == found.pool.total - len(pool)
        for ranker, hits, texts in (
            (rankers[0], found.plain, [view.item.chunk.text for view in pool]),
            (rankers[1], found.context, [view.item.embedded_text for view in pool]),
        ):
            scores = scored(ranker, texts)
            ranks, _ = exact_ranks(scores)
            expected = {
                (view.item.chunk.document, view.item.chunk.index): (rank, pytest.approx(score, rel=1e-12))
                for view, rank, score in zip(pool, ranks.tolist(), scores.tolist(), strict=True)
                if rank
            }
            assert ranked(hits) == expected


@pytest.mark.parametrize(("options", "test"), FILTERS, ids=lambda value: str(value) if isinstance(value, dict) else "")
def test_a_filter_leaves_what_passes_ranked_as_if_alone(rulebook: Library, options: dict[str, Any], test: Test) -> None:
    check(rulebook, options, [test])
    assert 0 < ask(rulebook, current_only=False, **options).pool.size < len(everything(rulebook))


def test_filters_together_leave_what_passes_all(rulebook: Library) -> None:
    for (first, passes), (second, passes_too) in combinations(FILTERS, 2):
        if not first.keys() & second.keys():
            check(rulebook, {**first, **second}, [passes, passes_too])


def test_each_chunk_left_out_counts_under_the_first_filter_it_fails(rulebook: Library) -> None:
    pool = ask(rulebook, folder="hr", headings=("sick",), without=("note",)).pool
    counts = dict(pool.left_out)
    outside = sum(1 for row, _ in everything(rulebook) if not row.name.startswith("hr/"))
    assert counts["folder"] == outside
    assert list(counts) == ["folder", "heading", "without"]
    assert pool.size + pool.filtered + pool.superseded + pool.expired + pool.not_embedded == pool.total
    assert counts["without"] == 3


def test_validity_is_told_by_the_day_that_is_asked_about(rulebook: Library) -> None:
    """Version 1 was in force in 2021; the default, by today, has it expired; any widens the pool to it."""
    assert "hr/leave-v1.md" not in {hit.document for hit in ask(rulebook).context}
    then = ask(rulebook, date="2020-05-01")
    assert {hit.document for hit in then.context} == {"hr/leave-v1.md", "plans.txt", "notes.md"}
    assert (then.pool.superseded, then.pool.expired) == (0, 0)
    assert "hr/leave-v1.md" in {hit.document for hit in ask(rulebook, current_only=False).context}


def test_filters_in_the_question_are_those_of_the_box(rulebook: Library) -> None:
    written = ask(rulebook, 'leave heading:sick doc:leave-v2 version:2 -note "days"')
    boxed = ask(rulebook, "leave days", named=("leave-v2",), versions=("2",), headings=("sick",), without=("note",),
                phrases=("days",))  # fmt: skip
    assert written.filters == boxed.filters
    assert (written.words, written.pool) == ("leave days", boxed.pool)
    assert written.question == 'leave heading:sick doc:leave-v2 version:2 -note "days"'


def test_a_phrase_in_the_header_keeps_the_chunk_on_both_sides(rulebook: Library) -> None:
    found = ask(rulebook, '"sick leave" note', named=("leave-v2",))
    assert found.pool.size == 1
    assert [hit.heading_path[-1] for hit in found.plain] == [hit.heading_path[-1] for hit in found.context]
    assert ask(rulebook, "note -sick", named=("leave-v2",)).plain == ()
    swapped = rulebook.search('"sick leave" note', "keyword", Recipe(), PLAIN, Filters(named=("leave-v2",)), 10)
    assert swapped.pool == found.pool


@pytest.mark.parametrize(("options", "message", "known"), [
    ({"folder": "legal"}, "no folder 'legal'", "hr"),
    ({"documents": ("leave",)}, r"no document 'leave'", "hr/leave-v1.md, hr/leave-v2.md"),
    ({"named": ("contract",)}, "no document 'contract'", "notes.md"),
    ({"headings": ("sik",)}, "no heading with 'sik'", "sick"),
    ({"headings": ("sick annual",)}, "no heading with 'sick annual'", "in one"),
    ({"headings": ("?!",)}, "no heading with", ""),
    ({"formats": ("pdf",)}, "no format 'pdf'", "markdown, text"),
    ({"languages": ("fr",)}, "no language 'fr'", "de_AT, en"),
    ({"versions": ("9",)}, "no version '9'", "1, 2"),
    ({"access": ("secret",)}, "no access 'secret'", "internal, Public"),
    ({"tags": ("hr", "pay")}, "no tag 'pay'", "hr, Leave"),
    ({"date": "2021-06"}, "'2021-06' is not a day", "date=2026-03-01"),
    ({"date": "2021-02-30"}, "'2021-02-30' is not a day", ""),
    ({"phrases": ("?!",)}, "no word in the phrase", ""),
])  # fmt: skip
def test_an_unknown_value_is_refused_with_what_is_known(
    rulebook: Library, options: dict[str, Any], message: str, known: str
) -> None:
    with pytest.raises(ExplorerError, match=message) as caught:
        ask(rulebook, **options)
    assert known in caught.value.detail


def test_a_question_of_filters_only_is_refused(rulebook: Library) -> None:
    with pytest.raises(ExplorerError, match="only filters"):
        ask(rulebook, "heading:sick -note")


def test_conditions_of_the_command() -> None:
    found = parse_filters(
        ["folder=hr", "document=a.md", "document=b.md", "doc=x", "heading=Sick leave", "format=pdf", "language=de",
         "version=7", "access=public", "tag=a=b", "date=2026-03-01", "current=any"]
    )  # fmt: skip
    assert found == Filters(
        folder="hr", documents=("a.md", "b.md"), named=("x",), headings=("Sick leave",), formats=("pdf",),
        languages=("de",), versions=("7",), access=("public",), tags=("a=b",), date="2026-03-01", current_only=False,
    )  # fmt: skip
    assert filters_json(Filters()) == {}
    assert filters_json(Filters(tags=("a",), current_only=False)) == {"current_only": False, "tags": ["a"]}


@pytest.mark.parametrize("conditions", [["colour=red"], ["folder"], ["tag="], ["current=no"], ["date=1", "date=2"]])
def test_a_condition_that_is_none_is_refused(conditions: list[str]) -> None:
    with pytest.raises(ExplorerError):
        parse_filters(conditions)


def test_words_are_kept_over_a_restart_and_a_change_reads_only_new_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, store = tmp_path / "docs", tmp_path / "store"
    write_documents(folder, DOCUMENTS)
    library = prepared(folder, store)
    before = ask(library)
    library.close()
    read: list[str] = []

    def counting(text: str) -> list[str]:
        read.append(text)
        return words_of(text)

    monkeypatch.setattr("explorer.core.word_index.words_of", counting)
    library = prepared(folder, store)
    assert (ask(library), read) == (before, [])
    library.close()
    path = folder / "hr" / "urlaub.md"
    path.write_text(path.read_text("utf-8").replace("Ten days", "Twelve leave days"), "utf-8")
    (folder / "plans.txt").unlink()
    library = prepared(folder, store)
    assert [hit.document for hit in ask(library, "twelve").plain] == ["hr/urlaub.md"]
    assert {text for text in read if "Twelve" not in text} == set()
    check(library, {"folder": "hr"}, [lambda row, _: row.name.startswith("hr/")])
    library.close()


@pytest.mark.parametrize("harm", [b"", b"PK\x03\x04 not a zip", None])
def test_a_damaged_file_of_words_is_made_anew(tmp_path: Path, harm: bytes | None) -> None:
    folder, store = tmp_path / "docs", tmp_path / "store"
    write_documents(folder, DOCUMENTS)
    library = prepared(folder, store)
    before = ask(library)
    library.close()
    files = list((library_folder(folder, str(store)) / "words").glob("*.npz"))
    assert len(files) == 2
    for path in files:
        path.write_bytes(path.read_bytes()[:-300] if harm is None else harm)
    library = prepared(folder, store)
    assert ask(library) == before
    library.close()


@pytest.mark.parametrize("question", ["How much is the monthly pass?", "days for a decision", "xylophone"])
def test_hybrid_is_the_fusion_of_both_full_rankings(small: Library, question: str) -> None:
    found = {
        ranker: small.search(question, ranker, PLAIN, Recipe(), Filters(), 1000)
        for ranker in ("embedding", "keyword", "hybrid")
    }
    assert found["hybrid"].measure == "RRF"
    assert found["hybrid"].pool == found["embedding"].pool
    for side in ("plain", "context"):
        dense, sparse, both = (ranked(getattr(found[name], side)) for name in ("embedding", "keyword", "hybrid"))
        scores = {
            place: sum(1 / (60 + rank) for rank in (dense[place][0], sparse.get(place, (None, None))[0]) if rank)
            for place in dense
        }
        values = np.array(list(scores.values()))
        expected = {
            place: (1 + int(np.sum(values > score + 1e-15)), pytest.approx(score)) for place, score in scores.items()
        }
        assert both == expected


def test_hybrid_needs_the_vectors(small: Library) -> None:
    with pytest.raises(ExplorerError, match="index is not complete"):
        small.search("pass", "hybrid", PLAIN, Recipe(style=Style.PROSE), Filters(), 5)


@pytest.mark.parametrize("ranker", ["embedding", "hybrid", "shared-words"])
def test_filters_of_the_question_hold_for_every_ranker(small: Library, ranker: str) -> None:
    found = small.search('how much "it costs" -unlimited heading:pass', ranker, PLAIN, Recipe(), Filters(), 10)
    assert found.pool.size == 1
    assert {hit.heading_path[-1] for hit in (*found.plain, *found.context)} <= {"Day pass"}
    if ranker != "shared-words":
        (bare,) = small.search("how much it costs", ranker, PLAIN, Recipe(), Filters(headings=("day",)), 10).context
        assert found.context[0].score == pytest.approx(bare.score)
