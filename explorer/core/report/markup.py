"""HTML that is escaped by default: only `Markup` goes in as it is, and only `tag` makes it."""

from __future__ import annotations

import html
from collections.abc import Iterable

from explorer.core.terminal_text import escaped

_VOID = frozenset({"meta", "rect", "line", "circle"})
"""Elements without content: HTML's own have no end tag, those of SVG are closed at once."""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def plain(value: str) -> Markup:
    """Return text escaped; signs that cannot be shown, or that turn the line around, are shown as codes."""
    shown = "".join(sign if sign in "\n\t" else escaped(sign) for sign in value)
    visible = shown.encode("utf-8", "backslashreplace").decode("utf-8")
    return Markup(html.escape(visible, quote=True))


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """Return parts one after the other, each escaped unless it is HTML already."""
    return Markup(between.join(part if isinstance(part, Markup) else plain(part) for part in parts))


def tag(name: str, *children: str, **attributes: str | float) -> Markup:
    """Return an element; `class_` stands for `class`, and `_` in names for `-`."""
    own = "".join(f' {key.strip("_").replace("_", "-")}="{plain(str(value))}"' for key, value in attributes.items())
    if name in _VOID:
        return Markup(f"<{name}{own}>" if name == "meta" else f"<{name}{own}/>")
    return Markup(f"<{name}{own}>{joined(children)}</{name}>")


def meta(name: str, content: str) -> Markup:
    """Return a fact about the page."""
    return Markup(f'<meta name="{plain(name)}" content="{plain(content)}">')


def lines(*parts: str) -> Markup:
    """Return parts on lines of their own; empty ones are left out."""
    return joined((part for part in parts if part), "\n")


def bdi(text: str) -> Markup:
    """Return a name or heading, whose writing direction must not move what stands beside it."""
    return tag("bdi", text)


def table(caption: str, head: Iterable[tuple[str, str]], rows: Iterable[Iterable[str]], name: str) -> Markup:
    """Return a table with a caption, in a region that can be scrolled by keyboard where it is too wide.

    `head` holds each column's words and class. Rows are made of `cell`s, the first of each a row header.
    """
    top = tag("tr", *(tag("th", words, scope="col", **_class(style)) for words, style in head))
    body = lines(*(tag("tr", *cells) for cells in rows))
    title = tag("caption", caption, id=f"{name}-caption")
    whole = tag("table", title, tag("thead", top), tag("tbody", "\n", body, "\n"))
    return tag("div", whole, class_="scroll", role="region", tabindex="0", aria_labelledby=f"{name}-caption")


def cell(*content: str, style: str = "") -> Markup:
    """Return a table cell."""
    return tag("td", *content, **_class(style))


def row_head(*content: str, style: str = "") -> Markup:
    """Return a row's header."""
    return tag("th", *content, scope="row", **_class(style))


def number(value: int) -> Markup:
    """Return a cell with a count, thousands set apart."""
    return cell(f"{value:,}", style="n")


def _class(style: str) -> dict[str, str | float]:
    return {"class_": style} if style else {}
