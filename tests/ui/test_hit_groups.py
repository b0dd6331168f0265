"""Hits in groups and folds: every hit in one place, true ranks kept, lost ones below, and the keys of the list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer.core.views import Comparison, Hit, Pool
from explorer.ui.hit_groups import (
    GROUPINGS,
    LOST,
    Arrangement,
    Row,
    RowKind,
    SideHits,
    arrange,
    group_key,
    lost_hits,
    side_hits,
)
from explorer.ui.hit_list import HitList
from explorer.ui.models.hit_model import HitModel, HitRole
from explorer.ui.theme import Theme

FOLDED = Arrangement(fold_repeats=True)


def hit(document: str, index: int, rank: int | None, other: int | None = None, section: str = "A") -> Hit:
    return Hit(document, index, "T", ("Top", section), "words", "words", rank, 0.5, "cosine", False, other)


ONE = hit("a.md", 0, 1, 2)
LIKE = replace(hit("b.md", 0, 2, 1), repeats=("a.md", 0))
TWO = hit("a.md", 1, 3, None, "B")
ALSO = replace(hit("b.md", 1, 4, 9), repeats=("b.md", 0))
HITS = (ONE, LIKE, TWO, ALSO)


def shown(rows: tuple[Row, ...]) -> list[tuple[str, object]]:
    return [(row.kind.name, row.hit.rank if row.kind is RowKind.HIT else row.count) for row in rows]


def test_a_plain_list_is_the_ranking() -> None:
    assert [row.hit for row in arrange(SideHits(HITS), Arrangement(), set(), set())] == list(HITS)


def test_groups_stand_in_the_order_of_their_best_hits() -> None:
    rows = arrange(SideHits(HITS), Arrangement("document"), set(), set())
    expected = [("GROUP", 2), ("HIT", 1), ("HIT", 3), ("GROUP", 2), ("HIT", 2), ("HIT", 4)]
    assert shown(rows) == expected
    assert [row.hit.rank for row in rows if row.kind is RowKind.GROUP] == [1, 2]


def test_sections_of_two_documents_are_two_groups() -> None:
    rows = arrange(SideHits(HITS), Arrangement("section"), set(), set())
    assert [row.count for row in rows if row.kind is RowKind.GROUP] == [1, 2, 1]


def test_a_folded_group_keeps_its_head() -> None:
    rows = arrange(SideHits(HITS), Arrangement("document"), {group_key(ONE, "document")}, set())
    assert shown(rows) == [("GROUP", 2), ("GROUP", 2), ("HIT", 2), ("HIT", 4)]
    assert not rows[0].is_open


def test_near_duplicates_fold_under_the_first_of_them_even_in_a_chain() -> None:
    assert shown(arrange(SideHits(HITS), FOLDED, set(), set())) == [("HIT", 1), ("MORE", 2), ("HIT", 3)]
    rows = arrange(SideHits(HITS), FOLDED, set(), {("a.md", 0)})
    assert shown(rows) == [("HIT", 1), ("MORE", 2), ("HIT", 2), ("HIT", 4), ("HIT", 3)]
    assert [row.is_repeat for row in rows] == [False, False, True, True, False]


def test_a_near_duplicate_in_another_group_is_not_folded() -> None:
    rows = arrange(SideHits((ONE, LIKE)), Arrangement("document", fold_repeats=True), set(), set())
    assert shown(rows) == [("GROUP", 1), ("HIT", 1), ("GROUP", 1), ("HIT", 2)]


def test_what_fell_out_stands_below_with_its_true_rank_there() -> None:
    ranked = Comparison("q", "embedding", "none", "path", "cosine", Pool(9, 9), HITS, (hit("a.md", 0, 2, 1),))
    lost = lost_hits(ranked)
    assert [(each.document, each.index, each.rank, each.other_rank, each.score) for each in lost] == [
        ("b.md", 0, 1, 2, None),
        ("b.md", 1, 9, 4, None),
        ("a.md", 1, None, 3, None),
    ]
    rows = arrange(side_hits(ranked, True), Arrangement(), set(), set())
    assert shown(rows)[1:] == [("LOST", 3), ("HIT", 1), ("HIT", 9), ("HIT", None)]
    assert shown(arrange(side_hits(ranked, True), Arrangement(), {LOST}, set()))[1:] == [("LOST", 3)]
    assert len(arrange(side_hits(ranked, True), Arrangement(lost=False), set(), set())) == 1
    assert side_hits(ranked, False).lost == ()


RANKED = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 30), st.integers(0, 40)), max_size=25).map(
    lambda rows: [
        replace(
            hit(f"{document}.md", place, place + 1, section=str(document % 2)),
            repeats=(f"{rows[other][0]}.md", other) if other < place else None,
        )
        for place, (document, _, other) in enumerate(rows)
    ]
)


@given(hits=RANKED, grouping=st.sampled_from(GROUPINGS), fold=st.booleans())
def test_unfolded_rows_hold_every_hit_once_and_counts_add_up(hits: list[Hit], grouping: str, fold: bool) -> None:
    everything = {(each.document, each.index) for each in hits}
    rows = arrange(SideHits(tuple(hits)), Arrangement(grouping, fold), set(), everything)
    assert sorted(row.hit.rank or 0 for row in rows if row.kind is RowKind.HIT) == list(range(1, len(hits) + 1))
    if grouping:
        assert sum(row.count for row in rows if row.kind is RowKind.GROUP) == len(hits)
    closed = arrange(SideHits(tuple(hits)), Arrangement(grouping, fold), set(), set())
    folded = sum(row.count for row in closed if row.kind is RowKind.MORE)
    assert folded + sum(row.kind is RowKind.HIT for row in closed) == len(hits)


@pytest.fixture
def model(qtbot: QtBot) -> HitModel:
    made = HitModel(is_context=True)
    made.show(SideHits(HITS, (replace(hit("c.md", 5, 30, 2), score=None),), frozenset({("a.md", 0)})))
    return made


def test_the_model_keeps_the_rules_of_item_models(model: HitModel, keeps_rules: Callable[..., None]) -> None:
    keeps_rules(model)
    model.set_arrangement(Arrangement("document", fold_repeats=True))
    model.append_chosen(hit("d.md", 7, 40))
    for row in range(model.rowCount()):
        model.toggle(row)
    model.set_arrangement(Arrangement("section"))
    model.choose(("d.md", 7))
    model.append_chosen(None)


def test_rows_are_told_in_words(model: HitModel) -> None:
    model.set_arrangement(Arrangement("document", fold_repeats=True))
    texts = [model.index(row).data() for row in range(model.rowCount())]
    assert texts[0] == "▾ a.md · 2 hits, best rank 1"
    assert texts[1] == "1 ▲ 1 was 2 Top › A a.md 0.500 cosine"
    assert texts[-2:] == ["▾ Fell out of the first 4 hits: 1", "30 ▼ fell out was 2 Top › A c.md"]
    assert model.index(0).data(HitRole.HIT) is None


def test_a_hit_that_the_other_side_lacks_is_only_here(model: HitModel) -> None:
    assert "▲ only here no match" in model.index(2).data()
    assert "Only the list at the right has it" in model.index(2).data(Qt.ItemDataRole.ToolTipRole)


def test_the_chosen_chunk_is_not_shown_twice(model: HitModel) -> None:
    model.set_arrangement(FOLDED)
    rows = model.rowCount()
    model.append_chosen(LIKE)
    model.append_chosen(hit("c.md", 5, 30))
    assert model.rowCount() == rows
    model.append_chosen(hit("d.md", 7, 40))
    assert model.index(rows).data(HitRole.APART)


def test_a_hidden_chosen_chunk_is_revealed(model: HitModel) -> None:
    model.set_arrangement(Arrangement("document", fold_repeats=True))
    model.fold(0, is_open=False)
    assert model.row_of("a.md", 1) is None
    model.reveal("a.md", 1)
    assert model.row_of("a.md", 1) is not None
    model.set_arrangement(FOLDED)
    model.reveal("b.md", 1)
    assert model.row_of("b.md", 1) is not None


@pytest.fixture
def hits(qtbot: QtBot, theme: Theme, show_active: Callable[[QWidget], None]) -> HitList:
    made = HitList(theme, is_context=True)
    qtbot.addWidget(made)
    made.resize(500, 400)
    show_active(made)
    made.show_hits(SideHits(HITS), 1.0)
    return made


def test_right_unfolds_and_left_folds(qtbot: QtBot, hits: HitList) -> None:
    hits.set_arrangement(FOLDED)
    assert hits.enter()
    qtbot.keyClick(hits, Qt.Key.Key_Right)
    assert hits.hits.rowCount() == 5
    qtbot.keyClick(hits, Qt.Key.Key_Down)
    qtbot.keyClick(hits, Qt.Key.Key_Down)
    assert hits.currentIndex().row() == 2
    qtbot.keyClick(hits, Qt.Key.Key_Left)
    assert (hits.hits.rowCount(), hits.currentIndex().row()) == (3, 0)


def test_left_folds_a_group_and_enter_opens_it(qtbot: QtBot, hits: HitList) -> None:
    hits.set_arrangement(Arrangement("document"))
    hits.setCurrentIndex(hits.hits.index(2))
    qtbot.keyClick(hits, Qt.Key.Key_Left)
    assert (hits.hits.rowCount(), hits.currentIndex().row()) == (4, 0)
    qtbot.keyClick(hits, Qt.Key.Key_Return)
    assert hits.hits.rowCount() == 6


def test_a_click_on_more_like_this_unfolds(qtbot: QtBot, hits: HitList) -> None:
    hits.set_arrangement(FOLDED)
    place = hits.visualRect(hits.hits.index(1)).center()
    qtbot.mouseClick(hits.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert hits.hits.rowCount() == 5


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_Escape])
def test_up_from_the_first_row_or_escape_leaves_the_list(qtbot: QtBot, hits: HitList, key: Qt.Key) -> None:
    hits.enter()
    with qtbot.waitSignal(hits.left):
        qtbot.keyClick(hits, key)


def test_an_empty_list_takes_no_keys(hits: HitList) -> None:
    hits.show_hits(SideHits(), 1.0, empty="nothing")
    assert not hits.enter()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_kind_of_row_is_drawn(hits: HitList, theme: Theme, name: str) -> None:
    theme.choose(name)
    lost = (hit("c.md", 5, 1000, 20), hit("c.md", 6, None, 20))
    hits.show_hits(SideHits(HITS, lost, frozenset({("a.md", 0)})), 1.0, ("words",))
    hits.set_arrangement(Arrangement("document", fold_repeats=True))
    head = hits.visualRect(hits.hits.index(0))
    picture = hits.viewport().grab().toImage()
    assert picture.pixelColor(head.right() - 30, head.top() + 3) == theme.colour("hover")


@pytest.mark.parametrize(
    ("sorting", "expected"),
    [("", [0, 1, 2, 3]), ("other", [2, 1, 0, 3]), ("moved", [0, 2, 1, 3]), ("document", [3, 1, 0, 2])],
)
def test_hits_are_sorted_with_their_true_ranks(sorting: str, expected: list[int]) -> None:
    hits = (hit("m.md", 5, 1, 9), hit("c.md", 1, 2, 3), hit("z.md", 0, 3, 1), hit("a.md", 2, 4, None))
    rows = arrange(SideHits(hits), Arrangement(sorting=sorting), set(), set())
    assert [row.hit.rank for row in rows] == [place + 1 for place in expected]


def test_a_group_tells_its_best_rank_whatever_the_order() -> None:
    rows = arrange(SideHits(HITS), Arrangement("document", sorting="moved"), set(), set())
    assert [row.hit.rank for row in rows if row.kind is RowKind.GROUP] == [2, 1]
