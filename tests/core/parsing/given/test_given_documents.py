"""Documents of given chunks: every chunk a block, every path as it came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument, TitleSource
from explorer.core.outline import outline
from explorer.core.parsing import read_document
from explorer.core.parsing.given.assembly import assemble
from explorer.core.parsing.given.form import GivenChunk, GivenDocument, encode_given
from explorer.core.parsing.given.records import read_record


def read(*chunks: GivenChunk, name: str = "hr/leave.md.chunks", **fields: object) -> ParsedDocument:
    return read_document(encode_given(GivenDocument(chunks=chunks, **fields)), name)  # type: ignore[arg-type]


def chunk(text: str, *path: str, **fields: object) -> GivenChunk:
    return GivenChunk(text=text, heading_path=path, **fields)  # type: ignore[arg-type]


def paths(document: ParsedDocument) -> list[tuple[tuple[str, ...], str]]:
    """Return path and text of every content block, by the stack rule."""
    found: list[tuple[tuple[str, ...], str]] = []
    owner = {index: section.path for section in outline(document.blocks) for index in section.own_body}
    for index, block in enumerate(document.blocks):
        if block.kind is not BlockKind.HEADING:
            found.append((owner.get(index, ()), block.text))
    return found


_HEADING = st.sampled_from(["A", "B", "C", "A b", "ü"])
_PATHS = st.lists(_HEADING, max_size=5).map(tuple)


@st.composite
def given_chunks(draw: st.DrawFn) -> GivenChunk:
    path = draw(_PATHS)
    levels = draw(st.lists(st.integers(1, 9), min_size=len(path), max_size=len(path)) | st.just([]))
    return GivenChunk(text=f"Words {draw(st.integers())}.", heading_path=path, levels=tuple(levels))


@given(st.lists(given_chunks(), max_size=12))
def test_the_stack_rule_gives_each_chunk_its_path(chunks: list[GivenChunk]) -> None:
    document = read(*chunks)
    expected = sorted(((each.heading_path, each.text) for each in chunks), key=lambda pair: bool(pair[0]))
    assert paths(document) == expected
    assert [document.blocks[index].text for index in document.cuts] == [text for _, text in expected]
    for block in document.blocks:
        assert document.source_text[block.place.start : block.place.end] == block.text


def test_a_heading_is_opened_once_for_all_that_follow_it() -> None:
    document = read(chunk("a.", "H"), chunk("b.", "H"), chunk("c.", "H", "I"), chunk("d.", "H", "J"))
    headings = [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]
    assert headings == [(1, "H"), (2, "I"), (2, "J")]


def test_levels_are_kept_where_the_stack_rule_allows() -> None:
    document = read(chunk("a.", "H", "I", levels=(1, 3)), chunk("b.", "H", "J", levels=(1, 2)), chunk("c.", "K"))
    assert [block.level for block in document.blocks if block.level] == [1, 3, 2, 1]


def test_a_path_of_a_thousand_headings() -> None:
    path = tuple(f"h{number}" for number in range(1000))
    assert paths(read(chunk("a.", *path))) == [(path, "a.")]


def test_chunks_without_headings_come_first_and_a_note_counts_them() -> None:
    document = read(chunk("one."), chunk("two.", "H"), chunk("three."))
    assert paths(document) == [((), "one."), ((), "three."), (("H",), "two.")]
    assert document.notes == ("1 chunk without headings was put before those with headings.",)


def test_a_header_in_front_is_left_out_and_counted() -> None:
    document = read(chunk("H > I\n\nWords.", "H", "I"), chunk("## I\nMore.", "H", "I"), chunk("Last.", "H"))
    assert [text for _, text in paths(document)] == ["Words.", "More.", "Last."]
    assert document.notes == (
        "2 chunks begin with their headings; these are left out of the text and stand in their headers.",
    )


@pytest.mark.parametrize(
    ("title", "chunks", "expected"),
    [
        ("Leave", (chunk("a.", "H"),), ("Leave", TitleSource.PROPERTIES)),
        ("", (chunk("a."), chunk("b.", "H"), chunk("c.", "H", "I")), ("H", TitleSource.HEADING)),
        ("", (chunk("a.", "H"), chunk("b.", "I")), ("leave", TitleSource.FILE_NAME)),
    ],
)
def test_titles(title: str, chunks: tuple[GivenChunk, ...], expected: tuple[str, TitleSource]) -> None:
    document = read(*chunks, title=title)
    assert (document.title, document.title_source) == expected


def test_fields_pages_kinds_and_name() -> None:
    document = read(
        chunk("a.", page=0, kind="table"),
        chunk("b.", page=2, kind="heading"),
        document="hr/leave-v3.md",
        metadata={"effective_from": "2026-3", "effective_to": "soon", "tags": "x, y"},
    )
    assert (document.name, document.format) == ("hr/leave-v3.md", "chunks")
    assert (document.metadata.version, document.metadata.effective_from) == ("3", "2026-03")
    assert document.metadata.tags == ("x", "y")
    assert [block.place.page for block in document.blocks] == [1, 3]
    assert [block.kind for block in document.blocks] == [BlockKind.TABLE, BlockKind.PARAGRAPH]
    assert document.notes == ('The date "soon" was not understood (expected as 2026-03-01).',)


def test_blank_chunks_open_no_heading() -> None:
    document = read(chunk("  ", "H"), chunk("a.", "I"))
    assert [block.text for block in document.blocks] == ["I", "a."]
    assert document.notes == ("1 chunk without text was left out.",)
    assert read().notes == ("empty: there is no chunk with text.",)


def test_a_refusal_is_what_the_reader_says() -> None:
    with pytest.raises(UnreadableDocumentError, match="Line 7 is no chunk"):
        read(refusal="Line 7 is no chunk.")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"chunks": [{"heading_path": []}]}', "holds no chunks as they are written by this program"),
        (b'{"chunks": [{"text": 5}]}', "holds no chunks as they are written by this program"),
        (b"[]", "holds no chunks as they are written by this program"),
        (b"{", "is not JSON"),
        (b'{"title": "\xff"}', "is not"),
        (b'{"x": ' + b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_such_file_is_refused_in_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(UnreadableDocumentError, match=why):
        read_document(data, "a.chunks")


def _assembled(*records: dict[str, object]) -> GivenDocument:
    return assemble("a.md", [read_record({"text": f"t{number}", **record}) for number, record in enumerate(records)])


@pytest.mark.parametrize(
    ("records", "order"),
    [
        ([{"index": 2}, {"index": 0}, {"index": 1}], ["t1", "t2", "t0"]),
        ([{"page": 2, "start": 0}, {"page": 1, "start": 50}, {"page": 1, "start": 0}], ["t2", "t1", "t0"]),
        ([{"start": 40}, {"start": 0}, {"start": 20}, {"start": 0}], ["t0", "t1", "t2", "t3"]),
        ([{"index": 1}, {"index": 0}, {}], ["t0", "t1", "t2"]),
    ],
    ids=["by number", "by page and offset", "offsets that begin again", "a number is missing"],
)
def test_order_of_chunks(records: list[dict[str, object]], order: list[str]) -> None:
    found = _assembled(*records)
    assert [each.text for each in found.chunks] == order
    assert bool(found.notes) == (order != ["t0", "t1", "t2", "t3"][: len(order)])


def test_the_title_is_what_most_chunks_say() -> None:
    assert _assembled({"title": "T"}, {"title": "T"}, {}).title == "T"
    assert _assembled({"title": "One"}, {"title": "Two"}, {"title": "Three"}).title == ""


def test_repeated_ids_are_told() -> None:
    (note,) = _assembled({"id": "x"}, {"id": "x"}, {"id": "y"}).notes
    assert note == "1 id stands for several chunks (x); all are kept."
