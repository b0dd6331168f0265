"""Colours and the style sheet. The only place where a widget's looks come from.

Named colours live in `resources/themes/{light,dark}.toml`; both files have the same names. Contrast of every pair in
`TEXT_PAIRS` is at least 4.5:1 in both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette

from explorer import paths
from explorer.ui.icons import Icon, icon_file
from explorer.ui.style_sheet import frame_sheet, style_sheet

FONT_SIZES = range(7, 25)
"""Base font sizes that can be chosen, points."""
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((text, ground) for text in ("text", "muted") for ground in ("window", "panel", "raised", "hover")),
    *(("text", ground) for ground in ("accent_soft", "highlight", "match", "warning_soft", "error_soft", "field")),
    ("muted", "chip"),
    ("muted", "field"),
    ("muted", "accent_soft"),
    ("chip_text", "chip"),
    ("accent", "panel"),
    ("accent", "window"),
    ("accent", "accent_soft"),
    ("on_accent", "accent"),
    *((name, ground) for name in ("warning", "error", "success") for ground in ("panel", "window", f"{name}_soft")),
    ("warning", "accent_soft"),
    ("error", "accent_soft"),
    ("segment_text", "segment"),
    ("segment_text", "segment_leaf"),
    ("link", "panel"),
    ("link", "warning_soft"),
    ("inactive", "panel"),
)
"""Every (text colour, ground) that the window draws."""


class Theme(QObject):
    """The colours in force: light, dark, or as the system has it.

    `changed` is emitted after another scheme or base font size took effect.
    """

    changed = Signal()

    def __init__(self, choice: str = "system", font_size: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._schemes = {name: load_scheme(name) for name in ("light", "dark")}
        self._choice = choice
        self._font_size = font_size
        self._name = self._effective()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)

    @property
    def name(self) -> str:
        """Return `light` or `dark`."""
        return self._name

    @property
    def choice(self) -> str:
        """Return `system`, `light` or `dark`, as the user chose."""
        return self._choice

    @property
    def chosen_size(self) -> int:
        """Return the base font size that the user chose; 0 for the usual one."""
        return self._font_size

    @property
    def font_size(self) -> int:
        """Return the base font size in points; other sizes are made from it."""
        return self._font_size or 10

    def choose(self, choice: str, font_size: int | None = None) -> None:
        """Switch to `system`, `light` or `dark`, and to another base font size."""
        self._choice = choice
        self._font_size = self._font_size if font_size is None else font_size
        self._name = self._effective()
        self.changed.emit()

    def colour(self, name: str) -> QColor:
        """Return a named colour; raises KeyError for a name that the theme files lack."""
        return QColor(self._schemes[self._name][name])

    def colours(self) -> Mapping[str, str]:
        """Return all colours by name, as `#rrggbb`."""
        return self._schemes[self._name]

    def font(self, scale: float = 1.0, *, bold: bool = False, serif: bool = False, mono: bool = False) -> QFont:
        """Return a font at `scale` times the base size: the window's, a serif for reading, or a fixed one for code."""
        font = QFont()
        if mono:
            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        elif serif:
            font.setFamilies(["Noto Serif", "DejaVu Serif", "Georgia", "Times New Roman", "serif"])
        font.setPointSizeF(self.font_size * scale)
        font.setBold(bold)
        return font

    def frame_sheet(self) -> str:
        """Return the style sheet of what holds the panels; it is the same whatever is chosen."""
        return frame_sheet(self._schemes, FONT_SIZES, _pictures())

    def style_sheet(self) -> str:
        """Return the style sheet of panels and dialogs."""
        return style_sheet(self.colours(), self.font_size, _pictures())

    def palette(self) -> QPalette:
        """Return a palette for what the style sheet does not reach: item views, tool tips, disabled text."""
        palette = QPalette()
        for role, name in _ROLES.items():
            palette.setColor(role, self.colour(name))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.colour("inactive"))
        return palette

    def _effective(self) -> str:
        if self._choice in self._schemes:
            return self._choice
        return "dark" if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"

    def _follow(self) -> None:
        if self._choice not in self._schemes and self._effective() != self._name:
            self._name = self._effective()
            self.changed.emit()


_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.Base: "panel",
    QPalette.ColorRole.AlternateBase: "raised",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.Button: "panel",
    QPalette.ColorRole.PlaceholderText: "muted",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "on_accent",
    QPalette.ColorRole.Link: "link",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Mid: "border",
}


def _pictures() -> dict[str, str]:
    """Return the files of the style sheets' pictures by name."""
    names = ("arrow", "arrow_up", "arrow_left", "arrow_right", "check")
    icons = (Icon.CHEVRON, Icon.CHEVRON_UP, Icon.CHEVRON_LEFT, Icon.CHEVRON_RIGHT, Icon.CHECK)
    return {name: icon_file(each) for name, each in zip(names, icons, strict=True)}


def load_scheme(name: str) -> Mapping[str, str]:
    """Read a theme file's colours by name; raises OSError or tomllib.TOMLDecodeError when it is damaged."""
    text = paths.resource(f"themes/{name}.toml").read_text("utf-8")
    return cast("dict[str, str]", tomllib.loads(text)["colours"])


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours by WCAG 2.2: from 1 to 21."""
    lighter, darker = sorted((_luminance(QColor(one)), _luminance(QColor(other))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())
