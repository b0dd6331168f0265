"""The sheet of a quality sample: a CSV file with a row a chunk, to be judged in or to be kept with its verdicts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from explorer.core.sampling import Entry, SampleItem, text_hash, worst_code
from explorer.core.spreadsheet import guarded
from explorer.core.views import ContextChunk

COLUMNS = ("document", "index", "format", "finding", "heading path", "header", "text", "text id", "verdict", "note")


def sheet_row(entry: Entry, item: ContextChunk, verdict: str = "", note: str = "") -> list[str]:
    """Return a chunk's row, in the order of `COLUMNS`."""
    path = " > ".join(item.chunk.heading_path)
    texts = (path, item.header.text, item.chunk.text, text_hash(item.embedded_text), verdict, note)
    return [entry.document, str(entry.index), entry.format, entry.code, *texts]


def judged_row(drawn: SampleItem) -> list[str]:
    """Return the row of a drawn chunk with its verdict, if it has one."""
    chunk, judgement = drawn.view.item.chunk, drawn.judgement
    entry = Entry(chunk.document, chunk.index, drawn.format, worst_code(drawn.view.findings))
    verdict, note = (str(judgement.verdict), judgement.note) if judgement else ("", "")
    return sheet_row(entry, drawn.view.item, verdict, note)


def sheet_csv(rows: Iterable[Sequence[str]]) -> str:
    """Return the sheet with its line of titles; no cell is one that a spreadsheet takes for a formula."""
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    writer.writerow(COLUMNS)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return sheet.getvalue()
