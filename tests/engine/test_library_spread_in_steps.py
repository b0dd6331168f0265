"""Distances measured step by step in a real index: the same figures, kept until the library changes, and stopped."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from support.engine_process import EngineProcess

from explorer import protocol
from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN, Recipe, Style
from explorer.core.spread import SpreadReport
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from explorer.engine.spread import Spreads, measure_spread


@pytest.fixture
def opened(copied: tuple[Path, Path]) -> Iterator[Opened]:
    parts = Opened(copied[0], Options(store=str(copied[1])))
    yield parts
    parts.close()


def finish(steps: Generator[None, None, SpreadReport]) -> tuple[int, SpreadReport]:
    """Return the number of steps and what comes of them."""
    count = 0
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return count, end.value
        count += 1


def test_steps_find_the_same_and_are_not_repeated_until_the_library_changes(opened: Opened) -> None:
    spreads = Spreads(opened)
    count, report = finish(spreads.measure(PLAIN, Recipe(), no_progress))
    assert count >= len(report.documents) > 1
    assert report == measure_spread(opened, PLAIN, Recipe(), no_progress)
    again, same = finish(spreads.measure(PLAIN, Recipe(), no_progress))
    assert again == 0
    assert same is report
    opened.catalogue.raise_revision()
    anew, equal = finish(spreads.measure(PLAIN, Recipe(), no_progress))
    assert anew >= len(report.documents)
    # Additions come in another order when vectors are read again from elsewhere.
    for one, other in zip((equal.library, *equal.documents), (report.library, *report.documents), strict=True):
        assert asdict(one) == pytest.approx(asdict(other), abs=1e-5)


def test_texts_are_read_once_for_all_recipes(opened: Opened) -> None:
    spreads = Spreads(opened)
    notes: list[tuple[int, int]] = []
    finish(spreads.measure(PLAIN, Recipe(), lambda done, total, _note: notes.append((done, total))))
    assert notes[0][0] == 0
    notes.clear()
    finish(spreads.measure(PLAIN, PLAIN, lambda done, total, _note: notes.append((done, total))))
    assert all(done == total for done, total in notes)


def test_a_stopped_measurement_is_taken_up_again(opened: Opened) -> None:
    def stop(done: int, total: int, note: str) -> None:
        del total, note
        if done:
            raise Cancelled

    spreads = Spreads(opened)
    with pytest.raises(Cancelled):
        finish(spreads.measure(PLAIN, Recipe(), stop))
    assert finish(spreads.measure(PLAIN, Recipe(), no_progress))[1].library.chunks > 0


def test_a_library_that_changes_meanwhile_is_not_measured_by_halves(opened: Opened) -> None:
    steps = Spreads(opened).measure(PLAIN, Recipe(), no_progress)
    next(steps)
    opened.catalogue.raise_revision()
    with pytest.raises(ExplorerError, match="changed while"):
        finish(steps)


def test_a_recipe_without_vectors_is_an_error(opened: Opened) -> None:
    with pytest.raises(ExplorerError, match="not complete"):
        next(Spreads(opened).measure(PLAIN, Recipe(style=Style.PROSE), no_progress))


def test_the_engine_tells_distances(copied: tuple[Path, Path]) -> None:
    engine = EngineProcess()
    try:
        refused = engine.ask(protocol.GetSpread)
        assert isinstance(refused, protocol.Failed)
        assert refused.title == "No library is open."
        engine.open(*copied)
        told = engine.ask(protocol.GetSpread)
        assert isinstance(told, protocol.SpreadTold)
        assert (told.report.plain_recipe, told.report.context_recipe) == ("none", "path")
        assert told.report.library.chunks == sum(row.chunks for row in told.report.documents)
        job = engine.send(protocol.GetSpread, recipe="prose")
        assert isinstance(engine.answer(job), protocol.Failed)
    finally:
        engine.close()
