"""The command `cuts`: chunks of another pipeline beside this program's of the same documents."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.options import existing_folder, not_empty, options_of
from explorer.cli.output import (
    OK,
    clear_progress,
    complain,
    complain_of_limit,
    complain_of_notes,
    say,
    say_json,
    terminal_progress,
)
from explorer.core.cuts import CutFigures, Cutting, SideFigures, compare_cuts, pair_documents, total_cuts
from explorer.core.errors import ExplorerError, UnreadableDocumentError
from explorer.core.export import Json, counted
from explorer.core.finding_words import about_document
from explorer.core.progress import Progress
from explorer.core.terminal_text import one_line

if TYPE_CHECKING:
    from explorer.engine.pipeline import Setup
    from explorer.engine.readers import Readers
    from explorer.engine.scanning import Found


def add_cuts(parser: argparse.ArgumentParser) -> None:
    """Declare what `cuts` takes."""
    parser.add_argument(
        "given",
        type=not_empty("file"),
        metavar="GIVEN",
        help="chunks of another pipeline: a .jsonl file or a Chroma folder",
    )
    parser.add_argument(
        "folder", type=not_empty("folder"), metavar="FOLDER", help="the documents that they were made of"
    )
    parser.add_argument("--json", action="store_true")


def run_cuts(arguments: argparse.Namespace) -> int:
    """Print both ways of cutting, document by document, then together."""
    from explorer.engine.imported import is_given

    given, folder = existing_folder(arguments.given), existing_folder(arguments.folder)
    if not is_given(given):
        raise ExplorerError(
            f"{arguments.given} holds no chunks of another pipeline.", "Name a .jsonl file or Chroma folder."
        )
    progress = terminal_progress()
    compared = _compare(given, folder, arguments, progress)
    clear_progress(progress)
    if arguments.json:
        say_json(_report_json(compared))
    else:
        say(_report_text(compared))
    return OK


@dataclass(frozen=True, slots=True)
class _Compared:
    """The documents of both sides, and those that stand on one side only."""

    documents: Sequence[CutFigures]
    only_given: Sequence[str]
    only_own: Sequence[str]


def _compare(given: Path, folder: Path, arguments: argparse.Namespace, progress: Progress) -> _Compared:
    from explorer.engine import pipeline
    from explorer.engine.readers import Readers
    from explorer.engine.scanning import scan

    options = options_of(arguments)
    setup = pipeline.make_setup(options)
    complain_of_limit(arguments.max_tokens, setup.limit)
    ours = {found.name: found for found in scan(folder, options)}
    theirs = {found.name: found for found in scan(given, options)}
    pairs = pair_documents(theirs, ours)
    if not pairs:
        raise ExplorerError(
            "No document of the chunks stands in the folder.",
            f"The chunks name {_some(theirs)}; the folder holds {_some(ours) or 'no documents'}.",
        )
    figures: list[CutFigures] = []
    with Readers(ocr_languages=options.ocr or "") as readers:
        for done, (name, own) in enumerate(pairs.items()):
            progress(done, len(pairs), name)
            figures += _pair(readers, theirs[name], ours[own], setup)
    taken = set(pairs.values())
    return _Compared(
        figures, [name for name in theirs if name not in pairs], [name for name in ours if name not in taken]
    )


def _some(names: dict[str, Found]) -> str:
    return ", ".join(list(names)[:3]) + (", …" if len(names) > 3 else "")


def _pair(readers: Readers, given: Found, own: Found, setup: Setup) -> Iterator[CutFigures]:
    """Yield the figures of one document; nothing, but a complaint, where a side cannot be read."""
    from explorer.engine import pipeline

    try:
        sides = [pipeline.prepare(readers.read(found.path, found.name), setup) for found in (given, own)]
    except UnreadableDocumentError as error:
        complain(about_document(given.name, str(error)))
        return
    for found, side in zip((given, own), sides, strict=True):
        complain_of_notes(found.name, side.document.notes)
    first, second = (Cutting(side.document.title, side.chunks, side.findings) for side in sides)

    def uninformative(heading: str) -> str:
        return pipeline.heading_verdict(heading, setup.words)[0]

    yield compare_cuts(given.name, own.name, first, second, uninformative)


def _report_json(compared: _Compared) -> Json:
    return {
        "documents": [_figures_json(figures) for figures in compared.documents],
        "total": _figures_json(total_cuts(compared.documents)),
        "only_given": list(compared.only_given),
        "only_folder": list(compared.only_own),
    }


def _figures_json(figures: CutFigures) -> Json:
    return {
        "document": figures.document,
        "own_document": figures.own_document,
        "given": _side_json(figures.given),
        "own": _side_json(figures.own),
        "words": {
            "given": figures.given_words,
            "given_found": figures.given_found,
            "own": figures.own_words,
            "own_found": figures.own_found,
            "same_path": figures.same_path,
            "same_last_heading": figures.same_last,
        },
        "boundaries": {
            "given": figures.given_boundaries,
            "own": figures.own_boundaries,
            "shared": figures.shared_boundaries,
        },
        "path_share": figures.path_share,
        "boundary_share": figures.boundary_share,
    }


def _side_json(side: SideFigures) -> Json:
    return {
        "chunks": side.chunks,
        "tokens_median": side.median,
        "tokens_max": side.most,
        "under_no_heading": side.under_no_heading,
        "inside_sentence": side.inside_sentence,
        "over_window": side.over_window,
        "generic_only": side.generic_only,
        "findings": dict(side.findings),
    }


def _report_text(compared: _Compared) -> str:
    parts = [_figures_text(figures, one_line(_name(figures))) for figures in compared.documents]
    if len(compared.documents) != 1:
        total = total_cuts(compared.documents)
        parts.append(_figures_text(total, f"All {counted(len(compared.documents), 'document')} together"))
    for names, where in ((compared.only_given, "the chunks"), (compared.only_own, "the folder")):
        if names:
            parts.append(f"Only in {where}: {', '.join(map(one_line, names))}")
    return "\n\n".join(parts)


def _name(figures: CutFigures) -> str:
    same = figures.document == figures.own_document
    return figures.document if same else f"{figures.document} ({figures.own_document} in the folder)"


def _figures_text(figures: CutFigures, title: str) -> str:
    given, own = figures.given, figures.own
    codes = sorted({*given.findings, *own.findings})
    rows = [
        ("chunks", given.chunks, own.chunks),
        ("tokens a chunk, median", f"{given.median:g}", f"{own.median:g}"),
        ("tokens a chunk, most", given.most, own.most),
        ("under no heading", given.under_no_heading, own.under_no_heading),
        ("under headings that say nothing", given.generic_only, own.generic_only),
        ("begin inside a sentence", given.inside_sentence, own.inside_sentence),
        ("over the model's window", given.over_window, own.over_window),
        ("words found on the other side", *_found(figures)),
        *((f"finding {code}", given.findings.get(code, 0), own.findings.get(code, 0)) for code in codes),
    ]
    lines = [title, f"  {'':<34}{'given':>10}{'this program':>15}"]
    lines += [f"  {label:<34}{one!s:>10}{two!s:>15}" for label, one, two in rows]
    return "\n".join((*lines, *_shared_text(figures)))


def _found(figures: CutFigures) -> tuple[str, str]:
    return _percent(figures.given_found, figures.given_words), _percent(figures.own_found, figures.own_words)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _shared_text(figures: CutFigures) -> Iterator[str]:
    """Yield what is the same on both sides, in sentences."""
    path = _percent(figures.same_path, figures.given_found)
    last = _percent(figures.same_last, figures.given_found)
    yield f"  Words under the same heading path: {path}; under the same last heading: {last}."
    cuts = (
        f"{figures.shared_boundaries} of {figures.given_boundaries} given and {figures.own_boundaries} of this program"
    )
    yield f"  Cuts at the same place: {cuts}."
