"""Question sets of a library: those in its root, which are only read, and the user's own in the data folder.

A set in the root is a file `questions.*` and has its file's name. An own set is `work/questions/NAME.jsonl`, written
whole; it is called NAME. Nothing that cannot be read is ever written over.
"""

from __future__ import annotations

import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from explorer.core.document_names import QUESTION_ENDINGS, use_in_root
from explorer.core.errors import ExplorerError
from explorer.core.question_names import ENDING, name_problem, plain_name
from explorer.core.question_views import QuestionSetInfo
from explorer.core.questions import (
    Question,
    QuestionSetError,
    questions_csv,
    questions_json,
    questions_jsonl,
    read_questions,
)
from explorer.core.terminal_text import one_line
from explorer.paths import make_private_folder
from explorer.whole_files import require_outside, write_file, write_whole

FOLDER = "questions"
"""The part of the user's folder that holds own sets."""

ENDINGS = QUESTION_ENDINGS
"""How the names of files end that can hold a question set."""

LARGEST = 64 << 20
"""Bytes; a question set is written by people, or for a benchmark of some ten thousand questions."""

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """A set as it was read."""

    name: str
    own: bool
    questions: tuple[Question, ...]


class QuestionSets:
    """The sets of one library; `root` is its folder, `work` the user's folder about it.

    Every method may raise `ExplorerError` with a sentence for the user.
    """

    def __init__(self, root: Path, work: Path) -> None:
        self._root = root
        self._work = work
        self.folder = work / FOLDER

    def listed(self) -> tuple[QuestionSetInfo, ...]:
        """Return all sets, the user's own first, each by name; one that cannot be read says why."""
        return tuple(self._info(path, own=own) for own in (True, False) for path in self._files(own=own))

    def read(self, name: str) -> QuestionSet:
        """Return the set of that name."""
        for own in (True, False):
            for path in self._files(own=own):
                if _name_of(path, own=own) == name:
                    return QuestionSet(name, own, _read(path))
        raise ExplorerError(f"There is no question set {one_line(name)}.", "It may have been removed.")

    def keep(self, name: str, questions: Sequence[Question]) -> None:
        """Keep a set of the user's own, whole; without questions it goes. A damaged one is left as it is."""
        path = self._own_file(name)
        if path.exists():
            _read(path)
        if questions:
            make_private_folder(self._work)
            make_private_folder(self.folder)
            write_whole(path, questions_jsonl(questions).encode(), 0o600)
        else:
            _remove(path)

    def take_in(self, path: Path, name: str = "") -> str:
        """Read a file into a new set of the user's own, and return its name: by the file's where none is given."""
        questions = _read(path)
        free = self.free_name(name or plain_name(path.stem))
        self.keep(free, questions)
        return free

    def free_name(self, wanted: str) -> str:
        """Return a name for an own set that no set has: `wanted`, or that with a number behind it."""
        taken = {_name_of(path, own=own).casefold() for own in (True, False) for path in self._files(own=own)}
        name, number = wanted, 1
        while name.casefold() in taken:
            number += 1
            name = f"{wanted} {number}"
        return name

    def export(self, name: str, path: Path) -> None:
        """Write a set as a file; its ending tells the form: .json, .jsonl or .csv."""
        content = written(self.read(name).questions, path.suffix.lower())
        require_outside(path, self._root)
        real = path.resolve()
        if real in {each.resolve() for each in self._files(own=False)} or real.is_relative_to(
            self._work.parent.resolve()
        ):
            raise ExplorerError(
                f"{one_line(path.name)} is the library's own file, or the program's.", "Write into another folder."
            )
        write_file(path, content)

    def _files(self, *, own: bool) -> list[Path]:
        folder = self.folder if own else self._root
        try:
            found = sorted(folder.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise ExplorerError("The question sets cannot be listed.", error.strerror or str(error)) from error
        fits = _is_own if own else _is_shared
        return [path for path in found if fits(path.name) and _is_within(path, folder)]

    def _info(self, path: Path, *, own: bool) -> QuestionSetInfo:
        name = _name_of(path, own=own)
        try:
            return QuestionSetInfo(name, len(_read(path)), own)
        except ExplorerError as error:
            return QuestionSetInfo(name, 0, own, str(error))

    def _own_file(self, name: str) -> Path:
        """Return where an own set of this name is kept."""
        _require_name(name)
        shared = {path.name.casefold() for path in self._files(own=False)}
        if name.casefold() in shared:
            raise ExplorerError(
                f"{name} belongs to the library's folder and is only read.", "Edit a copy under another name."
            )
        # A file system that does not tell capitals apart has one file for both names.
        same = (path for path in self._files(own=True) if path.name.casefold() == f"{name}{ENDING}".casefold())
        return next(same, self.folder / f"{name}{ENDING}")


def _require_name(name: str) -> None:
    problem = name_problem(name)
    if problem:
        raise ExplorerError(problem, "Choose another name.")


def written(questions: Sequence[Question], ending: str) -> bytes:
    """Return a set as the content of a file whose name ends so; raises `ExplorerError` for another ending."""
    if ending in {".jsonl", ".ndjson"}:
        return questions_jsonl(questions).encode()
    if ending == ".json":
        return questions_json(questions).encode()
    if ending == ".csv":
        # The mark tells spreadsheets that the file is in UTF-8.
        return f"{_BOM}{questions_csv(questions)}".encode()
    raise ExplorerError(
        "Questions are written as JSON, JSON lines or CSV.", "Let the file's name end in .json, .jsonl or .csv."
    )


def _read(path: Path) -> tuple[Question, ...]:
    """Read a file of questions; raises `ExplorerError`."""
    shown = one_line(path.name)
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > LARGEST:
            raise ExplorerError(
                f"The question set {shown} cannot be read.", f"It is no file, or larger than {LARGEST >> 20} MB."
            )
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ExplorerError(f"The question set {shown} cannot be read.", f"{reason}.") from error
    try:
        return read_questions(content, path.name)
    except QuestionSetError as error:
        raise ExplorerError(f"The question set {shown} cannot be read.", _first(error)) from error


def _first(error: QuestionSetError) -> str:
    """Return the first of what is wrong with a set, and how much more there is."""
    more = len(error.problems) - 1
    first = str(error.problems[0])
    told = f"{first[:1].upper()}{first[1:]}"
    return f"{told} ({more:,} more)" if more else told


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise ExplorerError(f"{path.name} cannot be removed.", error.strerror or str(error)) from error


def _name_of(path: Path, *, own: bool) -> str:
    return path.name.removesuffix(ENDING) if own else path.name


def _is_own(name: str) -> bool:
    return name.endswith(ENDING) and not name.startswith(".") and name != ENDING


def _is_shared(name: str) -> bool:
    return use_in_root(name) == "questions"


def _is_within(path: Path, folder: Path) -> bool:
    """Tell whether a file lies in the folder, not only a link to somewhere else."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False
