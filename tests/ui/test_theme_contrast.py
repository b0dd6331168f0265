"""Both themes: the same names, readable pairs, a style sheet without holes."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from explorer.ui.theme import TEXT_PAIRS, Theme, contrast, load_scheme

SCHEMES = ("light", "dark")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_is_readable(scheme: str, text: str, ground: str) -> None:
    colours = load_scheme(scheme)
    assert contrast(colours[text], colours[ground]) >= 4.5


def test_contrast_is_the_known_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_both_themes_have_the_same_names() -> None:
    assert load_scheme("light").keys() == load_scheme("dark").keys()


def test_choice_switches_and_announces(qtbot: QtBot) -> None:
    theme = Theme("light")
    light = theme.colour("panel")
    with qtbot.waitSignal(theme.changed):
        theme.choose("dark", 13)
    assert theme.name == "dark"
    assert theme.font_size == 13
    assert theme.colour("panel") != light
    assert "13pt" in theme.style_sheet()
    assert "$" not in theme.style_sheet()


def test_unknown_colour_is_an_error(qtbot: QtBot) -> None:
    with pytest.raises(KeyError):
        Theme("light").colour("no such name")
