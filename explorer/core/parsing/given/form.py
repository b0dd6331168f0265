"""The file format `.chunks`: one document as another pipeline cut it, a JSON object in UTF-8.

| key | meaning |
|---|---|
| `document` | the document's name, `/` between folders (`hr/leave.md`); empty: the file's name without `.chunks` |
| `title` | the document's title; empty: a lone first heading, else one made of the name |
| `metadata` | text by field: `version`, `effective_from`, `effective_to`, `language`, `access`, `tags` |
| `notes` | sentences for the user about what was left out on the way here |
| `refusal` | why there is nothing to read, in a sentence; with it the file stands for what could not be read |
| `chunks` | the chunks in reading order, each an object of the keys below |

| key of a chunk | meaning |
|---|---|
| `text` | the chunk's text as the pipeline stored it |
| `heading_path` | the headings above it, outermost first |
| `levels` | the level of each of them, where the pipeline knew it |
| `start`, `end` | its span in the pipeline's own text of the document, code points from 0 |
| `page` | the page that it begins on |
| `id` | what the pipeline calls it |
| `kind` | `paragraph`, `table`, `code`, `list` or `quote` |
| `lead` | a header that the pipeline put in front of the text, where it was stored beside it |
| `bare` | whether the text is known to be without that header: headings in front of it are the document's words |
"""

from __future__ import annotations

import msgspec

from explorer.core.errors import UnreadableDocumentError

SUFFIX = ".chunks"


class GivenChunk(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chunk as it was given; see the module for its fields."""

    text: str
    heading_path: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    start: int | None = None
    end: int | None = None
    page: int | None = None
    id: str = ""
    kind: str = "paragraph"
    lead: str = ""
    bare: bool = False


class GivenDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A document as it was given; see the module for its fields."""

    document: str = ""
    title: str = ""
    metadata: dict[str, str] = {}
    notes: tuple[str, ...] = ()
    refusal: str = ""
    chunks: tuple[GivenChunk, ...] = ()


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(GivenDocument)


def encode_given(document: GivenDocument) -> bytes:
    """Return a document as the bytes of a `.chunks` file."""
    return _ENCODER.encode(document) + b"\n"


def decode_given(data: bytes, name: str) -> GivenDocument:
    """Read the bytes of a `.chunks` file; raises `UnreadableDocumentError` when they are something else."""
    try:
        return _DECODER.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except UnicodeDecodeError as error:
        raise UnreadableDocumentError(f"{name} is not UTF-8.") from error
    except msgspec.ValidationError as error:
        raise UnreadableDocumentError(
            f"{name} holds no chunks as they are written by this program.", f"{error}."
        ) from error
    except msgspec.DecodeError as error:
        raise UnreadableDocumentError(f"{name} is not JSON.", f"{error}.") from error
    except RecursionError as error:
        raise UnreadableDocumentError(f"{name} is nested too deeply.") from error
