"""The heading inventory: every heading text of a library, from the catalogue's rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from explorer.core.audit.words import key_of
from explorer.core.audit_views import HeadingUse
from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding
from explorer.core.mends import Mend, Path
from explorer.core.model import Place
from explorer.core.views import SectionRow
from explorer.engine.catalogue import Catalogue, Value
from explorer.engine.catalogue_chunks import marks
from explorer.engine.packing import unpack
from explorer.engine.pipeline import Setup, heading_verdict

_SORTS = {
    "heading": "folded",
    "count": "times",
    "documents": "owners",
    "code": "code",
}
_USES = (
    # Bare columns beside min() come from the row that holds the minimum: the heading's first place.
    "SELECT s.heading, s.folded, count(*) AS times, count(DISTINCT s.document) AS owners, max(s.code) AS code,"
    " sum(s.renamed <> '') AS renamed, min(d.name || char(0) || printf('%09d', s.ordinal)), d.name AS name,"
    " d.id AS number, s.ordinal AS ordinal"
    " FROM section s JOIN document d ON d.id = s.document WHERE instr(s.folded, ?) GROUP BY s.heading"
)


def inventory(
    catalogue: Catalogue,
    setup: Setup,
    text: str,
    codes: Sequence[str],
    order: tuple[str, bool],
    window: tuple[int, int],
) -> tuple[int, tuple[HeadingUse, ...], dict[str, int]]:
    """Return the number of heading texts that pass, a page of them, and how many there are of each code.

    `text` is part of the heading, case aside; `codes` the codes to keep, none for all ("": says something); `order`
    the column to sort by and whether the highest comes first; `window` the offset and length of the page.
    """
    column, descending = order
    if column not in _SORTS:
        raise ExplorerError(f"The inventory cannot be sorted by {column!r}.", f"Known: {', '.join(_SORTS)}.")
    counts = catalogue.rows(f"SELECT code, count(*) FROM ({_USES}) GROUP BY code", ("",))  # noqa: S608
    values: list[Value] = [text.strip().casefold()]
    having = f" HAVING max(s.code) IN ({marks(codes)})" if codes else ""
    values += codes
    total = catalogue.number(f"SELECT count(*) FROM ({_USES}{having})", values)  # noqa: S608
    direction = "DESC" if descending else "ASC"
    rows = catalogue.rows(
        f"{_USES}{having} ORDER BY {_SORTS[column]} {direction}, folded, s.heading LIMIT ? OFFSET ?",
        [*values, window[1], window[0]],
    )
    quiet = frozenset(map(key_of, setup.settings.silenced_headings))
    found: list[HeadingUse] = []
    for heading, _, times, owners, code, changed, _, name, number, ordinal in rows:
        found.append(
            HeadingUse(
                heading=heading,
                count=times,
                documents=owners,
                code=code,
                reason=heading_verdict(heading, setup.words)[1] if code else "",
                document=name,
                section=ordinal,
                proposal=_proposal(catalogue, number, ordinal),
                renamed=changed,
                silenced=bool(quiet) and key_of(heading) in quiet,
            )
        )
    return total, tuple(found), {row[0]: row[1] for row in counts}


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


def _proposal(catalogue: Catalogue, document: int, section: int) -> str:
    """Return the heading that the audit proposes for a section."""
    rows = catalogue.rows(
        "SELECT item FROM finding WHERE document = ? AND section = ? AND chunk IS NULL", (document, section)
    )
    return next((found.mend for found in (unpack(Finding, row[0]) for row in rows) if found.mend), "")
