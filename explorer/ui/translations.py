"""The window's words in the user's language, where a translation for it is shipped.

A translation is `resources/translations/chunk-explorer_LANGUAGE.qm`, made from the list of texts that
`python tests/translation_list.py` writes; see the page beside the translations.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from explorer import paths

NAME = "chunk-explorer"


def install(app: QCoreApplication, locale: QLocale | None = None, folder: Path | None = None) -> list[QTranslator]:
    """Install the translations for a language (the system's) and return them; none where none is there.

    Qt's own, for the buttons of its dialogs, comes along only with one of the program's: no window in two languages.
    """
    language = locale or QLocale.system()
    own = QTranslator(app)
    if not own.load(language, NAME, "_", str(folder or paths.resource("translations"))):
        return []
    found = [own]
    of_qt = QTranslator(app)
    if of_qt.load(language, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        found.insert(0, of_qt)
    for each in found:
        app.installTranslator(each)
    return found
