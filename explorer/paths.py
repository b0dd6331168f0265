"""Where shipped files and the user's data are: the only rules about paths in the program."""

from __future__ import annotations

import filecmp
import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

import platformdirs

from explorer.core.errors import ExplorerError

_PACKAGE = Path(__file__).resolve().parent


def _shipped(folder: str) -> Path:
    """Return a shipped folder: inside the installed package, else beside it in a checkout."""
    packaged = _PACKAGE / folder
    return packaged if packaged.is_dir() else _PACKAGE.parent / folder


def resource(name: str) -> Path:
    """Return the path of a file in `resources/`, such as `words/en.toml`."""
    return _shipped("resources") / name


def sample_library() -> Path:
    """Return the folder of the sample documents."""
    return _shipped("sample_docs")


def is_sample_library(folder: Path) -> bool:
    """Tell whether a folder holds the sample documents and nothing else: the shipped one, or a copy in a checkout."""
    sample = sample_library()
    names = {file.relative_to(sample) for file in sample.rglob("*") if file.is_file()}
    try:
        if not all(filecmp.cmp(sample / name, folder / name, shallow=False) for name in names):
            return False
        return names == {file.relative_to(folder) for file in folder.rglob("*") if file.is_file()}
    except OSError:
        # A file is missing, or what is there cannot be read: not the samples.
        return False


def data_folder(store: str = "") -> Path:
    """Return the folder of the user's data, made when missing, open to its owner only (mode 0700).

    One that is there keeps its rights, for it may hold other things of the user's; what the program makes in it is
    private.
    `store` (option `--store`) names another one; without it `CHUNK_EXPLORER_STORE`, then the system's place.
    """
    folder = _data_place(store)
    make_private_folder(folder)
    return folder


def _data_place(store: str) -> Path:
    chosen = store or os.environ.get("CHUNK_EXPLORER_STORE", "") or platformdirs.user_data_dir("chunk-explorer", False)
    return Path(chosen).expanduser().resolve()


def cache_folder() -> Path:
    """Return the folder (not made) of what can be made again from what is installed; never what users wrote.

    `CHUNK_EXPLORER_CACHE` names another one than the system's place.
    """
    chosen = os.environ.get("CHUNK_EXPLORER_CACHE", "") or platformdirs.user_cache_dir("chunk-explorer", False)
    return Path(chosen).expanduser().resolve()


def make_private_folder(folder: Path) -> None:
    """Make a folder, open to its owner only; raises `ExplorerError` when the system refuses."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ExplorerError(
            f"The index cannot be kept in {folder}: {reason}.", "Name another place with --store."
        ) from error


def keep_private(folder: Path) -> None:
    """Take the rights of others off a folder that the program made, such as one that a backup brought back.

    Somebody else's folder, and one on a file system that is read-only or knows no rights, stays as it is: the doctor
    says which rights there are.
    """
    with suppress(OSError):
        facts = folder.stat()
        if os.name == "posix" and facts.st_uid == os.geteuid() and stat.S_IMODE(facts.st_mode) & 0o077:
            folder.chmod(0o700)


def library_folder(documents: Path, store: str = "") -> Path:
    """Return the folder (not made) that keeps the index of the documents in `documents`."""
    real = documents.expanduser().resolve()
    key = hashlib.sha256(os.fsencode(str(real))).hexdigest()[:16]
    return _data_place(store) / "libraries" / key
