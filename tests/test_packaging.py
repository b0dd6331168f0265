"""What a desktop needs of the program: its entry, its icon in every size, and both in the wheel."""

from __future__ import annotations

import configparser
import tomllib
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from explorer.ui.icons import program_icon
from tests.make_app_icon import SIZES, draw

ROOT = Path(__file__).parents[1]
APP = ROOT / "resources" / "app"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize("size", SIZES)
def test_the_shipped_icon_is_the_one_that_is_drawn(qapp: QApplication, size: int) -> None:
    shipped = QImage(str(APP / "hicolor" / f"{size}x{size}" / "apps" / "chunk-explorer.png"))
    drawn = draw(size)
    assert shipped.size() == drawn.size()
    centre = size // 2
    assert shipped.pixelColor(centre, centre).alpha() == 255
    # Renderers of other versions smooth edges in their own way.
    differing = sum(
        abs(shipped.pixelColor(x, y).lightness() - drawn.pixelColor(x, y).lightness()) > 40
        for x in range(0, size, 4)
        for y in range(0, size, 4)
    )
    assert differing <= (size / 4) ** 2 / 20


def test_the_window_has_the_icon_in_all_sizes(qapp: QApplication) -> None:
    assert {size.width() for size in program_icon().availableSizes()} == set(SIZES)


def test_the_desktop_entry_starts_the_command_and_knows_its_window() -> None:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # pyright: ignore[reportAttributeAccessIssue]
    parser.read(APP / "chunk-explorer.desktop", "utf-8")
    entry = parser["Desktop Entry"]
    command, argument = entry["Exec"].split()
    assert command in PROJECT["project"]["scripts"]
    assert argument == "%f"
    assert entry["StartupWMClass"] == entry["Icon"] == "chunk-explorer"
    assert "inode/directory" in entry["MimeType"].split(";")
    assert entry["Categories"].endswith(";")


def test_the_wheel_puts_both_where_desktops_look() -> None:
    shared = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert all((ROOT / source).exists() for source in shared)
    assert {target.split("/")[1] for target in shared.values()} == {"applications", "icons"}
