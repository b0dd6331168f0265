"""Where a reader keeps its copy of a shared library, and how a library is named that has no folder here.

A copy is a folder of its own below the user's data, named like the library, so that all that is kept by a folder
(index, settings, judgements, question sets) works as elsewhere. It holds no documents, but a note on where they come
from and the library's settings.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from pathlib import Path

import msgspec

from explorer.core.errors import ExplorerError
from explorer.core.recipe import parse_recipe
from explorer.engine.encoders.base import FP32
from explorer.engine.options import Options
from explorer.engine.shared.address import Address, SharedName, parse_address
from explorer.engine.shared.book import Book, Cover
from explorer.engine.shared.connection import Connection
from explorer.engine.tokens import clean
from explorer.engine.user_work import SHARED
from explorer.engine.vectors import ServerAwayError
from explorer.paths import data_folder, make_private_folder
from explorer.whole_files import write_whole

SCHEME = "shared:"
"""Begins the name of a library that is on a server, such as `shared:manuals`."""

_COPIES = "shared"
_NOTE = ".library.json"
_LONGEST = 200


class Note(msgspec.Struct, frozen=True):
    """What a copy was made of."""

    library: str
    server: str
    limit: int
    recipe: str
    recipes: str = ""
    precision: str = FP32


def locate(folder: Path, options: Options) -> tuple[Path, Options]:
    """Return the folder that is meant, and how it is opened: a library on a server has a copy here, made when missing.

    With a server (`options.chroma`) that is the library of that name on it where no such folder is. A reader's limit,
    precision and recipe are the library's own; a recipe that it has too may be asked for. Without the server, a copy
    stays as it is. Raises `ExplorerError`.
    """
    address = parse_address(options.chroma) if options.chroma else None
    copy = copy_of(folder, options)
    if not is_copy(copy, options.store):
        return folder, options
    note = _asked(copy, address) if address else _kept(copy)
    recipe = options.recipe if options.recipe.name in note.recipes.split(",") else parse_recipe(note.recipe)
    return copy, replace(options, recipe=recipe, max_tokens=note.limit, precision=note.precision)


def copy_of(folder: Path, options: Options) -> Path:
    """Return where the copy of the library that is meant is, or would be; the folder itself where it is one."""
    address = parse_address(options.chroma) if options.chroma else None
    name = _shared_name(folder, address)
    if not name:
        return folder.expanduser().resolve()
    if address is None:
        raise ExplorerError(f"{clean(str(folder))} is a library on a server.", "Name the server with --chroma URL.")
    return _copy_folder(name, address, options.store)


def is_copy(folder: Path, store: str) -> bool:
    """Tell whether a folder is a reader's copy."""
    return folder.parent.parent == data_folder(store) / _COPIES


def keep_note(folder: Path, address: Address, cover: Cover) -> None:
    """Remember in a copy what it was made of, and take over the library's settings."""
    note = Note(cover.library, address.url, cover.limit, cover.recipe, cover.recipes, cover.precision)
    write_whole(folder / _NOTE, msgspec.json.encode(note), 0o600)
    write_whole(folder / SHARED, cover.settings.encode(), 0o600)


def noted_name(folder: Path) -> SharedName:
    """Return the name of the library that a folder is a copy of."""
    return SharedName(folder.name)


def cover_of(connection: Connection, name: SharedName) -> Cover:
    """Return what a library on a server is; raises `ExplorerError`, with the names that are there, for none."""
    cover = Book(connection, name).cover()
    if cover is not None:
        return cover
    known = sorted(str(facts["library"]) for each, facts in connection.collections().items() if _is_book(each, facts))
    raise ExplorerError(
        f"There is no library {clean(name.library)!r} at {connection.address.url}, and no such folder here.",
        f"Libraries there: {', '.join(known)}." if known else "There is none yet: its writer indexes it with --chroma.",
    )


def _is_book(name: str, facts: object) -> bool:
    return isinstance(facts, dict) and name.startswith("ce-") and name.endswith("-book") and "library" in facts


def _shared_name(folder: Path, address: Address | None) -> str:
    """Return the library's name where a folder stands for one on a server, else ""."""
    if folder.exists() or not (folder.name.startswith(SCHEME) or address):
        return ""
    name = folder.name.removeprefix(SCHEME)
    if not name or name in {".", ".."} or set(name) & {"/", "\\", "\0"} or len(os.fsencode(name)) > _LONGEST:
        raise ExplorerError(f"{clean(name)!r} cannot be the name of a library.", "It is named like its folder.")
    return name


def _copy_folder(name: str, address: Address, store: str) -> Path:
    key = hashlib.sha256(f"{address.url}\0{clean(name)}".encode()).hexdigest()[:16]
    return data_folder(store) / _COPIES / key / clean(name)


def _asked(copy: Path, address: Address) -> Note:
    """Ask the server what the library is."""
    if copy.is_dir():
        kept = _kept(copy)
        if kept.server != address.url:
            raise ExplorerError(f"{copy.name} is a copy of a library at {kept.server}, not at {address.url}.")
    connection = Connection(address)
    try:
        cover = cover_of(connection, noted_name(copy))
    except ServerAwayError:
        if not (copy / _NOTE).is_file():
            raise
        return _kept(copy)
    finally:
        connection.close()
    make_private_folder(copy)
    keep_note(copy, address, cover)
    return _kept(copy)


def _kept(copy: Path) -> Note:
    try:
        return msgspec.json.decode((copy / _NOTE).read_bytes(), type=Note)
    except (OSError, msgspec.MsgspecError) as error:
        raise ExplorerError(
            f"The copy of the shared library {copy.name} is not whole.",
            f"Remove {copy} and name the server again with --chroma.",
        ) from error
