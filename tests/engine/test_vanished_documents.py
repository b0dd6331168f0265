"""What cannot be seen is not gone: an empty mount point, a folder that is not listed, a file between two looks."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.core.views import LibraryInfo
from explorer.engine.departed import departure
from explorer.engine.embedder import Embedder
from explorer.engine.library import Library
from explorer.engine.readers import Readers
from explorer.engine.scanning import Found, Listing, scan
from tests.support.small_library import DOCUMENTS, PLANS, refresh, write_documents

Opener = Callable[..., Library]


def vectors(library: Library) -> int:
    return library.opened.catalogue.number("SELECT count(*) FROM vector")


def empty(folder: Path) -> None:
    for path in folder.rglob("*.md"):
        path.unlink()


def listing(*names: str, **others: Any) -> Listing:
    return Listing([Found(name, Path(name), 1, 1) for name in names], **others)


TEN = [f"{number}.md" for number in range(10)]
TWENTY = [f"{number}.md" for number in range(20)]


@pytest.mark.parametrize(
    ("known", "found", "leave", "held"),
    [
        (TEN, listing(), 0, 10),
        (["a.md"], listing(), 0, 1),
        (TEN, listing("0.md"), 9, 0),
        (TWENTY, listing("0.md"), 0, 19),
        (TEN, listing(*(f"moved/{name}" for name in TEN)), 10, 0),
        (TEN, listing(left_out=set(TEN)), 10, 0),
        (TEN, listing(unlisted=dict.fromkeys(TEN[1:], "")), 0, 1),
        (["s/a.md", "s/b.md", "c.md", "d.md"], listing("c.md", unlisted={"s/": ""}), 1, 0),
        (["s/a.md", "t.md"], listing("t.md", unlisted={"s": ""}), 1, 0),
        ([], listing(), 0, 0),
    ],
)
def test_what_leaves_and_what_is_held_back(known: list[str], found: Listing, leave: int, held: int) -> None:
    present = {each.name for each in found.files}
    sorted_out = departure(known, present, found, agreed=False)
    assert (len(sorted_out.leave), len(sorted_out.held)) == (leave, held)
    agreed = departure(known, present, found, agreed=True)
    assert (len(agreed.leave), len(agreed.held)) == (leave + held, 0)


def test_an_empty_folder_keeps_everything_until_the_user_agrees(
    copied: tuple[Path, Path], open_library: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = copied
    library = open_library(*copied)
    before: LibraryInfo = library.info()
    kept = vectors(library)
    empty(folder)
    refresh(library)
    held = library.info()
    assert held.vanished == len(before.documents) == 5
    assert held.documents == before.documents
    assert held.indexed
    assert vectors(library) == kept
    # Connected again, nothing is encoded: the documents are known by their content.
    write_documents(folder, DOCUMENTS)
    monkeypatch.setattr(Embedder, "encode_documents", None)
    refresh(library)
    assert library.info().vanished == 0
    assert len(library.info().documents) == 5
    empty(folder)
    refresh(library, may_empty=True)
    assert library.info().documents == ()
    assert library.info().vanished == 0
    assert vectors(library) == 0


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> set[Path]:
    """Return the folders that the system does not list: root may list all, so the system call's answer is replaced."""
    folders: set[Path] = set()
    scandir = os.scandir

    def refusing(path: Any) -> Any:
        if Path(path) in folders:
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr("explorer.engine.scanning.os.scandir", refusing)
    return folders


def test_a_folder_that_is_not_listed_keeps_its_documents_and_is_a_finding(
    copied: tuple[Path, Path], open_library: Opener, closed: set[Path]
) -> None:
    library = open_library(*copied)
    refresh(library)
    before = {row.name for row in library.info().documents}
    closed.add(copied[0] / "insurer")
    refresh(library)
    assert {row.name for row in library.info().documents} == before
    found = library.findings("", ["D305"], 0, 10)[1]
    assert [(each.document, "cannot be listed: Permission denied." in each.reason) for each in found] == [
        ("insurer/", True)
    ]
    revision = library.info().revision
    refresh(library)
    assert library.info().revision == revision
    closed.clear()
    refresh(library)
    assert library.findings("", ["D305"], 0, 10)[0] == 0


