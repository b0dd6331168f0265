"""Documents opened in the user's own program: where, with which words, and what is refused."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from explorer.core.errors import ExplorerError
from explorer.ui.open_outside import EDITORS, Spot, command_of, file_of, fits, open_outside, viewer_of

LINE, PAGE, ANY = Spot("a.md", line=7), Spot("a.pdf", page=3), Spot("a.docx")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in ("a.md", "a.pdf", "a b;$(touch x).md", "tool.desktop", "run.sh"):
        (folder / name).write_text("words")
    (tmp_path / "secret.md").write_text("words")
    (folder / "link.md").symlink_to(tmp_path / "secret.md")
    return folder


class Desktop:
    """Writes down what would be started and shown."""

    def __init__(self, *, shows: bool = True) -> None:
        self.started: list[list[str]] = []
        self.shown: list[str] = []
        self._shows = shows

    def start(self, words: Sequence[str]) -> bool:
        self.started.append(list(words))
        return True

    def show(self, url: QUrl) -> bool:
        self.shown.append(url.toLocalFile())
        return self._shows


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("../secret.md", "outside the library"),
        ("link.md", "outside the library"),
        ("gone.md", "not there any more"),
        (".", "not there any more"),
        ("tool.desktop", "would run it"),
        ("run.sh", "would run it"),
    ],
)
def test_what_may_not_be_opened_is_refused(library: Path, document: str, words: str) -> None:
    desktop = Desktop()
    with pytest.raises(ExplorerError) as caught:
        open_outside(str(library), Spot(document), "code {file}", desktop.start, desktop.show)
    assert words in str(caught.value)
    assert not desktop.started
    assert not desktop.shown


def test_a_library_that_is_one_file_has_nothing_to_open(library: Path) -> None:
    with pytest.raises(ExplorerError, match="no files to open"):
        file_of(str(library / "a.md"), "a.md")


@pytest.mark.parametrize(
    ("template", "spot", "words"),
    [
        ("code -g {file}:{line}", LINE, ["code", "-g", "/docs/a.md:7"]),
        ("kate -l {line} {file}", LINE, ["kate", "-l", "7", "/docs/a.md"]),
        ("gedit +{line} {file}", LINE, ["gedit", "+7", "/docs/a.md"]),
        ("evince --page-index={page} {file}", PAGE, ["evince", "--page-index=3", "/docs/a.md"]),
        ("firefox {url}#page={page}", PAGE, ["firefox", "file:///docs/a.md#page=3"]),
        ('"my editor" {file}', ANY, ["my editor", "/docs/a.md"]),
    ],
)
def test_commands_are_filled_in(template: str, spot: Spot, words: list[str]) -> None:
    assert command_of(template, Path("/docs/a.md"), spot) == words


def test_a_files_name_is_one_word_and_is_not_filled_in_again() -> None:
    name = Path("/docs/a b;$(touch x){line} {page}.md")
    assert command_of("code -g {file}:{line}", name, LINE) == ["code", "-g", f"{name}:7"]


@pytest.mark.parametrize("template", ["code", "{file}", "code {line}", 'code "{file}', " ", "{file} {file}"])
def test_commands_that_cannot_be_used_are_refused(template: str) -> None:
    with pytest.raises(ExplorerError, match="command"):
        command_of(template, Path("/docs/a.md"), LINE)


@pytest.mark.parametrize(
    "template",
    [
        "sh {file}",
        'bash -c "less {file}"',
        "/usr/bin/env {file}",
        "python3.11 -i {file}",
        r"C:\\\\x\\\\PowerShell.exe {file}",
    ],
)
def test_a_command_that_would_run_the_file_or_its_name_is_refused(template: str) -> None:
    with pytest.raises(ExplorerError, match="would run the file"):
        command_of(template, Path("/docs/a.md"), LINE)


@pytest.mark.parametrize(
    "template", ["env LANG=C code {file}", "python -m idlelib {file}", "java -jar jedit.jar {file}"]
)
def test_an_editor_may_be_started_by_another_program(template: str) -> None:
    assert command_of(template, Path("/docs/a.md"), LINE)[-1] == str(Path("/docs/a.md"))


@pytest.mark.parametrize(
    ("template", "fitting"),
    [
        ("", [False, False, False]),
        ("code -g {file}:{line}", [True, False, False]),
        ("evince --page-index={page} {file}", [False, True, False]),
        ("open {file}", [True, True, True]),
    ],
)
def test_a_command_is_asked_for_what_it_is_for(template: str, fitting: list[bool]) -> None:
    assert [fits(template, spot) for spot in (LINE, PAGE, ANY)] == fitting


def test_without_a_command_the_desktop_opens_the_file(library: Path) -> None:
    desktop = Desktop()
    open_outside(str(library), LINE, "", desktop.start, desktop.show)
    assert (desktop.shown, desktop.started) == ([str(library / "a.md")], [])


def test_what_the_desktop_cannot_open_is_said(library: Path) -> None:
    with pytest.raises(ExplorerError, match="No program opens"):
        open_outside(str(library), LINE, "", Desktop().start, Desktop(shows=False).show)


def test_an_editor_that_is_not_there_is_said(library: Path) -> None:
    with pytest.raises(ExplorerError, match="cannot be started"):
        open_outside(str(library), LINE, "no-such-editor {file}", Desktop().start, Desktop().show)


def tool(folder: Path, name: str, words: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{words}\n")
    path.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="uses small shell programs")
def test_the_desktops_pdf_viewer_is_asked_for_the_page(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    tool(tools, "xdg-mime", "echo org.gnome.Evince.desktop")
    tool(tools, "evince", "exit 0")
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}/usr/bin{os.pathsep}/bin")
    desktop = Desktop()
    open_outside(str(library), PAGE, EDITORS[0][1], desktop.start, desktop.show)
    assert desktop.started == [["evince", "--page-index=3", str(library / "a.pdf")]]
    assert not desktop.shown
    (tools / "evince").unlink()
    assert viewer_of("org.gnome.evince.desktop") == "" or Path("/usr/bin/evince").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="uses small shell programs")
def test_a_program_is_really_started(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    said = tmp_path / "said"
    tool(tools, "editor", f'printf "%s|" "$@" > {said}.new && mv {said}.new {said}')
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}/usr/bin{os.pathsep}/bin")
    open_outside(str(library), Spot("a b;$(touch x).md", line=2), "editor +{line} {file}")
    qtbot.waitUntil(said.exists, timeout=10_000)
    assert said.read_text() == f"+2|{library / 'a b;$(touch x).md'}|"
