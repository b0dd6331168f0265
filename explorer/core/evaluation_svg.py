"""Charts of intervals as inline SVG: a point on a track from 0 to 1, the interval a line through it.

To a screen reader the drawing is decoration: the words beside each say the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from explorer.core.evaluation_words import figure_text
from explorer.core.question_views import Figure, RunView
from explorer.core.report.markup import Markup, bdi, lines, tag

CHART_STYLE = """
.intervals li { grid-template-columns: minmax(9rem, 17rem) minmax(6rem, 1fr) 13rem; }
.span { stroke: var(--accent); stroke-width: 3; }
.end { stroke: var(--accent); stroke-width: 2; }
.dot { fill: var(--accent); }
.ring { fill: var(--page); stroke: var(--accent); stroke-width: 2.5; }
.base { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 3 3; }
.win { color: var(--accent); white-space: nowrap; } .loss { color: var(--error); white-space: nowrap; }
tbody td + th { min-width: 15rem; font-weight: 400; }
thead th.n { white-space: normal; }
.tiles bdi { overflow-wrap: anywhere; }
"""

_HEIGHT, _MIDDLE = 18, 9


def interval_chart(caption: str, measure: str, runs: Iterable[RunView]) -> Markup:
    """Return a measure of runs as a list of intervals; each ranker's first run is what its others are held against."""
    bases: dict[str, Figure] = {}
    rows: list[Markup] = []
    for run in runs:
        figure = run.measures.get(measure)
        if figure is None:
            continue
        first = run.ranker not in bases
        base = bases.setdefault(run.ranker, figure)
        rows.append(
            tag(
                "li",
                tag("span", bdi(f"{run.name}, {run.ranker}"), class_="label"),
                _drawing(figure, base, ring=first),
                tag("span", figure_text(figure), f" n = {figure.n:,}", class_="value"),
            )
        )
    return tag("figure", tag("figcaption", caption), tag("ul", "\n", lines(*rows), "\n", class_="bars intervals"))


def _drawing(figure: Figure, base: Figure, *, ring: bool) -> Markup:
    parts = [tag("rect", y=_MIDDLE - 1, width="100%", height=2, class_="track")]
    if base.value is not None and not ring:
        parts.append(_upright(base.value, 0, _HEIGHT, "base"))
    if figure.value is not None and figure.low is not None and figure.high is not None:
        parts.append(tag("line", x1=_share(figure.low), x2=_share(figure.high), y1=_MIDDLE, y2=_MIDDLE, class_="span"))
        parts += [_upright(end, 4, _HEIGHT - 4, "end") for end in (figure.low, figure.high)]
        parts.append(tag("circle", cx=_share(figure.value), cy=_MIDDLE, r=5, class_="ring" if ring else "dot"))
    return tag("svg", *parts, class_="bar", height=_HEIGHT, overflow="visible", aria_hidden="true", focusable="false")


def _upright(place: float, top: int, bottom: int, style: str) -> Markup:
    return tag("line", x1=_share(place), x2=_share(place), y1=top, y2=bottom, class_=style)


def _share(value: float) -> str:
    return f"{100 * value:.2f}%"
