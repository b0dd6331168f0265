"""What the compare pane says: ranks, movements, scores, the summary and the copied table; plain functions.

"Better" always means a smaller rank number with context than without it, whichever side the hit is shown on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from explorer.core.recipe import PLAIN
from explorer.core.views import Comparison, Hit, Pool, TrueRank

UNKNOWN = "–"
_OVERLAP = 10


class Direction(Enum):
    """Where a chunk goes when context is added; the value is the sign shown for it."""

    BETTER = "▲"
    WORSE = "▼"
    SAME = "—"


@dataclass(frozen=True, slots=True)
class Movement:
    """A chunk's way from its rank without context to its rank with it: what is shown, and the whole sentence.

    `note` is its rank on the other side in words: "was 9", "now 1".
    """

    direction: Direction
    text: str
    sentence: str
    note: str = ""


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
    sentence = _tr("At the left: {0}. At the right: {1}.").format(rank_words(without), rank_words(with_context))
    if without == with_context:
        return Movement(Direction.SAME, Direction.SAME.value, sentence)
    if without is None or with_context is None:
        direction = Direction.BETTER if without is None else Direction.WORSE
        return Movement(direction, f"{direction.value} " + _tr("none"), sentence)
    direction = Direction.BETTER if with_context < without else Direction.WORSE
    return Movement(direction, f"{direction.value} {abs(without - with_context)}", sentence)


def hit_movement(hit: Hit, is_context: bool, *, shared: bool = True) -> Movement:
    """Return the movement of a hit that is shown on the context side or on the plain one.

    A hit that is not `shared` is among the hits of one side alone: those at the left that the right side lost are shown
    there too, as what fell out.
    """
    found = movement(hit.other_rank, hit.rank) if is_context else movement(hit.rank, hit.other_rank)
    note = _tr("no match") if hit.other_rank is None else _note(is_context).format(hit.other_rank)
    if shared or found.direction is Direction.SAME:
        return replace(found, note=note)
    fell_out = is_context and found.direction is Direction.WORSE
    word = _tr("fell out") if fell_out else only_here()
    alone = _tr("the right") if is_context and not fell_out else _tr("the left")
    sentence = f"{found.sentence} " + _tr("Only the list at {0} has it among its hits.").format(alone)
    return Movement(found.direction, f"{found.direction.value} {word}", sentence, note)


def only_here() -> str:
    """Return what is said of a hit that the other side has not among its hits."""
    return _tr("only here")


def _note(is_context: bool) -> str:
    return _tr("was {0}") if is_context else _tr("now {0}")


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


def side_names(plain_recipe: str, context_recipe: str) -> tuple[str, str]:
    """Return what the sides are called: by what context does, where that is what is compared."""
    if plain_recipe == PLAIN.name != context_recipe:
        return _tr("Without context"), _tr("With context")
    return _tr("Left"), _tr("Right")


def measure_of(comparison: Comparison, is_context: bool) -> str:
    """Return what the scores of a side measure."""
    return (is_context and comparison.context_measure) or comparison.measure


def ranker_of(comparison: Comparison, is_context: bool) -> str:
    """Return the ranker of a side."""
    return (is_context and comparison.context_ranker) or comparison.ranker


def full_scale(comparison: Comparison, is_context: bool = False) -> float:
    """Return the score that fills a bar: 1 for cosines, else the best score of the sides that measure it."""
    measure = measure_of(comparison, is_context)
    if measure == "cosine":
        return 1.0
    hits = (hit for hit in (*comparison.plain, *comparison.context) if hit.measure == measure)
    return max((hit.score for hit in hits if hit.score is not None), default=0.0) or 1.0


_KINDS = {
    "folder": QT_TRANSLATE_NOOP("HitTexts", "by folder"),
    "document": QT_TRANSLATE_NOOP("HitTexts", "by document"),
    "doc": QT_TRANSLATE_NOOP("HitTexts", "by doc: in the question"),
    "format": QT_TRANSLATE_NOOP("HitTexts", "by format"),
    "language": QT_TRANSLATE_NOOP("HitTexts", "by language"),
    "version": QT_TRANSLATE_NOOP("HitTexts", "by version"),
    "access": QT_TRANSLATE_NOOP("HitTexts", "by access"),
    "tag": QT_TRANSLATE_NOOP("HitTexts", "by tag"),
    "date": QT_TRANSLATE_NOOP("HitTexts", "by date"),
    "heading": QT_TRANSLATE_NOOP("HitTexts", "by heading"),
    "phrase": QT_TRANSLATE_NOOP("HitTexts", "by phrase"),
    "without": QT_TRANSLATE_NOOP("HitTexts", "by excluded words"),
}


def pool_text(pool: Pool) -> str:
    """Return what was ranked: `exact over 380 of 412 (32 superseded left out)`."""
    filtered = [(number, _tr(str(_KINDS.get(kind, kind)))) for kind, number in pool.left_out]
    left_out = [
        *(filtered or [(pool.filtered, _tr("filtered"))]),
        (pool.superseded, _tr("superseded")),
        (pool.expired, _tr("expired")),
        (pool.not_embedded, _tr("without words")),
    ]
    named = ", ".join(f"{number:,} {why}" for number, why in left_out if number)
    over = f"{pool.size:,}" if pool.size == pool.total else _tr("{0:,} of {1:,}").format(pool.size, pool.total)
    text = _tr("exact over {0}").format(over)
    return _tr("{0} ({1} left out)").format(text, named) if named else text


def overlap_text(comparison: Comparison) -> str:
    """Return overlap at k in words, for the largest k told up to 10: `6 of the first 10 on both sides`."""
    told = [(k, shared) for k, shared in comparison.overlap if 1 < k <= _OVERLAP]
    if not told:
        return ""
    k, shared = max(told)
    return _tr("{0} of the first {1} on both sides").format(shared, k)


def overlap_tip(comparison: Comparison) -> str:
    """Return overlap at every k that is told."""
    parts = [_tr("overlap at {0}: {1} of {0}").format(k, shared) for k, shared in comparison.overlap]
    return "\n".join(parts)


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
    if option == "depth=0":
        return _tr("the title alone")
    if key == "depth":
        return _tr("last heading") if value == "1" else _tr("last {0} headings").format(value)
    known = {
        "version": _tr("with version"),
        "sentence": _tr("with a sentence"),
        "all-headings": _tr("all headings"),
        "no-title": _tr("without the title"),
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
