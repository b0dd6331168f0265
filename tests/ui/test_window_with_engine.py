"""The whole window on one real engine, real model and real Chroma: the main job, by mouse and keyboard."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from explorer.core.views import ChunkView, Comparison
from explorer.ui import app
from explorer.ui.engine_client import EngineClient
from explorer.ui.main_window import MainWindow
from explorer.ui.session import LibraryOptions, Selection
from explorer.ui.settings import Settings
from explorer.ui.wishes import Question

WAIT = 120_000
MONTHLY = "How much is the monthly pass?"
NOTICE = "how far ahead do I have to request parental leave?"
PICTURES = os.environ.get("CHUNK_EXPLORER_PICTURES", "")


@pytest.fixture(scope="module")
def window(
    qapp: QApplication, samples: Path, tmp_path_factory: pytest.TempPathFactory, show_active: Callable[[QWidget], None]
) -> Iterator[MainWindow]:
    """Return a window whose real engine has indexed the sample library."""
    client = EngineClient()
    client.start()
    options = LibraryOptions(store=str(tmp_path_factory.mktemp("window-store")))
    made = app.make_window(client, Settings(theme="light"), None, options)
    show_active(made)
    made.open_library(str(samples))
    _until(made, lambda: made.session.library is not None and made.session.library.indexed)
    yield made
    client.close()
    made.close()
    qapp.processEvents()
    made.deleteLater()
    qapp.setStyleSheet("")


@pytest.fixture(autouse=True)
def _settled(window: MainWindow) -> None:
    """Begin every test with the whole library selected and nothing on its way."""
    window.session.select(Selection())
    window.session.select(Selection(folder="hr"))
    window.session.select(Selection())
    _until(window, lambda: not window.session.waiting)


def _until(window: MainWindow, condition: Any) -> None:
    """Run the event loop until `condition` holds."""
    for _ in range(WAIT // 20):
        if condition():
            return
        QTest.qWait(20)
    raise AssertionError(f"still waiting; library: {window.session.library}")


def _ask(window: MainWindow, question: str, ranker: str = "embedding") -> Comparison:
    panel = window.compare
    panel.ranker.setCurrentIndex(panel.ranker.findData(ranker))
    panel.question.setFocus()
    panel.question.setText(question)
    QTest.keyClick(panel.question, Qt.Key.Key_Return)

    def answered() -> bool:
        comparison = window.session.comparison
        return comparison is not None and (comparison.question, comparison.ranker) == (question, ranker)

    _until(window, answered)
    _until(window, lambda: not window.session.waiting)
    return cast(Comparison, window.session.comparison)


def _choose(window: MainWindow, document: str, ending: str) -> ChunkView:
    """Choose the chunk of `document` whose text begins with `ending`."""
    found = next(hit for hit in _ask(window, ending, "keyword").context if hit.document == document)
    window.session.select_chunk(found.document, found.index)
    _until(window, lambda: window.session.chunk is not None and window.session.chunk.item.chunk.index == found.index)
    return cast(ChunkView, window.session.chunk)


def test_monthly_pass_is_not_first_without_and_first_with_context(window: MainWindow) -> None:
    comparison = _ask(window, MONTHLY)
    best = comparison.context[0]
    assert (best.document, best.heading_path[-1]) == ("plans.md", "Monthly pass")
    assert best.measure == "cosine"
    assert best.score == pytest.approx(0.749, abs=0.002)
    assert best.other_rank is not None
    assert best.other_rank > 1
    assert window.compare.context.list.model().rowCount() >= 10
    twin = next(hit for hit in comparison.plain if (hit.document, hit.index) == (best.document, best.index))
    assert twin.score == pytest.approx(0.430, abs=0.002)


def test_the_notice_paragraph_rises_to_the_first_rank_and_both_ranks_are_shown(window: MainWindow) -> None:
    comparison = _ask(window, NOTICE)
    best = comparison.context[0]
    assert best.text.startswith("It must be requested at least 30 days in advance")
    assert best.score == pytest.approx(0.800, abs=0.002)
    assert best.other_rank is not None
    assert best.other_rank >= 6
    window.session.select_chunk(best.document, best.index)
    _until(window, lambda: not window.session.waiting)
    words = [label.text() for label in window.compare.findChildren(QLabel)]
    assert any(f"{best.other_rank} → 1" in text for text in words), words


def test_choosing_a_hit_shows_it_in_tree_chunks_and_source(window: MainWindow) -> None:
    comparison = _ask(window, MONTHLY)
    window.compare.context.list.setFocus()
    QTest.keyClick(window.compare.context.list, Qt.Key.Key_Home)
    QTest.keyClick(window.compare.context.list, Qt.Key.Key_Return)
    best = comparison.context[0]
    _until(window, lambda: window.session.chunk is not None and not window.session.waiting)
    chunk = cast(ChunkView, window.session.chunk).item.chunk
    assert (chunk.document, chunk.index) == (best.document, best.index)
    _until(window, lambda: "It costs 25 dollars" in window.source.reading.chosen_text())
    assert window.session.selection.document in {"", "plans.md"}


def test_a_pdf_chunk_is_marked_on_its_page(window: MainWindow) -> None:
    view = _choose(window, "appliance/kitchen-appliance-guide.pdf", "Clean the filter once a month.")
    _until(window, lambda: window.source.pages.page == view.item.chunk.place.page)
    _until(window, lambda: bool(window.source.pages.chosen_rects()) and not window.session.waiting)


def test_uninformative_headings_are_marked_with_the_reason(window: MainWindow) -> None:
    window.session.select(Selection(document="contracts/vendor-agreement.docx"))
    rows: list[ChunkView] = []
    window.session.chunks_arrived.connect(lambda arrived: rows.extend(arrived.rows))
    window.session.request_chunks(0, 200)
    _until(window, lambda: bool(rows))
    view = next(row for row in rows if row.item.chunk.heading_path[-2:] == ("Section 4.2", "Subsection (b)"))
    assert [bool(segment.code) for segment in view.segments][-2:] == [True, True]
    assert all(segment.reason for segment in view.segments if segment.code)


@pytest.mark.parametrize("ranker", ["keyword", "shared-words"])
def test_other_rankers_name_their_measure(window: MainWindow, ranker: str) -> None:
    comparison = _ask(window, MONTHLY, ranker)
    assert comparison.measure in {"BM25", "shared words"}
    assert {hit.measure for hit in comparison.context} == {comparison.measure}
    assert comparison.context[0].heading_path[-1] == "Monthly pass"


def test_findings_tab_counts_and_leads_to_the_chunk(window: MainWindow) -> None:
    _until(window, lambda: "Findings " in window.tabs.tabText(window.tabs.indexOf(window.findings)))
    window.tabs.setCurrentWidget(window.findings)
    table = window.findings.table
    assert table.model().rowCount() > 10
    table.setFocus()
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_Return)
    _until(window, lambda: window.session.chunk is not None and not window.session.waiting)
    assert "C202" in {finding.code for finding in cast(ChunkView, window.session.chunk).findings}
    window.tabs.setCurrentWidget(window.compare)


def test_refresh_by_key_changes_nothing_when_nothing_changed(window: MainWindow) -> None:
    library = window.session.library
    assert library is not None
    QTest.keyClick(window, Qt.Key.Key_F5)
    _until(window, lambda: not window.session.busy)
    assert window.session.library is not None
    assert window.session.library.health == library.health


def test_changed_heading_moves_the_rank(qtbot: QtBot, tmp_path: Path, samples: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    text = (samples / "plans.md").read_text(encoding="utf-8")
    (folder / "plans.md").write_text(text.replace("## Monthly pass", "## Details"), encoding="utf-8")
    client = EngineClient()
    client.start()
    made = app.make_window(client, Settings(), None, LibraryOptions(store=str(tmp_path / "store")))
    try:
        made.show()
        made.open_library(str(folder))
        _until(made, lambda: made.session.library is not None and made.session.library.indexed)
        before = _ask(made, MONTHLY).context[0]
        assert before.heading_path[-1] != "Details"
        (folder / "plans.md").write_text(text, encoding="utf-8")
        made.session.refresh()
        _until(made, lambda: not made.session.waiting)
        made.session.search(Question(MONTHLY))
        _until(made, lambda: not made.session.waiting)
        comparison = made.session.comparison
        assert comparison is not None
        assert comparison.context[0].heading_path[-1] == "Monthly pass"
    finally:
        client.close()
        made.close()
        QApplication.processEvents()
        made.deleteLater()


def test_folder_dropped_on_the_window_is_opened(window: MainWindow, tmp_path: Path, samples: Path) -> None:
    (tmp_path / "dropped").mkdir()
    (tmp_path / "dropped" / "pump.md").write_text("# Pump\n\nTurn it.\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "dropped"))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(window, drop)
    _until(window, window.preview.isVisible)
    assert window.preview.count.text().startswith("1 document to read")
    QTest.keyClick(window.preview.open, Qt.Key.Key_Return)
    _until(window, lambda: window.session.library is not None and window.session.library.name == "dropped")
    _until(window, lambda: not window.session.busy)
    assert [row.name for row in cast(Any, window.session.library).documents] == ["pump.md"]
    window.open_library(str(samples))
    _until(window, lambda: window.session.library is not None and window.session.library.folder == str(samples))
    _until(window, lambda: not window.session.waiting)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (900, 600)])
def test_pictures_of_the_window(window: MainWindow, theme: str, size: tuple[int, int], tmp_path: Path) -> None:
    window.session.change_settings(window.session.settings.with_theme(theme))
    window.resize(*size)
    comparison = _ask(window, NOTICE)
    best = comparison.context[0]
    window.session.select_chunk(best.document, best.index)
    _until(window, lambda: not window.session.waiting)
    QTest.qWait(200)
    assert (window.width(), window.height()) == size
    picture = window.grab()
    target = Path(PICTURES or tmp_path) / f"window-{theme}-{size[0]}.png"
    assert picture.save(str(target), "PNG")
    colours = {picture.toImage().pixelColor(x, y).name() for x in range(0, size[0], 40) for y in range(0, size[1], 40)}
    assert len(colours) > 5
    ground = picture.toImage().pixelColor(size[0] // 2, 8).lightness()
    assert (ground > 128) is (theme == "light")
