"""Bar charts as inline SVG, drawn by hand: no script, no file, sharp at any size and on paper.

Bars are decoration to a screen reader: the words and numbers beside them say the same. Each severity has a pattern of
its own beside its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from explorer.core.report.markup import Markup, joined, lines, tag

_HEIGHT = 14

PARTS = ("error", "warning", "note", "text", "header", "kind")
"""Fills that a bar's parts may have; each is a pattern in `patterns` and a colour in the style sheet."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A labelled bar: `parts` are (fill, amount), `value` is what they add up to, in words."""

    label: str
    parts: tuple[tuple[str, float], ...]
    value: str


def patterns() -> Markup:
    """Return the fills of all charts, to stand once on the page before any of them."""
    shapes = {
        "error": (),
        "warning": (_stroke(0, 0, 0, 6), _stroke(3, 0, 3, 6)),
        "note": (tag("circle", cx=3, cy=3, r=1.2, class_="ink"),),
        "text": (),
        "header": (_stroke(0, 0, 0, 6), _stroke(3, 0, 3, 6)),
        "kind": (),
    }
    drawn = (_pattern(name, marks) for name, marks in shapes.items())
    return tag("svg", tag("defs", *drawn), width=0, height=0, aria_hidden="true", class_="patterns")


def _stroke(x1: int, y1: int, x2: int, y2: int) -> Markup:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="ink")


def _pattern(name: str, marks: Sequence[Markup]) -> Markup:
    ground = tag("rect", width=6, height=6, class_=f"fill-{name}")
    turn = "rotate(45)" if len(marks) > 1 else "rotate(0)"
    return tag(
        "pattern",
        ground,
        *marks,
        id=f"p-{name}",
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
        patternTransform=turn,
    )


def bar(parts: Iterable[tuple[str, float]], whole: float) -> Markup:
    """Return a bar whose parts take their share of `whole`, with a track behind it."""
    drawn: list[Markup] = []
    left = 0.0
    for fill, amount in parts:
        width = 100 * amount / whole if whole else 0.0
        if width:
            drawn.append(
                tag(
                    "rect",
                    x=f"{left:.2f}%",
                    width=f"{width:.2f}%",
                    height=_HEIGHT,
                    fill=f"url(#p-{fill})",
                )
            )
        left += width
    track = tag("rect", width="100%", height=_HEIGHT, class_="track")
    return tag("svg", track, *drawn, class_="bar", height=_HEIGHT, aria_hidden="true", focusable="false")


def bar_chart(caption: str, bars: Sequence[Bar], whole: float = 0.0, legend: Sequence[tuple[str, str]] = ()) -> Markup:
    """Return labelled bars; the longest fills its track unless `whole` says what a full track stands for."""
    full = whole or max((sum(amount for _, amount in one.parts) for one in bars), default=0.0)
    rows = (
        tag(
            "li",
            tag("span", one.label, class_="label"),
            bar(one.parts, full),
            tag("span", one.value, class_="value"),
        )
        for one in bars
    )
    keys = _legend(legend) if legend else Markup("")
    return tag("figure", tag("figcaption", caption), keys, tag("ul", "\n", lines(*rows), "\n", class_="bars"))


def _legend(entries: Iterable[tuple[str, str]]) -> Markup:
    """Return what each fill stands for; entries are (fill, words)."""
    swatch = "12"
    shown = (
        tag(
            "span",
            tag(
                "svg",
                tag("rect", width=swatch, height=swatch, fill=f"url(#p-{fill})"),
                width=swatch,
                height=swatch,
                aria_hidden="true",
            ),
            words,
        )
        for fill, words in entries
    )
    return tag("p", joined(shown), class_="legend")
