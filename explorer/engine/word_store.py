"""The words of every chunk under a recipe, kept in a file so that no text is taken apart twice.

A file is a copy of what the texts say and decides nothing: texts are known by their hash, those that are new are
counted, those that are gone leave, and a file that is missing, damaged or of another version is made anew.
"""

from __future__ import annotations

import os
import unicodedata
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.core.word_index import WordIndex, index_texts

_VERSION = f"1 {unicodedata.unidata_version}"
"""Changes with the way in which words are counted; letters and digits are what Python's Unicode says."""

_MOST_FILES = 8
_HASH_BYTES = 16


@dataclass(frozen=True, slots=True)
class ChunkWords:
    """The index of the distinct texts of all chunks; `rows` names the text of each chunk of the snapshot."""

    index: WordIndex
    rows: NDArray[np.intp]

    def weights(self, positions: NDArray[np.int64]) -> NDArray[np.intp]:
        """Return how many of the chunks at `positions` have each text."""
        return np.bincount(self.rows[positions], minlength=len(self.index.lengths))


class WordStore:
    """Keeps one file a recipe in a folder of its own."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "words"

    def words(self, recipe: str, texts: Sequence[str]) -> ChunkWords:
        """Return the words of `texts`, one for each chunk; only texts that the file does not know are read."""
        hashes = [_hash(text) for text in texts]
        path = self._path(recipe)
        known, index = _load(path)
        wanted = dict(zip(hashes, texts, strict=True))
        kept = [row for row, text_hash in enumerate(known) if text_hash in wanted]
        order = [known[row] for row in kept]
        have = set(order)
        added = [text_hash for text_hash in wanted if text_hash not in have]
        if added or len(kept) < len(known):
            index = index.renewed(kept, [wanted[text_hash] for text_hash in added])
            order += added
            self._save(path, order, index)
        row_of = {text_hash: row for row, text_hash in enumerate(order)}
        return ChunkWords(index, np.array([row_of[text_hash] for text_hash in hashes], dtype=np.intp))

    def _path(self, recipe: str) -> Path:
        return self._folder / f"{blake2b(recipe.encode(), digest_size=8).hexdigest()}.npz"

    def _save(self, path: Path, hashes: Sequence[bytes], index: WordIndex) -> None:
        # Without a file the next start counts again; a full disk must not keep anyone from searching.
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            draft = path.with_suffix(".new")
            with draft.open("wb") as file:
                np.savez(
                    file,
                    version=_bytes(_VERSION.encode()),
                    hashes=_bytes(b"".join(hashes)),
                    vocabulary=_bytes("\n".join(index.vocabulary).encode()),
                    starts=index.starts,
                    rows=index.rows,
                    counts=index.counts,
                    lengths=index.lengths,
                )
            draft.replace(path)
            self._remove_oldest()

    def _remove_oldest(self) -> None:
        files = sorted(self._folder.glob("*.npz"), key=os.path.getmtime, reverse=True)
        for path in files[_MOST_FILES:]:
            path.unlink(missing_ok=True)


def _load(path: Path) -> tuple[list[bytes], WordIndex]:
    """Return the hashes of the texts that a file holds, and their index; both empty when there is no sound file."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            found = {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        return [], index_texts([])
    if "version" not in found or found["version"].tobytes() != _VERSION.encode():
        return [], index_texts([])
    data = found["hashes"].tobytes()
    hashes = [data[place : place + _HASH_BYTES] for place in range(0, len(data), _HASH_BYTES)]
    words = found["vocabulary"].tobytes().decode()
    vocabulary = {word: number for number, word in enumerate(words.split("\n") if words else [])}
    return hashes, WordIndex(vocabulary, found["starts"], found["rows"], found["counts"], found["lengths"])


def _hash(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=_HASH_BYTES).digest()


def _bytes(data: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(data, dtype=np.uint8)
