"""A list of chunks of one document, as a recording engine tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer import protocol
from explorer.core.model import Chunk, Place
from explorer.core.views import ChunkView, ContextChunk, DocumentRow, Header, LibraryInfo, PathSegment
from explorer.ui.session import Selection, Session

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

WEAK = PathSegment("Section 4.2", 1, "H101", "only a number", mend="4.2 Termination")
LIBRARY = LibraryInfo(
    folder="/library",
    name="library",
    model="m",
    recipe="path",
    limit=254,
    revision=1,
    documents=(DocumentRow("plans.md", "Plans", "markdown"),),
    indexed=True,
)


def listed(index: int, text: str = "It costs 12 dollars.", *segments: PathSegment, subject: str = "") -> ChunkView:
    """Return chunk `index` of plans.md."""
    path = tuple(segment.text for segment in segments) or ("Plans", "Day pass")
    chunk = Chunk("plans.md", index, 1, path, f"{text} {index}", Place(index, index + 1), "paragraph", 5)
    shown = f"[plans.md] {path[-1]} - {chunk.text}"
    item = ContextChunk(chunk, "Plans", Header("Plans"), f"Plans\n\n{chunk.text}", shown, 9, 4, 254, subject=subject)
    return ChunkView(item, segments or (PathSegment("Plans", 0), PathSegment("Day pass", 1)))


def open_list(session: Session, engine: RecordingEngine, total: int, *segments: PathSegment) -> None:
    """Open the library, show its document, and send the first page."""
    engine.answer(protocol.LibraryOpened(id=0, info=LIBRARY))
    session.select(Selection(document="plans.md"))
    send_page(engine, total, 0, *segments)


def send_page(engine: RecordingEngine, total: int, offset: int, *segments: PathSegment) -> None:
    """Answer the last request for the page at `offset`."""
    asked = next(one for one in reversed(engine.all(protocol.ListChunks)) if one.offset == offset)
    rows = tuple(listed(row, "Text", *segments) for row in range(offset, min(offset + asked.limit, total)))
    engine.answer(protocol.Chunks(id=asked.id, total=total, offset=offset, rows=rows))
