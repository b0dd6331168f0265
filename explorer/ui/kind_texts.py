"""Words and sums for the kinds of self-description (DESIGN 4.5): shares of what was judged, as counts that add up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from explorer.core.model import BlockKind
from explorer.core.subject import MEASURED_ERROR
from explorer.core.subject_kind import NOT_SELF_DESCRIBING, SubjectKind

_KINDS = {
    SubjectKind.PRONOUN: QT_TRANSLATE_NOOP("KindTexts", "a pronoun is its subject"),
    SubjectKind.ELIDED: QT_TRANSLATE_NOOP("KindTexts", "its subject is left out"),
    SubjectKind.SEVERED: QT_TRANSLATE_NOOP("KindTexts", "a list without its lead-in"),
    SubjectKind.VAGUE: QT_TRANSLATE_NOOP("KindTexts", "a vague subject"),
    SubjectKind.NEEDS_DISCRIMINATOR: QT_TRANSLATE_NOOP("KindTexts", "a near twin stands under another heading"),
    SubjectKind.NAMED: QT_TRANSLATE_NOOP("KindTexts", "names its subject"),
}

_LABELS = {
    SubjectKind.NEEDS_DISCRIMINATOR: QT_TRANSLATE_NOOP("KindTexts", "has a near twin"),
    SubjectKind.NAMED: QT_TRANSLATE_NOOP("KindTexts", "text names its subject"),
}
"""Words for a label beside a text where those of `_KINDS` are too long, or may be taken for its headings' praise."""

_BLOCKS = {
    BlockKind.PARAGRAPH: QT_TRANSLATE_NOOP("KindTexts", "paragraph"),
    BlockKind.LIST_ITEM: QT_TRANSLATE_NOOP("KindTexts", "list"),
    BlockKind.TABLE: QT_TRANSLATE_NOOP("KindTexts", "table"),
    BlockKind.CODE: QT_TRANSLATE_NOOP("KindTexts", "code"),
    BlockKind.QUOTE: QT_TRANSLATE_NOOP("KindTexts", "quotation"),
    BlockKind.HEADING: QT_TRANSLATE_NOOP("KindTexts", "heading only"),
    BlockKind.CAPTION: QT_TRANSLATE_NOOP("KindTexts", "caption"),
    "mixed": QT_TRANSLATE_NOOP("KindTexts", "several kinds"),
}

_BLOCK_TIPS = {
    BlockKind.PARAGRAPH: QT_TRANSLATE_NOOP("KindTexts", "This chunk holds paragraphs."),
    BlockKind.LIST_ITEM: QT_TRANSLATE_NOOP("KindTexts", "This chunk holds entries of a list."),
    BlockKind.TABLE: QT_TRANSLATE_NOOP("KindTexts", "This chunk holds rows of a table."),
    BlockKind.CODE: QT_TRANSLATE_NOOP("KindTexts", "This chunk holds code or another text of fixed lines."),
    BlockKind.QUOTE: QT_TRANSLATE_NOOP("KindTexts", "This chunk holds a quotation."),
    BlockKind.HEADING: QT_TRANSLATE_NOOP("KindTexts", "This chunk holds a heading with no text of its own below it."),
    BlockKind.CAPTION: QT_TRANSLATE_NOOP("KindTexts", "This chunk holds the caption of a table or picture."),
    "mixed": QT_TRANSLATE_NOOP(
        "KindTexts", "This chunk holds blocks of several kinds, such as a paragraph and a list."
    ),
}

_EXAMPLES = {
    SubjectKind.PRONOUN: QT_TRANSLATE_NOOP("KindTexts", "“It must be requested …”"),
    SubjectKind.ELIDED: QT_TRANSLATE_NOOP("KindTexts", "“Clean once a month.”"),
    SubjectKind.SEVERED: QT_TRANSLATE_NOOP("KindTexts", "“The following:” and then entries"),
    SubjectKind.VAGUE: QT_TRANSLATE_NOOP("KindTexts", "“The limit is 20 dollars.”"),
}


def _tr(text: object) -> str:
    return QCoreApplication.translate("KindTexts", str(text))


