"""The user's own work on a library, kept in the data folder beside the index: settings, mends, judgements, baseline.

Plain files, written whole and atomically, so that they outlive a damaged index and can be read by people. What
`chunk-explorer.toml` in the library's root decides is read too, and never written.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from explorer.core.audit import AuditSettings, check_settings, parse_settings, settings_toml
from explorer.core.errors import ExplorerError
from explorer.core.mends import Mend
from explorer.paths import make_private_folder
from explorer.whole_files import write_whole

FOLDER = "work"
"""The part of a library's data folder that is the user's and no index."""

SHARED = "chunk-explorer.toml"

LARGEST_SETTINGS = 64 * 1024
"""Bytes; a file of settings is written by people."""


class UserWork:
    """The user's files about one library; `documents` is its folder, `home` its data folder."""

    def __init__(self, documents: Path, home: Path) -> None:
        self._shared = documents / SHARED
        self.folder = home / FOLDER

    def settings(self) -> AuditSettings:
        """Return what the library's and the user's settings say together; raises `ExplorerError` for a bad file."""
        return check_settings(self.shared_settings().joined(self.own_settings()))

    def shared_settings(self) -> AuditSettings:
        """Return what lies in the library's root."""
        return _read_settings(self._shared, SHARED)

    def own_settings(self) -> AuditSettings:
        """Return what lies in the data folder."""
        return _read_settings(self.folder / "settings.toml", "settings.toml in the data folder")

    def keep_settings(self, settings: AuditSettings) -> None:
        """Keep the user's own settings."""
        self.write("settings.toml", settings_toml(check_settings(settings)).encode())

    def mends(self) -> tuple[Mend, ...]:
        """Return all mends of the library, stale ones too."""
        return tuple(self._load("mends.json", tuple[Mend, ...]) or ())

    def keep_mends(self, mends: Sequence[Mend]) -> None:
        """Keep the mends."""
        self.write("mends.json", msgspec.json.format(msgspec.json.encode(mends)))

    def lines(self, name: str) -> list[bytes]:
        """Return the lines of a file of the folder, none when it is not there; raises `ExplorerError`."""
        try:
            return (self.folder / name).read_bytes().splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ExplorerError(f"{name} in the data folder cannot be read.", str(error)) from error

    def append(self, name: str, lines: Iterable[bytes]) -> None:
        """Add lines to a file of the folder, durably and all or none; raises `ExplorerError`.

        What a cut write left at the end of the file is closed first, so that it spoils no line but itself.
        """
        make_private_folder(self.folder)
        try:
            with (self.folder / name).open("ab") as file:
                before = file.tell()
                try:
                    file.write(self._line_end(name) + b"".join(line + b"\n" for line in lines))
                    file.flush()
                    os.fsync(file.fileno())
                except OSError:
                    file.close()
                    os.truncate(self.folder / name, before)
                    raise
        except OSError as error:
            raise ExplorerError(f"{name} cannot be written.", error.strerror or str(error)) from error

    def _line_end(self, name: str) -> bytes:
        """Return the line break that is missing at the end of a file, nothing when it is whole or empty."""
        with (self.folder / name).open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - 1, 0))
            return b"" if not size or file.read(1) == b"\n" else b"\n"

    def write(self, name: str, content: bytes) -> None:
        """Write a file of the folder whole or not at all."""
        make_private_folder(self.folder)
        write_whole(self.folder / name, content, 0o600)

    def _load(self, name: str, kind: type[tuple[Mend, ...]]) -> tuple[Mend, ...] | None:
        path = self.folder / name
        try:
            return msgspec.json.decode(path.read_bytes(), type=kind)
        except FileNotFoundError:
            return None
        except (msgspec.MsgspecError, OSError) as error:
            raise ExplorerError(
                f"{name} in the data folder cannot be read.", f"{error} Mend or remove {path}."
            ) from error


def _read_settings(path: Path, name: str) -> AuditSettings:
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > LARGEST_SETTINGS:
            raise ExplorerError(f"{name} cannot be read.", f"It is no file, or larger than {LARGEST_SETTINGS:,} bytes.")
        text = path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return AuditSettings()
    except UnicodeDecodeError as error:
        raise ExplorerError(f"{name} cannot be read.", "It is not in UTF-8.") from error
    except OSError as error:
        raise ExplorerError(f"{name} cannot be read.", error.strerror or str(error)) from error
    return parse_settings(text, name)
