"""The heading inventory: every heading text of a library, from the catalogue's rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from explorer.core.audit.words import key_of
from explorer.core.audit_views import HeadingUse
from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding
from explorer.core.mends import Mend, Path
from explorer.core.model import Place
from explorer.core.views import SectionRow
from explorer.engine.catalogue import Catalogue
from explorer.engine.packing import unpack
from explorer.engine.pipeline import Setup, heading_verdict

_USES = (
    # Bare columns beside min() come from the row that holds the minimum: the heading's first place.
    "SELECT s.heading, s.folded, count(*), count(DISTINCT s.document), max(s.code), sum(s.renamed <> ''),"
    " min(d.name || char(0) || printf('%09d', s.ordinal)), d.name, d.id, s.ordinal"
    " FROM section s JOIN document d ON d.id = s.document GROUP BY s.heading"
)


@dataclass(frozen=True, slots=True)
class _Use:
    """A heading text with its counts and its first place."""

    heading: str
    folded: str
    count: int
    documents: int
    code: str
    renamed: int
    name: str
    number: int
    ordinal: int


_SORTS: dict[str, Callable[[_Use], str | int]] = {
    "heading": lambda use: use.folded,
    "count": lambda use: use.count,
    "documents": lambda use: use.documents,
    "code": lambda use: use.code,
}


class HeadingInventory:
    """A catalogue's heading texts. They are counted once and kept until the catalogue changes: pages come at once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._state: tuple[int, int] | None = None
        self._uses: tuple[_Use, ...] = ()

    def page(
        self, setup: Setup, text: str, codes: Sequence[str], order: tuple[str, bool], window: tuple[int, int]
    ) -> tuple[int, tuple[HeadingUse, ...], dict[str, int]]:
        """Return the number of heading texts that pass, a page of them, and how many there are of each code.

        `text` is part of the heading, case aside; `codes` the codes to keep, none for all ("": says something);
        `order` the column to sort by and whether the highest comes first; `window` the offset and length of the page.
        """
        column, descending = order
        if column not in _SORTS:
            raise ExplorerError(f"The inventory cannot be sorted by {column!r}.", f"Known: {', '.join(_SORTS)}.")
        uses = self._counted()
        wanted, kept = text.strip().casefold(), frozenset(codes)
        found = [use for use in uses if wanted in use.folded and (not kept or use.code in kept)]
        # Sorting is stable, in reverse too: equal ones stay in the order of their texts.
        found.sort(key=_SORTS[column], reverse=descending)
        offset, length = window
        quiet = frozenset(map(key_of, setup.settings.silenced_headings))
        rows = tuple(self._row(use, setup, quiet) for use in found[offset : offset + length])
        return len(found), rows, dict(Counter(use.code for use in uses))

    def _counted(self) -> tuple[_Use, ...]:
        state = (self._catalogue.number("SELECT total_changes()"), self._catalogue.revision)
        if state != self._state:
            rows = self._catalogue.rows(_USES)
            uses = (_Use(*row[:6], *row[7:]) for row in rows)
            self._uses = tuple(sorted(uses, key=lambda use: (use.folded, use.heading)))
            self._state = state
        return self._uses

    def _row(self, use: _Use, setup: Setup, quiet: frozenset[str]) -> HeadingUse:
        _, reason, facts = heading_verdict(use.heading, setup.words) if use.code else ("", "", {})
        return HeadingUse(
            heading=use.heading,
            count=use.count,
            documents=use.documents,
            code=use.code,
            reason=reason,
            document=use.name,
            section=use.ordinal,
            proposal=proposal_for(self._catalogue, use.number, use.ordinal),
            renamed=use.renamed,
            silenced=bool(quiet) and key_of(use.heading) in quiet,
            facts=facts,
        )


def occurrences(catalogue: Catalogue, heading: str, limit: int) -> tuple[tuple[str, SectionRow], ...]:
    """Return the first places of a heading text, as (document, section)."""
    rows = catalogue.rows(
        "SELECT d.name, s.ordinal, s.parent, s.level, s.heading, s.place FROM section s JOIN document d"
        " ON d.id = s.document WHERE s.heading = ? ORDER BY d.name, s.ordinal LIMIT ?",
        (heading, limit),
    )
    return tuple((row[0], SectionRow(*row[1:5], place=unpack(Place, row[5]))) for row in rows)


def occurrence_mends(catalogue: Catalogue, places: Sequence[tuple[str, SectionRow]]) -> tuple[Mend, ...]:
    """Return for each place of one heading the mend that is about it; its text is "" where nothing renames it.

    `places` are the first ones in the order of documents and sections, as `occurrences` returns them: so every earlier
    section of the same path is among them, and counting them gives the ordinal.
    """
    seen: Counter[tuple[str, Path]] = Counter()
    found: list[Mend] = []
    for document, group in groupby(places, key=lambda place: place[0]):
        sections = _sections(catalogue, document)
        for _, row in group:
            path = _path(sections, row.ordinal)
            found.append(Mend(document, path, seen[document, path], sections[row.ordinal][2]))
            seen[document, path] += 1
    return tuple(found)


def _sections(catalogue: Catalogue, document: str) -> dict[int, tuple[int, str, str]]:
    """Return a document's sections by ordinal: the parent's ordinal, the heading, and what renames it."""
    rows = catalogue.rows(
        "SELECT s.ordinal, s.parent, s.heading, s.renamed FROM section s JOIN document d ON d.id = s.document"
        " WHERE d.name = ?",
        (document,),
    )
    return {row[0]: row[1:4] for row in rows}


def _path(sections: Mapping[int, tuple[int, str, str]], section: int) -> Path:
    path: list[str] = []
    while section >= 0:
        section, heading, _ = sections[section]
        path.append(heading)
    return tuple(reversed(path))


def proposal_for(catalogue: Catalogue, document: int, section: int) -> str:
    """Return the heading that the audit proposes for a section of a document (its row's id), "" for none."""
    rows = catalogue.rows(
        "SELECT item FROM finding WHERE document = ? AND section = ? AND chunk IS NULL", (document, section)
    )
    return next((found.mend for found in (unpack(Finding, row[0]) for row in rows) if found.mend), "")
