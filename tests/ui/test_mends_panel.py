"""The mends tab: what is renamed, what is stale, taking it back, and undoing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.audit_views import MendRow
from explorer.core.mends import Mend
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui.audit_session import AuditSession
from explorer.ui.mend_history import MendHistory
from explorer.ui.mends_panel import MendsPanel
from explorer.ui.models.mends_model import MendsModel
from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.panel_parts import EmptyWords
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme
from explorer.ui.wishes import RenameWish

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

DOCUMENTS = (DocumentRow("office.md", "Office", "markdown"), DocumentRow("claims.md", "Claims", "markdown"))
INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, DOCUMENTS, indexed=True)
BADGES = Mend("office.md", ("Office", "Overview"), 0, "Visitor badges")
OLD = Mend("claims.md", ("Claims", "Details"), 1, "Deadlines")
GONE = Mend("gone.md", ("Gone",), 0, "=Lost")
ROWS = (MendRow(OLD), MendRow(GONE), MendRow(BADGES, 4))


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, theme: Theme, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> MendsPanel:
    audit = AuditSession(session, session)
    made = MendsPanel(audit, MendHistory(audit, session), theme)
    qtbot.addWidget(made)
    made.resize(900, 300)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    return made


def send(engine: RecordingEngine, rows: Sequence[MendRow] = ROWS) -> None:
    engine.answer(protocol.MendsListed(id=engine.last(protocol.ListMends).id, rows=tuple(rows)))


def shown(panel: MendsPanel) -> list[str]:
    return [panel.rows.index(row, 2).data() for row in range(panel.rows.rowCount())]


def choose(panel: MendsPanel, text: str) -> None:
    panel.table.setCurrentIndex(panel.rows.index(shown(panel).index(text), 0))


def test_the_model_keeps_the_rules_of_item_models(keeps_rules: Callable[..., None]) -> None:
    model = MendsModel()
    keeps_rules(model, RowsOrder(model))
    model.show_rows(ROWS, {"office.md"})
    model.show_rows((), ())
    assert model.rowCount() == 0


def test_stale_mends_come_first_and_say_what_to_do(panel: MendsPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.count_changed) as told:
        send(engine)
    assert told.args == [3]
    assert shown(panel) == ["Deadlines", "=Lost", "Visitor badges"]
    states = [panel.rows.index(row, 3).data() for row in range(3)]
    assert states[0].startswith("▲ stale: this heading is gone or changed.")
    assert states[1].startswith("▲ stale: the document is gone.")
    assert states[2] == "✓ in use"
    assert panel.rows.index(0, 1).data() == "Claims › Details (no. 2 of this path)"


def test_without_mends_the_tab_says_how_to_make_one(panel: MendsPanel, engine: RecordingEngine) -> None:
    send(engine, ())
    assert not panel.table.isVisible()
    words = panel.findChild(EmptyWords)
    assert words is not None
    assert "F2" in words.words()


def test_actions_fit_the_chosen_mend(panel: MendsPanel, engine: RecordingEngine) -> None:
    send(engine)
    allowed: list[tuple[bool, bool, bool]] = []
    for text in ("Visitor badges", "Deadlines", "=Lost"):
        choose(panel, text)
        allowed.append((panel.change.isEnabled(), panel.go.isEnabled(), panel.take_back.isEnabled()))
    assert allowed == [(True, True, True), (False, True, True), (False, False, True)]


def test_a_mend_is_changed_and_gone_to(
    panel: MendsPanel, engine: RecordingEngine, session: Session, qtbot: QtBot
) -> None:
    send(engine)
    choose(panel, "Visitor badges")
    with qtbot.waitSignal(panel.rename_wanted) as wished:
        panel.change.trigger()
    assert wished.args == [RenameWish("office.md", 4, "Overview", text="Visitor badges")]
    panel.go.trigger()
    assert session.selection == Selection(document="office.md", section=4)
    panel.table.activated.emit(panel.rows.index(0, 0))
    assert session.selection == Selection(document="claims.md")


def test_del_takes_a_mend_back_and_undo_puts_it_there_again(
    panel: MendsPanel, engine: RecordingEngine, qtbot: QtBot
) -> None:
    send(engine)
    choose(panel, "Visitor badges")
    panel.table.setFocus()
    qtbot.keyClick(panel.table, Qt.Key.Key_Delete)
    asked = engine.last(protocol.ChangeMends)
    assert (asked.keep, asked.drop) == ((), (BADGES,))
    engine.answer(protocol.MendsListed(id=asked.id, rows=ROWS[:2]))
    assert len(engine.all(protocol.Refresh)) == 2
    panel.history.undo_action.trigger()
    asked = engine.last(protocol.ChangeMends)
    assert (asked.keep, asked.drop) == ((BADGES,), ())
    panel.history.redo_action.trigger()
    assert engine.last(protocol.ChangeMends).drop == (BADGES,)


def test_undoing_a_second_name_brings_the_first_back(panel: MendsPanel, engine: RecordingEngine) -> None:
    send(engine, ())
    history = panel.history
    second = Mend(*BADGES.key, "Badges and parking")
    history.keep((BADGES,))
    history.keep((second, OLD))
    history.stack.undo()
    asked = engine.last(protocol.ChangeMends)
    assert (asked.keep, asked.drop) == ((BADGES,), (OLD,))
    history.stack.undo()
    asked = engine.last(protocol.ChangeMends)
    assert (asked.keep, asked.drop) == ((), (BADGES,))
    assert not history.stack.canUndo()


def test_another_library_has_nothing_to_undo(panel: MendsPanel, engine: RecordingEngine, session: Session) -> None:
    panel.history.keep((BADGES,))
    other = LibraryInfo("/other", "other", "mini", "path", 254, 1)
    session.open_library("/other")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=other))
    assert not panel.history.stack.canUndo()


def test_mends_are_exported_for_writers(panel: MendsPanel, engine: RecordingEngine, tmp_path: Path) -> None:
    send(engine)
    panel.write(tmp_path / "mends.json")
    items = json.loads((tmp_path / "mends.json").read_text(encoding="utf-8"))
    assert items[2] == {
        "document": "office.md",
        "heading_path": ["Office", "Overview"],
        "ordinal": 0,
        "heading": "Overview",
        "renamed": "Visitor badges",
        "stale": False,
    }
    panel.write(tmp_path / "mends.csv")
    lines = (tmp_path / "mends.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[0] == "Document,Heading in the document,Renamed to,State"
    assert lines[2].startswith("gone.md,Gone,'=Lost,")
    assert lines[3] == "office.md,Office › Overview,Visitor badges,✓ in use"


def test_an_export_that_fails_says_so(panel: MendsPanel, engine: RecordingEngine, tmp_path: Path, qtbot: QtBot) -> None:
    send(engine)
    with qtbot.waitSignal(panel.failed) as told:
        panel.write(tmp_path / "nowhere" / "mends.json")
    assert told.args
    assert told.args[0] == "The mends could not be written."
