"""The command `search`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from explorer.cli.options import existing_folder, options_of, refresh
from explorer.cli.output import OK, say, say_json
from explorer.core import export
from explorer.core.errors import ExplorerError
from explorer.core.recipe import PLAIN
from explorer.core.views import Filters

RANKERS = ("embedding", "keyword", "shared-words")


def add_search(parser: argparse.ArgumentParser) -> None:
    """Declare what `search` takes."""
    parser.add_argument("folder")
    parser.add_argument("question")
    parser.add_argument("--top", type=int, default=10, metavar="N")
    parser.add_argument("--ranker", choices=RANKERS, default="embedding")
    parser.add_argument(
        "--where", action="append", default=[], metavar="KEY=VALUE", help="folder, document or current=any"
    )
    parser.add_argument("--json", action="store_true")


def run_search(arguments: argparse.Namespace) -> int:
    """Refresh, rank on both sides, and print."""
    from explorer.engine.library import Library

    if not arguments.question.strip():
        raise ExplorerError("The question is empty.", "Write it in quotation marks after the folder.")
    filters = parse_filters(arguments.where)
    options = options_of(arguments)
    library = Library.open(existing_folder(arguments.folder), options)
    try:
        refresh(library)
        found = library.search(arguments.question, arguments.ranker, PLAIN, options.recipe, filters, arguments.top)
    finally:
        library.close()
    if arguments.json:
        say_json(export.comparison_json(found))
    else:
        say(export.comparison_text(found))
    return OK


def parse_filters(conditions: Iterable[str]) -> Filters:
    """Read `--where key=value` conditions; raises `ExplorerError` for a key that is not known."""
    folder, documents, current = "", list[str](), True
    for condition in conditions:
        key, separator, value = condition.partition("=")
        if key == "folder" and separator:
            folder = value
        elif key == "document" and separator:
            documents.append(value)
        elif (key, value) in {("current", "any"), ("current", "yes")}:
            current = value == "yes"
        else:
            raise ExplorerError(
                f"There is no filter {condition!r}.", "Known: folder=NAME, document=NAME, current=any, current=yes."
            )
    return Filters(folder=folder, documents=tuple(documents), current_only=current)
