"""The analyst's walk, by mouse and keys on a real engine: from a question to the answer's page and its citation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from explorer.ui.settings import Settings
from tests.support.small_library import DOCUMENTS, write_documents
from tests.support.walking import Walk, card_words, rows_seen, seen, shows_colour, walking

QUESTION = "How much is the monthly pass?"
PUMP = (
    ("Feed pump P-12", 22),
    ("Drain cock", 15),
    ("Close the brass cock under the boiler before you fill it with water.", 10),
    ("Safety valve", 15),
    ("The safety valve opens at nine bar and must be tested every spring.", 10),
)


def write_pdf(path: Path) -> None:
    """Draw a page of headings in large type with a sentence below each."""
    with pymupdf.open() as document:
        page, y = document.new_page(), 70
        for text, size in PUMP:
            page.insert_text((60, y), text, fontsize=size, fontname="hebo" if size > 12 else "helv")
            y += 34
        document.save(path)


@pytest.fixture(scope="module")
def walk(
    qapp: QApplication, show_active: Callable[[QWidget], None], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Walk]:
    """Return a window in which the analyst has opened a library from the list of recent ones."""
    folder = tmp_path_factory.mktemp("analyst") / "Plant"
    write_documents(folder, DOCUMENTS)
    write_pdf(folder / "pump.pdf")
    settings = Settings(theme="light", recent=(str(folder),))
    with walking(show_active, tmp_path_factory.mktemp("analyst-store"), settings) as made:
        welcome = made.window.welcome
        made.click(next(each for each in welcome.findChildren(QWidget) if each.toolTip() == str(folder)))
        made.until_settled()
        assert "pump.pdf" in seen(made.window.tree)
        yield made


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_an_answer_is_found_read_and_cited_by_keyboard(walk: Walk) -> None:
    window = walk.window
    compare = window.compare
    hits = compare.context.list
    told: list[str] = []
    window.session.comparison_changed.connect(lambda _: told.append(seen(compare)))

    # Words are ranked while they are typed, meaning after a rest.
    walk.press("Ctrl+L")
    for word in QUESTION.split():
        walk.type(f"{word} ")
        walk.rest(250)
    walk.until_seen("cosine", hits)
    walk.until(lambda: "while you type" not in seen(compare), "hits by meaning")
    live = [words for words in told if "keyword, while you type" in words]
    assert live
    assert any("BM25" in words and "Monthly pass" in words for words in live)
    assert "cosine" not in live[0]

    # The hits are walked by keys; Enter shows the chunk and its place.
    walk.press("Down")
    assert hits.hasFocus()
    assert "Monthly pass" in rows_seen(hits)[0][0]
    walk.press("Down", "Return")
    second = rows_seen(hits)[1][0]
    walk.until(lambda: window.session.chunk, "the second hit's chunk")
    assert f"{hits.currentIndex().data()}" == second
    walk.press("Up", "Return")
    walk.until(lambda: "PLANS.MD" in seen(window.source), "the document")
    assert "Monthly pass" in card_words(window.chunks.cards, window.chunks.cards.picked.current)
    chosen = window.source.reading.chosen_rect()
    assert chosen is not None
    assert shows_colour(window.source.reading.viewport(), walk.theme.colour("highlight"), chosen.toRect())

    # The passage with its neighbours, and its citation.
    walk.press("Ctrl+2")
    reading = window.retrieval_tabs.reading
    walk.until_seen("It costs 25 dollars and includes unlimited rides", reading)
    assert "It costs 12 dollars." in seen(reading)
    QGuiApplication.clipboard().clear()
    walk.press("Ctrl+Shift+X")
    assert "[plans.md] Monthly pass - It costs 25 dollars and includes" in clipboard()

    # A word is found in the source.
    walk.press("Ctrl+F")
    walk.type("dollars")
    walk.until_seen("1 of 3", window.source.find_bar)
    assert shows_colour(window.source.reading.viewport(), walk.theme.colour("match"))
    walk.press("Return")
    walk.until_seen("2 of 3", window.source.find_bar)
    walk.press("Esc")
    assert not window.source.find_bar.isVisible()
    assert not shows_colour(window.source.reading.viewport(), walk.theme.colour("match"))
    assert window.messages.shown == ()


def test_the_page_of_a_hit_is_opened_and_its_words_are_selected(walk: Walk) -> None:
    window = walk.window
    pages = window.source.pages
    walk.press("Ctrl+L")
    walk.type("When does the safety valve open?")
    walk.press("Return", "Down")
    walk.until(lambda: "pump.pdf" in seen(window.compare.context.list), "hits")
    walk.click_row(window.compare.context.list, "Safety valve")
    walk.until(lambda: pages.isVisible() and pages.chosen_rects(), "the page")
    walk.until(lambda: shows_colour(pages.viewport(), walk.theme.colour("highlight_line")), "the mark on the page")
    line = pages.chosen_rects()[-1]
    walk.until(lambda: pages.texts.get(1), "the page's words")
    walk.drag(pages.viewport(), line.topLeft().toPoint(), line.bottomRight().toPoint())
    walk.press("Ctrl+C")
    assert "The safety valve opens at nine bar" in clipboard()
    assert window.messages.shown == ()
