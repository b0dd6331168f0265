"""The tab for reading hits: what it asks, what it shows and copies, where its links lead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Chunk, Place
from explorer.core.retrieval_views import Passage, PassagePart
from explorer.core.views import ChunkView, Comparison, ContextChunk, Header, Hit, LibraryInfo, Pool
from explorer.ui.passage_panel import PassagePanel
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.session import Session
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True)
PASSAGE = Passage(
    document="plans.md",
    title="Plans",
    kind="neighbours",
    heading_path=("Plans",),
    parts=(
        PassagePart(2, ("Plans", "Day pass"), "It costs 12 dollars.", 5, is_hit=False, line=11),
        PassagePart(3, ("Plans", "Monthly pass"), "It costs <25> dollars.", 5, is_hit=True, line=15),
    ),
    tokens=412,
    hit_tokens=96,
    citation="[plans.md] Monthly pass - It costs",
    prompt="[Plans]\nIt costs",
    markdown="# Plans\n\nIt costs",
    note="A note.",
)


def view_of(index: int) -> ChunkView:
    chunk = Chunk("plans.md", index, 0, ("Plans",), "It costs.", Place(), "paragraph", 3)
    return ChunkView(ContextChunk(chunk, "Plans", Header(), "It costs.", "It costs.", 3, 0, 254), ())


def hit(index: int) -> Hit:
    return Hit("plans.md", index, "Plans", ("Plans",), "It costs.", "It costs.", index + 1, 0.5, "cosine")


COMPARISON = Comparison("How much?", "embedding", "none", "path", "cosine", Pool(9, 9), (), tuple(map(hit, range(6))))


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, show_active: Callable[[QWidget], None]
) -> PassagePanel:
    made = PassagePanel(RetrievalSession(session), theme)
    qtbot.addWidget(made)
    made.resize(1100, 330)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    return made


def choose(session: Session, engine: RecordingEngine, index: int) -> None:
    session.select_chunk("plans.md", index)
    engine.answer(protocol.Chunks(id=engine.last(protocol.LocateChunk).id, total=1, offset=0, rows=(view_of(index),)))


def tell(engine: RecordingEngine, *passages: Passage) -> None:
    engine.answer(protocol.PassagesRead(id=engine.last(protocol.ReadPassages).id, passages=passages))


def compare(session: Session, engine: RecordingEngine) -> None:
    from explorer.ui.wishes import Question

    session.search(Question("How much?"))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=COMPARISON))


def asked(engine: RecordingEngine) -> tuple[list[int], int, int]:
    request = engine.last(protocol.ReadPassages)
    return [index for _, index in request.hits], request.window, request.budget


def test_nothing_is_asked_before_a_hit_is_chosen(panel: PassagePanel, engine: RecordingEngine) -> None:
    assert not engine.all(protocol.ReadPassages)
    assert "Choose a hit" in panel.empty.words()


def test_the_chosen_chunk_is_read_with_the_window(
    panel: PassagePanel, engine: RecordingEngine, session: Session
) -> None:
    choose(session, engine, 3)
    assert asked(engine) == ([3], 1, 0)
    panel.window_box.setValue(3)
    assert asked(engine) == ([3], 3, 0)
    panel.by_section.setChecked(True)
    assert asked(engine) == ([3], 0, 400)
    panel.budget.setValue(150)
    assert asked(engine) == ([3], 0, 150)
    assert not panel.window_box.isEnabled()


@pytest.mark.parametrize(("choice", "count"), [(1, 3), (2, 5)])
def test_the_first_hits_with_context_are_read(
    panel: PassagePanel, engine: RecordingEngine, session: Session, choice: int, count: int
) -> None:
    compare(session, engine)
    panel.choice.group.button(choice).click()
    assert asked(engine) == (list(range(count)), 1, 0)
    tell(engine, PASSAGE, replace(PASSAGE, document="other.md"))
    assert panel.cost.whole() == "2 passages, 824 tokens as prompt text, the hits alone 192"


def test_the_same_is_not_asked_twice_and_nothing_while_unseen(
    panel: PassagePanel, engine: RecordingEngine, session: Session
) -> None:
    choose(session, engine, 3)
    panel.read()
    assert len(engine.all(protocol.ReadPassages)) == 1
    panel.hide()
    choose(session, engine, 2)
    assert len(engine.all(protocol.ReadPassages)) == 1
    panel.show()
    assert asked(engine)[0] == [2]


def test_the_hit_is_told_from_its_neighbours_in_words(
    panel: PassagePanel, engine: RecordingEngine, session: Session
) -> None:
    choose(session, engine, 3)
    tell(engine, PASSAGE)
    text = panel.view.toPlainText()
    assert "412 tokens as prompt text, the hit alone 96" in text
    assert "A note." in text
    assert "It costs <25> dollars." in text
    neighbour, chosen = text.index("Neighbour"), text.index("HIT")
    assert neighbour < text.index("It costs 12") < chosen < text.index("It costs <25>")
    assert panel.cost.whole() == "412 tokens as prompt text, the hit alone 96"
    assert "A chunk's card counts what is embedded" in panel.cost.toolTip()


def test_rows_of_tables_stand_in_cells(panel: PassagePanel, engine: RecordingEngine, session: Session) -> None:
    choose(session, engine, 3)
    text = "All prices\n| Plan | Price |\n| Day <1> | 12 |"
    tell(engine, replace(PASSAGE, parts=(replace(PASSAGE.parts[1], text=text),)))
    shown = panel.view.toPlainText().split("\n")
    place = shown.index("All prices")
    assert [line for line in shown[place:] if line] == ["All prices", "Plan", "Price", "Day <1>", "12"]


@pytest.mark.parametrize(
    ("keys", "text"),
    [(Qt.Key.Key_X, PASSAGE.citation), (Qt.Key.Key_C, PASSAGE.prompt), (Qt.Key.Key_D, PASSAGE.markdown)],
)
def test_texts_are_copied_by_keys(
    panel: PassagePanel, engine: RecordingEngine, session: Session, keys: Qt.Key, text: str
) -> None:
    choose(session, engine, 3)
    tell(engine, PASSAGE)
    panel.view.setFocus()
    QTest.keyClick(panel.view, keys, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == text


def test_links_choose_chunks_and_open_documents(
    panel: PassagePanel, engine: RecordingEngine, session: Session, qtbot: QtBot
) -> None:
    choose(session, engine, 3)
    tell(engine, PASSAGE)
    panel.view.anchorClicked.emit(QUrl("source-0-0"))
    assert engine.last(protocol.LocateChunk).index == 2
    panel.source_action.trigger()
    assert (session.chunk is not None and session.chunk.item.chunk.index == 3) or engine.last(
        protocol.LocateChunk
    ).index == 3
    with qtbot.waitSignal(panel.failed) as said:
        panel.view.anchorClicked.emit(QUrl("open-0-1"))
    assert "no files to open" in str(said.args)


def test_the_menu_keeps_the_program_among_the_settings(panel: PassagePanel, session: Session) -> None:
    names = [action.text() for action in panel.open_button.commands()]
    assert names == ["The desktop's own program", "VS Code", "Kate", "gedit", "Another program…"]
    panel.open_button.commands()[2].trigger()
    assert session.settings.open_with == "kate -l {line} {file}"
    assert panel.open_button.commands()[2].isChecked()
    panel.open_button.choose("  my-editor {file} ")
    assert session.settings.open_with == "my-editor {file}"
    assert panel.open_button.commands()[-1].isChecked()


def test_buttons_wait_for_a_passage(panel: PassagePanel, engine: RecordingEngine, session: Session) -> None:
    assert not any(action.isEnabled() for action in panel.copy_actions)
    choose(session, engine, 3)
    tell(engine, PASSAGE)
    assert all(action.isEnabled() for action in panel.copy_actions)
