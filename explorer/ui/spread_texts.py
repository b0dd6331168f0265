"""What is said of separation, crowding and spread: verdicts with their reasons, and the figures in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from explorer.core.duplicates import Passage
from explorer.core.spread import LEAST_APART, LEAST_PAIRS, LEAST_SPREAD, LEAST_SPREAD_UNPAID, Spread, Verdict

MISSING = "–"


def _tr(text: str) -> str:
    return QCoreApplication.translate("SpreadTexts", text)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name, what it means in one sentence, and how it is computed."""

    name: str
    value: str
    meaning: str
    formula: str


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict as sign and words."""
    return {
        Verdict.HELPFUL: _tr("✓ helpful"),
        Verdict.HARMFUL: _tr("✗ harmful"),
        Verdict.NEUTRAL: _tr("○ no verdict"),
    }[verdict]


def verdict_tone(verdict: Verdict) -> str:
    """Return the tone of a verdict, for pills and table cells."""
    return {Verdict.HELPFUL: "success", Verdict.HARMFUL: "error"}.get(verdict, "plain")


def reason(spread: Spread) -> str:
    """Return why the verdict is what it is, with the number of chunks and pairs that it rests on."""
    return f"{_why(spread)} {counted(spread)}"


def counted(spread: Spread) -> str:
    """Return what the figures rest on."""
    pairs = _tr("1 pair") if spread.pairs == 1 else _tr("{0} pairs").format(f"{spread.pairs:,}")
    chunks = _tr("1 chunk") if spread.chunks == 1 else _tr("{0} chunks").format(f"{spread.chunks:,}")
    return _tr("(n = {0}, {1})").format(chunks, pairs)


def _why(spread: Spread) -> str:
    kept = share(spread.kept)
    if spread.verdict is Verdict.HARMFUL and spread.kept is not None and spread.kept < LEAST_SPREAD:
        words = _tr(
            "Choose another recipe: its headers make the chunks of a document so alike that only {0} of the room"
            " between them is left (below {1} they can hardly be told apart)."
        )
        return words.format(kept, share(LEAST_SPREAD))
    if spread.verdict is Verdict.HARMFUL:
        words = _tr(
            "Choose another recipe: its headers leave only {0} of the room between the chunks of a document (less than"
            " {1}), and look-alike passages are not told apart for it."
        )
        return words.format(kept, share(LEAST_SPREAD_UNPAID))
    if spread.verdict is Verdict.HELPFUL:
        words = _tr(
            "Keep this recipe: headers bring all chunks closer together, but look-alike passages stand {0} further"
            " apart than that would leave them (over {1} counts). {2} of the room between chunks of a document is left."
        )
        return words.format(signed(spread.apart), LEAST_APART, kept)
    return _why_none(spread)


def _why_none(spread: Spread) -> str:
    if spread.kept is None:
        return _tr("No document has two chunks that differ: there is no room between them to measure.")
    if spread.pairs < LEAST_PAIRS:
        words = _tr(
            "There are fewer than {0} pairs of look-alike passages, too few to say whether headers tell them apart."
        )
        return words.format(LEAST_PAIRS)
    words = _tr(
        "No reason to change the recipe, nor to keep it: look-alike passages do not stand further apart than other"
        " chunks do ({0}, not over {1}), but headers leave enough room between the chunks of a document."
    )
    return words.format(signed(spread.apart), LEAST_APART)


def figures(spread: Spread) -> tuple[Figure, ...]:
    """Return the figures of a library or a document, in the order to read them in."""
    return (
        Figure(
            _tr("Look-alikes further apart"),
            signed(spread.separation),
            _tr(
                "As measured. Below 0 they came closer, as all chunks do that get the same words in front: the next"
                " figure takes that off."
            ),
            _tr("Separation: mean over all pairs of (cosine plain − cosine with context)"),
        ),
        Figure(
            _tr("Look-alikes against all others"),
            signed(spread.apart),
            _tr("This one decides: how much more room they have than if they had moved like all other chunks."),
            _tr("Moved apart: mean (1 − cosine with context) − spread kept × mean (1 − cosine plain)"),
        ),
        Figure(
            _tr("Alike within a document, text alone"),
            number(spread.crowding_plain),
            _tr("How alike two chunks of one document are without headers: 1 would be the same."),
            _tr("Crowding: mean cosine of any two chunks of a document, plain; documents weighted by their chunks"),
        ),
        Figure(
            _tr("Alike within a document, with headers"),
            number(spread.crowding_context),
            _tr("What stands in every header makes it rise."),
            _tr("Crowding: mean cosine of any two chunks of a document, with context; weighted by documents' chunks"),
        ),
        Figure(
            _tr("Room left between chunks"),
            share(spread.kept),
            _tr("How much of the room between the chunks of a document headers leave; below 50 % a recipe harms."),
            _tr("Spread kept: (1 − crowding with context) ÷ (1 − crowding plain)"),
        ),
    )


def pairs_note(*, by_words: bool, pairs: int) -> str:
    """Return what the pairs in the table are."""
    if not pairs:
        return _tr(
            "No near twins: no two passages under different headings are so alike that a question could mix them up."
        )
    if not by_words:
        words = _tr("Fewer than {0} pairs are alike in words: each passage stands with its nearest without headers.")
        return words.format(LEAST_PAIRS)
    return _tr("Passages in nearly the same words under different headings: a question may mix them up.")


def passage_text(passage: Passage) -> str:
    """Return where a passage stands: the last two headings, then document and number."""
    headings = " › ".join(" ".join(heading.split()) for heading in passage.heading_path[-2:])
    place = f"{passage.document.rsplit('/', 1)[-1]} #{passage.index}"
    return f"{headings} · {place}" if headings else place


def passage_words(passage: Passage) -> str:
    """Return where a passage stands, in full."""
    headings = " › ".join(" ".join(heading.split()) for heading in passage.heading_path)
    return f"{passage.document} #{passage.index}\n{headings}".rstrip()


def signed(value: float | None) -> str:
    """Return a difference of cosines."""
    return MISSING if value is None else f"{value:+.3f}".replace("-", "−")


def number(value: float | None) -> str:
    """Return a cosine."""
    return MISSING if value is None else f"{value:.3f}".replace("-", "−")


def share(value: float | None) -> str:
    """Return a share in per cent."""
    return MISSING if value is None else f"{100 * value:.0f} %"
