"""Documents that name pictures, styles, scripts, templates, entities and files elsewhere: nothing is asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from explorer.core.errors import UnreadableDocumentError
from explorer.core.parsing import read_document
from tests.support import hostile_files as hostile


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, list[str]]]:
    """Return the address of a server on this machine, and the list of what it is asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    made = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=made.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{made.server_port}", asked
    made.shutdown()
    thread.join()
    made.server_close()


def _svg(address: str) -> bytes:
    return f'<h1>A</h1><svg><image href="{address}/i.png"/><use href="{address}/u.svg#x"/></svg><p>words</p>'.encode()


def _entities(address: str) -> bytes:
    return hostile.epub(
        [hostile.chapter("<p>words &outer;</p>", f'<!DOCTYPE html [<!ENTITY outer SYSTEM "{address}/entity">]>')]
    )


def _pdf(address: str) -> bytes:
    return hostile.pdf_with_script().replace(b"http://127.0.0.1:9", address.encode())


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("a.html", hostile.html_from_elsewhere),
        ("svg.html", _svg),
        ("a.md", hostile.markdown_from_elsewhere),
        ("a.rst", hostile.rst_from_elsewhere),
        ("a.docx", hostile.docx_from_elsewhere),
        ("a.epub", hostile.epub_includes),
        ("entities.epub", _entities),
        ("a.pdf", _pdf),
    ],
)
def test_reading_asks_no_one(server: tuple[str, list[str]], name: str, make: Callable[[str], bytes]) -> None:
    address, asked = server
    try:
        document = read_document(make(address), name)
    except UnreadableDocumentError as error:
        said = str(error)
    else:
        said = " ".join(block.text for block in document.blocks)
        assert said
    assert "root:" not in said
    assert asked == []
