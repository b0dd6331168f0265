"""Automatic numbers of Word lists and headings, counted as Word counts them (ISO/IEC 29500-1, 17.9).

A number list ("num") uses an abstract one, with overrides; lists of one abstract list count on together. Guarantee:
every label depends on the paragraphs before it only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from explorer.core.parsing.docx.number_formats import write_number
from explorer.core.parsing.docx.symbols import bullet, symbols_as_text
from explorer.core.parsing.docx.xml import Node, indent_of, is_on, whole_number

LEVELS = 9
_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list.

    `text`: its pattern ("%1.%2"). `restart`: the level (from 1) behind which it begins anew, 0 for never, None for any
    above. `legal`: all numbers in decimal digits. `joined`: no gap behind the number.
    """

    start: int = 1
    style: str = "decimal"
    custom: str = ""
    text: str = ""
    restart: int | None = None
    legal: bool = False
    joined: bool = False
    hidden: bool = False
    font: str = ""
    linked_style: str = ""
    picture: bool = False
    indent: int | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """A paragraph's automatic number as text. `bullet`: it is a sign and counts nothing. `joined`: no gap follows."""

    text: str
    bullet: bool = False
    joined: bool = False


@dataclass(slots=True)
class _List:
    abstract: str
    levels: dict[int, Level]
    starts: dict[int, int] = field(default_factory=dict[int, int])
    used: set[int] = field(default_factory=set[int])


class Numbering:
    """The lists of a document, and how far each has counted."""

    def __init__(self, root: Node | None) -> None:
        abstracts = {
            node.attributes.get("w:abstractNumId", ""): node for node in (root.all("w:abstractNum") if root else ())
        }
        lists = {node.attributes.get("w:numId", ""): node for node in (root.all("w:num") if root else ())}
        by_style = {link: key for key, node in abstracts.items() if (link := node.value("w:styleLink"))}
        cache: dict[str, dict[int, Level]] = {}
        self._lists: dict[str, _List] = {}
        for key, node in lists.items():
            abstract = _linked(node.value("w:abstractNumId") or "", abstracts, by_style)
            if abstract not in cache:
                cache[abstract] = _levels(abstracts[abstract]) if abstract in abstracts else {}
            self._lists[key] = _read_list(node, abstract, cache[abstract])
        self._counts: dict[str, list[int | None]] = {}

    def level_of_style(self, list_id: str, style_id: str) -> int | None:
        """Return the level of a list that a paragraph style is linked to, or None."""
        found = self._lists.get(list_id)
        levels = found.levels.items() if found else ()
        return next((at for at, level in levels if level.linked_style and level.linked_style == style_id), None)

    def indent(self, list_id: str, at: int) -> int | None:
        """Return the left indent that a list's level gives to its items, in twentieths of a point."""
        found = self._lists.get(list_id)
        return found.levels[at].indent if found and at in found.levels else None

    def count(self, list_id: str, at: int) -> Label | None:
        """Count one paragraph at a level (from 0) of a list and return its label; None when it shows none."""
        found = self._lists.get(list_id)
        if found is None or not 0 <= at < LEVELS:
            return None
        level = found.levels.get(at, Level())
        counts = self._counts.setdefault(found.abstract, [None] * LEVELS)
        self._advance(found, counts, at)
        if level.hidden:
            return None
        if level.style == "bullet" or level.picture:
            return Label(bullet(level.text, level.font), bullet=True)
        text = symbols_as_text(_PLACE.sub(lambda match: _written(match, level, found, counts), level.text), level.font)
        return Label(text.strip(), joined=level.joined) if text.strip() else None

    def _advance(self, found: _List, counts: list[int | None], at: int) -> None:
        first_use = at not in found.used
        found.used.add(at)
        if first_use and at in found.starts:
            counts[at] = None
        counts[at] = _start(found, at) if counts[at] is None else (counts[at] or 0) + 1
        for above in range(at):
            # A level that was passed over counts as begun: its next paragraph goes on behind it.
            if counts[above] is None:
                counts[above] = _start(found, above)
        for below in range(at + 1, LEVELS):
            restart = found.levels.get(below, Level()).restart
            if restart is None or at < restart:
                counts[below] = None


def _start(found: _List, at: int) -> int:
    return found.starts.get(at, found.levels.get(at, Level()).start)


def _written(match: re.Match[str], level: Level, found: _List, counts: list[int | None]) -> str:
    at = int(match[1]) - 1
    counted = found.levels.get(at, Level())
    number = counts[at]
    number = _start(found, at) if number is None else number
    decimal = level.legal and counted.style != "decimalZero"
    return write_number(number, "decimal" if decimal else counted.style, counted.custom)


def _linked(key: str, abstracts: dict[str, Node], by_style: dict[str, str]) -> str:
    """Return the abstract list that `key` leads to through the numbering styles that it names."""
    seen: set[str] = set()
    while key in abstracts and key not in seen:
        seen.add(key)
        target = by_style.get(abstracts[key].value("w:numStyleLink") or "")
        if target is None:
            break
        key = target
    return key


def _read_list(node: Node, abstract: str, levels: dict[int, Level]) -> _List:
    found = _List(abstract, levels)
    for override in node.all("w:lvlOverride"):
        at = whole_number(override.attributes.get("w:ilvl"))
        if at is None or not 0 <= at < LEVELS:
            continue
        own = override.child("w:lvl")
        if own is not None:
            found.levels = {**found.levels, at: _level(own)}
        start = whole_number(override.value("w:startOverride"))
        if start is not None:
            found.starts[at] = start
    return found


def _levels(abstract: Node) -> dict[int, Level]:
    found: dict[int, Level] = {}
    for node in abstract.all("w:lvl"):
        at = whole_number(node.attributes.get("w:ilvl"))
        if at is not None and 0 <= at < LEVELS:
            found[at] = _level(node)
    return found


def _level(node: Node) -> Level:
    # A format that older versions do not know stands as a choice beside the one that they use.
    form = node.child("mc:AlternateContent", "mc:Choice", "w:numFmt") or node.child("w:numFmt")
    form = form or node.child("mc:AlternateContent", "mc:Fallback", "w:numFmt")
    fonts, indents = node.child("w:rPr", "w:rFonts"), node.child("w:pPr", "w:ind")
    legal, hidden = node.child("w:isLgl"), node.child("w:rPr", "w:vanish")
    start = whole_number(node.value("w:start"))
    return Level(
        start=0 if start is None else start,
        style=form.attributes.get("w:val", "decimal") if form else "decimal",
        custom=form.attributes.get("w:format", "") if form else "",
        text=node.value("w:lvlText") or "",
        restart=whole_number(node.value("w:lvlRestart")),
        legal=legal is not None and is_on(legal.attributes.get("w:val")),
        joined=node.value("w:suff") == "nothing",
        hidden=hidden is not None and is_on(hidden.attributes.get("w:val")),
        font=(fonts.attributes.get("w:ascii") or fonts.attributes.get("w:hAnsi") or "") if fonts else "",
        linked_style=node.value("w:pStyle") or "",
        indent=indent_of(indents.attributes) if indents else None,
        picture=node.child("w:lvlPicBulletId") is not None,
    )
