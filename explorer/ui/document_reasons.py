"""What findings about documents say, by code: D301 to D307. English is core's own sentence, word for word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from explorer.core.findings import Finding
from explorer.core.language import language_name
from explorer.ui.reason_facts import Facts, Say, names_text
from explorer.ui.refusal_texts import refusal_text


def _tr(text: str) -> str:
    return QCoreApplication.translate("Reasons", text)


def _language(code: str) -> str:
    """Return a language's name; `tests/translation_list.py` lists the names that core knows."""
    return QCoreApplication.translate("Words", language_name(code))


def _empty_paths(_finding: Finding, facts: Facts) -> str:
    words = _tr(
        "{0} of {1} chunks from {2} files ({3}) stand under no heading, most in {4}: their headings are missing, or"
        " were not recognised."
    )
    empty, chunks = facts.whole("empty"), facts.whole("chunks")
    named = names_text(facts.texts("names"), facts.whole("documents"))
    return words.format(empty, chunks, facts.text("format"), f"{empty / chunks:.0%}", named)


def _scans(_finding: Finding, facts: Facts) -> str:
    scanned, of = facts.whole("scanned"), facts.whole("of")
    pages = ", ".join(facts.texts("pages"))
    if scanned == of == 1:
        what = _tr("No text (scan): the page is a picture.")
    elif scanned == of:
        what = _tr("No text (scan): all {0} pages are pictures.").format(of)
    elif scanned > 1:
        what = _tr("Text missing on pages {0} of {1} (scan).").format(pages, of)
    else:
        what = _tr("Text missing on page {0} of {1} (scan).").format(pages, of)
    return f"{what} {_tr('Text recognition (OCR) can read what cannot be found now.')}"


def _out_of_force(_finding: Finding, facts: Facts) -> str:
    if "superseded_by" in facts.given:
        words = _tr("{0} is a newer version of this document and in force: searches leave this out.")
        return words.format(facts.text("superseded_by"))
    words = _tr("This document was in force until {0}: searches leave it out.")
    return words.format(facts.text("expired_on"))


def _file_name_title(_finding: Finding, facts: Facts) -> str:
    words = _tr('The title "{0}" is made of the file name: the document itself gives none.')
    return words.format(facts.text("title"))


def _no_help(_finding: Finding, facts: Facts) -> str:
    if not facts.whole("chunks"):
        return _tr("The document holds no text.")
    if not facts.whole("headings"):
        return _tr("The document has no headings: headers can show its title only, the same on every chunk.")
    return _tr("The whole document fits one chunk: there is nothing that headers could tell apart.")


def _foreign(_finding: Finding, facts: Facts) -> str:
    parts: list[str] = []
    if "language" in facts.texts("why"):
        made_for = ", ".join(map(_language, facts.texts("made_for")))
        words = _tr("The document is in {0}; the embedding model was made for {1}")
        parts.append(words.format(_language(facts.text("language")), made_for))
    if "unknown words" in facts.texts("why"):
        words = _tr("{0} of the text is unknown to the embedding model")
        parts.append(words.format(f"{facts.number('unknown_share'):.0%}"))
    said = _tr("{0}, and {1}").format(*parts) if len(parts) > 1 else "".join(parts)
    return _tr("{0}. Searches for it by meaning are poor; a model for its language helps.").format(said)


def _unreadable(_finding: Finding, facts: Facts) -> str:
    return refusal_text(facts.text("why"))


OF_DOCUMENTS: dict[str, Say] = {
    "D301": _empty_paths,
    "D302": _scans,
    "D303": _out_of_force,
    "D304": _file_name_title,
    "D305": _unreadable,
    "D306": _no_help,
    "D307": _foreign,
}
"""How the reason of each code is said."""
