"""Passages with their true heading path, found without any tool under test.

A document becomes units (lines of Markdown, elements of HTML, paragraphs of DOCX, lines of a PDF page). The true
headings are looked for among the units from the front and from the back; a heading whose place is the same both ways
is certain. A passage counts only when it stands between certain headings and its words occur once in the document.
"""

from __future__ import annotations

import re
import zipfile
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import lxml.etree
import lxml.html
import pymupdf
from structure_text import Path, compact, heading_key, key_paths
from structure_truth import Case

WORDS = 12
MOST_PASSAGES = 400
_MARKUP = re.compile(r"[\[\]<>{}|`$&*_\\#=]|https?:|^\s*(?:[-+>!:]|\d+[.)]|\W*$)")
_FENCE = re.compile(r"^\s*(```+|~~~+)")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FURNITURE = {"nav", "header", "footer", "aside", "script", "style", "template", "head", "form", "noscript"}
_TEXT_TAGS = {"p", "li", "td", "th", "dt", "dd", "pre", "figcaption", "caption", "summary", "blockquote", "div"}
_HEADING_TAGS = {"h1", "h2", "h3", "h4", "h5", "h6"}


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a document in reading order. `page` from 1 for PDF. `prose` can give a passage, `heading` can be a
    true heading's place; `again` repeats the words of its neighbours (lines joined)."""

    text: str
    page: int | None = None
    prose: bool = True
    heading: bool = True
    again: bool = False


@dataclass(slots=True)
class Passages:
    """Passages as (compact text, true path as keys), and how many were dropped for which reason.

    `foreign`: next to none of the true headings stand in the document, so that the truth is about another one (some
    FastAPI pages carry the truth of a translation).
    """

    kept: list[tuple[str, Path]] = field(default_factory=list[tuple[str, Path]])
    uncertain: int = 0
    repeated: int = 0
    foreign: bool = False


