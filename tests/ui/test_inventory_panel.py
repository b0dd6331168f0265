"""The headings tab: pages as they are scrolled to, filters and order asked of the engine, and what a heading allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.audit_views import HeadingUse
from explorer.core.mends import Mend
from explorer.core.model import Place
from explorer.core.views import LibraryInfo, SectionRow
from explorer.ui.audit_session import AuditSession
from explorer.ui.inventory_panel import InventoryPanel
from explorer.ui.models.inventory_model import InventoryModel
from explorer.ui.places_popup import PlacesPopup
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme
from explorer.ui.wishes import RenameWish

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True)
OVERVIEW = HeadingUse("Overview", 12, 3, "H102", "A generic word.", "office.md", 1, "Visitor badges", renamed=1)
SECTION = HeadingUse("Section 4.2", 1, 1, "H101", "Only a number.", "contract.md", 7)
APPEALS = HeadingUse("Appeals", 2, 2, "", "", "claims.md", 4, silenced=True)
ROWS = (OVERVIEW, SECTION, APPEALS)


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, theme: Theme, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> InventoryPanel:
    made = InventoryPanel(AuditSession(session), theme)
    qtbot.addWidget(made)
    made.resize(900, 300)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    return made


def send(engine: RecordingEngine, rows: Sequence[HeadingUse] = ROWS, total: int = 0, offset: int = 0) -> None:
    counts = {"H101": 1, "H102": 1, "": 1}
    job = engine.last(protocol.ListInventory).id
    engine.answer(protocol.Inventory(id=job, total=total or len(rows), offset=offset, rows=tuple(rows), counts=counts))


def headings(panel: InventoryPanel) -> list[str]:
    return [panel.model.use(row).heading for row in range(panel.model.rowCount())]


def choose(panel: InventoryPanel, row: int) -> None:
    panel.table.setCurrentIndex(panel.model.index(row, 0))


def test_the_model_keeps_the_rules_of_item_models_and_asks_for_one_page_at_a_time(
    keeps_rules: Callable[..., None],
) -> None:
    model = InventoryModel()
    keeps_rules(model)
    asked: list[int] = []
    model.page_wanted.connect(asked.append)
    model.show_page(5, 0, ROWS)
    model.fetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    assert asked[-1:] == [3]
    assert not model.canFetchMore(QModelIndex())
    model.show_page(5, 9, ROWS)
    assert model.rowCount() == 3
    model.show_page(5, 3, (SECTION, APPEALS))
    assert (model.rowCount(), model.canFetchMore(QModelIndex())) == (5, False)
    model.show_page(2, 0, (SECTION, APPEALS))
    assert (model.rowCount(), model.total) == (2, 2)


def test_a_list_that_ends_early_is_not_asked_for_ever(qtbot: QtBot) -> None:
    model = InventoryModel()
    model.show_page(5, 0, ROWS)
    model.show_page(5, 3, ())
    assert not model.canFetchMore(QModelIndex())


def test_rows_say_why_what_instead_and_what_was_done(panel: InventoryPanel, engine: RecordingEngine) -> None:
    send(engine)
    cells = [[panel.model.index(row, column).data() for column in range(6)] for row in range(3)]
    assert cells == [
        ["Overview", "12", "3", "▲ H102 Generic word", "Visitor badges", "✎ renamed 1 of 12"],
        ["Section 4.2", "1", "1", "▲ H101 Numbering only", "", ""],
        ["Appeals", "2", "2", "", "", "⊘ left alone"],
    ]
    spoken = panel.model.index(1, 3).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "warning H101: Only a number."
    assert panel.model.index(1, 3).data(Qt.ItemDataRole.ToolTipRole) == "Only a number."


def test_an_empty_heading_has_words(qtbot: QtBot) -> None:
    model = InventoryModel()
    model.show_page(1, 0, (replace(SECTION, heading=" "),))
    assert model.index(0, 0).data() == "(empty heading)"


def test_a_hidden_tab_asks_when_it_is_shown(panel: InventoryPanel, engine: RecordingEngine, session: Session) -> None:
    send(engine)
    panel.hide()
    before = len(engine.all(protocol.ListInventory))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=replace(INFO, revision=2)))
    assert len(engine.all(protocol.ListInventory)) == before
    panel.show()
    assert len(engine.all(protocol.ListInventory)) == before + 1
    panel.hide()
    panel.show()
    assert len(engine.all(protocol.ListInventory)) == before + 1


@pytest.mark.parametrize(("code", "expected"), [("-", {"H101", "H102"}), ("H101", {"H101"}), ("", {""}), (None, set())])
def test_filters_are_asked_of_the_engine(
    panel: InventoryPanel, engine: RecordingEngine, code: str | None, expected: set[str]
) -> None:
    send(engine)
    panel.code.setCurrentIndex(1)
    panel.code.setCurrentIndex(panel.code.findData(code) if code is not None else 0)
    assert set(engine.last(protocol.ListInventory).codes) == expected
    assert panel.code.itemText(1) == "▲ Says nothing (2)"


def test_words_are_asked_for_after_a_pause_in_typing(
    panel: InventoryPanel, engine: RecordingEngine, qtbot: QtBot
) -> None:
    send(engine)
    before = len(engine.all(protocol.ListInventory))
    panel.words.setFocus()
    qtbot.keyClicks(panel.words, "sect")
    qtbot.waitUntil(lambda: len(engine.all(protocol.ListInventory)) > before)
    assert (engine.last(protocol.ListInventory).text, len(engine.all(protocol.ListInventory))) == ("sect", before + 1)


def test_columns_sort_in_the_engine_and_those_that_cannot_leave_the_order(
    panel: InventoryPanel, engine: RecordingEngine
) -> None:
    send(engine)
    panel.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    asked = engine.last(protocol.ListInventory)
    assert (asked.sort, asked.descending, asked.offset) == ("heading", False, 0)
    before = len(engine.all(protocol.ListInventory))
    panel.table.horizontalHeader().setSortIndicator(4, Qt.SortOrder.AscendingOrder)
    assert len(engine.all(protocol.ListInventory)) == before
    assert panel.table.horizontalHeader().sortIndicatorSection() == 0
    panel.sort_by(3)
    assert (engine.last(protocol.ListInventory).sort, engine.last(protocol.ListInventory).descending) == ("code", True)
    panel.sort_by(3)
    assert not engine.last(protocol.ListInventory).descending


def test_an_answer_to_an_older_order_is_not_shown(panel: InventoryPanel, engine: RecordingEngine) -> None:
    older = engine.last(protocol.ListInventory).id
    panel.sort_by(0)
    engine.answer(protocol.Inventory(id=older, total=3, offset=0, rows=ROWS, counts={}))
    assert headings(panel) == []
    send(engine, (SECTION,))
    assert headings(panel) == ["Section 4.2"]


def test_the_chosen_heading_stays_chosen_or_the_next_one_takes_its_place(
    panel: InventoryPanel, engine: RecordingEngine
) -> None:
    send(engine)
    choose(panel, 1)
    panel.sort_by(0)
    send(engine, (APPEALS, OVERVIEW, SECTION))
    assert panel.current == SECTION
    panel.sort_by(1)
    send(engine, (OVERVIEW, APPEALS))
    assert panel.current == APPEALS


def test_a_chosen_heading_far_down_is_fetched_again(panel: InventoryPanel, engine: RecordingEngine) -> None:
    send(engine, (OVERVIEW,), total=3)
    panel.model.fetchMore(QModelIndex())
    send(engine, (SECTION, APPEALS), total=3, offset=1)
    choose(panel, 2)
    panel.sort_by(0)
    send(engine, (OVERVIEW,), total=3)
    assert engine.last(protocol.ListInventory).offset == 1
    send(engine, (SECTION, APPEALS), total=3, offset=1)
    assert panel.current == APPEALS


def test_a_row_leads_to_its_first_place(panel: InventoryPanel, engine: RecordingEngine, session: Session) -> None:
    send(engine)
    panel.table.activated.emit(panel.model.index(1, 0))
    assert session.selection == Selection(document="contract.md", section=7)


@pytest.mark.parametrize(
    ("row", "renames", "wish"),
    [
        (0, True, RenameWish("office.md", 1, "Overview", "Visitor badges")),
        (1, False, RenameWish("contract.md", 7, "Section 4.2")),
        (2, False, RenameWish("claims.md", 4, "Appeals")),
        (3, False, RenameWish("fees.md", 2, "Fees", "Late fees")),
    ],
)
def test_keys_take_the_proposal_of_one_place_and_ask_for_which_of_several(
    panel: InventoryPanel, engine: RecordingEngine, qtbot: QtBot, row: int, renames: bool, wish: RenameWish
) -> None:
    send(engine, (*ROWS, HeadingUse("Fees", 1, 1, "H104", "Vague.", "fees.md", 2, "Late fees")))
    choose(panel, row)
    with qtbot.waitSignal(panel.rename_wanted if renames else panel.mend_wanted) as wished:
        qtbot.keyClick(
            panel.table, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
    assert wished.args == [wish]
    assert (wish.proposal or "proposed") in panel.actions_.take.text()


def test_f2_wishes_to_rename(panel: InventoryPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    send(engine)
    choose(panel, 0)
    panel.table.setFocus()
    with qtbot.waitSignal(panel.rename_wanted) as wished:
        qtbot.keyClick(panel.table, Qt.Key.Key_F2)
    assert wished.args == [RenameWish("office.md", 1, "Overview", "Visitor badges")]


def test_headings_are_left_alone_heard_again_and_called_generic(panel: InventoryPanel, engine: RecordingEngine) -> None:
    send(engine)
    assert not panel.actions_.silence.isEnabled()
    asked: list[tuple[str, str, bool]] = []
    for row, action in ((1, panel.actions_.silence), (2, panel.actions_.silence), (2, panel.actions_.generic)):
        choose(panel, row)
        action.trigger()
        last = engine.last(protocol.ChangeSilence)
        asked.append((last.kind, last.value, last.on))
    assert asked == [("heading", "Section 4.2", True), ("heading", "Appeals", False), ("generic", "Appeals", True)]
    job = engine.last(protocol.ChangeSilence).id
    engine.answer(protocol.SilenceChanged(id=job, rules=(), headings=(), documents=(), generic=("Appeals",)))
    assert panel.actions_.generic.text() == "Says something after all"
    panel.actions_.generic.trigger()
    assert not engine.last(protocol.ChangeSilence).on


def test_places_are_listed_and_lead_there(
    panel: InventoryPanel, engine: RecordingEngine, session: Session, qtbot: QtBot
) -> None:
    send(engine)
    choose(panel, 0)
    panel.actions_.places.trigger()
    job = engine.last(protocol.ListOccurrences)
    places = tuple(("office.md", SectionRow(number, 0, 2, "Overview", Place())) for number in (1, 5))
    mends = (
        Mend("office.md", ("Office", "Overview"), 0, "Visitor badges"),
        Mend("office.md", ("Office", "Overview"), 1, ""),
    )
    engine.answer(protocol.Occurrences(id=job.id, heading=job.heading, places=places, mends=mends))
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, PlacesPopup)
    texts = [popup.list.item(row).text() for row in range(2)]
    assert texts == ["office.md: Office › Overview  ✎ Visitor badges", "office.md: Office › Overview"]
    popup.list.itemActivated.emit(popup.list.item(1))
    assert session.selection == Selection(document="office.md", section=5)


def test_occurrences_that_another_asked_for_open_no_list(panel: InventoryPanel, engine: RecordingEngine) -> None:
    send(engine)
    choose(panel, 0)
    panel.audit.request_occurrences("Overview")
    job = engine.last(protocol.ListOccurrences).id
    place = ("office.md", SectionRow(1, 0, 2, "Overview", Place()))
    engine.answer(protocol.Occurrences(id=job, heading="Overview", places=(place,)))
    assert QApplication.activePopupWidget() is None


def test_rows_are_copied_as_lines_of_cells(panel: InventoryPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    send(engine)
    assert len(panel.copied_lines()) == 4
    choose(panel, 1)
    panel.table.setFocus()
    qtbot.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head, row = QGuiApplication.clipboard().text().splitlines()
    assert head.split("\t")[:2] == ["Heading", "Count"]
    assert row.split("\t") == [
        "Section 4.2", "1", "1", "▲ H101 Numbering only", "", "", "Only a number.", "contract.md",
    ]  # fmt: skip


def test_an_export_holds_every_heading_that_passes_and_no_formula(
    panel: InventoryPanel, engine: RecordingEngine, tmp_path: Path
) -> None:
    send(engine, ROWS, total=4)
    path = tmp_path / "headings.csv"
    panel.write(path)
    assert engine.last(protocol.ListInventory).limit > 100_000
    assert not path.exists()
    send(engine, (*ROWS, replace(SECTION, heading="=1+1")))
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 5
    assert lines[-1].startswith("'=1+1,1,1,")


def test_an_export_that_fails_says_so(
    panel: InventoryPanel, engine: RecordingEngine, tmp_path: Path, qtbot: QtBot
) -> None:
    panel.write(tmp_path / "nowhere" / "headings.csv")
    with qtbot.waitSignal(panel.failed) as told:
        send(engine)
    assert told.args
    assert told.args[0] == "The list could not be written."


def test_a_closed_library_shows_nothing(panel: InventoryPanel, engine: RecordingEngine, session: Session) -> None:
    send(engine)
    session.library_changed.emit(None)
    assert headings(panel) == []
