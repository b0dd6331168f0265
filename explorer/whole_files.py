"""Files that are written where the user names a place: outside the library's documents, and whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from explorer.core.document_names import is_document, is_the_librarys_own
from explorer.core.errors import ExplorerError
from explorer.core.terminal_text import one_line

_SHOWN = 80
"""Letters of a file's name that a message shows."""


def require_place(path: Path) -> None:
    """Raise `ExplorerError` when a file cannot be at `path`; a device or a pipe is for the caller to judge."""
    try:
        fits = "\0" not in str(path) and not path.is_dir() and path.parent.is_dir()
        if fits:
            # Names that a system does not take are told by asking for them.
            path.exists()
    except OSError as error:
        raise _trouble(path, error) from error
    if not fits:
        raise ExplorerError(f"{one_line(str(path))} cannot be written.", "Name a file in a folder that exists.")


def require_outside(path: Path, folder: Path) -> None:
    """Raise `ExplorerError` when a file cannot be at `path`, or is or would be a file of the library in `folder`."""
    require_place(path)
    if is_among_documents(path, folder):
        raise ExplorerError(
            f"{_short(path)} would lie in the library and be read as one of its documents.",
            "Write it into another folder.",
        )
    if any(is_the_librarys_own(each.name) and each.exists() for each in _within(path, folder)):
        raise ExplorerError(f"{_short(path)} is the library's own file.", "Write it into another folder.")


def is_among_documents(path: Path, folder: Path) -> bool:
    """Tell whether the library in `folder` would take a file at `path`, or what a link there leads to, for its own.

    A library of another pipeline's chunks has a file in the place of the folder.
    """
    if followed(path) == followed(folder) and folder.is_file():
        return True
    return any(is_document(each.name) for each in _within(path, folder))


def is_own_of(path: Path, folder: Path) -> bool:
    """Tell whether a file at `path`, or what a link there leads to, is or would be one that the library reads itself.

    Those are its settings and question sets, which lie in its root.
    """
    root = followed(folder)
    return any(place.parent == root and is_the_librarys_own(place.name) for place in _within(path, folder))


def _within(path: Path, folder: Path) -> list[Path]:
    """Return the places that writing to `path` changes, as far as they lie in a folder: the name, and what it means."""
    whole = followed(folder)
    places = {followed(path.parent) / path.name, followed(path)}
    return [place for place in places if place.is_relative_to(whole)]


def followed(path: Path) -> Path:
    """Return a path without links; raises `ExplorerError` for links that lead nowhere but to themselves."""
    try:
        place = path.resolve()
    except OSError as error:
        raise _trouble(path, error) from error
    except RuntimeError as error:
        raise _endless(path) from error
    # Newer versions of Python do not raise.
    if os.path.islink(place):  # noqa: PTH114 - never raises
        raise _endless(path)
    return place


def _endless(path: Path) -> ExplorerError:
    return ExplorerError(f"{_short(path)} cannot be written.", "It is a link that leads to itself.")


def regular_place(path: Path) -> Path:
    """Return where a file that is named `path` lies: where a link leads to.

    Raises `ExplorerError` where no file can be, for what is no file (a folder, device, pipe) and for what is
    protected from being written.
    """
    require_place(path)
    place = followed(path)
    require_place(place)
    if is_special(path):
        raise no_file(path)
    if place.exists() and not os.access(place, os.W_OK):
        raise ExplorerError(f"{_short(path)} cannot be written.", "It is protected from being changed.")
    return place


def is_special(path: Path) -> bool:
    """Tell whether there is something at `path` that is neither a file nor a folder, such as a device or a pipe."""
    # These never raise, whatever the name is.
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)  # noqa: PTH110, PTH112, PTH113


def no_file(path: Path) -> ExplorerError:
    """Return what is said of a device or a pipe."""
    return ExplorerError(f"{_short(path)} cannot be written.", "It is a device or a pipe. Name a file.")


def mode_of(place: Path) -> int:
    """Return the permissions that a file gets which takes the place of another: that one's, or the usual ones."""
    try:
        return stat.S_IMODE(place.stat().st_mode) & 0o777
    except FileNotFoundError:
        return usual_mode()
    except OSError as error:
        raise _trouble(place, error) from error


def usual_mode() -> int:
    """Return the permissions that a new file of the user's usually gets."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def write_file(path: Path, content: bytes) -> None:
    """Write a file that the user named, whole or not at all; one that was there is replaced and keeps its permissions.

    Raises `ExplorerError`.
    """
    place = regular_place(path)
    write_whole(place, content, mode_of(place))


def write_whole(path: Path, content: bytes, mode: int) -> None:
    """Write a file whole or not at all, with these permissions; raises `ExplorerError`."""
    part: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name[:40]}.", delete=False) as file:
            part = Path(file.name)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        part.replace(path)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        raise _trouble(path, error) from error


def _trouble(path: Path, error: OSError) -> ExplorerError:
    return ExplorerError(f"{_short(path)} cannot be written.", error.strerror or str(error))


def _short(path: Path) -> str:
    name = one_line(path.name)
    return name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