@dataclass(frozen=True, slots=True)
class Shares:
    """Counts of chunks: without their subject named, named as a near twin names it, named, and not judged.

    `twins` is None where near twins were not looked for. `kinds` has the count of each kind.
    """

    unnamed: int
    twins: int | None
    named: int
    not_judged: int
    kinds: Mapping[SubjectKind, int]

    @property
    def judged(self) -> int:
        """Return how many chunks were judged: the first three together."""
        return self.unnamed + (self.twins or 0) + self.named


def shares_of(kinds: Mapping[str, int]) -> Shares:
    """Return the counts by kind as the engine tells them ("" stands for those that are not judged) summed up."""
    known = {kind: kinds.get(str(kind), 0) for kind in SubjectKind}
    twins = SubjectKind.NEEDS_DISCRIMINATOR
    return Shares(
        unnamed=sum(known[kind] for kind in NOT_SELF_DESCRIBING),
        twins=known[twins] if str(twins) in kinds else None,
        named=known[SubjectKind.NAMED],
        not_judged=kinds.get("", 0),
        kinds=known,
    )


def part_texts(shares: Shares) -> list[tuple[str, int]]:
    """Return the parts of what was judged, with their counts: (words with share and count, count)."""
    parts = [(_tr("does not name its subject {share} ({count})"), shares.unnamed)]
    if shares.twins is not None:
        parts.append((_tr("names it, but so does a near twin {share} ({count})"), shares.twins))
    parts.append((_tr("names its subject {share} ({count})"), shares.named))
    return [(words.format(share=percent(count, shares.judged), count=f"{count:,}"), count) for words, count in parts]


def part_tips() -> dict[str, str]:
    """Return what the parts are called where people measure them, by tone."""
    return {
        "warning": _tr("Not self-describing: read alone, the text does not say what it is about. A header may say it."),
        "accent": _tr(
            "Needs a discriminator: nearly the same text stands under another heading; only its header tells the two"
            " apart."
        ),
        "success": _tr("Self-describing: the text says itself what it is about."),
    }


def not_judged_text(shares: Shares) -> str:
    """Return how many chunks were not judged; "" where all were."""
    return _tr("not judged (other languages): {0}").format(f"{shares.not_judged:,}") if shares.not_judged else ""


def kind_text(kind: SubjectKind) -> str:
    """Return what a kind means, with an example where it has one."""
    words = _tr(_KINDS[kind])
    return f"{words}  {_tr(_EXAMPLES[kind])}" if kind in _EXAMPLES else words


def block_text(kind: str) -> str:
    """Return the word for the kind of blocks that a chunk holds; the kind itself when it has none."""
    return _tr(_BLOCKS[kind]) if kind in _BLOCKS else kind


def block_tip(kind: str) -> str:
    """Return what the kind of blocks means, in a sentence; "" for an unknown one."""
    return _tr(_BLOCK_TIPS[kind]) if kind in _BLOCK_TIPS else ""


def subject_text(subject: str) -> str:
    """Return a few words for how a text names its subject; "" where that is not judged."""
    kind = _kind_of(subject)
    return _tr(_LABELS.get(kind, _KINDS[kind])) if kind else ""


def subject_tip(subject: str) -> str:
    """Return what that means for the chunk, with an example where there is one; "" where it is not judged."""
    kind = _kind_of(subject)
    if kind is None:
        return ""
    about = _tr("Does the text, read alone, name what it is about? {0}").format(kind_text(kind))
    apart = _tr("Title and headings are judged apart: findings such as C202 are about them, not about the text.")
    return f"{about}\n{apart}\n{error_text()}"


def _kind_of(subject: str) -> SubjectKind | None:
    return next((kind for kind in SubjectKind if kind == subject), None)


def error_text() -> str:
    """Return how often the judge of kinds errs, and by what that is known."""
    rate, count = MEASURED_ERROR
    return _tr("The judge errs on {rate} of chunks (n = {count}, measured on labelled English chunks).").format(
        rate=f"{100 * rate:.1f} %", count=count
    )


def percent(part: int, whole: int) -> str:
    """Return a share in percent with one decimal."""
    return f"{100 * part / whole:.1f} %" if whole else "–"
