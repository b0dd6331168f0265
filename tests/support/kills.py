"""Kills a real engine process at random moments of its work and looks at what is left, before and after it goes on.

Right after a kill everything that the engine had reported done must be there. Then the next engine opens the library
and refreshes it, as the window does, and must come to the same end as if nothing had happened.
"""

from __future__ import annotations

import os
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from explorer import protocol
from explorer.core.mends import Mend
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_vectors import VectorTable
from explorer.engine.user_work import UserWork
from explorer.paths import library_folder
from tests.support.consistency import check_consistency
from tests.support.engine_process import EngineProcess
from tests.support.small_library import write_documents

PARTS = 5

_FIRST_GUESS = 0.5
"""Seconds that an operation is held to take until one has ended before its kill: too short, so that kills find work."""

_LONGER = 1.3
"""How much longer an operation is held to take once it was killed at work."""

RECIPES = ("path", "bracket")


@dataclass(slots=True)
class Site:
    """A library that is worked on; `round` changes a third of its texts, `mends` renames headings."""

    folder: Path
    store: Path
    documents: int
    round: int = 0
    recipe: str = "path"
    names: set[str] = field(default_factory=set[str])
    engine: EngineProcess | None = None

    @property
    def home(self) -> Path:
        return library_folder(self.folder, str(self.store))

    def all_names(self) -> list[str]:
        return [f"d{number:02}.md" for number in range(self.documents)]

    def sections(self, name: str) -> list[tuple[str, str]]:
        """Return heading and text of each section: headings of every third document change from round to round."""
        number = int(name[1:3])
        stamp = self.round if number % 3 == self.round % 3 else 0
        return [
            (f"Part {part} of round {stamp}", f"Passage {part} of document {number}, as of {stamp}.")
            for part in range(PARTS)
        ]

    def write(self, names: list[str]) -> None:
        """Have exactly these documents in the folder."""
        self.names = set(names)
        for path in self.folder.glob("*.md"):
            if path.name not in self.names:
                path.unlink()
        write_documents(
            self.folder,
            {name: "\n\n".join(f"## {head}\n\n{text}" for head, text in self.sections(name)) for name in names},
        )

    def expected(self) -> Counter[tuple[str, str]]:
        """Return every passage that the index must hold, with its heading."""
        return Counter((head, text) for name in self.names for head, text in self.sections(name))

    def running(self) -> EngineProcess:
        """Return an engine, started when there is none."""
        if self.engine is None:
            self.engine = EngineProcess()
        return self.engine

    def stop(self) -> None:
        """End the engine in good order."""
        if self.engine is not None:
            self.engine.close()
            self.engine = None

    def open(self) -> int:
        return self.running().send(
            protocol.OpenLibrary, folder=str(self.folder), store=str(self.store), recipe=self.recipe
        )


Work = Callable[[Site, random.Random], list[int]]
"""Prepares an operation, sends its requests and returns their ids."""


def build(site: Site, chance: random.Random) -> list[int]:
    """Index a folder for the first time."""
    site.stop()
    shutil.rmtree(site.home, ignore_errors=True)
    site.write(site.all_names())
    return [site.open(), site.running().send(protocol.Refresh)]


def refresh(site: Site, chance: random.Random) -> list[int]:
    """Take up changed headings and texts."""
    site.round += 1
    site.write(site.all_names())
    return [site.running().send(protocol.Refresh)]


def mend(site: Site, chance: random.Random) -> list[int]:
    """Rename headings for retrieval."""
    mends = tuple(
        Mend(name, (site.sections(name)[part][0],), 0, f"Renamed {chance.randrange(10**6)}")
        for name in sorted(site.names)
        for part in range(0, PARTS, 2)
    )
    return [site.running().send(protocol.ChangeMends, keep=mends), site.running().send(protocol.Refresh)]


