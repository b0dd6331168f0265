"""What the numbers of a document's headings and clauses are, so that a cross-reference can be followed.

Looks up by (family, number) as `explorer.core.references` writes them; a heading without a word before its number has
family "". Where a number stands in several places, the one nearest to the asking section wins: in the section itself,
then in the smallest section round it that has one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from explorer.core.clauses import BRACKET_RANK, ClauseNumber, leading_number
from explorer.core.model import Block, BlockKind
from explorer.core.outline import Section
from explorer.core.reference_words import EXCHANGED, FAMILY_OF, PLAIN_FAMILIES
from explorer.core.references import Reference, cjk_label, roman_value

_MARKER = re.compile(r"\s*(?:[-*+•‣◦>|]\s+)*")
_LETTER_NUMBER = re.compile(r"(?P<number>[A-Z](?:\.\d{1,3}){1,4})(?=\s)")
_BRACKET = re.compile(r"\(?(?P<label>\d{1,2}|[a-z]{1,2}|[ivx]{1,5})\)(?=\s)", re.IGNORECASE)
_CAPTION = re.compile(r"(?P<word>[^\W\d_]+\.?)\s*(?P<number>\d{1,3}(?:[.\-]\d{1,3}){0,3}|[A-Z](?:[.\-]\d{1,3})+)\b")
_SENTENCE_STARTS = re.compile(r"(?:^|[\n.;:!?|)]\s*)(\d{1,3}(?:\.\d{1,3}){1,6})(?=[.):]?\s)")
_MOST_CLIMBED = 40
"""Enclosing sections that are looked through one by one; deeper nesting takes the first place in the document."""

_YEARS = 1000
"""A lone number from here on numbers no section unless a full stop closes it ("2024 results")."""

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Target:
    """Where a reference leads: a section's ordinal, and the clause inside it ("(b)", "4.2"), "" for its heading."""

    section: int
    clause: str = ""


