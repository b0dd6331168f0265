"""The chunk panel over a real session: paging, choosing by mouse and keyboard, copying, empty states, what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Chunk, Place
from explorer.core.views import ChunkView, ContextChunk, DocumentRow, Header, LibraryInfo, PathSegment
from explorer.ui.card_marks import CardFonts, CardLayout, TextMark, WordMark
from explorer.ui.chunk_layout import Shown, lay_out
from explorer.ui.chunk_panel import ChunkPanel
from explorer.ui.models.chunk_store import PAGE
from explorer.ui.row_scroll import STEPS
from explorer.ui.session import Selection, Session
from explorer.ui.text_blocks import shared_out
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine


def make_view(index: int, text: str = "It costs 12 dollars.", kind: str = "paragraph") -> ChunkView:
    chunk = Chunk("plans.md", index, 1, ("Plans", "Day pass"), text, Place(index, index + 1), kind, 5)
    header = Header("Plans > Day pass", ("Plans", "Day pass"))
    item = ContextChunk(
        chunk, "Plans", header, f"Plans > Day pass\n\n{text}", f"[plans.md] Day pass - {text}", 9, 4, 254
    )
    return ChunkView(item, (PathSegment("Plans", 0), PathSegment("Day pass", 1)))


LIBRARY = LibraryInfo(
    folder="/library",
    name="library",
    model="m",
    recipe="path",
    limit=254,
    revision=1,
    documents=(
        DocumentRow("plans.md", "Plans", "markdown"),
        DocumentRow("bad.pdf", "bad", "pdf", error="It is empty."),
    ),
    indexed=True,
)


@pytest.fixture
def panel(qtbot: QtBot, session: Session, theme: Theme, show_active: Callable[[QWidget], None]) -> ChunkPanel:
    made = ChunkPanel(session, theme)
    qtbot.addWidget(made)
    made.resize(600, 500)
    show_active(made)
    return made


def open_library(session: Session, engine: RecordingEngine, library: LibraryInfo = LIBRARY) -> None:
    engine.answer(protocol.LibraryOpened(id=0, info=library))


def send_rows(engine: RecordingEngine, total: int, offset: int = 0, **look: str) -> None:
    asked = next(one for one in reversed(engine.all(protocol.ListChunks)) if one.offset == offset)
    count = min(asked.limit, total - offset)
    rows = tuple(make_view(offset + number, **look) for number in range(count))
    engine.answer(protocol.Chunks(id=asked.id, total=total, offset=offset, rows=rows))


def test_words_stand_where_there_is_nothing(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    assert "Open a folder" in panel.empty_words()
    open_library(session, engine)
    assert "on their way" in panel.empty_words()
    send_rows(engine, 0)
    assert "no chunks" in panel.empty_words()
    session.select(Selection(document="bad.pdf"))
    send_rows(engine, 0)
    assert panel.empty_words() == "bad.pdf could not be read: It is empty."


def test_documents_are_read_before_none_is_missed(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    empty = replace(LIBRARY, documents=())
    session.open_library("/library")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=empty, final=True))
    send_rows(engine, 0)
    assert panel.empty_words() == "Reading the documents …"
    engine.answer(protocol.Cancelled(id=engine.last(protocol.Refresh).id))
    assert "no document in this folder" in panel.empty_words()


def test_title_says_what_is_selected_and_how_many(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_library(session, engine)
    send_rows(engine, 1234)
    assert panel.title() == "CHUNKS · LIBRARY · 1,234"
    session.select(Selection(document="plans.md", section=1))
    send_rows(engine, 2)
    assert panel.title() == "CHUNKS · DAY PASS · 2"


def test_only_pages_in_view_are_asked_for(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_library(session, engine)
    send_rows(engine, 100_000)
    bar = panel.cards.verticalScrollBar()
    bar.setValue(50_100 * STEPS)
    qtbot.waitUntil(lambda: engine.last(protocol.ListChunks).offset == 50_000)
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: engine.last(protocol.ListChunks).offset == 100_000 - PAGE)
    assert len(engine.all(protocol.ListChunks)) == 3
    send_rows(engine, 100_000, 100_000 - PAGE)
    assert panel.cards.visible_rows().stop <= 100_000


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        ([Qt.Key.Key_Down], 0),
        ([Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up], 0),
        ([Qt.Key.Key_End], 29),
        ([Qt.Key.Key_End, Qt.Key.Key_Down], 29),
        ([Qt.Key.Key_End, Qt.Key.Key_Home], 0),
    ],
)
def test_keys_choose(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine, keys: list[Qt.Key], chosen: int
) -> None:
    open_library(session, engine)
    send_rows(engine, 30)
    for key in keys:
        qtbot.keyClick(panel.cards, key)
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == chosen
    assert panel.cards.card_rect(chosen) is not None


def test_page_keys_move_by_what_is_in_view(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_library(session, engine)
    send_rows(engine, 100)
    qtbot.keyClick(panel.cards, Qt.Key.Key_Home)
    qtbot.keyClick(panel.cards, Qt.Key.Key_PageDown)
    assert session.chunk is not None
    assert session.chunk.item.chunk.index >= 3
    qtbot.keyClick(panel.cards, Qt.Key.Key_PageUp)
    assert session.chunk.item.chunk.index == 0


def test_end_of_a_long_list_is_chosen_when_its_rows_come(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_library(session, engine)
    send_rows(engine, 1000)
    qtbot.keyClick(panel.cards, Qt.Key.Key_End)
    assert session.chunk is None
    qtbot.waitUntil(lambda: engine.last(protocol.ListChunks).offset == 800)
    send_rows(engine, 1000, 800)
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 999


def test_click_chooses(qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_library(session, engine)
    send_rows(engine, 30)
    rect = panel.cards.card_rect(2)
    assert rect is not None
    qtbot.mouseClick(panel.cards.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 2


def test_chunk_chosen_elsewhere_is_scrolled_to(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_library(session, engine)
    session.select(Selection(document="plans.md"))
    send_rows(engine, 1000)
    session.select_chunk("plans.md", 700)
    located = engine.last(protocol.LocateChunk)
    engine.answer(protocol.Chunks(id=located.id, total=1, offset=0, rows=(make_view(700),)))
    qtbot.waitUntil(lambda: engine.last(protocol.ListChunks).offset == 600)
    send_rows(engine, 1000, 600)
    assert panel.cards.card_rect(700) is not None
    chosen = panel.cards.chosen()
    assert chosen is not None
    assert chosen.item.chunk.index == 700


def test_refresh_keeps_the_place_in_the_list(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_library(session, engine)
    send_rows(engine, 150)
    panel.cards.verticalScrollBar().setValue(100 * 64)
    before = panel.cards.visible_rows()
    open_library(session, engine, replace(LIBRARY, revision=2))
    send_rows(engine, 150, text="It costs 13 dollars.")
    assert panel.cards.visible_rows() == before


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("Copy display text", "[plans.md] Day pass - It costs 12 dollars."),
        ("Copy text", "It costs 12 dollars."),
        ("Copy embedded text", "Plans > Day pass\n\nIt costs 12 dollars."),
        ("Copy citation", "plans.md, Plans › Day pass"),
        ("Copy as prompt text", "[Plans | Day pass]\nIt costs 12 dollars."),
        ("Copy as prompt text with neighbours", "[Plans | Day pass]\n" + "\n\n".join(["It costs 12 dollars."] * 3)),
    ],
)
def test_menu_copies(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine, action: str, text: str
) -> None:
    open_library(session, engine)
    send_rows(engine, 5)
    session.select_chunk("plans.md", 2)
    menu = panel.make_menu()
    next(one for one in menu.actions() if one.text() == action).trigger()
    assert QGuiApplication.clipboard().text() == text


def test_ctrl_c_copies_the_display_text(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_library(session, engine)
    send_rows(engine, 5)
    session.select_chunk("plans.md", 1)
    qtbot.keyClick(panel.cards, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "[plans.md] Day pass - It costs 12 dollars."


def words_of(card: CardLayout) -> str:
    texts = [mark.text for mark in card.marks if isinstance(mark, WordMark)]
    return " ".join(texts + [mark.layout.text() for mark in card.marks if isinstance(mark, TextMark)])


@pytest.mark.parametrize("width", [200.0, 480.0, 1200.0])
@pytest.mark.parametrize("kind", ["paragraph", "table", "code", "list"])
def test_marks_stay_inside_their_card(qtbot: QtBot, theme: Theme, kind: str, width: float) -> None:
    text = {"table": "| Request | Days |\n| " + "word " * 60 + "| 2 |", "list": "- " + "item " * 80}.get(
        kind, "word " * 90
    )
    view = replace(make_view(3, text, kind), segments=(PathSegment("A very long heading " * 8, 0, "H101", "why"),) * 3)
    card = lay_out(view, width, CardFonts(theme))
    for mark in card.marks:
        if isinstance(mark, TextMark):
            box = mark.layout.boundingRect().translated(mark.place)
            assert box.bottom() <= card.height + 1
            assert mark.place.x() + mark.layout.maximumWidth() > 0
            assert all(
                mark.layout.lineAt(line).naturalTextWidth() + mark.place.x() <= width
                for line in range(mark.layout.lineCount())
            )
        else:
            assert mark.rect.right() <= width + 0.5
            assert mark.rect.bottom() <= card.height + 0.5


def test_card_says_tokens_path_and_reason(qtbot: QtBot, theme: Theme) -> None:
    weak = PathSegment("Section 4.2", 1, "H101", "only a number")
    base = make_view(7)
    header = replace(base.item.header, dropped=(("Overview", "generic word"),))
    view = replace(
        base, segments=(weak,), version="7", effective_from="2026-03", item=replace(base.item, header=header)
    )
    words = words_of(lay_out(view, 700, CardFonts(theme)))
    for said in (
        "header 4 + text 5 of 254 tokens",
        "#7",
        "v7 · 2026-03",
        "▲ Section 4.2",
        "H101",
        "only a number",
        "left out of the header: “Overview” (generic word)",
    ):
        assert said in words


def test_a_renamed_heading_shows_both_names_with_a_sign_and_says_so_in_its_tool_tip(qtbot: QtBot, theme: Theme) -> None:
    renamed = PathSegment("Section 4.2", 1, renamed="Parental leave")
    card = lay_out(replace(make_view(7), segments=(renamed,)), 700, CardFonts(theme))
    assert "✎ Section 4.2 → Parental leave" in words_of(card)
    tips = [tip.text for tip in card.tips]
    assert "Renamed for retrieval: the document says “Section 4.2”, the index “Parental leave”." in tips


def test_embedded_card_shows_the_exact_text(qtbot: QtBot, theme: Theme) -> None:
    words = words_of(lay_out(make_view(0), 700, CardFonts(theme), Shown.EMBEDDED))
    assert "Plans > Day pass\u2028\u2028It costs 12 dollars." in words


@pytest.mark.parametrize(
    ("wanted", "room", "widths"),
    [
        ([50.0, 60.0], 200.0, [50.0, 60.0]),
        ([50.0, 500.0], 200.0, [50.0, 150.0]),
        ([500.0, 500.0], 200.0, [100.0, 100.0]),
        ([90.0, 500.0, 300.0], 290.0, [90.0, 100.0, 100.0]),
    ],
)
def test_columns_share_the_room(wanted: list[float], room: float, widths: list[float]) -> None:
    assert shared_out(wanted, room) == widths


@pytest.mark.parametrize("name", ["light", "dark"])
def test_chosen_card_has_the_accent_outline(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine, theme: Theme, name: str
) -> None:
    theme.choose(name)
    open_library(session, engine)
    send_rows(engine, 5)
    session.select_chunk("plans.md", 1)
    rect = panel.cards.card_rect(1)
    assert rect is not None
    picture = panel.cards.viewport().grab().toImage()
    edge = {picture.pixelColor(QPoint(round(rect.left()) + dx, round(rect.center().y()))).name() for dx in range(3)}
    assert theme.colour("accent").name() in edge
    assert picture.pixelColor(2, 2) == QColor(theme.colour("window"))


def test_the_only_chunk_of_a_section_is_chosen(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_library(session, engine)
    send_rows(engine, 1)
    assert session.chunk is None
    session.select(Selection(document="plans.md", section=0))
    send_rows(engine, 2)
    assert session.chunk is None
    session.select(Selection(document="plans.md", section=1))
    send_rows(engine, 1)
    chosen = panel.cards.chosen()
    assert chosen is not None
    assert session.chunk is chosen
