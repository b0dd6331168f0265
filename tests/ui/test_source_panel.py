"""The source panel over a real session: the chosen place is marked, clicks choose chunks, pages are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Chunk, Place, Rect
from explorer.core.parsing import read_document
from explorer.core.views import ChunkView, ContextChunk, DocumentRow, Header, LibraryInfo, SectionRow, SourceView
from explorer.ui.models.chunk_store import PAGE
from explorer.ui.page_view import FIT_WIDTH
from explorer.ui.reading_text import ReadingText
from explorer.ui.session import Selection, Session
from explorer.ui.source_panel import SourcePanel
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

RIDES = "# Plans\n\n## Single ride\n\nIt costs *3* dollars 😀.\n\n## Day pass\n\nIt costs 12 dollars.\n"
FILLER = "".join(f"\n## Heading {number}\n\nFiller {number}.\n" for number in range(60))
TEXT = (RIDES + FILLER).replace("\n", "\r\n")
PASSAGES = ["It costs *3* dollars 😀.", "It costs 12 dollars.", *(f"Filler {number}." for number in range(60))]
SPANS = [(TEXT.index(words), TEXT.index(words) + len(words)) for words in PASSAGES]
RECTS = (Rect(2, 100, 300, 300, 340), Rect(2, 100, 345, 250, 360))


def make_view(index: int, document: str = "plans.md", place: Place | None = None) -> ChunkView:
    chunk = Chunk(document, index, 1, ("Plans",), "x", place or Place(*SPANS[index]), "paragraph", 5)
    return ChunkView(ContextChunk(chunk, "Plans", Header(), "x", "x", 5, 0, 254), ())


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, show_active: Callable[[QWidget], None]
) -> SourcePanel:
    made = SourcePanel(session, theme)
    qtbot.addWidget(made)
    made.resize(460, 420)
    show_active(made)
    rows = (DocumentRow("plans.md", "Plans", "markdown"), DocumentRow("guide.pdf", "Guide", "pdf"))
    info = LibraryInfo("/library", "library", "m", "path", 254, 1, rows, indexed=True)
    engine.answer(protocol.LibraryOpened(id=0, info=info))
    return made


def show_markdown(session: Session, engine: RecordingEngine, section: int | None = None) -> None:
    session.select(Selection(document="plans.md", section=section))
    parsed = read_document(TEXT.encode(), "plans.md")
    source = SourceView("plans.md", "markdown", "Plans", TEXT, parsed.blocks)
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=source))


def show_pdf(session: Session, engine: RecordingEngine) -> None:
    session.select(Selection(document="guide.pdf"))
    source = SourceView("guide.pdf", "pdf", "Guide", pages=((595.0, 842.0), (595.0, 842.0)))
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=source))


def send_chunks(
    session: Session, engine: RecordingEngine, rows: tuple[ChunkView, ...], total: int = 0, offset: int = 0
) -> None:
    session.request_chunks(offset, PAGE)
    asked = engine.last(protocol.ListChunks)
    engine.answer(protocol.Chunks(id=asked.id, total=len(rows), offset=0, rows=rows))


def send_places(engine: RecordingEngine, places: tuple[Place, ...]) -> None:
    asked = engine.last(protocol.ListPlaces)
    engine.answer(protocol.PlacesTold(id=asked.id, document=asked.document, offset=0, total=len(places), places=places))


def test_words_stand_where_there_is_nothing(panel: SourcePanel, session: Session) -> None:
    assert "Choose a document" in panel.empty_words()
    session.select(Selection(document="plans.md"))
    assert "on its way" in panel.empty_words()


@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize(
    ("index", "reading", "source"),
    [(0, "It costs 3 dollars 😀.", "It costs *3* dollars 😀."), (1, "It costs 12 dollars.", "It costs 12 dollars.")],
)
def test_chosen_place_is_marked(
    panel: SourcePanel, session: Session, engine: RecordingEngine, raw: bool, index: int, reading: str, source: str
) -> None:
    show_markdown(session, engine)
    panel.show_raw(raw)
    send_chunks(session, engine, (make_view(0), make_view(1)))
    session.select_chunk("plans.md", index)
    assert (panel.raw.chosen_text() if raw else panel.reading.chosen_text()) == (source if raw else reading)


def test_chosen_place_is_scrolled_into_view_and_coloured(
    panel: SourcePanel, session: Session, engine: RecordingEngine, theme: Theme
) -> None:
    show_markdown(session, engine)
    send_chunks(session, engine, tuple(make_view(index) for index in range(62)))
    session.select_chunk("plans.md", 50)
    rect = panel.reading.chosen_rect()
    assert rect is not None
    assert rect.top() >= 0
    assert rect.bottom() <= panel.reading.viewport().height()
    picture = panel.reading.viewport().grab().toImage()
    x, y = round(rect.right()) - 6, round(rect.center().y())
    assert picture.pixelColor(x, y) == theme.colour("highlight")
    assert picture.pixelColor(6, y) == theme.colour("highlight_line")


def test_each_place_is_mapped_once_when_a_source_arrives(
    panel: SourcePanel, session: Session, engine: RecordingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapped: list[int | None] = []
    span_of = ReadingText.span_of

    def counted(text: ReadingText, place: Place) -> tuple[int, int] | None:
        mapped.append(place.start)
        return span_of(text, place)

    monkeypatch.setattr(ReadingText, "span_of", counted)
    show_markdown(session, engine)
    send_places(engine, tuple(Place(*span) for span in SPANS))
    assert sorted(start for start in mapped if start is not None) == sorted(start for start, _ in SPANS)


def test_chunk_that_came_before_its_source_is_marked_when_the_source_comes(
    panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    session.select(Selection(document="plans.md"))
    send_chunks(session, engine, (make_view(0), make_view(1)))
    session.select_chunk("plans.md", 1)
    show_markdown(session, engine)
    assert panel.reading.chosen_text() == "It costs 12 dollars."


def click_in_reading(qtbot: QtBot, panel: SourcePanel, point: int) -> None:
    place = Place(point, point + 1)
    panel.reading.choose(place)
    rect = panel.reading.chosen_rect()
    assert rect is not None
    panel.reading.choose(None)
    qtbot.mouseClick(panel.reading.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())


def test_click_chooses_the_chunk_there(
    qtbot: QtBot, panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    show_markdown(session, engine)
    send_places(engine, tuple(Place(*span) for span in SPANS))
    send_chunks(session, engine, (make_view(0), make_view(1)))
    click_in_reading(qtbot, panel, SPANS[1][0] + 3)
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 1


def test_click_on_a_chunk_outside_the_selection_finds_it(
    qtbot: QtBot, panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    show_markdown(session, engine, section=2)
    send_chunks(session, engine, (make_view(1),))
    click_in_reading(qtbot, panel, SPANS[40][0] + 2)
    send_places(engine, tuple(Place(*span) for span in SPANS))
    value = panel.reading.verticalScrollBar().value()
    located = engine.last(protocol.LocateChunk)
    assert located.index == 40
    engine.answer(protocol.Chunks(id=located.id, total=1, offset=0, rows=(make_view(40),)))
    assert session.selection == Selection(document="plans.md", section=1)
    assert panel.reading.verticalScrollBar().value() == value > 500
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 40


def test_selected_section_is_scrolled_to(panel: SourcePanel, session: Session, engine: RecordingEngine) -> None:
    show_markdown(session, engine, section=50)
    assert panel.reading.verticalScrollBar().value() > 500


def test_page_is_asked_for_marked_and_its_file_removed(
    qtbot: QtBot, panel: SourcePanel, session: Session, engine: RecordingEngine, tmp_path: Path
) -> None:
    show_pdf(session, engine)
    send_chunks(session, engine, (make_view(0, "guide.pdf", Place(page=2, rects=RECTS)),))
    session.select_chunk("guide.pdf", 0)
    qtbot.waitUntil(lambda: bool(engine.all(protocol.DrawPage)))
    assert panel.pages.page == 2
    asked = next(asked for asked in engine.all(protocol.DrawPage) if asked.page == 2)
    assert asked.scale == pytest.approx(panel.pages.effective_zoom() * 96 / 72 * panel.devicePixelRatioF())
    picture = tmp_path / "page.png"
    image = QImage(100, 140, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    image.save(str(picture))
    engine.answer(
        protocol.PageDrawn(id=asked.id, document="guide.pdf", page=2, scale=asked.scale, picture=str(picture))
    )
    assert not picture.exists()
    shown = panel.pages.viewport().grab().toImage()
    assert len(panel.pages.chosen_rects()) == 2
    inside = shown.pixelColor(panel.pages.point_on_screen(200, 320))
    outside = shown.pixelColor(panel.pages.point_on_screen(400, 320))
    assert outside.name() == "#ff0000"
    assert inside != outside


def test_click_on_a_page_chooses_the_chunk_there(
    qtbot: QtBot, panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    show_pdf(session, engine)
    rows = (make_view(0, "guide.pdf", Place(page=1, rects=(Rect(1, 50, 50, 90, 90),))),)
    rows += (make_view(1, "guide.pdf", Place(page=1, rects=(Rect(1, 100, 100, 300, 140),))),)
    send_places(engine, tuple(row.item.chunk.place for row in rows))
    send_chunks(session, engine, rows)
    qtbot.mouseClick(panel.pages.viewport(), Qt.MouseButton.LeftButton, pos=panel.pages.point_on_screen(200, 120))
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 1


def test_pdf_section_turns_to_its_page(panel: SourcePanel, session: Session, engine: RecordingEngine) -> None:
    show_pdf(session, engine)
    session.request_sections("guide.pdf")
    row = SectionRow(4, -1, 1, "Cleaning", Place(page=2, rects=(Rect(2, 10, 10, 90, 20),)))
    asked = engine.last(protocol.ListSections)
    engine.answer(protocol.Sections(id=asked.id, document="guide.pdf", rows=(row,), done=True))
    session.select(Selection(document="guide.pdf", section=4))
    assert panel.pages.page == 2


def test_keys_turn_pages_and_zoom(qtbot: QtBot, panel: SourcePanel, session: Session, engine: RecordingEngine) -> None:
    show_pdf(session, engine)
    pages = panel.pages
    assert pages.zoom == FIT_WIDTH
    fitting = pages.effective_zoom()
    qtbot.keyClick(pages, Qt.Key.Key_End)
    assert pages.page == 2
    qtbot.keyClick(pages, Qt.Key.Key_Home)
    assert pages.page == 1
    qtbot.keyClick(pages, Qt.Key.Key_Plus)
    assert pages.effective_zoom() == pytest.approx(fitting * 1.15)
    assert pages.horizontalScrollBar().maximum() > 0
    qtbot.keyClick(pages, Qt.Key.Key_0)
    assert pages.effective_zoom() == pytest.approx(fitting)


def test_another_revision_reads_the_source_anew(panel: SourcePanel, session: Session, engine: RecordingEngine) -> None:
    show_markdown(session, engine)
    before = len(engine.all(protocol.GetSource))
    library = session.library
    assert library is not None
    engine.answer(protocol.LibraryOpened(id=0, info=replace(library, revision=2)))
    assert len(engine.all(protocol.GetSource)) == before + 1


def test_another_theme_keeps_text_and_mark(
    panel: SourcePanel, session: Session, engine: RecordingEngine, theme: Theme
) -> None:
    show_markdown(session, engine)
    send_chunks(session, engine, (make_view(0), make_view(1)))
    session.select_chunk("plans.md", 1)
    theme.choose("dark")
    assert panel.reading.chosen_text() == "It costs 12 dollars."


HOSTILE = """# T

