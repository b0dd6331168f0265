"""The command `search`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace

from explorer.cli.options import existing_folder, not_empty, options_of, refresh
from explorer.cli.output import OK, say, say_json
from explorer.cli.passages import add_reading, passages_json, read_hits, say_passages, wants_passages
from explorer.core import export
from explorer.core.errors import ExplorerError
from explorer.core.recipe import PLAIN, parse_recipe
from explorer.core.terminal_text import one_line
from explorer.core.views import Comparison, Filters

RANKERS = ("embedding", "keyword", "hybrid", "shared-words")

_MANY = {
    "document": "documents",
    "doc": "named",
    "heading": "headings",
    "format": "formats",
    "language": "languages",
    "version": "versions",
    "access": "access",
    "tag": "tags",
}
"""Conditions that may be given more than once, and the field of `Filters` that each fills."""

_ONCE = ("folder", "date")
_KNOWN = (*(f"{key}=…" for key in (*_ONCE, *_MANY)), "current=any", "current=yes")


def add_search(parser: argparse.ArgumentParser) -> None:
    """Declare what `search` takes."""
    parser.add_argument("folder", type=not_empty("folder"))
    parser.add_argument("question")
    parser.add_argument("--top", type=int, default=10, metavar="N")
    parser.add_argument("--ranker", choices=RANKERS, default="embedding")
    parser.add_argument("--context-ranker", choices=RANKERS, default="", help="the second side's, if it is another")
    parser.add_argument("--plain-recipe", default=PLAIN.name, metavar="NAME", help="the first side's, else none")
    parser.add_argument("--where", action="append", default=[], metavar="KEY=VALUE", help=", ".join(_KNOWN))
    parser.add_argument("--json", action="store_true")
    add_reading(parser)


def run_search(arguments: argparse.Namespace) -> int:
    """Refresh, rank on both sides, and print."""
    from explorer.engine.library import Library
    from explorer.engine.search import BY_VECTORS

    if not arguments.question.strip():
        raise ExplorerError("The question is empty.", "Write it in quotation marks after the folder.")
    if arguments.top < 1:
        raise ExplorerError(f"The first {arguments.top} hits cannot be shown.", "Choose a number above 0 for --top.")
    filters = parse_filters(arguments.where)
    options = options_of(arguments)
    plain = parse_recipe(arguments.plain_recipe)
    library = Library.open(existing_folder(arguments.folder), options)
    try:
        refresh(library, (plain,) if arguments.ranker in BY_VECTORS else ())
        rankers = (arguments.ranker, arguments.context_ranker)
        found = library.search(
            arguments.question, rankers[0], plain, options.recipe, filters, arguments.top, rankers[1]
        )
        passages = read_hits(library, found.context, arguments) if wants_passages(arguments) else ()
    finally:
        library.close()
    if arguments.json:
        say_json({**_found_json(found), **({"passages": passages_json(passages)} if wants_passages(arguments) else {})})
    elif wants_passages(arguments):
        say_passages(passages, arguments.form)
    else:
        say(_found_text(found))
    return OK


def parse_filters(conditions: Iterable[str]) -> Filters:
    """Read `--where key=value` conditions; raises `ExplorerError` for a key that is not known."""
    many: dict[str, list[str]] = {field: [] for field in _MANY.values()}
    once: dict[str, str] = {}
    current = True
    for condition in conditions:
        key, _, value = (part.strip() for part in condition.partition("="))
        if key in _MANY and value:
            many[_MANY[key]].append(value)
        elif key in _ONCE and value and key not in once:
            once[key] = value
        elif (key, value) in {("current", "any"), ("current", "yes")}:
            current = value == "yes"
        elif key in once:
            raise ExplorerError(f"There are two filters {key!r}.", "Give one.")
        else:
            raise ExplorerError(f"There is no filter {condition!r}.", f"Known: {', '.join(_KNOWN)}.")
    lists = {field: tuple(values) for field, values in many.items()}
    return replace(Filters(), **lists, folder=once.get("folder", ""), date=once.get("date", ""), current_only=current)


def filters_json(filters: Filters) -> export.Json:
    """Return the filters that are set, those written in the question included, by the names of their fields."""
    usual = Filters()
    values = {name: getattr(filters, name) for name in filters.__slots__}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value != getattr(usual, name)
    }


def _found_json(found: Comparison) -> export.Json:
    pool = {name: getattr(found.pool, name) for name in found.pool.__slots__}
    return {
        **export.comparison_json(found),
        "pool": {**pool, "left_out": dict(found.pool.left_out)},
        "words": found.words,
        "filters": filters_json(found.filters),
    }


def _found_text(found: Comparison) -> str:
    """Return both sides for a terminal, with a line about the filters when there are any."""
    text = export.comparison_text(found)
    filters = filters_json(found.filters)
    if not filters:
        return text
    said = ", ".join(f"{name}={_said(value)}" for name, value in filters.items())
    left_out = ", ".join(f"{name} {count}" for name, count in found.pool.left_out)
    ranked = "" if found.words == found.question else f"Ranked by: {one_line(found.words)}\n"
    return f"{ranked}Filters: {one_line(said)}{f' (left out by: {left_out})' if left_out else ''}\n{text}"


def _said(value: object) -> str:
    return "|".join(map(str, value)) if isinstance(value, list) else str(value)
