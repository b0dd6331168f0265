"""Chunks of a question set under every condition: ours by recipe, other tools' with and without their headings."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from retrieval_peers import PEERS
from retrieval_places import Cursor, Spans, letters_of
from retrieval_sets import QuestionSet, Source

from explorer.core.header_styles import same
from explorer.core.model import Metadata
from explorer.core.questions_text import own_text
from explorer.core.recipe import parse_recipe
from explorer.core.views import ContextChunk
from explorer.engine.options import Options
from explorer.engine.pipeline import Setup, in_context, make_setup, prepare

TEXT, FIRST, PATH, HYBRID, HEADED = "text alone", "heading in first chunk", "path (default)", "hybrid", "with headings"
UNTITLED = "all headings, no title"
LED = "default after `header_path:`"
"""Shows what the one word that LlamaIndex puts in front does by itself."""

RECIPES: Mapping[str, str] = {
    PATH: "path",
    "last three headings": "path+depth=3",
    UNTITLED: "path+depth=99+no-title",
    "title only": "path+depth=0",
    "own heading": "path+depth=1+no-title",
}
"""Our recipes beside the text alone, by what they are called in the tables."""

_SCRIPT = Path(__file__).with_name("retrieval_peers.py")


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk: its document, the letters that it covers, and the tokens of its text."""

    document: str
    spans: Spans
    tokens: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A tool's chunks, and what is embedded of each under each condition. `lost`: the share of letters not placed."""

    tool: str
    pieces: tuple[Piece, ...]
    embedded: Mapping[str, tuple[str, ...]]
    lost: float = 0.0


def setup_of(limit: int) -> Setup:
    """Return the setup with the shipped model; a limit of 0 is the model's own."""
    return make_setup(replace(Options(), max_tokens=limit))


def ours(data: QuestionSet, setup: Setup) -> Cut:
    """Return our chunks; those without a word that the model can see are not ranked, as in the program."""
    pieces: list[Piece] = []
    chunks: list[ContextChunk] = []
    lost = 0
    for name, source in data.sources.items():
        cursor = Cursor(source.letters)
        for item in prepare(source.document, setup).chunks:
            if not item.chunk.embeddable:
                continue
            pieces.append(Piece(name, _own_spans(item, source, cursor), item.chunk.text_tokens))
            chunks.append(item)
        lost += cursor.lost
    embedded = {TEXT: tuple(item.chunk.text for item in chunks), FIRST: tuple(_heading_first(chunks))}
    for shown, recipe in RECIPES.items():
        embedded[shown] = tuple(_written(item, recipe, setup, titled=shown != UNTITLED) for item in chunks)
    embedded[LED] = tuple(f"header_path: {text}" if text else text for text in embedded[PATH])
    return Cut(f"ours, {setup.limit} tokens", tuple(pieces), embedded, lost / _size(data))


def _own_spans(item: ContextChunk, source: Source, cursor: Cursor) -> Spans:
    place = item.chunk.place
    if place.start is None or place.end is None:
        return cursor.find(own_text(item.chunk.text, item.chunk.carried))
    return (source.letters.span(place.start, place.end),)


def _heading_first(chunks: Sequence[ContextChunk]) -> list[str]:
    """Return the texts, with the section's own heading before the first chunk of each own body."""
    seen: set[tuple[str, int]] = set()
    texts: list[str] = []
    for item in chunks:
        chunk = item.chunk
        key = (chunk.document, chunk.section)
        first = chunk.section >= 0 and key not in seen and chunk.heading_path[-1] != chunk.text
        texts.append(f"{chunk.heading_path[-1]}\n\n{chunk.text}" if first else chunk.text)
        seen.add(key)
    return texts


def _written(item: ContextChunk, recipe: str, setup: Setup, *, titled: bool) -> str:
    """Return the embedded text; not `titled`: also without a first heading that is the title."""
    path = item.chunk.heading_path
    if not titled and path and same(path[0], item.title):
        path = path[1:]
        if not path:
            return item.chunk.text
    return in_context(item.chunk, item.title, Metadata(), parse_recipe(recipe), setup, path).embedded_text


@dataclass(frozen=True, slots=True)
class Peer:
    """An installed tool: its name and version, and the Python that has it."""

    name: str
    version: str
    python: str

    @property
    def formats(self) -> tuple[str, ...]:
        """Return the formats that it reads."""
        return PEERS[self.name][2]


def installed(wanted: Sequence[str], pythons: Sequence[str]) -> list[Peer]:
    """Return the wanted tools that are there, each in the first environment that has it (this one first)."""
    found: dict[str, Peer] = {}
    for python in (sys.executable, *pythons):
        listed = subprocess.run([python, str(_SCRIPT), "--list"], capture_output=True, text=True, check=True)
        for name, version in json.loads(listed.stdout).items():
            if version and name in wanted:
                found.setdefault(name, Peer(name, version, python))
    return list(found.values())


def theirs(data: QuestionSet, peer: Peer, most: int, setup: Setup) -> Cut | str:
    """Return a tool's chunks of at most `most` tokens, or why there are none."""
    command = [peer.python, str(_SCRIPT), peer.name, str(setup.model.folder), str(most)]
    requests = [json.dumps({"file": str(each.file), "format": each.format}) for each in data.sources.values()]
    ran = subprocess.run(
        command, input="\n".join(requests) + "\n", capture_output=True, text=True, encoding="utf-8", check=False
    )
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    if len(answers) < len(requests):
        return f"the process ended early: {ran.stderr.strip()[-200:]}"
    failed = next((answer["error"] for answer in answers if "error" in answer), None)
    return failed or _placed(data, peer, [answer["pieces"] for answer in answers], setup.tokenizer.count)


def _placed(
    data: QuestionSet, peer: Peer, pieces: Sequence[Sequence[tuple[str, str]]], count: Callable[[str], int]
) -> Cut:
    placed: list[Piece] = []
    texts, headed = list[str](), list[str]()
    lost = 0
    for (name, source), rows in zip(data.sources.items(), pieces, strict=True):
        cursor = Cursor(source.letters)
        for text, with_headings in rows:
            if not letters_of(text):
                continue
            placed.append(Piece(name, cursor.find(text), count(text)))
            texts.append(text)
            headed.append(with_headings)
        lost += cursor.lost
    return Cut(
        f"{peer.name} {peer.version}", tuple(placed), {TEXT: tuple(texts), HEADED: tuple(headed)}, lost / _size(data)
    )


def _size(data: QuestionSet) -> int:
    return max(1, sum(len(source.letters.text) for source in data.sources.values()))
