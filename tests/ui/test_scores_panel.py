"""The tab of scores: asked for while seen, walked by keys, zoomed, chosen, marked, copied; texts with differences."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QMouseEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Chunk, Place
from explorer.core.retrieval_views import EmbeddedText, Scatter, ScatterCounts, ScatterPoint
from explorer.core.views import ChunkView, Comparison, ContextChunk, Header, LibraryInfo, Pool
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.scatter_view import ScatterView
from explorer.ui.scores_panel import ScoresPanel
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

LIBRARY = LibraryInfo("/library", "library", "m", "path", 254, 1, indexed=True, embedded=("none", "path"))
RANKED = Comparison("How much?", "embedding", "none", "path", "cosine", Pool(7, 7), words="How much?")
POINTS = (
    ScatterPoint("plans.md", 0, 0.2, 0.1, 2, 3, "Day pass"),
    ScatterPoint("plans.md", 1, 0.1, 0.7, 3, 1, "Monthly pass"),
    ScatterPoint("plans.md", 2, 0.4, 0.4, 1, 2),
    ScatterPoint("rest.md", 0, None, 0.05, None, 4),
    ScatterPoint("rest.md", 1, 0.05, None, 4, None),
)
SCATTER = Scatter("How much?", "cosine", "cosine", 7, POINTS, ScatterCounts(3, 1, 1, 2, 1, 2, 1, 1))
TEXTS = (
    EmbeddedText("none", "It costs 12 dollars.", 5, 0),
    EmbeddedText("path", "Plans > Day pass\n\nIt costs 12 dollars.", 9, 4, 18),
)


def make_view(index: int) -> ChunkView:
    chunk = Chunk("plans.md", index, 1, ("Plans",), "x", Place(0, 1), "paragraph", 5)
    return ChunkView(ContextChunk(chunk, "Plans", Header(), "x", "x", 5, 0, 254), ())


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, show_active: Callable[[QWidget], None]
) -> ScoresPanel:
    made = ScoresPanel(RetrievalSession(session), theme)
    qtbot.addWidget(made)
    made.resize(1300, 360)
    show_active(made)
    engine.answer(protocol.LibraryOpened(id=0, info=LIBRARY))
    return made


def rank(session: Session, engine: RecordingEngine, comparison: Comparison = RANKED) -> None:
    session.search(Question(comparison.question))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=comparison))


def tell(engine: RecordingEngine, scatter: Scatter = SCATTER) -> None:
    engine.answer(protocol.ScatterTold(id=engine.last(protocol.GetScatter).id, scatter=scatter))


def choose(session: Session, engine: RecordingEngine, index: int) -> None:
    session.select_chunk("plans.md", index)
    located = engine.last(protocol.LocateChunk)
    engine.answer(protocol.Chunks(id=located.id, total=1, offset=0, rows=(make_view(index),)))


def shown(panel: ScoresPanel, session: Session, engine: RecordingEngine) -> ScatterView:
    rank(session, engine)
    tell(engine)
    assert panel.view.isVisible()
    return panel.view


def spot(view: ScatterView, document: str, index: int) -> QPoint:
    found = view.spot_of((document, index))
    assert found is not None
    return found.toPoint()


def test_it_waits_for_a_question_then_shows_what_was_ranked(
    panel: ScoresPanel, session: Session, engine: RecordingEngine
) -> None:
    assert panel.empty.words().startswith("Ask a question")
    assert not panel.copy_button.isEnabled()
    rank(session, engine)
    assert panel.empty.words() == "Reading the scores …"
    tell(engine)
    assert panel.view.isVisible()
    assert "With context scores higher for 1 of 3 chunks" in panel.summary.whole()
    assert panel.view.accessibleDescription() == panel.summary.whole()
    assert panel.info.whole().startswith("n = 5 chunks.")
    assert panel.copy_button.isEnabled()


def test_a_hidden_tab_asks_only_once_it_is_seen(panel: ScoresPanel, session: Session, engine: RecordingEngine) -> None:
    panel.hide()
    rank(session, engine)
    choose(session, engine, 1)
    assert not engine.all(protocol.GetScatter)
    assert not engine.all(protocol.GetEmbeddedTexts)
    panel.show()
    assert engine.last(protocol.GetScatter).marked == (("plans.md", 1),)
    assert engine.last(protocol.GetEmbeddedTexts).context_recipe == "path"
    tell(engine)
    panel.hide()
    panel.show()
    assert len(engine.all(protocol.GetScatter)) == 1


def test_scores_of_another_question_are_not_shown(
    panel: ScoresPanel, session: Session, engine: RecordingEngine
) -> None:
    rank(session, engine)
    tell(engine, replace(SCATTER, question="another"))
    assert not panel.view.isVisible()


def test_a_chunk_that_is_not_drawn_is_asked_for_once(
    panel: ScoresPanel, session: Session, engine: RecordingEngine
) -> None:
    shown(panel, session, engine)
    choose(session, engine, 1)
    assert len(engine.all(protocol.GetScatter)) == 1
    choose(session, engine, 9)
    assert engine.last(protocol.GetScatter).marked == (("plans.md", 9),)
    tell(engine)
    panel.mark([("rest.md", 7)])
    assert engine.last(protocol.GetScatter).marked == (("plans.md", 9), ("rest.md", 7))
    tell(engine)
    assert len(engine.all(protocol.GetScatter)) == 3


def test_keys_walk_by_rank_and_enter_chooses(
    qtbot: QtBot, panel: ScoresPanel, session: Session, engine: RecordingEngine
) -> None:
    view = shown(panel, session, engine)
    view.setFocus()
    walked: list[tuple[str, int]] = []
    keys = (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Right)
    for key in keys:
        QTest.keyClick(view, key)
        dot = view.current()
        assert dot is not None
        walked.append(dot.key)
    assert walked == [("plans.md", 1), ("plans.md", 2), ("plans.md", 0), ("plans.md", 2), *[("rest.md", 1)] * 2]
    assert panel.info.whole() == "rest.md #1 — without context: 0.050 cosine, rank 4; with context: no match"
    assert view.accessibleDescription() == panel.info.whole()
    QTest.keyClick(view, Qt.Key.Key_Home)
    with qtbot.waitSignal(view.chunk_wanted) as wanted:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert wanted.args == ["plans.md", 1]
    assert engine.last(protocol.LocateChunk).index == 1


def test_a_click_chooses_and_hovering_tells(
    qtbot: QtBot, panel: ScoresPanel, session: Session, engine: RecordingEngine
) -> None:
    view = shown(panel, session, engine)
    place = QPointF(spot(view, "plans.md", 2))
    none = Qt.MouseButton.NoButton
    moved = QMouseEvent(QEvent.Type.MouseMove, place, view.mapToGlobal(place), none, none, Qt.KeyboardModifier(0))
    view.mouseMoveEvent(moved)
    assert panel.info.whole().startswith("plans.md #2 — without context: 0.400 cosine, rank 1;")
    with qtbot.waitSignal(view.chunk_wanted) as wanted:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot(view, "rest.md", 0))
    assert wanted.args == ["rest.md", 0]
    with qtbot.assertNotEmitted(view.chunk_wanted):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(view.width() // 2, 4))


def test_a_rectangle_zooms_and_the_whole_comes_back(
    panel: ScoresPanel, session: Session, engine: RecordingEngine
) -> None:
    view = shown(panel, session, engine)
    assert not panel.reset_button.isVisible()
    middle = spot(view, "plans.md", 2)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=middle - QPoint(60, 30))
    QTest.mouseMove(view, middle + QPoint(40, 20))
    end = QPointF(middle + QPoint(60, 30))
    left = Qt.MouseButton.LeftButton
    view.mouseMoveEvent(
        QMouseEvent(QEvent.Type.MouseMove, end, view.mapToGlobal(end), left, left, Qt.KeyboardModifier(0))
    )
    QTest.mouseRelease(view, left, pos=end.toPoint())
    assert panel.reset_button.isVisible()
    assert view.spot_of(("plans.md", 2)) is not None
    assert view.spot_of(("plans.md", 1)) is None
    panel.reset_button.click()
    assert not panel.reset_button.isVisible()
    assert view.spot_of(("plans.md", 1)) is not None
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert panel.reset_button.isVisible()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not panel.reset_button.isVisible()


def test_ranks_are_another_picture_of_the_same(panel: ScoresPanel, session: Session, engine: RecordingEngine) -> None:
    view = shown(panel, session, engine)
    before = view.spot_of(("plans.md", 0))
    panel.choice.group.button(1).click()
    assert view.spot_of(("plans.md", 0)) != before
    assert len(engine.all(protocol.GetScatter)) == 1
    best, next_one = spot(view, "plans.md", 1), spot(view, "plans.md", 2)
    assert best.y() < next_one.y()
    assert best.x() < next_one.x()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_are_ringed_in_colours_of_their_own(
    panel: ScoresPanel, session: Session, engine: RecordingEngine, theme: Theme, scheme: str
) -> None:
    theme.choose(scheme)
    view = shown(panel, session, engine)
    place = spot(view, "plans.md", 1)

    def ring() -> str:
        image = view.grab().toImage()
        scale = image.devicePixelRatio()
        return QColor(image.pixel(round((place.x() - 7.5) * scale), round(place.y() * scale))).name()

    bare = ring()
    panel.mark([("plans.md", 1)])
    expected = ring()
    choose(session, engine, 1)
    assert len({bare, expected, ring()}) == 3


def test_chunks_without_a_match_stand_on_the_rails(
    panel: ScoresPanel, session: Session, engine: RecordingEngine
) -> None:
    view = shown(panel, session, engine)
    left, below = spot(view, "rest.md", 0), spot(view, "rest.md", 1)
    others = [spot(view, "plans.md", index) for index in range(3)]
    assert all(left.x() < other.x() and below.y() > other.y() for other in others)


def test_points_picture_and_texts_are_copied(
    panel: ScoresPanel, session: Session, engine: RecordingEngine, tmp_path: Path
) -> None:
    shown(panel, session, engine)
    clipboard = QGuiApplication.clipboard()
    panel.copy_points()
    lines = clipboard.text().split("\n")
    assert len(lines) == 6
    assert lines[2].split("\t")[:4] == ["plans.md", "1", "Monthly pass", "0.1"]
    panel.copy_picture()
    assert clipboard.pixmap().width() == round(panel.view.width() * panel.view.devicePixelRatioF())
    panel.write(tmp_path / "points.csv")
    rows = list(csv.reader((tmp_path / "points.csv").read_text("utf-8-sig").splitlines()))
    assert rows[1] == ["plans.md", "0", "Day pass", "0.2", "cosine", "2", "0.1", "cosine", "3"]
    choose(session, engine, 0)
    answer_texts(engine)
    panel.copy_texts()
    assert "Without context (none) · 5 tokens, no header\nIt costs 12 dollars." in clipboard.text()
    assert "header 4 (bold)\nPlans > Day pass\n\nIt costs 12 dollars." in clipboard.text()


def test_a_file_that_cannot_be_written_is_said(
    qtbot: QtBot, panel: ScoresPanel, session: Session, engine: RecordingEngine, tmp_path: Path
) -> None:
    shown(panel, session, engine)
    with qtbot.waitSignal(panel.failed) as failed:
        panel.write(tmp_path / "no" / "points.csv")
    assert "could not be written" in (failed.args or [""])[0]


def answer_texts(engine: RecordingEngine, texts: tuple[EmbeddedText, EmbeddedText] = TEXTS) -> None:
    asked = engine.last(protocol.GetEmbeddedTexts)
    engine.answer(
        protocol.EmbeddedTextsTold(
            id=asked.id, document=asked.document, index=asked.index, plain=texts[0], context=texts[1]
        )
    )


def marks(panel: ScoresPanel, word: str, context: bool = True) -> tuple[bool, bool, bool]:
    """Return whether a word is underlined, struck through, and bold."""
    edit = panel.texts.context.text if context else panel.texts.plain.text
    cursor = edit.document().find(word)
    assert not cursor.isNull(), word
    cursor.movePosition(QTextCursor.MoveOperation.Left)
    cursor.movePosition(QTextCursor.MoveOperation.Right)
    form = cursor.charFormat()
    return form.fontUnderline(), form.fontStrikeOut(), form.fontWeight() > 500


def test_the_chosen_chunks_texts_show_what_differs(
    panel: ScoresPanel, session: Session, engine: RecordingEngine
) -> None:
    shown(panel, session, engine)
    assert panel.empty_texts.isVisible()
    choose(session, engine, 0)
    answer_texts(engine)
    assert panel.texts.isVisible()
    assert panel.texts.context.text.toPlainText() == TEXTS[1].text
    assert marks(panel, "Plans") == (True, False, True)
    assert marks(panel, "dollars") == (False, False, False)
    assert panel.texts.note.text() == (
        "+4 tokens with context. Underlined: only with context; struck through: only without context."
    )
    assert panel.texts.context.text.accessibleDescription() == "Only here: Plans > Day pass"


def test_what_only_the_first_side_has_is_struck_through(
    panel: ScoresPanel, session: Session, engine: RecordingEngine
) -> None:
    shown(panel, session, engine)
    choose(session, engine, 0)
    label = EmbeddedText("label", "Terms: It costs 12 dollars.", 7, 2, 7)
    answer_texts(engine, (label, TEXTS[1]))
    assert marks(panel, "Terms", context=False) == (False, True, True)
    assert panel.texts.plain.title.whole() == "Left side (label) · 7 tokens, header 2 (bold)"
    answer_texts_again(session, engine, panel)


def answer_texts_again(session: Session, engine: RecordingEngine, panel: ScoresPanel) -> None:
    """Choose another chunk whose texts are the same on both sides."""
    choose(session, engine, 1)
    answer_texts(engine, (TEXTS[0], replace(TEXTS[0], recipe="none")))
    assert panel.texts.note.text() == "Both sides embed the same text."


def test_another_library_takes_all_away(panel: ScoresPanel, session: Session, engine: RecordingEngine) -> None:
    shown(panel, session, engine)
    choose(session, engine, 0)
    engine.answer(protocol.LibraryOpened(id=0, info=replace(LIBRARY, folder="/other")))
    assert not panel.view.isVisible()
    assert panel.empty.words().startswith("Ask a question")
