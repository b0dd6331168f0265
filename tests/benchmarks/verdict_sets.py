"""What verdict.py measures with: question sets cut into chunks, recipes written out as texts, vectors kept on disk."""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.core.model import BlockKind, Metadata, ParsedDocument
from explorer.core.parsing import read_document
from explorer.core.recipe import parse_recipe
from explorer.core.views import ContextChunk
from explorer.engine.embedder import Embedder
from explorer.engine.pipeline import Setup, in_context, prepare

CORPORA = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "questions"

Floats = NDArray[np.float32]
Span = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the passages (document, start, end) that answer it."""

    text: str
    relevant: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Documents cut into chunks, in order, with the questions about them. `abstracts`: by document."""

    name: str
    chunks: tuple[ContextChunk, ...]
    abstracts: Mapping[str, str]
    questions: tuple[Question, ...]

    def relevant(self, question: Question) -> list[int]:
        """Return the positions of the chunks that share a character with a passage that answers the question."""
        return [
            position
            for position, item in enumerate(self.chunks)
            if any(_meets(item, span) for span in question.relevant)
        ]


def _meets(item: ContextChunk, span: Span) -> bool:
    document, start, end = span
    place = item.chunk.place
    if item.chunk.document != document or place.start is None or place.end is None:
        return False
    return place.start < end and place.end > start


def load(name: str, file: str, setup: Setup, most: int) -> QuestionSet:
    """Return a set with at most `most` of its questions, drawn with one seed, and the documents that they are about.

    The set `emanual_siblings` with `questions_six.jsonl` is over six of the thirteen manuals.
    """
    folder = CORPORA / name
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    questions = [_question(json.loads(line)) for line in lines]
    named = {document for question in questions for document, _, _ in question.relevant}
    paths = [path for path in sorted((folder / "docs").glob("*.md")) if path.name in named]
    chunks: list[ContextChunk] = []
    abstracts: dict[str, str] = {}
    for path in paths:
        document = read_document(path.read_bytes(), path.name)
        chunks += prepare(document, setup).chunks
        abstracts[path.name] = abstract(document, setup)
    drawn = random.Random(1).sample(questions, min(most, len(questions)))
    return QuestionSet(name, tuple(chunks), abstracts, tuple(drawn))


def _question(row: Mapping[str, object]) -> Question:
    spans = row["relevant"]
    assert isinstance(spans, list)
    return Question(str(row["question"]), tuple((each["doc"], each["start"], each["end"]) for each in spans))


ABSTRACT_TOKENS = 80


def abstract(document: ParsedDocument, setup: Setup) -> str:
    """Return the first paragraphs of a document, cut after 80 tokens: what stands in place of an abstract."""
    words: list[str] = []
    for block in document.blocks:
        if block.kind is BlockKind.PARAGRAPH:
            words += block.text.split()
        if setup.tokenizer.count(" ".join(words)) >= ABSTRACT_TOKENS:
            break
    while words and setup.tokenizer.count(" ".join(words)) > ABSTRACT_TOKENS:
        words.pop()
    return " ".join(words)


Written = Callable[[ContextChunk, str, Setup], str]
"""Gives the embedded text of a chunk, whose document has that abstract."""


def plain(item: ContextChunk, _abstract: str, _setup: Setup) -> str:
    """Return the text alone."""
    return item.chunk.text


def by_recipe(name: str) -> Written:
    """Return what writes the text as the recipe of that name does."""
    recipe = parse_recipe(name)

    def write(item: ContextChunk, _abstract: str, setup: Setup) -> str:
        return in_context(item.chunk, item.title, Metadata(), recipe, setup).embedded_text

    return write


def with_abstract(item: ContextChunk, abstract: str, _setup: Setup) -> str:
    """Return the text under the abstract of its document."""
    return f"{abstract}\n\n{item.chunk.text}"


def title_and_abstract(item: ContextChunk, abstract: str, _setup: Setup) -> str:
    """Return the text under title and abstract of its document."""
    return f"{item.title}\n{abstract}\n\n{item.chunk.text}"


def half_abstract(item: ContextChunk, abstract: str, _setup: Setup) -> str:
    """Return the text under the first half of the abstract."""
    words = abstract.split()
    return f"{' '.join(words[: len(words) // 2])}\n\n{item.chunk.text}"


RECIPES: Mapping[str, Written] = {
    "path": by_recipe("path"),
    "title only": by_recipe("path+depth=0"),
    "leaf only": by_recipe("path+depth=1+no-title"),
    "abstract": with_abstract,
    "title + abstract": title_and_abstract,
    "half abstract": half_abstract,
    "prose": by_recipe("prose"),
}


class Vectors:
    """Encodes texts and keeps their vectors in a file, so that another run encodes only what is new."""

    def __init__(self, file: Path, setup: Setup) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._store = sqlite3.connect(file)
        self._store.execute("CREATE TABLE IF NOT EXISTS vector (hash TEXT PRIMARY KEY, data BLOB NOT NULL)")
        self.setup = setup
        self._model = setup.model.identity
        self._embedder = Embedder(setup.model)

    def of(self, texts: Sequence[str], note: str) -> Floats:
        """Return one unit vector a text; questions and passages are encoded alike (the model names no prompts)."""
        hashes = [hashlib.sha256(f"{self._model}\0{text}".encode()).hexdigest() for text in texts]
        known = self._known(set(hashes))
        wanted = {number: text for number, text in zip(hashes, texts, strict=True) if number not in known}
        order = sorted(wanted, key=lambda number: len(wanted[number]))
        for first in range(0, len(order), 256):
            page = order[first : first + 256]
            rows = self._embedder.encode_documents([wanted[number] for number in page])
            pairs = [(number, row.tobytes()) for number, row in zip(page, rows, strict=True)]
            self._store.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?)", pairs)
            self._store.commit()
            print(f"{note}: {first + len(page)} of {len(order)}", file=sys.stderr, flush=True)
        found = self._known(set(hashes))
        return np.array([np.frombuffer(found[number], dtype=np.float32) for number in hashes])

    def _known(self, hashes: set[str]) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        for number in hashes:
            row = self._store.execute("SELECT data FROM vector WHERE hash = ?", (number,)).fetchone()
            if row:
                found[number] = row[0]
        return found
