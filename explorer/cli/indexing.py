"""The commands about an index: index, doctor and forget."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from explorer.cli.options import existing_folder, not_empty, options_of, refresh
from explorer.cli.output import FAILED, FOUND, OK, complain, complain_of_limit, complain_of_notes, say
from explorer.core import export
from explorer.core.audit import AuditSettings
from explorer.core.finding_words import about_document
from explorer.core.terminal_text import one_line

_MOST_NAMED = 6
"""Files of the user's own work that are named before they go."""


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Declare the folder."""
    parser.add_argument("folder", type=not_empty("folder"))


def add_forget(parser: argparse.ArgumentParser) -> None:
    """Declare what `forget` takes."""
    add_folder(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask before your own work is removed")


def add_index(parser: argparse.ArgumentParser) -> None:
    """Declare what `index` takes."""
    add_folder(parser)
    parser.add_argument(
        "--remove-vanished",
        action="store_true",
        help="let documents leave the index although all of them, or nearly all, are gone from the folder",
    )


def add_doctor(parser: argparse.ArgumentParser) -> None:
    """Declare what `doctor` takes."""
    parser.add_argument("folder", nargs="?", type=not_empty("folder"))


def run_index(arguments: argparse.Namespace) -> int:
    """Build or refresh an index, saying first what will be read."""
    from explorer.engine.library import Library
    from explorer.engine.scanning import scan
    from explorer.engine.shared.places import is_copy
    from explorer.engine.user_work import UserWork
    from explorer.paths import library_folder

    folder, options = existing_folder(arguments.folder), options_of(arguments)
    settings = UserWork(folder, library_folder(folder, options.store)).settings()
    suffixes = Counter(Path(found.name).suffix.lower() for found in scan(folder, options.joined(settings)))
    kinds = ", ".join(f"{count} {one_line(suffix)}" for suffix, count in sorted(suffixes.items()))
    reading = f"Reading {export.counted(suffixes.total(), 'document')} in {one_line(str(folder))}"
    if is_copy(folder.resolve(), options.store):
        say(f"Reading the shared library {one_line(folder.name)}.")
    else:
        say(reading + (f" ({kinds})." if kinds else ".") + _patterns(settings))
    library = Library.open(folder, options)
    try:
        before = library.info()
        refresh(library, may_empty=arguments.remove_vanished, required=True)
        if library.opened.projection.mend(wait=True):
            complain("The vectors in Chroma were damaged; they have been written anew from the index.")
        info = library.info()
    finally:
        library.close()
    if info.server_note:
        complain(info.server_note)
    if before.indexed and before.revision == info.revision:
        say("No document had changed.")
    for row in info.documents:
        if row.error:
            complain(about_document(row.name, row.error))
        complain_of_notes(row.name, row.reader_notes)
    complain_of_limit(arguments.max_tokens, info.limit)
    say(export.health_text(info.health))
    if info.server and not info.reader:
        say(f"Its vectors are at {info.server}, where readers open it as shared:{one_line(info.name)}.")
    say(f"Indexed with {info.model}, recipe {info.recipe}, at most {info.limit} tokens a chunk.")
    return OK


def _patterns(settings: AuditSettings) -> str:
    """Say which patterns the library's settings choose its files by, "" for none."""
    said = [
        f"{name} {', '.join(map(one_line, patterns))}"
        for name, patterns in (("only", settings.include), ("without", settings.exclude))
        if patterns
    ]
    return f" By its settings: {'; '.join(said)}." if said else ""


def run_doctor(arguments: argparse.Namespace) -> int:
    """Check the installation and, with a folder, its index."""
    from explorer.engine.library import doctor

    folder = existing_folder(arguments.folder) if arguments.folder else None
    checks = doctor(options_of(arguments), folder)
    for name, fine, sentence in checks:
        say(f"{'ok  ' if fine else 'FAIL'}  {name}: {sentence}")
    return OK if all(fine for _, fine, _ in checks) else FOUND


def run_forget(arguments: argparse.Namespace) -> int:
    """Remove a folder's index; the folder itself may be gone already."""
    from explorer.engine.library import forget
    from explorer.engine.maintenance import own_work

    folder, options = Path(arguments.folder), options_of(arguments)
    if not arguments.yes and sys.stdin.isatty() and sys.stderr.isatty():
        work = own_work(folder, options.store)
        if work and not _agrees(folder, work):
            complain("Nothing was removed.")
            return FAILED
    say(forget(folder, options))
    return OK


def _agrees(folder: Path, work: Sequence[str]) -> bool:
    """Ask at the terminal whether the user's own work may go."""
    shown = ", ".join(map(one_line, work[:_MOST_NAMED])) + (" …" if len(work) > _MOST_NAMED else "")
    complain(f"Your own work on {folder} goes with the index and cannot be had back: {shown}")
    complain("Type yes to remove it:")
    return sys.stdin.readline().strip().lower() in ("y", "yes")
