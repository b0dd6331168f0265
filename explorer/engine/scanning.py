"""Lists the documents of a folder: each real file once, nothing outside the folder, nothing hidden.

Rules: links to folders are not followed; a link to a file counts only when the file it leads to lies in the folder
and is not listed itself; hidden files and folders, lock files of office programs and the program's own files are
left out. Names are bytes to the system: a document's name shows bytes that are not UTF-8 as U+FFFD, and the file is
opened by the bytes it has.

Chunks of another pipeline (`explorer.engine.imported`) stand in the place of a folder: they are unpacked into the
library's own folder, and each document has the name that its chunks give it. So has a `.chunks` file among documents.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path

from explorer.core.document_names import is_document, use_in_root
from explorer.core.errors import ExplorerError
from explorer.core.parsing.given.form import SUFFIX
from explorer.engine.imported import is_given, unpack, unpacked
from explorer.engine.options import Options
from explorer.engine.tokens import clean
from explorer.paths import library_folder


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read. `name`: relative to the library, `/` between parts, fit to be shown; `path` opens it.

    `changed_ns` is when the system last changed the file or what it notes of it, which no program can set back, and
    `inode` the number of what the name stands for; 0 where the system has neither.
    """

    name: str
    path: Path
    size: int
    mtime_ns: int
    changed_ns: int = 0
    inode: int = 0

    @property
    def raw(self) -> bytes:
        """Return the path's own bytes."""
        return os.fsencode(self.path)


@dataclass(slots=True)
class Listing:
    """What a folder showed: the documents by name, and what is not among them for another reason than being gone.

    `unlisted` says why for each folder (its name ends with `/`) or file that the system did not let the program look
    at, `left_out` names what the patterns leave out. `skipped` counts what is no document: "hidden" files and folders,
    the library's "settings" and "questions", files of another "kind".
    """

    files: list[Found] = field(default_factory=list[Found])
    unlisted: dict[str, str] = field(default_factory=dict[str, str])
    left_out: set[str] = field(default_factory=set[str])
    skipped: Counter[str] = field(default_factory=Counter[str])

    def is_unknown(self, name: str) -> bool:
        """Tell whether a document could be there without having been seen."""
        return any(name == each or (each.endswith("/") and name.startswith(each)) for each in self.unlisted)


def scan(folder: Path, options: Options | None = None) -> list[Found]:
    """Return the documents below `folder`, or in given chunks, by name; raises `ExplorerError` when it is neither."""
    return list_documents(folder, options or Options()).files


def list_documents(folder: Path, options: Options) -> Listing:
    """Return what `folder`, or given chunks, hold and what could not be seen; raises `ExplorerError` as `scan`."""
    root = folder.expanduser().resolve()
    if is_given(root):
        return _given(root, options)
    if not root.is_dir():
        raise ExplorerError(f"{clean(str(folder))} is not a folder.", "Name a folder that holds documents.")
    listing = Listing()
    entries: list[tuple[str, Path]] = []
    for relative, path in chain.from_iterable(walk(root, listing)):
        if is_wanted(relative, options):
            entries.append((relative, path))
        else:
            listing.left_out.add(_shown(relative))
    listing.files = _named(_each_once(root, entries, listing))
    return listing


def _given(root: Path, options: Options) -> Listing:
    listing = Listing()
    for name, path in unpacked(unpack(root, library_folder(root, options.store))):
        if is_wanted(name, options):
            listing.files.append(_found(name, path, path.stat()))
        else:
            listing.left_out.add(name)
    listing.files.sort(key=lambda each: each.name)
    return listing


def _found(name: str, path: Path, facts: os.stat_result) -> Found:
    # On Windows the time is that of the file's making, and SQLite's numbers have a sign.
    changed = 0 if sys.platform == "win32" else facts.st_ctime_ns
    inode = facts.st_ino - (1 << 64) if facts.st_ino >= 1 << 63 else facts.st_ino
    return Found(name, path, facts.st_size, facts.st_mtime_ns, changed, inode if abs(inode) < 1 << 63 else 0)


