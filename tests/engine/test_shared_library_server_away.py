"""A Chroma server that is not there, is something else, goes away in the middle of work and comes back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from explorer import cli
from explorer.core.errors import ExplorerError
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Comparison, Filters
from explorer.engine import vectors
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.engine.vectors import ServerAwayError
from tests.support.chroma_server import ChromaServer, free_port
from tests.support.small_library import DOCUMENTS, refresh, write_documents

QUESTION = "How much is the monthly pass?"


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaServer]:
    server = ChromaServer(tmp_path_factory.mktemp("chroma-mortal-server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_documents(tmp_path / "documents", DOCUMENTS)
    return tmp_path / "documents"


def search(library: Library, ranker: str = "embedding") -> Comparison:
    return library.search(QUESTION, ranker, PLAIN, Recipe(), Filters(), 1000)


def ranks(found: Comparison) -> list[list[tuple[str, int, int | None]]]:
    return [[(hit.document, hit.index, hit.rank) for hit in hits] for hits in (found.plain, found.context)]


def said_by(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """Run a command that must end with 2 and one line, and return that."""
    assert cli.main(cli.parse([str(word) for word in words])) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1, lines
    return lines[0]


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("ftp://127.0.0.1:8000", "no address of a Chroma server"),
        ("127.0.0.1:8000", "no address of a Chroma server"),
        ("http://", "no address of a Chroma server"),
        ("http://127.0.0.1:eighty", "no address of a Chroma server"),
        ("http://127.0.0.1:99999", "no address of a Chroma server"),
        ("http://[::1", "no address of a Chroma server"),
        ("http://me:secret@127.0.0.1:8000", "says more than where"),
        ("http://127.0.0.1:8000/api/v2", "says more than where"),
    ],
)
def test_what_is_no_address_is_refused(folder: Path, capsys: pytest.CaptureFixture[str], url: str, words: str) -> None:
    for name in (folder, "shared:manuals"):
        assert words in said_by(capsys, "search", name, "monthly pass", "--chroma", url)


def test_a_refused_connection_is_one_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    for words in (["index", folder], ["search", folder, "x"], ["search", "shared:manuals", "x"]):
        assert "does not answer" in said_by(capsys, *words, "--chroma", url)


def test_a_library_of_a_server_needs_the_server_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Name the server with --chroma" in said_by(capsys, "search", "shared:manuals", "x")


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b"<html>Hello</html>" if "heartbeat" in self.path else b""
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Say nothing."""


def test_a_server_of_something_else_is_told_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with HTTPServer(("127.0.0.1", 0), _Page) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        said = said_by(capsys, "index", folder, "--chroma", f"http://127.0.0.1:{other.server_port}")
        other.shutdown()
        thread.join()
    assert "is no Chroma server that this program can use" in said


@contextmanager
def silent_server() -> Generator[str, None, None]:
    """Listen, and never say anything."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(8)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_a_server_that_says_nothing_is_not_waited_for_without_end(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "_CONNECT_SECONDS", 0.2)
    with silent_server() as url:
        assert "took too long" in said_by(capsys, "index", folder, "--chroma", url)


def test_while_the_server_is_away_words_rank_and_vectors_say_why(
    server: ChromaServer, folder: Path, tmp_path: Path
) -> None:
    options = Options(store=str(tmp_path / "writer"), chroma=server.url)
    writer = Library.open(folder, options)
    refresh(writer)
    known, by_words = ranks(search(writer)), ranks(search(writer, "keyword"))
    writer.raise_revision()
    server.kill()
    with pytest.raises(ServerAwayError, match=r"at 127\.0\.0\.1:\d+ does not answer"):
        search(writer)
    assert ranks(search(writer, "keyword")) == by_words
    with pytest.raises(ServerAwayError):
        refresh(writer)
    writer.close()
    again = Library.open(folder, options)
    assert ranks(search(again, "keyword")) == by_words
    server.start()
    assert ranks(search(again)) == known
    refresh(again)
    assert ranks(search(again)) == known
    again.close()


def test_a_reader_goes_on_with_its_copy_while_the_server_is_away(
    server: ChromaServer, folder: Path, tmp_path: Path
) -> None:
    writer = Library.open(folder, Options(store=str(tmp_path / "writer"), chroma=server.url))
    refresh(writer)
    known = ranks(search(writer))
    writer.close()
    options = Options(store=str(tmp_path / "reader"), chroma=server.url)
    reader = Library.open(Path("shared:documents"), options)
    refresh(reader)
    reader.close()
    server.kill()
    again = Library.open(Path("shared:documents"), options)
    assert ranks(search(again)) == known
    with pytest.raises(ServerAwayError):
        refresh(again)
    server.start()
    refresh(again)
    assert ranks(search(again)) == known
    again.close()


@pytest.mark.parametrize(("stage", "after"), [("embedding", 2), ("sharing", 1)])
def test_a_refresh_cut_off_by_the_servers_death_is_completed_later(
    server: ChromaServer, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, after: int
) -> None:
    monkeypatch.setattr("explorer.engine.embedding._PACK", 2)
    monkeypatch.setattr("explorer.engine.embedder._MOST", 1)
    writer = Library.open(folder, Options(store=str(tmp_path / "writer"), chroma=server.url))

    def kill(done: int, total: int, note: str) -> None:
        if note == stage and done >= after and total:
            server.kill()

    with pytest.raises(ServerAwayError):
        list(writer.refresh(kill))
    writer.close()
    server.start()
    reading = Options(store=str(tmp_path / "reader"), chroma=server.url)
    early = Library.open(Path("shared:documents"), reading)
    with pytest.raises(ExplorerError, match="not whole yet"):
        refresh(early)
    early.close()
    writer = Library.open(folder, Options(store=str(tmp_path / "writer"), chroma=server.url))
    refresh(writer)
    reader = Library.open(Path("shared:documents"), reading)
    refresh(reader)
    local = Library.open(folder, Options(store=str(tmp_path / "local")))
    refresh(local)
    for library in (writer, reader):
        assert ranks(search(library)) == ranks(search(local))
        assert library.info().documents == local.info().documents
    scores = [[hit.score for hit in search(library).context] for library in (writer, reader, local)]
    assert scores[0] == pytest.approx(scores[2], abs=1e-6)
    assert scores[1] == pytest.approx(scores[2], abs=1e-6)
    for library in (writer, reader, local):
        library.close()
