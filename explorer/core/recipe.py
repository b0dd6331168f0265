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


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the embedded text is made: which header style, how many headings (`depth`), with version, with sentence.

    `skip_uninformative` leaves H102 to H104 headings out of the header. `name` and `parse_recipe` are inverse.
    """

    style: Style = Style.PATH
    depth: int = 3
    version: bool = False
    sentence: bool = False
    skip_uninformative: bool = True

    @property
    def name(self) -> str:
        """Return the recipe as the commands take it, such as `path`, `label+version` or `path+depth=2`."""
        if self.style is Style.NONE:
            return "none" + ("+sentence" if self.sentence else "")
        parts = [str(self.style)]
        parts += [f"depth={self.depth}"] if self.depth != 3 else []
        parts += ["version"] if self.version else []
        parts += ["sentence"] if self.sentence else []
        parts += [] if self.skip_uninformative else ["all-headings"]
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
    )
    return Recipe(style=Style.NONE, sentence=recipe.sentence) if recipe.style is Style.NONE else recipe


def _depth(options: list[str]) -> int:
    for option in options:
        key, _, value = option.partition("=")
        if key == "depth" and value.isdigit() and int(value) >= 1:
            return int(value)
        if option not in {"version", "sentence", "all-headings"}:
            raise ExplorerError(
                f"There is no recipe option {option!r}.", "Known: depth=N, version, sentence, all-headings."
            )
    return 3
