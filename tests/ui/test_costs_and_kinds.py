"""The tab of costs and kinds: asked for while seen, sums of a prompt, sorted by numbers, counts that add up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.recipe import parse_recipe
from explorer.core.subject import MEASURED_ERROR
from explorer.core.subject_kind import SubjectKind
from explorer.core.token_account import TokenAccount
from explorer.core.views import LibraryInfo
from explorer.ui.audit_session import AuditSession
from explorer.ui.costs_panel import HEADING_ONLY, TITLE_ONLY, CostsPanel
from explorer.ui.kind_texts import error_text, part_texts, shares_of
from explorer.ui.models.costs_model import CostsModel
from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1)
DOCUMENTS = {
    "b.md": TokenAccount(9, 7_200, 720),
    "A.md": TokenAccount(10, 8_000, 800),
    "c.md": TokenAccount(1_981, 1_584_800, 158_480),
}
WHOLE = sum(DOCUMENTS.values(), TokenAccount())
KINDS = {"pronoun-subject": 30, "vague-subject": 10, "names-subject": 60, "": 7}


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, show_active: Callable[[QWidget], None]
) -> CostsPanel:
    made = CostsPanel(AuditSession(session), theme)
    qtbot.addWidget(made)
    made.resize(1300, 330)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    return made


def tell(engine: RecordingEngine, kinds: dict[str, int] = KINDS) -> None:
    asked = engine.last(protocol.GetAccount)
    engine.answer(protocol.AccountTold(id=asked.id, recipe="path", library=WHOLE, documents=DOCUMENTS, kinds=kinds))


def test_the_account_of_the_librarys_recipe_is_asked_for_and_told(panel: CostsPanel, engine: RecordingEngine) -> None:
    assert [one.recipe for one in engine.all(protocol.GetAccount)] == ["path"]
    tell(engine)
    assert TokenAccount(2_000, 1_600_000, 160_000) == WHOLE
    assert "160,000 header tokens over 2,000 chunks, 80.0 each" in panel.sentence.text()
    assert "A prompt of 5 chunks: 4,000 → 4,400 tokens." in panel.sentence.text()
    panel.prompt.setValue(1)
    assert "800 → 880 tokens" in panel.sentence.text()


def test_a_hidden_tab_asks_for_nothing_until_it_is_seen(panel: CostsPanel, engine: RecordingEngine) -> None:
    panel.hide()
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=2)))
    assert len(engine.all(protocol.GetAccount)) == 1
    panel.show()
    assert len(engine.all(protocol.GetAccount)) == 2
    panel.hide()
    panel.show()
    assert len(engine.all(protocol.GetAccount)) == 2


def test_other_recipes_are_offered_and_kept_to(panel: CostsPanel, engine: RecordingEngine) -> None:
    offered = [panel.recipe.itemData(number) for number in range(panel.recipe.count())]
    assert offered == ["path", "none", "label", "bracket", "prose", TITLE_ONLY, HEADING_ONLY]
    assert [parse_recipe(name).name for name in offered] == offered
    panel.recipe.setCurrentIndex(offered.index(HEADING_ONLY))
    panel.recipe.activated.emit(panel.recipe.currentIndex())
    assert engine.last(protocol.GetAccount).recipe == HEADING_ONLY
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=2)))
    assert engine.last(protocol.GetAccount).recipe == HEADING_ONLY
    assert "own heading only" in panel.recipe.currentText()


def test_the_librarys_recipe_is_followed(panel: CostsPanel, engine: RecordingEngine) -> None:
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=2, recipe="label+version")))
    assert engine.last(protocol.GetAccount).recipe == "label+version"
    assert "the library's" in panel.recipe.currentText()


def test_documents_are_sorted_by_numbers(panel: CostsPanel, engine: RecordingEngine) -> None:
    tell(engine)
    names = [line[0] for line in panel.order.lines()[1:]]
    assert names == ["c.md", "A.md", "b.md"]
    panel.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert [line[1] for line in panel.order.lines()[1:]] == ["9", "10", "1,981"]
    panel.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert [line[0] for line in panel.order.lines()[1:]] == ["A.md", "b.md", "c.md"]


def test_a_document_is_selected_from_its_row(panel: CostsPanel, session: Session, engine: RecordingEngine) -> None:
    tell(engine)
    panel.table.clicked.emit(panel.order.index(0, 0))
    assert session.selection == Selection(document="c.md")


def test_everything_can_be_copied(panel: CostsPanel, engine: RecordingEngine) -> None:
    tell(engine)
    text = panel.copied_text()
    assert "c.md\t1,981\t1,584,800\t158,480\t9.1 %" in text
    assert "does not name its subject 40.0 % (40)" in text
    assert error_text() in text


def test_a_closed_library_shows_nothing(panel: CostsPanel, engine: RecordingEngine, session: Session) -> None:
    tell(engine)
    session.open_library("/other")
    engine.answer(protocol.Failed(id=engine.last(protocol.OpenLibrary).id, title="No.", detail=""))
    assert panel.order.rowCount() == 0
    assert not panel.copy_button.isEnabled()
    assert "does not name its subject – (0)" in panel.copied_text()


def test_kinds_are_counts_that_add_up() -> None:
    shares = shares_of(KINDS)
    assert (shares.unnamed, shares.twins, shares.named, shares.not_judged) == (40, None, 60, 7)
    assert shares.judged + shares.not_judged == sum(KINDS.values())
    assert [text for text, _ in part_texts(shares)] == [
        "does not name its subject 40.0 % (40)",
        "names its subject 60.0 % (60)",
    ]
    with_twins = shares_of({**KINDS, str(SubjectKind.NEEDS_DISCRIMINATOR): 20})
    assert [text for text, _ in part_texts(with_twins)] == [
        "does not name its subject 33.3 % (40)",
        "names it, but so does a near twin 16.7 % (20)",
        "names its subject 50.0 % (60)",
    ]


def test_the_judges_error_stands_beside_the_shares_with_its_n(panel: CostsPanel, engine: RecordingEngine) -> None:
    tell(engine)
    rate, count = MEASURED_ERROR
    assert f"{100 * rate:.1f} %" in panel.kinds.error.text()
    assert f"n = {count}, measured on labelled English chunks" in panel.kinds.error.text()


def test_not_judged_chunks_and_near_twins_are_named_where_there_are_any(
    panel: CostsPanel, engine: RecordingEngine
) -> None:
    tell(engine)
    assert "not judged (other languages): 7" in panel.kinds.sentences()
    assert not any("near twin" in line for line in panel.kinds.sentences())
    panel.kinds.show_kinds({"names-subject": 3, "needs-discriminator": 0})
    assert any("near twin" in line for line in panel.kinds.sentences())
    assert not any("not judged" in line for line in panel.kinds.sentences())
    panel.kinds.show_kinds({"": 5})
    assert "does not name its subject – (0)" in panel.kinds.sentences()


def test_parts_of_the_bar_differ_in_pattern_not_in_colour_alone(panel: CostsPanel, engine: RecordingEngine) -> None:
    tell(engine, {"names-subject": 50, "vague-subject": 50})
    bar = panel.kinds.bar
    assert bar.accessibleName() == "does not name its subject 50.0 % (50); names its subject 50.0 % (50)"
    image = bar.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    row = image.height() - 3

    def shades(first: float, last: float) -> int:
        columns = range(int(image.width() * first), int(image.width() * last))
        return len({image.pixel(x, row) for x in columns})

    assert shades(0.02, 0.3) > 1
    assert shades(0.7, 0.98) == 1


def test_the_costs_model_keeps_qts_rules(keeps_rules: Callable[..., None]) -> None:
    model = CostsModel()
    keeps_rules(model, RowsOrder(model))
    for accounts in ({}, DOCUMENTS, {}):
        model.show_accounts(accounts)


def test_documents_are_filtered_and_written(panel: CostsPanel, engine: RecordingEngine, tmp_path: Path) -> None:
    tell(engine)
    panel.words.setText("b.md")
    panel.table.write(tmp_path / "costs.csv")
    lines = (tmp_path / "costs.csv").read_text("utf-8-sig").splitlines()
    assert lines[0] == "Document,Chunks,Text tokens,Header tokens,Share"
    assert [line.split(",")[0] for line in lines[1:]] == ["b.md"]


def test_terms_stand_in_the_tool_tips(panel: CostsPanel, engine: RecordingEngine) -> None:
    tell(engine)
    tips = [label.toolTip() for label in panel.kinds.findChildren(QLabel) if label.toolTip()]
    assert any(tip.startswith("Not self-describing:") for tip in tips)
    assert any(tip.startswith("Needs a discriminator:") for tip in tips)