def passages_of(case: Case) -> Passages:
    """Return a case's passages, at most `MOST_PASSAGES` spread evenly over the document."""
    units = list(_UNITS[case.format](case))
    whole = "".join(compact(unit.text) for unit in units if not unit.again)
    if case.gold:
        return _gold_passages(case, whole)
    places = _places(case, units)
    located = sum(place is not None for place in places)
    if case.format == "markdown" and len(places) > 1 and located * 5 < len(places):
        return Passages(foreign=True)
    paths = key_paths(case.headings)
    found = Passages()
    prose = [index for index, unit in enumerate(units) if unit.prose]
    step = max(1, len(prose) // MOST_PASSAGES)
    for index in prose[::step]:
        window = _window(units[index].text)
        if not window:
            continue
        path = _path_at(index, places, paths)
        # What stands before the first heading of a PDF is its title pages and contents, which tools may leave out.
        if path is None or (not path and case.format == "pdf"):
            found.uncertain += 1
        elif whole.count(window) != 1:
            found.repeated += 1
        else:
            found.kept.append((window, path))
    return found


def _window(text: str) -> str:
    """Return some words out of the middle of a text, or nothing when it has too few; CJK counts by characters."""
    words = text.split()
    middle = max(0, (len(words) - WORDS) // 2)
    window = compact("".join(words[middle : middle + WORDS]))
    if len(words) < 8 and not (len(window) >= 16 and any(sign >= "\u2e80" for sign in window)):
        return ""
    return window[:120]


def _gold_passages(case: Case, whole: str) -> Passages:
    found = Passages()
    for text, path in case.gold:
        window = _window(text.strip().split("\n")[0])
        if not window:
            continue
        count = whole.count(window)
        if count == 1:
            found.kept.append((window, tuple(heading_key(part) for part in path)))
        elif count:
            found.repeated += 1
        else:
            found.uncertain += 1
    return found


def _places(case: Case, units: list[Unit]) -> list[tuple[int, int] | None]:
    """Return for each true heading the first and the last unit where it can stand, or None when it was not found."""
    spots: dict[str, list[int]] = {}
    for index, unit in enumerate(units):
        if unit.heading:
            spots.setdefault(heading_key(unit.text), []).append(index)
    wanted = [
        _candidates(spots, units, heading_key(text), case.pages[at]) for at, (_, text) in enumerate(case.headings)
    ]
    first = _greedy(wanted)
    last = [
        None if spot is None else -spot
        for spot in reversed(_greedy([[-at for at in reversed(c)] for c in reversed(wanted)]))
    ]
    return [None if a is None or b is None or a > b else (a, b) for a, b in zip(first, last, strict=True)]


def _candidates(spots: dict[str, list[int]], units: list[Unit], key: str, page: int | None) -> list[int]:
    return [at for at in spots.get(key, []) if page is None or units[at].page in (page, None)]


def _greedy(wanted: list[list[int]]) -> list[int | None]:
    """Give each heading its first candidate behind the one before; one that would skip most others is left out."""
    found: list[int | None] = []
    at = -(10**9)
    for candidates in wanted:
        behind = bisect_right(candidates, at)
        if behind == len(candidates):
            found.append(None)
            continue
        at = candidates[behind]
        found.append(at)
    return found


def _path_at(index: int, places: list[tuple[int, int] | None], paths: list[Path]) -> Path | None:
    """Return the path at a unit, or None when the heading before or behind it is not certain."""
    owner = -1
    for number, place in enumerate(places):
        if place is None:
            if _between(index, number, places):
                return None
        elif place[0] <= index <= place[1]:
            return None
        elif place[1] < index:
            owner = number
    return paths[owner] if owner >= 0 else ()


def _between(index: int, number: int, places: list[tuple[int, int] | None]) -> bool:
    """Tell whether a heading that was not found may stand just before or behind a unit."""
    before = next((place[0] for place in reversed(places[:number]) if place), -1)
    behind = next((place[1] for place in places[number + 1 :] if place), 10**9)
    return before <= index <= behind


def _markdown_units(case: Case) -> Iterator[Unit]:
    lines = case.file.read_text(encoding="utf-8-sig").splitlines()
    fence, comment = "", False
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        comment = (comment and "-->" not in line) or ("<!--" in line and "-->" not in line.rpartition("<!--")[2])
        if comment or (mark and (not fence or line.strip().startswith(fence))):
            fence = fence if comment or mark is None else "" if fence else mark[1]
            yield Unit("", prose=False, heading=False)
            continue
        under = lines[number + 1].strip() if number + 1 < len(lines) else ""
        heading = not fence and (line.lstrip().startswith("#") or (bool(under) and not under.strip("=-")))
        prose = not fence and not line.startswith(("    ", "\t")) and not heading and not _MARKUP.search(line)
        yield Unit(line.strip().strip("#").strip() if heading else line, prose=prose, heading=heading)


def _html_units(case: Case) -> Iterator[Unit]:
    tree = lxml.html.fromstring(case.file.read_bytes())
    lxml.etree.strip_elements(tree, "script", "style", "noscript", "template", lxml.etree.Comment, with_tail=False)
    skipped: set[lxml.html.HtmlElement] = set()
    for element in tree.iter():
        parent = element.getparent()
        if not isinstance(element.tag, str) or parent in skipped or element.tag in _FURNITURE:
            skipped.add(element)
            continue
        if element.tag in _HEADING_TAGS:
            yield Unit(" ".join(element.text_content().split()), prose=False)
        elif element.tag in _TEXT_TAGS and not any(
            child.tag in (_TEXT_TAGS | _HEADING_TAGS) for child in element.iter() if child is not element
        ):
            text = " ".join(element.text_content().split())
            yield Unit(text, prose=element.tag != "pre" and not _is_links(element, text), heading=False)


def _is_links(element: lxml.html.HtmlElement, text: str) -> bool:
    """Tell whether an element is navigation (contents, "next page"), which tools may leave out: nearly all links."""
    linked = sum(len(" ".join(link.text_content().split())) for link in element.iter("a") if link.get("href"))
    return linked > 0.8 * len(text)


def _docx_units(case: Case) -> Iterator[Unit]:
    with zipfile.ZipFile(case.file) as package:
        relations = lxml.etree.fromstring(package.read("_rels/.rels"))
        mains = [one.get("Target", "") for one in relations if one.get("Type", "").endswith("/officeDocument")]
        root = lxml.etree.fromstring(package.read(mains[0].lstrip("/")))
    for paragraph in root.iter(f"{_W}p"):
        boxed = any(True for _ in paragraph.iter(f"{_W}txbxContent"))
        inside = any(True for _ in paragraph.iterancestors(f"{_W}txbxContent", f"{_W}del", f"{_W}moveFrom"))
        texts = [node.text or "" for node in paragraph.iter(f"{_W}t", f"{_W}tab", f"{_W}br")]
        text = " ".join("".join(texts).split())
        if text:
            prose = not boxed and not inside and not _is_contents(paragraph, text)
            yield Unit(text, prose=prose, heading=not boxed and not inside)


def _is_contents(paragraph: Any, text: str) -> bool:
    """Tell whether a paragraph is an entry of a table of contents, which tools may leave out: nearly all links."""
    links = paragraph.iter(f"{_W}hyperlink")
    linked = sum(len("".join(node.text or "" for node in link.iter(f"{_W}t"))) for link in links)
    return linked > 0.8 * len(text)


def _pdf_units(case: Case) -> Iterator[Unit]:
    """Yield the lines of each page; two and three lines joined can be a wrapped heading's place."""
    with pymupdf.open(case.file) as document:
        for number_of_page in range(document.page_count):
            text = str(document[number_of_page].get_text("text"))
            lines = [line for line in text.splitlines() if line.strip()]
            for number, line in enumerate(lines):
                yield Unit(line, number_of_page + 1)
                for count in (2, 3, 4):
                    joined = _joined(lines[number : number + count])
                    if len(lines) >= number + count and len(joined) < 250:
                        yield Unit(joined, number_of_page + 1, prose=False, again=True)


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)


_UNITS = {"markdown": _markdown_units, "html": _html_units, "docx": _docx_units, "pdf": _pdf_units}
