"""Tables as text: for the clipboard, and as files of the form that a name asks for."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

from explorer.core.spreadsheet import guarded

ENDINGS = (".csv", ".tsv", ".json", ".md")
"""Endings of the files that a table can be written as."""


def tabbed(lines: Iterable[Sequence[str]]) -> str:
    """Return lines of cells with tabs between them, white space inside a cell made plain."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines)


def comma_separated(lines: Iterable[Sequence[str]]) -> str:
    """Return lines of cells as CSV. A cell that a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([guarded(cell) for cell in line] for line in lines)
    return out.getvalue()


def as_markdown(lines: Iterable[Sequence[str]]) -> str:
    """Return lines of cells, the first the titles, as a Markdown table."""
    rows = [[" ".join(cell.split()).replace("\\", "\\\\").replace("|", "\\|") for cell in line] for line in lines]
    if not rows:
        return ""
    rows.insert(1, ["---"] * len(rows[0]))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def as_json(lines: Iterable[Sequence[str]]) -> str:
    """Return lines of cells as a JSON list of objects, the first line's titles their names."""
    head, *rows = [list(line) for line in lines]
    return json.dumps([dict(zip(head, row, strict=True)) for row in rows], ensure_ascii=False, indent=2) + "\n"


def as_file(lines: Sequence[Sequence[str]], ending: str) -> str:
    """Return lines of cells as a file of this ending holds them: TSV, JSON or Markdown, else CSV."""
    match ending:
        case ".tsv":
            return tabbed(lines) + "\n"
        case ".json":
            return as_json(lines)
        case ".md":
            return as_markdown(lines) + "\n"
        case _:
            return comma_separated(lines)