def test_same_size_and_time_but_other_words_is_noticed(copied: tuple[Path, Path], open_library: Opener) -> None:
    """A clock that was set back, or a program that restores the time, hides a change from size and time alone."""
    path = copied[0] / "plans.md"
    library = open_library(*copied)
    os.utime(path, ns=(1_000_000_000, 1_000_000_000))
    refresh(library)
    path.write_text(PLANS.replace("12 dollars", "99 dollars"), encoding="utf-8")
    os.utime(path, ns=(1_000_000_000, 1_000_000_000))
    refresh(library)
    assert "99 dollars" in library.chunk("plans.md", 2).item.chunk.text


def test_a_file_changed_during_the_scan_is_looked_at_again(copied: tuple[Path, Path], open_library: Opener) -> None:
    library = open_library(*copied)
    (copied[0] / "plans.md").write_text(PLANS.replace("12 dollars", "98 dollars"), encoding="utf-8")
    refresh(library)
    assert library.opened.catalogue.number("SELECT mtime_ns FROM document WHERE name = 'plans.md'") == -1


def test_a_file_deleted_before_it_is_read_leaves_nothing_case_104(
    copied: tuple[Path, Path], open_library: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = copied
    write_documents(folder, {"new.md": "# New\n\nWords.\n", "later.md": "# Later\n\nWords.\n", "plans.md": "# Other\n"})
    library = open_library(*copied)
    read_in_steps = Readers.read_in_steps

    def deleting(self: Readers, items: Any) -> Any:
        (folder / "new.md").unlink()
        pairs = list(items)
        for name in ("later.md", "plans.md"):
            (folder / name).unlink()
        return read_in_steps(self, pairs)

    monkeypatch.setattr(Readers, "read_in_steps", deleting)
    refresh(library)
    info = library.info()
    assert {row.name for row in info.documents} == {
        "insurer/handbook-v6.md", "insurer/handbook-v7.md", "repeat.md", "office/office.md",
    }  # fmt: skip
    assert [row.error for row in info.documents] == [""] * 4
    assert library.opened.catalogue.number("SELECT count(*) FROM reading") == 0


REPLACE = """
import itertools, os, sys
for number in itertools.count():
    version = "AB"[number % 2]
    with open(sys.argv[1], "w") as file:
        for line in range(60):
            file.write(f"## {version} {line}\\n\\nversion {version} line {line}\\n\\n")
    if number % 7 == 0:
        os.remove(sys.argv[1])
"""


def test_a_file_replaced_in_a_loop_is_one_of_its_versions_case_104(tmp_path: Path, open_library: Opener) -> None:
    path = tmp_path / "docs" / "doc.md"
    write_documents(tmp_path / "docs", {"still.md": "# Still\n\nIt stands.\n"})
    library = open_library(tmp_path / "docs", tmp_path / "store")
    process = subprocess.Popen([sys.executable, "-c", REPLACE, str(path)])
    try:
        for _ in range(3):
            list(_until_read(library))
    finally:
        process.kill()
        process.wait()
    whole = "".join(f"## A {number}\n\nversion A line {number}\n\n" for number in range(40))
    path.write_text(whole, encoding="utf-8")
    refresh(library)
    texts = [view.item.chunk.text for view in library.chunks("", "doc.md", None, 0, 1000)[1]]
    assert texts == [f"version A line {number}" for number in range(40)]


def _until_read(library: Library) -> Iterator[str]:
    """Refresh until documents are read, and look at what was stored of the file that is being replaced."""
    for stage in library.refresh(lambda *_: None):
        if stage == "prepared":
            break
        yield stage
    total, views = library.chunks("", "doc.md", None, 0, 5000)
    kinds = {view.item.chunk.text.split()[1] for view in views}
    assert len(kinds) <= 1, (total, kinds)
    assert {row.name for row in library.info().documents if not row.error} >= {"still.md"}


def test_names_of_the_scan_have_the_system_s_facts(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A")
    (found,) = scan(tmp_path)
    facts = (tmp_path / "a.md").stat()
    assert (found.size, found.mtime_ns) == (facts.st_size, facts.st_mtime_ns)
    if sys.platform != "win32":
        assert (found.changed_ns, found.inode) == (facts.st_ctime_ns, facts.st_ino)
