"""The command `sample`: a sheet of chunks to judge, and the error rates of sheets that people filled in."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.options import existing_folder, not_empty, options_of
from explorer.cli.output import OK, clear_progress, say, say_json, terminal_progress
from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding
from explorer.core.progress import Progress
from explorer.core.sample_sheet import COLUMNS, sheet_csv, sheet_row
from explorer.core.sampling import (
    Entry,
    ErrorRate,
    Judgement,
    Verdict,
    agreement,
    draw,
    error_rates,
    worst_code,
)
from explorer.core.views import ContextChunk

if TYPE_CHECKING:
    from explorer.engine.options import Options


def add_sample(parser: argparse.ArgumentParser) -> None:
    """Declare what `sample` takes."""
    parser.add_argument("folder", type=not_empty("folder"))
    parser.add_argument("--size", type=int, default=50, metavar="N", help="chunks to draw (default: 50)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed draws the same chunks")
    parser.add_argument("--json", action="store_true", help="one JSON line a chunk instead of CSV")
    parser.add_argument(
        "--rate",
        nargs="+",
        type=not_empty("sheet"),
        default=[],
        metavar="SHEET",
        help="read sheets that were filled in and print their error rates; two of them: their agreement too",
    )


def run_sample(arguments: argparse.Namespace) -> int:
    """Print a sheet, or the rates of sheets."""
    if arguments.rate:
        return _rate(arguments.rate, as_json=arguments.json)
    if arguments.size < 1:
        raise ExplorerError(f"A sample of {arguments.size} chunks cannot be drawn.", "Name at least 1 with --size.")
    folder, options = existing_folder(arguments.folder), options_of(arguments)
    progress = terminal_progress()
    found = sample_entries(folder, options, progress)
    clear_progress(progress)
    rows = [sheet_row(entry, found[entry]) for entry in draw(tuple(found), arguments.size, arguments.seed)]
    if arguments.json:
        for row in rows:
            say_json(dict(zip(COLUMNS, row, strict=True)))
    else:
        _say_csv(rows)
    return OK


def sample_entries(folder: Path, options: Options, progress: Progress) -> dict[Entry, ContextChunk]:
    """Return every chunk by what it stands for, as the window has them: with what comparing passages finds too."""
    from explorer.engine import pipeline

    read: list[tuple[str, tuple[ContextChunk, ...]]] = []
    report = pipeline.audit_folder(
        folder, options, progress, lambda prepared: read.append((prepared.document.format, prepared.chunks))
    )
    own: dict[tuple[str, int], list[Finding]] = {}
    for finding in report.findings:
        if finding.chunk is not None:
            own.setdefault((finding.document, finding.chunk), []).append(finding)
    return {
        Entry(
            item.chunk.document,
            item.chunk.index,
            form,
            worst_code(own.get((item.chunk.document, item.chunk.index), ())),
        ): item
        for form, chunks in read
        for item in chunks
    }


def _say_csv(rows: Iterable[Sequence[str]]) -> None:
    sys.stdout.buffer.write(sheet_csv(rows).encode("utf-8", errors="backslashreplace"))
    sys.stdout.flush()


def _rate(sheets: Sequence[str], *, as_json: bool) -> int:
    read = [_read(Path(name)) for name in sheets]
    result: list[dict[str, object]] = []
    for name, judged in zip(sheets, read, strict=True):
        rates = error_rates([(entry, judgement.verdict) for entry, judgement in judged])
        result.append({"sheet": name, "judged": len(judged), "rates": [_rate_json(rate) for rate in rates]})
        if not as_json:
            say(f"{name}: {len(judged)} chunks judged")
            for rate in rates:
                say(f"  {rate_text(rate)}")
    kappa, both = agreement([one for _, one in read[0]], [one for _, one in read[1]]) if len(read) == 2 else (0.0, 0)
    if as_json:
        say_json({"sheets": result, "kappa": kappa if both else None, "judged_by_both": both})
    elif len(read) == 2:
        say(f"Cohen's kappa {kappa:.2f} over {both} chunks that both judged." if both else "No chunk was judged twice.")
    return OK


def rate_text(rate: ErrorRate) -> str:
    """Return a rate with its interval and its n."""
    name = rate.stratum if rate.stratum == "all" else f"{rate.stratum} {rate.value}"
    return f"{name}: {rate.errors} of {rate.judged} wrong, {rate.rate:.1%} (95 %: {rate.low:.1%} to {rate.high:.1%})"


def _rate_json(rate: ErrorRate) -> dict[str, object]:
    return {
        "stratum": rate.stratum,
        "value": rate.value,
        "judged": rate.judged,
        "errors": rate.errors,
        "rate": rate.rate,
        "low": rate.low,
        "high": rate.high,
    }


def _read(path: Path) -> list[tuple[Entry, Judgement]]:
    """Return the rows of a sheet that have a verdict; of a chunk that stands twice, the last one."""
    rows = _rows(path)
    if not rows or not set(COLUMNS) <= set(rows[0]):
        raise ExplorerError(f"{path} is not a sheet of this program.", f"Its columns are: {', '.join(COLUMNS)}.")
    found: dict[tuple[str, int], tuple[Entry, Judgement]] = {}
    for number, row in enumerate(rows, start=2):
        cells = {column: (row.get(column) or "").strip() for column in COLUMNS}
        verdict, index = cells["verdict"].lower(), cells["index"]
        if not verdict:
            continue
        if verdict not in list(Verdict):
            known = ", ".join(Verdict)
            raise ExplorerError(f"Line {number} of {path} has the verdict {verdict!r}.", f"Known: {known}.")
        if not index.isdecimal() or len(index) > 9:
            raise ExplorerError(
                f"Line {number} of {path} has no index of a chunk.", "The column index holds its number."
            )
        entry = Entry(cells["document"], int(index), cells["format"], cells["finding"])
        text, note = cells["text id"], cells["note"]
        judgement = Judgement(entry.document, entry.index, text, Verdict(verdict), path.stem, "", note)
        found[entry.document, entry.index] = (entry, judgement)
    return list(found.values())


def _rows(path: Path) -> list[dict[str, str | None]]:
    """Return the rows of a sheet as spreadsheets save them.

    Cells parted by commas, semicolons or tabs; UTF-8, UTF-16 or Windows-1252.
    """
    try:
        data = path.read_bytes()
        utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        try:
            text = data.decode("utf-16" if utf16 else "utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252")
        first = text.split("\n", 1)[0]
        separator = max(",;\t", key=first.count)
        return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ExplorerError(f"The sheet {path} cannot be read.", str(error)) from error
