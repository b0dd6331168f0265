"""A chunk's text taken apart for showing: paragraphs, list items, code and table rows, and what is repeated in it.

Plain functions over `explorer.core` data; nothing here draws.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from explorer.core.findings import Severity
from explorer.core.model import BlockKind, Chunk, Metadata
from explorer.core.views import ChunkView, PathSegment

SIGNS = {Severity.ERROR: "●", Severity.WARNING: "▲", Severity.NOTE: "ⓘ"}
"""The sign that stands beside a severity's colour."""

RENAMED = "✎"
"""The sign of a heading that is renamed for retrieval."""

_ITEM = re.compile(r"(?P<indent>\s*)(?P<marker>[-*+•–]|\(?[0-9a-zA-Z]{1,4}[.)])\s+(?=\S)")
_CELL_END = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class BodyPart:
    """A stretch of a chunk's text that is drawn in one way; `kind` is paragraph, list, code, quote or table.

    `carried` parts are repeated from above. For tables `rows` holds the cells, `header_rows` of them column headers and
    `carried_rows` of them repeated; for list items `marker` stands before `text`, `indent` letters in.
    """

    kind: str
    text: str = ""
    carried: bool = False
    marker: str = ""
    indent: int = 0
    rows: tuple[tuple[str, ...], ...] = ()
    header_rows: int = 0
    carried_rows: int = 0


@dataclass(frozen=True, slots=True)
class Remark:
    """A line under a chunk's text: what the audit says about it or about a heading of its path."""

    severity: Severity
    code: str
    text: str


def table_cells(line: str) -> tuple[str, ...]:
    r"""Return the cells of a line `| a | b |`; `\|` is a bar inside a cell."""
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return tuple(cell.strip().replace("\\|", "|") for cell in _CELL_END.split(inner))


def is_row(line: str) -> bool:
    """Tell whether a line is a row of a table."""
    stripped = line.strip()
    return len(stripped) > 1 and stripped.startswith("|") and stripped.endswith("|")


def split_carried(chunk: Chunk) -> tuple[str, str]:
    """Return the repeated part of a chunk's text and its own part."""
    carried = "\n".join(chunk.carried)
    if not carried or not chunk.text.startswith(carried):
        return "", chunk.text
    return carried, chunk.text[len(carried) :].removeprefix("\n")


def body_parts(chunk: Chunk) -> list[BodyPart]:
    """Return a chunk's text in parts, in order; joined they hold every word of it."""
    carried, own = split_carried(chunk)
    if chunk.kind == BlockKind.TABLE:
        return _table_parts(carried, own)
    parts = _line_parts(carried, chunk.kind, carried=True) if carried else []
    if chunk.kind == BlockKind.CODE:
        return [*parts, BodyPart("code", own)]
    return [*parts, *_line_parts(own, chunk.kind, carried=False)]


def _table_parts(carried: str, own: str) -> list[BodyPart]:
    heads = [line for line in carried.split("\n") if is_row(line)]
    captions = [line for line in carried.split("\n") if line.strip() and not is_row(line)]
    lines = [line for line in own.split("\n") if line.strip()]
    parts = [BodyPart("paragraph", line, carried=True) for line in captions]
    rows = [line for line in lines if is_row(line)]
    parts += [BodyPart("paragraph", line) for line in lines if not is_row(line)]
    if heads or rows:
        cells = tuple(table_cells(line) for line in [*heads, *rows])
        parts.append(BodyPart("table", rows=cells, header_rows=len(heads) or 1, carried_rows=len(heads)))
    return parts


def _line_parts(text: str, kind: str, carried: bool) -> list[BodyPart]:
    plain = "quote" if kind == BlockKind.QUOTE else "paragraph"
    with_items = kind in (BlockKind.LIST_ITEM, "mixed")
    parts: list[BodyPart] = []
    for line in text.split("\n"):
        found = _ITEM.match(line) if with_items else None
        if found:
            indent = len(found["indent"].expandtabs(4))
            parts.append(BodyPart("list", line[found.end() :], carried, found["marker"], indent))
        elif line.strip():
            parts.append(BodyPart(plain, line, carried))
    return parts


def header_length(view: ChunkView) -> int:
    """Return how many code points of the embedded text stand before the chunk's own words."""
    embedded, text = view.item.embedded_text, view.item.chunk.text
    return len(embedded) - len(text) if embedded.endswith(text) else 0


def version_text(version: str | None, effective_from: str | None) -> str:
    """Return `v7 · 2026-03`, or what there is of it."""
    parts = [f"v{version}" if version and version[:1].isdigit() else version, effective_from]
    return " · ".join(part for part in parts if part)


def remarks(view: ChunkView) -> list[Remark]:
    """Return what is said about a chunk, the worst first: uninformative headings of its path, then its findings."""
    found = [Remark(Severity.WARNING, segment.code, reason_of(segment)) for segment in view.segments if segment.code]
    said = {(segment.code, segment.text) for segment in view.segments if segment.code}
    for finding in view.findings:
        if (finding.code, finding.heading) not in said:
            mend = f" Suggested: “{finding.mend}”." if finding.mend else ""
            found.append(Remark(finding.severity, finding.code, finding.reason + mend))
    return sorted(found, key=lambda remark: -remark.severity.rank)


def reason_of(segment: PathSegment) -> str:
    """Return why a heading is uninformative, in a sentence that names it."""
    heading = segment.renamed or segment.text
    return segment.reason if heading in segment.reason else f"“{heading}”: {segment.reason}"


def renaming_of(segment: PathSegment) -> str:
    """Return in a sentence what a mend makes of a heading."""
    words = QCoreApplication.translate("ChunkCard", "Renamed for retrieval: the document says “{0}”, the index “{1}”.")
    return words.format(segment.text, segment.renamed)


def spoken(view: ChunkView) -> str:
    """Return a chunk for screen readers: its display text, and which headings above it are renamed."""
    renamings = [renaming_of(segment) for segment in view.segments if segment.renamed]
    return " ".join([view.item.display_text, *renamings])


def citation(view: ChunkView) -> str:
    """Return where a chunk stands, to be pasted below a quotation: `plans.md, Plans › Day pass, v7 · 2026-03, p. 3`."""
    chunk = view.item.chunk
    page = f"p. {chunk.place.page}" if chunk.place.page is not None else ""
    path = " › ".join(chunk.heading_path)
    return ", ".join(
        part for part in (chunk.document, path, version_text(view.version, view.effective_from), page) if part
    )


def prompt_of(view: ChunkView, texts: tuple[str, ...]) -> str:
    """Return a chunk for a language model: its whole header, then `texts` (its own and chosen neighbours')."""
    # Imported when needed: it brings the chunker with its sentence model, too slow for the window's start.
    from explorer.core.context import prompt_text

    about = Metadata(version=view.version, effective_from=view.effective_from)
    return prompt_text(view.item.title, view.item.chunk.heading_path, texts, about)
