"""All that the window writes: never a document of the library, with the ending that was meant, and never unasked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui.file_saver import FileSaver, keep_apart
from explorer.ui.main_window import MainWindow
from explorer.ui.picture_actions import PictureActions
from explorer.ui.report_dialog import ReportDialog
from explorer.ui.session import Session
from explorer.ui.table_parts import RowTable
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("", "docs", "mini", "path", 254, 1, documents=(DocumentRow("plans.md", "Plans", "md"),))
MINE = "# Plans\n"
Told = list[tuple[str, str]]


class Saving:
    """A part of a window whose library holds `plans.md`; `out` is a folder beside it."""

    def __init__(self, qtbot: QtBot, folder: Path, endings: tuple[str, ...]) -> None:
        self.library, self.out = folder / "docs", folder / "out"
        for each in (self.library, self.out):
            each.mkdir()
        self.document = self.library / "plans.md"
        self.document.write_text(MINE)
        window, part = QWidget(), QWidget()
        qtbot.addWidget(window)
        part.setParent(window)
        self.window = window
        keep_apart(window, str(self.library))
        self.saver = FileSaver(part, endings)
        self.told: Told = []
        self.saver.failed.connect(lambda title, detail: self.told.append((title, detail)))


@pytest.fixture
def saving(qtbot: QtBot, tmp_path: Path) -> Saving:
    return Saving(qtbot, tmp_path, (".csv", ".json", ".md"))


def typed(monkeypatch: pytest.MonkeyPatch, path: Path, kind: str = "") -> None:
    """Let the dialog for files return what a user typed and the kind that was chosen."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), kind))


def answer(words: str) -> list[str]:
    """Press the button that says some words in the question that comes."""
    asked: list[str] = []

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        next(button for button in box.buttons() if words in button.text().replace("&", "")).click()

    QTimer.singleShot(0, press)
    return asked


@pytest.mark.parametrize(
    ("name", "kind", "written"),
    [
        ("a.csv", "", "a.csv"),
        ("a.JSON", "CSV for spreadsheets (*.csv)", "a.JSON"),
        ("a", "JSON (*.json)", "a.json"),
        ("report v1.2", "", "report v1.2.csv"),
        ("report v1.2", "Markdown (*.md)", "report v1.2.md"),
    ],
)
def test_an_ending_counts_when_it_is_one_that_can_be_written(
    saving: Saving, monkeypatch: pytest.MonkeyPatch, name: str, kind: str, written: str
) -> None:
    typed(monkeypatch, saving.out / name, kind)
    assert saving.saver.ask("Export", "table") == saving.out / written


@pytest.mark.parametrize("name", ["a.tsv", "a.jsonl", "a.html", "a.PNG"])
def test_another_kinds_ending_is_refused_with_those_that_are_offered(
    saving: Saving, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    typed(monkeypatch, saving.out / name)
    assert saving.saver.ask("Export", "table") is None
    ((title, detail),) = saving.told
    assert "cannot be written as" in title
    assert all(ending in detail for ending in (".csv", ".json", ".md"))
    assert not saving.saver.write(saving.out / name, lambda _: "text")
    assert list(saving.out.iterdir()) == []


@pytest.mark.parametrize(("pressed", "expected"), [("Cancel", False), ("Replace", True)])
def test_a_file_that_was_not_typed_is_replaced_only_after_a_question(
    saving: Saving, monkeypatch: pytest.MonkeyPatch, pressed: str, expected: bool
) -> None:
    there = saving.out / "findings.csv"
    there.write_text("precious")
    typed(monkeypatch, saving.out / "findings")
    asked = answer(pressed)
    assert (saving.saver.ask("Export", "table") == there) is expected
    assert asked == ["There is a file findings.csv."]
    typed(monkeypatch, there)
    assert saving.saver.ask("Export", "table") == there, "the dialog has asked already"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_device_is_refused_and_no_file_beside_it_is_written(saving: Saving) -> None:
    (saving.out / "full").symlink_to("/dev/full")
    for write in (saving.saver.named, lambda path: saving.saver.write(path, lambda _: "text") or None):
        assert write(saving.out / "full") is None
    assert [title for title, _ in saving.told] == ["full cannot be written."] * 2
    assert [path.name for path in saving.out.iterdir()] == ["full"]


def test_csv_gets_the_mark_and_names_that_are_no_text_are_written(saving: Saving) -> None:
    assert saving.saver.write(saving.out / "a.csv", lambda _: "a\udcff,ü\n")
    assert (saving.out / "a.csv").read_bytes() == "\ufeffa\\udcff,ü\n".encode()
    assert saving.saver.write(saving.out / "a.json", json.dumps)
    assert (saving.out / "a.json").read_bytes() == b'".json"'


def test_no_document_is_written_until_the_library_is_closed(saving: Saving) -> None:
    assert not saving.saver.write(saving.document, lambda _: "new")
    assert saving.document.read_text() == MINE
    assert "be read as one of its documents" in saving.told[0][0]
    keep_apart(saving.window, "")
    assert saving.saver.write(saving.document, lambda _: "new")


# ------------------------------------------------------------------------------------------ the whole window


@pytest.fixture
def window(qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, tmp_path: Path) -> MainWindow:
    made = MainWindow(session, theme)
    qtbot.addWidget(made)
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "plans.md").write_text(MINE)
    session.open_library(str(docs))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=replace(INFO, folder=str(docs))))
    return made


