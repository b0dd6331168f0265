"""A file's text and what a text view shows of it: offsets lead to each other both ways, long lines are broken."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.ui import shown_text
from explorer.ui.place_map import utf16_length
from explorer.ui.shown_text import ShownText


@given(st.text(alphabet="ab \r\n😀é", max_size=40))
def test_a_point_is_shown_where_the_text_before_it_ends(source: str) -> None:
    shown = ShownText(source)
    for point in range(len(source) + 1):
        inside = source[point - 1 : point + 1] == "\r\n"
        before = source[: point - 1] if inside else source[:point]
        assert shown.position(point) == utf16_length(before.replace("\r\n", "\n"))
        if source[point : point + 2] != "\r\n":
            assert shown.point(shown.position(point)) == point


def test_overlong_lines_are_broken_and_nothing_is_lost() -> None:
    source = "word 😀 " * 20_000 + "\r\nend"
    shown = ShownText(source)
    assert max(map(len, shown.text.split("\n"))) <= 20_000
    assert shown.text.replace("\n", "") == source.replace("\r\n", "")
    point = source.index("end")
    units = shown.text.encode("utf-16-le")
    assert units[2 * shown.position(point) :].decode("utf-16-le") == "end"
    assert shown.point(shown.position(point)) == point


@pytest.mark.parametrize("source", ["", "short", "line\n" * 50, "x" * 500, "word " * 100])
def test_slices_cover_the_text_and_begin_at_lines_or_words(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    monkeypatch.setattr(shown_text, "SLICE", 40)
    starts = ShownText(source).slices()
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    edges = [*starts, len(source)]
    assert all(end - start <= 40 for start, end in pairwise(edges))
    if " " in source or "\n" in source:
        assert all(source[start - 1] in " \n" for start in starts[1:])
