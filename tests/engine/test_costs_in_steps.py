"""Costs of other recipes are counted in steps: chunks are served in between, and only the newest wish is answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.engine_process import EngineProcess

from explorer import protocol
from explorer.core.recipe import parse_recipe
from explorer.engine.library import Library


@pytest.fixture
def engine(indexed: tuple[Path, Path], tmp_path: Path) -> Iterator[EngineProcess]:
    process = EngineProcess()
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(60):
        parts = [f"## Valve {part} of pump {number}\n\nTurn it by {part} degrees.\n" for part in range(20)]
        (folder / f"m{number:02}.md").write_text(f"# Pump {number}\n\n" + "\n".join(parts), "utf-8")
    process.open(folder, tmp_path / "store")
    refreshing = process.send(protocol.Refresh)
    process.wait(lambda event: event.id == refreshing and isinstance(event, protocol.LibraryOpened))
    yield process
    process.kill()


def test_chunks_are_served_while_headers_are_counted_and_older_wishes_end(engine: EngineProcess) -> None:
    first = engine.send(protocol.GetAccount, recipe="path+depth=0")
    second = engine.send(protocol.GetAccount, recipe="label")
    page = engine.send(protocol.ListChunks, document="m59.md", offset=0, limit=2)
    told = engine.answer(second)
    assert isinstance(told, protocol.AccountTold)
    assert (told.recipe, told.library.chunks, len(told.documents)) == ("label", 1200, 60)
    assert isinstance(engine.answer(first), protocol.Cancelled)
    assert engine.answer(page).total == 20
    order = [event.id for event in engine.events]
    assert order.index(page) < order.index(second)


def test_another_library_ends_the_counting(engine: EngineProcess, indexed: tuple[Path, Path]) -> None:
    counting = engine.send(protocol.GetAccount, recipe="path+depth=0")
    opened = engine.send(protocol.OpenLibrary, folder=str(indexed[0]), store=str(indexed[1]))
    assert isinstance(engine.answer(opened), protocol.LibraryOpened)
    ended = engine.answer(counting)
    assert isinstance(ended, protocol.Cancelled | protocol.AccountTold)
    assert isinstance(engine.ask(protocol.GetAccount), protocol.AccountTold)


def test_a_path_counted_once_stands_for_all_its_chunks(small: Library) -> None:
    for name in ("path+depth=0", "label+version", "path+depth=1+no-title"):
        recipe = parse_recipe(name)
        whole, documents = small.bench.account(recipe)
        views = small.chunks("", "", None, 0, 1000)[1]
        expected = dict.fromkeys(documents, 0)
        for view in views:
            stored = small._chunks.one(view.item.chunk.document, view.item.chunk.index)  # pyright: ignore[reportPrivateUsage]
            assert stored is not None
            expected[view.item.chunk.document] += small._opened.in_recipe(stored, name).header_tokens  # pyright: ignore[reportPrivateUsage]
        assert {document: account.header_tokens for document, account in documents.items()} == expected
        assert whole.header_tokens == sum(expected.values())
