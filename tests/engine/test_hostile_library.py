"""One library that holds every bomb and every odd name: the good documents are indexed, each bad one says why."""

from __future__ import annotations

import os
import resource
import socket
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

from explorer.core.progress import no_progress
from explorer.core.views import DocumentRow
from explorer.engine.digest import MOST_BYTES
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.engine.reader import Limits
from explorer.engine.readers import Readers
from tests.support import hostile_files as hostile

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits, links and names of POSIX systems")

GOOD = "# Plans\n\n## Monthly pass\n\nIt costs 25 dollars and includes unlimited rides.\n"
SECRET = "The words outside of the library"

REFUSED: Mapping[str, str] = {
    "flate-words.pdf": "computing time|memory",
    "forms.pdf": "computing time|memory",
    "objects.pdf": "no pages",
    "pages.pdf": "pages",
    "page-tree.pdf": "pages",
    "deep": "no chunks",
    "entities.epub": "not well-formed",
    "entities.docx": "document type",
    "parts.docx": "unpacks to more",
    "huge.md": "GB",
}
"""What cannot be read, and words of the sentence that says why."""

READ = (
    "image.pdf", "page.pdf", "tags.pdf", "outline-circle.pdf", "xref.pdf", "script.pdf", "deep.html", "spans.html",
    "elsewhere.html", "elsewhere.md", "nested.md", "lists.md", "aliases.md", "yaml.md", "substitutions.rst",
    "elsewhere.rst", "includes.epub", "deep.docx", "tables.docx", "attributes.docx", "elsewhere.docx",
)  # fmt: skip
"""What is read in spite of what it tries."""

SMALLER = {
    "flate-words.pdf": partial(hostile.pdf_flate_words, 128),
    "image.pdf": partial(hostile.pdf_huge_image, 60_000),
    "tags.pdf": partial(hostile.pdf_deep_tags, 3_000),
    "deep.html": partial(hostile.html_deep, 20_000),
    "spans.html": partial(hostile.html_spans, 2),
    "nested.md": partial(hostile.markdown_nested, 2_000),
    "lists.md": partial(hostile.markdown_lists, 300),
    "yaml.md": partial(hostile.front_matter_deep, 5_000),
    "deep.docx": partial(hostile.docx_deep, 20_000),
    "tables.docx": partial(hostile.docx_deep_tables, 300),
    "attributes.docx": partial(hostile.docx_attributes, 20_000),
}
"""The same kinds at a size that keeps the test quick."""

NAMES = (
    b"new\nline.md",
    b"car\rriage\ttab.md",
    "\u202egnp.exe\u202c.md".encode(),
    "\u2066isolated\u2069.md".encode(),
    b"caf\xe9.md",
    b"n" * 252 + b".md",
    b"-rf.md",
    b"quote'\"$(echo).md",
    b"<img src=x>.md",
    "\u1e9b\u0323.md".encode(),
)


def _fill(root: Path, outside: Path) -> None:
    for name in (*REFUSED, *READ):
        if name != "huge.md":
            file = "deep.chunks" if name == "deep" else name
            made = SMALLER.get(file) or hostile.HOSTILE[file]
            (root / file).write_bytes(made())
    with (root / "huge.md").open("wb") as sparse:
        sparse.truncate(MOST_BYTES + 1)
    for raw in NAMES:
        Path(os.fsdecode(os.fsencode(root) + b"/" + raw)).write_text(GOOD.replace("25", str(len(raw))), "utf-8")
    outside.mkdir()
    (outside / "secret.md").write_text(f"# Secret\n\n{SECRET}.\n", "utf-8")
    (root / "out.md").symlink_to(outside / "secret.md")
    (root / "out").symlink_to(outside)
    (root / "loop").symlink_to(root)
    (root / "self.md").symlink_to("self.md")
    (root / "zero.md").symlink_to("/dev/zero")
    os.mkfifo(root / "pipe.md")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(root / "socket.md"))


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, DocumentRow]:
    """Index the library once and return its documents by name."""
    base = tmp_path_factory.mktemp("hostile")
    root = base / "library"
    root.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        # A name for a socket may have a hundred bytes only.
        patch.chdir(base)
        _fill(root, base / "outside")
        limits = Limits(memory=2 * 1024**3, cpu_seconds=4)
        patch.setattr("explorer.engine.opened.Readers", partial(Readers, limits))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        library = Library.open(root, Options(store=str(base / "store")))
        try:
            for _ in library.refresh(no_progress):
                pass
            found = {row.name: row for row in library.info().documents}
            _, views = library.chunks("", "", None, 0, 1_000_000)
            texts = " ".join(view.item.chunk.text for view in views)
        finally:
            library.close()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 1_500_000, f"the engine grew by {grown // 1000} MB"
    assert SECRET not in texts
    assert "root:" not in texts
    assert "haha" not in texts
    return found


@pytest.mark.parametrize(("name", "words"), REFUSED.items())
def test_what_cannot_be_read_says_why(rows: Mapping[str, DocumentRow], name: str, words: str) -> None:
    row = rows[name]
    assert row.error.rstrip().endswith((".", "`", ")"))
    assert any(word in row.error for word in words.split("|")), row.error
    assert row.chunks == 0


@pytest.mark.parametrize("name", READ)
def test_what_only_tries_is_read(rows: Mapping[str, DocumentRow], name: str) -> None:
    assert rows[name].error == ""


def test_every_odd_name_is_a_document_of_its_own(rows: Mapping[str, DocumentRow]) -> None:
    assert len(rows) == len(REFUSED) + len(READ) + len(NAMES)
    odd = [row for name, row in rows.items() if name not in REFUSED and name not in READ]
    assert len(odd) == len(NAMES)
    assert all(row.chunks and not row.error for row in odd)
