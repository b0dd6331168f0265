"""What the common options of all commands mean."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.output import clear_progress, complain, terminal_progress
from explorer.core.errors import ExplorerError
from explorer.core.export import counted
from explorer.core.recipe import Recipe, parse_recipe
from explorer.core.terminal_text import one_line

if TYPE_CHECKING:
    from explorer.engine.library import Library
    from explorer.engine.options import Options


_STREAM = "-"
"""Stands for the standard output in a file's place, as other programs have it."""


def not_empty(what: str) -> Callable[[str], str]:
    """Return the type of an option that names `what`: an empty name is an unset variable, not the wish for none."""

    def named(value: str) -> str:
        if not value.strip():
            raise argparse.ArgumentTypeError(f"no {what} is named")
        if value == _STREAM:
            raise argparse.ArgumentTypeError(f"no {what} is named: {_STREAM} is none here (./{_STREAM} would be)")
        return value

    return named


def output_file(value: str) -> str:
    """Return the name of a file to write, "" for `-`: what is printed without the option."""
    return "" if value == _STREAM else not_empty("file")(value)


def options_of(arguments: argparse.Namespace) -> Options:
    """Return what the common options say; raises `ExplorerError` for what cannot be had here."""
    from explorer.engine.options import Options

    require_languages(arguments.ocr or "")
    return Options(
        store=arguments.store or "",
        model=arguments.model or "",
        recipe=parse_recipe(arguments.recipe),
        max_tokens=arguments.max_tokens,
        ocr=arguments.ocr,
        chroma=arguments.chroma or "",
        precision=arguments.precision,
    )


def warn_of_store(arguments: argparse.Namespace) -> None:
    """Say when the index is to lie among the documents, which stay free of anything else by themselves."""
    folder = getattr(arguments, "folder", "")
    if arguments.store and folder and Path(folder).is_dir():
        store = Path(arguments.store).expanduser().resolve()
        if store.is_relative_to(Path(folder).resolve()):
            complain("The index lies among the documents of this library; --store can name a place outside.")


_OF_COPIES = ("index", "search", "evaluate", "doctor", "forget", "chunks", "audit")
"""Commands that a reader of a shared library has; the others need the documents."""


def find_shared(arguments: argparse.Namespace) -> None:
    """Where `folder` names a library on a server, have it name the copy here, with the library's recipe and limit.

    Raises `ExplorerError` for a server or a library that cannot be reached, and for commands that need the documents.
    """
    field = "path" if arguments.command == "chunks" else "folder"
    name = getattr(arguments, field, "")
    if not name or not (arguments.chroma or Path(name).name.startswith("shared:")):
        return
    from explorer.engine.shared.places import copy_of, is_copy, locate

    folder, options = Path(name), options_of(arguments)
    if not is_copy(copy_of(folder, options), options.store):
        return
    if arguments.command not in _OF_COPIES:
        raise ExplorerError(
            f"{arguments.command} needs the documents of the library, which are with its writer.",
            f"A reader of a shared library has: {', '.join(_OF_COPIES)}.",
        )
    if arguments.command == "forget":
        setattr(arguments, field, str(copy_of(folder, options)))
        return
    copy, options = locate(folder, options)
    setattr(arguments, field, str(copy))
    arguments.recipe, arguments.max_tokens = options.recipe.name, options.max_tokens


def opened_copy(folder: Path, arguments: argparse.Namespace) -> Library | None:
    """Return a reader's copy of a shared library, open and brought up to date; None where `folder` is something else.

    The caller closes it.
    """
    from explorer.engine.shared.places import is_copy

    options = options_of(arguments)
    if not is_copy(folder.expanduser().resolve(), options.store):
        return None
    from explorer.engine.library import Library

    library = Library.open(folder, options)
    try:
        refresh(library)
    except BaseException:
        library.close()
        raise
    return library


def require_languages(asked: str) -> None:
    """Raise `ExplorerError` when Tesseract lacks one of the languages ("eng+deu"; empty asks for none)."""
    if not asked:
        return
    from explorer.core.parsing.pdf.ocr import ocr_available, usable_languages

    missing = usable_languages(asked)[1]
    if not missing:
        return
    known = ocr_available()
    # Debian's package names have "-" where Tesseract's names have "_" (chi_sim, tesseract-ocr-chi-sim).
    packages = " ".join(f"tesseract-ocr-{name.replace('_', '-').lower()}" for name in missing)
    if not known:
        raise ExplorerError("Tesseract is not installed.", f"On Debian: apt install tesseract-ocr {packages}.")
    names = f"language{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
    raise ExplorerError(
        f"Tesseract has no {names} here.", f"Installed: {', '.join(known)}. On Debian: apt install {packages}."
    )


def existing_folder(name: str) -> Path:
    """Return the folder, or the chunks of another pipeline that stand in its place; raises `ExplorerError` for none."""
    from explorer.engine.imported import is_given

    folder = Path(name)
    if folder.is_dir() or is_given(folder):
        return folder
    known = "Chunks of another pipeline are read from a .jsonl file or a Chroma folder."
    raise ExplorerError(*((f"{name} is not a folder.", known) if folder.exists() else (f"There is no folder {name}.",)))


def refresh(
    library: Library, recipes: tuple[Recipe, ...] = (), *, may_empty: bool = False, required: bool = False
) -> None:
    """Bring an index up to date, under these recipes too, with a progress line; say when documents are held back.

    An index that cannot be written is left as it is, which is said, or an error when the refresh is `required`.
    """
    if library.opened.read_only and not required:
        complain(f"{library.opened.read_only} The index is used as it was at its last refresh.")
        return
    progress = terminal_progress()
    for _stage in library.refresh(progress, recipes, may_empty=may_empty):
        pass
    clear_progress(progress)
    if library.vanished:
        complain(
            f"{counted(library.vanished, 'document')} of this library cannot be found: (nearly) all are gone from"
            f" {one_line(str(library.opened.folder))}. Nothing was removed from the index. Connect the drive or share"
            " that they are on, or, if they were deleted: chunk-explorer index FOLDER --remove-vanished"
        )
