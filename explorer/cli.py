"""The commands. They use the engine's parts directly, without Qt; the window itself is opened by `__main__`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from explorer import __version__
from explorer.core import export
from explorer.core.errors import ExplorerError, UnreadableDocumentError
from explorer.core.findings import Finding, Severity
from explorer.core.progress import Progress, no_progress
from explorer.core.recipe import PLAIN, parse_recipe
from explorer.core.views import Filters

if TYPE_CHECKING:
    from explorer.engine.library import Library
    from explorer.engine.options import Options
    from explorer.engine.pipeline import Prepared

_DIRECTIONS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})

OK, FOUND, FAILED = 0, 1, 2
"""Exit codes: fine; findings at or above the asked severity; could not do it."""

RANKERS = ("embedding", "keyword", "shared-words")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line; a first word that is no command is the window's folder. Exits with 2 when it is wrong."""
    parser = build_parser()
    words = list(arguments)
    first = next((word for word in words if not word.startswith("-")), "")
    near = get_close_matches(first, COMMANDS, n=1, cutoff=0.75)
    if near and first not in COMMANDS and not Path(first).exists():
        parser.error(f"there is no command or folder {first!r}; did you mean {near[0]!r}?")
    if first not in COMMANDS and not {"-h", "--help", "--version"} & set(words):
        words.insert(0, "window")
    return parser.parse_args(words)


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
    for name, (summary, add) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary, parents=[common])
        add(command)
    return parser


def _common_options() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--store", default="", metavar="DIR", help="keep the index here instead of the data folder")
    common.add_argument(
        "--model", default="", metavar="NAME_OR_PATH", help="embedding model (default: the bundled one)"
    )
    common.add_argument("--max-tokens", type=int, default=0, metavar="N", help="limit for the whole embedded text")
    common.add_argument(
        "--ocr",
        metavar="LANGUAGES",
        help="read scanned PDF pages with Tesseract, in these languages (eng+deu); '' leaves them again",
    )
    common.add_argument(
        "--recipe", default="path", help="none, path, label, bracket or prose; options: +version, +depth=N"
    )
    return common


