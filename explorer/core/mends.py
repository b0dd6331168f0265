"""Mends: headings renamed for retrieval, without touching the source.

A mend is keyed by its document, the heading's original path and its ordinal among the sections of that path, so that
it outlives changes elsewhere in the document. When no such section is left it is stale: kept, listed, not applied.
Headers are made from the renamed path; what people see and cite keeps the document's own headings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from explorer.core.outline import Section

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mend:
    """A heading's new text. `path` is the original one, heading included; `ordinal` counts equal paths from 0."""

    document: str
    path: Path
    ordinal: int
    text: str

    @property
    def key(self) -> tuple[str, Path, int]:
        """Return what the mend is about."""
        return self.document, self.path, self.ordinal


def ordinals(sections: Sequence[Section]) -> tuple[int, ...]:
    """Return for each section how many before it have the same path."""
    seen: dict[Path, int] = {}
    found: list[int] = []
    for section in sections:
        found.append(seen.get(section.path, 0))
        seen[section.path] = found[-1] + 1
    return tuple(found)


def mend_of(document: str, sections: Sequence[Section], section: int, text: str) -> Mend:
    """Return the mend that gives the section of that ordinal in the document the heading `text`."""
    path = sections[section].path
    before = sum(other.path == path for other in sections[:section])
    return Mend(document, path, before, " ".join(text.split()))


def renames(sections: Sequence[Section], mends: Iterable[Mend]) -> tuple[Mapping[int, str], tuple[Mend, ...]]:
    """Return the new headings by section ordinal, and the mends that are stale; all must be of one document."""
    wanted = {mend.key[1:]: mend for mend in mends}
    found: dict[int, str] = {}
    for section, ordinal in zip(sections, ordinals(sections), strict=True):
        mend = wanted.pop((section.path, ordinal), None)
        if mend is not None:
            found[section.ordinal] = mend.text
    return found, tuple(wanted.values())


def renamed(sections: Sequence[Section], texts: Mapping[int, str]) -> tuple[Section, ...]:
    """Return the sections with the new headings of `texts` in their own and all lower paths."""
    if not texts:
        return tuple(sections)
    found: list[Section] = []
    for section in sections:
        heading = texts.get(section.ordinal, section.heading)
        above = found[section.parent].path if section.parent >= 0 else ()
        found.append(replace(section, heading=heading, path=(*above, heading)))
    return tuple(found)


def changed(mends: Sequence[Mend], keep: Iterable[Mend], drop: Iterable[Mend]) -> tuple[Mend, ...]:
    """Return the mends with those of `keep` added or put in place of older ones, and those of `drop` left out."""
    found = {mend.key: mend for mend in mends}
    found.update((mend.key, mend) for mend in keep)
    for mend in drop:
        found.pop(mend.key, None)
    return tuple(sorted(found.values(), key=lambda mend: mend.key))
