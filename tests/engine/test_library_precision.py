"""A library keeps the precision of its vectors until another one is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN, Recipe, Style
from explorer.core.views import Filters
from explorer.engine.catalogue_vectors import VectorTable
from explorer.engine.encoders.machine import chosen_precision
from explorer.engine.library import Library
from tests.support.small_library import DOCUMENTS, write_documents

Opener = Callable[..., Library]


def refreshed(library: Library) -> Library:
    for _ in library.refresh(no_progress):
        pass
    return library


def precisions(library: Library) -> set[str]:
    return {each.key.precision for each in VectorTable(library.opened.catalogue).collections()}


def first(library: Library) -> tuple[str, int]:
    found = library.search("How much is the monthly pass?", "embedding", PLAIN, Recipe(), Filters(), 3)
    return found.context[0].document, found.context[0].index


@pytest.fixture
def documents(tmp_path: Path) -> tuple[Path, Path]:
    write_documents(tmp_path / "documents", DOCUMENTS)
    return tmp_path / "documents", tmp_path / "store"


def test_a_new_library_has_the_best_precision(documents: tuple[Path, Path], open_library: Opener) -> None:
    library = refreshed(open_library(*documents))
    assert precisions(library) == {library.opened.setup.precision} == {chosen_precision("auto")}
    assert library.opened.embedder.precision == library.opened.setup.precision


def test_an_index_from_before_precisions_answers_as_it_is(documents: tuple[Path, Path], open_library: Opener) -> None:
    library = refreshed(open_library(*documents, precision="fp32"))
    right = first(library)
    library.opened.catalogue.run("DELETE FROM meta WHERE key = 'precision'")
    library.close()
    again = open_library(*documents)
    assert again.opened.setup.precision == "fp32"
    assert again.info().indexed
    assert first(again) == right


def test_another_precision_is_asked_for_once_and_going_back_encodes_nothing(
    documents: tuple[Path, Path], open_library: Opener, encoded: list[str]
) -> None:
    library = refreshed(open_library(*documents, precision="fp32"))
    right, count = first(library), len(encoded)
    library.close()
    library = open_library(*documents, precision="bf16")
    assert not library.info().indexed
    assert first(refreshed(library)) == right
    assert len(encoded) == 2 * count, "every text once more"
    library.close()
    library = open_library(*documents)
    assert library.opened.setup.precision == "bf16"
    assert library.info().indexed
    library.close()
    refreshed(open_library(*documents, precision="fp32"))
    assert len(encoded) == 2 * count


def test_no_text_is_encoded_twice(documents: tuple[Path, Path], open_library: Opener, encoded: list[str]) -> None:
    """Sides, recipes and documents that say the same share a vector."""
    (documents[0] / "again.md").write_bytes((documents[0] / "plans.md").read_bytes())
    library = open_library(*documents)
    for _ in library.refresh(no_progress, (Recipe(style=Style.LABEL),)):
        pass
    assert len(encoded) == len(set(encoded)) > 0
