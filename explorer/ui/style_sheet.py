"""The application's style sheet, made from a theme's colours. Widgets are reached by object name or property.

Object names: `head` (a panel's head line), `headTitle`, `muted`, `card`, `pill` with the property `tone` (plain,
accent, warning, error, success), `primary` (the one main button of a place), `flat` (buttons without a frame).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Template

_GROUNDS = """
QWidget { color: $text; font-size: ${base}pt; }
QDialog, QWidget#welcome { background: $window; }
QWidget#panel, QFrame#panel, QWidget#topBar, QWidget#statusStrip, QWidget#head { background: $panel; }
QWidget#topBar, QWidget#head { border-bottom: 1px solid $border; }
QWidget#statusStrip { border-top: 1px solid $border; }
QFrame#card { background: $panel; border: 1px solid $border; border-radius: 8px; }
QLabel { background: transparent; }
QLabel#muted, QLabel#headTitle { color: $muted; }
QLabel#headTitle { font-size: ${small}pt; letter-spacing: 0.5px; }
QLabel#title { font-size: ${large}pt; font-weight: 600; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolTip { background: $raised; color: $text; border: 1px solid $border_strong; padding: 4px 6px; }
QMenuBar { background: $panel; }
QMenuBar::item { background: transparent; padding: 3px 9px; }
QMenuBar::item:selected { background: $hover; }
QSplitter::handle { background: $border; }
QSplitter::handle:hover { background: $accent_line; }
"""

_CONTROLS = """
QPushButton, QToolButton, QComboBox {
  background: $panel; border: 1px solid $border_strong; border-radius: 6px; padding: 4px 10px; color: $text; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { background: $hover; }
QPushButton:focus, QToolButton:focus, QComboBox:focus { border-color: $focus; }
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled { color: $inactive; border-color: $border; }
QPushButton#primary { background: $accent; border-color: $accent; color: $on_accent; font-weight: 600; }
QPushButton#primary:focus { border: 2px solid $text; }
QPushButton#primary:disabled { background: $track; border-color: $border; color: $inactive; }
QPushButton#flat, QToolButton#flat { background: transparent; border-color: transparent; }
QPushButton#flat:hover, QToolButton#flat:hover { background: $hover; }
QPushButton#flat:focus, QToolButton#flat:focus { border-color: $focus; }
QFileDialog QToolButton { padding: 2px; }
QToolButton#verdict { padding: 4px 7px; }
QToolButton#verdict:checked { color: $accent; background: $accent_soft; border: 2px solid $accent; padding: 3px 6px; }
QToolButton#flat:checked { color: $accent; background: $accent_soft; }
QToolButton#library { background: transparent; border-color: transparent; font-size: ${wide}pt; font-weight: 600;
  padding: 4px 20px 4px 6px; }
QToolButton#library:hover { background: $hover; }
QToolButton#library:focus { border-color: $focus; }
QToolButton::menu-indicator { subcontrol-position: right center; subcontrol-origin: padding; right: 4px; }
QToolButton[popupMode="2"] { padding-right: 20px; }
QLineEdit { background: $field; border: 1px solid $border_strong; border-radius: 6px; padding: 5px 8px;
  selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:focus { border-color: $focus; }
QSpinBox { background: $field; border: 1px solid $border_strong; border-radius: 6px; padding: 4px 2px 4px 8px;
  selection-background-color: $accent; selection-color: $on_accent; }
QSpinBox:focus { border-color: $focus; }
QSpinBox:disabled { color: $inactive; border-color: $border; }
QSpinBox::up-button, QSpinBox::down-button { subcontrol-origin: border; width: 18px; border: none; }
QSpinBox::up-button { subcontrol-position: top right; }
QSpinBox::down-button { subcontrol-position: bottom right; }
QSpinBox::up-arrow { image: url("$arrow_up"); width: 11px; height: 11px; }
QSpinBox::down-arrow { image: url("$arrow"); width: 11px; height: 11px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow, QToolButton::menu-indicator { image: url("$arrow"); width: 14px; height: 14px; }
QComboBox QAbstractItemView, QListView#popup { background: $raised; border: 1px solid $border_strong; outline: 0;
  selection-background-color: $accent_soft; selection-color: $text; }
QListView#popup::item { padding: 3px 6px; }
QListView#popup::item:selected, QListView#popup::item:hover { background: $accent_soft; color: $text; }
QMenu { background: $raised; border: 1px solid $border_strong; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: $accent_soft; }
QMenu::item:disabled { color: $inactive; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 6px; }
QMenu::indicator:checked { image: url("$check"); }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QCheckBox, QRadioButton { background: transparent; spacing: 6px; }
QCheckBox::indicator, QListView::indicator { width: 13px; height: 13px; border: 1px solid $muted; border-radius: 3px;
  background: $field; }
QCheckBox::indicator:checked, QListView::indicator:checked { border-color: $accent; image: url("$check"); }
QCheckBox:focus { text-decoration: underline; }
QRadioButton::indicator { width: 12px; height: 12px; border: 1px solid $muted; border-radius: 7px; background: $field; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 4px solid $accent; }
QRadioButton:focus { text-decoration: underline; }
"""

_PILLS = """
QLabel#pill, QPushButton#pill { border: 1px solid $border_strong; border-radius: 9px; padding: 0 8px;
  background: $chip; color: $chip_text; font-size: ${small}pt; min-height: 16px; }
