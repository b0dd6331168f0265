"""What `search` prints of the passages around its hits."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from explorer.cli.output import complain, complain_of_notes, say
from explorer.core import export
from explorer.core.errors import ExplorerError
from explorer.core.retrieval_views import Passage
from explorer.core.views import Hit

if TYPE_CHECKING:
    from explorer.engine.library import Library

FORMS = {"citation": export.citations, "prompt": export.prompts, "markdown": export.markdowns}
"""What can be printed of passages."""


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Declare how passages are read; each of these options asks for them."""
    reading = parser.add_argument_group("passages of the first --top hits with context")
    width = reading.add_mutually_exclusive_group()
    width.add_argument(
        "--neighbours", type=int, metavar="N", help="with N chunks (0 to 3) before and after each hit, merged"
    )
    width.add_argument(
        "--section-tokens",
        type=int,
        metavar="N",
        help="with the smallest section around each that fits N tokens",
    )
    reading.add_argument("--as", dest="form", choices=tuple(FORMS), help="what to print of them (default: prompt)")


def wants_passages(arguments: argparse.Namespace) -> bool:
    """Tell whether passages are asked for."""
    return any(value is not None for value in (arguments.neighbours, arguments.section_tokens, arguments.form))


def read_hits(library: Library, hits: Iterable[Hit], arguments: argparse.Namespace) -> tuple[Passage, ...]:
    """Return the passages of `hits`, best first; raises `ExplorerError` for a width that makes no sense."""
    from explorer.engine.passages import read_passages

    budget = arguments.section_tokens
    if budget is not None and budget < 1:
        raise ExplorerError(f"A section cannot have {budget} tokens.", "Choose a number above 0.")
    keys = [(hit.document, hit.index) for hit in hits]
    return read_passages(library.opened, keys, arguments.neighbours or 0, budget or 0)


def say_passages(passages: Sequence[Passage], form: str | None) -> None:
    """Print passages in one of `FORMS`; what is to be said about them goes to the error output."""
    if not passages:
        complain("Nothing matches the question.")
        return
    for passage in passages:
        complain_of_notes(passage.document, [passage.note] if passage.note else [])
    say(FORMS[form or "prompt"](passages))


def passages_json(passages: Iterable[Passage]) -> list[export.Json]:
    """Return passages as other programs read them."""
    return [export.passage_json(passage) for passage in passages]
