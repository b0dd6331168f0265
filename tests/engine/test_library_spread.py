"""Separation, crowding and spread of a real index, from the vectors in Chroma."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from explorer.core.errors import ExplorerError
from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN, Recipe, Style
from explorer.core.spread import SpreadReport, unit_rows
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from explorer.engine.spread import measure_spread


@pytest.fixture(scope="module")
def opened(indexed: tuple[Path, Path]) -> Iterator[Opened]:
    parts = Opened(indexed[0], Options(store=str(indexed[1])))
    yield parts
    parts.close()


@pytest.fixture(scope="module")
def report(opened: Opened) -> SpreadReport:
    return measure_spread(opened, PLAIN, Recipe(), no_progress)


def test_crowding_is_that_of_the_embedded_texts(opened: Opened, report: SpreadReport) -> None:
    row = next(row for row in report.documents if row.document == "plans.md")
    stored = [each for each in ChunkTable(opened.catalogue).of_document("plans.md") if each.item.chunk.embeddable]
    for texts, crowded in (
        ([each.item.chunk.text for each in stored], row.crowding_plain),
        ([each.item.embedded_text for each in stored], row.crowding_context),
    ):
        units = unit_rows(opened.embedder.encode_documents(texts))
        pairs = [float(units[i] @ units[j]) for i in range(len(units)) for j in range(i)]
        assert crowded == pytest.approx(np.mean(pairs), abs=1e-5)
    assert row.chunks == len(stored)
    assert (report.plain_recipe, report.context_recipe) == ("none", "path")


def test_superseded_documents_are_left_out(report: SpreadReport) -> None:
    names = {row.document for row in report.documents}
    assert "insurer/handbook-v7.md" in names
    assert "insurer/handbook-v6.md" not in names
    assert {place.document for pair in report.twins for place in (pair.left, pair.right)} <= names


def test_a_recipe_compared_with_itself_moves_nothing(opened: Opened) -> None:
    same = measure_spread(opened, PLAIN, PLAIN, no_progress).library
    assert (same.kept, same.separation) == (pytest.approx(1), pytest.approx(0))


def test_progress_names_what_is_done(opened: Opened) -> None:
    told: list[tuple[int, int, str]] = []
    measure_spread(opened, PLAIN, Recipe(), lambda *report: told.append(report))
    assert told[0][0] == 0
    assert {note for _, _, note in told} == {"comparing texts"}


def test_a_recipe_without_vectors_is_an_error(opened: Opened) -> None:
    with pytest.raises(ExplorerError, match="not complete"):
        measure_spread(opened, PLAIN, Recipe(style=Style.PROSE), no_progress)
