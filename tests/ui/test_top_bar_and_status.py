"""The lines above and below: search for headings, health, state, progress; the welcome page; icons and words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from explorer import paths, protocol
from explorer.core.findings import Health, Severity
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui.icons import Icon, icon
from explorer.ui.panel_parts import ElidedLabel
from explorer.ui.scans import chosen_languages, scans_offer
from explorer.ui.session import Selection, Session
from explorer.ui.settings import Settings
from explorer.ui.status_strip import StatusStrip
from explorer.ui.texts import code_text, counted, recipe_text
from explorer.ui.theme import Theme
from explorer.ui.top_bar import TopBar
from explorer.ui.welcome import WelcomePage

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

HEALTH = Health(documents=3, chunks=1412, empty_paths=353, warnings=21, errors=1, judged=1000, not_self_describing=340)
INFO = LibraryInfo("/docs", "My docs", "mini", "path", 254, 1, health=HEALTH, indexed=True)


@pytest.fixture
def bar(qtbot: QtBot, session: Session, theme: Theme, show_active: Callable[[QWidget], None]) -> TopBar:
    made = TopBar(session, theme)
    qtbot.addWidget(made)
    made.resize(1200, 40)
    show_active(made)
    return made


def open_docs(session: Session, engine: RecordingEngine) -> None:
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))


def test_health_is_said_in_signs_and_words(bar: TopBar, session: Session, engine: RecordingEngine) -> None:
    assert bar.errors.isHidden()
    open_docs(session, engine)
    assert bar.library.text() == "My docs"
    texts = [pill.text() for pill in (bar.chunks, bar.headless, bar.warnings, bar.errors)]
    assert texts == ["1,412 chunks", "34 % not self-describing", "▲ 21 warnings", "● 1 error"]
    for told in ("340 of 1,000 English chunks", "errs on about 12 %", "353 chunks stand under no heading"):
        assert told in bar.headless.toolTip()


def test_a_narrow_bar_says_the_numbers_alone_and_cuts_none(
    bar: TopBar, session: Session, engine: RecordingEngine, qapp: QApplication
) -> None:
    open_docs(session, engine)
    # A window of its own would not become narrower than it asks for.
    holder = QWidget()
    bar.setParent(holder)
    holder.resize(1700, 80)
    holder.show()
    pills, words = (bar.headless, bar.warnings, bar.errors), ["34 % not self-describing", "▲ 21 warnings", "● 1 error"]
    bar.setStyleSheet("* { font-size: 18pt; }")
    for width, said in ((1600, words), (880, None), (1600, words)):
        bar.resize(width, 60)
        qapp.processEvents()
        assert [pill.accessibleName() for pill in pills] == words
        assert said is None or [pill.text() for pill in pills] == said
        assert all(pill.width() >= pill.sizeHint().width() for pill in pills)
    bar.resize(520, 60)
    qapp.processEvents()
    assert [pill.text() for pill in pills] == ["34 %", "▲ 21", "● 1"]
    bar.setParent(None)
    holder.deleteLater()


@pytest.mark.parametrize(("indexed", "said"), [(False, "…"), (True, "0 chunks")])
def test_nothing_is_counted_before_anything_was_read(
    bar: TopBar, session: Session, engine: RecordingEngine, indexed: bool, said: str
) -> None:
    session.open_library("/docs")
    info = LibraryInfo("/docs", "My docs", "mini", "path", 254, 1, indexed=indexed)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    assert bar.chunks.text() == said
    assert ("0" in bar.errors.text()) == indexed


def test_counts_that_may_still_grow_say_so_until_the_refresh_ends(
    bar: TopBar, session: Session, engine: RecordingEngine
) -> None:
    open_docs(session, engine)
    refresh = engine.last(protocol.Refresh).id
    growing = (bar.headless, bar.warnings, bar.errors)
    engine.answer(protocol.Progress(id=refresh, done=1, total=9, note="comparing passages"))
    assert [pill.text() for pill in growing] == ["34 % not self-describing …", "▲ 21 warnings …", "● 1 error …"]
    assert all(pill.toolTip().startswith("So far") for pill in growing)
    grown = replace(INFO, revision=2, health=replace(HEALTH, warnings=29))
    engine.answer(protocol.LibraryOpened(id=refresh, info=grown, final=False))
    assert bar.warnings.text() == "▲ 29 warnings …"
    engine.answer(protocol.LibraryOpened(id=refresh, info=grown))
    assert [pill.text() for pill in growing] == ["34 % not self-describing", "▲ 29 warnings", "● 1 error"]
    assert not any("So far" in pill.toolTip() for pill in growing)


@pytest.mark.parametrize("stopped", [True, False])
def test_counts_are_told_as_final_when_a_refresh_is_stopped_or_fails(
    bar: TopBar, session: Session, engine: RecordingEngine, stopped: bool
) -> None:
    open_docs(session, engine)
    refresh = engine.last(protocol.Refresh).id
    engine.answer(protocol.Progress(id=refresh, done=1, total=9, note="comparing passages"))
    failed = protocol.Failed(id=refresh, title="It failed.", detail="", expected=True)
    engine.answer(protocol.Cancelled(id=refresh) if stopped else failed)
    assert bar.warnings.text() == "▲ 21 warnings"


def test_pills_lead_to_findings(qtbot: QtBot, bar: TopBar, session: Session, engine: RecordingEngine) -> None:
    open_docs(session, engine)
    with qtbot.waitSignal(bar.findings_wanted) as wish:
        bar.errors.click()
    assert wish.args == [Severity.ERROR]


def type_words(qtbot: QtBot, bar: TopBar, engine: RecordingEngine) -> int:
    bar.search.setFocus()
    qtbot.keyClicks(bar.search, "pass")
    qtbot.waitUntil(lambda: bool(engine.all(protocol.FindHeadings)))
    return engine.last(protocol.FindHeadings).id


def test_typing_asks_once_and_offers_matches(
    qtbot: QtBot, bar: TopBar, session: Session, engine: RecordingEngine
) -> None:
    open_docs(session, engine)
    job = type_words(qtbot, bar, engine)
    assert [request.text for request in engine.all(protocol.FindHeadings)] == ["pass"]
    rows = (
        protocol.HeadingMatch(document="passes.md", title="Passes"),
        protocol.HeadingMatch(document="plans.md", title="Plans", heading_path=("Plans", "Day pass"), section=2),
    )
    engine.answer(protocol.HeadingsFound(id=job, rows=rows))
    assert bar.search.matches == ("passes.md  ·  Passes", "Day pass  ·  plans.md › Plans")
    qtbot.keyClick(bar.search, Qt.Key.Key_Return)
    assert session.selection == Selection(document="passes.md")
    qtbot.waitUntil(lambda: not bar.search.text())


def test_nothing_found_is_said(qtbot: QtBot, bar: TopBar, session: Session, engine: RecordingEngine) -> None:
    open_docs(session, engine)
    engine.answer(protocol.HeadingsFound(id=type_words(qtbot, bar, engine), rows=()))
    assert bar.search.matches == ("Nothing found",)
    qtbot.keyClick(bar.search, Qt.Key.Key_Return)
    assert session.selection == Selection()


def test_status_tells_state_and_progress(qtbot: QtBot, session: Session, engine: RecordingEngine) -> None:
    strip = StatusStrip(session)
    qtbot.addWidget(strip)
    strip.show()
    assert strip.cancel.isHidden()
    session.open_library("/docs")
    assert (strip.bar.minimum(), strip.bar.maximum()) == (0, 0), "unknown how long: the bar only moves"
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    refresh = engine.last(protocol.Refresh).id
    engine.answer(protocol.Progress(id=refresh, done=5, total=1200, note="embedding"))
    assert strip.note == "Embedding texts 5 / 1,200"
    assert (strip.bar.value(), strip.bar.maximum()) == (5, 1200)
    strip.cancel.click()
    assert engine.cancelled == [refresh]
    engine.answer(protocol.Cancelled(id=refresh))
    assert strip.cancel.isHidden()
    assert strip.text.startswith("Index up to date · mini · ")


def test_status_without_room_ends_in_an_ellipsis(qtbot: QtBot, session: Session, engine: RecordingEngine) -> None:
    strip = StatusStrip(session)
    qtbot.addWidget(strip)
    strip.resize(900, 28)
    strip.show()
    session.open_library("/docs")
    info = replace(INFO, model="a-model-with-a-long-name-such-as-those-of-multilingual-ones" * 2)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    job = engine.last(protocol.Refresh).id
    note = "the-chunks-of-a-document-with-a-name-that-is-long-beyond-all-measure-and-more-than-that.md" * 2
    engine.answer(protocol.Progress(id=job, done=5, total=1200, note=note))
    strip.grab()
    told(strip, strip.note)
    engine.answer(protocol.LibraryOpened(id=job, info=info))
    strip.grab()
    assert "254 tokens" in told(strip, strip.text).toolTip()


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({}, "Index up to date"),
        ({"indexed": False}, "Index incomplete: refresh with F5"),
        ({"vanished": 1}, "Index as it was: 1 document not found"),
        ({"vanished": 12}, "Index as it was: 12 documents not found"),
        ({"vanished": 12, "indexed": False}, "Index incomplete: refresh with F5"),
    ],
)
def test_the_state_of_the_index_is_told(
    qtbot: QtBot, session: Session, engine: RecordingEngine, facts: dict[str, int], said: str
) -> None:
    strip = StatusStrip(session)
    qtbot.addWidget(strip)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    info = replace(INFO, **facts)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info, final=True))
    assert strip.text.startswith(f"{said} · mini · ")


def told(strip: StatusStrip, text: str) -> ElidedLabel:
    """Return the label that tells a text; checks that it is shortened to its width and told whole on hovering."""
    (label,) = [label for label in strip.findChildren(ElidedLabel) if label.whole() == text]
    assert label.text().endswith("…")
    assert label.fontMetrics().horizontalAdvance(label.text()) <= label.width()
    assert text in label.toolTip()
    return label


def test_welcome_offers_the_sample_other_folders_and_recent_ones(qtbot: QtBot, theme: Theme) -> None:
    page = WelcomePage(theme, "/sample")
    qtbot.addWidget(page)
    wishes: list[str] = []
    page.folder_wanted.connect(wishes.append)
    page.show_recent(Settings(recent=("/library/one", "/library/two")))
    page.sample_button.click()
    (button,) = [one for one in page.findChildren(QPushButton) if one.toolTip() == "/library/two"]
    button.click()
    with qtbot.waitSignal(page.choice_wanted):
        page.open_button.click()
    assert wishes == ["/sample", "/library/two"]


def test_icons_and_files_belong_together(theme: Theme) -> None:
    files = {path.stem for path in paths.resource("icons").glob("*.svg")}
    assert files == set(Icon)
    for name in Icon:
        image = icon(name, theme, "accent").pixmap(32, 32).toImage()
        assert any(image.pixelColor(x, y).alpha() for x in range(32) for y in range(32))


def test_icons_take_their_colour_from_the_theme(theme: Theme) -> None:
    image = icon(Icon.CLOSE, theme, "error").pixmap(64, 64).toImage()
    assert image.pixelColor(32, 32).name() == theme.colour("error").name()


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        ("none", "text alone"),
        ("path", "title > headings"),
        ("path+depth=3", "title > last 3 headings"),
        ("label+depth=2+version", "title > last 2 headings: text, with version"),
        ("unheard-of", "unheard-of"),
    ],
)
def test_recipes_in_words(recipe: str, words: str) -> None:
    assert recipe_text(recipe) == words


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 chunks"), (1, "1 chunk"), (2, "2 chunks"), (41000, "41,000 chunks")]
)
def test_numbers_with_their_nouns(number: int, text: str) -> None:
    assert counted(number, "chunk", "chunks") == text


def test_codes_in_words() -> None:
    assert not re.search(r"\d", code_text("H101"))
    assert code_text("X999") == "X999"


@pytest.mark.parametrize(
    ("info", "enabled", "words"),
    [
        (INFO, False, "No document here"),
        (replace(INFO, scans=2), False, "Install Tesseract"),
        (replace(INFO, scans=2, ocr_languages=("deu", "eng")), True, "Read the pages of 2 documents"),
        (replace(INFO, ocr="eng"), True, "are read with Tesseract (eng)"),
    ],
)
def test_scans_can_be_read_where_there_are_scans_and_tesseract(
    qtbot: QtBot,
    bar: TopBar,
    session: Session,
    engine: RecordingEngine,
    info: LibraryInfo,
    enabled: bool,
    words: str,
) -> None:
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    menu = bar.library.menu()
    assert menu is not None
    action = next(each for each in menu.actions() if "scanned" in each.text())
    assert (action.isEnabled(), action.isChecked()) == (enabled, bool(info.ocr))
    assert words in action.toolTip()
    assert bool(scans_offer(info)[0]) == (enabled and not info.ocr)
    if enabled:
        with qtbot.waitSignal(bar.scans_wanted) as wish:
            action.trigger()
        assert wish.args == [not info.ocr]


def test_reading_scans_is_asked_of_the_engine_with_all_languages(session: Session, engine: RecordingEngine) -> None:
    open_docs(session, engine)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    session.read_scans(chosen_languages(replace(INFO, ocr_languages=("deu", "eng")), True))
    assert engine.last(protocol.Refresh).ocr == "deu+eng"


def test_the_strip_says_what_a_shared_library_speaks_to(
    qtbot: QtBot, session: Session, engine: RecordingEngine
) -> None:
    strip = StatusStrip(session)
    qtbot.addWidget(strip)
    shared = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True, server="http://shelf:8000")
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=shared))
    assert "shared at http://shelf:8000" in strip.text
    copied = replace(shared, reader=True, server_note="The server does not answer.", revision=2)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=copied))
    assert "copy of the library at http://shelf:8000" in strip.text


def test_documents_are_counted_as_they_are_found(qtbot: QtBot, session: Session, engine: RecordingEngine) -> None:
    strip = StatusStrip(session)
    qtbot.addWidget(strip)
    open_docs(session, engine)
    job = engine.last(protocol.Refresh).id
    engine.answer(protocol.Progress(id=job, done=0, total=0, note="Looking"))
    assert "0 documents" not in [label.text() for label in strip.findChildren(QLabel)], "they are still looked for"
    rows = tuple(DocumentRow(f"{number}.md", "", "markdown", state="waiting") for number in range(3))
    for told in (rows, rows[1:]):
        engine.answer(protocol.DocumentsTold(id=job, rows=told))
    assert "3 documents" in [label.text() for label in strip.findChildren(QLabel)]
    engine.answer(protocol.LibraryOpened(id=job, info=replace(INFO, documents=rows[:2])))
    assert "2 documents" in [label.text() for label in strip.findChildren(QLabel)]
