"""What the compare pane says: ranks, movements, scores, the summary and the copied table; plain functions.

"Better" always means a smaller rank number with context than without it, whichever side the hit is shown on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication

from explorer.core.views import Comparison, Hit, Pool, TrueRank

UNKNOWN = "–"


class Direction(Enum):
    """Where a chunk goes when context is added; the value is the sign shown for it."""

    BETTER = "▲"
    WORSE = "▼"
    SAME = "—"


@dataclass(frozen=True, slots=True)
class Movement:
    """A chunk's way from its rank without context to its rank with it: what is shown, and the whole sentence."""

    direction: Direction
    text: str
    sentence: str


def _tr(text: str) -> str:
    return QCoreApplication.translate("HitTexts", text)


def rank_text(hit: Hit) -> str:
    """Return `2`, `2=` when others share the rank, or a dash when the ranker found no match."""
    if hit.rank is None:
        return UNKNOWN
    return f"{hit.rank}=" if hit.tied else str(hit.rank)


def rank_words(rank: int | None) -> str:
    """Return `rank 3`, or `no match`."""
    return _tr("no match") if rank is None else _tr("rank {0}").format(rank)


def movement(without: int | None, with_context: int | None) -> Movement:
    """Return the movement between two ranks; None stands for no match, which is worse than any rank."""
    sentence = _tr("Without context: {0}. With context: {1}.").format(rank_words(without), rank_words(with_context))
    if without == with_context:
        return Movement(Direction.SAME, Direction.SAME.value, sentence)
    if without is None or with_context is None:
        direction = Direction.BETTER if without is None else Direction.WORSE
        return Movement(direction, f"{direction.value} " + _tr("none"), sentence)
    direction = Direction.BETTER if with_context < without else Direction.WORSE
    return Movement(direction, f"{direction.value} {abs(without - with_context)}", sentence)


def hit_movement(hit: Hit, is_context: bool) -> Movement:
    """Return the movement of a hit that is shown on the context side or on the plain one."""
    return movement(hit.other_rank, hit.rank) if is_context else movement(hit.rank, hit.other_rank)


def score_parts(score: float | None, measure: str) -> tuple[str, str]:
    """Return the number and the name of its measure, as two texts that are drawn apart."""
    if score is None:
        return "", _tr("no match")
    if measure == "cosine":
        return f"{score:.3f}", _tr("cosine")
    if measure.replace("-", " ") == "shared words":
        return f"{score:.0f}", _tr("shared word") if round(score) == 1 else _tr("shared words")
    if measure == "RRF":
        return f"{score:.5f}", measure
    return f"{score:.1f}", measure


def score_text(score: float | None, measure: str) -> str:
    """Return a score with its measure: `0.864 cosine`, `2 shared words`, `BM25 5.3`."""
    number, name = score_parts(score, measure)
    if measure.upper() == "BM25" and number:
        return f"{name} {number}"
    return f"{number} {name}".strip()


def full_scale(comparison: Comparison) -> float:
    """Return the score that fills a bar: 1 for cosines, else the best score of both sides (1 when there is none)."""
    if comparison.measure == "cosine":
        return 1.0
    scores = [hit.score for hit in (*comparison.plain, *comparison.context) if hit.score is not None]
    return max(scores, default=0.0) or 1.0


def pool_text(measure: str, pool: Pool) -> str:
    """Return what was ranked: `cosine · exact over 380 of 412 (32 superseded left out)`."""
    left_out = [
        (pool.superseded, _tr("superseded")),
        (pool.expired, _tr("expired")),
        (pool.filtered, _tr("filtered")),
        (pool.not_embedded, _tr("without words")),
    ]
    named = ", ".join(f"{number:,} {why}" for number, why in left_out if number)
    over = f"{pool.size:,}" if pool.size == pool.total else _tr("{0:,} of {1:,}").format(pool.size, pool.total)
    text = _tr("{0} · exact over {1}").format(measure, over)
    return _tr("{0} ({1} left out)").format(text, named) if named else text


def recipe_words(name: str) -> str:
    """Return a recipe in words: `path+version` is "title > headings, with version"."""
    style, *options = name.split("+")
    words = {
        "none": _tr("text alone"),
        "path": _tr("title > headings"),
        "label": _tr("title > headings: text"),
        "bracket": _tr("[title | headings]"),
        "prose": _tr("a sentence with headings and title"),
    }.get(style, style)
    return ", ".join([words, *(_option_words(option) for option in options)])


def _option_words(option: str) -> str:
    key, _, value = option.partition("=")
    if key == "depth":
        return _tr("last {0} headings").format(value)
    known = {
        "version": _tr("with version"),
        "sentence": _tr("with a sentence"),
        "all-headings": _tr("all headings"),
    }
    return known.get(option, option)


def path_text(hit: Hit, last: int = 2) -> str:
    """Return the last headings of a hit's path, or the title of a document without any.

    Where the ranking saw renamed headings, these, behind the sign that chunk cards have for them.
    """
    if hit.renamed:
        return f"✎ {' › '.join(hit.renamed[-last:])}"
    return " › ".join(hit.heading_path[-last:]) or hit.title


def summary(rank: TrueRank | None) -> str:
    """Return the sentence about the chosen chunk: `chosen chunk: rank 9 → 1`."""
    if rank is None:
        return ""
    if not rank.pooled or (rank.plain is None and rank.context is None):
        return _tr("chosen chunk: left out by the filters")
    without = rank.plain.rank if rank.plain else None
    with_context = rank.context.rank if rank.context else None
    if without is not None and with_context is not None:
        return _tr("chosen chunk: rank {0} → {1}").format(without, with_context)
    return _tr("chosen chunk: {0} → {1}").format(rank_words(without), rank_words(with_context))


HEADINGS = ("side", "rank", "movement", "score", "document", "chunk", "heading path", "text")
"""The columns of copied results."""


def _cells(side: str, hit: Hit, is_context: bool) -> tuple[str, ...]:
    return (
        side,
        rank_text(hit),
        hit_movement(hit, is_context).text,
        score_text(hit.score, hit.measure),
        hit.document,
        str(hit.index),
        " > ".join(hit.heading_path),
        " ".join(hit.text.split()),
    )


def result_rows(comparison: Comparison) -> list[tuple[str, ...]]:
    """Return both sides of a comparison as rows under `HEADINGS`."""
    plain = [_cells("without context", hit, False) for hit in comparison.plain]
    return plain + [_cells("with context", hit, True) for hit in comparison.context]


def as_tsv(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as lines of cells parted by tabs, headed by `HEADINGS`."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in (HEADINGS, *rows))


def as_markdown(comparison: Comparison) -> str:
    """Return a comparison as Markdown: the question, what was ranked, and one table."""
    lines = [_markdown_row(HEADINGS), _markdown_row("---" for _ in HEADINGS)]
    lines += [_markdown_row(row) for row in result_rows(comparison)]
    about = (
        f"{comparison.plain_recipe} / {comparison.context_recipe} · {pool_text(comparison.measure, comparison.pool)}"
    )
    return "\n".join([f"**{comparison.question}**", "", about, "", *lines])


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |"


def hit_line(hit: Hit, is_context: bool) -> str:
    """Return one hit as a line for the clipboard, cells parted by tabs."""
    return "\t".join(_cells("with context" if is_context else "without context", hit, is_context))
