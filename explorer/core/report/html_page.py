"""The frame of every HTML page: whole in one file, and by its own security policy without scripts and fetches."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.core.report.html_style import STYLE
from explorer.core.report.markup import Markup, lines, meta, tag

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(title: str, version: str, parts: Iterable[str], style: str = "") -> str:
    """Return a page of parts, one after the other; `style` is added to the style sheet of all pages."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        meta("viewport", "width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        meta("generator", f"chunk-explorer {version}"),
        tag("title", title),
        tag("style", Markup(STYLE + style)),
    )
    body = tag("body", "\n", lines(*parts), "\n")
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def footer(version: str, date: str) -> Markup:
    """Return the page's last line: what made it, and when."""
    return tag("footer", f"Made by chunk-explorer {version} on {date}. This page needs no network and holds no script.")
