"""Both rankings as rows of cells: for the clipboard, for Markdown and for CSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.core.views import Comparison, Hit
from explorer.ui.hit_groups import keys_of, lost_hits
from explorer.ui.hit_texts import (
    hit_movement,
    measure_of,
    overlap_text,
    pool_text,
    rank_text,
    rank_words,
    ranker_of,
    score_text,
    side_names,
)
from explorer.ui.table_parts import comma_separated, tabbed

HEADINGS = (
    "side",
    "rank",
    "movement",
    "rank on the other side",
    "score",
    "document",
    "chunk",
    "heading path",
    "nearly the same as",
    "text",
)
"""The columns of copied results."""

Row = tuple[str, ...]


def hit_cells(hit: Hit, is_context: bool, *, shared: bool = True, side: str = "") -> Row:
    """Return a hit's cells under `HEADINGS`; `shared`: it is shown on the other side too; `side` is its side's name."""
    return (
        side or ("with context" if is_context else "without context"),
        rank_text(hit),
        hit_movement(hit, is_context, shared=shared).text,
        rank_words(hit.other_rank),
        score_text(hit.score, hit.measure) if hit.score is not None else "",
        hit.document,
        str(hit.index),
        " > ".join(hit.heading_path),
        "#".join(map(str, hit.repeats)) if hit.repeats else "",
        " ".join(hit.text.split()),
    )


def result_rows(comparison: Comparison, chosen: Sequence[tuple[Hit, bool]] = ()) -> list[Row]:
    """Return both sides of a comparison as rows, those that were lost and the `chosen` hits (hit, side) included."""
    plain, context = keys_of(comparison.plain), keys_of(comparison.context)
    left, right = names = _names(comparison)
    rows = [hit_cells(hit, False, shared=(hit.document, hit.index) in context, side=left) for hit in comparison.plain]
    rows += [hit_cells(hit, True, shared=(hit.document, hit.index) in plain, side=right) for hit in comparison.context]
    rows += [hit_cells(hit, True, shared=False, side=right) for hit in lost_hits(comparison)]
    extra = (hit_cells(hit, is_context, side=names[is_context]) for hit, is_context in chosen)
    return rows + [row for row in extra if all(row[5:7] != other[5:7] or row[0] != other[0] for other in rows)]


def as_tsv(rows: Iterable[Row]) -> str:
    """Return rows as lines of cells parted by tabs, headed by `HEADINGS`."""
    return tabbed((HEADINGS, *rows))


def as_csv(comparison: Comparison, rows: Iterable[Row]) -> str:
    """Return rows as CSV; each says how its side was ranked."""
    sides = {name: _side(comparison, bool(side)) for side, name in enumerate(_names(comparison))}
    head = ("question", "recipe", "ranker", *HEADINGS)
    return comma_separated((head, *((comparison.question, *sides[row[0]], *row) for row in rows)))


def as_markdown(comparison: Comparison, rows: Iterable[Row]) -> str:
    """Return a comparison as Markdown: the question, what was ranked, and one table."""
    sides = (" · ".join((*_side(comparison, side), measure_of(comparison, side))) for side in (False, True))
    about = [" / ".join(sides), pool_text(comparison.pool), overlap_text(comparison)]
    lines = [_markdown_row(HEADINGS), _markdown_row("---" for _ in HEADINGS), *map(_markdown_row, rows)]
    return "\n".join([f"**{comparison.question}**", "", "; ".join(part for part in about if part), "", *lines])


def _names(comparison: Comparison) -> tuple[str, str]:
    left, right = side_names(comparison.plain_recipe, comparison.context_recipe)
    return left.lower(), right.lower()


def _side(comparison: Comparison, is_context: bool) -> tuple[str, str]:
    recipe = comparison.context_recipe if is_context else comparison.plain_recipe
    return recipe, ranker_of(comparison, is_context)


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |"


def hit_line(hit: Hit, is_context: bool) -> str:
    """Return one hit as a line for the clipboard, cells parted by tabs."""
    return tabbed([hit_cells(hit, is_context)])
