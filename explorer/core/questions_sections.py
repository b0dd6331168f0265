"""Finding the document and the section that an entry of a question set names (DESIGN 4.7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import unquote

from explorer.core.clauses import KEYWORDS, leading_number
from explorer.core.outline import slugify

_NUMBERED = re.compile(r"(?:(?P<words>.*?)-)?(?P<number>\d[\w.]*|\w)\.?", re.DOTALL)
_KEYWORDS = frozenset(word for words in KEYWORDS for word in words)
_NEAR = 0.4
"""How alike (difflib's ratio) a heading must be to be named as the nearest."""


class NotFoundError(Exception):
    """An entry names nothing, or more than one thing; the message says so in a clause.

    `nearest` are entries that may be meant, the likeliest first: what stands behind `#`, until the document is added.
    """

    def __init__(self, message: str, nearest: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.nearest = tuple(nearest)


@dataclass(frozen=True, slots=True)
class Heading:
    """A section of a document; `last` is the ordinal of its last subsection, its own when it has none."""

    ordinal: int
    last: int
    parent: int
    text: str
    slug: str


class SectionFinder:
    """Finds sections of one document by what people write behind `#`."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        self.headings = tuple(headings)
        self._plain = [slugify(heading.text, {}) for heading in headings]
        self._numbers = [_number(heading.text) for heading in headings]

    def find(self, written: str) -> Heading:
        """Return the section that `written` names: slug, text, number, words and number, or `parent/leaf` of these.

        Raises `NotFoundError` that names the nearest heading, or says how many headings the name fits.
        """
        wanted = unquote(written).strip()
        parts = [part.strip() for part in wanted.split("/") if part.strip()]
        for fits in self._ways(wanted, parts):
            found = [ordinal for ordinal in range(len(self.headings)) if fits(ordinal)]
            if len(found) == 1:
                return self.headings[found[0]]
            if found:
                slugs = [self.headings[ordinal].slug for ordinal in found[:3]]
                named = ", ".join(f"#{slug}" for slug in slugs)
                raise NotFoundError(f"fits {len(found)} headings ({named}{', …' if len(found) > 3 else ''})", slugs)
        near = self._nearest(parts)
        raise NotFoundError(f"has no heading #{written}{self._named(near)}", near)

    def _ways(self, wanted: str, parts: Sequence[str]) -> Iterable[Callable[[int], bool]]:
        """Yield tests of a heading, the narrowest first; the first that fits any heading decides."""
        if not parts:
            return
        simple, low = slugify(wanted, {}), wanted.lower()
        yield lambda ordinal: self.headings[ordinal].slug == low
        if len(parts) > 1:
            yield lambda ordinal: self._below(ordinal, parts, near=True)
            yield lambda ordinal: self._below(ordinal, parts, near=False)
        if simple:
            yield lambda ordinal: self._plain[ordinal] == simple
        yield lambda ordinal: self._is_numbered(ordinal, low)

    def _below(self, ordinal: int, parts: Sequence[str], *, near: bool) -> bool:
        """Tell whether a heading is the last of `parts` and the others stand above it in order, `near`: without gap."""
        if not self._is(ordinal, parts[-1]):
            return False
        left = list(parts[:-1])
        above = self.headings[ordinal].parent
        while left and above >= 0:
            if self._is(above, left[-1]):
                left.pop()
            elif near:
                return False
            above = self.headings[above].parent
        return not left

    def _is(self, ordinal: int, part: str) -> bool:
        low = part.lower()
        return (
            self.headings[ordinal].slug == low
            or self._plain[ordinal] == _plain_slug(part)
            or self._is_numbered(ordinal, low)
        )

    def _is_numbered(self, ordinal: int, low: str) -> bool:
        """Tell whether `low` is the heading's number, alone or behind words of the heading or of one above it."""
        number, rest = self._numbers[ordinal]
        match = _NUMBERED.fullmatch(low)
        if not number or match is None or match["number"] != number:
            return False
        words = match["words"]
        if not words or _plain_slug(words) in {rest, self._plain[ordinal]}:
            return True
        above = self.headings[ordinal].parent
        while above >= 0:
            if _plain_slug(words) in {self._plain[above], self._numbers[above][1]}:
                return True
            above = self.headings[above].parent
        return False

    def _nearest(self, parts: Sequence[str]) -> list[str]:
        slugs = [heading.slug for heading in self.headings]
        wanted = slugify(parts[-1], {}) if parts else ""
        return get_close_matches(wanted, slugs, n=1, cutoff=_NEAR) if wanted else []

    def _named(self, near: Sequence[str]) -> str:
        if near:
            return f"; the nearest is #{near[0]}"
        return f"; its first is #{self.headings[0].slug}" if self.headings else "; it has no headings"


@lru_cache(maxsize=4096)
def _plain_slug(text: str) -> str:
    return slugify(text, {})


def _number(text: str) -> tuple[str, str]:
    """Return a heading's number ("4.1", "b"; empty without one) and the slug of what stands behind it."""
    found = leading_number(text)
    first, _, rest = text.partition(" ")
    if found is None and first.lower() in _KEYWORDS:
        # "Subsection (b)": the bracket is the number, the word before it only says of what.
        found, text = leading_number(rest.lstrip()), rest.lstrip()
    if found is None:
        return "", slugify(text, {})
    return ".".join(found.parts), slugify(text[found.end :].strip(" .:)–-"), {})


class DocumentFinder:
    """Finds documents by path, by file name, or by stem where that is unique."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._known = frozenset(self._names)
        self._by: dict[str, list[str]] = {}
        for name in self._names:
            path = PurePosixPath(name)
            for key in {
                name.casefold(),
                str(path.with_suffix("")).casefold(),
                path.name.casefold(),
                path.stem.casefold(),
            }:
                self._by.setdefault(key, []).append(name)

    def find(self, written: str, *, any_suffix: bool = False) -> str:
        """Return the document; `any_suffix`: the same document in another format will do.

        Raises `NotFoundError` that names the nearest document, or says how many documents the name fits.
        """
        wanted = written.strip().removeprefix("./")
        if wanted in self._known:
            return wanted
        path = PurePosixPath(wanted)
        keys = [wanted, str(path.with_suffix("")), path.stem] if any_suffix and path.name else [wanted]
        for key in keys:
            found = self._by.get(key.casefold(), [])
            if len(found) == 1:
                return found[0]
            if found:
                raise NotFoundError(f"{written} fits {len(found)} documents ({', '.join(found[:3])})", found[:3])
        near = get_close_matches(wanted, self._names, n=1, cutoff=_NEAR)
        raise NotFoundError(f"there is no document {written}{f'; the nearest is {near[0]}' if near else ''}", near)

    def split(self, written: str) -> tuple[str, str | None]:
        """Return the document and what stands behind the `#` that ends its name, None without one.

        A `#` may stand in the document's name too. Raises `NotFoundError`.
        """
        places = [place for place, sign in enumerate(written) if sign == "#"]
        failed: NotFoundError | None = None
        for place in [*places, len(written)]:
            try:
                document = self.find(written[:place])
            except NotFoundError as error:
                behind = written[place:]
                failed = failed or NotFoundError(str(error), (f"{name}{behind}" for name in error.nearest))
            else:
                return document, written[place + 1 :] if place < len(written) else None
        raise failed or NotFoundError("an entry is empty")
