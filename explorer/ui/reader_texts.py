"""What readers say of a document in the user's language: what its headings rest on, and what was guessed or mended."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

from explorer.ui.refusal_texts import refusal_text
from explorer.ui.sentence_forms import SentenceForms

EVIDENCE = SentenceForms(
    "Evidence",
    (
        QT_TRANSLATE_NOOP("Evidence", "none"),
        QT_TRANSLATE_NOOP("Evidence", "Markdown headings"),
        QT_TRANSLATE_NOOP("Evidence", "reStructuredText sections"),
        QT_TRANSLATE_NOOP("Evidence", "headings given with the chunks"),
        QT_TRANSLATE_NOOP("Evidence", "DOCX styles"),
        QT_TRANSLATE_NOOP("Evidence", "DOCX styles and outline levels"),
        QT_TRANSLATE_NOOP("Evidence", "bold lines"),
        QT_TRANSLATE_NOOP("Evidence", "HTML headings"),
        QT_TRANSLATE_NOOP("Evidence", "HTML headings by bold lines"),
        QT_TRANSLATE_NOOP("Evidence", "HTML headings and the table of contents"),
        QT_TRANSLATE_NOOP("Evidence", "table of contents"),
        QT_TRANSLATE_NOOP("Evidence", "run-in headings"),
        QT_TRANSLATE_NOOP("Evidence", "numbered run-in headings"),
        QT_TRANSLATE_NOOP("Evidence", "outline"),
        QT_TRANSLATE_NOOP("Evidence", "tagged structure"),
        QT_TRANSLATE_NOOP("Evidence", "printed contents"),
        QT_TRANSLATE_NOOP("Evidence", "completed by type size"),
        QT_TRANSLATE_NOOP("Evidence", "type size and numbering"),
        QT_TRANSLATE_NOOP("Evidence", "type size only"),
        QT_TRANSLATE_NOOP("Evidence", "confirmed by the printed contents"),
        QT_TRANSLATE_NOOP("Evidence", "with a layout model"),
        QT_TRANSLATE_NOOP("Evidence", "numbered headings"),
        QT_TRANSLATE_NOOP("Evidence", "underlined headings"),
        QT_TRANSLATE_NOOP("Evidence", "standing headings"),
        QT_TRANSLATE_NOOP("Evidence", "capital headings"),
        QT_TRANSLATE_NOOP("Evidence", "numbered and underlined headings"),
        QT_TRANSLATE_NOOP("Evidence", "numbered and standing headings"),
        QT_TRANSLATE_NOOP("Evidence", "numbered and capital headings"),
        QT_TRANSLATE_NOOP("Evidence", "underlined and standing headings"),
        QT_TRANSLATE_NOOP("Evidence", "underlined and capital headings"),
        QT_TRANSLATE_NOOP("Evidence", "standing and capital headings"),
        QT_TRANSLATE_NOOP("Evidence", "numbered and underlined and standing headings"),
        QT_TRANSLATE_NOOP("Evidence", "numbered and underlined and capital headings"),
        QT_TRANSLATE_NOOP("Evidence", "numbered and standing and capital headings"),
        QT_TRANSLATE_NOOP("Evidence", "underlined and standing and capital headings"),
        QT_TRANSLATE_NOOP("Evidence", "numbered and underlined and standing and capital headings"),
    ),
)
"""What headings rest on; several are parted by commas."""

NOTES = SentenceForms(
    "ReaderNotes",
    (
        QT_TRANSLATE_NOOP("ReaderNotes", "empty: there is no text in this file"),
        QT_TRANSLATE_NOOP("ReaderNotes", "empty: there is no chunk with text."),
        # Characters
        QT_TRANSLATE_NOOP("ReaderNotes", "Decoded as {0}: the file does not name its encoding."),
        QT_TRANSLATE_NOOP("ReaderNotes", "Decoded as {0}: the file is not UTF-8 and does not name its encoding."),
        QT_TRANSLATE_NOOP("ReaderNotes", "Decoded as UTF-8 with {0} undecodable byte, replaced by U+FFFD."),
        QT_TRANSLATE_NOOP("ReaderNotes", "Decoded as UTF-8 with {0} undecodable bytes, replaced by U+FFFD."),
        QT_TRANSLATE_NOOP("ReaderNotes", "Decoded as UTF-8: the page says {0}, but its bytes are UTF-8."),
        QT_TRANSLATE_NOOP("ReaderNotes", "The file is damaged {0}: unreadable bytes were replaced by U+FFFD."),
        QT_TRANSLATE_NOOP("ReaderNotes", "The page is damaged {0}: unreadable bytes were replaced by U+FFFD."),
        QT_TRANSLATE_NOOP("ReaderNotes", "The file holds NUL characters, replaced by U+FFFD."),
        QT_TRANSLATE_NOOP("ReaderNotes", 'The page names an encoding that does not exist ("{0}").'),
        # Fields
        QT_TRANSLATE_NOOP("ReaderNotes", 'The date "{0}" was not understood (expected as 2026-03-01).'),
        QT_TRANSLATE_NOOP(
            "ReaderNotes", 'The date "{0}" in the front matter was not understood (expected as 2026-03-01).'
        ),
        QT_TRANSLATE_NOOP(
            "ReaderNotes", 'The date "{0}" in the page\'s head was not understood (expected as 2026-03-01).'
        ),
        QT_TRANSLATE_NOOP(
            "ReaderNotes", 'The date "{0}" in the document\'s properties was not understood (expected as 2026-03-01).'
        ),
        QT_TRANSLATE_NOOP(
            "ReaderNotes", "The front matter could not be read fully ({0}); only its simple lines count."
        ),
        QT_TRANSLATE_NOOP("ReaderNotes", "The document's properties could not be read: {0}."),
        # What was left out
        QT_TRANSLATE_NOOP("ReaderNotes", "Running headers, footers and page numbers were left out: 1 line."),
        QT_TRANSLATE_NOOP("ReaderNotes", "Running headers, footers and page numbers were left out: {0} lines."),
        QT_TRANSLATE_NOOP("ReaderNotes", "{0} lines of running headers and footers left out"),
        QT_TRANSLATE_NOOP("ReaderNotes", "table of contents on page {0} left out"),
        QT_TRANSLATE_NOOP("ReaderNotes", "table of contents on pages {0} left out"),
        QT_TRANSLATE_NOOP("ReaderNotes", "invisible text on page {0} (white on white or tiny) left out"),
        QT_TRANSLATE_NOOP("ReaderNotes", "invisible text on pages {0} (white on white or tiny) left out"),
        QT_TRANSLATE_NOOP("ReaderNotes", "Hidden text was left out."),
        QT_TRANSLATE_NOOP("ReaderNotes", "{0} words of menus, banners, page headers and footers were left out."),
        QT_TRANSLATE_NOOP("ReaderNotes", "One word of menus, banners, page headers and footers was left out."),
        QT_TRANSLATE_NOOP("ReaderNotes", "{0} words of hidden parts were left out."),
        QT_TRANSLATE_NOOP("ReaderNotes", "One word of hidden parts was left out."),
        QT_TRANSLATE_NOOP("ReaderNotes", "The part {0} was left out: {1}."),
        QT_TRANSLATE_NOOP("ReaderNotes", "The chapter {0} is missing from the book."),
        QT_TRANSLATE_NOOP(
            "ReaderNotes", "{0} embedded document(s) (altChunk) were not read: open and save the file in Word."
        ),
        # What was read in another way
        QT_TRANSLATE_NOOP(
            "ReaderNotes",
            "There is nothing on this page but what looks like menus, banners, headers or footers: it was read.",
        ),
        QT_TRANSLATE_NOOP("ReaderNotes", "All text of this page is hidden: it was read all the same."),
        QT_TRANSLATE_NOOP(
            "ReaderNotes", "Elements are nested too deeply; the innermost were read as if they stood one after another."
        ),
        QT_TRANSLATE_NOOP("ReaderNotes", "Lists or quotations nested too deeply (line {0}) were read as plain text."),
        QT_TRANSLATE_NOOP(
            "ReaderNotes", "The document is nested too deeply to be read as Markdown; it was read as plain text."
        ),
        QT_TRANSLATE_NOOP(
            "ReaderNotes",
            "Parts of the document (from line {0}) could not be read as reStructuredText; they were read as plain"
            " text.",
        ),
        QT_TRANSLATE_NOOP("ReaderNotes", "Tracked changes were read as if accepted."),
        QT_TRANSLATE_NOOP("ReaderNotes", "Read without the help of layout model and text recognition: {0}"),
        QT_TRANSLATE_NOOP(
            "ReaderNotes",
            "The document is with the writer of this shared library; what is shown here is put together from its"
            " chunks.",
        ),
        # Pages
        QT_TRANSLATE_NOOP("ReaderNotes", "no text (scan)"),
        QT_TRANSLATE_NOOP("ReaderNotes", "no text on any page"),
        QT_TRANSLATE_NOOP("ReaderNotes", "text missing on page {0} (scan)"),
        QT_TRANSLATE_NOOP("ReaderNotes", "text missing on pages {0} (scan)"),
        QT_TRANSLATE_NOOP("ReaderNotes", "page {0} could not be read"),
        QT_TRANSLATE_NOOP("ReaderNotes", "pages {0} could not be read"),
        QT_TRANSLATE_NOOP("ReaderNotes", "page {0} could not be recognised: {1}"),
        QT_TRANSLATE_NOOP("ReaderNotes", "text of page {0} is unreadable"),
        QT_TRANSLATE_NOOP("ReaderNotes", "text of page {0} recognised by Tesseract ({1})"),
        QT_TRANSLATE_NOOP("ReaderNotes", "text of pages {0} recognised by Tesseract ({1})"),
        QT_TRANSLATE_NOOP("ReaderNotes", "Tesseract has no language {0} here"),
        QT_TRANSLATE_NOOP("ReaderNotes", "damaged, repaired: parts of the file may be missing"),
        QT_TRANSLATE_NOOP("ReaderNotes", "the outline is damaged (it may run in a circle) and was not used"),
        QT_TRANSLATE_NOOP("ReaderNotes", "{0} of {1} outline entries do not stand on their page"),
        # Given chunks
        QT_TRANSLATE_NOOP("ReaderNotes", "The chunks were stored in another order; they are sorted by their number."),
        QT_TRANSLATE_NOOP("ReaderNotes", "The chunks were stored in another order; they are sorted by their place."),
        QT_TRANSLATE_NOOP("ReaderNotes", "{0} id stands for several chunks ({1}); all are kept."),
        QT_TRANSLATE_NOOP("ReaderNotes", "{0} ids stand for several chunks ({1}); all are kept."),
        QT_TRANSLATE_NOOP("ReaderNotes", "1 chunk without text was left out."),
        QT_TRANSLATE_NOOP("ReaderNotes", "{0} chunks without text were left out."),
        QT_TRANSLATE_NOOP("ReaderNotes", "1 chunk without headings was put before those with headings."),
        QT_TRANSLATE_NOOP("ReaderNotes", "{0} chunks without headings were put before those with headings."),
        QT_TRANSLATE_NOOP(
            "ReaderNotes",
            "1 chunk begins with its headings; these are left out of the text and stand in its header.",
        ),
        QT_TRANSLATE_NOOP(
            "ReaderNotes",
            "{0} chunks begin with their headings; these are left out of the text and stand in their headers.",
        ),
    ),
)
"""What a reader left out, guessed or mended."""


def evidence_text(evidence: str) -> str:
    """Return what a document's headings rest on."""
    return ", ".join(_known(EVIDENCE, part) for part in evidence.split(", "))


def note_text(note: str) -> str:
    """Return what a reader says; one that is not known is told as it comes."""
    found = NOTES.told(note, refusal_text)
    return refusal_text(note) if found is None else found


def _known(forms: SentenceForms, text: str) -> str:
    found = forms.told(text)
    return text if found is None else found
