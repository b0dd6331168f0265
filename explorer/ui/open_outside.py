"""Opening a document in the user's own program, at a line or page where that program takes one.

Guarantees: only files inside the library are opened, links out of it are refused; a document is opened, never run; and
no shell reads a command, so a file's name cannot say anything to one.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from PySide6.QtCore import QCoreApplication, QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from explorer.core.errors import ExplorerError

EDITORS: tuple[tuple[str, str], ...] = (
    ("VS Code", "code -g {file}:{line}"),
    ("Kate", "kate -l {line} {file}"),
    ("gedit", "gedit +{line} {file}"),
)
"""Editors that take a line, and how they are asked."""

_VIEWERS: tuple[tuple[str, str], ...] = (
    ("evince", "evince --page-index={page} {file}"),
    ("papers", "papers --page-index={page} {file}"),
    ("okular", "okular -p {page} {file}"),
    ("atril", "atril --page-index={page} {file}"),
    ("xreader", "xreader --page-index={page} {file}"),
    ("zathura", "zathura -P {page} {file}"),
    ("qpdfview", "qpdfview {file}#{page}"),
    ("mupdf", "mupdf {file} {page}"),
    ("firefox", "firefox {url}#page={page}"),
    ("chromium", "chromium {url}#page={page}"),
    ("google-chrome", "google-chrome {url}#page={page}"),
)
"""PDF viewers that take a page, by the beginning of their desktop entry's name, and how they are asked."""

_RUN_BY_DESKTOPS = frozenset({".desktop", ".exe", ".bat", ".cmd", ".com", ".msi", ".sh", ".appimage", ".jar", ".app"})
_SHELLS = frozenset(["sh", "bash", "dash", "zsh", "fish", "ksh", "csh", "tcsh", "busybox", "cmd", "powershell", "pwsh"])
"""Programs that read their arguments as commands, by their name without version."""

_RUNNERS = frozenset(
    [
        "env",
        "nohup",
        "nice",
        "xargs",
        "sudo",
        "doas",
        "python",
        "pythonw",
        "perl",
        "ruby",
        "node",
        "php",
        "lua",
        "tclsh",
        "wscript",
        "cscript",
    ]
)
"""Programs that run the first file they are given."""

_LOOK_UP_MS = 1500


@dataclass(frozen=True, slots=True)
class Spot:
    """Where to open a document: `line` and `page` count from 1; 0 where it has none."""

    document: str
    line: int = 0
    page: int = 0


Start = Callable[[Sequence[str]], bool]
Show = Callable[[QUrl], bool]


def _say(text: str) -> str:
    return QCoreApplication.translate("OpenOutside", text)


def file_of(folder: str, document: str) -> Path:
    """Return a document's file; raises `ExplorerError` when it is none, is gone, or lies outside the library."""
    root = Path(folder).resolve()
    if not root.is_dir():
        raise ExplorerError(
            _say("This library has no files to open."), _say("It was made of chunks of another program.")
        )
    file = (root / document).resolve()
    if not file.is_relative_to(root):
        raise ExplorerError(
            _say("{0} is not opened.").format(document), _say("It leads to a file outside the library's folder.")
        )
    if not file.is_file():
        raise ExplorerError(_say("{0} is not there any more.").format(document), _say("Refresh the library (F5)."))
    if file.suffix.lower() in _RUN_BY_DESKTOPS:
        raise ExplorerError(_say("{0} is not opened.").format(document), _say("Opening it would run it."))
    return file


