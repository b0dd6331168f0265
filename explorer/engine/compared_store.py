"""What is kept of a comparison of all passages, so that the next one looks only at what has changed since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from explorer.core.duplicates import Passage, compared_words, text_key
from explorer.core.model import BlockKind, Place
from explorer.core.near_texts import OPEN, Integers, Texts, Update, set_size, word_hash
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import marks, pages
from explorer.engine.packing import unpack

_A_STEP = 20_000
"""Texts read at once: some hundredths of a second."""

Stand = tuple[int, int, int]
"""A passage: its chunk's ordinal, its text's key, and the hash of document and heading path."""

TextRow = tuple[bytes, int, int, int, int]
"""A text: the hashes of its words, its sizes and bounds, single words first."""


@dataclass(frozen=True, slots=True)
class _Place:
    """What a stored chunk says of where it stands."""

    document: str
    index: int
    heading_path: tuple[str, ...]
    section: int = -1
    place: Place = field(default_factory=Place)
    kind: str = BlockKind.PARAGRAPH


@dataclass(frozen=True, slots=True)
class _Stored:
    chunk: _Place


class ComparedStore:
    """The tables `compared_document` and `compared_text`, and the chunks that they are made from."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def fresh(self) -> dict[str, bool]:
        """Return for each document that was compared whether it has not been written since."""
        return {row[0]: bool(row[1]) for row in self._catalogue.rows("SELECT name, fresh FROM compared_document")}

    def passages(self) -> dict[str, list[Stand]]:
        """Return the passages of each document as they were when they were compared."""
        rows = self._catalogue.rows("SELECT name, passages FROM compared_document")
        return {
            row[0]: [(each[0], each[1], each[2]) for each in np.frombuffer(row[1], "<i8").reshape(-1, 3).tolist()]
            for row in rows
        }

    def texts(self) -> Iterator[dict[int, TextRow]]:
        """Yield the texts that were compared, many at a time."""
        last = -1
        while rows := self._catalogue.rows(
            "SELECT key, words, single_size, triple_size, single_bound, triple_bound FROM compared_text"
            " WHERE key > ? ORDER BY key LIMIT ?",
            (last, _A_STEP),
        ):
            last = rows[-1][0]
            yield {row[0]: (row[1], row[2], row[3], row[4], row[5]) for row in rows}

    def read(self, document: str, texts: dict[int, TextRow]) -> list[Stand]:
        """Return the passages of a document as they are, and add to `texts` those of its texts that are not there."""
        found: list[Stand] = []
        for ordinal, text, item in self._catalogue.rows(
            "SELECT c.ordinal, c.text, c.item FROM chunk c JOIN document d ON d.id = c.document WHERE d.name = ?"
            " ORDER BY c.ordinal",
            (document,),
        ):
            chunk = unpack(_Stored, item).chunk
            words = compared_words(text, chunk.kind)
            if words:
                key = text_key(words)
                found.append((ordinal, key, word_hash.__wrapped__(repr((document, chunk.heading_path)))))
                if key not in texts:
                    texts[key] = _text_row(words)
        return found

    def places(self, document: str, ordinals: Iterable[int]) -> dict[int, Passage]:
        """Return where chunks of a document stand, by their ordinals."""
        found: dict[int, Passage] = {}
        for page in pages(sorted(set(ordinals))):
            rows = self._catalogue.rows(
                "SELECT c.ordinal, c.item FROM chunk c JOIN document d ON d.id = c.document"  # noqa: S608
                f" WHERE d.name = ? AND c.ordinal IN ({marks(page)})",
                (document, *page),
            )
            for ordinal, item in rows:
                chunk = unpack(_Stored, item).chunk
                found[ordinal] = Passage(document, ordinal, chunk.heading_path, chunk.section, chunk.place)
        return found

    def clear(self) -> None:
        """Forget what was compared; call within a transaction, as with all that writes."""
        self._catalogue.run("DELETE FROM compared_document")
        self._catalogue.run("DELETE FROM compared_text")

    def keep_documents(self, stands: Mapping[str, Sequence[Stand]], gone: Iterable[str]) -> None:
        """Keep the passages of documents that were compared, and forget those of others."""
        self._catalogue.run_many(
            "INSERT OR REPLACE INTO compared_document VALUES (?, 1, ?)",
            ((name, np.array(rows, dtype="<i8").tobytes()) for name, rows in stands.items()),
        )
        self._catalogue.run_many("DELETE FROM compared_document WHERE name = ?", ((name,) for name in gone))

    def keep_texts(
        self, rows: Mapping[int, TextRow], bounds: Mapping[int, tuple[int, int]], gone: Iterable[int]
    ) -> None:
        """Keep new texts and bounds that changed (those of single words first), and forget texts that are gone."""
        self._catalogue.run_many("DELETE FROM compared_text WHERE key = ?", ((key,) for key in gone))
        self._catalogue.run_many(
            "INSERT INTO compared_text VALUES (?, ?, ?, ?, ?, ?)", ((key, *row) for key, row in rows.items())
        )
        self._catalogue.run_many(
            "UPDATE compared_text SET single_bound = ?, triple_bound = ? WHERE key = ?",
            ((single, triple, key) for key, (single, triple) in bounds.items()),
        )


def _text_row(words: Sequence[str]) -> TextRow:
    hashes = [word_hash(word) for word in words]
    return np.array(hashes, dtype="<i8").tobytes(), set_size(hashes, 1), set_size(hashes, 3), OPEN, OPEN


def texts_of(rows: Mapping[int, TextRow]) -> Texts:
    """Return texts as they are compared: in the ways of three words in a row, and of single ones."""
    keys = sorted(rows)
    found = [rows[key] for key in keys]
    words = np.frombuffer(b"".join(row[0] for row in found), dtype="<i8").astype(np.int64)
    lengths = _column([len(row[0]) // 8 for row in found])
    return Texts(
        _column(keys),
        words,
        np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths))),
        sizes=(_column([row[2] for row in found]), _column([row[1] for row in found])),
        bounds=(_column([row[4] for row in found]), _column([row[3] for row in found])),
    )


def bounds_of(texts: Texts, update: Update) -> dict[int, tuple[int, int]]:
    """Return the bounds that differ from those of before, by the text's key, those of single words first."""
    old: list[NDArray[np.int64]] = [each[update.numbers] for each in texts.bounds]
    differ = (old[0] != update.bounds[0]) | (old[1] != update.bounds[1])
    triples, singles = (each[differ].tolist() for each in update.bounds)
    return dict(zip(texts.keys[update.numbers][differ].tolist(), zip(singles, triples, strict=True), strict=True))


def _column(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64)
