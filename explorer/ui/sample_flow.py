"""A quality sample as it is being judged: which chunk is shown, what was said of each, and how to take that back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from explorer import protocol
from explorer.core.sampling import SampleItem, SampleState, Verdict
from explorer.core.views import LibraryInfo
from explorer.ui.audit_session import AuditSession

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Said:
    """What a judge said of a chunk: a verdict, None for none, and a note."""

    verdict: Verdict | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Change:
    """What was said of a chunk, and what had been said before."""

    key: Key
    before: Said
    after: Said


class _Way(Enum):
    """How something came to be said that is on its way to the engine."""

    SAID = auto()
    UNDONE = auto()
    REDONE = auto()


@dataclass(frozen=True, slots=True)
class _Sent:
    """A change that the engine has not answered; `again`: it went a second time, for the engine had stopped."""

    change: _Change
    way: _Way
    again: bool = False


class SampleFlow(QObject):
    """The chunks drawn and what is said of them.

    Signals: `drawn` (other chunks, or none), `shown` (another chunk, or another verdict on it), `rated` (rates),
    `failed` (title, detail: a verdict is not kept).

    A verdict counts as soon as it is given; what the engine answers is what is kept and rated. One that is not kept
    is told and its chunk shown again; one that an end of the engine met is sent once more. `undo_action` and
    `redo_action` take back and repeat what was said and kept.
    """

    drawn = Signal()
    shown = Signal()
    rated = Signal()
    failed = Signal(str, str)

    def __init__(self, audit: AuditSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._audit = audit
        self._library = _state_of(audit.session.library)
        self._items: list[SampleItem] = []
        self._said: dict[Key, Said] = {}
        self._past: list[_Change] = []
        self._future: list[_Change] = []
        self.undo_action = QAction(self.tr("Undo verdict"), self)
        self.redo_action = QAction(self.tr("Redo verdict"), self)
        self.undo_action.triggered.connect(self.undo)
        self.redo_action.triggered.connect(self.redo)
        self._on_the_way: dict[Key, _Sent] = {}
        self._state: SampleState | None = None
        self._asked: tuple[int, int, str] | None = None
        self._position = 0
        self._anew = False
        self._tell_actions()
        audit.sample_drawn.connect(self._on_drawn)
        audit.judged.connect(self._on_judged)
        audit.session.library_changed.connect(self._on_library)
        audit.session.engine_restarted.connect(self._on_restarted)
        audit.verdict_failed.connect(self._on_failed)

    @property
    def state(self) -> SampleState | None:
        """Return how far the sample is judged; None while there is none."""
        return self._state

    @property
    def items(self) -> tuple[SampleItem, ...]:
        """Return the drawn chunks with the verdicts that are kept."""
        return tuple(self._items)

    @property
    def position(self) -> int:
        """Return the number of the chunk shown, from 0."""
        return self._position

    @property
    def item(self) -> SampleItem | None:
        """Return the chunk shown."""
        return self._items[self._position] if self._items else None

    @property
    def said(self) -> Said:
        """Return what was said of the chunk shown."""
        return self._said.get(_key(self.item), Said()) if self.item else Said()

    @property
    def complete(self) -> bool:
        """Tell whether every chunk has a verdict."""
        return bool(self._items) and all(self._has_verdict(item) for item in self._items)

    def draw(self, size: int, seed: int, judge: str) -> None:
        """Draw a sample and begin at the first chunk without a verdict."""
        self._asked = (size, seed, judge)
        self._anew = True
        self._audit.draw_sample(size, seed, judge)

    def judge(self, verdict: Verdict) -> None:
        """Give the chunk shown a verdict and go on to the next one without."""
        if self.item is not None:
            self._say(Said(verdict, self.said.note))
            self._go(self._next_open())

    def note(self, text: str) -> None:
        """Note something about the chunk shown; kept with its verdict, or with the one that it gets."""
        if self.item is None or text == self.said.note:
            return
        if self.said.verdict is not None:
            self._say(Said(self.said.verdict, text))
        else:
            self._said[_key(self.item)] = Said(None, text)
        self.shown.emit()

    def move(self, step: int) -> None:
        """Show another chunk, `step` further on, none beyond the ends."""
        if self._items:
            self._go(min(max(self._position + step, 0), len(self._items) - 1))

    def take_back(self) -> None:
        """Take back the verdict on the chunk shown; the last one given when this has none."""
        if self.item is not None and self.said.verdict is not None:
            self._say(Said())
            self.shown.emit()
        else:
            self.undo()

    def undo(self) -> None:
        """Take back what was said last, be it a verdict, a note or a taking back, and show its chunk."""
        change = self._last_drawn(self._past)
        if change is not None:
            self._future.append(change)
            self._put(change.before, _Sent(change, _Way.UNDONE))

    def redo(self) -> None:
        """Say again what was taken back last by `undo`, and show its chunk."""
        change = self._last_drawn(self._future)
        if change is not None:
            self._past.append(change)
            self._put(change.after, _Sent(change, _Way.REDONE))

    def _last_drawn(self, changes: list[_Change]) -> _Change | None:
        """Take the last change off a list, passing over those of chunks that are drawn no more."""
        keys = {_key(item) for item in self._items}
        while changes:
            change = changes.pop()
            if change.key in keys:
                return change
        return None

    def _put(self, said: Said, sent: _Sent) -> None:
        self._keep(said, sent)
        self._tell_actions()
        self._go(self._place(sent.change.key))

    def _place(self, key: Key) -> int:
        return next((number for number, item in enumerate(self._items) if _key(item) == key), -1)

    def _say(self, said: Said) -> None:
        key = _key(self._items[self._position])
        change = _Change(key, self._said.get(key, Said()), said)
        self._past.append(change)
        self._future.clear()
        self._tell_actions()
        self._keep(said, _Sent(change, _Way.SAID))

    def _tell_actions(self) -> None:
        self.undo_action.setEnabled(bool(self._past))
        self.redo_action.setEnabled(bool(self._future))

    def _keep(self, said: Said, sent: _Sent) -> None:
        key = sent.change.key
        self._said[key] = said
        self._on_the_way[key] = sent
        self._audit.judge(*key, str(said.verdict) if said.verdict else "", said.note if said.verdict else "")

    def _go(self, position: int) -> None:
        self._position = position
        self.shown.emit()

    def _has_verdict(self, item: SampleItem) -> bool:
        return self._said.get(_key(item), Said()).verdict is not None

    def _next_open(self) -> int:
        """Return the next chunk without a verdict, else the first of all, else the next chunk."""
        places = [*range(self._position + 1, len(self._items)), *range(self._position)]
        usual = min(self._position + 1, len(self._items) - 1)
        return next((place for place in places if not self._has_verdict(self._items[place])), usual)

    def _on_drawn(self, event: protocol.SampleDrawn) -> None:
        before = _key(self.item) if self.item and not self._anew else None
        self._items = list(event.items)
        self._state = event.state
        keys = [_key(item) for item in self._items]
        own = {key: said for key, said in self._said.items() if key in self._on_the_way or said.verdict is None}
        self._said = {_key(item): _said_of(item) for item in event.items if item.judgement}
        if self._anew:
            self._on_the_way.clear()
        else:
            known = set(keys)
            self._on_the_way = {key: sent for key, sent in self._on_the_way.items() if key in known}
            self._said |= {key: said for key, said in own.items() if key in self._on_the_way or key not in self._said}
        first = next((number for number, item in enumerate(self._items) if item.judgement is None), 0)
        self._position = keys.index(before) if before in keys else first
        if self._anew:
            self._past.clear()
            self._future.clear()
        else:
            for key in {change.key for change in (*self._past, *self._future)} - self._on_the_way.keys():
                self._agree(key)
        self._anew = False
        self._tell()

    def _on_judged(self, event: protocol.Judged) -> None:
        key = (event.document, event.index)
        self._on_the_way.pop(key, None)
        for number, item in enumerate(self._items):
            if _key(item) == key:
                self._items[number] = SampleItem(item.view, item.format, item.codes, event.judgement)
        self._state = event.state
        shown = self._said.get(key, Said())
        kept = Said(event.judgement.verdict, event.judgement.note) if event.judgement else Said(None, shown.note)
        if shown != kept:
            self._said[key] = kept
            self.shown.emit()
        self.rated.emit()

    def _on_library(self, library: LibraryInfo | None) -> None:
        """Draw again when texts may have changed, and when the engine began anew."""
        state = _state_of(library)
        if state == self._library:
            return
        moved = state is None or self._library is None or state[0] != self._library[0]
        self._library = state
        if moved:
            self._forget()
        else:
            self._draw_again()

    def _draw_again(self) -> None:
        """Draw what is drawn; what is on the way then comes after it, for the engine knows only what it drew."""
        if self._asked is not None:
            self._audit.draw_sample(*self._asked)
            for key, sent in list(self._on_the_way.items()):
                self._keep(self._said[key], sent)

    def _on_failed(self, document: str, index: int) -> None:
        """Show what is kept, and the chunk on which a verdict is not."""
        key = (document, index)
        sent = self._on_the_way.get(key)
        if sent is None:
            return
        if self._audit.session.holding and not sent.again:
            # The engine stopped. `_draw_again` sends it to the new one.
            self._on_the_way[key] = replace(sent, again=True)
            return
        del self._on_the_way[key]
        place = self._place(key)
        self._said[key] = _said_of(self._items[place]) if place >= 0 else Said()
        self._move_back(sent)
        self._agree(key)
        self._tell_actions()
        self._go(place if 0 <= place < self._position else self._position)
        self.failed.emit(
            self.tr("The verdict on chunk {0} is not kept.").format(f"{place + 1:,}"), self.tr("Give it once more.")
        )

    def _move_back(self, sent: _Sent) -> None:
        """Put a change that was not undone, or not made again, back to where it was."""
        if sent.way is _Way.SAID:
            return
        taken, given = (self._future, self._past) if sent.way is _Way.UNDONE else (self._past, self._future)
        if sent.change in taken:
            taken.remove(sent.change)
            given.append(sent.change)

    def _agree(self, key: Key) -> None:
        """Forget changes of a chunk that do not end, or begin, with what is kept."""
        kept = self._said.get(key, Said())
        for changes, side in ((self._past, "after"), (self._future, "before")):
            own = [change for change in changes if change.key == key]
            while own and not _same(getattr(own[-1], side), kept):
                changes.remove(own.pop())

    def _on_restarted(self) -> None:
        self._draw_again()

    def _forget(self) -> None:
        if self._state is not None or self._asked is not None:
            self._items, self._said, self._past, self._future = [], {}, [], []
            self._state = self._asked = None
            self._on_the_way.clear()
            self._position = 0
            self._tell()

    def _tell(self) -> None:
        self._tell_actions()
        self.drawn.emit()
        self.shown.emit()
        self.rated.emit()


def _state_of(library: LibraryInfo | None) -> tuple[str, int] | None:
    return (library.folder, library.revision) if library else None


def _key(item: SampleItem) -> Key:
    return item.view.item.chunk.document, item.view.item.chunk.index


def _same(one: Said, other: Said) -> bool:
    """Tell whether the same is kept for both: a note goes with a verdict."""
    return one.verdict is other.verdict and (one.verdict is None or one.note == other.note)


def _said_of(item: SampleItem) -> Said:
    return Said(item.judgement.verdict, item.judgement.note) if item.judgement else Said()