<script>alert(1)</script>

![x](http://example.invalid/a.png) <img src=\"http://example.invalid/b.png\"> & <b>
"""


def test_markup_of_a_document_is_never_interpreted(
    panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    session.select(Selection(document="plans.md"))
    parsed = read_document(HOSTILE.encode(), "plans.md")
    source = SourceView("plans.md", "markdown", "T", HOSTILE, parsed.blocks)
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=source))
    html = panel.reading.document().toHtml()
    assert "<img" not in html
    assert "<script" not in html


def test_no_page_is_asked_of_a_document_whose_source_has_not_come(
    panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    show_pdf(session, engine)
    panel.pages.page_wanted.emit(1, 1.0)
    session.select(Selection(document="plans.md"))
    panel.pages.page_wanted.emit(1, 1.5)
    panel.resize(380, 300)
    show_markdown(session, engine)
    panel.pages.page_wanted.emit(1, 2.5)
    assert {asked.document for asked in engine.all(protocol.DrawPage)} == {"guide.pdf"}


def test_another_document_is_shown_from_its_top_also_after_a_resize(
    panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    show_markdown(session, engine)
    panel.resize(380, 300)
    assert panel.reading.textCursor().position() == 0
    assert panel.reading.verticalScrollBar().value() == 0


def test_foot_says_what_the_headings_rest_on_and_what_was_guessed(
    panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    assert panel.evidence_words() == ""
    session.select(Selection(document="plans.md"))
    source = SourceView("plans.md", "html", "Plans", "x", evidence="HTML headings", notes=("Menu left out",))
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=source))
    assert panel.evidence_words() == "Headings rest on: HTML headings · Menu left out"
    assert "Plain text" in [button.text() for button in panel.findChildren(QToolButton)]
    session.select(Selection(document="guide.pdf"))
    assert panel.evidence_words() == ""
    bare = SourceView("guide.pdf", "pdf", "Guide", pages=((595.0, 842.0),), evidence="none")
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=bare))
    assert panel.evidence_words() == "No headings found"


@pytest.mark.parametrize(
    "words", ["A caption.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", "| a |\n|---|\n| 1 |\n"]
)
def test_mark_of_a_place_that_ends_in_a_table_covers_that_place_only(
    panel: SourcePanel, session: Session, engine: RecordingEngine, words: str
) -> None:
    above = "".join(f"Paragraph {number}.\n\n" for number in range(12))
    text = f"# Plans\n\n{above}{words}\nBelow.\n"
    session.select(Selection(document="plans.md"))
    source = SourceView("plans.md", "markdown", "Plans", text, read_document(text.encode(), "plans.md").blocks)
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=source))
    reading = panel.reading
    heights: list[float] = []
    for passage in ("Paragraph 11.", words, "Below."):
        start = text.index(passage)
        reading.choose(Place(start, start + len(passage.rstrip())))
        rect = reading.chosen_rect()
        assert rect is not None
        heights += [
            rect.top() + reading.verticalScrollBar().value(),
            rect.bottom() + reading.verticalScrollBar().value(),
        ]
    assert heights == sorted(heights)


@pytest.mark.parametrize("raw", [False, True])
def test_the_chosen_place_stays_in_view_in_another_size_and_theme(
    panel: SourcePanel, session: Session, engine: RecordingEngine, theme: Theme, raw: bool
) -> None:
    show_markdown(session, engine)
    panel.show_raw(raw)
    send_chunks(session, engine, tuple(make_view(index) for index in range(62)))
    session.select_chunk("plans.md", 50)

    def seen() -> bool:
        if raw:
            return panel.raw.sees_chosen()
        rect = panel.reading.chosen_rect()
        return rect is not None and rect.top() >= 0 and rect.bottom() <= panel.reading.viewport().height()

    for width, height in ((230, 420), (230, 220), (460, 420)):
        panel.resize(width, height)
        assert seen(), (width, height)
    theme.choose("dark", 18)
    assert seen()


def test_who_scrolled_away_from_the_chosen_place_is_not_called_back(
    panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    show_markdown(session, engine)
    send_chunks(session, engine, tuple(make_view(index) for index in range(62)))
    session.select_chunk("plans.md", 50)
    panel.reading.verticalScrollBar().setValue(0)
    panel.resize(430, 300)
    assert panel.reading.verticalScrollBar().value() == 0


def test_the_line_above_names_what_is_chosen_while_that_is_in_view(
    panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    show_markdown(session, engine)
    assert panel.path_words() == "Plans"
    session.select(Selection(document="plans.md", section=2))
    assert panel.path_words() == "Plans › Day pass"
    chosen = make_view(0)
    send_chunks(session, engine, (chosen,))
    session.select_chunk("plans.md", 0)
    assert panel.path_words() == "Plans › Single ride"
    bar = panel.reading.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert panel.path_words().startswith("Plans › Heading")
