"""Recipes and their names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.errors import ExplorerError
from explorer.core.recipe import PLAIN, Recipe, Style, parse_recipe

RECIPES = st.builds(
    Recipe,
    style=st.sampled_from([style for style in Style if style is not Style.NONE]),
    depth=st.integers(0, 9),
    version=st.booleans(),
    sentence=st.booleans(),
    skip_uninformative=st.booleans(),
    title=st.booleans(),
).filter(lambda recipe: recipe.title or recipe.depth)


@given(RECIPES)
def test_name_and_parse_are_inverse(recipe: Recipe) -> None:
    assert parse_recipe(recipe.name) == recipe


def test_plain_recipe_has_the_name_none() -> None:
    assert PLAIN.name == "none"
    assert parse_recipe("none") == PLAIN


@pytest.mark.parametrize(
    "name", ["", "paths", "path+deep", "path+depth=-1", "path+depth=12345", "path+depth=x", "label+"]
)
def test_unknown_names_are_refused_with_what_is_known(name: str) -> None:
    with pytest.raises(ExplorerError, match="Known"):
        parse_recipe(name)
