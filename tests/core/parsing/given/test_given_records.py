"""Records as other pipelines write them, and what is made of each."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.parsing.given.records import NotAChunkError, read_record

LANGCHAIN = {
    "id": None,
    "metadata": {"source": "docs/hr/leave.md", "Header 1": "Handbook", "Header 3": "Carry over", "start_index": 11},
    "page_content": "Up to 5 days.",
    "type": "Document",
}
LANGCHAIN_DUMPED = {
    "lc": 1,
    "type": "constructor",
    "id": ["langchain", "schema", "document", "Document"],
    "kwargs": {
        "metadata": {"source": "a.pdf", "page": 0, "title": "A  b"},
        "page_content": "Text.",
        "type": "Document",
    },
}
LANGCHAIN_PDF = {"page_content": "Text.", "metadata": {"source": "a.pdf", "page": 4, "page_label": "5"}}
LLAMA_NODE = {
    "id_": "n-1",
    "embedding": [0.1, 0.2],
    "metadata": {"file_path": "/data/leave.md", "file_name": "leave.md", "header_path": "/Handbook/"},
    "relationships": {"1": {"node_id": "d-1", "node_type": "4", "metadata": {"file_name": "other.md"}}},
    "text": "## Leave\n\n25 days.",
    "start_char_idx": 3,
    "end_char_idx": 20,
    "class_name": "TextNode",
}
LLAMA_STORED = {"__data__": {"id_": "n", "text": "25 days.", "metadata": {"file_name": "a.md"}}, "__type__": "1"}
LLAMA_IN_CHROMA = {
    "id": "n-2",
    "text": "25 days.",
    "metadata": {
        "file_name": "leave.md",
        "_node_type": "TextNode",
        "ref_doc_id": "d-1",
        "_node_content": json.dumps({"text": "", "metadata": {"Header_1": "Handbook"}, "start_char_idx": 7}),
    },
}
LLAMA_SCORED = {"node": {"text": "25 days.", "metadata": {"page_label": "iv"}}, "score": 0.5}
OWN = {
    "document": "hr/leave.md", "index": 3, "title": "Handbook", "header": "Handbook > Leave",
    "heading_path": ["Handbook", "Leave"], "text": "25 days.", "carried": [], "embedded_text": "Handbook > Leave…",
    "start": 5, "end": 13, "page": None, "rects": [], "kind": "table", "findings": [],
}  # fmt: skip
OWN_WITHOUT_PATH = {**OWN, "heading_path": [], "header": "Handbook", "index": 0}
DOCLING = {
    "text": "25 days.",
    "meta": {
        "schema_name": "docling_core.transforms.chunker.DocMeta",
        "version": "1.0.0",
        "doc_items": [{"self_ref": "#/texts/1", "prov": [{"page_no": 3, "bbox": {}}]}],
        "headings": ["Handbook", "Leave"],
        "origin": {"mimetype": "application/pdf", "binary_hash": 1, "filename": "leave.pdf"},
    },
}
DOCLING_IN_CHROMA = {"text": "25 days.", "metadata": {"source": "x/leave.pdf", "dl_meta": json.dumps(DOCLING["meta"])}}
HAYSTACK = {
    "id": "h", "content": "25 days.", "meta": {"file_path": "hr/leave.md", "page_number": 2, "split_id": 4,
    "split_idx_start": 90},
}  # fmt: skip
UNSTRUCTURED = {
    "type": "Table", "element_id": "e", "text": "a 1", "metadata": {"filename": "leave.docx", "file_directory": "hr",
    "page_number": 2, "languages": ["eng"]},
}  # fmt: skip

# What a record is, its text, its source, its headings and their levels, and other fields of the chunk.
SHAPES: list[tuple[str, dict[str, Any], str, str, tuple[str, ...], dict[str, Any]]] = [
    ("LangChain", LANGCHAIN, "Up to 5 days.", "docs/hr/leave.md", ("Handbook", "Carry over"),
     {"levels": (1, 3), "start": 11}),
    ("LangChain, dumped", LANGCHAIN_DUMPED, "Text.", "a.pdf", (), {"page": 0, "id": ""}),
    ("LangChain, page label", LANGCHAIN_PDF, "Text.", "a.pdf", (), {"page": 5}),
    ("LlamaIndex", LLAMA_NODE, "## Leave\n\n25 days.", "/data/leave.md", ("Handbook", "Leave"),
     {"start": 3, "end": 20, "id": "n-1"}),
    ("LlamaIndex, stored", LLAMA_STORED, "25 days.", "a.md", (), {"id": "n"}),
    ("LlamaIndex in Chroma", LLAMA_IN_CHROMA, "25 days.", "leave.md", ("Handbook",), {"start": 7, "id": "n-2"}),
    ("LlamaIndex, with a score", LLAMA_SCORED, "25 days.", "", (), {"page": None}),
    ("this program", OWN, "25 days.", "hr/leave.md", ("Handbook", "Leave"),
     {"start": 5, "end": 13, "kind": "table", "lead": "Handbook > Leave"}),
    ("this program, no path", OWN_WITHOUT_PATH, "25 days.", "hr/leave.md", (), {}),
    ("docling", DOCLING, "25 days.", "leave.pdf", ("Handbook", "Leave"), {"page": 3}),
    ("docling in Chroma", DOCLING_IN_CHROMA, "25 days.", "x/leave.pdf", ("Handbook", "Leave"), {"page": 3}),
    ("Haystack", HAYSTACK, "25 days.", "hr/leave.md", (), {"page": 2, "start": 90, "id": "h"}),
    ("unstructured", UNSTRUCTURED, "a 1", "hr/leave.docx", (), {"page": 2, "kind": "table", "id": "e"}),
    ("plain document", {"document": "25 days.", "source": "a.md"}, "25 days.", "a.md", (), {}),
    ("plain chunk", {"chunk": "25 days.", "doc_id": "7"}, "25 days.", "7", (), {}),
    ("text in metadata", {"id": "p", "values": [1], "metadata": {"text": "25 days."}}, "25 days.", "", (), {"id": "p"}),
    ("payload", {"id": 5, "payload": {"content": "25 days.", "file": "a.md"}}, "25 days.", "a.md", (), {"id": "5"}),
    ("metadata as text", {"text": "x y", "metadata": '{"source": "a.md", "h2": "B"}'}, "x y", "a.md", ("B",), {}),
    ("lone surrogate", {"text": "a\ud800b", "heading_path": ["\udfffc"]}, "a\ufffdb", "", ("\ufffdc",), {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("record", "text", "source", "path", "others"), [row[1:] for row in SHAPES], ids=[row[0] for row in SHAPES]
)
def test_shapes_of_records(
    record: dict[str, Any], text: str, source: str, path: tuple[str, ...], others: dict[str, Any]
) -> None:
    found = read_record(record)
    assert (found.chunk.text, found.source, found.chunk.heading_path) == (text, source, path)
    assert {name: getattr(found.chunk, name) for name in others} == others


PATHS: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"heading_path": "A > B"}, ("A", "B")),
    ({"heading_path": '["A", "B > C"]'}, ("A", "B > C")),
    ({"headings": "A | B"}, ("A", "B")),
    ({"breadcrumbs": ["A", {"text": "B"}, "", None, 4.2]}, ("A", "B", "4.2")),
    ({"path": "A > B"}, ("A", "B")),
    ({"path": ["A", "B"]}, ("A", "B")),
    ({"path": "docs/a.md"}, ()),
    ({"section": "Leave"}, ("Leave",)),
    ({"chapter": "A", "section": "B", "subsection": "C"}, ("A", "B", "C")),
    ({"section": ["A", "B"]}, ("A", "B")),
    ({"header_path": "/"}, ()),
    ({"header_path": "/A/B/"}, ("A", "B")),
    ({"header_path": "A > B"}, ("A", "B")),
    ({"header-path": "A / B", "x": 1}, ("A / B",)),
    ({"h2": "B", "h1": "A", "h3": ""}, ("A", "B")),
    ({"HEADING_1": "A"}, ("A",)),
    ({"header": "A > B"}, ("A", "B")),
    ({"header": "A", "title": "A"}, ()),
    ({"heading_path": "  A \n B "}, ("A", "B")),
    ({"heading_path": {"level1": "A", "level2": "B"}}, ("A", "B")),
    ({"heading_path": True}, ()),
]


@pytest.mark.parametrize(("fields", "path"), PATHS)
@pytest.mark.parametrize("inside", [False, True], ids=["outside", "in metadata"])
def test_heading_paths_under_many_names(fields: dict[str, Any], path: tuple[str, ...], *, inside: bool) -> None:
    record = {"text": "Words.", "metadata": fields} if inside else {"text": "Words.", **fields}
    assert read_record(record).chunk.heading_path == path


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ([], "it is a list, not an object"),
        ("text", "it is a text, not an object"),
        (7, "it is a number, not an object"),
        (None, "it is null, not an object"),
        ({"a": 1}, "it has no text (known are page_content, text, content, chunk, document)"),
        ({"text": " \n"}, "its text is empty"),
        ({"text": 5}, "it has no text (known are page_content, text, content, chunk, document)"),
    ],
)
def test_what_is_no_chunk_says_why(record: object, why: str) -> None:
    with pytest.raises(NotAChunkError) as error:
        read_record(record)
    assert str(error.value) == why


def test_fields_that_a_query_can_filter_on() -> None:
    record = {"text": "x", "metadata": {"version": 7, "effective_date": "2026-03", "tags": ["a", "b"], "lang": "en"}}
    assert read_record(record).fields == {
        "version": "7",
        "effective_from": "2026-03",
        "tags": "a, b",
        "language": "en",
    }
    assert read_record(DOCLING).fields == {}


_NAMES = """
    text page_content metadata meta heading_path headings header_path section page page_label doc_items prov source id
    filename file_directory document title index id_ _node_content __data__ kwargs origin kind start end h1 tags
"""
_KEYS = st.sampled_from(_NAMES.split())
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=5),
    max_leaves=20,
)


@given(st.dictionaries(_KEYS, _JSON, max_size=6), st.text(min_size=1, max_size=9).filter(str.strip))
def test_any_fields_beside_a_text_are_read(fields: dict[str, object], text: str) -> None:
    found = read_record({**fields, "page_content": text})
    assert found.chunk.text == text
    assert all(heading == " ".join(heading.split()) != "" for heading in found.chunk.heading_path)


@given(_JSON)
def test_any_record_is_read_or_refused(record: object) -> None:
    try:
        found = read_record(record)
    except NotAChunkError:
        return
    assert found.chunk.text.strip()
