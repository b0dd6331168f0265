"""Words about scanned pages: what the program could do about them, or why it cannot."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from explorer.core.views import LibraryInfo


def scans_tip(library: LibraryInfo | None) -> str:
    """Say what reading scans would do, or why it cannot be done."""
    if library is None or not (library.scans or library.ocr):
        return _tr("No document here has pages that are pictures without text.")
    if library.ocr:
        return _tr("Pages without text are read with Tesseract ({0}).").format(library.ocr)
    if not library.ocr_languages:
        return _tr("{0} documents have pages without text. Install Tesseract to have them read.").format(library.scans)
    names = "+".join(library.ocr_languages)
    return _tr("Read the pages of {0} documents that are pictures without text, with Tesseract ({1}).").format(
        library.scans, names
    )


def scans_offer(library: LibraryInfo) -> tuple[str, str]:
    """Return title and detail of a message that offers to read scans; empty where there is nothing to offer."""
    if not library.scans or library.ocr or not library.ocr_languages:
        return "", ""
    title = _tr("{0} documents have pages that are pictures without text (scans).").format(library.scans)
    return title, _tr("Tesseract can read them: library menu, Read scanned pages.")


def chosen_languages(library: LibraryInfo | None, wanted: bool) -> str:
    """Return the languages to read scans by: all that are installed, or none."""
    return "+".join(library.ocr_languages) if library is not None and wanted else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Scans", text)
