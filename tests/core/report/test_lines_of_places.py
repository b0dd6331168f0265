"""Lines, columns and offsets of places in text files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.model import Place
from explorer.core.report.lines import Region, regions


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ("abc", (0, 3), Region(0, 3, 1, 1, 1, 4)),
        ("# A\n\ntext\n", (5, 9), Region(5, 4, 3, 1, 3, 5)),
        ("# A\r\n\r\ntext", (7, 11), Region(7, 4, 3, 1, 3, 5)),
        ("one\ntwo\nthree", (2, 9), Region(2, 7, 1, 3, 3, 2)),
        ("\ufeff# A\ntext", (0, 4), Region(0, 3, 1, 1, 1, 4)),
        ("\ufeff# A\ntext", (5, 9), Region(4, 4, 2, 1, 2, 5)),
        ("😀 x\ny", (4, 5), Region(4, 1, 2, 1, 2, 2)),
        ("a\n", (1, 2), Region(1, 1, 1, 2, 2, 1)),
        ("a\x0bb\u2028c", (4, 5), Region(4, 1, 1, 5, 1, 6)),
    ],
)
def test_a_span_has_lines_and_columns(text: str, span: tuple[int, int], expected: Region) -> None:
    assert regions(text, [Place(*span)]) == {span: expected}


def test_places_without_a_span_have_no_region() -> None:
    assert regions("abc", [None, Place(page=2)]) == {}


@given(st.text(alphabet="ab \r\n\ufeffé😀", max_size=60), st.data())
def test_lines_and_offsets_name_the_same_signs(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    region = regions(text, [Place(start, end)])[start, end]
    body = text.removeprefix("\ufeff")
    lines = body.split("\n")
    wanted = text[start:end].removeprefix("\ufeff") if start == 0 else text[start:end]
    assert body[region.offset : region.offset + region.length] == wanted

    def offset(line: int, column: int) -> int:
        return sum(len(one) + 1 for one in lines[: line - 1]) + column - 1

    assert offset(region.line, region.column) == region.offset
    assert offset(region.end_line, region.end_column) == region.offset + region.length
