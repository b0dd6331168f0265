"""The question sets of retrieval.py: documents, and questions whose gold is a set of places in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval_places import Letters, Spans, passage
from verdict_sets import CORPORA

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import ParsedDocument
from explorer.engine.readers import Readers

Gold = tuple[str, Spans]
"""A document's name and the letters of a passage in it."""


@dataclass(frozen=True, slots=True)
class Source:
    """A document: its file and format, and how it is read here; `letters` are those that places are counted in.

    For text formats they are the file's. For the others, those of our reader's text, which our readers neither win nor
    lose by: what another tool has more is found nowhere, and what it has less it does not have.
    """

    file: Path
    format: str
    document: ParsedDocument
    letters: Letters


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the passages that answer it."""

    text: str
    gold: tuple[Gold, ...]


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Documents by name, and the questions about them. `unplaced`: those left out, a passage of theirs being absent."""

    name: str
    sources: Mapping[str, Source]
    questions: tuple[Asked, ...]
    unplaced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Where a set comes from. `only_named`: documents without a question stay out, as the set's README has it."""

    corpus: str
    questions: str = "questions.jsonl"
    folder: str = "docs"
    format: str = "markdown"
    only_named: bool = False


SETS: Mapping[str, Recipe] = {
    "emanual_s10": Recipe("emanual_s10"),
    "chroma_wikitexts": Recipe("chroma_wikitexts"),
    "emanual_siblings": Recipe("emanual_siblings", "questions_six.jsonl", only_named=True),
    "emanual_s10 html": Recipe("emanual_s10", folder="docs_html", format="html"),
    "emanual_s10 docx": Recipe("emanual_s10", folder="docs_docx", format="docx"),
    "northwind": Recipe("northwind_pdf"),
    "northwind pdf": Recipe("northwind_pdf", folder="docs_pdf", format="pdf"),
    "chroma_general": Recipe("chroma_general"),
}


def load(name: str, readers: Readers, only: Sequence[str] = ()) -> QuestionSet:
    """Read a set's documents, as the engine does, and place its questions' passages in them.

    `only`: the documents (stems) that are read, with the questions that are about nothing else.
    """
    recipe = SETS[name]
    base = CORPORA / recipe.corpus
    rows = [json.loads(line) for line in (base / recipe.questions).read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if not only or all(Path(entry["doc"]).stem in only for entry in row["relevant"])]
    named = {Path(entry["doc"]).stem for row in rows for entry in row["relevant"]}
    all_files = not recipe.only_named and not only
    files = [file for file in sorted((base / recipe.folder).iterdir()) if all_files or file.stem in named]
    sources = {file.stem: _source(file, recipe.format, readers) for file in files}
    originals = {each: _letters_of_file(base / "docs" / f"{each}.md") for each in sources}
    place = _by_span(originals) if recipe.format == "markdown" else _by_text(sources, originals)
    asked, unplaced = list[Asked](), list[str]()
    for row in rows:
        gold = tuple((Path(entry["doc"]).stem, place(entry)) for entry in row["relevant"])
        if all(spans for _, spans in gold):
            asked.append(Asked(row["question"], gold))
        else:
            unplaced.append(row["question"])
    return QuestionSet(name, sources, tuple(asked), tuple(unplaced))


def _source(file: Path, kind: str, readers: Readers) -> Source:
    try:
        document = readers.read(file, file.name)
    except UnreadableDocumentError as error:
        raise SystemExit(f"{file} cannot be read: {error}") from error
    text = document.source_text or "\n".join(block.text for block in document.blocks)
    return Source(file, kind, document, Letters.of(text))


def _letters_of_file(file: Path) -> Letters:
    return Letters.of(file.read_bytes().decode("utf-8"))


def _by_span(originals: Mapping[str, Letters]) -> Callable[[Any], Spans]:
    return lambda entry: (originals[Path(entry["doc"]).stem].span(entry["start"], entry["end"]),)


def _by_text(sources: Mapping[str, Source], originals: Mapping[str, Letters]) -> Callable[[Any], Spans]:
    """Place the same words in another format; of several places, the one at the same share of the document."""

    def place(entry: Any) -> Spans:
        name = Path(entry["doc"]).stem
        original = originals[name]
        expected = original.span(entry["start"], entry["end"])[0] / max(1, len(original.text))
        return passage(sources[name].letters, entry["text"], expected)

    return place
