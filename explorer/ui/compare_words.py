"""What the compare pane says about its states, and what to do in them; plain functions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from explorer.core.query import operators
from explorer.core.views import Comparison, Filters, Pool
from explorer.ui.hit_texts import ranker_of
from explorer.ui.texts import counted
from explorer.ui.wishes import BY_VECTORS


@dataclass(frozen=True, slots=True)
class Remedy:
    """Why nothing was ranked, and what would help: another question, other filters or another ranker to ask with.

    `action` names it on a button; it is empty where nothing can be offered.
    """

    words: str
    action: str = ""
    question: str = ""
    filters: Filters | None = None
    ranker: str = ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareWords", text)


def nothing_ranked(comparison: Comparison, chosen: Filters) -> Remedy | None:
    """Return what to say where neither side has hits; `chosen` are the filters besides those in the question."""
    if comparison.plain or comparison.context:
        return None
    pool = comparison.pool
    if not pool.total:
        return Remedy(_tr("There are no chunks to rank: no document with text was read in this folder."))
    if pool.size:
        return _no_match(comparison)
    return _emptied(comparison.question, pool, chosen)


def _no_match(comparison: Comparison) -> Remedy:
    size = counted(comparison.pool.size, _tr("chunk"), _tr("chunks"))
    words = _tr("None of the {0} has any of these words.").format(size)
    if ranker_of(comparison, is_context=False) in BY_VECTORS:
        return Remedy(words)
    return Remedy(
        _tr("{0} The ranker Embedding also finds other words for the same.").format(words),
        _tr("Rank by embedding"),
        question=comparison.question,
        ranker="embedding",
    )


def _emptied(question: str, pool: Pool, chosen: Filters) -> Remedy:
    """Say which filter left nothing over, and how many chunks passed all before it."""
    rules = [*pool.left_out, ("superseded", pool.superseded), ("expired", pool.expired)]
    last, number = next(((kind, number) for kind, number in reversed(rules) if number), ("", 0))
    if last in ("superseded", "expired"):
        words = _tr("All {0} that pass are superseded or expired.").format(_chunks(pool.superseded + pool.expired))
        return Remedy(words, _tr("Include them"), question=question, filters=replace(chosen, current_only=False))
    asked = next((each for each in reversed(operators(question)) if each.kind == last), None)
    if asked is None:
        return _unfiltered(question, last, number, chosen)
    value = f"{asked.value} " if asked.kind == "phrase" else ""
    shorter = " ".join(f"{question[: asked.start]}{value}{question[asked.end :]}".split())
    written = question[asked.start : asked.end]
    chunks = _chunks(number) if _is_exact(last, pool, chosen) else _tr("up to {0}").format(_chunks(number))
    return Remedy(_why(asked.kind, written, chunks), _tr("Ask without {0}").format(written), question=shorter)


def _is_exact(kind: str, pool: Pool, chosen: Filters) -> bool:
    """Say whether no later rule can leave out some of those that a filter was the last to leave out."""
    return not chosen.current_only and pool.left_out[-1][0] == kind


def _why(kind: str, written: str, chunks: str) -> str:
    if kind == "phrase":
        return _tr("No chunk has these words side by side: without {0} there are {1}.").format(written, chunks)
    if kind == "without":
        return _tr("Every chunk that passes has a word you excluded: without {0} there are {1}.").format(
            written, chunks
        )
    return _tr("No chunk passes {0}: without it there are {1}.").format(written, chunks)


def _unfiltered(question: str, kind: str, number: int, chosen: Filters) -> Remedy:
    if not kind:
        return Remedy(_tr("The chunks that pass have no words to rank by."))
    words = _tr("No chunk passes all filters together; the last of them leaves out {0}.").format(_chunks(number))
    kept = Filters(current_only=chosen.current_only)
    return Remedy(words, _tr("Ask without filters"), question=question, filters=kept)


def _chunks(number: int) -> str:
    return counted(number, _tr("chunk"), _tr("chunks"))


def other_recipes(comparison: Comparison, wanted: tuple[str, str], *, embedding: bool) -> str:
    """Say when the hits shown are of other recipes than the sides name; `embedding`: these are being made ready."""
    ranked = (comparison.plain_recipe, comparison.context_recipe)
    other = [(old, new) for old, new in zip(ranked, wanted, strict=True) if old != new]
    if not other:
        return ""
    old, new = (_tr(" and ").join(dict.fromkeys(names)) for names in zip(*other, strict=True))
    if embedding:
        going_on = _tr("{0} is being embedded") if len(other) == 1 else _tr("{0} are being embedded")
        return _tr("The hits below were ranked with {0}; {1}.").format(old, going_on.format(new))
    return _tr("The hits below were ranked with {0}. Refresh or ask again to rank with {1}.").format(old, new)


def unfinished_index(*, busy: bool, asked: bool = False) -> str:
    """Say that rankers by vectors have to wait; `asked`: a question waits with them."""
    if asked:
        return _tr("Vectors are being made; your question is answered when they are there.")
    if busy:
        return _tr("The index is being built … Until then the rankers Keyword and Shared words work.")
    return _tr("The index is not complete. Refresh (F5) to finish it; Keyword and Shared words work now.")
