"""The commands that look at files without any store: outline and chunks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.options import not_empty, opened_copy, options_of, require_languages
from explorer.cli.output import OK, complain, complain_of_limit, complain_of_notes, say, say_json, terminal_progress
from explorer.core import export
from explorer.core.errors import ExplorerError, UnreadableDocumentError
from explorer.core.progress import no_progress
from explorer.core.terminal_text import one_line

if TYPE_CHECKING:
    from explorer.core.views import ContextChunk
    from explorer.engine.library import Library
    from explorer.engine.pipeline import Prepared

_PAGE = 1000


def add_outline(parser: argparse.ArgumentParser) -> None:
    """Declare what `outline` takes."""
    parser.add_argument("file", type=not_empty("file"))
    parser.add_argument("--json", action="store_true")


def run_outline(arguments: argparse.Namespace) -> int:
    """Print a file's headings."""
    from explorer.core.outline import outline
    from explorer.engine.readers import Readers

    require_languages(arguments.ocr or "")
    path = Path(arguments.file)
    with Readers(ocr_languages=arguments.ocr or "") as readers:
        document = readers.read(path, path.name)
    sections = outline(document.blocks)
    complain_of_notes(document.name, document.notes)
    if arguments.json:
        say_json(export.outline_json(document, sections))
        return OK
    for section in sections:
        say(f"{'  ' * (section.level - 1)}{section.heading}")
    say(f"({export.counted(len(sections), 'heading')}; evidence: {document.evidence})")
    return OK


def add_chunks(parser: argparse.ArgumentParser) -> None:
    """Declare what `chunks` takes."""
    parser.add_argument("path", type=not_empty("folder"), metavar="FOLDER_OR_FILE")
    parser.add_argument("--json", action="store_true")


def prepared_documents(arguments: argparse.Namespace, path: Path) -> Iterable[Prepared | UnreadableDocumentError]:
    """Read and chunk a folder, or a single file, without any store."""
    from explorer.engine import pipeline

    setup = pipeline.make_setup(options_of(arguments), path if path.is_dir() else None)
    complain_of_limit(arguments.max_tokens, setup.limit)
    # Lines of progress among lines of output would spoil both on one terminal.
    progress = no_progress if sys.stdout.isatty() else terminal_progress()
    return pipeline.read_all(path, setup, progress, options_of(arguments))


def run_chunks(arguments: argparse.Namespace) -> int:
    """Print one line a chunk; of chunks of another pipeline, each as it was cut there."""
    from explorer.engine.imported import is_given

    path = Path(arguments.path)
    if not path.exists() and not is_given(path):
        raise ExplorerError(f"There is no file or folder {arguments.path}.")
    copy = opened_copy(path, arguments)
    if copy is not None:
        _print_copy(copy, as_json=arguments.json)
        return OK
    for prepared in prepared_documents(arguments, path):
        if isinstance(prepared, UnreadableDocumentError):
            if path.is_file() and not is_given(path):
                raise prepared
            complain(str(prepared))
            continue
        complain_of_notes(prepared.document.name, prepared.document.notes)
        _print_chunks(prepared, as_json=arguments.json)
    return OK


def _print_chunks(prepared: Prepared, *, as_json: bool) -> None:
    codes: dict[int, list[str]] = {}
    for finding in prepared.findings:
        if finding.chunk is not None:
            codes.setdefault(finding.chunk, []).append(finding.code)
    for item in prepared.chunks:
        _print_chunk(item, codes.get(item.chunk.index, []), as_json=as_json)


def _print_copy(library: Library, *, as_json: bool) -> None:
    """Print the chunks of a reader's copy of a shared library, and close it."""
    try:
        total = library.info().health.chunks
        for first in range(0, total, _PAGE):
            for row in library.chunks("", "", None, first, _PAGE)[1]:
                _print_chunk(row.item, [finding.code for finding in row.findings], as_json=as_json)
    finally:
        library.close()


def _print_chunk(item: ContextChunk, codes: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        say_json(export.chunk_json(item, codes))
        return
    marks = f"  [{', '.join(sorted(set(codes)))}]" if codes else ""
    name, tokens = one_line(item.chunk.document), f"{item.header_tokens} + {item.chunk.text_tokens} tokens"
    say(f"{name} #{item.chunk.index}  {tokens}{marks}")
    say(f"{item.embedded_text}\n")
