"""The rows of a question set's file, whichever form it has: JSON lines, a JSON list, or CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from typing import cast

_BETWEEN = re.compile(r"[ \t\r\n,]*")
_PART = re.compile(r'\s*((?:"[^"]*"|“[^”]*”|«[^»]*»|[^;\n"“«])*)(?:;|\n|\Z)')
_FIELDS = ("question", "relevant", "not_relevant")

Report = Callable[[int, str], None]
"""Takes a problem: its line (0 for the file as a whole) and what is wrong."""


def rows_of(text: str, name: str, report: Report) -> Iterator[tuple[int, object]]:
    """Yield each row with the line that it begins in (from 1, 0 where that is not known)."""
    ending = name.lower().rpartition(".")[2]
    first = text.lstrip()[:1]
    if ending in {"csv", "tsv"} or (ending not in {"json", "jsonl", "ndjson"} and first not in {"{", "["}):
        yield from _csv_rows(text, report)
    elif ending == "json" or first == "[":
        yield from _json_rows(text, report)
    else:
        yield from _json_lines(text, report)


def _json_lines(text: str, report: Report) -> Iterator[tuple[int, object]]:
    for line, content in enumerate(text.split("\n"), start=1):
        if not content.strip():
            continue
        try:
            row: object = json.loads(content)
        except (ValueError, RecursionError) as error:
            report(line, f"is no JSON ({_reason(error)}).")
        else:
            yield line, row


def _json_rows(text: str, report: Report) -> Iterator[tuple[int, object]]:
    """Yield the items of a JSON list, or of the list `questions` of an object."""
    try:
        whole: object = json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            yield from _json_lines(text, report)
        else:
            report(error.lineno, f"is no JSON ({error.msg}).")
        return
    except (ValueError, RecursionError) as error:
        report(0, f"it is no JSON ({_reason(error)}).")
        return
    if isinstance(whole, list):
        yield from zip(_lines_of(text, len(cast("list[object]", whole))), cast("list[object]", whole), strict=True)
        return
    fields = cast("dict[str, object]", whole) if isinstance(whole, dict) else {}
    inner = fields.get("questions")
    if isinstance(inner, list):
        yield from ((0, each) for each in cast("list[object]", inner))
    else:
        yield 1, whole


def _lines_of(text: str, count: int) -> Iterator[int]:
    """Yield the line in which each of the `count` items of the list in `text` begins."""
    decoder, position, line, counted = json.JSONDecoder(), text.index("["), 1, 0
    position += 1
    for _ in range(count):
        gap = _BETWEEN.match(text, position)
        position = gap.end() if gap else position
        line, counted = line + text.count("\n", counted, position), position
        yield line
        position = decoder.raw_decode(text, position)[1]


def _reason(error: BaseException) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply, or a number too long"


def cell_text(value: object) -> str:
    """Return a value as a cell: a text as it is unless it would be read back as something else, all else as JSON."""
    if isinstance(value, str) and value and cell_value(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)


def cell_value(cell: str) -> object:
    """Return the JSON value that stands in a cell, else the cell's text."""
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell


def _csv_rows(text: str, report: Report) -> Iterator[tuple[int, object]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    header: list[str] = []
    line = 1
    try:
        for cells in reader:
            begins, line = line, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if header:
                yield begins, _csv_row(header, cells)
            elif "question" in (header := _header(cells)):
                continue
            else:
                report(begins, "has no column named question.")
                return
    except csv.Error as error:
        report(line, f"is no CSV ({error}).")


def _header(cells: list[str]) -> list[str]:
    """Return the columns' names; the known ones are also taken with capitals and spaces where they stand so."""
    simple = [cell.strip().lower().replace(" ", "_") for cell in cells]
    return [
        plain if plain in _FIELDS and plain not in cells else cell for cell, plain in zip(cells, simple, strict=True)
    ]


def _delimiter(text: str) -> str:
    first = text.lstrip("\r\n").partition("\n")[0]
    names = {sign: [part.strip().strip('"').lower() for part in first.split(sign)] for sign in ",;\t"}
    return max(names, key=lambda sign: ("question" in names[sign], len(names[sign])))


def _csv_row(header: list[str], cells: list[str]) -> dict[str, object]:
    row: dict[str, object] = {}
    for name, cell in zip(header, cells, strict=False):
        if name == "question":
            row[name] = cell
        elif name in _FIELDS:
            row[name] = _cell_entries(cell)
        elif cell:
            row[name] = cell_value(cell)
    return row


def _cell_entries(cell: str) -> list[object]:
    """Return a cell's entries: a JSON list, or entries parted by `;` or a line end outside quotation marks."""
    if cell.lstrip().startswith("["):
        value = cell_value(cell)
        if isinstance(value, list):
            return cast("list[object]", value)
    found: list[object] = []
    position = 0
    while position < len(cell):
        part = _PART.match(cell, position)
        if part is None:
            # A quotation mark is open: the rest is one entry.
            return [*found, cell[position:].strip()]
        found += [part[1].strip()] if part[1].strip() else []
        position = max(part.end(), position + 1)
    return found