class ReferenceIndex:
    """The numbers of one document. Building it is linear in the document's length."""

    def __init__(self, sections: Sequence[Section], blocks: Sequence[Block], titles: Sequence[str]) -> None:
        self._sections = sections
        self._blocks = blocks
        self._ends = _last_descendants(sections)
        self._headings: dict[Key, list[int]] = defaultdict(list)
        self._clauses: dict[Key, list[int]] = defaultdict(list)
        self._labels: dict[str, list[int]] = defaultdict(list)
        self._titles: dict[str, list[int]] = defaultdict(list)
        self._families: Counter[str] = Counter()
        self._lone: Counter[str] = Counter()
        self._shared: tuple[str, ...] | None = None
        self._started: frozenset[str] | None = None
        for section, title in zip(sections, titles, strict=True):
            self._take_heading(section, title)
            for index in section.own_blocks:
                self._take_block(section.ordinal, blocks[index])

    def counts(self, family: str, depth: int) -> int:
        """Return how many headings have a number of that family; for a lone number (depth 1), those with one too."""
        return self._lone[family] if depth == 1 else self._families[family]

    def find(self, reference: Reference, here: int) -> Target | None:
        """Return where a reference from the section `here` leads, None when that is not found."""
        if reference.title:
            found = self._nearest(self._titles.get(reference.title, ()), here)
            return None if found is None or found == here else Target(found)
        if not reference.number:
            return self._label(reference.inside, here, here)
        target = self._numbered(reference, here)
        if target is None or not reference.inside:
            return target
        inner = self._label(reference.inside, target.section, target.section)
        return inner or target

    def heading(self, reference: Reference, here: int) -> int | None:
        """Return the section whose heading bears the reference's number."""
        families = [*_families(reference.family, self._families)]
        if reference.family in {"appendix", "annex"} and reference.depth > 1:
            # Parts of an appendix are headed "A.2", without the word.
            families.append("")
        for family in families:
            found = self._nearest(self._headings.get((family, reference.number), ()), here)
            if found is not None:
                return found
        return self._above_first(reference, here)

    def _above_first(self, reference: Reference, here: int) -> int | None:
        """Return the section whose own number is not in its heading, but in those of its parts: 4 above 4.1."""
        if reference.family not in PLAIN_FAMILIES | {"part"}:
            return None
        found = self._nearest(self._headings.get(("", f"{reference.number}.1"), ()), here)
        if found is None or self._sections[found].parent < 0:
            return None
        parent = self._sections[found].parent
        return None if _label_of(self._sections[parent].heading)[1] else parent

    def may_hold(self, number: str, here: int) -> bool:
        """Tell whether a number that is no label may stand for something all the same.

        It begins a sentence somewhere, the part it belongs to holds a list whose numbers readers do not see, or the
        document is one chapter or section of several files and the number is of another one.
        """
        shared = self._shared or ()
        if tuple(number.split(".")[: len(shared)]) != shared:
            return True
        if self._started is None:
            texts = (found[1] for block in self._blocks for found in _SENTENCE_STARTS.finditer(block.text))
            self._started = frozenset(texts)
        if number in self._started:
            return True
        above = number.rpartition(".")[0]
        parent = self._nearest(self._headings.get(("", above), ()), here) if above else None
        shows_numbers = any(("", f"{above}.1") in places for places in (self._clauses, self._headings))
        return parent is not None and not shows_numbers and self._holds_list(parent)

    def _holds_list(self, ordinal: int) -> bool:
        own = self._sections[ordinal].own_blocks
        return any(self._blocks[index].kind is BlockKind.LIST_ITEM for index in own)

    def _numbered(self, reference: Reference, here: int) -> Target | None:
        section = self.heading(reference, here)
        if section is not None:
            return Target(section)
        families = _families(reference.family, self._families)
        for family in families:
            places = self._clauses.get((family, reference.number), ())
            if places and self._is_plain_list(family, reference, places, here):
                continue
            found = self._nearest(places, here)
            if found is not None:
                return Target(found, _shown(reference.number))
        return None

    def _is_plain_list(self, family: str, reference: Reference, places: Sequence[int], here: int) -> bool:
        """Tell whether a number of one component is but the number of some list's item, elsewhere."""
        if family or reference.depth > 1:
            return False
        own = reference.family in {"item", "step", "paragraph"} and here in places
        return not own and (len(places) > 1 or self._families[""] > 0)

    def _label(self, labels: Sequence[str], start: int, here: int) -> Target | None:
        """Return the section nearest to `start` that has a clause with the outermost of the bracketed labels."""
        if start < 0 or not labels:
            return None
        found = self._within(self._labels.get(labels[0], ()), start, climb=start == here)
        return None if found is None else Target(found, "".join(f"({label})" for label in labels))

    def _within(self, places: Sequence[int], start: int, *, climb: bool) -> int | None:
        ordinal, left = start, 2 if climb else 0
        while ordinal >= 0 and left >= 0:
            found = _between(places, ordinal, self._ends[ordinal])
            if found is not None:
                return found
            ordinal, left = self._sections[ordinal].parent, left - 1
        return None

    def _nearest(self, places: Sequence[int], here: int) -> int | None:
        if not places:
            return None
        ordinal, climbed = here, 0
        while ordinal >= 0 and climbed < _MOST_CLIMBED and len(places) > 1:
            found = _between(places, ordinal, self._ends[ordinal])
            if found is not None:
                return found
            ordinal, climbed = self._sections[ordinal].parent, climbed + 1
        return places[0]

    def _take_heading(self, section: Section, title: str) -> None:
        if title:
            self._titles[title].append(section.ordinal)
        family, number, closed = _label_of(section.heading)
        if not number or (not family and number.isdecimal() and int(number) >= _YEARS and not closed):
            return
        self._families[family] += 1
        self._lone[family] += "." not in number
        if not family:
            self._share(tuple(number.split(".")))
        for form in _forms(family, number):
            self._headings[family, form].append(section.ordinal)

    def _share(self, number: tuple[str, ...]) -> None:
        """Keep the components that all numbers of headings begin with."""
        pairs = zip(number if self._shared is None else self._shared, number, strict=False)
        self._shared = tuple(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    def _take_block(self, ordinal: int, block: Block) -> None:
        if block.kind is BlockKind.CODE or block.kind is BlockKind.HEADING:
            return
        if block.kind in {BlockKind.CAPTION, BlockKind.TABLE, BlockKind.PARAGRAPH}:
            self._take_caption(ordinal, block.text)
        for line in block.text.split("\n"):
            for key in _line_keys(line):
                if key[0] == "()":
                    _append(self._labels[key[1]], ordinal)
                else:
                    _append(self._clauses[key], ordinal)

    def _take_caption(self, ordinal: int, text: str) -> None:
        found = _CAPTION.match(text)
        family = FAMILY_OF.get(found["word"].lower(), "") if found else ""
        if found and family in {"figure", "table"}:
            _append(self._clauses[family, found["number"].lower().replace("-", ".")], ordinal)


def _append(places: list[int], ordinal: int) -> None:
    if not places or places[-1] != ordinal:
        places.append(ordinal)


def _between(places: Sequence[int], first: int, last: int) -> int | None:
    """Return the first of the rising `places` from `first` to `last`, both included."""
    at = bisect_left(places, first)
    return places[at] if at < len(places) and places[at] <= last else None


def _families(family: str, counts: Counter[str]) -> Iterator[str]:
    """Yield the families of headings that a reference's word can mean, the likeliest first."""
    named = (family, "") if family in PLAIN_FAMILIES else (family,)
    # A heading that only happens to begin with "Section 6.4" must not win over all that begin with their own number.
    yield from sorted(named, key=lambda name: counts[name], reverse=True)
    if family in EXCHANGED and not counts[family]:
        yield from sorted(EXCHANGED - {family})


def _label_of(text: str) -> tuple[str, str, bool]:
    """Return family, number and whether it is closed, of the label that a text begins with; empty texts for none."""
    cjk = cjk_label(text)
    if cjk:
        return cjk[0], cjk[1], True
    lettered = _LETTER_NUMBER.match(text)
    if lettered:
        return "", lettered["number"].lower(), True
    found = leading_number(text)
    if found is None or found.rank == BRACKET_RANK or (found.keyword and text[found.end - 1] == ")"):
        return "", "", False
    return _family(found), found.label, found.closed


def _family(found: ClauseNumber) -> str:
    return FAMILY_OF.get(found.keyword, found.keyword)


def _forms(family: str, number: str) -> Iterable[str]:
    """Return a number and, for a roman one, its value: "Article 4" leads to "Article IV"."""
    value = roman_value(number)
    return (number, str(value)) if value and family not in {"appendix", "exhibit"} else (number,)


def _line_keys(line: str) -> Iterator[Key]:
    """Yield the labels at the beginning of a line: "4.2", then "(b)" behind it or alone (family "()")."""
    start = _MARKER.match(line)
    rest = line[start.end() :] if start else line
    family, number, _ = _label_of(rest[:60])
    if number:
        for form in _forms(family, number):
            yield family, form
        if not family and number.isdecimal():
            yield "()", number
        return
    bracket = _BRACKET.match(rest)
    if bracket:
        yield "()", bracket["label"].lower()


def _shown(number: str) -> str:
    return number if number[:1].isdecimal() else number.upper()


def _last_descendants(sections: Sequence[Section]) -> list[int]:
    """Return the ordinal of each section's last subsection, its own when it has none."""
    lasts = list(range(len(sections)))
    for section in reversed(sections):
        if section.parent >= 0:
            lasts[section.parent] = max(lasts[section.parent], lasts[section.ordinal])
    return lasts
