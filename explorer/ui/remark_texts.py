"""Small sentences about headers, documents and passages in the user's language, known by their form."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

from explorer.ui.sentence_forms import SentenceForms

_HEADERS = (
    QT_TRANSLATE_NOOP("Remarks", "a generic word (H102)"),
    QT_TRANSLATE_NOOP("Remarks", "an ornament (H103)"),
    QT_TRANSLATE_NOOP("Remarks", "a placeholder (H104)"),
    QT_TRANSLATE_NOOP("Remarks", "repeats the one before it"),
    QT_TRANSLATE_NOOP("Remarks", "only the last {0} headings are kept"),
    QT_TRANSLATE_NOOP("Remarks", "over the header's share of {0} tokens"),
    QT_TRANSLATE_NOOP("Remarks", "title shortened: over the header's share of {0} tokens"),
    QT_TRANSLATE_NOOP("Remarks", "heading shortened: over the header's share of {0} tokens"),
)
"""Why a header leaves something out."""

_DOCUMENTS = (
    QT_TRANSLATE_NOOP("Remarks", "superseded by {0}"),
    QT_TRANSLATE_NOOP("Remarks", "expired on {0}"),
)
"""Why a document is no longer in force."""

_PASSAGES = (
    QT_TRANSLATE_NOOP("Remarks", "{0} fits {1} headings ({2})."),
    QT_TRANSLATE_NOOP("Remarks", "{0} has no heading #{1}; the nearest is #{2}."),
    QT_TRANSLATE_NOOP("Remarks", "{0} has no heading #{1}; its first is #{2}."),
    QT_TRANSLATE_NOOP("Remarks", "{0} has no heading #{1}; it has no headings."),
    QT_TRANSLATE_NOOP("Remarks", "{0} fits {1} documents ({2})."),
    QT_TRANSLATE_NOOP("Remarks", "there is no document {0}."),
    QT_TRANSLATE_NOOP("Remarks", "there is no document {0}; the nearest is {1}."),
    QT_TRANSLATE_NOOP("Remarks", "an entry is empty."),
    QT_TRANSLATE_NOOP("Remarks", "a fragment is empty."),
    QT_TRANSLATE_NOOP("Remarks", "{0} has no text."),
    QT_TRANSLATE_NOOP("Remarks", "no text holds “{0}”."),
    QT_TRANSLATE_NOOP("Remarks", "no text holds “{0}”; the nearest is {1}."),
    QT_TRANSLATE_NOOP("Remarks", "{0} has pages, not positions: name a section or quote the text."),
    QT_TRANSLATE_NOOP("Remarks", "{0} has no text from {1} to {2}."),
    QT_TRANSLATE_NOOP("Remarks", "{0} has no text from {1} to {2}; the nearest is {3}."),
)
"""Why a passage is not found."""

_MARKED = (QT_TRANSLATE_NOOP("Remarks", "It is marked both as right and as not right."),)

REMARKS = SentenceForms("Remarks", (*_HEADERS, *_DOCUMENTS, *_PASSAGES, *_MARKED))


def remark_text(said: str) -> str:
    """Return a remark; one that is not known is told as it comes."""
    found = REMARKS.told(said)
    if found is None and said:
        # As a sentence of its own it begins with a capital.
        found = REMARKS.told(said[0].lower() + said[1:])
        found = found and found[0].upper() + found[1:]
    return said if found is None else found
