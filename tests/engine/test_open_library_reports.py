"""Reports of an open library: the same as the command's, whole or not at all, and never among the documents."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.core.progress import no_progress
from explorer.engine import audit_jobs, pipeline
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.engine.reporting import FORMATS, rendered, report_of

Opener = Callable[..., Library]


@pytest.fixture
def library(copied: tuple[Path, Path], open_library: Opener) -> Library:
    opened = open_library(*copied)
    for _ in opened.refresh(no_progress):
        pass
    return opened


def written(library: Library, path: Path, form: str, *, with_text: bool = True) -> str:
    library.write_report(path, form, with_text=with_text)
    return path.read_bytes().decode()


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_says_what_the_command_says_of_the_folder(library: Library, tmp_path: Path, form: str) -> None:
    folder, options = Path(library.info().folder), library.options
    audit = pipeline.audit_folder(folder, Options(store=options.store), no_progress)
    expected = rendered(report_of(audit, folder), form)
    found = written(library, tmp_path / f"audit.{form}", form).removeprefix("\ufeff")
    if form == "json":
        assert json.loads(found) == json.loads(expected)
    else:
        assert found == expected


def test_a_report_has_every_finding_and_their_lines(library: Library, tmp_path: Path) -> None:
    total, _, counts = library.findings("", (), 0, 1)
    rows = list(
        csv.DictReader(io.StringIO(written(library, tmp_path / "a.csv", "csv").removeprefix("\ufeff"), newline=""))
    )
    assert len(rows) == total == sum(counts.values()) > 0
    (overview,) = [row for row in rows if row["code"] == "H102"]
    assert (overview["document"], overview["line"]) == ("office/office.md", "3")


def test_a_report_without_words_has_none_of_the_documents(library: Library, tmp_path: Path) -> None:
    whole = written(library, tmp_path / "a.csv", "csv")
    bare = written(library, tmp_path / "b.csv", "csv", with_text=False)
    assert ",Overview," in whole
    assert ",Overview," not in bare
    assert len(bare.splitlines()) == len(whole.splitlines())


def test_a_report_among_the_documents_is_refused(library: Library) -> None:
    folder = Path(library.info().folder)
    for name in ("report.html", "office/report.txt", "plans.md"):
        before = (folder / name).read_bytes() if (folder / name).exists() else None
        with pytest.raises(ExplorerError, match="read as one of its documents"):
            library.write_report(folder / name, "text", with_text=True)
        assert ((folder / name).read_bytes() if (folder / name).exists() else None) == before
    written(library, folder / "report.sarif", "sarif")


def test_a_report_that_cannot_be_written_leaves_the_old_one(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "audit.html"
    path.write_text("the old one", "utf-8")
    with pytest.raises(ExplorerError, match="no report format 'pdf'"):
        library.write_report(path, "pdf", with_text=True)
    assert path.read_text("utf-8") == "the old one"
    with pytest.raises(ExplorerError, match="cannot be written"):
        library.write_report(tmp_path / "nowhere" / "a.html", "html", with_text=True)
    with pytest.raises(ExplorerError, match="cannot be written"):
        library.write_report(tmp_path, "html", with_text=True)


def test_a_report_has_the_permissions_of_a_new_file(library: Library, tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        written(library, tmp_path / "a.txt", "text")
        assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o640
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(mask)


def test_a_link_to_a_report_stays_a_link(library: Library, tmp_path: Path) -> None:
    target, link = tmp_path / "real.txt", tmp_path / "link.txt"
    target.write_text("the old one", "utf-8")
    link.symlink_to(target)
    written(library, link, "text")
    assert link.is_symlink()
    assert target.read_text("utf-8") != "the old one"


def test_a_library_that_was_never_read_has_no_report(tmp_path: Path, open_library: Opener) -> None:
    (tmp_path / "empty").mkdir()
    opened = open_library(tmp_path / "empty", tmp_path / "store")
    with pytest.raises(ExplorerError, match="not been read yet"):
        opened.write_report(tmp_path / "a.html", "html", with_text=True)


def test_the_engine_answers_with_the_file(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "audit.json"
    request = protocol.WriteReport(id=7, path=str(path), format="json")
    assert audit_jobs.ANSWERS[type(request)](request, library) == protocol.ReportWritten(id=7, path=str(path))
    assert json.loads(path.read_text("utf-8"))["findings"]
