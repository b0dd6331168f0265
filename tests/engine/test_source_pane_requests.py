"""What the source pane asks: where a document's chunks stand, and the words of its pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pymupdf
import pytest

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.core.progress import no_progress
from explorer.engine import source_jobs
from explorer.engine.library import Library


def ask(library: Library, request: protocol.Request) -> Any:
    event = source_jobs.ANSWERS[type(request)](request, library)
    assert protocol.decode_event(protocol.encode(event)) == event
    return event


def test_places_of_all_chunks_come_in_parts(small: Library) -> None:
    total, rows = small.chunks("", "plans.md", None, 0, 100)
    places = [row.item.chunk.place for row in rows]
    first = ask(small, protocol.ListPlaces(id=1, document="plans.md", limit=3))
    rest = ask(small, protocol.ListPlaces(id=2, document="plans.md", offset=3))
    assert (first.total, first.offset, rest.offset) == (total, 0, 3)
    assert [*first.places, *rest.places] == places
    assert len(first.places) == 3


def test_a_document_that_is_not_there_has_no_places(small: Library) -> None:
    told = ask(small, protocol.ListPlaces(id=1, document="nothing.md"))
    assert (told.total, told.places) == (0, ())


def test_words_of_pages_come_from_the_reader(tmp_path: Path, open_library: Any) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    with pymupdf.open() as document:
        for number in range(40):
            document.new_page().insert_text((40, 50), f"Page number {number + 1}")
        document.save(folder / "one.pdf")
    library = open_library(folder, tmp_path / "store")
    stages = library.refresh(no_progress)
    while next(stages) != "prepared":
        pass
    told = ask(library, protocol.GetPageWords(id=1, document="one.pdf", first=3, count=1000))
    assert [page.page for page in told.pages] == list(range(3, 3 + source_jobs.MOST_PAGES))
    assert told.pages[0].words == ("Page", "number", "3")
    (folder / "one.pdf").write_bytes(b"no pdf")
    with pytest.raises(ExplorerError):
        ask(library, protocol.GetPageWords(id=2, document="one.pdf", first=1))


def test_words_of_what_has_no_pages_are_refused_in_words(small: Library) -> None:
    for name in ("plans.md", "nothing.md"):
        with pytest.raises(ExplorerError):
            ask(small, protocol.GetPageWords(id=1, document=name, first=1))
