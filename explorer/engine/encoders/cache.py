"""Where converted models are kept: a folder each, in the user's cache, that appears whole or not at all.

A folder's name is made of the model's files, OpenVINO's version and the form of the conversion, so that nothing out of
date is ever found. Its manifest, written last, holds the size and checksum of each file; what does not match it counts
as not there.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
import zlib
from contextlib import suppress
from pathlib import Path

import msgspec

from explorer.engine.encoders.machine import openvino_version
from explorer.engine.model_files import ModelFiles
from explorer.paths import cache_folder

FORM = 1
"""Raised when conversions before are of no use any more."""

MODEL, WEIGHTS, MANIFEST = "model.xml", "model.bin", "manifest.json"

_PART = ".making-"
_ABANDONED = 3600
_UNUSED = 60 * 86400


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a conversion came to. `refused` is the reason where it does not give the original's vectors, else "".

    `inputs` are the names of the model's inputs in their order, `window` the tokens it sees, `pad` the number that
    fills up short texts, `files` the size and checksum of each file. The prompts stand before each passage
    and question.
    """

    inputs: tuple[str, ...] = ()
    window: int = 0
    pad: int = 0
    dimensions: int = 0
    document_prompt: str = ""
    query_prompt: str = ""
    files: dict[str, tuple[int, int]] = {}
    refused: str = ""


def models_folder() -> Path:
    """Return the folder of all converted models; it need not be there."""
    return cache_folder() / "models"


def place_of(model: ModelFiles) -> Path:
    """Return where the converted model is, or would be."""
    digest = hashlib.sha256(f"{FORM} {model.identity} {openvino_version()}".encode("utf-8", "surrogatepass"))
    for path in sorted(model.folder.rglob("*.safetensors")) + sorted(model.folder.rglob("pytorch_model*.bin")):
        # The identity samples large files; the time tells of another one that agrees with it in the samples.
        facts = path.stat()
        digest.update(f"{path.name} {facts.st_size} {facts.st_mtime_ns}".encode("utf-8", "surrogateescape"))
    return models_folder() / digest.hexdigest()[:24]


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a conversion that is whole, None for one that is missing or damaged."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
        if all(checksum(folder / name) == facts for name, facts in manifest.files.items()):
            return manifest
    except (OSError, msgspec.MsgspecError):
        return None
    return None


def checksum(path: Path) -> tuple[int, int]:
    """Return a file's size and CRC-32: it tells of damage, not of intent; who may write here may run programs."""
    size, sum_ = 0, 0
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            size, sum_ = size + len(part), zlib.crc32(part, sum_)
    return size, sum_


def touch(folder: Path) -> None:
    """Note that a conversion was used."""
    with suppress(OSError):
        os.utime(folder / MANIFEST)


def new_part(folder: Path) -> Path:
    """Return a new folder beside `folder` to make a conversion in; raises `OSError`."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix=_PART, dir=folder.parent))


def put_in_place(part: Path, folder: Path) -> None:
    """Give a conversion that is whole its name; one of another process that is there already is kept.

    Raises `OSError`.
    """
    try:
        part.rename(folder)
    except OSError:
        if read_manifest(folder) is None:
            # Something damaged is in the way. It is renamed first: whoever reads it sees all of it or nothing.
            aside = new_part(folder)
            folder.rename(aside / folder.name)
            part.rename(folder)
            shutil.rmtree(aside, ignore_errors=True)
        else:
            shutil.rmtree(part, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Remove beside `folder` what was left half made an hour ago, and conversions that nobody used for two months."""
    now = time.time()
    for each in folder.parent.iterdir():
        with suppress(OSError):
            if each.name.startswith(_PART):
                old = now - each.stat().st_mtime > _ABANDONED
            else:
                old = each != folder and now - (each / MANIFEST).stat().st_mtime > _UNUSED
            if old:
                shutil.rmtree(each, ignore_errors=True)
