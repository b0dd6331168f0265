"""What every table has: sorting by value, filtering by words, copying, files, the menu, the filter line's keys."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from explorer.ui.filter_line import FilterLine, RowCount
from explorer.ui.models.column_model import SORT_ROLE, AnyIndex, ColumnModel
from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.table_parts import RowTable

Row = tuple[str, float]
ROWS: tuple[Row, ...] = (("pear", 10.0), ("Fig", 9.0), ("apple", math.nan), ("fig jam", 9.0), ("", 100.0))


class Titled:
    def __init__(self, title: str) -> None:
        self.title = title


class FruitModel(ColumnModel):
    """Names and numbers; NaN is shown as a dash."""

    def __init__(self, rows: Sequence[Row] = ROWS, parent: QObject | None = None) -> None:
        super().__init__((Titled("Name"), Titled("Number")), parent)
        self.rows = list(rows)
        self.asked = 0

    def row_total(self) -> int:
        return len(self.rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        name, number = self.rows[index.row()]
        if role == SORT_ROLE:
            self.asked += 1
            return (name.casefold(), number)[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (name, "–" if math.isnan(number) else f"{number:g}")[index.column()]
        return None

    def add(self, rows: Sequence[Row]) -> None:
        self.beginInsertRows(QModelIndex(), len(self.rows), len(self.rows) + len(rows) - 1)
        self.rows += rows
        self.endInsertRows()

    def take(self, rows: Sequence[Row]) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def drop(self, row: int) -> None:
        self.beginRemoveRows(QModelIndex(), row, row)
        del self.rows[row]
        self.endRemoveRows()

    def change(self, row: int, value: Row) -> None:
        self.rows[row] = value
        self.dataChanged.emit(self.index(row, 0), self.index(row, 1))


class Box(QWidget):
    """A panel with a filter line above a table."""

    def __init__(self) -> None:
        super().__init__()
        self.model = FruitModel(parent=self)
        self.table = RowTable("Fruit", (100, 60), (0,), self)
        self.order = self.table.show_rows_of(self.model)
        self.line = FilterLine(self.table, "Search in fruit", self)
        self.count = RowCount(self.order, self)
        column = QVBoxLayout(self)
        for part in (self.line, self.count, self.table):
            column.addWidget(part)


@pytest.fixture
def box(qtbot: QtBot) -> Box:
    made = Box()
    qtbot.addWidget(made)
    return made


def names(order: RowsOrder) -> list[str]:
    return [order.index(row, 0).data() for row in range(order.rowCount())]


DOWN, UP = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder


@pytest.mark.parametrize(
    ("column", "direction", "expected"),
    [
        (-1, UP, ["pear", "Fig", "apple", "fig jam", ""]),
        (0, UP, ["apple", "Fig", "fig jam", "pear", ""]),
        (0, DOWN, ["pear", "fig jam", "Fig", "apple", ""]),
        (1, UP, ["Fig", "fig jam", "pear", "", "apple"]),
        (1, DOWN, ["", "pear", "Fig", "fig jam", "apple"]),
    ],
)
def test_sorting_is_by_value_and_stable_and_empty_values_come_last(
    qtbot: QtBot, column: int, direction: Qt.SortOrder, expected: list[str]
) -> None:
    order = RowsOrder(FruitModel())
    order.sort(column, direction)
    assert names(order) == expected


def test_each_key_is_read_once(qtbot: QtBot) -> None:
    model = FruitModel([("x", float(n * 7 % 1000)) for n in range(1000)])
    RowsOrder(model).sort(1)
    assert model.asked == 1000


def test_the_order_keeps_the_rules_of_item_models(keeps_rules: Callable[..., None]) -> None:
    model = FruitModel()
    order = RowsOrder(model)
    keeps_rules(model, order)
    order.sort(1, DOWN)
    order.show_words("fig")
    model.add([("fig tart", 50.0), ("plum", 1.0)])
    assert names(order) == ["fig tart", "Fig", "fig jam"]
    model.change(1, ("Fig", 60.0))
    assert names(order) == ["Fig", "fig tart", "fig jam"]
    model.change(1, ("quince", 60.0))
    assert names(order) == ["fig tart", "fig jam"]
    model.drop(0)
    order.show_words("")
    assert names(order) == ["", "quince", "fig tart", "fig jam", "plum", "apple"]
    order.show_only(lambda row: model.rows[row][1] > 50)
    assert names(order) == ["", "quince"]
    model.take([("one", 51.0), ("two", 52.0)])
    assert names(order) == ["two", "one"]
    assert order.mapToSource(order.index(0, 0)).row() == 1
    assert order.mapFromSource(model.index(0, 1)).row() == 1


def test_every_word_must_be_held_by_any_cell(qtbot: QtBot) -> None:
    order = RowsOrder(FruitModel())
    order.show_words("FIG 9")
    assert names(order) == ["Fig", "fig jam"]
    order.show_words("fig jam")
    assert names(order) == ["fig jam"]


def test_what_is_chosen_stays_chosen_through_filter_and_sort(box: Box) -> None:
    box.table.choose_source(3)
    box.line.setText("fig")
    assert box.table.chosen_sources() == [3]
    assert box.count.text() == "2 of 5"
    box.table.sort_by(0)
    box.line.clear()
    assert box.table.chosen_sources() == [3]
    assert box.table.currentIndex().data() == "fig jam"
    assert box.count.text() == "5"


def test_sorting_shows_its_mark_and_turns_round(box: Box) -> None:
    header = box.table.horizontalHeader()
    box.table.sort_by(1)
    assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (1, UP)
    box.table.sort_by(1)
    assert header.sortIndicatorOrder() == DOWN
    assert names(box.order)[:2] == ["", "pear"]
    box.table.sort_by(-1)
    assert names(box.order) == [name for name, _ in ROWS]


def test_the_menu_sorts_copies_and_exports(box: Box) -> None:
    menu = QMenu(box)
    box.table.fill(menu)
    sort, copy, export = menu.actions()
    by = sort.menu()
    assert isinstance(by, QMenu)
    texts = [action.text() for action in by.actions()]
    assert texts == ["Name", "Number", "", "As they came"]
    by.actions()[1].trigger()
    assert box.order.sorting == (1, UP)
    box.line.setText("fig")
    copy.trigger()
    assert QGuiApplication.clipboard().text() == "Name\tNumber\nFig\t9\nfig jam\t9"
    asked: list[str] = []
    box.table.ask_file = lambda: asked.append(box.table.file_name)
    export.trigger()
    assert asked == ["table"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.csv", "\ufeffName,Number\nFig,9\nfig jam,9\n"),
        ("a.tsv", "Name\tNumber\nFig\t9\nfig jam\t9\n"),
        ("a.md", "| Name | Number |\n| --- | --- |\n| Fig | 9 |\n| fig jam | 9 |\n"),
    ],
)
def test_files_hold_what_is_shown(box: Box, tmp_path: Path, name: str, expected: str) -> None:
    box.line.setText("fig")
    box.table.write(tmp_path / name)
    assert (tmp_path / name).read_text(encoding="utf-8") == expected


def test_json_has_the_titles_as_names(box: Box, tmp_path: Path) -> None:
    box.table.write(tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))[0] == {"Name": "pear", "Number": "10"}


def test_a_file_that_cannot_be_written_is_told(box: Box, tmp_path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(box.table.failed) as told:
        box.table.write(tmp_path / "none" / "a.csv")
    assert told.args is not None
    assert "could not be written" in told.args[0]


def test_keys_lead_into_the_filter_line_and_back(
    box: Box, qtbot: QtBot, show_active: Callable[[QWidget], None]
) -> None:
    show_active(box)
    box.table.setFocus()
    qtbot.keyClicks(box.table, "/")
    assert box.focusWidget() is box.line
    qtbot.keyClicks(box.line, "fig")
    assert box.order.rowCount() == 2
    qtbot.keyClick(box.line, Qt.Key.Key_Return)
    assert box.focusWidget() is box.table
    assert box.table.currentIndex().isValid()
    control_shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(box.table, Qt.Key.Key_F, control_shift)
    assert box.focusWidget() is box.line
    qtbot.keyClick(box.line, Qt.Key.Key_Escape)
    assert box.line.text() == ""
    assert box.focusWidget() is box.line
    qtbot.keyClick(box.line, Qt.Key.Key_Escape)
    assert box.focusWidget() is box.table


def test_the_filter_line_can_be_cleared_by_the_mouse(box: Box) -> None:
    assert isinstance(box.line, QLineEdit)
    assert box.line.isClearButtonEnabled()
