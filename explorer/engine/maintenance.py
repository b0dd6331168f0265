"""What keeps an index healthy: checks that mend what can be mended, and removing an index."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import numpy as np

from explorer import __version__
from explorer.core.errors import ExplorerError, UnreadableDocumentError
from explorer.core.export import counted
from explorer.core.progress import no_progress
from explorer.engine import log
from explorer.engine.catalogue import Catalogue, CatalogueDamagedError
from explorer.engine.catalogue_schema import SCHEMA_VERSION
from explorer.engine.disk_use import bytes_in, in_words
from explorer.engine.embedder import Embedder
from explorer.engine.encoders.base import AUTO
from explorer.engine.encoders.machine import chosen_precision
from explorer.engine.indexing import PARSING_VERSION
from explorer.engine.lock import NAME, LibraryLock
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from explorer.engine.pipeline import CHUNKING_VERSION, make_setup
from explorer.engine.readers import Readers
from explorer.engine.sentences.cache import FILE_NAME
from explorer.engine.shared.places import is_copy
from explorer.engine.store_file import not_writable
from explorer.engine.tokens import clean
from explorer.engine.user_work import FOLDER
from explorer.paths import data_folder, library_folder, sample_library

_TRIED_BYTES = 1 << 16

_PARTS = (("Chroma", "chromadb"), ("PyMuPDF", "pymupdf"), ("tokenizers", "tokenizers"))

Check = tuple[str, bool, str]
"""What was checked, whether it is fine now, and a sentence about it."""


def doctor(options: Options, folder: Path | None) -> list[Check]:
    """Check the installation and, with a folder, its index; a damaged index is mended or removed."""
    checks = [
        _check("program", _program),
        _check("data folder", lambda: _data_folder(options)),
        _check("embedding model", lambda: _model(options)),
        _check("readers", _readers),
        _check("log", lambda: log.state(options.store)),
    ]
    return checks if folder is None else [*checks, _check("index", lambda: _index(folder, options))]


def own_work(folder: Path, store: str) -> tuple[str, ...]:
    """Return the names of the files that hold the user's own work on a folder, in order: what `forget` cannot undo."""
    work = library_folder(folder, store) / FOLDER
    files = (path for path in work.rglob("*") if path.is_file() and path.stat().st_size)
    return tuple(sorted(path.relative_to(work).as_posix() for path in files))


def forget(folder: Path, options: Options) -> str:
    """Remove a folder's index and the user's work on it, never the documents, and say so.

    Raises `LibraryInUseError` while it is open.
    """
    home = library_folder(folder, options.store)
    on_server = _forget_on_server(folder, options)
    if not home.exists():
        return f"There is no index of {clean(str(folder))}.{on_server}"
    _remove_all(home)
    if is_copy(folder.expanduser().resolve(), options.store):
        shutil.rmtree(folder.parent, ignore_errors=True)
        return f"Removed the copy of the shared library {clean(folder.name)}. What is on the server is untouched."
    return f"Removed the index of {clean(str(folder))} and your work on it. The documents are untouched.{on_server}"


def _forget_on_server(folder: Path, options: Options) -> str:
    """Remove a library that has its documents here from the server that is named, and say so."""
    if not options.chroma or not folder.is_dir() or is_copy(folder.expanduser().resolve(), options.store):
        return ""
    opened = Opened(folder, options)
    try:
        found = opened.sharing is not None and opened.sharing.forget()
    finally:
        opened.close()
    return f" It is gone from {opened.server} too." if found else f" There was none at {opened.server}."


def _remove_all(home: Path) -> None:
    lock = LibraryLock(home)
    try:
        _empty(home)
    except OSError as error:
        raise not_writable(error, home / NAME) from error
    finally:
        lock.close()
    shutil.rmtree(home)


def remove_index(folder: Path, store: str) -> None:
    """Remove of a folder's index what can be made again; renamed headings, verdicts and paid sentences stay.

    Raises `LibraryInUseError` while it is open, or another `ExplorerError` for what the system refuses.
    """
    home = library_folder(folder, store)
    if not home.exists():
        return
    lock = LibraryLock(home)
    try:
        _empty(home, kept=(FOLDER, FILE_NAME))
    except OSError as error:
        raise not_writable(error, home / NAME) from error
    finally:
        lock.close()


def _check(name: str, look: Callable[[], str]) -> Check:
    try:
        return name, True, look()
    except (ExplorerError, OSError) as error:
        return name, False, str(error)


