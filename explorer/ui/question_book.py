"""The question set that is open in the window: its rows, what is kept of them, and changes that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import shorten

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from explorer import protocol
from explorer.core.question_pairs import Rows, linked, parted, removed, replaced
from explorer.core.question_rows import question_of
from explorer.core.question_views import QuestionRow, QuestionSetInfo
from explorer.core.views import LibraryInfo
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.texts import counted

_LETTERS = 32
"""Letters of a question in the words about a change."""


class QuestionBook(QObject):
    """The one way by which the window changes questions.

    Signals: `sets_changed` (which sets there are, or which is open), `rows_changed` (the open set's questions),
    `state_changed` (`loading` or `unkept`).
    """

    sets_changed = Signal()
    rows_changed = Signal()
    state_changed = Signal()

    def __init__(self, retrieval: RetrievalSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._retrieval = retrieval
        self.stack = QUndoStack(self)
        self.sets: tuple[QuestionSetInfo, ...] = ()
        self.name = ""
        self.own = False
        self.rows: Rows = ()
        self.loading = False
        self.unkept = False
        self._keeping = False
        self._importing = False
        self._come = False
        self._stale = True
        self._library = ("", -1)
        self._waiting: list[Callable[[], None]] = []
        self._next: Callable[[], None] | None = None
        retrieval.sets_listed.connect(self._on_sets)
        retrieval.questions_told.connect(self._on_questions)
        session = retrieval.session
        session.library_changed.connect(self._on_library)
        retrieval.questions_failed.connect(self._on_failed)
        session.engine_restarted.connect(self._on_restarted)

    @property
    def info(self) -> QuestionSetInfo | None:
        """Return what is known of the open set."""
        return next((each for each in self.sets if each.name == self.name), None)

    @property
    def can_edit(self) -> bool:
        """Say whether the open set takes changes: it is the user's own, and has come."""
        return self.own and self._come and not self.loading and bool(self.name)

    @property
    def target(self) -> str:
        """Return the set that takes questions: the open one, else another of the user's own, else a new one."""
        if self.own and self.name and not (self.info and self.info.problem):
            return self.name
        mine = next((each.name for each in self.sets if each.own and not each.problem), "")
        return mine or self.free_name(self.tr("My questions"))

    def renew(self) -> None:
        """Ask for what changed since it was last asked for; called when the questions are seen."""
        if self._stale and self._retrieval.session.library is not None:
            self._stale = False
            self._retrieval.request_sets()
            # What could not be kept is only here: the set as it was kept must not take its place.
            if self.name and not self._keeping and not self.unkept:
                self._ask()

    def open(self, name: str) -> None:
        """Open another set."""
        if name != self.name:
            self._when_kept(lambda: self._open(name))

    def _open(self, name: str) -> None:
        info = next((each for each in self.sets if each.name == name), None)
        readable = info is not None and not info.problem
        self._show(name, own=info is not None and info.own, rows=(), loading=readable)
        if readable:
            self._retrieval.open_questions(name)

    def _ask(self) -> None:
        self._load(True)
        self._retrieval.open_questions(self.name)

    def begin(self, name: str) -> None:
        """Open a new set of the user's own; it is kept with its first question."""
        self._when_kept(lambda: self._show(self.free_name(name), own=True, rows=()))

    def open_own(self) -> None:
        """Open the set that takes questions."""
        name = self.target
        if name == self.name:
            return
        if any(each.name == name for each in self.sets):
            self.open(name)
        else:
            self.begin(name)

    def copy(self) -> None:
        """Copy the open set into a new one of the user's own and open that."""
        rows, name = self.rows, self.name if self.own else self.name.rpartition(".")[0]
        self._when_kept(lambda: self.apply(self.free_name(name), rows))

    def free_name(self, wanted: str) -> str:
        """Return a name that no set has: the wanted one, or that with a number behind it."""
        taken = {each.name.casefold() for each in self.sets}
        name, number = wanted, 1
        while name.casefold() in taken:
            number += 1
            name = f"{wanted} {number}"
        return name

    def take_in(self, path: str) -> None:
        """Import a file as a new set, and open it when it has come."""
        self._when_kept(lambda: self._take_in(path))

    def _take_in(self, path: str) -> None:
        self._importing = True
        self._load(True)
        self._retrieval.import_questions(path)

    def add(self, *rows: QuestionRow) -> None:
        """Add questions to a set of the user's own; two that name each other are a pair."""
        self.open_own()
        words = self.tr("adding {0}").format(self._named(rows))
        self._when_come(lambda: self._change(words, (*self.rows, *rows)))

    def replace(self, old: QuestionRow, new: QuestionRow) -> None:
        """Put an edited question in the place of an old one; its twin follows. One that is gone is added anew."""
        self._when_come(lambda: self._replace(old, new))

    def _replace(self, old: QuestionRow, new: QuestionRow) -> None:
        number = next((place for place, row in enumerate(self.rows) if _same(row, old)), None)
        if number is None:
            self.add(new)
        elif not _same(self.rows[number], new):
            self._change(self.tr("editing {0}").format(self._named([new])), replaced(self.rows, number, new))

    def remove(self, numbers: Sequence[int]) -> None:
        """Remove questions."""
        if numbers:
            gone = self._named([self.rows[number] for number in numbers])
            self._change(self.tr("removing {0}").format(gone), removed(self.rows, set(numbers)))

    def remove_set(self) -> None:
        """Remove the open set, and open another."""
        rest = [each.name for each in self.sets if each.name != self.name]
        self._change(self.tr("removing the set {0}").format(self.name), ())
        if rest:
            self.open(rest[0])

    def link(self, first: int, second: int) -> None:
        """Keep two questions as a pair; raises ValueError in words where that cannot be."""
        self._change(self.tr("keeping a pair"), linked(self.rows, first, second))

    def part(self, number: int) -> None:
        """Take the pair of a question apart."""
        self._change(self.tr("taking a pair apart"), parted(self.rows, number))

    def keep_again(self) -> None:
        """Try once more to keep what could not be kept."""
        if self.unkept:
            self.apply(self.name, self.rows)

    def apply(self, name: str, rows: Rows) -> None:
        """Keep a set with these questions, and show it."""
        self._show(name, own=True, rows=rows)
        self._keeping = True
        self._retrieval.keep_questions(name, rows)

    def _named(self, rows: Sequence[QuestionRow]) -> str:
        if len(rows) == 1:
            return f"“{shorten(rows[0].text, _LETTERS, placeholder=' …')}”"
        return counted(len(rows), self.tr("question"), self.tr("questions"))

    def _when_kept(self, act: Callable[[], None]) -> None:
        """Leave the open set for another when it has been kept: a failure must be told where it can be mended."""
        if self._keeping:
            self._next = act
        else:
            act()

    def _when_come(self, act: Callable[[], None]) -> None:
        """Change a set when its questions have come; one that did not come is asked for again.

        A change is a whole set to keep: made to a set that has not come, it would leave nothing of what that holds.
        """
        if self.loading or self._next is not None:
            self._waiting.append(act)
        elif self.name and not self._come:
            self._waiting.append(act)
            self._ask()
        else:
            act()

    def _change(self, text: str, rows: Rows) -> None:
        self.stack.push(_Change(self, text, self.name, self.rows, rows))

    def _show(self, name: str, *, own: bool, rows: Rows, loading: bool = False) -> None:
        other = name != self.name
        self.name, self.own, self.rows = name, own, rows
        self.unkept = False
        self._come = not loading
        self._load(loading)
        if other:
            self.sets_changed.emit()
        self.rows_changed.emit()

    def _load(self, loading: bool) -> None:
        self.loading = loading
        self.state_changed.emit()

    def _on_library(self, library: LibraryInfo | None) -> None:
        known = (library.folder, library.revision) if library else ("", -1)
        if known[0] != self._library[0]:
            self.stack.clear()
            self.sets = ()
            self._keeping = self._importing = False
            self._next = None
            self._waiting.clear()
            self._show("", own=False, rows=())
        self._stale = self._stale or known != self._library
        self._library = known
        self.state_changed.emit()

    def _on_sets(self, sets: tuple[QuestionSetInfo, ...]) -> None:
        self.sets = sets
        self.sets_changed.emit()
        usable = [each.name for each in sets if not each.problem]
        if not self.name and usable:
            self.open(usable[0])

    def _on_questions(self, told: protocol.QuestionsTold) -> None:
        if told.check_only or (told.name != self.name and not self._importing):
            return
        new = told.name != self.name or all(each.name != told.name for each in self.sets)
        changed = new or (self.info is not None and self.info.count != len(told.rows))
        self._importing = self._keeping = self.unkept = False
        self._come = True
        self.name, self.own, self.rows = told.name, told.own, told.rows
        self._load(False)
        self.rows_changed.emit()
        if changed:
            self._retrieval.request_sets()
            self.sets_changed.emit()
        self._go_on()

    def _go_on(self) -> None:
        """Do what waited for an answer."""
        if self._next is not None:
            act, self._next = self._next, None
            act()
        if not self.loading:
            waiting, self._waiting = self._waiting, []
            for act in waiting:
                act()

    def _on_failed(self) -> None:
        if self._keeping or self._importing or self.loading:
            self.unkept = self.unkept or self._keeping
            self._keeping = self._importing = False
            self._next = None
            self._waiting.clear()
            self._load(False)
            self.sets_changed.emit()

    def _on_restarted(self) -> None:
        self._stale = True
        self._on_failed()


class _Change(QUndoCommand):
    """A set's questions before and after a change."""

    def __init__(self, book: QuestionBook, text: str, name: str, before: Rows, after: Rows) -> None:
        super().__init__(text)
        self._book = book
        self._name = name
        self._before = before
        self._after = after

    def redo(self) -> None:
        """Make the change."""
        self._book.apply(self._name, self._after)

    def undo(self) -> None:
        """Put back what stood there before."""
        self._book.apply(self._name, self._before)


def _same(one: QuestionRow, other: QuestionRow) -> bool:
    """Say whether two rows are one question, whatever a check found out."""
    try:
        return question_of(one) == question_of(other)
    except ValueError:
        return one == other
