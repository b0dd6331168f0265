"""A server on the loopback address that speaks both protocols of language models, and fails when told to."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What the server does with one request; without a status it answers well. `cut` closes the connection."""

    status: int = 0
    body: str | Json = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    cut: bool = False
    hang: bool = False


GOOD = Reply()


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: Json

    @property
    def text(self) -> str:
        """Return all that the request says to the model."""
        return json.dumps(self.body, ensure_ascii=False)


class ModelServer:
    """Answers requests by `script`, one entry a request, and well once it is used up; `said` makes the sentences."""

    def __init__(self, said: Callable[[Received], str] | None = None) -> None:
        self.requests: list[Received] = []
        self.script: list[Reply] = []
        self.said = said or (lambda _: "This passage stands in the pricing part of the plans page.")
        self.ended = threading.Event()
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.http.daemon_threads = True

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                body = json.loads(self.rfile.read(length))
                headers = {name.lower(): value for name, value in self.headers.items()}
                received = Received(self.path, headers, body)
                server.requests.append(received)
                reply = server.script.pop(0) if server.script else GOOD
                if reply.hang:
                    server.ended.wait(30)
                if reply.hang or reply.cut:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                self._send(reply, server.answer(received) if not reply.status else reply.body)

            def _send(self, reply: Reply, body: str | Json) -> None:
                raw = (body if isinstance(body, str) else json.dumps(body)).encode()
                self.send_response(reply.status or 200)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
                pass

        return Handler

    def answer(self, received: Received, said: str | None = None) -> Json:
        """Return the body of a good answer to a request."""
        text = self.said(received) if said is None else said
        if received.path.endswith("/messages"):
            return {
                "id": "msg_1", "type": "message", "role": "assistant", "model": received.body["model"],
                "content": [{"type": "text", "text": text}], "stop_reason": "end_turn", "stop_sequence": None,
                "usage": {
                    "input_tokens": 30, "output_tokens": 12, "cache_creation_input_tokens": 0,
                    "cache_read_input_tokens": 100,
                },
            }  # fmt: skip
        return {
            "id": "chat-1", "object": "chat.completion", "created": 1, "model": received.body["model"],
            "choices": [
                {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
            ],
            "usage": {"prompt_tokens": 130, "completion_tokens": 12, "total_tokens": 142},
        }  # fmt: skip


@contextmanager
def model_server(said: Callable[[Received], str] | None = None) -> Generator[ModelServer]:
    """Run a server until the block ends."""
    server = ModelServer(said)
    thread = threading.Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.http.shutdown()
        server.http.server_close()
        thread.join()
