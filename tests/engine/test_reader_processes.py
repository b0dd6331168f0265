"""Reader processes: what a file does to its reader costs that file only, and no process is left behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import ParsedDocument
from explorer.engine.reader import Limits, Read, encode_path, read_bytes
from explorer.engine.readers import MOST_READERS, Readers, reader_count

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="limits and signals are Unix's")
# Half a minute of parsing on any machine: no test waits for its end.
SLOW = "".join(f"## Heading {number} *with* `marks`\n\nText [of](x) it.\n\n" for number in range(200_000))


@pytest.fixture
def readers() -> Iterator[Readers]:
    with Readers(count=2) as made:
        yield made


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    return write(tmp_path / "slow.md", SLOW)


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def soon(readers: Readers, act: Callable[[int], None]) -> threading.Thread:
    """Do something to the first reader process a moment after it has started."""

    def wait_and_act() -> None:
        while not readers.pids:
            time.sleep(0.01)
        pid = readers.pids[0]
        time.sleep(0.5)
        act(pid)

    thread = threading.Thread(target=wait_and_act)
    thread.start()
    return thread


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_document_comes_back_whole(readers: Readers, tmp_path: Path) -> None:
    path = write(tmp_path / "plans.md", "# Plans\n\n- one\n- two\n\n| a |\n|---|\n| 1 |\n")
    document = readers.read(path, "sub/plans.md")
    assert (document.name, document.title) == ("sub/plans.md", "Plans")
    assert [block.kind for block in document.blocks] == ["heading", "list", "list", "table"]
    assert document.blocks[0].runs[0].exact


def test_name_that_is_not_utf8(readers: Readers, tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/caf\xe9.md"
    try:
        Path(os.fsdecode(raw)).write_text("# Menu\n", "utf-8")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    document = readers.read(Path(os.fsdecode(raw)), os.fsdecode(b"caf\xe9.md"))
    assert os.fsencode(document.name) == b"caf\xe9.md"


@unix_only
@pytest.mark.parametrize(
    ("number", "words"), [(signal.SIGKILL, "killed"), (signal.SIGABRT, "SIGABRT"), (signal.SIGSEGV, "SIGSEGV")]
)
def test_killed_reader_costs_one_document(
    readers: Readers, tmp_path: Path, slow: Path, number: signal.Signals, words: str
) -> None:
    thread = soon(readers, lambda pid: os.kill(pid, number))
    with pytest.raises(UnreadableDocumentError, match=f"The reader stopped: .*{words}"):
        readers.read(slow, "slow.md")
    thread.join()
    assert readers.read(write(tmp_path / "next.md", "# Next\n"), "next.md").title == "Next"


@unix_only
@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(cpu_seconds=1), "more than 1 seconds of computing time"),
        (Limits(memory=300 * 1024**2), "needs more memory"),
        (Limits(wall_seconds=0.5), "took longer than 0.5 seconds"),
    ],
)
def test_limits_end_a_document_not_the_work(tmp_path: Path, slow: Path, limits: Limits, words: str) -> None:
    if limits.memory < Limits().memory:
        slow.write_bytes(b"word " * 80_000_000)
    with Readers(limits) as readers, pytest.raises(UnreadableDocumentError, match=words):
        readers.read(slow, "slow.md")


@unix_only
def test_next_document_after_a_limit(tmp_path: Path, slow: Path) -> None:
    with Readers(Limits(cpu_seconds=2)) as readers:
        small = write(tmp_path / "small.md", "# Small\n")
        results = dict(readers.read_many([(slow, "slow.md"), (small, "small.md"), (small, "again.md")]))
    assert isinstance(results["slow.md"], UnreadableDocumentError)
    assert isinstance(results["small.md"], ParsedDocument)
    assert isinstance(results["again.md"], ParsedDocument)


def test_many_come_in_order_and_unreadable_ones_in_their_place(readers: Readers, tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{number}.md", f"# Number {number}\n" * (1 + number % 5 * 200)) for number in range(30)]
    items = [(path, path.name) for path in paths]
    items[7] = (tmp_path / "missing.md", "missing.md")
    results = list(readers.read_many(iter(items)))
    assert [name for name, _ in results] == [name for _, name in items]
    assert [name for name, result in results if isinstance(result, UnreadableDocumentError)] == ["missing.md"]
    assert len(readers.pids) == 2


@pytest.mark.parametrize(("cores", "count"), [(1, 1), (3, 3), (64, MOST_READERS)])
def test_there_is_a_reader_for_each_core_up_to_a_bound(monkeypatch: pytest.MonkeyPatch, cores: int, count: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(cores)), raising=False)
    assert reader_count() == count


def test_three_readers_work_where_there_are_three_cores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(3)), raising=False)
    paths = [write(tmp_path / f"{number}.md", "# A\n" * 200) for number in range(9)]
    with Readers() as readers:
        assert [name for name, _ in readers.read_many((path, path.name) for path in paths)] == [
            path.name for path in paths
        ]
        assert len(readers.pids) == 3


def test_reading_ahead_is_bounded(readers: Readers, tmp_path: Path) -> None:
    path = write(tmp_path / "a.md", "# A\n")
    taken: list[int] = []

    def items() -> Iterator[tuple[Path, str]]:
        for number in range(100):
            taken.append(number)
            yield path, f"{number}.md"

    results = readers.read_many(items())
    next(results)
    assert len(taken) <= 10
    results.close()
    assert len(taken) <= 10


def test_closing_midway_frees_the_readers(readers: Readers, tmp_path: Path, slow: Path) -> None:
    small = write(tmp_path / "small.md", "# Small\n")
    results = readers.read_many([(small, "small.md"), (slow, "slow.md"), (slow, "slower.md")])
    assert next(results)[0] == "small.md"
    results.close()
    assert [name for name, _ in readers.read_many([(small, "x.md"), (small, "y.md")])] == ["x.md", "y.md"]


def test_single_document_while_many_are_read(readers: Readers, tmp_path: Path, slow: Path) -> None:
    small = write(tmp_path / "small.md", "# Small\n")
    results = readers.read_many([(small, "first.md"), (slow, "slow.md"), (slow, "slower.md")])
    next(results)
    assert readers.read(small, "wish.md").name == "wish.md"
    results.close()


@unix_only
def test_close_leaves_no_process(tmp_path: Path) -> None:
    path = write(tmp_path / "a.md", "# A\n")
    with Readers() as readers:
        readers.read(path, "a.md")
        list(readers.read_many([(path, "a.md"), (path, "b.md")]))
        pids = readers.pids
        assert len(pids) == 3
    assert all(gone(pid) for pid in pids)
    assert readers.pids == ()


@unix_only
def test_reader_ends_when_its_engine_is_gone(slow: Path) -> None:
    command = [sys.executable, "-m", "explorer", "--reader"]
    request = Read(path=encode_path(slow), name=encode_path("slow.md"), limits=Limits())
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as child:
        assert child.stdin is not None
        child.stdin.write(msgspec.json.encode(request) + b"\n")
        child.stdin.flush()
        time.sleep(0.5)
        child.stdin.close()
        assert child.wait(timeout=20) == 0


def test_file_that_keeps_changing(tmp_path: Path) -> None:
    path = write(tmp_path / "a.md", "# A\n")

    def growing(file: Path) -> bytes:
        data = file.read_bytes()
        file.write_bytes(data + b"more\n")
        return data

    with pytest.raises(UnreadableDocumentError, match="changed while it was being read"):
        read_bytes(path, growing)


def test_file_that_changed_once_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path / "a.md", "# A\n")
    changes = iter([b"# B and more\n"])

    def changing(file: Path) -> bytes:
        data = file.read_bytes()
        for change in changes:
            file.write_bytes(change)
        return data

    assert read_bytes(path, changing) == b"# B and more\n"


@pytest.mark.parametrize("kind", ["folder", "missing", "pipe"])
def test_what_is_no_file(readers: Readers, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.md"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no named pipes here")
        os.mkfifo(path)
    with pytest.raises(UnreadableDocumentError, match=r"x\.md (is not a regular file|could not be opened)"):
        readers.read(path, "x.md")


@pytest.mark.parametrize("suffix", [".md", ".pdf"])
def test_random_bytes_are_refused_in_words(readers: Readers, tmp_path: Path, suffix: str) -> None:
    source = random.Random(7)
    items: list[tuple[Path, str]] = []
    for size in (64, 1000, 20_000, 200_000):
        path = tmp_path / f"random-{size}{suffix}"
        path.write_bytes(source.randbytes(size))
        items.append((path, path.name))
    results = list(readers.read_many(items))
    assert len(results) == len(items)
    for name, result in results:
        assert isinstance(result, UnreadableDocumentError), name
        assert result.title.endswith(".")


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    """A PDF of two pages with a heading and text."""
    import pymupdf

    path = tmp_path / "guide.pdf"
    with pymupdf.open() as document:
        for number in (1, 2):
            page = document.new_page(width=300, height=200)
            page.insert_text((40, 50), f"Chapter {number}", fontsize=20)
            page.insert_text((40, 90), "Clean the filter once a month, and dry it.", fontsize=10)
        document.save(path)
    return path


def test_page_is_drawn_into_a_file(readers: Readers, tmp_path: Path, guide: Path) -> None:
    import pymupdf

    target = tmp_path / "page.png"
    readers.draw_page(guide, 2, 2.0, target)
    picture = pymupdf.Pixmap(target)
    assert (picture.width, picture.height) == (600, 400)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["guide.pdf", "page.png"]


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.6, 0.95])
def test_truncated_pdf_is_read_or_refused_in_words(readers: Readers, guide: Path, share: float) -> None:
    data = guide.read_bytes()
    guide.write_bytes(data[: int(len(data) * share)])
    try:
        document = readers.read(guide, "guide.pdf")
    except UnreadableDocumentError as error:
        reason = str(error)
    else:
        reason = " ".join(document.notes)
    assert reason


def test_page_of_a_file_that_is_no_pdf(readers: Readers, tmp_path: Path) -> None:
    path = write(tmp_path / "no.pdf", "just words")
    with pytest.raises(UnreadableDocumentError):
        readers.draw_page(path, 1, 1.0, tmp_path / "page.png")
    assert not (tmp_path / "page.png").exists()


def test_files_are_never_written(readers: Readers, tmp_path: Path) -> None:
    path = write(tmp_path / "a.md", "# A\n")
    before = path.stat()
    readers.read(path, "a.md")
    after = path.stat()
    assert (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size)
    assert list(tmp_path.iterdir()) == [path]