def command_of(template: str, file: Path, spot: Spot) -> list[str]:
    """Return the program and its arguments; `{file}`, `{line}`, `{page}` and `{url}` are filled in, each in its place.

    Raises `ExplorerError` for a template that names no program or no file, or a program that would run the file or read
    its name as a command.
    """
    try:
        words = shlex.split(template)
    except ValueError as error:
        raise ExplorerError(_say("The command cannot be read: {0}").format(template), str(error)) from error
    if not words or "{" in words[0] or not any("{file}" in word or "{url}" in word for word in words[1:]):
        raise ExplorerError(
            _say("The command cannot be used: {0}").format(template),
            _say("It begins with a program's name and holds {file}, such as: code -g {file}:{line}"),
        )
    if _runs(words):
        raise ExplorerError(
            _say("The command cannot be used: {0}").format(template),
            _say("{0} would run the file. Name a program that shows it.").format(words[0]),
        )
    values = {
        "{line}": str(max(spot.line, 1)),
        "{page}": str(max(spot.page, 1)),
        "{url}": QUrl.fromLocalFile(str(file)).toString(QUrl.ComponentFormattingOption.FullyEncoded),
        "{file}": str(file),
    }
    return [words[0], *(_filled(word, values) for word in words[1:])]


def _runs(words: Sequence[str]) -> bool:
    """Tell whether a command runs the document, or lets a shell read its name."""
    name = PurePath(words[0].replace("\\", "/")).name.lower().removesuffix(".exe").rstrip("0123456789.-")
    first = next((word for word in words[1:] if not word.startswith("-")), "")
    return name in _SHELLS or (name in _RUNNERS and ("{file}" in first or "{url}" in first))


def _filled(word: str, values: dict[str, str]) -> str:
    """Fill in each place holder once, from the left: what a value holds is never read again."""
    found = [(word.find(name), name) for name in values if name in word]
    if not found:
        return word
    place, name = min(found)
    return word[:place] + values[name] + _filled(word[place + len(name) :], values)


def fits(template: str, spot: Spot) -> bool:
    """Tell whether the user's command is for such a document: one that wants a line or page is for those that have it.

    An editor is not asked to open a PDF, nor a PDF viewer to open Markdown.
    """
    wants_line, wants_page = "{line}" in template, "{page}" in template
    return bool(template.strip()) and (
        not (wants_line or wants_page) or (wants_line and spot.line > 0) or (wants_page and spot.page > 0)
    )


def start(words: Sequence[str]) -> bool:
    """Start a program beside the window; tell whether that worked."""
    return QProcess.startDetached(words[0], list(words[1:]))[0]


def open_outside(
    folder: str, spot: Spot, template: str = "", run: Start = start, show: Show = QDesktopServices.openUrl
) -> None:
    """Open a document: by the command where it fits, at the page in a known PDF viewer, else as the desktop opens it.

    Raises `ExplorerError` when the file may not be opened or no program opens it.
    """
    file = file_of(folder, spot.document)
    if fits(template, spot):
        words = command_of(template, file, spot)
        if shutil.which(words[0]) is None or not run(words):
            raise ExplorerError(
                _say("{0} cannot be started.").format(words[0]), _say("Choose another program to open documents with.")
            )
        return
    viewer = pdf_viewer() if spot.page else ""
    if viewer and run(command_of(viewer, file, spot)):
        return
    if not show(QUrl.fromLocalFile(str(file))):
        raise ExplorerError(_say("No program opens {0} here.").format(spot.document))


def pdf_viewer() -> str:
    """Return how the desktop's own PDF viewer is asked for a page, "" when it is not known or not there."""
    if shutil.which("xdg-mime") is None:
        return ""
    asked = QProcess()
    asked.start("xdg-mime", ["query", "default", "application/pdf"])
    if not asked.waitForFinished(_LOOK_UP_MS):
        asked.kill()
        asked.waitForFinished(_LOOK_UP_MS)
        return ""
    entry = bytes(asked.readAllStandardOutput().data()).decode(errors="replace").strip().lower()
    return viewer_of(entry)


def viewer_of(entry: str) -> str:
    """Return the command of the viewer behind a desktop entry, such as `org.gnome.Evince.desktop`."""
    name = entry.removesuffix(".desktop")
    for known, command in _VIEWERS:
        if known in name and shutil.which(command.split()[0]) is not None:
            return command
    return ""