def _program() -> str:
    with sqlite3.connect(":memory:") as connection:
        (full_text,) = connection.execute("SELECT sqlite_compileoption_used('ENABLE_FTS5')").fetchone()
    connection.close()
    if not full_text:
        raise ExplorerError("This Python's SQLite has no full-text search (FTS5).")
    python = ".".join(map(str, sys.version_info[:3]))
    parts = ", ".join(f"{name} {_version_of(package)}" for name, package in _PARTS)
    return (
        f"version {__version__}, Python {python}, SQLite {sqlite3.sqlite_version}, {parts}; index format"
        f" {SCHEMA_VERSION}, readers {PARSING_VERSION}, cuts {CHUNKING_VERSION}."
    )


def _version_of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError as error:
        raise ExplorerError(f"{package} is not installed.", "Install the program again, with all it needs.") from error


def _model(options: Options) -> str:
    setup = make_setup(options)
    embedder = Embedder(setup.model, chosen_precision(options.precision or AUTO))
    vector = embedder.encode_query("A question.")
    if abs(float(np.linalg.norm(vector)) - 1) > 1e-3:
        raise ExplorerError(f"{setup.model.name} gives vectors that are not of length one.")
    length = f"{len(vector)} dimensions, at most {setup.limit} tokens"
    return f"{setup.model.name} answers, {length}, computed {embedder.about}."


def _data_folder(options: Options) -> str:
    """Write to the data folder, for rights and free space alone do not say that it can be done."""
    folder = data_folder(options.store)
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_TRIED_BYTES))
            file.flush()
            os.fsync(file.fileno())
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise not_writable(error, folder / NAME) from error
    rights = stat.S_IMODE(folder.stat().st_mode)
    open_to = "" if sys.platform == "win32" or not rights & 0o077 else " (others may look in, but not into an index)"
    taken = in_words(bytes_in(folder / "libraries"))
    return f"{clean(str(folder))} can be written, {in_words(free)} free; rights {rights:o}{open_to}. Indexes: {taken}."


def _readers() -> str:
    found = sorted(sample_library().rglob("*.pdf"))
    sample = found[0] if found else sample_library() / "plans.md"
    with Readers() as readers:
        try:
            document = readers.read(sample, sample.name)
        except UnreadableDocumentError as error:
            raise ExplorerError(f"The sample {sample.name} cannot be read.", str(error)) from error
        languages = readers.known_ocr_languages()
    scans = f"Tesseract can read scans ({', '.join(languages)})" if languages else "no Tesseract to read scans with"
    return f"{sample.name} was read, {len(document.blocks)} blocks; {scans}."


def _index(folder: Path, options: Options) -> str:
    home = library_folder(folder, options.store)
    if not (home / "catalogue.sqlite3").exists():
        return "None yet; `chunk-explorer index` makes one."
    damage = _damage(home)
    if damage:
        remove_index(folder, options.store)
        return f"It was damaged and has been removed ({damage}) The next refresh builds it again."
    before = stat.S_IMODE(home.stat().st_mode)
    opened = Opened(folder, options)
    try:
        if opened.read_only:
            raise ExplorerError("The index can be searched, but neither checked nor refreshed.", opened.read_only)
        opened.matrices.clear()
        chunks = opened.catalogue.number("SELECT count(*) FROM chunk")
        if opened.mirror is not None:
            return f"{chunks} chunks, copied from a shared library; `index` brings them up to date."
        if opened.sharing is not None:
            opened.sharing.claim()
        opened.projection.reconcile()
        opened.catalogue.raise_revision()
        for _ in opened.sharing.publish(no_progress) if opened.sharing is not None else ():
            pass
        for _ in opened.catalogue.shrink():
            pass
        rights = stat.S_IMODE(home.stat().st_mode)
        unread = opened.catalogue.number("SELECT count(*) FROM document WHERE error != ''")
        left = f" {counted(unread, 'document')} could not be read." if unread else ""
        mended = [*opened.projection.repairs, *([f"Rights were {before:o}."] if rights != before else [])]
        return (
            f"{chunks} chunks; every vector ({opened.setup.precision}) in Chroma has been compared with the catalogue."
            f"{left}"
            f"{' Mended: ' + ' '.join(mended) if mended else ''} It takes {in_words(bytes_in(home))} in"
            f" {clean(str(home))}, rights {rights:o}; no other program holds it."
        )
    finally:
        opened.close()


def _damage(home: Path) -> str:
    """Return what is wrong with the catalogue, or "" when it is whole."""
    lock = LibraryLock(home)
    try:
        catalogue = Catalogue(home)
        try:
            catalogue.check()
        finally:
            catalogue.close()
    except CatalogueDamagedError as error:
        return error.title
    finally:
        lock.close()
    return ""


def _empty(home: Path, kept: tuple[str, ...] = ()) -> None:
    """Remove all but the lock while it is held, and what begins with a name of `kept`."""
    for path in home.iterdir():
        if path.name.startswith(("lock", *kept)):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
