"""Which evidence a document's headings rest on: its tags, its outline, or its type.

Order of trust: headings that the file's tags state with text, then the outline matched to the text, then type size
and numbering. Tags or an outline that leave out much of what the type shows are completed from the type: a line in
exactly the style of stated headings gets their level, smaller ones a level below. What the stronger evidence says
is never changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from explorer.core.parsing.aids import NO_AIDS
from explorer.core.parsing.pdf.contents import contents_entries, contents_titles
from explorer.core.parsing.pdf.cover import with_cover_title, with_known_titles, with_title_lines
from explorer.core.parsing.pdf.headings import NO_NUMBER, Candidate, is_chapter_word, type_candidates
from explorer.core.parsing.pdf.labels import cover_pages, with_chapter_words, without_labels
from explorer.core.parsing.pdf.levels import levelled
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import Measure, same_column
from explorer.core.parsing.pdf.outline import Match, OutlineEntry, match_outline
from explorer.core.parsing.pdf.run_in import with_run_ins
from explorer.core.parsing.pdf.sequences import with_sequences
from explorer.core.parsing.pdf.votes import Boxes, doubtful_pages, voted

Style = tuple[float, bool]
_MISSING = 0.3
"""An outline that leaves out more clear headings than this share of its own entries is completed."""
_MOST_WORDS, _MANY_NUMBERED, _CONFIRMED, _LOST = 40, 10, 0.8, 0.3
_CLEAR = 1.2
"""Type this much larger than the body is a heading's beyond doubt."""


class Chosen(NamedTuple):
    """The headings in order, the evidence in words, notes for the user, and pages where a layout model could decide."""

    matches: list[Match]
    evidence: str
    notes: list[str]
    undecided: tuple[int, ...] = ()


def choose_headings(
    lines: Sequence[Line],
    entries: Sequence[OutlineEntry],
    measure: Measure,
    contents: set[int],
    layout: Boxes = NO_AIDS.layout,
) -> Chosen:
    """Return a document's headings by the best evidence; `layout` is a layout model's opinion, by page."""
    chosen = _chosen(lines, entries, measure, contents, layout)
    found = with_run_ins(chosen.matches, lines, contents)
    evidence = chosen.evidence if chosen.matches or not found else "numbered run-in headings"
    return chosen._replace(matches=found, evidence=evidence)


def _chosen(
    lines: Sequence[Line], entries: Sequence[OutlineEntry], measure: Measure, contents: set[int], layout: Boxes
) -> Chosen:
    matched, missing = match_outline(entries, lines) if entries else ([], 0)
    notes = [f"{missing} of {len(entries)} outline entries do not stand on their page"] if missing else []
    matched = _with_chapter_words([match for match in matched if match.first not in contents], lines)
    outlined = bool(matched) and len(matched) * 2 >= len(entries)
    tagged = _tagged(lines, contents)
    trusted = bool(tagged) and len(_clear(lines, tagged, measure, contents)) <= 0.5 * len(tagged)
    if outlined and not trusted and len(_clear(lines, matched, measure, contents)) <= _MISSING * len(matched):
        return Chosen(matched, "outline", notes)
    candidates = _candidates(lines, measure, contents)
    if trusted:
        completed = _completed(tagged, _in_stated_style(candidates, tagged, lines), lines, measure)
        titled = completed if outlined else with_cover_title(completed, lines, measure)
        evidence = "tagged structure" + (", completed by type size" if len(titled) > len(tagged) else "")
        return Chosen(titled, evidence, [])
    if outlined:
        return Chosen(_completed(matched, candidates, lines, measure), "outline, completed by type size", notes)
    if tagged:
        completed = with_cover_title(_completed(tagged, candidates, lines, measure), lines, measure)
        return Chosen(completed, "tagged structure, completed by type size", notes)
    listed = _listed(lines, contents)
    decided = _is_decided(candidates)
    if listed and not decided:
        completed = _completed(listed, _in_stated_style(candidates, listed, lines), lines, measure)
        more = ", completed by type size" if len(completed) > len(listed) else ""
        return Chosen(completed, "printed contents" + more, notes)
    undecided = () if decided else tuple(sorted(doubtful_pages(candidates, lines, measure, contents)))
    found, numbered = levelled(voted(candidates, lines, measure, contents, layout) if layout else candidates, lines)
    if not contents:
        found = with_cover_title(found, lines, measure)
    return Chosen(found, _type_evidence(found, listed, numbered=numbered, voted=bool(layout)), notes, undecided)


def _type_evidence(found: Sequence[Match], listed: Sequence[Match], *, numbered: bool, voted: bool) -> str:
    """Say what headings told by their type rest on; `listed` are those that the printed contents name."""
    if not found:
        return "none"
    firsts = {match.first for match in found}
    confirmed = bool(listed) and sum(match.first in firsts for match in listed) >= _CONFIRMED * len(listed)
    named = [
        "type size and numbering" if numbered else "type size only",
        "confirmed by the printed contents" if confirmed else "",
        "with a layout model" if voted else "",
    ]
    return ", ".join(filter(None, named))


def _listed(lines: Sequence[Line], contents: set[int]) -> list[Match]:
    """Return the headings that the printed contents name, when most of its entries stand where it says."""
    entries = contents_entries(lines, contents) if contents else []
    matched, missing = match_outline(entries, lines, contents) if entries else ([], 0)
    return matched if matched and missing <= _LOST * len(entries) else []