def delete(site: Site, chance: random.Random) -> list[int]:
    """Take up that half of the documents were deleted."""
    site.write(sorted(chance.sample(site.all_names(), site.documents // 2)))
    return [site.running().send(protocol.Refresh)]


def change_recipe(site: Site, chance: random.Random) -> list[int]:
    """Make all headers anew in another style."""
    site.recipe = RECIPES[(RECIPES.index(site.recipe) + 1) % len(RECIPES)]
    return [site.open(), site.running().send(protocol.Refresh)]


def rebuild(site: Site, chance: random.Random) -> list[int]:
    """Write Chroma anew from the catalogue, since its file was cut."""
    site.stop()
    database = next(site.home.glob("chroma-*/chroma.sqlite3"))
    os.truncate(database, database.stat().st_size // 2)
    return [site.open(), site.running().send(protocol.Refresh)]


OPERATIONS: dict[str, Work] = {
    "build": build, "refresh": refresh, "mend": mend, "delete": delete, "recipe": change_recipe, "rebuild": rebuild,
}  # fmt: skip


@dataclass(slots=True)
class Tally:
    """What was found over all kills of one operation."""

    kills: int = 0
    at_work: int = 0
    claims: int = 0
    lost: list[str] = field(default_factory=list[str])
    vectors: int = 0
    seconds: float = 0.0


class Kills:
    """Kills operations on one library; every complaint is kept in the operation's tally, with its seed."""

    def __init__(self, place: Path, documents: int, seed: int) -> None:
        folder, store = place / "documents", place / "store"
        folder.mkdir(parents=True)
        self.site = Site(folder, store, documents)
        self.tallies = {name: Tally() for name in OPERATIONS}
        self._chance = random.Random(seed)
        self._lasts = dict.fromkeys(OPERATIONS, _FIRST_GUESS)

    def run(self, count: int, told: Callable[[str], None] = lambda _: None) -> None:
        """Do so many kills, the operations in turn."""
        for number in range(count):
            name = list(OPERATIONS)[number % len(OPERATIONS)]
            start = time.monotonic()
            self._kill(name)
            self.tallies[name].seconds += time.monotonic() - start
            told(f"{number + 1}/{count} {name}: {len(self.tallies[name].lost)} complaints")
        self.site.stop()

    def _kill(self, name: str) -> None:
        site, tally = self.site, self.tallies[name]
        if site.engine is None and OPERATIONS[name] is not build:
            self._recover(tally)
        begun = time.monotonic()
        requests = OPERATIONS[name](site, self._chance)
        engine = site.running()
        tally.at_work += self._wait(name, engine, requests[-1], begun)
        engine.kill()
        site.engine = None
        tally.kills += 1
        said = [event for event in engine.events if event.id in requests]
        self._check(tally, lambda: self._verify_claims(tally, said))
        self._check(tally, lambda: self._recover(tally))

    def _wait(self, name: str, engine: EngineProcess, request: int, begun: float) -> bool:
        """Wait for a random moment of the operation; false when it ended before, which tells how long it takes."""
        moment = begun + self._chance.uniform(0, self._lasts[name])
        while time.monotonic() < moment:
            if any(_ends(event, request) for event in list(engine.events)):
                self._lasts[name] = time.monotonic() - begun
                return False
            time.sleep(0.005)
        self._lasts[name] *= _LONGER
        return True

    def _finish(self, requests: list[int]) -> Any:
        return [self.site.running().answer(request) for request in requests][-1]

    def _check(self, tally: Tally, look: Callable[[], None]) -> None:
        try:
            look()
        except AssertionError as error:
            tally.lost.append(f"kill {tally.kills}, round {self.site.round}: {error}")

    def _verify_claims(self, tally: Tally, said: list[Any]) -> None:
        """Look into the files, as the kill left them, for what the engine had reported done."""
        if not (self.site.home / "catalogue.sqlite3").exists():
            assert not any(isinstance(event, protocol.LibraryOpened) for event in said), "an opened library is gone"
            return
        catalogue = Catalogue(self.site.home, read_only=True)
        try:
            catalogue.check()
            table = VectorTable(catalogue)
            rows: dict[str, int] = dict(catalogue.rows("SELECT name, chunks FROM document"))
            for event in said:
                if isinstance(event, protocol.LibraryOpened):
                    told = {row.name: row.chunks for row in event.info.documents}
                    kept = {name: chunks for name, chunks in told.items() if name in self.site.names}
                    assert kept.items() <= rows.items(), f"documents told and not kept: {kept.items() - rows.items()}"
                    tally.claims += 1
                    if event.info.indexed:
                        own = [each for each in table.collections() if each.key.recipe in ("none", event.info.recipe)]
                        assert own, "the collections of an index that was complete are gone"
                if isinstance(event, protocol.Progress) and event.note == "embedding":
                    left = sum(len(table.missing(each)) for each in table.collections())
                    assert left <= event.total - event.done, f"{event.done} of {event.total} told, {left} missing"
                    tally.claims += 1
                if isinstance(event, protocol.MendsListed):
                    kept_mends = {each.mend.text for each in event.rows}
                    there = {each.text for each in UserWork(self.site.folder, self.site.home).mends()}
                    assert kept_mends <= there, "mends told and not kept"
                    tally.claims += 1
        finally:
            catalogue.close()

    def _recover(self, tally: Tally) -> None:
        """Start the next engine as the window does and compare where it comes to with where it should."""
        site = self.site
        opened, refreshed = site.open(), site.running().send(protocol.Refresh)
        answer = self._finish([opened, refreshed])
        assert isinstance(answer, protocol.LibraryOpened), answer
        assert answer.info.indexed, "the refresh after the kill did not come to its end"
        assert not any(row.error for row in answer.info.documents), [row.error for row in answer.info.documents]
        chunks = site.running().ask(protocol.ListChunks, folder="", document="", offset=0, limit=10_000)
        found = Counter((view.item.chunk.heading_path[-1], view.item.chunk.text) for view in chunks.rows)
        assert found == site.expected(), f"passages: {found - site.expected()} {site.expected() - found}"
        copy = site.folder.parent / "copy"
        shutil.copytree(site.home, copy)
        try:
            tally.vectors += check_consistency(copy)
        finally:
            shutil.rmtree(copy)


def _ends(event: Any, request: int) -> bool:
    on_the_way = isinstance(event, protocol.Progress) or getattr(event, "final", True) is False
    return event.id == request and not on_the_way
