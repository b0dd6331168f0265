"""Recipes: how the embedded text is made out of a chunk."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from explorer.core.errors import ExplorerError


class Style(StrEnum):
    """How a header is written (the table in DESIGN 4.3)."""

    NONE = "none"
    PATH = "path"
    LABEL = "label"
    BRACKET = "bracket"
    PROSE = "prose"


DEPTH = 8
"""Headings that a header shows unless a recipe says otherwise: all of nearly every document.

DESIGN 4.3 said three. Measured by `tests/benchmarks/retrieval.py`, all headings answer better on manuals with deep
outlines and no worse elsewhere; the header's share of tokens bounds them. More than eight would cost time in
documents nested without end, for headings that rarely fit.
"""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the embedded text is made: which header style, how many headings (`depth`), with version, with sentence.

    `depth` 0 shows the title alone; without `title` only headings are shown. `skip_uninformative` leaves H102 to H104
    headings out of the header. `name` and `parse_recipe` are inverse.
    """

    style: Style = Style.PATH
    depth: int = DEPTH
    version: bool = False
    sentence: bool = False
    skip_uninformative: bool = True
    title: bool = True

    @property
    def name(self) -> str:
        """Return the recipe as the commands take it, such as `path`, `label+version` or `path+depth=2`."""
        if self.style is Style.NONE:
            return "none" + ("+sentence" if self.sentence else "")
        parts = [str(self.style)]
        parts += [f"depth={self.depth}"] if self.depth != DEPTH else []
        parts += ["version"] if self.version else []
        parts += ["sentence"] if self.sentence else []
        parts += [] if self.skip_uninformative else ["all-headings"]
        parts += [] if self.title else ["no-title"]
        return "+".join(parts)


PLAIN = Recipe(style=Style.NONE)
"""The plain side of every comparison: the text alone."""


def parse_recipe(name: str) -> Recipe:
    """Read a recipe's name; raises `ExplorerError` that lists what is known."""
    style, *options = name.strip().lower().split("+")
    if style not in list(Style):
        known = ", ".join(Style)
        raise ExplorerError(f"There is no recipe style {style!r}.", f"Known styles: {known}.")
    recipe = Recipe(
        style=Style(style),
        depth=_depth(options),
        version="version" in options,
        sentence="sentence" in options,
        skip_uninformative="all-headings" not in options,
        title="no-title" not in options,
    )
    if recipe.style is not Style.NONE and not recipe.title and not recipe.depth:
        raise ExplorerError(
            "A recipe without title and without headings has no header.", "Use none for the text alone."
        )
    return Recipe(style=Style.NONE, sentence=recipe.sentence) if recipe.style is Style.NONE else recipe


_OPTIONS = ("version", "sentence", "all-headings", "no-title")


def _depth(options: list[str]) -> int:
    depth = DEPTH
    for option in options:
        key, _, value = option.partition("=")
        if key == "depth" and value.isdecimal() and len(value) <= 4:
            depth = int(value)
        elif option not in _OPTIONS:
            known = ", ".join(("depth=N", *_OPTIONS))
            raise ExplorerError(f"There is no recipe option {option!r}.", f"Known: {known}.")
    return depth