def _is_decided(candidates: Sequence[Candidate]) -> bool:
    """Tell whether numbers confirm so many headings that a model's opinion has nothing to add."""
    numbered = sum(candidate.rank != NO_NUMBER for candidate in candidates)
    return numbered >= _MANY_NUMBERED and numbered * 2 >= len(candidates)


def _clear(lines: Sequence[Line], stated: Sequence[Match], measure: Measure, contents: set[int]) -> list[Candidate]:
    """Return what type alone makes clear headings and the stated ones leave out.

    Large lines are few and quickly counted; only where there are many of them are they looked at closely.
    """
    taken = {index for match in stated for index in range(match.first, match.last + 1)} | contents
    large = sum(line.size >= _CLEAR * measure.body and i not in taken for i, line in enumerate(lines))
    if large <= 0.5 * len(stated):
        return []
    found = type_candidates(lines, measure, contents, cover_pages(lines, measure))
    return _without([candidate for candidate in found if candidate.size >= _CLEAR * measure.body], stated)


def _candidates(lines: Sequence[Line], measure: Measure, contents: set[int]) -> list[Candidate]:
    """Return the headings that type, numbering and consistent styles show, in order."""
    found = type_candidates(lines, measure, contents, cover_pages(lines, measure))
    found = with_sequences(without_labels(found, lines, measure), lines, measure, contents)
    found = with_title_lines(with_chapter_words(found, lines), lines, measure)
    return with_known_titles(found, lines, measure, contents_titles(lines, contents))


def _tagged(lines: Sequence[Line], contents: set[int]) -> list[Match]:
    """Return the headings that tags state. A tag around whole paragraphs is one put there by mistake."""
    found: list[Match] = []
    for index, line in enumerate(lines):
        if not line.tag or index in contents:
            continue
        above = found[-1] if found else None
        if above and above.last == index - 1 and _is_one_element(lines[above.last], line):
            found[-1] = Match(above.first, index, above.level)
        else:
            found.append(Match(index, index, line.tag))
    return [match for match in found if _reads_as_heading(lines[match.first : match.last + 1])]


def _is_one_element(above: Line, line: Line) -> bool:
    return above.element == line.element and abs(above.size - line.size) < 0.6 and above.bold == line.bold


def _reads_as_heading(lines: Sequence[Line]) -> bool:
    words = sum(len(line.text.split()) for line in lines)
    return words <= _MOST_WORDS and any(letter.isalnum() for letter in lines[0].text)


def _with_chapter_words(matches: list[Match], lines: Sequence[Line]) -> list[Match]:
    """Take a line that is only "Chapter 1" into the heading right below it."""
    taken = {index for match in matches for index in range(match.first, match.last + 1)}
    joined: list[Match] = []
    for match in matches:
        above, line = lines[match.first - 1], lines[match.first]
        alone = match.first > 0 and match.first - 1 not in taken and is_chapter_word(above.text)
        if alone and same_column(above, line) and line.base - above.base < 4 * line.size:
            joined.append(match._replace(first=match.first - 1))
        else:
            joined.append(match)
    return joined


def _without(candidates: Sequence[Candidate], matches: Sequence[Match]) -> list[Candidate]:
    taken = {index for match in matches for index in range(match.first, match.last + 1)}
    return [c for c in candidates if not any(index in taken for index in range(c.first, c.last + 1))]


def _in_stated_style(
    candidates: Sequence[Candidate], stated: Sequence[Match], lines: Sequence[Line]
) -> list[Candidate]:
    """Return the candidates in the very type that most lines set in it are stated to be headings in."""
    known = Counter((_style(lines[match.first]), lines[match.first].font) for match in stated)
    left = _without(candidates, stated)
    missing = Counter((_style(lines[candidate.first]), candidate.font) for candidate in left)
    return [
        candidate
        for candidate in left
        if known[style := (_style(lines[candidate.first]), candidate.font)] >= missing[style]
    ]


def _completed(
    stated: list[Match], candidates: Sequence[Candidate], lines: Sequence[Line], measure: Measure
) -> list[Match]:
    """Add headings that only the type shows, at levels that fit the stated ones."""
    levels: dict[Style, Counter[int]] = {}
    for match in stated:
        levels.setdefault(_style(lines[match.first]), Counter())[match.level] += 1
    known = {style: counts.most_common(1)[0][0] for style, counts in levels.items()}
    added: list[Match] = []
    for candidate in _without(candidates, stated):
        level = _fitting_level(_style(lines[candidate.first]), known, measure)
        if level:
            added.append(Match(candidate.first, candidate.last, level))
    return sorted([*stated, *added])


def _fitting_level(style: Style, known: dict[Style, int], measure: Measure) -> int:
    if style in known:
        return known[style]
    larger = [level for (size, _), level in known.items() if size > style[0] + 0.4]
    smaller = [level for (size, _), level in known.items() if size < style[0] - 0.4]
    if style[0] < 1.1 * measure.body and not style[1]:
        return 0
    if smaller:
        return min(smaller)
    return min(9, max(larger, default=0) + 1)


def _style(line: Line) -> Style:
    return round(line.size * 2) / 2, line.bold
