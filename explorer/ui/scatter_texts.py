"""What the picture of both scores says in words: its sides, a chunk, the whole, and its rows for a spreadsheet."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from explorer.core.recipe import PLAIN
from explorer.core.retrieval_views import Scatter, ScatterCounts, ScatterPoint
from explorer.ui.hit_texts import rank_words, score_text
from explorer.ui.scatter_plot import Mode, Way
from explorer.ui.texts import measure_text, ranker_text

HEADINGS = (
    "document", "chunk", "heading", "plain score", "plain measure", "plain rank",
    "context score", "context measure", "context rank",
)  # fmt: skip
"""The columns of copied points."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScatterTexts", text)


def side_names(plain_recipe: str, context_recipe: str) -> tuple[str, str]:
    """Return what both sides are called: by what headings add, or by where they stand when both or none have them."""
    if plain_recipe == PLAIN.name != context_recipe:
        return _tr("Without context"), _tr("With context")
    return _tr("Left side"), _tr("Right side")


def names_of(scatter: Scatter) -> tuple[str, str]:
    """Return what both sides of a scatter are called."""
    return side_names(scatter.plain_recipe, scatter.context_recipe)


def side_phrases(plain_recipe: str, context_recipe: str) -> tuple[str, str]:
    """Return the same inside a sentence: where a chunk fares so."""
    if plain_recipe == PLAIN.name != context_recipe:
        return _tr("without context"), _tr("with context")
    return _tr("on the left side"), _tr("on the right side")


def phrases_of(scatter: Scatter) -> tuple[str, str]:
    """Return what both sides of a scatter are called inside a sentence."""
    return side_phrases(scatter.plain_recipe, scatter.context_recipe)


def axis_titles(scatter: Scatter, mode: Mode) -> tuple[str, str]:
    """Return what stands along and up: side, recipe, ranker, and what is measured."""
    sides = (
        (scatter.plain_recipe, scatter.plain_ranker, scatter.plain_measure),
        (scatter.context_recipe, scatter.context_ranker, scatter.context_measure),
    )
    titles: list[str] = []
    for name, (recipe, ranker, measure) in zip(names_of(scatter), sides, strict=True):
        how, what = ranker_text(ranker), measure_text(measure)
        what = _tr("rank, 1 is best") if mode is Mode.RANKS else what
        told = how if what.lower() in how.lower() else f"{how} · {what}"
        titles.append(f"{name} ({recipe}) · {told}")
    return titles[0], titles[1]


def chunk_name(point: ScatterPoint) -> str:
    """Return what a chunk is called: `plans.md #3 · Monthly pass`."""
    name = f"{point.document} #{point.index}"
    return f"{name} · {point.heading}" if point.heading else name


def short_name(point: ScatterPoint) -> str:
    """Return the same without the folders of the document, for a label."""
    return chunk_name(replace(point, document=point.document.rpartition("/")[2]))


def chunk_words(point: ScatterPoint, scatter: Scatter) -> str:
    """Return a chunk with both scores and ranks, in one line."""
    sides = (
        (point.plain, scatter.plain_measure, point.plain_rank),
        (point.context, scatter.context_measure, point.context_rank),
    )
    told = [
        f"{where}: {score_text(score, measure)}, {rank_words(rank)}" if rank else f"{where}: {rank_words(rank)}"
        for where, (score, measure, rank) in zip(phrases_of(scatter), sides, strict=True)
    ]
    return f"{chunk_name(point)} — {'; '.join(told)}"


def summary(scatter: Scatter) -> str:
    """Return what the picture shows, in sentences that need no picture; every figure has its n."""
    counts, (_, context) = scatter.counts, names_of(scatter)
    if not scatter.size:
        return _tr("No chunk was ranked.")
    parts = [_ranks(counts, context), _compared(scatter), _without(scatter)]
    return " ".join(part for part in parts if part)


def _compared(scatter: Scatter) -> str:
    counts, context = scatter.counts, names_of(scatter)[1]
    if scatter.plain_measure != scatter.context_measure:
        measures = (measure_text(scatter.plain_measure), measure_text(scatter.context_measure))
        return _tr("Scores of {0} and {1} cannot be compared.").format(*measures)
    if not counts.both:
        return ""
    return _tr("{0} scores higher for {1:,} of {2:,} chunks, lower for {3:,}.").format(
        context, counts.higher, counts.both, counts.lower
    )


def _ranks(counts: ScatterCounts, context: str) -> str:
    if not counts.both:
        return _tr("No chunk has a match on both sides.")
    return _tr("{0} ranks {1:,} chunks better and {2:,} worse (n = {3:,}).").format(
        context, counts.risen, counts.fallen, counts.both
    )


def _without(scatter: Scatter) -> str:
    counts, (plain, context) = scatter.counts, phrases_of(scatter)
    found = (
        (counts.context_only, _tr("{0:,} match only {1}").format(counts.context_only, context)),
        (counts.plain_only, _tr("{0:,} match only {1}").format(counts.plain_only, plain)),
        (counts.neither, _tr("{0:,} match on neither side").format(counts.neither)),
    )
    parts = [words for number, words in found if number]
    return _tr("Of {0:,} chunks, {1}.").format(scatter.size, ", ".join(parts)) if parts else ""


def shown_words(scatter: Scatter) -> str:
    """Return how many chunks are drawn of how many."""
    drawn, matched = len(scatter.points), scatter.size - scatter.counts.neither
    if drawn >= matched:
        return _tr("n = {0:,} chunks").format(drawn)
    return _tr("{0:,} of n = {1:,} chunks drawn: the first 200 of each side and evenly taken others").format(
        drawn, matched
    )


def legend(scatter: Scatter) -> list[tuple[Way, str]]:
    """Return the signs that are drawn, each with its meaning."""
    found = [
        (Way.RISEN, _tr("better rank {0}").format(phrases_of(scatter)[1])),
        (Way.FALLEN, _tr("worse rank")),
        (Way.SAME, _tr("same rank")),
    ]
    if scatter.counts.plain_only or scatter.counts.context_only:
        found.append((Way.APART, _tr("match on one side only")))
    return found


def point_rows(scatter: Scatter) -> list[list[str]]:
    """Return the points as cells under `HEADINGS`; a cell is empty where a side has no match."""
    rows: list[list[str]] = [list(HEADINGS)]
    for point in scatter.points:
        plain = [_number(point.plain), scatter.plain_measure, _number(point.plain_rank)]
        context = [_number(point.context), scatter.context_measure, _number(point.context_rank)]
        rows.append([point.document, str(point.index), point.heading, *plain, *context])
    return rows


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else f"{value:.6g}"
