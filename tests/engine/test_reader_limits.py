"""What a document may become, and what a reader may write, is bounded beside memory and time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.core.errors import UnreadableDocumentError
from explorer.engine.log import LOG, VARIABLE
from explorer.engine.reader import Limits
from explorer.engine.reader_pool import MOST_ANSWER
from explorer.engine.readers import Readers
from tests.support.hostile_files import one_page

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX systems")


@pytest.fixture
def plans(tmp_path: Path) -> Path:
    path = tmp_path / "plans.md"
    path.write_text("# Plans\n\nIt costs 25 dollars.\n" * 200, "utf-8")
    return path


@pytest.fixture
def logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have the log of this process written below `tmp_path`."""
    monkeypatch.setenv(VARIABLE, "facts")
    LOG.place(str(tmp_path / "store"))
    yield tmp_path / "store" / "log" / "chunk-explorer.log"
    LOG.place()


def test_a_document_that_becomes_too_much_is_refused_and_the_reader_goes_on(plans: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.md"
    small.write_text("# Small\n", "utf-8")
    with Readers(Limits(answer=8_000), count=1) as readers:
        with pytest.raises(UnreadableDocumentError, match=r"plans\.md holds too much for one document: 0 MB"):
            readers.read(plans, "plans.md")
        pids = readers.pids
        assert readers.read(small, "small.md").title == "Small"
        assert readers.pids == pids


def test_the_bound_lies_below_what_the_engine_takes() -> None:
    assert Limits().answer < MOST_ANSWER


@unix_only
def test_a_picture_may_not_fill_the_disk(tmp_path: Path) -> None:
    path, target = tmp_path / "a.pdf", tmp_path / "a.png"
    path.write_bytes(one_page())
    with Readers(Limits(file=500), count=1) as readers, pytest.raises(UnreadableDocumentError):
        readers.draw_page(path, 1, 2.0, target)
    assert not target.exists()


@unix_only
def test_memory_is_a_share_of_what_the_machine_has() -> None:
    assert 2 * 1024**3 <= Limits().memory <= 4 * 1024**3


def test_what_takes_too_long_is_logged_without_its_name(tmp_path: Path, logged: Path) -> None:
    path = tmp_path / "private.pdf"
    path.write_bytes(one_page())
    with Readers(Limits(wall_seconds=0.01), count=1) as readers, pytest.raises(UnreadableDocumentError):
        readers.read(path, "private.pdf")
    assert "reader stopped" in logged.read_text("utf-8")
    assert "private" not in logged.read_text("utf-8")
