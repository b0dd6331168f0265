"""The owner's tools on a real library: inventory, mends with their effect, silences, costs, and quality samples."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.core.errors import ExplorerError
from explorer.core.mends import Mend
from explorer.core.recipe import PLAIN, Recipe, parse_recipe
from explorer.core.sampling import Verdict
from explorer.core.views import ChunkView, Filters
from explorer.engine.library import Library
from explorer.paths import library_folder
from tests.support.small_library import refresh

Opener = Callable[..., Library]
OVERVIEW = 1
"""The section "Overview" of office.md: its ordinal."""


@pytest.fixture
def library(copied: tuple[Path, Path], open_library: Opener) -> Library:
    line = '{"question": "Where do I get a visitor badge?", "relevant": ["office/office.md#overview"]}\n'
    (copied[0] / "questions.jsonl").write_text(line, encoding="utf-8")
    return open_library(*copied)


def chunks_of(library: Library, document: str) -> tuple[ChunkView, ...]:
    return library.chunks("", document, None, 0, 100)[1]


def badge(library: Library) -> ChunkView:
    return next(view for view in chunks_of(library, "office/office.md") if "Badges" in view.item.chunk.text)


def vectors_in_use(library: Library) -> set[str]:
    rows = library.chunks("", "", None, 0, 1000)[1]
    return {view.item.embedded_text for view in rows if view.item.chunk.embeddable}


def rename(library: Library, text: str) -> Mend:
    mend = library.bench.mending.mend("office/office.md", OVERVIEW, text)
    library.bench.mending.change([mend], [])
    return mend


def test_the_inventory_lists_every_heading_with_its_code(library: Library) -> None:
    total, rows, counts = library.bench.inventory("", (), ("count", True), (0, 100))
    by_heading = {row.heading: row for row in rows}
    assert total == len(rows) == sum(counts.values())
    assert rows[0].count == max(row.count for row in rows)
    assert (by_heading["Appeals"].count, by_heading["Appeals"].documents) == (2, 2)
    assert (by_heading["Overview"].code, by_heading["Overview"].document) == ("H102", "office/office.md")
    assert by_heading["Overview"].reason
    _, empty, _ = library.bench.inventory("", ("H102",), ("heading", False), (0, 100))
    assert [row.heading for row in empty] == ["Overview"]
    _, found, _ = library.bench.inventory("PASS", (), ("heading", False), (0, 1))
    assert [row.heading for row in found] == ["Day pass"]
    assert [(name, row.ordinal) for name, row in library.bench.occurrences("Overview", 5)] == [
        ("office/office.md", OVERVIEW)
    ]
    with pytest.raises(ExplorerError, match="cannot be sorted"):
        library.bench.inventory("", (), ("colour", True), (0, 1))


def test_a_mends_effect_is_told_before_it_is_kept(library: Library) -> None:
    before = badge(library)
    effect = library.bench.mending.preview("office/office.md", OVERVIEW, "Visitor badges")
    assert (effect.path_before, effect.path_after) == (("Office", "Overview"), ("Office", "Visitor badges"))
    assert (effect.touched, effect.chunks[0].index) == (1, before.item.chunk.index)
    assert effect.chunks[0].before == before.item.embedded_text
    assert effect.chunks[0].after.startswith("Office > Visitor badges\n\n")
    assert badge(library).item.embedded_text == before.item.embedded_text
    assert (effect.questions, effect.unranked) == (1, "")
    for move in effect.moves:
        assert move.after < move.before
        assert move.relevant


def test_the_ranks_foretold_are_those_that_come(library: Library) -> None:
    question = "Where do I get a visitor badge?"
    index = badge(library).item.chunk.index

    def rank() -> int | None:
        library.search(question, "embedding", PLAIN, Recipe(), Filters(), 1)
        found = library.rank_chunk("office/office.md", index).context
        return found.rank if found else None

    first = rank()
    effect = library.bench.mending.preview("office/office.md", OVERVIEW, "Parking garage regulations")
    rename(library, "Parking garage regulations")
    refresh(library)
    assert [(move.before, move.after) for move in effect.moves] == ([(first, rank())] if first != rank() else [])


def test_a_mend_embeds_its_chunks_and_no_others(library: Library, encoded: list[str]) -> None:
    refresh(library)
    encoded.clear()
    plain = badge(library).item.chunk
    rename(library, "Visitor badges")
    refresh(library)
    view = badge(library)
    assert encoded == [view.item.embedded_text]
    found = library.search("badges", "keyword", PLAIN, Recipe(), Filters(), 1)
    assert (found.plain[0].renamed, found.context[0].renamed) == ((), ("Office", "Visitor badges"))
    assert view.item.chunk == plain
    assert view.item.path == ("Office", "Visitor badges")
    assert view.item.display_text.startswith("[office/office.md] Overview - ")
    assert [(part.text, part.renamed, part.code) for part in view.segments][1] == ("Overview", "Visitor badges", "")
    assert ("Overview", "Visitor badges") in [
        (row.heading, row.renamed) for row in library.sections("office/office.md")
    ]
    assert not library.findings("office/office.md", ("H102",), 0, 9)[1]


def test_a_header_that_a_mend_gives_a_subject_is_no_longer_told_as_without(
    copied: tuple[Path, Path], open_library: Opener
) -> None:
    (copied[0] / "notes.md").write_text("# Notes\n\n## General\n\nIt is kept at four degrees.\n", encoding="utf-8")
    library = open_library(*copied)
    refresh(library)

    def codes() -> set[str]:
        return {each.code for view in chunks_of(library, "notes.md") for each in view.findings}

    assert "C202" in codes()
    mend = library.bench.mending.mend("notes.md", 1, "Vaccine boxes in the cold store")
    library.bench.mending.change([mend], [])
    refresh(library)
    assert "C202" not in codes()
    library.bench.mending.change([], [mend])
    refresh(library)
    assert "C202" in codes()


def test_an_undone_mend_leaves_everything_as_it_was(library: Library, encoded: list[str]) -> None:
    refresh(library)
    before = vectors_in_use(library)
    mend = rename(library, "Visitor badges")
    refresh(library)
    assert vectors_in_use(library) != before
    encoded.clear()
    library.bench.mending.change([], [mend])
    refresh(library)
    assert vectors_in_use(library) == before
    assert encoded == []
    refresh(library)
    assert library.info().indexed


def test_a_mend_is_stale_when_its_heading_changed_and_outlives_the_session(
    copied: tuple[Path, Path], open_library: Opener
) -> None:
    library = open_library(*copied)
    mend = rename(library, "Visitor badges")
    path = copied[0] / "office" / "office.md"
    path.write_text(path.read_text(encoding="utf-8").replace("## Overview", "## Reception"), encoding="utf-8")
    refresh(library)
    library.close()
    again = open_library(*copied)
    (row,) = again.bench.mending.rows()
    assert (row.mend, row.stale) == (mend, True)
    assert badge(again).item.path == ("Office", "Reception")


def test_mends_are_kept_where_a_damaged_index_does_not_take_them(
    copied: tuple[Path, Path], open_library: Opener
) -> None:
    library = open_library(*copied)
    rename(library, "Visitor badges")
    library.close()
    home = library_folder(copied[0], str(copied[1]))
    (home / "catalogue.sqlite3").unlink()
    again = open_library(*copied)
    refresh(again)
    assert badge(again).item.path == ("Office", "Visitor badges")
    kept = home / "work" / "mends.json"
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_mend_to_nothing_or_of_nothing_is_refused(library: Library) -> None:
    with pytest.raises(ExplorerError, match="renamed to nothing"):
        library.bench.mending.preview("office/office.md", OVERVIEW, "  ")
    with pytest.raises(ExplorerError, match="no section 99"):
        library.bench.mending.mend("office/office.md", 99, "x")
    with pytest.raises(ExplorerError, match="renamed to nothing"):
        library.bench.mending.change([Mend("office/office.md", ("Office",), 0, " ")], [])


def test_a_silenced_heading_is_heard_again(library: Library, encoded: list[str]) -> None:
    refresh(library)
    encoded.clear()
    library.bench.silence("heading", "Overview", on=True)
    refresh(library)
    assert not library.findings("", ("H102",), 0, 9)[1]
    assert badge(library).item.embedded_text.startswith("Office > Overview\n\n")
    assert encoded == [badge(library).item.embedded_text]
    _, (row,), _ = library.bench.inventory("overview", (), ("count", True), (0, 9))
    assert (row.silenced, row.code) == (True, "")
    library.bench.silence("heading", "Overview", on=False)
    refresh(library)
    assert len(library.findings("", ("H102",), 0, 9)[1]) == 1


def test_what_all_silenced_is_heard_again_only_in_the_shared_file(library: Library, copied: tuple[Path, Path]) -> None:
    (copied[0] / "chunk-explorer.toml").write_text('[audit]\nsilence = ["H102"]\n', encoding="utf-8")
    refresh(library)
    assert not library.findings("", ("H102",), 0, 9)[1]
    with pytest.raises(ExplorerError, match="for everyone"):
        library.bench.silence("rule", "H102", on=False)
    with pytest.raises(ExplorerError, match="no rule 'H999'"):
        library.bench.silence("rule", "H999", on=True)
    assert library.bench.silence("rule", "C210", on=True).silenced_rules == ("H102", "C210")


def test_the_account_of_another_recipe_counts_its_headers(library: Library) -> None:
    whole, documents = library.bench.account(library.bench.recipe)
    views = library.chunks("", "", None, 0, 1000)[1]
    assert (whole.chunks, whole.header_tokens) == (len(views), sum(view.item.header_tokens for view in views))
    assert sum(each.chunks for each in documents.values()) == whole.chunks
    plain, _ = library.bench.account(PLAIN)
    title, _ = library.bench.account(parse_recipe("path+depth=0"))
    assert plain.header_tokens == 0 < title.header_tokens < whole.header_tokens
    assert sum(library.bench.kinds().values()) == whole.chunks


def test_verdicts_are_kept_resumed_and_taken_back(copied: tuple[Path, Path], open_library: Opener) -> None:
    library = open_library(*copied)
    items, state = library.judging.draw(6, 7, "ana")
    assert (state.size, state.judged, len(items)) == (6, 0, 6)
    first, second = (item.view.item.chunk for item in items[:2])
    library.judging.judge(first.document, first.index, str(Verdict.RIGHT), "")
    _, state = library.judging.judge(second.document, second.index, str(Verdict.SAYS_NOTHING), "no subject")
    assert (state.judged, state.rates[0].errors) == (2, 1)
    library.close()
    again = open_library(*copied)
    resumed, state = again.judging.draw(6, 7, "ana")
    assert [item.judgement.verdict if item.judgement else None for item in resumed[:3]] == [
        "right",
        "says nothing",
        None,
    ]
    assert again.judging.draw(6, 7, "ben")[1].judged == 0
    again.judging.draw(6, 7, "ana")
    judgement, state = again.judging.judge(first.document, first.index, "", "")
    assert (judgement, state.judged) == (None, 1)
    with pytest.raises(ExplorerError, match="no verdict 'fine'"):
        again.judging.judge(first.document, first.index, "fine", "")
    with pytest.raises(ExplorerError, match="not in the sample"):
        again.judging.judge("nowhere.md", 0, "right", "")


def test_a_verdict_is_about_the_text_it_was_given_for(library: Library) -> None:
    chunk = badge(library).item.chunk
    items, _ = library.judging.draw(1000, 1, "ana")
    library.judging.judge(chunk.document, chunk.index, str(Verdict.SAYS_NOTHING), "")
    rename(library, "Visitor badges")
    refresh(library)
    items, state = library.judging.draw(1000, 1, "ana")
    assert state.judged == 0
    assert all(item.judgement is None for item in items)


def test_a_cut_line_of_verdicts_loses_nothing_else(library: Library, copied: tuple[Path, Path]) -> None:
    items, _ = library.judging.draw(3, 1, "ana")
    chunk = items[0].view.item.chunk
    library.judging.judge(chunk.document, chunk.index, str(Verdict.RIGHT), "")
    path = library_folder(copied[0], str(copied[1])) / "work" / "judgements.jsonl"
    line = path.read_bytes()
    assert json.loads(line)["judge"] == "ana"
    path.write_bytes(line + line[:20])
    assert library.judging.draw(3, 1, "ana")[1].judged == 1


def test_the_librarys_patterns_choose_its_files(library: Library, copied: tuple[Path, Path]) -> None:
    path = copied[0] / "chunk-explorer.toml"
    path.write_text('[library]\nexclude = ["insurer/*"]\n', encoding="utf-8")
    refresh(library)
    assert not [row.name for row in library.info().documents if row.name.startswith("insurer/")]
    path.unlink()
    refresh(library)
    assert [row.name for row in library.info().documents if row.name.startswith("insurer/")]


def test_the_places_of_a_heading_come_with_the_mends_about_them(
    copied: tuple[Path, Path], open_library: Opener
) -> None:
    path = copied[0] / "office" / "office.md"
    twice = "\n\n## Overview\n\nParking is in the yard.\n\n### Overview\n\nLights go off at ten.\n"
    path.write_text(path.read_text(encoding="utf-8") + twice, encoding="utf-8")
    library = open_library(*copied)
    refresh(library)
    mend = rename(library, "Visitor badges")
    refresh(library)
    places = library.bench.occurrences("Overview", 10)
    mends = library.bench.occurrence_mends(places)
    assert mends[0] == mend
    assert [(each.path, each.ordinal, each.text) for each in mends[1:]] == [
        (("Office", "Overview"), 1, ""),
        (("Office", "Overview", "Overview"), 0, ""),
    ]
    for (document, row), each in zip(places, mends, strict=True):
        assert library.bench.mending.mend(document, row.ordinal, each.text).key == each.key


def test_a_document_is_left_out_of_the_library_and_taken_in_again(library: Library) -> None:
    names = [row.name for row in library.info().documents]
    assert library.bench.silence("exclude", names[0], on=True).exclude == (names[0],)
    refresh(library)
    assert [row.name for row in library.info().documents] == names[1:]
    library.bench.silence("exclude", names[0], on=False)
    refresh(library)
    assert [row.name for row in library.info().documents] == names
