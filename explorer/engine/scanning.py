"""Lists the documents of a folder: each real file once, nothing outside the folder, nothing hidden.

Rules: links to folders are not followed; a link to a file counts only when the file it leads to lies in the folder
and is not listed itself; hidden files and folders, lock files of office programs and the program's own files are
left out. Names are bytes to the system: a document's name shows bytes that are not UTF-8 as U+FFFD, and the file is
opened by the bytes it has.

Chunks of another pipeline (`explorer.engine.imported`) stand in the place of a folder: they are unpacked into the
library's own folder, and each document has the name that its chunks give it. So has a `.chunks` file among documents.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from explorer.core.errors import ExplorerError
from explorer.core.parsing import SUFFIXES
from explorer.core.parsing.given.form import SUFFIX
from explorer.engine.imported import is_given, unpack, unpacked
from explorer.engine.options import Options
from explorer.engine.tokens import clean
from explorer.paths import library_folder


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read. `name`: relative to the library, `/` between parts, fit to be shown; `path` opens it."""

    name: str
    path: Path
    size: int
    mtime_ns: int

    @property
    def raw(self) -> bytes:
        """Return the path's own bytes."""
        return os.fsencode(self.path)


def scan(folder: Path, options: Options | None = None) -> list[Found]:
    """Return the documents below `folder`, or in given chunks, by name; raises `ExplorerError` when it is neither."""
    root = folder.expanduser().resolve()
    if is_given(root):
        return _given(root, options or Options())
    if not root.is_dir():
        raise ExplorerError(f"{clean(str(folder))} is not a folder.", "Name a folder that holds documents.")
    chosen = options or Options()
    entries = [(relative, path) for relative, path in _walk(root) if _wanted(relative, chosen)]
    return _named(_each_once(root, entries))


def _given(root: Path, options: Options) -> list[Found]:
    found: list[Found] = []
    for name, path in unpacked(unpack(root, library_folder(root, options.store))):
        if _wanted(name, options):
            facts = path.stat()
            found.append(Found(name, path, facts.st_size, facts.st_mtime_ns))
    return sorted(found, key=lambda each: each.name)


def is_document(name: str) -> bool:
    """Tell whether a file of this name (without folders) is one that the program reads."""
    if name.startswith((".", "~$")) or name.lower() == "chunk-explorer.toml" or name.lower().startswith("questions."):
        return False
    return os.path.splitext(name)[1].lower() in SUFFIXES  # noqa: PTH122 - Path loses names such as ".md"


def _walk(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield (relative name with surrogates, path) of every file that could be a document; unreadable folders not."""
    folders = [("", root)]
    while folders:
        prefix, folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            if folder == root:
                raise ExplorerError(f"The folder {clean(str(root))} cannot be listed.") from None
            continue
        for entry in listed:
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                if not _is_junction(entry):
                    folders.append((f"{prefix}{entry.name}/", Path(entry.path)))
            elif is_document(entry.name):
                yield prefix + entry.name, Path(entry.path)


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Tell whether a Windows folder is a mount point, which is a link in all but name."""
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0)
    return tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def _wanted(relative: str, options: Options) -> bool:
    included = not options.include or any(fnmatchcase(relative, pattern) for pattern in options.include)
    return included and not any(fnmatchcase(relative, pattern) for pattern in options.exclude)


def _each_once(root: Path, entries: list[tuple[str, Path]]) -> list[tuple[str, Path, os.stat_result]]:
    """Keep regular files, by their own names first, then links to files in the folder that are not listed yet."""
    kept: list[tuple[str, Path, os.stat_result]] = []
    seen: set[tuple[int, int]] = set()
    for relative, path in sorted(entries, key=lambda entry: (entry[1].is_symlink(), entry[0])):
        facts = _facts(root, path)
        if facts is None or (facts.st_dev, facts.st_ino) in seen:
            continue
        seen.add((facts.st_dev, facts.st_ino))
        kept.append((relative, path, facts))
    return kept


def _facts(root: Path, path: Path) -> os.stat_result | None:
    try:
        if path.is_symlink() and not path.resolve(strict=True).is_relative_to(root):
            return None
        facts = path.stat()
    except (OSError, RuntimeError):
        return None
    return facts if stat.S_ISREG(facts.st_mode) else None


def _named(files: Iterable[tuple[str, Path, os.stat_result]]) -> list[Found]:
    """Give each file a name that can be shown; two that look alike are told apart by a piece of a hash."""
    found: dict[str, Found] = {}
    for relative, path, facts in sorted(files, key=lambda file: (clean(file[0]) != file[0], file[0])):
        name = clean(relative).removesuffix(SUFFIX) or SUFFIX
        if name in found:
            stem, suffix = os.path.splitext(name)  # noqa: PTH122 - text, not a path of this system
            name = f"{stem} ({hashlib.sha256(os.fsencode(relative)).hexdigest()[:6]}){suffix}"
        found[name] = Found(name, path, facts.st_size, facts.st_mtime_ns)
    return [found[name] for name in sorted(found)]
