"""The quality tester's walk, by mouse and keys on a real engine: draw a sample, judge it, report on it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from explorer.ui.settings import Settings
from tests.support.small_library import DOCUMENTS, write_documents
from tests.support.walking import Walk, rows_seen, seen, shows_colour, walking

SIZE, SEED = 5, 7


@pytest.fixture(scope="module")
def walk(
    qapp: QApplication, show_active: Callable[[QWidget], None], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Walk]:
    folder = tmp_path_factory.mktemp("qa") / "Handbooks"
    write_documents(folder, DOCUMENTS)
    with walking(show_active, tmp_path_factory.mktemp("qa-store"), Settings(theme="dark")) as made:
        made.open_new(folder, lambda: made.press("Ctrl+O"), "5 documents to read")
        yield made


def test_a_sample_is_drawn_judged_and_reported(walk: Walk, tmp_path: Path) -> None:
    window = walk.window
    sample = window.audit_tabs.sample
    walk.click_tab("Sample")
    assert "draw a sample, then judge each chunk with one key" in seen(sample)
    for field, value in ((sample.size_box, str(SIZE)), (sample.seed, str(SEED)), (sample.judge, "Ana")):
        walk.click(field)
        walk.press("Ctrl+A")
        walk.type(value)
    walk.click(sample.draw_button)
    walk.until_seen(f"no. 1 · 0 of {SIZE} judged", sample)
    walk.until(lambda: window.session.chunk, "the chunk's place")

    # One key a chunk; the chunk judged is the one that the other panes show.
    keys = ("1", "3", "1", "2")
    for number, key in enumerate(keys, start=1):
        chunk = window.session.chunk
        assert chunk is not None
        words = chunk.item.chunk.text.split("\n")[0][:40]
        assert words in seen(sample.judging.card)
        assert words in seen(window.chunks)
        walk.press(key)
        walk.until_seen(f"no. {number + 1} · {number} of {SIZE} judged", sample)
        walk.until(lambda before=chunk: window.session.chunk not in (None, before), "the next chunk")

    # The last one is taken back, and judged otherwise.
    walk.press("Left", "U")
    walk.until_seen(f"no. {len(keys)} · {len(keys) - 1} of {SIZE} judged", sample)
    walk.press("1", "4")
    walk.until_seen(f"{SIZE} of {SIZE} judged ✓ complete", sample)

    # The rate stands there with its interval and the number judged.
    first = rows_seen(sample.table)[0][0]
    assert first.startswith("All chunks  2 of 5  40.0 %")
    assert "11.8 – 76.9 %" in seen(sample.table)
    assert shows_colour(sample.table.viewport(), walk.theme.colour("accent"))

    # The sheet of verdicts.
    sheet = tmp_path / "verdicts.csv"
    walk.in_file_dialog(sheet, lambda: walk.click(sample.export_button))
    walk.until(sheet.exists, "the sheet")
    rows = list(csv.DictReader(sheet.read_text("utf-8-sig").splitlines()))
    assert [row["verdict"] for row in rows] == ["right", "says nothing", "right", "right", "wrong cut"]

    # The rates, pasted elsewhere.
    walk.in_menu("error rates", lambda: walk.click(sample.copy_button))
    assert "All chunks\t2 of 5\t40.0 %\t11.8 – 76.9 %" in QGuiApplication.clipboard().text()

    # The library's report.
    report = tmp_path / "report.json"
    walk.press("Ctrl+Shift+W")
    dialog = walk.dialog()
    walk.type("J")
    assert "JSON: everything" in seen(dialog)
    walk.in_file_dialog(report, lambda: walk.press("Return"))
    walk.until_seen("The report is written.", window.messages)
    found = json.loads(report.read_text("utf-8"))["findings"]
    assert "H102" in {finding["code"] for finding in found}
