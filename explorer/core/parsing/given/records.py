"""One record of another pipeline as a chunk: text, source, headings, place, whatever the fields are called.

Understood: LangChain, LlamaIndex, docling, Haystack, unstructured, this program's own `chunks --json`, and plain
objects; how they wrap their fields stands in `explorer.core.parsing.given.layers`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from explorer.core.model import BlockKind
from explorer.core.parsing.given.form import GivenChunk
from explorer.core.parsing.given.headings import heading_path
from explorer.core.parsing.given.layers import Layer, first_number, first_text, folded, layers_of, values, whole_number

_TEXTS = ("pagecontent", "text", "content", "chunktext", "chunk", "passage", "body", "chroma:document")
_SOURCES = (
    "document", "source", "filepath", "sourcefile", "sourcepath", "filename", "file", "path", "documentname", "docname",
    "url", "uri", "name", "docid", "documentid", "refdocid", "sourceid",
)  # fmt: skip
_TITLES = ("title", "documenttitle", "doctitle", "filetitle")
_PAGES = ("pagelabel", "pagenumber", "pageno", "page", "pagenumbers", "pages")
_STARTS = ("startindex", "startcharidx", "splitidxstart", "startoffset", "charstart", "start")
_ENDS = ("endindex", "endcharidx", "endoffset", "charend", "end")
_ORDERS = ("index", "chunkindex", "chunkid", "chunkno", "chunknumber", "splitid", "chunk", "seq", "order")
_IDS = ("id", "id_", "nodeid", "chunkid", "elementid", "uuid")
_KINDS = ("kind", "category", "type", "elementtype")
_FIELDS = {
    "version": "version", "revision": "version", "effectivefrom": "effective_from", "effective": "effective_from",
    "effectivedate": "effective_from", "validfrom": "effective_from", "effectiveto": "effective_to",
    "effectiveuntil": "effective_to", "expires": "effective_to", "expirydate": "effective_to",
    "validto": "effective_to", "language": "language", "lang": "language", "locale": "language", "access": "access",
    "accesslabel": "access", "tags": "tags",
}  # fmt: skip
_KIND_NAMES = {
    "table": BlockKind.TABLE, "tablechunk": BlockKind.TABLE, "code": BlockKind.CODE, "codesnippet": BlockKind.CODE,
    "list": BlockKind.LIST_ITEM, "listitem": BlockKind.LIST_ITEM, "quote": BlockKind.QUOTE,
}  # fmt: skip
_SURROGATES = re.compile("[\ud800-\udfff]")
_LONGEST_NAME = 1000


class NotAChunkError(ValueError):
    """A record is no chunk; the message says why, to stand after "line 7: "."""


class GivenRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chunk with what is said of its document. `order` is its number among the document's chunks, where known."""

    chunk: GivenChunk
    source: str = ""
    title: str = ""
    order: int | None = None
    fields: dict[str, str] = {}


def read_record(record: object) -> GivenRecord:
    """Return the chunk that a decoded JSON value holds; raises `NotAChunkError` when it holds none."""
    if not isinstance(record, dict):
        kinds = ((list, "a list"), (str, "a text"), (int | float, "a number"))
        kind = next((name for kind, name in kinds if isinstance(record, kind)), "null")
        raise NotAChunkError(f"it is {kind}, not an object")
    layers = layers_of(cast("Mapping[str, object]", record))
    text, is_document = _text(layers)
    title = first_text(layers, _TITLES)
    path, levels = heading_path(layers, text, title)
    page = _page(layers)
    start = first_number(layers, _STARTS)
    chunk = GivenChunk(
        text=_sound(text),
        heading_path=tuple(map(_sound, path)),
        levels=levels,
        start=start,
        end=first_number(layers, _ENDS) if start is not None else None,
        page=page,
        id=_sound(_identity(layers)),
        kind=_kind(layers),
        lead=_sound(first_text(layers, ("header",))),
        bare=_is_bare(layers, text),
    )
    return GivenRecord(
        chunk=chunk,
        source=_sound(_source(layers, is_document)),
        title=_sound(title),
        order=first_number(layers, _ORDERS),
        fields=_fields(layers),
    )


def _sound(text: str) -> str:
    """Return `text` with lone surrogates replaced: no library takes them, and offsets stay as they are."""
    return _SURROGATES.sub("\ufffd", text)


def _text(layers: Sequence[Layer]) -> tuple[str, bool]:
    """Return the text and whether it stood in `document`; raises `NotAChunkError` when there is none or it is blank."""
    blank = False
    for layer in layers:
        for name in _TEXTS:
            value = layer.get(name)
            if isinstance(value, str):
                if value.strip():
                    return value, False
                blank = True
    for value in values(layers, ("document",)):
        if isinstance(value, str) and value.strip() and not blank:
            return value, True
    if blank:
        raise NotAChunkError("its text is empty")
    raise NotAChunkError("it has no text (known are page_content, text, content, chunk, document)")


def _is_bare(layers: Sequence[Layer], text: str) -> bool:
    """Tell whether the record holds the text with its header beside the text alone, as `chunks --json` does."""
    whole = (value for value in values(layers, ("embeddedtext",)) if isinstance(value, str))
    return any(len(value) > len(text) and value.endswith(text) for value in whole)


def _source(layers: Sequence[Layer], document_is_text: bool) -> str:
    """Return what the record calls its document, as it is written there; the empty string when it names none."""
    for name in _SOURCES[1:] if document_is_text else _SOURCES:
        for layer in layers:
            value = layer.get(name)
            if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST_NAME or "\n" in value.strip():
                continue
            if name == "path" and " > " in value:
                continue
            folder = layer.get("filedirectory") if name == "filename" else None
            return f"{folder}/{value}" if isinstance(folder, str) and folder else value
    return ""


def _page(layers: Sequence[Layer]) -> int | None:
    """Return the page: a numeric label, a number, the first of a list, or docling's first provenance."""
    for value in values(layers, _PAGES):
        first = cast("list[object]", value)[0] if isinstance(value, list) and value else value
        page = whole_number(first)
        if page is not None:
            return page
    for items in values(layers, ("docitems",)):
        return whole_number(_inside(items, 0, "prov", 0, "page_no"))
    return None


def _inside(value: object, *steps: int | str) -> object:
    """Return what stands at the end of `steps` into lists and objects, None where one does not exist."""
    for step in steps:
        if isinstance(step, int):
            listed = cast("list[object]", value) if isinstance(value, list) else []
            value = listed[step] if step < len(listed) else None
        else:
            value = cast("dict[str, object]", value).get(step) if isinstance(value, dict) else None
    return value


def _identity(layers: Sequence[Layer]) -> str:
    for value in values(layers, _IDS):
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return str(value)
    return ""


def _kind(layers: Sequence[Layer]) -> str:
    for value in values(layers, _KINDS):
        known = _KIND_NAMES.get(folded(value)) if isinstance(value, str) else None
        if known is not None:
            return known.value
    return BlockKind.PARAGRAPH.value


def _fields(layers: Sequence[Layer]) -> dict[str, str]:
    """Return the fields that a query can filter on; docling's `version` is that of its own format."""
    found: dict[str, str] = {}
    for layer in layers:
        for key in sorted(_FIELDS.keys() & layer.keys()) if "schemaname" not in layer else ():
            value = layer[key]
            if isinstance(value, list):
                value = ", ".join(item for item in cast("list[object]", value) if isinstance(item, str))
            plain = isinstance(value, str | int | float) and not isinstance(value, bool)
            if plain and str(value).strip():
                found.setdefault(_FIELDS[key], _sound(str(value).strip()))
    return found
