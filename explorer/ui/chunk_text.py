"""A chunk's text taken apart for showing: paragraphs, list items, code and table rows, and what is repeated in it.

Plain functions over `explorer.core` data; nothing here draws.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import bidirectional

from PySide6.QtCore import QCoreApplication

from explorer.core.findings import Severity
from explorer.core.model import BlockKind, Chunk, Metadata
from explorer.core.views import ChunkView, PathSegment
from explorer.ui.kind_texts import block_text, subject_text
from explorer.ui.plain_words import on_one_line
from explorer.ui.reason_texts import heading_reason, reason_text
from explorer.ui.texts import severity_sign

SIGNS = {severity: severity_sign(severity) for severity in Severity}
"""The sign that stands beside a severity's colour."""

RENAMED = "✎"
"""The sign of a heading that is renamed for retrieval."""

MOST_SPOKEN = 2000
"""Letters of a chunk that are read out; copying takes all of it."""

_LEFT_TO_RIGHT_MARK = "\u200e"
_LETTERS_FOR_DIRECTION = 200
_LONG_HEADING = 80
"""Letters of a heading that a sentence about it repeats."""

_ITEM = re.compile(r"(?P<indent>\s*)(?P<marker>[-*+•–]|\(?[0-9a-zA-Z]{1,4}[.)])\s+(?=\S)")
_CELL_END = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class BodyPart:
    """A stretch of a chunk's text that is drawn in one way; `kind` is paragraph, list, code, quote or table.

    `carried` parts are repeated from above. For tables `rows` holds the cells, `header_rows` of them column headers and
    `carried_rows` of them repeated, and `left_out` tells how many more rows there are; for list items `marker` stands
    before `text`, `indent` letters in.
    """

    kind: str
    text: str = ""
    carried: bool = False
    marker: str = ""
    indent: int = 0
    rows: tuple[tuple[str, ...], ...] = ()
    header_rows: int = 0
    carried_rows: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Remark:
    """A line under a chunk's text: what the audit says about it, or about `segment`, a heading of its path."""

    severity: Severity
    code: str
    text: str
    segment: PathSegment | None = None


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChunkCard", text)


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


def body_parts(chunk: Chunk, letters: int | None = None) -> list[BodyPart]:
    """Return a chunk's text in parts, in order; joined they hold every word of it.

    With `letters` no more than is needed to show about that many is taken apart: a little more comes than that, so that
    the end is seen to be cut off. A table then says how many rows it leaves out.
    """
    carried, own = split_carried(chunk)
    if chunk.kind == BlockKind.TABLE:
        return _table_parts(carried, own, letters)
    if letters is not None:
        own = own[: letters + 2]
    parts = _line_parts(carried, chunk.kind, carried=True) if carried else []
    if chunk.kind == BlockKind.CODE:
        return [*parts, BodyPart("code", own)]
    return [*parts, *_line_parts(own, chunk.kind, carried=False)]


def _table_parts(carried: str, own: str, letters: int | None) -> list[BodyPart]:
    heads = [line for line in carried.split("\n") if is_row(line)]
    captions = [line for line in carried.split("\n") if line.strip() and not is_row(line)]
    end = -1 if letters is None else own.find("\n", letters)
    cut = own if end < 0 else own[:end]
    left_out = own.count("\n", len(cut) + 1) + 1 if len(cut) < len(own) else 0
    lines = [line for line in cut.split("\n") if line.strip()]
    parts = [BodyPart("paragraph", line, carried=True) for line in captions]
    rows = [line for line in lines if is_row(line)]
    parts += [BodyPart("paragraph", line) for line in lines if not is_row(line)]
    if heads or rows:
        cells = tuple(table_cells(line) for line in [*heads, *rows])
        parts.append(
            BodyPart("table", rows=cells, header_rows=len(heads) or 1, carried_rows=len(heads), left_out=left_out)
        )
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
    found = [
        Remark(Severity.WARNING, segment.code, f"{reason_of(segment)}{_suggested(segment.mend)}", segment)
        for segment in view.segments
        if segment.code
    ]
    said = {(segment.code, segment.text) for segment in view.segments if segment.code}
    found += [
        Remark(finding.severity, finding.code, reason_text(finding) + _suggested(finding.mend))
        for finding in view.findings
        if (finding.code, finding.heading) not in said
    ]
    return sorted(found, key=lambda remark: -remark.severity.rank)


def _suggested(mend: str | None) -> str:
    return f" {_tr('Suggested: “{0}”.').format(isolated(mend))}" if mend else ""


def isolated(text: str) -> str:
    """Return a document's words so that neither their signs nor their direction change the sentence around them."""
    shown = on_one_line(text)
    right_to_left = any(bidirectional(letter) in {"R", "AL"} for letter in shown)
    return f"{shown}{_LEFT_TO_RIGHT_MARK}" if right_to_left else shown


def starts_right_to_left(text: str) -> bool:
    """Say whether the first letter that has a direction of writing goes from right to left."""
    strong = (bidirectional(letter) for letter in text[:_LETTERS_FOR_DIRECTION])
    return next((direction for direction in strong if direction in {"L", "R", "AL"}), "L") != "L"


def reason_of(segment: PathSegment) -> str:
    """Return why a heading is uninformative, in a sentence that names it."""
    heading, reason = segment.renamed or segment.text, heading_reason(segment)
    if heading in reason:
        return reason
    short = heading if len(heading) <= _LONG_HEADING else f"{heading[:_LONG_HEADING].rstrip()}…"
    return f"“{isolated(short)}”: {reason}"


def renaming_of(segment: PathSegment) -> str:
    """Return in a sentence what a mend makes of a heading."""
    words = _tr("Renamed for retrieval: the document says “{0}”, the index “{1}”.")
    return words.format(isolated(segment.text), isolated(segment.renamed))


def about(segment: PathSegment) -> list[str]:
    """Return what is to be said about a heading: why it says nothing, what is proposed, how it is renamed."""
    weak = [f"{segment.code} {reason_of(segment)}{_suggested(segment.mend)}"] if segment.code else []
    return weak + ([renaming_of(segment)] if segment.renamed else [])


def spoken(view: ChunkView) -> str:
    """Return a chunk for screen readers: its display text, and what is to be said about the headings above it."""
    shown = view.item.display_text
    words = shown if len(shown) <= MOST_SPOKEN else f"{shown[:MOST_SPOKEN].rstrip()} …"
    return " ".join([words, *(line for segment in view.segments for line in about(segment))])


def described(view: ChunkView) -> str:
    """Return what the card says beside the text, for screen readers: path, kinds, tokens, remarks."""
    item = view.item
    path = " › ".join(view.item.chunk.heading_path) or _tr("no heading above")
    kinds = [block_text(item.chunk.kind), subject_text(item.subject)]
    told = [f"{remark.code} {remark.text}" for remark in remarks(view) if remark.segment is None]
    return ". ".join(part.rstrip(".") for part in (path, *kinds, tokens_text(view), *told) if part) + "."


def tokens_text(view: ChunkView) -> str:
    """Return `header 15 + text 43 of 254 tokens`."""
    item = view.item
    counts = (item.header_tokens, item.chunk.text_tokens, item.limit)
    return _tr("header {0} + text {1} of {2} tokens").format(*(f"{count:,}" for count in counts))


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
