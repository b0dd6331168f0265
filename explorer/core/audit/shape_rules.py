"""Rules about the shape of the outline: H106 to H111 (DESIGN 4.4)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from explorer.core.audit.mend import leading_noun_phrase, propose_mend, run_in_title
from explorer.core.audit.view import Rule, Subject
from explorer.core.audit.words import fold, show
from explorer.core.clauses import LETTER_RANK, PLAIN_RANK, leading_number
from explorer.core.findings import Finding
from explorer.core.outline import Section
from explorer.core.views import ContextChunk

_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
"""Letters of scripts that set no space between words: Han, Hiragana, Katakana."""

_ONLY_DEPTH = "only the last "
_NO_ROOM = "over the header's share"
"""How the reasons of `Header.dropped` begin that `explorer.core.header_fit` gives for want of depth or room."""


def repeated_path(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """H106: a heading whose whole path stood in the document before; case and spacing do not tell two apart.

    The first occurrence is not reported: each later one names it. Headings without a word are left to H103 and H110.
    """
    numbers: dict[tuple[int, str], int] = {}
    first: dict[int, Section] = {}
    paths: list[int] = []
    for section in subject.sections:
        above = paths[section.parent] if section.parent >= 0 else -1
        path = numbers.setdefault((above, fold(show(section.heading))), len(numbers))
        paths.append(path)
        other = first.setdefault(path, section)
        if other is section or not any(sign.isalnum() for sign in section.heading) or _goes_back(subject, section):
            continue
        reason = f'The same path, "{" > ".join(section.path)}", stands in this document before, {_where(other)}.'
        mend = propose_mend(section, subject.document.blocks, subject.words)
        facts = {"first_section": other.ordinal, **_place_facts(other)}
        yield rule.on_section(subject, section, reason, mend, **facts)


def _goes_back(subject: Subject, section: Section) -> bool:
    """Tell whether given chunks go back up to a heading that was open: its reader had to write it once more."""
    above = subject.sections[section.ordinal - 1].path if section.ordinal else ()
    deeper = len(above) > len(section.path) and above[: len(section.path)] == section.path
    return deeper and bool(subject.document.cuts)


def _where(section: Section) -> str:
    place = section.place
    if place.page is not None:
        return f"on page {place.page}"
    return f"as heading {section.ordinal + 1} of the document"


def _place_facts(section: Section) -> dict[str, int]:
    place = section.place
    facts = {"first_page": place.page, "first_start": place.start}
    return {name: value for name, value in facts.items() if value is not None}


def sentence_heading(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """H107: a heading as long as a sentence, numbering aside: by words, or by characters where no spaces part words."""
    for section in subject.sections:
        text = subject.words_of(section.heading)
        signs = len(_UNSPACED.findall(text))
        words = sum(any(sign.isalnum() for sign in word) for word in _UNSPACED.sub(" ", text).split())
        if words > rule.thresholds["words"]:
            counted = "words"
            reason = f"The heading has {words} words: it is a sentence, and its first words have to carry the search."
        elif signs > rule.thresholds["characters"]:
            counted = "characters"
            reason = f"The heading has {signs} characters: it is a sentence."
        else:
            continue
        facts = {"words": words, "characters": signs, "counted": counted}
        yield rule.on_section(subject, section, reason, _short_form(subject, section), **facts)


def _short_form(subject: Subject, section: Section) -> str | None:
    """Return what a sentence is about, in its own words, behind the numbering that it had."""
    text = subject.words_of(section.heading)
    phrase = run_in_title(text) or leading_noun_phrase(text.rstrip(" .!?:"))
    if phrase is None or not subject.says_something(phrase):
        return None
    shown = show(section.heading)
    return f"{shown[: len(shown) - len(text)]}{phrase}"


def level_jump(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """H108: a heading more than one level below the one before it (h1, then h3).

    The first heading may have any level, and so may numbered parts such as articles, § and bracketed clauses as long
    as each kind keeps one level in the whole document: their level is their kind.
    """
    kinds = [_kind(section) for section in subject.sections]
    levels: dict[tuple[int, int], set[int]] = defaultdict(set)
    for section, kind in zip(subject.sections, kinds, strict=True):
        if kind is not None:
            levels[kind].add(section.level)
    before: Section | None = None
    for section, kind in zip(subject.sections, kinds, strict=True):
        steady = kind is not None and len(levels[kind]) == 1
        if before is not None and section.level > before.level + 1 and not steady:
            reason = (
                f'"{section.heading}" has level {section.level} right below "{before.heading}" with level '
                f"{before.level}: a heading between them is missing, or the level is wrong."
            )
            facts = {"level": section.level, "level_before": before.level, "before": before.heading}
            yield rule.on_section(subject, section, reason, None, **facts)
        before = section


def _kind(section: Section) -> tuple[int, int] | None:
    """Return which kind of legal part a heading numbers; None for words and for bare decimals ("4.2")."""
    number = leading_number(section.heading)
    if number is None or number.rank == PLAIN_RANK:
        return None
    return number.rank, number.depth if number.rank < LETTER_RANK else 0


def leaf_without_body(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """H109: a heading with neither text nor subsections; a title page before other headings is exempt."""
    title = subject.key(subject.document.title)
    blocks = subject.document.blocks
    for section in subject.sections:
        has_body = any(blocks[index].text.strip() for index in section.own_blocks)
        if not section.is_leaf or has_body or not section.heading.strip():
            continue
        title_page = not section.ordinal and len(subject.sections) > 1 and subject.key(section.heading) == title
        if not title_page:
            reason = f'Neither text nor another heading stands under "{section.heading}".'
            yield rule.on_section(subject, section, reason, level=section.level)


def empty_heading(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """H110: a heading without any text; what it governs has a gap in its path."""
    for section in subject.sections:
        if not section.heading.strip():
            mend = propose_mend(section, subject.document.blocks, subject.words)
            reason = f"This heading of level {section.level} is empty."
            yield rule.on_section(subject, section, reason, mend, level=section.level)


def deeper_than_shown(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """H111: the header leaves out outer headings of the path, for its depth or its share.

    Once for the same headings left out, at the first section that it happens to: under a first heading that is out of
    sight for hundreds of sections, hundreds of notes would say the same.
    """
    seen: set[int] = set()
    places: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for item in subject.chunks:
        ordinal = item.chunk.section
        if ordinal < 0 or ordinal in seen or not item.header.dropped:
            continue
        out = _left_out(item)
        if out:
            seen.add(ordinal)
            places[out].append((ordinal, len(item.chunk.heading_path)))
    for out, found in places.items():
        ordinal, depth = found[0]
        named = ", ".join(f'"{heading}"' for heading in out)
        others = f" So it is for {len(found) - 1} more sections." if len(found) > 1 else ""
        reason = f"This section lies {depth} headings deep, and the header does not show {named}.{others}"
        yield rule.on_section(
            subject, subject.sections[ordinal], reason, depth=depth, left_out=out, sections=len(found)
        )


def _left_out(item: ContextChunk) -> tuple[str, ...]:
    """Return the headings of a chunk's path that its header leaves out for want of depth or room."""
    path = {" ".join(heading.split()) for heading in item.path}
    out = (what for what, why in item.header.dropped if why.startswith((_ONLY_DEPTH, _NO_ROOM)))
    return tuple(what for what in out if " ".join(what.split()) in path)
