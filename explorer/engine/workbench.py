"""What the owner of a library does with its audit: inventory, mends, silences, costs, reports. Beside `Library`."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import cast

from explorer.core.audit import AuditSettings
from explorer.core.audit_views import HeadingUse
from explorer.core.errors import ExplorerError
from explorer.core.mends import Mend
from explorer.core.recipe import Recipe
from explorer.core.token_account import TokenAccount
from explorer.core.views import SectionRow
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.costs import Accounts, accounts_in_steps
from explorer.engine.heading_inventory import HeadingInventory, occurrence_mends, occurrences
from explorer.engine.mending import Mending
from explorer.engine.opened import Opened

_FIELDS = {
    "rule": "silenced_rules",
    "heading": "silenced_headings",
    "document": "silenced_documents",
    "generic": "generic_headings",
    "exclude": "exclude",
}


class Workbench:
    """The owner's tools on an open library. Every method may raise `ExplorerError` with a sentence for the user."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._headings = HeadingInventory(opened.catalogue)
        self.mending = Mending(opened)

    def silence(self, kind: str, value: str, *, on: bool) -> AuditSettings:
        """Silence a rule, heading or documents (call a heading generic, leave files out), or take that back.

        The next refresh applies it. What the shared `chunk-explorer.toml` silences can be heard again only there.
        """
        if kind not in _FIELDS:
            raise ExplorerError(f"There is nothing called {kind!r} to silence.", f"Known: {', '.join(_FIELDS)}.")
        work, name = self._opened.work, _FIELDS[kind]
        own = work.own_settings()
        values: tuple[str, ...] = getattr(own, name)
        kept = tuple(dict.fromkeys((*values, value))) if on else tuple(one for one in values if one != value)
        if not on and value in getattr(work.shared_settings(), name):
            raise ExplorerError(
                f"{value!r} is silenced for everyone, in chunk-explorer.toml.", "Take it out of that file instead."
            )
        work.keep_settings(replace(own, **{name: kept}))
        self._opened.take_work()
        return self._opened.setup.settings

    def inventory(
        self, text: str, codes: Sequence[str], order: tuple[str, bool], window: tuple[int, int]
    ) -> tuple[int, tuple[HeadingUse, ...], dict[str, int]]:
        """Return heading texts; see `explorer.engine.heading_inventory.HeadingInventory.page`."""
        return self._headings.page(self._opened.setup, text, codes, order, window)

    def occurrences(self, heading: str, limit: int) -> tuple[tuple[str, SectionRow], ...]:
        """Return the first places of a heading text, as (document, section)."""
        return occurrences(self._opened.catalogue, heading, limit)

    def occurrence_mends(self, places: Sequence[tuple[str, SectionRow]]) -> tuple[Mend, ...]:
        """Return the mends about those places; see `explorer.engine.heading_inventory.occurrence_mends`."""
        return occurrence_mends(self._opened.catalogue, places)

    @property
    def settings(self) -> AuditSettings:
        """Return what the library's people decided, the shared decisions and the user's own together."""
        return self._opened.setup.settings

    @property
    def recipe(self) -> Recipe:
        """Return the library's recipe."""
        return self._opened.setup.recipe

    def account(self, recipe: Recipe) -> tuple[TokenAccount, Accounts]:
        """Return the tokens of texts and headers under a recipe, of the library and of each document."""
        steps = self.account_in_steps(recipe)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return cast("tuple[TokenAccount, Accounts]", done.value)

    def account_in_steps(self, recipe: Recipe) -> Generator[None, None, tuple[TokenAccount, Accounts]]:
        """Do as `account` does, and yield after each document."""
        found = yield from accounts_in_steps(self._opened, recipe)
        return sum(found.values(), TokenAccount()), found

    def kinds(self) -> dict[str, int]:
        """Return how many chunks are of each kind of self-description; "" counts those that are not judged."""
        return ChunkTable(self._opened.catalogue).kinds()
