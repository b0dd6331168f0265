"""Ranks, movements, scores, pools and copied results, as tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from explorer.core.views import Comparison, Hit, Pool, TrueRank
from explorer.ui.hit_export import HEADINGS, as_csv, as_markdown, as_tsv, result_rows
from explorer.ui.hit_texts import (
    Direction,
    full_scale,
    hit_movement,
    movement,
    overlap_text,
    overlap_tip,
    path_text,
    pool_text,
    rank_text,
    recipe_words,
    score_text,
    side_names,
    summary,
)
from explorer.ui.snippets import snippet


def hit(rank: int | None, other: int | None = None, tied: bool = False) -> Hit:
    path = ("Plans", "Day pass")
    return Hit("plans.md", 2, "Plans", path, "It costs 12 dollars.", "", rank, 0.5, "cosine", tied, other)


@pytest.mark.parametrize(
    ("without", "with_context", "direction", "text"),
    [
        (9, 1, Direction.BETTER, "▲ 8"),
        (1, 5, Direction.WORSE, "▼ 4"),
        (2, 2, Direction.SAME, "—"),
        (None, 3, Direction.BETTER, "▲ none"),
        (3, None, Direction.WORSE, "▼ none"),
        (None, None, Direction.SAME, "—"),
    ],
)
def test_movement(without: int | None, with_context: int | None, direction: Direction, text: str) -> None:
    moved = movement(without, with_context)
    assert (moved.direction, moved.text) == (direction, text)


def test_both_sides_show_the_same_movement() -> None:
    assert hit_movement(hit(9, 1), is_context=False).text == "▲ 8"
    assert hit_movement(hit(1, 9), is_context=True).text == "▲ 8"


@pytest.mark.parametrize(("rank", "tied", "text"), [(1, False, "1"), (2, True, "2="), (None, False, "–")])
def test_rank(rank: int | None, tied: bool, text: str) -> None:
    assert rank_text(hit(rank, tied=tied)) == text


@pytest.mark.parametrize(
    ("score", "measure", "text"),
    [
        (0.8642, "cosine", "0.864 cosine"),
        (-0.05, "cosine", "-0.050 cosine"),
        (2.0, "shared words", "2 shared words"),
        (1.0, "shared words", "1 shared word"),
        (0.0, "shared-words", "0 shared words"),
        (5.312, "BM25", "BM25 5.3"),
        (None, "BM25", "no match"),
    ],
)
def test_score_names_its_measure(score: float | None, measure: str, text: str) -> None:
    assert score_text(score, measure) == text


@pytest.mark.parametrize(
    ("pool", "text"),
    [
        (Pool(412, 412), "exact over 412"),
        (Pool(380, 412, superseded=32), "exact over 380 of 412 (32 superseded left out)"),
        (
            Pool(1, 5, expired=1, filtered=2, not_embedded=1),
            "exact over 1 of 5 (2 filtered, 1 expired, 1 without words left out)",
        ),
        (
            Pool(3, 10, filtered=7, left_out=(("folder", 4), ("tag", 0), ("phrase", 3))),
            "exact over 3 of 10 (4 by folder, 3 by phrase left out)",
        ),
    ],
)
def test_pool_is_always_shown(pool: Pool, text: str) -> None:
    assert pool_text(pool) == text


@pytest.mark.parametrize(
    ("rank", "text"),
    [
        (None, ""),
        (TrueRank("a", 0, True, hit(9), hit(1)), "chosen chunk: rank 9 → 1"),
        (TrueRank("a", 0, True, hit(None), hit(1)), "chosen chunk: no match → rank 1"),
        (TrueRank("a", 0, False), "chosen chunk: left out by the filters"),
    ],
)
def test_summary(rank: TrueRank | None, text: str) -> None:
    assert summary(rank) == text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none", "text alone"),
        ("path", "title > headings"),
        ("label+version", "title > headings: text, with version"),
        ("path+depth=2", "title > headings, last 2 headings"),
        ("path+depth=1+no-title", "title > headings, last heading, without the title"),
        ("path+depth=0", "title > headings, the title alone"),
    ],
)
def test_recipe_in_words(name: str, words: str) -> None:
    assert recipe_words(name) == words


def comparison(measure: str = "cosine") -> Comparison:
    text = "It costs\t12 | dollars."
    plain = (replace(hit(2, 1), score=0.4, measure=measure, text=text),)
    context = (replace(hit(1, 2), score=3.0, measure=measure, text=text),)
    return Comparison("How much?", "embedding", "none", "path", measure, Pool(3, 3), plain, context)


@pytest.mark.parametrize(("measure", "scale"), [("cosine", 1.0), ("BM25", 3.0)])
def test_bars_are_scaled_over_both_sides(measure: str, scale: float) -> None:
    assert full_scale(comparison(measure)) == scale


def test_sides_of_different_measures_have_bars_of_their_own() -> None:
    context = (replace(hit(1, 2), score=8.0, measure="BM25"),)
    both = replace(comparison(), context=context, context_measure="BM25", context_ranker="keyword")
    assert (full_scale(both, False), full_scale(both, True)) == (1.0, 8.0)


@pytest.mark.parametrize(
    ("hit_shown", "is_context", "text", "note"),
    [
        (hit(31, 3), False, "▲ only here", "now 3"),
        (hit(3, 31), True, "▲ only here", "was 31"),
        (hit(3, 31), False, "▼ only here", "now 31"),
        (hit(31, 3), True, "▼ fell out", "was 3"),
        (hit(3, None), False, "▼ only here", "no match"),
        (hit(None, None), False, "—", "no match"),
    ],
)
def test_what_one_side_alone_shows_is_only_here_or_fell_out(
    hit_shown: Hit, is_context: bool, text: str, note: str
) -> None:
    moved = hit_movement(hit_shown, is_context, shared=False)
    assert (moved.text, moved.note) == (text, note)


@pytest.mark.parametrize(("is_context", "rank", "side"), [(True, 3, "right"), (True, 31, "left"), (False, 3, "left")])
def test_which_list_alone_has_a_hit_is_a_sentence(is_context: bool, rank: int, side: str) -> None:
    moved = hit_movement(hit(rank, 34 - rank), is_context, shared=False)
    assert moved.sentence.endswith(f"Only the list at the {side} has it among its hits.")
    assert "Only the list" not in hit_movement(hit(rank, 34 - rank), is_context).sentence


@pytest.mark.parametrize(
    ("overlap", "words"),
    [
        ((), ""),
        (((1, 1),), ""),
        (((1, 0), (5, 3), (10, 6), (20, 15)), "6 of the first 10 on both sides"),
        (((1, 0), (3, 2)), "2 of the first 3 on both sides"),
    ],
)
def test_overlap_is_named(overlap: tuple[tuple[int, int], ...], words: str) -> None:
    told = replace(comparison(), overlap=overlap)
    assert overlap_text(told) == words
    assert overlap_tip(told).count("overlap at") == len(overlap)


@pytest.mark.parametrize(
    ("recipes", "names"),
    [
        (("none", "path"), ("Without context", "With context")),
        (("path", "label"), ("Left", "Right")),
        (("none", "none"), ("Left", "Right")),
        (("none+sentence", "path"), ("Left", "Right")),
    ],
)
def test_sides_are_named_by_context_where_that_is_compared(recipes: tuple[str, str], names: tuple[str, str]) -> None:
    assert side_names(*recipes) == names
    both = replace(comparison(), plain_recipe=recipes[0], context_recipe=recipes[1])
    assert [row[0] for row in result_rows(both)] == [name.lower() for name in names]


def test_copied_table_has_a_cell_for_each_heading() -> None:
    lines = [line.split("\t") for line in as_tsv(result_rows(comparison())).split("\n")]
    assert [len(line) for line in lines] == [len(HEADINGS)] * 3
    assert lines[1][:5] == ["without context", "2", "▲ 1", "rank 1", "0.400 cosine"]
    assert lines[2][:3] == ["with context", "1", "▲ 1"]


def test_copied_markdown_keeps_bars_inside_their_cells() -> None:
    text = as_markdown(comparison(), result_rows(comparison()))
    assert text.startswith("**How much?**")
    assert "12 \\| dollars." in text


def test_lost_and_chosen_hits_are_copied_once() -> None:
    lost = replace(hit(4, 31), index=9)
    both = replace(comparison(), plain=(*comparison().plain, lost))
    rows = result_rows(both, [(replace(hit(31, 4), index=9), True), (replace(hit(50, 60), index=8), False)])
    assert [(row[0], row[1], row[2], row[6]) for row in rows[2:]] == [
        ("with context", "1", "▲ 1", "2"),
        ("with context", "31", "▼ fell out", "9"),
        ("without context", "50", "▼ 10", "8"),
    ]
    assert rows[3][4] == ""


def test_exported_rows_say_how_their_side_was_ranked() -> None:
    both = replace(comparison(), question="=1+1", context_ranker="keyword", context_measure="BM25")
    lines = as_csv(both, result_rows(both)).splitlines()
    assert lines[0].startswith("question,recipe,ranker,side,rank")
    assert lines[1].startswith("'=1+1,none,embedding,without context,2")
    assert lines[2].startswith("'=1+1,path,keyword,with context,1")


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("The deadline is near.", ("deadline",), ["deadline"]),
        ("The Deadline and deadlines", ("deadline",), ["Deadline"]),
        ("a.b costs", ("a.b",), ["a.b"]),
        ("nothing here", (), []),
        ("A monthly-pass, the Monthly Pass.", ("monthly pass",), ["monthly-pass", "Monthly Pass"]),
        ("out of order", ("out of order", "order"), ["out of order"]),
        ("年休は三日です", ("年休", "日"), ["年休", "日"]),
        ("Straßen und Straße", ("straße",), ["Straße"]),
    ],
)
def test_snippet_marks_whole_words(text: str, words: tuple[str, ...], found: list[str]) -> None:
    line, spans = snippet(text, words)
    assert [line[start:end] for start, end in spans] == found


def test_snippet_begins_near_a_late_match() -> None:
    line, spans = snippet("word " * 200 + "\nsurgery is covered", ("surgery",))
    assert line.startswith("… word")
    assert line[slice(*spans[0])] == "surgery"
    assert spans[0][0] < 100


def test_a_hit_is_named_as_the_ranking_saw_it() -> None:
    assert path_text(hit(1)) == "Plans › Day pass"
    assert path_text(replace(hit(1), renamed=("Plans", "Pass for one day"))) == "✎ Plans › Pass for one day"
