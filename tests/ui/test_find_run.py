"""A search goes on in small steps, waits for texts that are on their way, and turns round the document's ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from pytestqt.qtbot import QtBot

from explorer.ui import find_run
from explorer.ui.find_bar import FindBar
from explorer.ui.find_run import FindRun, Match
from explorer.ui.find_words import Sought


class Texts:
    """A document of texts, some of which are on their way."""

    def __init__(self, texts: Sequence[str | None], start: tuple[int, int] = (0, 0)) -> None:
        self.texts = list(texts)
        self.start = start
        self.brought: list[Match] = []
        self.asked: list[int] = []

    def find_units(self) -> int:
        return len(self.texts)

    def find_text(self, unit: int) -> str | None:
        self.asked.append(unit)
        return self.texts[unit]

    def find_start(self) -> tuple[int, int]:
        return self.start

    def show_found(self, run: FindRun | None, *, bring: bool) -> None:
        if bring and run is not None and run.current is not None:
            self.brought.append(run.current)


def finished(qtbot: QtBot, texts: Texts, words: str = "fee") -> FindRun:
    run = FindRun()
    run.start(texts, Sought(words))
    qtbot.waitUntil(lambda: not run.searching)
    return run


def test_matches_are_counted_and_stepped_through_round_the_end(qtbot: QtBot) -> None:
    texts = Texts(["fee fee", "none", "a fee"])
    run = finished(qtbot, texts)
    seen = [(run.place(), run.total)]
    for by in (1, 1, 1, -1):
        run.step(by)
        seen.append((run.place(), run.total))
    assert seen == [(1, 3), (2, 3), (3, 3), (1, 3), (3, 3)]
    assert texts.brought[-1] == Match(2, 0, 2, 5)


@pytest.mark.parametrize(
    ("start", "place"), [((0, 0), 1), ((0, 2), 2), ((1, 0), 3), ((2, 3), 1)], ids=["top", "in it", "below", "round"]
)
def test_the_first_match_is_the_next_one_from_where_the_reader_is(
    qtbot: QtBot, start: tuple[int, int], place: int
) -> None:
    assert finished(qtbot, Texts(["fee fee", "none", "a fee"], start)).place() == place


def test_no_match_is_no_current_one(qtbot: QtBot) -> None:
    run = finished(qtbot, Texts(["none", "none"]))
    run.step(1)
    assert (run.total, run.place(), run.current) == (0, 0, None)


def test_a_text_on_its_way_is_waited_for(qtbot: QtBot) -> None:
    texts = Texts(["fee", None, "fee"])
    run = FindRun()
    run.start(texts, Sought("fee"))
    qtbot.wait(5)
    assert (run.searching, run.total) == (True, 1)
    texts.texts[1] = "fee fee"
    run.text_arrived()
    qtbot.waitUntil(lambda: not run.searching)
    assert run.total == 4


def test_a_match_whose_text_was_dropped_is_shown_once_it_is_back(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_run, "_KEPT", 1)
    texts = Texts(["fee", "a fee"])
    run = finished(qtbot, texts)
    texts.texts[1] = None
    run.matches(0)
    run.step(1)
    assert run.place() == 2
    texts.texts[1] = "a fee"
    run.text_arrived()
    assert texts.brought[-1] == Match(1, 0, 2, 5)


def test_a_step_searches_a_bounded_number_of_letters(qtbot: QtBot) -> None:
    texts = Texts(["x" * 10_000] * 500)
    run = FindRun()
    run.start(texts, Sought("fee"))
    assert len(texts.asked) * 10_000 <= find_run.LETTERS_A_STEP + 10_000
    qtbot.waitUntil(lambda: not run.searching)
    assert len(texts.asked) == 500


def test_the_bar_tells_counts_in_words(qtbot: QtBot) -> None:
    bar = FindBar()
    qtbot.addWidget(bar)
    texts = Texts(["fee", None])
    run = FindRun()
    run.changed.connect(lambda: bar.show_run(run))
    run.start(texts, Sought("fee"))
    assert bar.count.whole() == "1 so far, 50 % searched"
    texts.texts[1] = "fee"
    run.text_arrived()
    qtbot.waitUntil(lambda: bar.count.whole() == "1 of 2")
    run.start(texts, Sought("absent"))
    qtbot.waitUntil(lambda: bar.count.whole() == "Not found")
    run.start(texts, Sought(" "))
    assert bar.count.whole() == ""
