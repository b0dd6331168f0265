"""What stands in the laboratory, as data, with every change undone and done again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import count

from explorer.core.retrieval_views import TrialPassage

MOST_PASSAGES = 12
"""More than a person can compare at once."""


@dataclass(frozen=True, slots=True)
class LabPassage:
    """A passage; `origin` is what it was when it came, `number` tells it from all others."""

    number: int
    present: TrialPassage
    origin: TrialPassage

    @property
    def edited(self) -> bool:
        """Tell whether anything of it was changed."""
        return self.present != self.origin


@dataclass(frozen=True, slots=True)
class LabState:
    """The whole laboratory. A `title` that is set stands in place of each passage's own; `task` says what to try."""

    question: str = ""
    ranker: str = "embedding"
    recipe: str = "path"
    title: str = ""
    passages: tuple[LabPassage, ...] = ()
    task: str = ""

    def trial_passages(self) -> tuple[TrialPassage, ...]:
        """Return the passages as they are tried."""
        rows = (each.present for each in self.passages)
        return tuple(replace(row, title=self.title) if self.title.strip() else row for row in rows)

    def with_passage(self, row: int, passage: TrialPassage) -> LabState:
        """Return the state with another passage in a row."""
        changed = [replace(each, present=passage) if place == row else each for place, each in enumerate(self.passages)]
        return replace(self, passages=tuple(changed))

    def without(self, rows: set[int]) -> LabState:
        """Return the state without some rows."""
        kept = tuple(each for place, each in enumerate(self.passages) if place not in rows)
        return replace(self, passages=kept)

    def detached(self) -> LabState:
        """Return the state with passages that no longer stand for chunks: another library is open."""
        rows = tuple(
            replace(
                each,
                present=replace(each.present, document="", index=-1),
                origin=replace(each.origin, document="", index=-1),
            )
            for each in self.passages
        )
        return replace(self, passages=rows)


_NUMBERS = count()


def new_passage(passage: TrialPassage) -> LabPassage:
    """Return a passage that comes into the laboratory."""
    return LabPassage(next(_NUMBERS), passage, passage)


@dataclass(slots=True)
class LabHistory:
    """The present state and those before and after it. Typing in one field is one change."""

    present: LabState = field(default_factory=LabState)
    _past: list[LabState] = field(default_factory=list[LabState])
    _future: list[LabState] = field(default_factory=list[LabState])
    _key: str = ""

    def change(self, state: LabState, key: str = "") -> bool:
        """Go to another state; one with the key of the last change is a part of that. Tell whether it is another."""
        if state == self.present:
            return False
        if not key or key != self._key:
            self._past.append(self.present)
        self._key = key
        self._future.clear()
        self.present = state
        return True

    def pause(self) -> None:
        """End the last change: what comes is a new one."""
        self._key = ""

    def forget(self, state: LabState) -> None:
        """Begin with a state that nothing leads back from."""
        self._past.clear()
        self._future.clear()
        self._key = ""
        self.present = state

    @property
    def can_undo(self) -> bool:
        """Tell whether there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Tell whether there is a change to do again."""
        return bool(self._future)

    def undo(self) -> None:
        """Go back to the state before the last change."""
        if self._past:
            self._future.append(self.present)
            self.present = self._past.pop()
            self._key = ""

    def redo(self) -> None:
        """Do the change again that was undone last."""
        if self._future:
            self._past.append(self.present)
            self.present = self._future.pop()
            self._key = ""
