"""Messages survive the line; what is no message is refused."""

from __future__ import annotations

import typing

import msgspec
import pytest

from explorer import protocol
from explorer.core.findings import Finding, Scope, Severity
from explorer.core.model import Chunk, Place, Rect
from explorer.core.views import ChunkView, ContextChunk, Filters, Header, PathSegment

PLACE = Place(page=2, rects=(Rect(2, 1.0, 2.0, 3.5, 4.0),))
FINDING = Finding(
    "H101", Severity.WARNING, Scope.HEADING, "a\n\u2028.md", "why", place=PLACE, facts={"n": 1, "share": 0.5, "w": "x"}
)
CHUNK = Chunk("a.md", 0, -1, ("A > B", "ü"), "line\nline", PLACE, "mixed", 3, carried=("| h |",))
VIEW = ChunkView(
    ContextChunk(CHUNK, "T", Header("h", ("T",), (("x", "y"),)), "e", "d", 4, 1, 254),
    (PathSegment("A > B", 1, "H101", "only a number"),),
    findings=(FINDING,),
)
MESSAGES: list[protocol.Request | protocol.Event] = [
    protocol.Search(id=7, question="q\r\n", filters=Filters(folder="a", documents=("b",), current_only=False)),
    protocol.Cancel(id=8, job=7),
    protocol.Chunks(id=1, total=1, offset=0, rows=(VIEW,)),
    protocol.Findings(id=2, total=1, offset=0, rows=(FINDING,), counts={"H101": 1}),
    protocol.Failed(id=3, title="t", detail="d", expected=False),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_is_one_line_and_comes_back_equal(message: protocol.Request | protocol.Event) -> None:
    line = protocol.encode(message)
    assert line.count(b"\n") == 1
    decode = protocol.decode_request if isinstance(message, protocol.Request) else protocol.decode_event
    assert decode(line) == message


@pytest.mark.parametrize("line", [b"", b"{}", b"[]", b'{"type":"Cancel","id":1}', b'{"type":"Exec","id":1}', b"\xff"])
def test_malformed_lines_are_refused(line: bytes) -> None:
    with pytest.raises(protocol.MalformedMessageError):
        protocol.decode_request(line)


def test_every_message_class_is_in_its_union() -> None:
    structs = [
        value for value in vars(protocol).values() if isinstance(value, type) and issubclass(value, msgspec.Struct)
    ]
    requests = {s for s in structs if issubclass(s, protocol.Request) and s is not protocol.Request}
    events = {s for s in structs if issubclass(s, protocol.Event) and s is not protocol.Event}
    assert requests == set(typing.get_args(protocol.AnyRequest))
    assert events == set(typing.get_args(protocol.AnyEvent))
