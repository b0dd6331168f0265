"""Words for what core and engine name by code: findings, severities, rankers, recipes, measures."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from explorer.core.findings import Severity

_CODES = {
    "H101": QT_TRANSLATE_NOOP("texts", "Numbering only"),
    "H102": QT_TRANSLATE_NOOP("texts", "Generic word"),
    "H103": QT_TRANSLATE_NOOP("texts", "Ornament"),
    "H104": QT_TRANSLATE_NOOP("texts", "Placeholder"),
    "H105": QT_TRANSLATE_NOOP("texts", "Repeats its parent"),
    "H106": QT_TRANSLATE_NOOP("texts", "Same path twice"),
    "H107": QT_TRANSLATE_NOOP("texts", "Sentence as heading"),
    "H108": QT_TRANSLATE_NOOP("texts", "Level jump"),
    "H109": QT_TRANSLATE_NOOP("texts", "Nothing under the heading"),
    "H110": QT_TRANSLATE_NOOP("texts", "Empty heading"),
    "H111": QT_TRANSLATE_NOOP("texts", "Deeper than the header"),
    "H112": QT_TRANSLATE_NOOP("texts", "Same heading in many documents"),
    "C201": QT_TRANSLATE_NOOP("texts", "Empty path"),
    "C202": QT_TRANSLATE_NOOP("texts", "Nothing names a subject"),
    "C203": QT_TRANSLATE_NOOP("texts", "Header too long"),
    "C204": QT_TRANSLATE_NOOP("texts", "Same header everywhere"),
    "C205": QT_TRANSLATE_NOOP("texts", "Header names no subject either"),
    "C206": QT_TRANSLATE_NOOP("texts", "Nearly the same elsewhere"),
    "C207": QT_TRANSLATE_NOOP("texts", "The same words elsewhere"),
    "C208": QT_TRANSLATE_NOOP("texts", "Cross-reference"),
    "C209": QT_TRANSLATE_NOOP("texts", "Cut inside a sentence, table, list or code"),
    "C210": QT_TRANSLATE_NOOP("texts", "Very short text"),
    "C211": QT_TRANSLATE_NOOP("texts", "Over the window"),
    "C212": QT_TRANSLATE_NOOP("texts", "Context sentence that does not place"),
    "C213": QT_TRANSLATE_NOOP("texts", "Personal data"),
    "D301": QT_TRANSLATE_NOOP("texts", "Many empty paths"),
    "D302": QT_TRANSLATE_NOOP("texts", "Pages without text"),
    "D303": QT_TRANSLATE_NOOP("texts", "Superseded or expired"),
    "D304": QT_TRANSLATE_NOOP("texts", "Title from the file name"),
    "D305": QT_TRANSLATE_NOOP("texts", "Unreadable"),
    "D306": QT_TRANSLATE_NOOP("texts", "Too short for headers"),
    "D307": QT_TRANSLATE_NOOP("texts", "Language the model was not made for"),
}

_SEVERITIES = {
    Severity.ERROR: QT_TRANSLATE_NOOP("texts", "error"),
    Severity.WARNING: QT_TRANSLATE_NOOP("texts", "warning"),
    Severity.NOTE: QT_TRANSLATE_NOOP("texts", "note"),
}

_SIGNS = {Severity.ERROR: "●", Severity.WARNING: "▲", Severity.NOTE: "○"}

_TONES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "plain"}

_RANKERS = {
    "embedding": QT_TRANSLATE_NOOP("texts", "Embedding"),
    "keyword": QT_TRANSLATE_NOOP("texts", "Keyword (BM25)"),
    "hybrid": QT_TRANSLATE_NOOP("texts", "Hybrid (embedding and keyword)"),
    "shared-words": QT_TRANSLATE_NOOP("texts", "Shared words"),
}

_STYLES = {
    "none": QT_TRANSLATE_NOOP("texts", "text alone"),
    "path": QT_TRANSLATE_NOOP("texts", "title > {headings}"),
    "label": QT_TRANSLATE_NOOP("texts", "title > {headings}: text"),
    "bracket": QT_TRANSLATE_NOOP("texts", "[title | {headings}]"),
    "prose": QT_TRANSLATE_NOOP("texts", "a sentence with title and {headings}"),
}

_ALL = QT_TRANSLATE_NOOP("texts", "headings")
_DEPTH = QT_TRANSLATE_NOOP("texts", "last {0} headings")

_OPTIONS = {
    "version": QT_TRANSLATE_NOOP("texts", "with version"),
    "sentence": QT_TRANSLATE_NOOP("texts", "with context sentence"),
    "all-headings": QT_TRANSLATE_NOOP("texts", "uninformative headings too"),
}

_MEASURES = {
    "cosine": QT_TRANSLATE_NOOP("texts", "cosine"),
    "bm25": QT_TRANSLATE_NOOP("texts", "BM25"),
    "rrf": QT_TRANSLATE_NOOP("texts", "RRF"),
    "shared words": QT_TRANSLATE_NOOP("texts", "shared words"),
}


def _say(text: object) -> str:
    # QT_TRANSLATE_NOOP returns its text, but says that it returns any object.
    return QCoreApplication.translate("texts", str(text))


def code_text(code: str) -> str:
    """Return what a finding's code means, in a few words; the code itself when it has none."""
    return _say(_CODES[code]) if code in _CODES else code


def severity_text(severity: Severity) -> str:
    """Return a severity's word."""
    return _say(_SEVERITIES[severity])


def severity_sign(severity: Severity) -> str:
    """Return the sign that stands beside a severity's colour: each has a shape of its own."""
    return _SIGNS[severity]


def severity_tone(severity: Severity) -> str:
    """Return a severity's tone for pills and badges."""
    return _TONES[severity]


def ranker_text(ranker: str) -> str:
    """Return a ranker's name."""
    return _say(_RANKERS[ranker]) if ranker in _RANKERS else ranker


def recipe_text(recipe: str) -> str:
    """Return what a recipe's name (`path+version`) puts before the text."""
    style, *options = recipe.split("+")
    if style not in _STYLES:
        return recipe
    depths = [each.removeprefix("depth=") for each in options if each.startswith("depth=")]
    headings = _say(_DEPTH).format(depths[0]) if depths else _say(_ALL)
    parts = [_say(_STYLES[style]).format(headings=headings)]
    parts += [_say(_OPTIONS[option]) for option in options if option in _OPTIONS]
    return ", ".join(parts)


def measure_text(measure: str) -> str:
    """Return a measure's name."""
    return _say(_MEASURES[measure]) if measure in _MEASURES else measure


def size_text(size: int) -> str:
    """Return a number of bytes as the user's country writes it: `4.2 MB`."""
    return QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun, thousands set apart: `1 warning`, `12,403 chunks`."""
    return f"{number:,} {noun(number, one, many)}"


def noun(number: int, one: str, many: str) -> str:
    """Return the form of a noun that stands behind a number.

    A translation has as many forms in `many`, parted by "|", as its language has plurals; which of them counts is told
    by the translation of "plural form" for that number.
    """
    forms = many.split("|")
    place = QCoreApplication.translate("texts", "plural form", None, number) if len(forms) > 1 else ""
    if place.isdecimal():
        return forms[min(int(place), len(forms) - 1)]
    return one if number == 1 else forms[-1]