def _add_window(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", default="", help="folder of documents")
    parser.add_argument(
        "--picture", default="", metavar="PATH", help="draw the window to this file instead of opening it"
    )


def _add_outline(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file")
    parser.add_argument("--json", action="store_true")


def _add_chunks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="FOLDER_OR_FILE")
    parser.add_argument("--json", action="store_true")


def _add_audit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--json", action="store_const", const="json", dest="format")
    parser.add_argument("--fail-on", choices=[str(severity) for severity in Severity], metavar="SEVERITY")


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder")


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder")
    parser.add_argument("question")
    parser.add_argument("--top", type=int, default=10, metavar="N")
    parser.add_argument("--ranker", choices=RANKERS, default="embedding")
    parser.add_argument(
        "--where", action="append", default=[], metavar="KEY=VALUE", help="folder, document or current=any"
    )
    parser.add_argument("--json", action="store_true")


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", default="")


AddArguments = Callable[[argparse.ArgumentParser], None]
COMMANDS: dict[str, tuple[str, AddArguments]] = {
    "window": ("open the window (the default)", _add_window),
    "outline": ("print the headings of a file", _add_outline),
    "chunks": ("print the chunks of a file or a folder", _add_chunks),
    "audit": ("print what is wrong with headings and chunks", _add_audit),
    "index": ("build or refresh the index of a folder", _add_folder),
    "search": ("rank the chunks for a question, with and without context", _add_search),
    "doctor": ("check the installation and an index, mend what can be mended", _add_doctor),
    "forget": ("remove the index of a folder (never the documents)", _add_folder),
}


def main(arguments: argparse.Namespace) -> int:
    """Run a command and return its exit code; what a user can mend is one clear line on stderr and exit code 2."""
    run = {
        "outline": run_outline,
        "chunks": run_chunks,
        "audit": run_audit,
        "index": run_index,
        "search": run_search,
        "doctor": run_doctor,
        "forget": run_forget,
    }[arguments.command]
    try:
        return run(arguments)
    except ExplorerError as error:
        _complain(str(error))
        return FAILED
    except KeyboardInterrupt:
        _complain("Stopped; what was reported done is kept.")
        return FAILED
    except BrokenPipeError:
        # The reader of the output (such as `head`) has gone; what Python writes at its end must go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _say(text: str) -> None:
    """Print a line; what the terminal cannot show, or would obey, is escaped (file names may hold anything)."""
    shown = "".join(sign if sign in "\n\t" else _escaped(sign) for sign in text)
    sys.stdout.buffer.write(shown.encode("utf-8", errors="backslashreplace") + b"\n")
    sys.stdout.flush()


def _escaped(sign: str) -> str:
    """Return a control sign or a change of writing direction as its code, any other sign as it is."""
    if unicodedata.category(sign) == "Cc" or unicodedata.bidirectional(sign) in _DIRECTIONS:
        return sign.encode("unicode_escape").decode("ascii")
    return sign


def _complain(text: str) -> None:
    line = "".join(map(_escaped, " ".join(text.split())))
    sys.stderr.buffer.write(f"chunk-explorer: {line}\n".encode("utf-8", errors="backslashreplace"))
    sys.stderr.flush()


def _complain_of_notes(document: str, notes: Iterable[str]) -> None:
    """Say what a reader left out or guessed: on the error output, so that JSON stays clean."""
    for note in notes:
        _complain(f"{document}: {note}")


def _complain_of_limit(asked: int, limit: int) -> None:
    if asked > limit:
        _complain(f"--max-tokens {asked} is more than the model reads; {limit} are used.")


def _say_json(data: object) -> None:
    sys.stdout.buffer.write(json.dumps(data, ensure_ascii=False).encode("utf-8", errors="backslashreplace") + b"\n")
    sys.stdout.flush()


def _options(arguments: argparse.Namespace) -> Options:
    from explorer.engine.options import Options

    return Options(
        store=arguments.store,
        model=arguments.model,
        recipe=parse_recipe(arguments.recipe),
        max_tokens=arguments.max_tokens,
        ocr=arguments.ocr,
    )


def _existing_folder(name: str) -> Path:
    folder = Path(name)
    if not folder.is_dir():
        raise ExplorerError(f"{name} is not a folder." if folder.exists() else f"There is no folder {name}.")
    return folder


def run_outline(arguments: argparse.Namespace) -> int:
    """Print a file's headings."""
    from explorer.core.outline import outline
    from explorer.engine.readers import Readers

    path = Path(arguments.file)
    with Readers(ocr_languages=arguments.ocr or "") as readers:
        document = readers.read(path, path.name)
    sections = outline(document.blocks)
    _complain_of_notes(document.name, document.notes)
    if arguments.json:
        _say_json(export.outline_json(document, sections))
        return OK
    for section in sections:
        _say(f"{'  ' * (section.level - 1)}{section.heading}")
    _say(f"({len(sections)} headings; evidence: {document.evidence})")
    return OK


def _prepared(arguments: argparse.Namespace, path: Path) -> Iterable[Prepared | UnreadableDocumentError]:
    """Read and chunk a folder, or a single file, without any store."""
    from explorer.engine import pipeline

    setup = pipeline.make_setup(_options(arguments))
    _complain_of_limit(arguments.max_tokens, setup.limit)
    # Lines of progress among lines of output would spoil both on one terminal.
    progress = no_progress if sys.stdout.isatty() else _terminal_progress()
    return pipeline.read_all(path, setup, progress, _options(arguments))


def run_chunks(arguments: argparse.Namespace) -> int:
    """Print one line a chunk."""
    path = Path(arguments.path)
    if not path.exists():
        raise ExplorerError(f"There is no file or folder {arguments.path}.")
    for prepared in _prepared(arguments, path):
        if isinstance(prepared, UnreadableDocumentError):
            if path.is_file():
                raise prepared
            _complain(str(prepared))
            continue
        _complain_of_notes(prepared.document.name, prepared.document.notes)
        _print_chunks(prepared, as_json=arguments.json)
    return OK


def _print_chunks(prepared: Prepared, *, as_json: bool) -> None:
    codes: dict[int, list[str]] = {}
    for finding in prepared.findings:
        if finding.chunk is not None:
            codes.setdefault(finding.chunk, []).append(finding.code)
    for item, subject in zip(prepared.chunks, prepared.subjects, strict=True):
        found = codes.get(item.chunk.index, [])
        if as_json:
            _say_json(export.chunk_json(item, subject, found))
            continue
        marks = f"  [{', '.join(sorted(set(found)))}]" if found else ""
        _say(
            f"{item.chunk.document} #{item.chunk.index}  {item.header_tokens} + {item.chunk.text_tokens} tokens{marks}"
        )
        _say(f"{item.embedded_text}\n")


def run_audit(arguments: argparse.Namespace) -> int:
    """Print findings and health; exit code 1 when one is at or above `--fail-on`."""
    from explorer.engine import pipeline

    progress = _terminal_progress()
    report = pipeline.audit_folder(_existing_folder(arguments.folder), _options(arguments), progress)
    _clear(progress)
    for name, notes in report.notes:
        _complain_of_notes(name, notes)
    if arguments.format == "json":
        findings = [export.finding_json(finding) for finding in report.findings]
        _say_json({"findings": findings, "health": export.health_json(report.health)})
    else:
        for finding in report.findings:
            _say(export.finding_text(finding))
        _say(export.health_text(report.health))
    return FOUND if _fails(report.findings, arguments.fail_on) else OK


def _fails(findings: Iterable[Finding], threshold: str | None) -> bool:
    if threshold is None:
        return False
    lowest = Severity(threshold).rank
    return any(finding.severity.rank >= lowest for finding in findings)


def _terminal_progress() -> Progress:
    """Return a progress line on stderr, for terminals only."""
    if not sys.stderr.isatty():
        return no_progress

    def report(done: int, total: int, note: str) -> None:
        count = f"{done} of {total}" if total else str(done)
        sys.stderr.write(f"\r\033[K{note} {count}"[:100])
        sys.stderr.flush()

    return report


def _refresh(library: Library) -> None:
    progress = _terminal_progress()
    for _stage in library.refresh(progress):
        pass
    _clear(progress)


def _clear(progress: Progress) -> None:
    """Remove the progress line from the terminal."""
    if progress is not no_progress:
        sys.stderr.write("\r\033[K")


def run_index(arguments: argparse.Namespace) -> int:
    """Build or refresh an index, saying first what will be read."""
    from explorer.engine.library import Library
    from explorer.engine.scanning import scan

    folder, options = _existing_folder(arguments.folder), _options(arguments)
    suffixes = Counter(Path(found.name).suffix.lower() for found in scan(folder))
    kinds = ", ".join(f"{count} {suffix}" for suffix, count in sorted(suffixes.items()))
    _say(f"Reading {suffixes.total()} documents in {folder}" + (f" ({kinds})." if kinds else "."))
    library = Library.open(folder, options)
    try:
        _refresh(library)
        info = library.info()
    finally:
        library.close()
    for row in info.documents:
        if row.error:
            _complain(f"{row.name}: {row.error}")
        _complain_of_notes(row.name, row.reader_notes)
    _complain_of_limit(arguments.max_tokens, info.limit)
    _say(export.health_text(info.health))
    _say(f"Indexed with {info.model}, recipe {info.recipe}, at most {info.limit} tokens a chunk.")
    return OK


def run_search(arguments: argparse.Namespace) -> int:
    """Refresh, rank on both sides, and print."""
    from explorer.engine.library import Library

    if not arguments.question.strip():
        raise ExplorerError("The question is empty.", "Write it in quotation marks after the folder.")
    filters = parse_filters(arguments.where)
    options = _options(arguments)
    library = Library.open(_existing_folder(arguments.folder), options)
    try:
        _refresh(library)
        found = library.search(arguments.question, arguments.ranker, PLAIN, options.recipe, filters, arguments.top)
    finally:
        library.close()
    if arguments.json:
        _say_json(export.comparison_json(found))
    else:
        _say(export.comparison_text(found))
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


def run_doctor(arguments: argparse.Namespace) -> int:
    """Check the installation and, with a folder, its index."""
    from explorer.engine.library import doctor

    folder = _existing_folder(arguments.folder) if arguments.folder else None
    checks = doctor(_options(arguments), folder)
    for name, fine, sentence in checks:
        _say(f"{'ok  ' if fine else 'FAIL'}  {name}: {sentence}")
    return OK if all(fine for _, fine, _ in checks) else FOUND


def run_forget(arguments: argparse.Namespace) -> int:
    """Remove a folder's index; the folder itself may be gone already."""
    from explorer.engine.library import forget

    _say(forget(Path(arguments.folder), _options(arguments)))
    return OK
