"""Chunks as files: JSONL (one line a chunk, as `chunk-explorer chunks --json` prints them), CSV and Markdown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from explorer.core.errors import ExplorerError
from explorer.core.export import chunk_json
from explorer.core.header_styles import version_words
from explorer.core.model import Metadata
from explorer.core.passage_texts import Piece, markdown_text
from explorer.core.spreadsheet import guarded
from explorer.core.views import ContextChunk

FORMATS = ("jsonl", "csv", "markdown")

COLUMNS = (
    "document", "index", "title", "heading_path", "kind", "subject", "findings", "tokens", "header_tokens",
    "text_tokens", "page", "start", "end", "header", "text", "embedded_text", "display_text",
)  # fmt: skip
"""The columns of CSV: the fields of JSONL less those that no cell can hold."""

_BOM = "\ufeff"
"""The mark by which spreadsheet programs know UTF-8."""


class ChunkWriter:
    """Turns chunks, in order, into the text of a file; raises `ExplorerError` for a format not among `FORMATS`."""

    def __init__(self, form: str) -> None:
        if form not in FORMATS:
            raise ExplorerError(f"Chunks cannot be written as {form!r}.", f"Known: {', '.join(FORMATS)}.")
        self._form = form
        self._document: str | None = None

    def head(self) -> str:
        """Return what stands before the first chunk."""
        return _BOM + _csv_line(COLUMNS) if self._form == "csv" else ""

    def text(self, item: ContextChunk, codes: Iterable[str], metadata: Metadata) -> str:
        """Return a chunk's part of the file; `codes` are those of the findings about it."""
        match self._form:
            case "jsonl":
                return json.dumps(chunk_json(item, codes), ensure_ascii=False) + "\n"
            case "csv":
                return _csv_line(_cells(item, codes))
            case _:
                return self._markdown(item, metadata)

    def _markdown(self, item: ContextChunk, metadata: Metadata) -> str:
        chunk = item.chunk
        parts: list[str] = []
        if chunk.document != self._document:
            self._document = chunk.document
            parts.append(f"# {_one_line(item.title)}")
            about = (f"Source: `{chunk.document}`", version_words(metadata))
            parts.append(", ".join(part for part in about if part))
        path = " › ".join(map(_one_line, chunk.heading_path))
        parts.append(f"## {path} (chunk {chunk.index})" if path else f"## Chunk {chunk.index}")
        # A heading that is a chunk of its own is told by the line above.
        parts.append(markdown_text(Piece(chunk, chunk.text), lambda _section: ()))
        return "".join(f"{part}\n\n" for part in parts if part)


def _cells(item: ContextChunk, codes: Iterable[str]) -> list[object]:
    data = chunk_json(item, codes)
    data["heading_path"] = " > ".join(item.chunk.heading_path)
    data["findings"] = " ".join(sorted(set(codes)))
    return [data[column] for column in COLUMNS]


def _csv_line(cells: Iterable[object]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def _cell(cell: object) -> object:
    # CSV cannot hold a NUL.
    return guarded(cell.replace("\0", "")) if isinstance(cell, str) else cell


def _one_line(text: str) -> str:
    return " ".join(text.split())