def walk(root: Path, listing: Listing) -> Iterator[list[tuple[str, Path]]]:
    """Yield for each folder (relative name with surrogates, path) of every file in it that could be a document.

    Folders that the system does not list are noted in `listing`; those that went meanwhile are not.
    """
    folders = [("", root)]
    while folders:
        prefix, folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            if folder == root:
                raise ExplorerError(f"The folder {clean(str(root))} cannot be listed.", _why(error)) from error
            if not isinstance(error, FileNotFoundError | NotADirectoryError):
                listing.unlisted[clean(prefix)] = f"The folder cannot be listed: {_why(error)}"
            continue
        documents: list[tuple[str, Path]] = []
        for entry in listed:
            if entry.name.startswith("."):
                listing.skipped["hidden"] += 1
            elif entry.is_dir(follow_symlinks=False):
                if not _is_junction(entry):
                    folders.append((f"{prefix}{entry.name}/", Path(entry.path)))
            elif is_document(entry.name):
                documents.append((prefix + entry.name, Path(entry.path)))
            else:
                listing.skipped[("" if prefix else use_in_root(entry.name)) or "kind"] += 1
        yield documents


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Tell whether a Windows folder is a mount point, which is a link in all but name."""
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0)
    return tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def is_wanted(relative: str, options: Options) -> bool:
    """Tell whether the patterns let a document into the library, by its path relative to it."""
    included = not options.include or any(fnmatchcase(relative, pattern) for pattern in options.include)
    return included and not any(fnmatchcase(relative, pattern) for pattern in options.exclude)


def _each_once(root: Path, entries: list[tuple[str, Path]], listing: Listing) -> list[tuple[str, Path, os.stat_result]]:
    """Keep regular files, by their own names first, then links to files in the folder that are not listed yet."""
    kept: list[tuple[str, Path, os.stat_result]] = []
    seen: set[tuple[int, int]] = set()
    for relative, path in sorted(entries, key=lambda entry: (entry[1].is_symlink(), entry[0])):
        try:
            facts = facts_of(root, path)
        except OSError as error:
            listing.unlisted[_shown(relative)] = f"The file cannot be looked at: {_why(error)}"
            continue
        if facts is None or (facts.st_dev, facts.st_ino) in seen:
            continue
        seen.add((facts.st_dev, facts.st_ino))
        kept.append((relative, path, facts))
    return kept


def facts_of(root: Path, path: Path) -> os.stat_result | None:
    """Return what the system notes of a document's file, None for what is none; raises `OSError` when it says not."""
    try:
        if path.is_symlink() and not path.resolve(strict=True).is_relative_to(root):
            return None
        facts = path.stat()
    except (FileNotFoundError, NotADirectoryError, RuntimeError):
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            return None
        raise
    return facts if stat.S_ISREG(facts.st_mode) else None


def _named(files: Iterable[tuple[str, Path, os.stat_result]]) -> list[Found]:
    """Give each file a name that can be shown; two that look alike are told apart by a piece of a hash."""
    found: dict[str, Found] = {}
    for relative, path, facts in sorted(files, key=lambda file: (clean(file[0]) != file[0], file[0])):
        name = _shown(relative)
        if name in found:
            stem, suffix = os.path.splitext(name)  # noqa: PTH122 - text, not a path of this system
            name = f"{stem} ({hashlib.sha256(os.fsencode(relative)).hexdigest()[:6]}){suffix}"
        found[name] = _found(name, path, facts)
    return [found[name] for name in sorted(found)]


def _shown(relative: str) -> str:
    """Return a file's name as a document is called by it, if no other looks alike."""
    return clean(relative).removesuffix(SUFFIX) or SUFFIX


def _why(error: OSError) -> str:
    return f"{error.strerror or type(error).__name__}."
