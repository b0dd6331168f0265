"""A sample drawn in a terminal is the one that the window draws: the same chunks, standing for the same findings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.cli.sample import sample_entries
from explorer.core.progress import no_progress
from explorer.core.sampling import draw
from explorer.engine.library import Library
from explorer.engine.options import Options
from tests.support.small_library import refresh, write_documents

TWIN = "The allowance is paid at the end of each month and ends with the contract of the employee."
DOCUMENTS = {
    "pay.md": f"# Pay\n\n## Meals\n\n{TWIN}\n\n## Overview\n\nIt costs 25 dollars.\n",
    "travel.md": f"# Travel\n\n## Trains\n\n{TWIN}\n\n## Section 4.2\n\nIt must be requested 30 days in advance.\n",
    "page.html": "<title>Rules</title><h1>Rules</h1><p>Bring a badge to the gate every day.</p>",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_documents(tmp_path / "docs", DOCUMENTS)
    return tmp_path / "docs"


def test_both_draw_the_same_chunks_with_the_same_findings(
    folder: Path, tmp_path: Path, open_library: Callable[..., Library]
) -> None:
    library = open_library(folder, tmp_path / "store")
    refresh(library)
    own = library.judging.entries()
    assert {entry.code for entry in own} & {"C206", "C207"}, "what only a comparison finds"
    told = tuple(sample_entries(folder, Options(), no_progress))
    assert sorted(told, key=str) == sorted(own, key=str)
    for seed in range(20):
        assert draw(told, 4, seed) == draw(own, 4, seed)
