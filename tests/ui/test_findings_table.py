"""The findings tab: worst first, filtered by severity, kind and words; rows lead to their place and can be copied."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.audit import DUPLICATE_RULES, LIBRARY_RULES, RULES
from explorer.core.findings import Finding, Health, Scope, Severity
from explorer.core.views import LibraryInfo
from explorer.ui.findings_panel import FindingsPanel
from explorer.ui.models.findings_model import FindingsFilter, FindingsModel
from explorer.ui.session import Selection, Session
from explorer.ui.texts import code_text
from explorer.ui.theme import Theme
from explorer.ui.wishes import RenameWish

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, health=Health(chunks=9, warnings=2, errors=1))
HEADING = Finding(
    "H101",
    Severity.WARNING,
    Scope.HEADING,
    "contract.md",
    "Only a number.",
    heading="Section 4.2",
    heading_path=("Vendor Agreement", "Section 4.2"),
    section=3,
    mend="Section 4.2 Termination",
)
CHUNK = Finding("C202", Severity.ERROR, Scope.CHUNK, "contract.md", "Nothing names\ta subject.", section=3, chunk=7)
DOCUMENT = Finding("D304", Severity.NOTE, Scope.DOCUMENT, "notes.md", "Title from the file name.")
LIBRARY = Finding("D301", Severity.ERROR, Scope.LIBRARY, "", "A broken reader.")
ROWS = (DOCUMENT, HEADING, CHUNK)


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, theme: Theme, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> FindingsPanel:
    made = FindingsPanel(session, theme)
    qtbot.addWidget(made)
    made.resize(900, 300)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    return made


def send(engine: RecordingEngine, rows: Sequence[Finding] = ROWS, total: int = 0, offset: int = 0) -> None:
    counts = {row.code: 1 for row in rows}
    engine.answer(
        protocol.Findings(
            id=engine.last(protocol.ListFindings).id,
            total=total or len(rows),
            offset=offset,
            rows=tuple(rows),
            counts=counts,
        )
    )


def codes(shown: FindingsFilter) -> list[str]:
    return [shown.finding(shown.index(row, 0)).code for row in range(shown.rowCount())]


def test_findings_that_may_still_be_added_say_so_until_the_refresh_ends(
    panel: FindingsPanel, session: Session, engine: RecordingEngine
) -> None:
    refresh = engine.last(protocol.Refresh).id
    count = next(label for label in panel.findChildren(QLabel) if "finding" in label.text())
    engine.answer(protocol.Progress(id=refresh, done=1, total=9, note="comparing passages"))
    assert count.text() == "0 findings …"
    send(engine)
    assert count.text() == "3 findings …"
    assert "more may be found" in count.toolTip()
    engine.answer(protocol.LibraryOpened(id=refresh, info=INFO))
    assert count.text() == "3 findings"
    assert not count.toolTip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "3 findings"),
        ("contract", "2 of 3 findings"),
        ("termination", "1 of 3 findings"),
        ("zz", "0 of 3 findings"),
    ],
)
def test_the_count_agrees_with_its_noun(panel: FindingsPanel, engine: RecordingEngine, words: str, said: str) -> None:
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    send(engine)
    panel.words.setText(words)
    assert next(label.text() for label in panel.findChildren(QLabel) if "finding" in label.text()) == said


def test_models_keep_the_rules_of_item_models(keeps_rules: Callable[..., None]) -> None:
    model = FindingsModel()
    shown = FindingsFilter(model)
    keeps_rules(model, shown)
    model.set_rows(ROWS)
    model.add_rows((LIBRARY,))
    shown.show_kinds(Severity.ERROR)
    shown.sort(2, Qt.SortOrder.DescendingOrder)
    shown.show_kinds(None)
    assert shown.rowCount() == 4


@pytest.mark.parametrize(
    ("severity", "code", "words", "expected"),
    [
        (None, "", "", ["C202", "H101", "D304"]),
        (Severity.WARNING, "", "", ["H101"]),
        (None, "D304", "", ["D304"]),
        (None, "", "CONTRACT", ["C202", "H101"]),
        (None, "", "contract termination", ["H101"]),
        (Severity.NOTE, "", "contract", []),
    ],
)
def test_filters_and_order(qtbot: QtBot, severity: Severity | None, code: str, words: str, expected: list[str]) -> None:
    model = FindingsModel()
    model.set_rows(ROWS)
    shown = FindingsFilter(model)
    shown.show_kinds(severity, code)
    shown.show_words(words)
    assert codes(shown) == expected


def test_the_panel_shows_what_arrives(panel: FindingsPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.count_changed) as told:
        send(engine)
    assert told.args == [3]
    assert codes(panel.filter) == ["C202", "H101", "D304"]
    panel.severity.setCurrentIndex(panel.severity.findData(Severity.WARNING))
    assert codes(panel.filter) == ["H101"]
    panel.show_severity(Severity.ERROR)
    assert codes(panel.filter) == ["C202"]
    panel.show_severity(None)
    panel.code.setCurrentIndex(panel.code.findData("D304"))
    assert codes(panel.filter) == ["D304"]


def test_further_findings_are_asked_for_until_all_are_there(panel: FindingsPanel, engine: RecordingEngine) -> None:
    send(engine, ROWS, total=5)
    assert engine.last(protocol.ListFindings).offset == 3
    send(engine, (LIBRARY, LIBRARY), total=5, offset=3)
    assert len(engine.all(protocol.ListFindings)) == 2
    assert panel.filter.rowCount() == 5


@pytest.mark.parametrize(
    ("finding", "expected"),
    [(HEADING, Selection(document="contract.md", section=3)), (DOCUMENT, Selection(document="notes.md"))],
)
def test_a_row_selects_its_section_or_document(
    panel: FindingsPanel, engine: RecordingEngine, session: Session, finding: Finding, expected: Selection
) -> None:
    send(engine, (finding,))
    panel.table.activated.emit(panel.filter.index(0, 0))
    assert session.selection == expected


def test_a_row_about_a_chunk_chooses_it(panel: FindingsPanel, engine: RecordingEngine) -> None:
    send(engine, (CHUNK,))
    panel.table.activated.emit(panel.filter.index(0, 0))
    asked = engine.last(protocol.LocateChunk)
    assert (asked.document, asked.index) == ("contract.md", 7)


def test_a_row_about_the_library_says_so_and_leads_to_the_first_document_it_names(
    panel: FindingsPanel, engine: RecordingEngine, session: Session
) -> None:
    shared = Finding(
        "H112", Severity.NOTE, Scope.LIBRARY, "", "Many.", heading="Warranty", facts={"names": ("a.md", "b.md")}
    )
    send(engine, (shared,))
    cells = [panel.filter.index(0, column).data() for column in range(3)]
    assert cells == ["○ H112  Same heading in many documents", "(whole library)", "Warranty"]
    panel.table.activated.emit(panel.filter.index(0, 0))
    assert session.selection == Selection(document="a.md")
    assert "(whole library)" in panel.copied_text()


def test_a_row_that_names_no_document_leads_nowhere(
    panel: FindingsPanel, engine: RecordingEngine, session: Session
) -> None:
    send(engine, (LIBRARY,))
    panel.table.activated.emit(panel.filter.index(0, 0))
    assert session.selection == Selection()


def test_every_code_has_words() -> None:
    assert [rule.code for rule in (*RULES, *LIBRARY_RULES, *DUPLICATE_RULES) if code_text(rule.code) == rule.code] == []


def test_rows_are_copied_as_lines_of_cells(panel: FindingsPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    send(engine)
    assert len(panel.copied_text().splitlines()) == 4
    panel.table.selectRow(0)
    qtbot.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head, row = QGuiApplication.clipboard().text().splitlines()
    assert len(head.split("\t")) == 7
    assert row.split("\t") == ["error", "C202", "contract.md", "", "7", "Nothing names a subject.", ""]


def test_a_changed_library_is_asked_anew_and_a_closed_one_shows_nothing(
    panel: FindingsPanel, engine: RecordingEngine, session: Session
) -> None:
    send(engine)
    asked = len(engine.all(protocol.ListFindings))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=replace(INFO, revision=2)))
    assert len(engine.all(protocol.ListFindings)) == asked + 1
    session.library_changed.emit(None)
    assert panel.filter.rowCount() == 0


def test_f2_wishes_to_rename_the_heading_of_a_finding(
    panel: FindingsPanel, engine: RecordingEngine, qtbot: QtBot
) -> None:
    send(engine)
    panel.table.setCurrentIndex(panel.filter.index(1, 0))
    panel.table.setFocus()
    with qtbot.waitSignal(panel.rename_wanted) as wished:
        qtbot.keyClick(panel.table, Qt.Key.Key_F2)
    assert wished.args == [RenameWish("contract.md", 3, "Section 4.2", "Section 4.2 Termination")]


@pytest.mark.parametrize("proposed", ["Section 4.2 Termination", ""])
def test_keys_take_the_proposal_of_a_finding(
    panel: FindingsPanel, engine: RecordingEngine, qtbot: QtBot, proposed: str
) -> None:
    send(engine, (replace(HEADING, mend=proposed or None),))
    panel.table.setCurrentIndex(panel.filter.index(0, 0))
    with qtbot.waitSignal(panel.mend_wanted) as wished:
        qtbot.keyClick(
            panel.table, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
    assert wished.args == [RenameWish("contract.md", 3, "Section 4.2", proposed)]
    assert proposed in panel.menu.take.text()
    assert panel.menu.take in panel.menu.actions()


def test_a_finding_without_a_heading_has_no_proposal_to_take(panel: FindingsPanel, engine: RecordingEngine) -> None:
    send(engine, (DOCUMENT,))
    panel.table.setCurrentIndex(panel.filter.index(0, 0))
    assert not panel.menu.take.isEnabled()


def test_a_finding_offers_what_can_be_silenced(panel: FindingsPanel, engine: RecordingEngine) -> None:
    unreadable = Finding("D305", Severity.ERROR, Scope.DOCUMENT, "broken.pdf", "Damaged.")
    long = Finding("C203", Severity.WARNING, Scope.CHUNK, "a.md", "Too long.", heading="Plans", section=2, chunk=4)
    send(engine, (HEADING, DOCUMENT, LIBRARY, unreadable, long))
    menu = panel.menu
    allowed: dict[str, tuple[bool, ...]] = {}
    for row in range(5):
        panel.table.setCurrentIndex(panel.filter.index(row, 0))
        actions = (menu.rename, menu.rule, menu.heading, menu.document)
        allowed[codes(panel.filter)[row]] = tuple(action.isEnabled() for action in actions)
    assert allowed == {
        "H101": (True, True, True, True),
        "C203": (True, True, False, True),
        "D304": (False, True, False, True),
        "D301": (False, True, False, False),
        "D305": (False, False, False, True),
    }


def test_rules_headings_and_documents_are_silenced_and_heard_again(
    panel: FindingsPanel, engine: RecordingEngine
) -> None:
    send(engine, (HEADING,))
    panel.table.setCurrentIndex(panel.filter.index(0, 0))
    wishes: list[tuple[str, str, bool]] = []
    panel.silence_wanted.connect(lambda *wish: wishes.append(wish))
    for action in (panel.menu.rule, panel.menu.heading, panel.menu.document):
        action.trigger()
    assert wishes == [("rule", "H101", True), ("heading", "Section 4.2", True), ("document", "contract.md", True)]
    panel.show_silences(protocol.SilenceChanged(rules=("H101",), headings=("Overview",), documents=(), generic=()))
    button = panel.menu.silenced
    assert (button.isVisible(), button.text()) == (True, "Silenced 2")
    texts = [action.text() for action in button.menu().actions()]
    assert texts == ["Hear again: Rule H101 Numbering only", "Hear again: Heading “Overview”"]
    button.menu().actions()[1].trigger()
    assert wishes[-1] == ("heading", "Overview", False)
    panel.show_silences(protocol.SilenceChanged(rules=(), headings=(), documents=(), generic=()))
    assert not button.isVisible()


def test_what_is_shown_is_written_as_the_command_audit_writes_it(
    panel: FindingsPanel, engine: RecordingEngine, tmp_path: Path, qtbot: QtBot
) -> None:
    send(engine)
    panel.words.setText("contract")
    panel.write(tmp_path / "found.json")
    rows = json.loads((tmp_path / "found.json").read_text("utf-8"))["findings"]
    assert [(row["code"], row["severity"], row["chunk"]) for row in rows] == [
        ("C202", "error", 7),
        ("H101", "warning", None),
    ]
    panel.write(tmp_path / "found.csv")
    lines = list(csv.DictReader((tmp_path / "found.csv").read_text("utf-8-sig").splitlines()))
    assert [(line["code"], line["mend"]) for line in lines] == [("C202", ""), ("H101", "Section 4.2 Termination")]
    with qtbot.waitSignal(panel.failed):
        panel.write(tmp_path / "none" / "found.csv")


def test_a_list_that_ends_early_says_so(panel: FindingsPanel, engine: RecordingEngine) -> None:
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    send(engine, total=54_321)
    (words,) = [label.text() for label in panel.findChildren(QLabel) if "54,321" in label.text()]
    assert words == "3 findings (▲ the worst of 54,321)"


def test_a_bar_leads_to_its_findings(panel: FindingsPanel, engine: RecordingEngine) -> None:
    elsewhere = replace(CHUNK, document="hr/leave.md")
    send(engine, (*ROWS, elsewhere))
    panel.view.group.button(2).click()
    assert [row.label for row in panel.folders.rows()] == ["(the library's own folder)", "hr"]
    panel.folders.chosen.emit("hr")
    assert panel.table.isVisible()
    assert [finding.document for finding in panel.filter.findings()] == ["hr/leave.md"]
    assert panel.folder_button.isVisible()
    panel.view.group.button(1).click()
    assert [row.label.split()[1] for row in panel.kinds.rows()] == ["C202"]
    panel.folder_button.click()
    assert len(panel.filter.findings()) == 4
    panel.kinds.chosen.emit("H101")
    assert codes(panel.filter) == ["H101"]


def test_the_menu_offers_copies_and_files(panel: FindingsPanel, engine: RecordingEngine) -> None:
    send(engine)
    panel.table.setCurrentIndex(panel.filter.index(0, 0))
    panel.table.customContextMenuRequested.emit(QPoint(5, 5))
    (menu,) = [each for each in panel.findChildren(QMenu) if each.isVisible()]
    texts = [action.text() for action in menu.actions()]
    menu.close()
    assert "Copy rows" in texts
    assert "Export…" in texts
    assert "Sort by" in texts
