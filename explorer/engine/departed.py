"""Which documents leave the index, and which stay because nobody can tell that they are gone.

A folder that the system does not list says nothing about the documents below it. One that is all at once empty is
more often a drive or a share that is not connected than a library thrown away: then everything stays, vectors too,
until the user says that it may go, or the documents are back.
"""

from __future__ import annotations

from collections.abc import Collection, Set
from dataclasses import dataclass

from explorer.core.audit import unreadable
from explorer.core.findings import Finding
from explorer.engine.catalogue import Catalogue
from explorer.engine.library_audit import insert_findings
from explorer.engine.packing import pack
from explorer.engine.scanning import Listing

_FEWER = 10
"""When fewer than one in so many documents are left, the folder is held to be away."""

_STATE = "vanished"


@dataclass(frozen=True, slots=True)
class Departure:
    """The documents that leave, and those that are held back until the user agrees."""

    leave: frozenset[str]
    held: frozenset[str]


def departure(known: Collection[str], present: Set[str], listing: Listing, *, agreed: bool) -> Departure:
    """Sort the `known` documents that are not `present`; `agreed` says that the user has let the vanished go."""
    away = {name for name in known if name not in present}
    unknown = {name for name in away if listing.is_unknown(name)}
    left_out = (away & listing.left_out) - unknown
    vanished = away - unknown - left_out
    expected = len(known) - len(unknown) - len(left_out)
    if vanished and not agreed and len(present) * _FEWER < expected:
        return Departure(frozenset(left_out), frozenset(vanished))
    return Departure(frozenset(left_out | vanished), frozenset())


def held_back(catalogue: Catalogue) -> int:
    """Return how many documents the last refresh did not find and kept."""
    return int(catalogue.get(_STATE) or 0)


def note_held(catalogue: Catalogue, count: int) -> None:
    """Keep how many documents are held back."""
    if held_back(catalogue) != count:
        catalogue.put(_STATE, str(count or ""))


def note_unlisted(catalogue: Catalogue, listing: Listing) -> None:
    """Keep as findings (D305) which folders and files could not be looked at; call before library-wide judging."""
    found = unlisted_findings(listing)
    rows = catalogue.rows("SELECT item FROM finding WHERE document IS NULL AND code = 'D305' ORDER BY id")
    if [row[0] for row in rows] == [pack(each) for each in found]:
        return
    with catalogue.transaction():
        catalogue.run("DELETE FROM finding WHERE document IS NULL AND code = 'D305'")
        insert_findings(catalogue, found)
        catalogue.raise_revision()


def unlisted_findings(listing: Listing) -> list[Finding]:
    """Return what to say of folders and files that the system did not let the program look at."""
    return [
        unreadable(name, f"{why} What the index holds of it is kept as it was.")
        for name, why in sorted(listing.unlisted.items())
    ]
