"""The heading path in a record's fields: numbered keys, lists, joined text, names of ranks.

Sources: LangChain's `MarkdownHeaderTextSplitter` and `HTMLHeaderTextSplitter` (`Header 1` to `Header 6`, or the names
that a user chose: `h1`, `Chapter`), LlamaIndex's `MarkdownNodeParser` (`header_path`: "/A/B/", the headings above the
node's own, which stands in its text), docling (`headings`), and this program (`heading_path`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import cast

from explorer.core.parsing.given.layers import Layer, parsed, values

_NUMBERED = re.compile(r"(?:header|heading|headline|h|headerlevel|headinglevel)([1-9])")
_LISTED = (
    "headingpath", "headings", "headerpath", "sectionpath", "breadcrumbs", "breadcrumb", "hierarchy",
    "headingshierarchy", "headerhierarchy", "headinghierarchy", "headers", "path",
)  # fmt: skip
_RANKED = ("part", "chapter", "section", "subsection", "subsubsection")
_SINGLE = ("heading", "sectiontitle", "sectionheading", "sectionname", "sectionheader", "header")
_JOINTS = (" > ", " » ", " › ", " → ", " | ", " :: ", "\n")
_MARKED = re.compile(r"\s{0,3}(#{1,6})[ \t]+(\S.*?)[ \t]*#*[ \t]*(?:\n|\Z)")
_DEEPEST = 1000

Path = tuple[tuple[str, ...], tuple[int, ...]]
"""Headings, outermost first, and the level of each where it is known (else no levels at all)."""


def heading_path(layers: Sequence[Layer], text: str, title: str) -> Path:
    """Return the path that a record's fields name for its text; none when they name none."""
    numbered = _numbered(layers)
    if numbered:
        return tuple(heading for _, heading in numbered), tuple(level for level, _ in numbered)
    for name in _LISTED:
        for value in values(layers, (name,)):
            found = _elements(value, name)
            if found is not None:
                own = _own_heading(value, text) if name == "headerpath" else ""
                return (*found, own) if own and own not in found[-1:] else found, ()
    ranked = [part for name in _RANKED for part in _first(layers, name)]
    if ranked:
        return tuple(ranked), ()
    for name in _SINGLE:
        found = _first(layers, name)
        if found and found != (title,):
            return found, ()
    return (), ()


def _numbered(layers: Sequence[Layer]) -> list[tuple[int, str]]:
    """Return (level, heading) of keys such as `Header 2`; outer layers win over inner ones."""
    found: dict[int, str] = {}
    for layer in layers:
        for key, value in layer.items():
            match = _NUMBERED.fullmatch(key)
            shown = _shown(value) if match else ""
            if match and shown:
                found.setdefault(int(match[1]), shown)
    return sorted(found.items())


def _first(layers: Sequence[Layer], name: str) -> tuple[str, ...]:
    return next((found for value in values(layers, (name,)) if (found := _elements(value, name))), ())


def _elements(value: object, name: str) -> tuple[str, ...] | None:
    """Return the headings that a list or a joined text holds; None when the value is no path at all."""
    if isinstance(value, str):
        if value.lstrip().startswith("[") and isinstance(listed := parsed(value), list):
            return _elements(cast("object", listed), name)
        return _split(value, name)
    if isinstance(value, Mapping):
        value = list(cast("Mapping[str, object]", value).values())
    if not isinstance(value, list | tuple):
        return None
    shown = (_shown(item) for item in cast("Sequence[object]", value)[:_DEEPEST])
    return tuple(heading for heading in shown if heading)


def _shown(value: object) -> str:
    """Return a heading as text with its white space collapsed; an object's own text where it is one."""
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, object]", value)
        value = next((fields[key] for key in ("text", "title", "heading", "name") if key in fields), "")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).split())


def _split(joined: str, name: str) -> tuple[str, ...] | None:
    """Take a joined path apart; a `path` without a joint names a file rather than headings."""
    bare = joined.strip()
    if name == "headerpath" and bare.startswith("/"):
        parts = bare.strip("/").split("/")
    else:
        joint = next((joint for joint in _JOINTS if joint in bare), "")
        if name == "path" and not joint:
            return None
        parts = bare.split(joint) if joint else [bare]
    shown = (" ".join(part.split()) for part in parts[:_DEEPEST])
    return tuple(part for part in shown if part)


def _own_heading(value: object, text: str) -> str:
    """Return the Markdown heading that the text begins with, where LlamaIndex's path names only those above it."""
    wrapped = isinstance(value, str) and value.startswith("/") and value.endswith("/")
    match = _MARKED.match(text) if wrapped else None
    return " ".join(match[2].split()) if match else ""