QPushButton#pill:hover { border-color: $focus; }
QPushButton#pill:focus { border: 1px solid $focus; }
"""

_TONE = """
QLabel#pill[tone="$tone"], QPushButton#pill[tone="$tone"] {
  background: $ground; border-color: $line; color: $ink; }
QFrame#messageBar[tone="$tone"] { background: $ground; border: none; border-bottom: 1px solid $line; }
QFrame#messageBar[tone="$tone"] QLabel { color: $ink; }
"""

_VIEWS = """
QTreeView, QTableView, QListView, QTextBrowser, QPlainTextEdit, QTextEdit {
  background: $panel; border: none; outline: 0; selection-background-color: $accent_soft; selection-color: $text; }
QAbstractScrollArea:focus { border: none; }
QPlainTextEdit#field { background: $field; border: 1px solid $border_strong; border-radius: 6px; }
QPlainTextEdit#field:focus { border: 1px solid $focus; }
QTreeView { show-decoration-selected: 0; selection-background-color: transparent; }
QListView#topics::item { padding: 6px 10px; }
QTableView { gridline-color: $border; }
QTableView::item { padding: 3px 6px; border: none; border-bottom: 1px solid $border; }
QTableView::item:hover { background: $hover; }
QTableView::item:selected { background: $accent_soft; }
QHeaderView { background: $raised; border: none; }
QHeaderView::section { background: $raised; color: $muted; border: none; border-bottom: 1px solid $border;
  padding: 5px 6px; font-size: ${small}pt; }
QHeaderView::section:hover { background: $hover; color: $text; }
QTabWidget::pane { border: none; border-top: 1px solid $border; background: $panel; }
QTabBar { background: $panel; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $muted; padding: 7px 12px 5px 12px;
  border-bottom: 2px solid transparent; }
QTabBar[narrow="true"]::tab { padding: 7px 5px 5px 5px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tear { image: none; width: 0; }
QTabBar::tab:selected { color: $accent; border-bottom-color: $accent; font-weight: 600; }
QTabBar::tab:focus { background: $hover; }
QTabBar QToolButton { padding: 0; border-radius: 3px; }
QTabBar QToolButton::left-arrow { image: url($arrow_left); width: 12px; height: 12px; }
QTabBar QToolButton::right-arrow { image: url($arrow_right); width: 12px; height: 12px; }
QProgressBar { background: $track; border: none; border-radius: 3px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
"""

_BARS = """
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: $border_strong; border-radius: 3px; margin: 2px 3px; }
QScrollBar::handle:vertical { min-height: 28px; margin: 2px 3px; }
QScrollBar::handle:horizontal { min-width: 28px; margin: 3px 2px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""

_FRAME = """
QMainWindow[scheme="$scheme"]::separator { background: $border; }
QMainWindow[scheme="$scheme"]::separator:hover { background: $accent_line; }
QDockWidget[scheme="$scheme"] { color: $muted; }
QDockWidget[scheme="$scheme"]::title { background: $raised; padding: 4px 12px; border-bottom: 1px solid $border; }
QTabWidget[scheme="$scheme"]::pane { border: none; border-top: 1px solid $border; background: $panel; }
"""
_FILES = """
QFileDialog { backward-icon: url("$arrow_left"); forward-icon: url("$arrow_right");
  filedialog-parent-directory-icon: url("$arrow_up"); }
"""
"""Qt's own file dialog takes its icons while it is made, from the sheet of its window."""
_SMALL = 0.85
"""Size of small text, of the usual one."""


def frame_sheet(
    schemes: Mapping[str, Mapping[str, str]], font_sizes: Iterable[int], pictures: Mapping[str, str]
) -> str:
    """Return the style sheet of what holds the panels, for colours by name of all schemes and all font sizes, points.

    The properties `scheme` and `points` of a widget say which of them hold for it. `pictures`: see `style_sheet`.
    """
    rules = ["QMainWindow::separator { width: 1px; height: 1px; }", Template(_FILES).substitute(pictures)]
    rules += [Template(_FRAME).substitute({**colours, "scheme": name}) for name, colours in schemes.items()]
    rules += [f'QDockWidget[points="{size}"] {{ font-size: {size * _SMALL:g}pt; }}' for size in font_sizes]
    return "\n".join(rules)


def style_sheet(colours: Mapping[str, str], font_size: int, pictures: Mapping[str, str]) -> str:
    """Return the style sheet for colours by name, a base font size in points and the files of its pictures.

    `arrow` points down, the others where their names say; `check` marks what is chosen in a menu.
    """
    sizes = {
        "base": f"{font_size}",
        "small": f"{font_size * _SMALL:g}",
        "wide": f"{font_size * 1.1:g}",
        "large": f"{font_size * 1.7:g}",
    }
    sheet = "".join((_GROUNDS, _CONTROLS, _PILLS, _VIEWS, _BARS))
    parts = [Template(sheet).substitute({**colours, **sizes, **pictures})]
    for tone in ("accent", "warning", "error", "success"):
        inks = {
            "tone": tone,
            "ground": colours[f"{tone}_soft"],
            "line": colours[f"{tone}_line"],
            "ink": colours[tone],
        }
        parts.append(Template(_TONE).substitute(inks))
    return "\n".join(parts)
