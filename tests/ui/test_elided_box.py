"""A chosen text that is too long ends with an ellipsis."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from explorer.ui.elided_box import ElidedBox

WORDS = "questions.jsonl (12, read only)"


def test_a_long_text_is_shortened_and_a_wide_box_shows_it_whole(qtbot: QtBot) -> None:
    box = ElidedBox()
    qtbot.addWidget(box)
    box.addItem(WORDS)
    box.resize(110, 30)
    assert box.shown_text().endswith("…")
    assert WORDS.startswith(box.shown_text()[:-1])
    box.show()
    narrow = box.grab().toImage()
    box.resize(500, 30)
    assert box.shown_text() == WORDS
    assert box.grab().toImage() != narrow
