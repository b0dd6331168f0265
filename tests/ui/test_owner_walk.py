"""The content owner's walk, by mouse and keys on a real engine: from a new folder to a heading that helps, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from explorer.ui.settings import Settings
from tests.support.small_library import DOCUMENTS, write_documents
from tests.support.walking import Walk, card_words, place_on_card, rows_seen, seen, shows_colour, walking

QUESTION = "May I park my car in the garage overnight?"
BETTER = "Parking a car in the garage overnight"
GARAGE = """# Part 1

## Overview

It is not allowed after ten in the evening.

## Guests

You may park your car in the yard overnight.

## Suppliers

Vans may stand in the garage until six.
"""
LIBRARY = {**DOCUMENTS, "office/part1.md": GARAGE, "questions.jsonl": f'{{"question": "{QUESTION}"}}\n'}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("owner") / "Manuals"
    write_documents(made, LIBRARY)
    return made


@pytest.fixture(scope="module")
def walk(
    qapp: QApplication, show_active: Callable[[QWidget], None], tmp_path_factory: pytest.TempPathFactory, folder: Path
) -> Iterator[Walk]:
    """Return a window in which the owner has opened the new folder, having seen first what will be read of it."""
    with walking(show_active, tmp_path_factory.mktemp("owner-store"), Settings(theme="light")) as made:
        window = made.window
        assert "Open a folder…" in seen(window).replace("&", "")
        made.open_new(folder, lambda: made.press("Ctrl+O"), "6 documents to read")
        assert window.tree.view.hasFocus()
        yield made


def rect_around(point: QPoint) -> QRect:
    return QRect(point - QPoint(12, 6), point + QPoint(12, 6))


def ask_for_rank(walk: Walk, heading: str = "Overview") -> int:
    """Type the question, press Enter and read the rank of the right passage off the screen."""
    compare = walk.window.compare
    walk.press("Ctrl+L")
    walk.type(QUESTION)
    walk.press("Return")
    walk.until(lambda: "cosine" in seen(compare.context) and "while you type" not in seen(compare), "hits by meaning")
    row = next(row for row, _ in rows_seen(compare.context.list) if heading in row and "part1.md" in row)
    return int(row.split()[0].rstrip("="))


def test_a_heading_that_says_nothing_is_found_renamed_and_the_renaming_undone(walk: Walk) -> None:
    window, theme = walk.window, walk.theme
    tree, cards = window.tree.view, window.chunks.cards

    # The worst document is seen in the tree: it alone has a badge of errors.
    red = [words for words, rect in rows_seen(tree) if shows_colour(tree.viewport(), theme.colour("error_soft"), rect)]
    assert red == ["office", "part1.md"]
    walk.click_row(tree, "part1.md")
    walk.until_seen("It is not allowed after ten in the evening.", window.chunks)

    # Of all findings the words leave those about the heading; the worst leads to its chunk.
    before = ask_for_rank(walk)
    walk.click_tab("Findings")
    walk.click(window.findings.words)
    walk.type("overview")
    walk.until(lambda: "4 of " in seen(window.findings), "fewer findings")
    worst = rows_seen(window.findings.table)[0][0]
    assert worst.startswith("● C202")
    walk.press("Return", "Return")
    walk.until(lambda: window.session.chunk, "the finding's chunk")
    assert "PART1.MD" in seen(window.chunks)
    assert "It is not allowed after ten in the evening." in seen(window.source)
    row = cards.picked.current
    assert "● C202" in card_words(cards, row)
    chip = place_on_card(cards, row, "Overview")
    assert shows_colour(cards.viewport(), theme.colour("warning_soft"), rect_around(chip))
    assert "could stand over any text" in walk.rest_at(cards.viewport(), chip)

    # A better heading, its effect told before it is taken.
    walk.click(cards.viewport(), chip)
    walk.press("F2")
    dialog = walk.dialog()
    walk.type(BETTER)
    walk.until(lambda: "before" in seen(dialog), "the effect")
    told = seen(dialog)
    walk.press("Return")
    walk.until_seen(BETTER, window.chunks)
    walk.until_settled()
    assert "Mends 1" in seen(window.tabs.tabBar())
    after = ask_for_rank(walk, BETTER)
    assert after < before
    assert f"{before} → {after}" in told

    # And back.
    walk.click_row(tree, "part1.md")
    walk.press("Ctrl+Z")
    walk.until(lambda: BETTER not in seen(window.chunks) and "Mends 1" not in seen(window.tabs.tabBar()), "undoing")
    walk.until_settled()
    assert ask_for_rank(walk) == before
    assert window.messages.shown == ()
