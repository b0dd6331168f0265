"""Words for quality samples: verdicts, groups of error rates, progress, and rates with what they rest on."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from explorer.core.sampling import NO_FINDING, ErrorRate, SampleState, Verdict
from explorer.ui.texts import code_text

_VERDICTS = {
    Verdict.RIGHT: QT_TRANSLATE_NOOP("SampleTexts", "right"),
    Verdict.WRONG_PATH: QT_TRANSLATE_NOOP("SampleTexts", "wrong path"),
    Verdict.SAYS_NOTHING: QT_TRANSLATE_NOOP("SampleTexts", "says nothing"),
    Verdict.WRONG_CUT: QT_TRANSLATE_NOOP("SampleTexts", "wrong cut"),
    Verdict.WRONG_SENTENCE: QT_TRANSLATE_NOOP("SampleTexts", "wrong sentence"),
}

_ABOUT = {
    Verdict.RIGHT: QT_TRANSLATE_NOOP("SampleTexts", "The header says what the text is about"),
    Verdict.WRONG_PATH: QT_TRANSLATE_NOOP("SampleTexts", "The text stands under other headings in the document"),
    Verdict.SAYS_NOTHING: QT_TRANSLATE_NOOP("SampleTexts", "Header and text together do not name their subject"),
    Verdict.WRONG_CUT: QT_TRANSLATE_NOOP("SampleTexts", "The text begins or ends at a wrong place"),
    Verdict.WRONG_SENTENCE: QT_TRANSLATE_NOOP(
        "SampleTexts", "The context sentence in the header is wrong (recipes with +sentence have one)"
    ),
}


def _tr(text: object) -> str:
    return QCoreApplication.translate("SampleTexts", str(text))


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict's name."""
    return _tr(_VERDICTS[verdict])


def verdict_about(verdict: Verdict) -> str:
    """Return what a verdict says of a chunk."""
    return _tr(_ABOUT[verdict])


def group_text(rate: ErrorRate) -> str:
    """Return which chunks a rate is about."""
    if rate.stratum == "all":
        return _tr("All chunks")
    if rate.stratum == "format":
        return _tr("Format {0}").format(rate.value or _tr("unknown"))
    if rate.stratum == "finding":
        return _tr("No finding") if rate.value == NO_FINDING else f"{rate.value}  {code_text(rate.value)}"
    return rate.value


def count_text(rate: ErrorRate) -> str:
    """Return `3 of 17`."""
    return _tr("{errors} of {judged}").format(errors=f"{rate.errors:,}", judged=f"{rate.judged:,}")


def rate_text(rate: ErrorRate) -> str:
    """Return `17.6 %`."""
    return f"{100 * rate.rate:.1f} %"


def interval_text(rate: ErrorRate) -> str:
    """Return `6.2 – 41.0 %`."""
    return f"{100 * rate.low:.1f} – {100 * rate.high:.1f} %"


def spoken_rate(rate: ErrorRate) -> str:
    """Return a rate in a sentence, for screen readers and tool tips."""
    return _tr("{group}: {count} wrong, {rate}; 95 % interval {interval}").format(
        group=group_text(rate), count=count_text(rate), rate=rate_text(rate), interval=interval_text(rate)
    )


def progress_text(state: SampleState | None) -> str:
    """Return `17 of 50 judged`, "" without a sample."""
    if state is None:
        return ""
    return _tr("{judged} of {size} judged").format(judged=f"{state.judged:,}", size=f"{state.size:,}")
