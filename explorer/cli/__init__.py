"""The commands. They use the engine's parts directly, without Qt; the window itself is opened by `__main__`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path

from explorer import __version__
from explorer.cli.audit import add_audit, run_audit
from explorer.cli.cuts import add_cuts, run_cuts
from explorer.cli.evaluate import add_evaluate, run_evaluate
from explorer.cli.indexing import add_doctor, add_forget, add_index, run_doctor, run_forget, run_index
from explorer.cli.options import find_shared, not_empty, warn_of_store
from explorer.cli.output import FAILED, OK, complain
from explorer.cli.reading import add_chunks, add_outline, run_chunks, run_outline
from explorer.cli.sample import add_sample, run_sample
from explorer.cli.search import add_search, run_search
from explorer.cli.sentences import add_sentences, run_sentences
from explorer.core.errors import ExplorerError
from explorer.engine.log import LOG, described, versions
from explorer.redaction import redacted

AddArguments = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line; a first word that is no command is the window's folder. Exits with 2 when it is wrong."""
    parser = build_parser()
    words = list(arguments)
    first = next((word for word in words if not word.startswith("-")), "")
    near = get_close_matches(first, [WINDOW, *COMMANDS], n=1, cutoff=0.75)
    if near and first not in {WINDOW, *COMMANDS} and not Path(first).exists():
        parser.error(f"there is no command or folder {first!r}; did you mean {near[0]!r}?")
    if words[:1] == [first] and _may_be_command(first):
        parser.error(f"there is no command or folder {first!r}; commands: {', '.join([WINDOW, *COMMANDS])}")
    if first not in {WINDOW, *COMMANDS} and not {"-h", "--help", "--version"} & set(words):
        words.insert(0, WINDOW)
    return parser.parse_args(words)


def _may_be_command(word: str) -> bool:
    """Tell whether a first word that is no command is meant as one: a plain word at which no file or folder is."""
    plain = word.replace("-", "").isalpha()
    return plain and word not in {WINDOW, *COMMANDS} and not Path(word).exists()


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="chunk-explorer",
        description="Shows how documents are cut into chunks, what their headings add, and what that does to search. "
        "Without a command it opens the window: chunk-explorer [FOLDER].",
    )
    parser.add_argument("--version", action="version", version=f"chunk-explorer {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    common = _common_options()
    about = "open the window (the default)"
    _add_window(commands.add_parser(WINDOW, help=about, description=about, parents=[common]))
    for name, (summary, add, _run) in COMMANDS.items():
        add(commands.add_parser(name, help=summary, description=summary, parents=[common]))
    return parser


def _common_options() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--store",
        type=not_empty("folder"),
        metavar="DIR",
        help="keep the index here instead of the data folder",
    )
    common.add_argument(
        "--model",
        type=not_empty("model"),
        metavar="NAME_OR_PATH",
        help="embedding model (default: the bundled one)",
    )
    common.add_argument(
        "--precision",
        choices=("auto", "fp32", "bf16"),
        default="",
        help="of the vectors (default: as the library was embedded before; a new one: auto, the fastest here)",
    )
    common.add_argument("--max-tokens", type=int, default=0, metavar="N", help="limit for the whole embedded text")
    common.add_argument(
        "--ocr",
        metavar="LANGUAGES",
        help="read scanned PDF pages with Tesseract, in these languages (eng+deu); '' leaves them again",
    )
    common.add_argument(
        "--recipe",
        default="path",
        help="none, path, label, bracket or prose; options: +version, +sentence, +depth=N, +no-title, +all-headings",
    )
    common.add_argument(
        "--chroma",
        type=not_empty("server"),
        metavar="URL",
        help="keep the vectors on this Chroma server; a folder that is not here names a library there",
    )
    return common


def _add_window(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=not_empty("folder"), help="folder of documents")
    parser.add_argument(
        "--picture", type=not_empty("file"), metavar="PATH", help="draw the window to this file instead of opening it"
    )


COMMANDS: dict[str, tuple[str, AddArguments, Run]] = {
    "outline": ("print the headings of a file", add_outline, run_outline),
    "chunks": ("print the chunks of a file or a folder", add_chunks, run_chunks),
    "audit": ("print what is wrong with headings and chunks", add_audit, run_audit),
    "index": ("build or refresh the index of a folder", add_index, run_index),
    "search": ("rank the chunks for a question, with and without context", add_search, run_search),
    "evaluate": ("measure recipes and rankers on a question set", add_evaluate, run_evaluate),
    "cuts": ("compare another pipeline's chunks with this program's cuts", add_cuts, run_cuts),
    "sentences": ("have a language model write a context sentence for each chunk", add_sentences, run_sentences),
    "sample": ("print a sample of chunks to judge, or the error rates of judged ones", add_sample, run_sample),
    "doctor": ("check the installation and an index, mend what can be mended", add_doctor, run_doctor),
    "forget": ("remove the index of a folder and your own work on it (never the documents)", add_forget, run_forget),
}
"""What each command does in a few words, the function that declares what it takes, and the one that runs it."""

WINDOW = "window"
"""The default: opens the window, which `__main__` does."""


def main(arguments: argparse.Namespace) -> int:
    """Run a command and return its exit code; what a user can mend is one clear line on stderr and exit code 2."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is when the shell closed it
        complain("There is no standard output to write to.")
        return FAILED
    LOG.note("command starts", {**versions(), "command": arguments.command})
    code = _run(arguments)
    LOG.note("command ends", {"command": arguments.command, "code": code})
    return code


def _run(arguments: argparse.Namespace) -> int:
    run = COMMANDS[arguments.command][2]
    try:
        warn_of_store(arguments)
        find_shared(arguments)
        return run(arguments)
    except ExplorerError as error:
        LOG.note("command failed", {"command": arguments.command, **described(error)}, {"words": error})
        complain(redacted(str(error)))
        return FAILED
    except KeyboardInterrupt:
        complain("Stopped; what was reported done is kept.")
        return FAILED
    except BrokenPipeError:
        # The reader of the output (such as `head`) has gone; what Python writes at its end must go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        complain(
            f"The system refused something: {error.strerror or error}"
            + (f": {error.filename}" if error.filename else ".")
        )
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