Write = Callable[[Path], object]


def writers(window: MainWindow, theme: Theme) -> dict[str, Write]:
    """Return what writes files itself in a window, by its name."""
    audit, retrieval = window.audit_tabs, window.retrieval_tabs
    found: dict[str, Write] = {
        "findings": window.findings.write,
        "mends": audit.mends.write,
        "twins": audit.twins.write,
        "sample": lambda path: audit.sample.export(str(path)),
    }
    for table in window.findChildren(RowTable):
        found[f"table {table.accessibleName()}"] = table.write
    for picture in window.findChildren(PictureActions):
        found[f"picture {len(found)}"] = picture.write
    found["picture of a panel"] = PictureActions(retrieval.compare, theme, "a").write
    return found


def test_nothing_of_a_window_writes_over_a_document(window: MainWindow, theme: Theme, tmp_path: Path) -> None:
    documents = [tmp_path / "docs" / name for name in ("plans.md", "new.md", "new.html", "new.txt")]
    found = writers(window, theme)
    assert len(found) > 15
    for name, write in found.items():
        for path in documents:
            write(path)
            assert (path.read_text() == MINE) if path.name == "plans.md" else not path.exists(), name
        write(tmp_path / f"{'n' * 300}.csv")
    assert len(list(tmp_path.iterdir())) == 1


def test_charts_and_tables_tell_what_cannot_be_written(window: MainWindow, theme: Theme, tmp_path: Path) -> None:
    for name, write in writers(window, theme).items():
        window.messages.clear()
        write(tmp_path / "none" / "a.png" if "picture" in name else tmp_path / "none" / "a.csv")
        assert window.messages.shown or name == "picture of a panel", name


@pytest.mark.parametrize(
    ("form", "name", "expected"),
    [
        ("html", "report v1.2", ("report v1.2.html", "html")),
        ("html", "report.csv", ("report.csv", "csv")),
        ("csv", "report.TXT", ("report.TXT", "text")),
        ("html", "report.md", None),
    ],
)
def test_a_reports_name_says_its_format(qtbot: QtBot, form: str, name: str, expected: tuple[str, str] | None) -> None:
    dialog = ReportDialog("docs")
    qtbot.addWidget(dialog)
    dialog.format.setCurrentIndex(dialog.format.findData(form))
    asked: list[tuple[str, str]] = []
    dialog.report_wanted.connect(lambda path, form, _: asked.append((Path(path).name, form)))
    dialog.want(f"/x/{name}")
    assert asked == ([expected] if expected else [])
    assert dialog.trouble.isVisibleTo(dialog) is (expected is None)


def test_chunks_are_written_as_their_name_says(window: MainWindow, engine: RecordingEngine) -> None:
    for name in ("a", "a.md", "v1.2", "a.CSV"):
        window.chunks.export(f"/x/{name}", "jsonl", chosen_only=False)
    asked = [(Path(each.path).name, each.format) for each in engine.all(protocol.ExportChunks)]
    assert asked == [("a.jsonl", "jsonl"), ("a.md", "markdown"), ("v1.2.jsonl", "jsonl"), ("a.CSV", "csv")]
    assert not window.messages.shown
    window.chunks.export("/x/a.json", "jsonl", chosen_only=False)
    assert len(engine.all(protocol.ExportChunks)) == len(asked)
    assert ".jsonl" in window.messages.shown[0][1]


def test_a_picture_is_whole(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    drawn = QLabel("words")
    qtbot.addWidget(drawn)
    drawn.resize(20, 20)
    PictureActions(drawn, theme, "a").write(tmp_path / "v1.2")
    assert (tmp_path / "v1.2.svg").read_text().rstrip().endswith("</svg>")
