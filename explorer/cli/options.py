"""What the common options of all commands mean."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.output import clear_progress, terminal_progress
from explorer.core.errors import ExplorerError
from explorer.core.recipe import parse_recipe

if TYPE_CHECKING:
    from explorer.engine.library import Library
    from explorer.engine.options import Options


def options_of(arguments: argparse.Namespace) -> Options:
    """Return what the common options say."""
    from explorer.engine.options import Options

    return Options(
        store=arguments.store,
        model=arguments.model,
        recipe=parse_recipe(arguments.recipe),
        max_tokens=arguments.max_tokens,
        ocr=arguments.ocr,
    )


def existing_folder(name: str) -> Path:
    """Return the folder; raises `ExplorerError` when there is none."""
    folder = Path(name)
    if not folder.is_dir():
        raise ExplorerError(f"{name} is not a folder." if folder.exists() else f"There is no folder {name}.")
    return folder


def refresh(library: Library) -> None:
    """Bring an index up to date, with a progress line."""
    progress = terminal_progress()
    for _stage in library.refresh(progress):
        pass
    clear_progress(progress)
