"""Sections as entries of question sets: `document#heading-slug`, asked for when a document's headings are not known."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from explorer.core.outline import slugify
from explorer.core.question_rows import SECTION
from explorer.core.question_views import EntryRow
from explorer.core.views import SectionRow
from explorer.ui.session import Session

Found = Callable[[EntryRow | None], None]


class SectionNames(QObject):
    """Tells what a section is called; the headings of a few documents are kept until the library changes."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rows: dict[str, dict[int, SectionRow]] = {}
        self._whole: set[str] = set()
        self._wanted: tuple[str, int, Found] | None = None
        session.sections_arrived.connect(self._on_sections)
        session.library_changed.connect(self._forget)

    def ask(self, document: str, section: int, found: Found) -> None:
        """Call `found` with the entry of a section (by its number in the document), at once or when it is known.

        None stands for a heading without letters, which no name can be made of.
        """
        self._wanted = (document, section, found)
        if document in self._whole:
            self._answer()
        else:
            self._session.request_sections(document)

    def _answer(self) -> None:
        if self._wanted is None or self._wanted[0] not in self._whole:
            return
        document, section, found = self._wanted
        self._wanted = None
        taken: dict[str, int] = {}
        slugs = {number: slugify(row.heading, taken) for number, row in sorted(self._rows[document].items())}
        slug = slugs.get(section, "").strip("-")
        found(EntryRow(SECTION, f"{document}#{slugs[section]}", document) if slug else None)

    def _on_sections(self, document: str, rows: tuple[SectionRow, ...], done: bool) -> None:
        if rows and rows[0].ordinal == 0:
            self._rows[document] = {}
            self._whole.discard(document)
        self._rows.setdefault(document, {}).update((row.ordinal, row) for row in rows)
        if done:
            self._whole.add(document)
            self._answer()

    def _forget(self) -> None:
        self._rows.clear()
        self._whole.clear()
