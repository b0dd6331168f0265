"""The commands, run as users run them, on the sample library."""

from __future__ import annotations

import errno
import json
import os
import pty
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from explorer import __main__ as program
from explorer.core.mends import Mend
from explorer.engine.catalogue import FILE_NAME
from explorer.engine.user_work import UserWork
from explorer.paths import library_folder

PROJECT = Path(__file__).resolve().parent.parent
CHUNK_KEYS = {
    "document", "index", "title", "header", "heading_path", "text", "carried", "embedded_text", "display_text",
    "tokens", "header_tokens", "text_tokens", "start", "end", "page", "rects", "kind", "subject", "findings",
}  # fmt: skip
FINDING_KEYS = {
    "code", "severity", "scope", "document", "heading", "heading_path", "chunk", "place", "facts", "reason", "mend",
}  # fmt: skip
HIT_KEYS = {
    "rank", "score", "measure", "other_rank", "document", "index", "title", "heading_path", "text", "display_text",
    "version", "effective_from", "start", "end", "page",
}  # fmt: skip


def run(*words: str | Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "explorer", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=PROJECT,
        env={**os.environ, **(env or {})},
    )


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
    """Return a store in which the sample library is indexed."""
    folder = tmp_path_factory.mktemp("store")
    done = run("index", samples, "--store", folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_outline_of_a_file(samples: Path) -> None:
    done = run("outline", samples / "plans.md", "--json")
    assert done.returncode == 0, done.stderr
    outline = json.loads(done.stdout)
    assert [(h["level"], h["text"], h["slug"]) for h in outline["headings"]] == [
        (1, "Plans", "plans"),
        (2, "Single ride", "single-ride"),
        (2, "Day pass", "day-pass"),
        (2, "Monthly pass", "monthly-pass"),
    ]
    source = (samples / "plans.md").read_text(encoding="utf-8")
    assert source[outline["headings"][2]["start"] : outline["headings"][2]["end"]] == "## Day pass"
    assert outline["evidence"]


def test_chunks_prints_one_json_line_a_chunk(samples: Path) -> None:
    done = run("chunks", samples / "plans.md", "--json", "--recipe", "label")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(set(row) == CHUNK_KEYS for row in rows)
    day = next(row for row in rows if row["heading_path"][-1:] == ["Day pass"])
    assert day["embedded_text"] == "Plans > Day pass: It costs 12 dollars."
    assert day["display_text"] == "[plans.md] Day pass - It costs 12 dollars."


def test_max_tokens_limits_the_whole_embedded_text(samples: Path) -> None:
    done = run("chunks", samples / "hr", "--json", "--max-tokens", "64")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows
    assert max(row["tokens"] for row in rows) <= 64
    assert max(row["header_tokens"] for row in rows) <= 16


def test_audit_as_json_and_its_exit_codes(samples: Path) -> None:
    done = run("audit", samples, "--format", "json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert set(report) >= {"findings", "health"}
    assert all(set(finding) == FINDING_KEYS for finding in report["findings"])
    flagged = {finding["heading"] for finding in report["findings"] if finding["code"] == "H101"}
    assert {"Section 4.2", "Subsection (b)"} <= flagged
    assert not any("Elective surgery" in heading for heading in flagged)
    assert {finding["document"] for finding in report["findings"] if finding["code"] == "D303"} == {
        "insurance/member-handbook-v6.md"
    }
    assert run("audit", samples, "--fail-on", "warning").returncode == 1


def test_audit_says_what_is_about_the_whole_library(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.md").write_text(f"# Pump {number}\n\n## Warranty\n\nTwo years for pump {number}.\n")
    report = json.loads(run("audit", tmp_path, "--json").stdout)
    (found,) = (finding for finding in report["findings"] if finding["scope"] == "library")
    assert (found["code"], found["document"], found["heading"]) == ("H112", "", "Warranty")
    assert found["facts"]["names"] == [f"{number}.md" for number in range(5)]
    assert "H112  (whole library)" in run("audit", tmp_path).stdout


def test_search_prints_both_sides(store: Path, samples: Path) -> None:
    done = run("search", samples, "How much is the monthly pass?", "--store", store, "--json", "--top", "3")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"question", "pool", "plain", "context"} <= set(found)
    assert all(set(hit) >= HIT_KEYS for side in ("plain", "context") for hit in found[side])
    assert found["context"][0]["heading_path"][-1] == "Monthly pass"
    assert len(found["plain"]) == len(found["context"]) == 3


@pytest.mark.parametrize(("condition", "only"), [("folder=hr", "hr/"), ("document=plans.md", "plans.md")])
def test_where_narrows_the_pool(store: Path, samples: Path, condition: str, only: str) -> None:
    done = run("search", samples, "leave", "--store", store, "--json", "--where", condition)
    hits = json.loads(done.stdout)["context"]
    assert hits
    assert all(hit["document"].startswith(only) for hit in hits)


def test_doctor_finds_a_good_index_good(store: Path, samples: Path) -> None:
    done = run("doctor", samples, "--store", store)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FAIL" not in done.stdout


def test_doctor_counts_what_could_not_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("# Pump\n\nTurn it.\n", encoding="utf-8")
    (folder / "b.pdf").write_bytes(b"no PDF")
    assert run("index", folder, "--store", tmp_path / "s").returncode == 0
    assert "1 document could not be read." in run("doctor", folder, "--store", tmp_path / "s").stdout


def test_forget_removes_the_index_and_keeps_the_documents(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("# Pump\n\nTurn it.\n", encoding="utf-8")
    assert run("index", folder, "--store", tmp_path / "s").returncode == 0
    assert list((tmp_path / "s" / "libraries").iterdir())
    assert run("forget", folder, "--store", tmp_path / "s").returncode == 0
    assert not list((tmp_path / "s" / "libraries").iterdir())
    assert (folder / "a.md").exists()


@pytest.mark.parametrize(("typed", "options", "gone"), [("no", (), False), ("yes", (), True), ("", ("--yes",), True)])
def test_forget_asks_at_a_terminal_before_the_users_work_goes(
    tmp_path: Path, typed: str, options: Sequence[str], gone: bool
) -> None:
    folder, store = tmp_path / "docs", tmp_path / "s"
    folder.mkdir()
    (folder / "a.md").write_text("# Pump\n\nTurn it.\n", encoding="utf-8")
    home = library_folder(folder, str(store))
    UserWork(folder, home).keep_mends([Mend("a.md", ("Pump",), 0, "Water pump")])
    done, said = run_at_terminal(typed, "forget", folder, "--store", store, *options)
    assert home.exists() is not gone
    assert done == (0 if gone else 2)
    assert ("mends.json" in said) is not bool(options)


def test_forget_asks_nothing_where_there_is_no_work_to_lose(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    assert run("index", tmp_path / "docs", "--store", tmp_path / "s").returncode == 0
    done, said = run_at_terminal("", "forget", tmp_path / "docs", "--store", tmp_path / "s")
    assert (done, "yes" in said) == (0, False)
    assert not list((tmp_path / "s" / "libraries").iterdir())


def run_at_terminal(typed: str, *words: str | Path) -> tuple[int, str]:
    """Run a command that has a terminal for its input and output; return its exit code and what it printed."""
    try:
        ours, theirs = pty.openpty()
    except OSError:
        pytest.skip("this system gives no terminals to processes")
    with os.fdopen(ours, "r+b", buffering=0) as terminal:
        command = [sys.executable, "-m", "explorer", *map(str, words)]
        with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.STDOUT, cwd=PROJECT) as process:
            os.close(theirs)
            terminal.write(f"{typed}\n".encode())
            said = b""
            while part := _read(terminal.fileno()):
                said += part
        return process.returncode, said.decode()


def _read(terminal: int) -> bytes:
    """Return what a terminal gives, nothing once nobody writes to it any more."""
    try:
        return os.read(terminal, 4096)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return b""


@pytest.mark.parametrize(
    "words",
    [
        ("outline", "no-such-file.md"),
        ("chunks", "no-such-folder"),
        ("audit", "no-such-folder"),
        ("index", "no-such-folder"),
        ("search", "no-such-folder", "q"),
        ("search", "sample_docs", "   "),
        ("search", "sample_docs", "q", "--where", "colour=red"),
        ("search", "sample_docs", "q", "--recipe", "nonsense"),
        ("search", "sample_docs", "q", "--model", "no/such-model"),
        ("chunks", "sample_docs", "--max-tokens", "-4"),
        ("index", "sample_docs", "--ocr", "eng+no_such"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_one_line_and_exit_code_2(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*words, "--store", tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.pdf", b""),
        ("noise.pdf", bytes(range(256)) * 40),
        ("binary.md", b"a\0b" * 100),
        ("cut.pdf", b"%PDF-1.7\n1 0 obj"),
    ],
)
def test_an_unreadable_file_is_one_clear_line(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    done = run("outline", path, "--json")
    assert done.returncode == 2, done.stdout
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_outline_says_what_the_reader_left_out(tmp_path: Path, options: list[str]) -> None:
    path = tmp_path / "empty.md"
    path.write_bytes(b"\n")
    done = run("outline", path, *options)
    assert done.returncode == 0
    assert done.stderr == "chunk-explorer: empty.md: empty: there is no text in this file\n"


@pytest.mark.parametrize("display", ["", ":4711"])
def test_without_a_display_the_window_is_drawn_and_the_comparison_printed(
    samples: Path, store: Path, tmp_path: Path, display: str
) -> None:
    env = {"DISPLAY": display, "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}
    picture = tmp_path / "chunk-explorer.png"
    done = subprocess.run(
        [sys.executable, "-m", "explorer", str(samples), "--store", str(store)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=tmp_path,
        env={**os.environ, **env, "PYTHONPATH": str(PROJECT)},
    )
    assert done.returncode == 0, done.stderr
    assert picture.stat().st_size > 20_000
    assert "How much is the monthly pass?" in done.stdout
    assert "chunk-explorer.png" in done.stdout + done.stderr


def test_what_a_terminal_would_obey_is_escaped(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[31m\u202egnp\n.md").write_text("# Pump\n\nTurn it.\n", encoding="utf-8")
    done = run("chunks", tmp_path)
    assert done.returncode == 0
    assert not {"\x1b", "\u202e"} & set(done.stdout + done.stderr)
    assert "Turn it." in done.stdout
    assert done.stdout.startswith("a\\x1b[31m\\u202egnp\\n.md #0  ")
    assert "a\\x1b[31m\\u202egnp\\n.md" in run("audit", tmp_path).stdout


def test_languages_that_tesseract_lacks_are_named_with_their_package(samples: Path) -> None:
    done = run("outline", samples / "plans.md", "--ocr", "no_such")
    assert (done.returncode, done.stdout) == (2, "")
    assert "tesseract-ocr-no-such" in done.stderr


@pytest.mark.parametrize(
    ("words", "hint"),
    [(("serach", "folder"), "did you mean 'search'?"), (("nonsense",), "commands: window, outline, chunks, audit")],
)
def test_a_word_that_is_neither_command_nor_folder_is_answered_with_a_hint(words: tuple[str, ...], hint: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert hint in done.stderr


@pytest.mark.parametrize("data", [b"", b" \n\n", "\u200b\u200b\ufeff".encode(), b"# \n\n## \n", b"<!-- nothing -->\n"])
def test_a_file_without_text_has_no_chunks_and_is_said_to_be_empty(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "void.md").write_bytes(data)
    for command in ("chunks", "audit", "index"):
        done = run(command, tmp_path, "--store", tmp_path / "store")
        assert done.returncode == 0
        assert "void.md: empty" in done.stderr
    assert run("chunks", tmp_path, "--json").stdout == ""


def test_a_limit_over_the_window_is_said_and_the_window_used(samples: Path) -> None:
    done = run("chunks", samples / "plans.md", "--json", "--max-tokens", "100000")
    assert "254 are used" in done.stderr
    assert run("chunks", samples / "plans.md", "--json").stdout == done.stdout


def test_a_closed_pipe_ends_a_command_quietly(samples: Path) -> None:
    command = f"'{sys.executable}' -m explorer chunks '{samples / 'hr'}' --json | head -c 10"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True, cwd=PROJECT, timeout=300)
    assert done.stderr == ""


def test_stopped_while_it_is_still_loading_a_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(_words: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "_run", stopped)
    assert program.main() == 2
    assert capsys.readouterr().err == "chunk-explorer: Stopped.\n"


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_asked_to_end_an_index_ends_in_good_order(tmp_path: Path, sent: signal.Signals) -> None:
    library, store = tmp_path / "docs", tmp_path / "store"
    library.mkdir()
    for number in range(400):
        text = "\n\n".join(f"## Part {part}\n\nWords of document {number}, part {part}." for part in range(100))
        (library / f"{number}.md").write_text(f"# Document {number}\n\n{text}\n")
    catalogue = library_folder(library, str(store)) / FILE_NAME
    words = [sys.executable, "-m", "explorer", "index", str(library), "--store", str(store)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=PROJECT) as running:
        until = time.monotonic() + 60
        while not _being_read(catalogue) and time.monotonic() < until and running.poll() is None:
            time.sleep(0.01)
        running.send_signal(sent)
        _, complained = running.communicate(timeout=60)
    assert running.returncode == 2
    assert complained.splitlines()[-1] == "chunk-explorer: Stopped; what was reported done is kept."
    assert not _being_read(catalogue)


def _being_read(catalogue: Path) -> bool:
    """Tell whether the catalogue notes files as being read."""
    if not catalogue.exists():
        return False
    with closing(sqlite3.connect(f"file:{catalogue}?mode=ro", uri=True)) as opened, suppress(sqlite3.OperationalError):
        return bool(opened.execute("SELECT count(*) FROM reading").fetchone()[0])
    return False
