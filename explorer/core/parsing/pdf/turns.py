"""Quarter turns: pages shown rotated, and text that runs up, down or upside down on its page.

A page of width w and height h turned clockwise by one quarter has width h and height w; its point (x, y) comes to lie
at (h - y, x). `quarters` counts such turns, 0 to 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Box = tuple[float, float, float, float]


def turned_point(x: float, y: float, quarters: int, width: float, height: float) -> tuple[float, float]:
    """Return where a point of a page of this size lies once the page is turned."""
    if quarters == 1:
        return height - y, x
    if quarters == 2:
        return width - x, height - y
    return (y, width - x) if quarters == 3 else (x, y)


def turned_box(box: Sequence[float], quarters: int, width: float, height: float) -> Box:
    """Return where a box of a page of this size lies once the page is turned."""
    ax, ay = turned_point(box[0], box[1], quarters, width, height)
    bx, by = turned_point(box[2], box[3], quarters, width, height)
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def turned_size(quarters: int, width: float, height: float) -> tuple[float, float]:
    """Return the size of the turned page."""
    return (height, width) if quarters % 2 else (width, height)


def quarters_of(direction: Sequence[float]) -> int:
    """Return the turns after which text that runs in this direction stands upright; -1 when it runs aslant."""
    dx, dy = direction
    if dx > 0.98:
        return 0
    if dx < -0.98:
        return 2
    if abs(dx) < 0.2:
        return 1 if dy < 0 else 3
    return -1


def turn_blocks(blocks: Sequence[Mapping[str, Any]], quarters: int, width: float, height: float) -> None:
    """Turn the boxes, baselines and directions of a page's blocks (`get_text("dict")`) where they are.

    `width` and `height` are those of the page before it is turned. MuPDF hands out text as if the page were not
    rotated; the places that people see are those of the rotated page.
    """
    waiting: list[Any] = list(blocks)
    while waiting:
        item = waiting.pop()
        item["bbox"] = turned_box(item["bbox"], quarters, width, height)
        if "origin" in item:
            item["origin"] = turned_point(item["origin"][0], item["origin"][1], quarters, width, height)
        if "dir" in item:
            item["dir"] = _turned_direction(item["dir"], quarters)
        for inner in ("blocks", "lines", "spans"):
            waiting.extend(item.get(inner, ()))


def _turned_direction(direction: Sequence[float], quarters: int) -> tuple[float, float]:
    dx, dy = direction
    for _ in range(quarters):
        dx, dy = -dy, dx
    return dx, dy
