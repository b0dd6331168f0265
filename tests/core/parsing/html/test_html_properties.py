"""What holds for every page: places, nothing lost, nothing but a clear report, depth and length without end."""

from __future__ import annotations

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing.html.reader import read_html
from explorer.core.parsing.html.tree import names_in

TAGS = names_in(
    "p div h1 h2 h3 ul ol li dl dt dd table tr td th thead tbody caption blockquote pre b i span a br hr img section "
    "article details summary figure figcaption sup label button my-tag"
)
ATTRIBUTES = ["", " class=note", " colspan=2", " rowspan=3", " role=heading aria-level=4", " style='font-weight:bold'"]
WORD = st.integers(0, 10**6).map(lambda number: f"w{number:07}")
PIECE = st.one_of(
    WORD.map(lambda word: f" {word} "),
    st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
    st.sampled_from(TAGS).map("</{}>".format),
)
PAGE = st.lists(PIECE, max_size=40).map("".join)


def places_hold(document: ParsedDocument) -> bool:
    spans = [document.source_text[block.place.start : block.place.end] for block in document.blocks]
    starts = [block.place.start or 0 for block in document.blocks]
    return spans == [block.text for block in document.blocks] and starts == sorted(starts)


@given(PAGE)
def test_no_word_is_lost_and_places_are_true(page: str) -> None:
    document = read_html(page.encode(), "page.html")
    assert places_hold(document)
    words = [part for part in page.replace("<", " <").replace(">", "> ").split() if part.startswith("w")]
    for word in words:
        assert word in document.source_text


@given(PAGE)
def test_header_rows_never_exceed_rows(page: str) -> None:
    for block in read_html(page.encode(), "page.html").blocks:
        if block.kind is BlockKind.TABLE:
            assert 0 <= block.header_rows <= block.text.count("\n") + 1


@given(st.binary(max_size=300))
def test_any_bytes_give_a_document_or_a_clear_report(data: bytes) -> None:
    for name in ("x.html", "x.xhtml"):
        with contextlib.suppress(UnreadableDocumentError):
            assert places_hold(read_html(data, name))


SEED = b"<!doctype html><meta charset=utf-8><nav>n</nav><h1 id=a>A</h1><table><tr><td rowspan=2>b<td>c</table>"


@given(st.lists(st.tuples(st.integers(0, len(SEED) - 1), st.integers(0, 255)), max_size=8))
def test_damaged_pages_give_a_document_or_a_clear_report(changes: list[tuple[int, int]]) -> None:
    data = bytearray(SEED)
    for at, value in changes:
        data[at] = value
    with contextlib.suppress(UnreadableDocumentError):
        assert places_hold(read_html(bytes(data), "x.html"))


@given(st.sampled_from([*TAGS, "nav", "font size=7", "header", "aside"]), st.sampled_from([50, 1200]))
def test_deep_nesting(tag: str, depth: int) -> None:
    page = "<h1>Top</h1>" + f"<{tag}>" * depth + "bottom" + f"</{tag.partition(' ')[0]}>" * depth + "<p>after"
    document = read_html(page.encode(), "x.html")
    if tag not in ("br", "hr", "img", "nav", "header", "aside"):
        assert "bottom" in document.source_text
    assert "after" in document.source_text


def test_elements_without_end_are_read_as_if_side_by_side() -> None:
    page = "<h1>Top</h1>" + "<div>" * 6000 + "<h2>Deep</h2>bottom" + "</div>" * 6000 + "<p>after"
    document = read_html(page.encode(), "x.html")
    assert [block.text for block in document.blocks] == ["Top", "Deep", "bottom", "after"]
    assert any("nested too deeply" in note for note in document.notes)


def test_a_long_list_without_end_tags_is_not_taken_for_deep_nesting() -> None:
    page = "<ul>" + "<li>item" * 5000 + "</ul><dl>" + "<dt>a<dd>b" * 3000 + "</dl>" + "<p>x" * 5000
    document = read_html(page.encode(), "x.html")
    assert len(document.blocks) == 13_000
    assert document.notes == ()


def test_many_headings() -> None:
    page = "".join(f"<h{number % 3 + 1}>Part {number}</h{number % 3 + 1}><p>text {number}" for number in range(5000))
    document = read_html(page.encode(), "x.html")
    assert sum(block.kind is BlockKind.HEADING for block in document.blocks) == 5000
