"""Tables by the table model of the HTML standard, and tables that only arrange a page."""

from __future__ import annotations

import pytest

from explorer.core.model import Block, BlockKind
from explorer.core.parsing.html.reader import read_html


def table(page: str) -> Block:
    found = [block for block in read_html(page.encode(), "page.html").blocks if block.kind is BlockKind.TABLE]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("<tr><td rowspan=2>a<td>b<tr><td>c", ["a|b", "a|c"]),
        ("<tr><td colspan=2>a<tr><td>b<td>c", ["a|a", "b|c"]),
        ("<tr><td rowspan=9>a<td>b<tr><td>c", ["a|b", "a|c"]),
        ("<tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d", ["a|b", "a|c", "a|d"]),
        ("<tr><td colspan=0>a<td>b", ["a|b"]),
        ("<tr><td colspan=x rowspan=-1>a<td>b", ["a|b"]),
        ("<tr><td colspan=5000>a<tr><td>b<td>c", ["a|a", "b|c"]),
        ("<tr><td>a<td rowspan=2>b<td>c<tr><td>d<td>e", ["a|b|c", "d|b|e"]),
        ("<tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td>f", ["a|a|b", "a|a|c", "d|e|f"]),
        ("<tr><td>a<td>b<td>c<tr><td>d", ["a|b|c", "d||"]),
        ("<tbody><tr><td rowspan=3>a<td>b<tbody><tr><td>c<td>d", ["a|b", "c|d"]),
        ("<tfoot><tr><td>y<td>z<tbody><tr><td>a<td>b", ["a|b", "y|z"]),
        ("<tr><td>a<td>b<tr><td><td>", ["a|b"]),
        ("<tr hidden><td>x<td>y<tr><td>a<td>b", ["a|b"]),
        ("<tr><td>a|b<td>c", ["a\\|b|c"]),
        ("<tr><td>a<br>b<td><p>c<p>d", ["a b|c d"]),
        ("<tr><td><ul><li>a<li>b</ul><td>c", ["- a - b|c"]),
        ("<tr><td><img alt=yes><td>c", ["yes|c"]),
    ],
)
def test_spanning_cells_fill_all_their_slots(rows: str, expected: list[str]) -> None:
    wanted = ["| " + line.replace("\\|", "\0").replace("|", " | ").replace("\0", "\\|") + " |" for line in expected]
    assert table(f"<table>{rows}</table>").text.split("\n") == wanted


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ("<thead><tr><td>a<td>b<tbody><tr><td>1<td>2", 1),
        ("<thead><tr><th>a<th>b<tr><th>c<th>d<tbody><tr><td>1<td>2", 2),
        ("<tr><th>a<th>b<tr><td>1<td>2", 1),
        ("<tr><th colspan=2>a<tr><th>b<th>c<tr><td>1<td>2", 2),
        ("<tr><td><th>b<tr><th>1<td>2", 1),
        ("<tr><th>a<td>b<tr><th>c<td>d", 0),
        ("<tr><th scope=row>a<td>b<tr><th scope=row>c<td>d", 0),
        ("<tr><td><b>a</b><td><strong>b</strong><tr><td>1<td>2", 1),
        ("<tr><td><b>a</b><td><b>b</b><tr><td><b>1</b><td><b>2</b>", 0),
        ("<tr><td>a<td>b<tr><td>1<td>2", 0),
        ("<tr><th rowspan=2>a<th rowspan=2>b", 1),
    ],
)
def test_header_rows(rows: str, count: int) -> None:
    assert table(f"<table>{rows}</table>").header_rows == count


LONG = "word " * 60


@pytest.mark.parametrize(
    "page",
    [
        "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
        "<table><tr><td>a</table>",
        "<table><tr><td>a<tr><td>b</table>",
        f"<table><tr><td>menu<td>{LONG}</table>",
        "<div class=note><table><tr><td rowspan=2><img alt='[Note]'><th>Note<tr><td>Mind the step.</table></div>",
        "<div class='admonitionblock tip'><table><tr><td class=icon>Tip<td class=content>Mind it.</table></div>",
        "<table><tr><td>a<td><table><tr><td>b<td>c<tr><td>d<td>e</table></table>",
        "<table><tr><td><img><td><h2>A</h2><p>b</table>",
        "<table><tr><td><h2>A</h2><td>b<tr><td><h2>C</h2><td>d</table>",
        f"<table><tr><td>{LONG}<td>{LONG}<tr><td>{LONG}<td>{LONG}</table>",
    ],
)
def test_layout_tables_are_ordinary_content(page: str) -> None:
    kinds = [block.kind for block in read_html(page.encode(), "page.html").blocks]
    assert kinds[0] is not BlockKind.TABLE
    assert BlockKind.PARAGRAPH in kinds


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
        f"<table><tr><th>a<th>b<tr><td>{LONG}<td>{LONG}</table>",
        "<table><tr><td><h2>A</h2><td>b<tr><td>1<td>2</table>",
        "<table><tr><th>Plan<th>Terms<tr><td><h3>Basic</h3><td>b</table>",
        f"<table border=1><tr><td>{LONG}<td>{LONG}<tr><td>{LONG}<td>b</table>",
        "<table><caption>Two cells</caption><tr><td>a<td>b</table>",
        "<table><tr><th>a<th>b<tr><td>c<td><table><tr><th>d<th>e<tr><td>f<td>g</table></table>",
        "<table role=grid><tr><td>a<td>b</table>",
    ],
)
def test_tables_of_data_stay_tables(page: str) -> None:
    assert BlockKind.TABLE in [block.kind for block in read_html(page.encode(), "page.html").blocks]


def test_text_behind_a_heading_in_a_layout_table_stands_under_it() -> None:
    page = "<h1>A</h1><table><tr><td><h2>B</h2>c</table><p>d"
    assert [block.text for block in read_html(page.encode(), "page.html").blocks] == ["A", "B", "c", "d"]


def test_spans_do_not_multiply_a_file_without_end() -> None:
    page = "<table>" + "<tr><td rowspan=60000 colspan=1000>" * 300 + "x" * 10_000 + "<td>y</table>"
    assert len(read_html(page.encode(), "page.html").source_text) < 4_000_000
