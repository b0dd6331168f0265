"""Scrolling in row units: no position leaves the list, and moves measure only rows near the view."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from explorer.ui.row_scroll import STEPS, Position, RowScroll

HEIGHTS = st.lists(st.integers(20, 700).map(float), min_size=1, max_size=40)


def scroll_over(heights: list[float], room: float = 500.0) -> RowScroll:
    scroll = RowScroll(heights.__getitem__)
    scroll.count, scroll.room = len(heights), room
    return scroll


@given(HEIGHTS, st.lists(st.floats(-3000, 3000), max_size=12))
def test_view_stays_filled_wherever_it_is_moved(heights: list[float], moves: list[float]) -> None:
    scroll = scroll_over(heights)
    for pixels in moves:
        scroll.move_by(pixels)
        rows = scroll.visible()
        assert rows[0][1] <= 0
        end = rows[-1][1] + heights[rows[-1][0]]
        assert end >= min(scroll.room, sum(heights)) - 1e-6
        assert 0 <= scroll.bar_value() <= scroll.bar_maximum()


@given(HEIGHTS, st.data())
def test_shown_row_is_in_view(heights: list[float], data: st.DataObject) -> None:
    scroll = scroll_over(heights)
    row = data.draw(st.integers(0, len(heights) - 1))
    scroll.move_by(data.draw(st.floats(0, 5000)))
    scroll.show(row)
    top = dict(scroll.visible())[row]
    if heights[row] <= scroll.room:
        assert top >= -1e-6
        assert top + heights[row] <= scroll.room + 1e-6
    else:
        assert top <= 0 < top + heights[row]


@given(HEIGHTS, st.integers(0, 40 * STEPS))
def test_bar_value_is_kept(heights: list[float], value: int) -> None:
    scroll = scroll_over(heights)
    value = min(value, scroll.bar_maximum())
    scroll.move_to_value(value)
    assert abs(scroll.bar_value() - value) <= 1


def test_moves_in_a_long_list_measure_few_rows() -> None:
    measured: set[int] = set()

    def height(row: int) -> float:
        measured.add(row)
        return 60.0 + row % 7

    scroll = RowScroll(height)
    scroll.count, scroll.room = 100_000, 900.0
    scroll.move_to_value(50_000 * STEPS)
    scroll.move_by(300)
    scroll.visible()
    scroll.bar_maximum()
    assert scroll.position.row in range(50_000, 50_010)
    assert len(measured) < 60


def test_empty_list_has_one_position() -> None:
    scroll = scroll_over([])
    scroll.move_by(100)
    scroll.show(3)
    assert (scroll.position, scroll.visible(), scroll.bar_maximum()) == (Position(), [], 0)
