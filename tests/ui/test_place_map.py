"""Places of the source and stretches of text, both ways, down to the reading view's positions."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtGui import QFont, QTextCursor, QTextDocument
from pytestqt.qtbot import QtBot

from explorer import paths
from explorer.core.model import Block, BlockKind, Place, Rect, Run
from explorer.core.parsing import read_document
from explorer.ui.place_map import PlaceMap, Stretch, clip, holds_on_page, source_point, utf16_length
from explorer.ui.reading_text import PART_BLOCKS, ReadingText, heading_block, parts_of
from explorer.ui.source_panel import chunk_at
from explorer.ui.theme import Theme

# The source is "A *bold* word." from code point 10 on: the emphasis marks are not in the text.
BOLD = Block(
    BlockKind.PARAGRAPH,
    "A bold word.",
    Place(10, 24),
    runs=(
        Run(0, 2, Place(10, 12), exact=True),
        Run(2, 6, Place(13, 17), exact=True),
        Run(6, 12, Place(18, 24), exact=True),
    ),
)
LOOSE = Block(BlockKind.PARAGRAPH, "R&D", Place(0, 7), runs=(Run(0, 3, Place(0, 7)),))


@pytest.mark.parametrize(
    ("block", "start", "end", "stretch"),
    [
        (BOLD, 10, 24, (0, 12)),
        (BOLD, 13, 17, (2, 6)),
        (BOLD, 14, 16, (3, 5)),
        (BOLD, 15, 20, (4, 8)),
        (BOLD, 24, 30, None),
        (BOLD, 0, 10, None),
        (LOOSE, 2, 3, (0, 3)),
        (Block(BlockKind.PARAGRAPH, "no runs", Place(0, 7)), 3, 4, (0, 7)),
        (Block(BlockKind.PARAGRAPH, "on a page", Place(page=1)), 3, 4, None),
    ],
)
def test_stretch_of_a_place(block: Block, start: int, end: int, stretch: tuple[int, int] | None) -> None:
    found = PlaceMap([block], 5).stretches(Place(start, end))
    assert found == ([Stretch(5, *stretch)] if stretch else [])


def looked_through(blocks: list[Block], start: int, end: int) -> list[Stretch]:
    """Find stretches by looking at every block and every run."""

    def meets(place: Place) -> bool:
        return place.start is not None and place.end is not None and place.start < end and place.end > start

    found: list[Stretch] = []
    for number, block in enumerate(blocks):
        parts = [clip(run, start, end) for run in block.runs if meets(run.place)]
        if meets(block.place) and (parts or not block.runs):
            found.append(Stretch(number, *((parts[0][0], parts[-1][1]) if parts else (0, len(block.text)))))
    return found


def odd_block(chance: Random) -> Block:
    """Make a block whose runs come in any order, overlap, or have no place; some blocks have no runs."""
    runs: list[Run] = []
    for number in range(chance.randrange(5)):
        start = chance.randrange(60)
        place = Place(start, start + 4) if chance.random() < 0.8 else Place(page=1)
        runs.append(Run(4 * number, 4 * number + 4, place, exact=chance.random() < 0.5))
    start = chance.randrange(50)
    return Block(BlockKind.PARAGRAPH, "x" * 20, Place(start, start + chance.randrange(1, 30)), runs=tuple(runs))


@pytest.mark.parametrize("seed", range(50))
def test_bisection_finds_what_looking_through_finds(seed: int) -> None:
    chance = Random(seed)
    blocks = [odd_block(chance) for _ in range(8)]
    places = PlaceMap(blocks)
    for start in range(0, 66, 2):
        for length in (0, 1, 3, 15):
            assert places.stretches(Place(start, start + length)) == looked_through(blocks, start, start + length)


def test_chunks_of_a_long_table_look_at_their_own_runs_only(
    qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [f"| {number} | cell |" for number in range(2000)]
    source = "\n".join(["| a | b |", "|---|---|", *rows, ""])
    parsed = read_document(source.encode(), "long.md")
    clipped: list[Run] = []

    def counted(run: Run, start: int, end: int) -> tuple[int, int]:
        clipped.append(run)
        return clip(run, start, end)

    monkeypatch.setattr("explorer.ui.place_map.clip", counted)
    text = ReadingText(QTextDocument(), parsed.blocks, range(len(parsed.blocks)), theme)
    at = 0
    for row in rows:
        at = source.index(row, at)
        assert text.span_of(Place(at, at + len(row))) is not None
    assert 0 < len(clipped) <= 2 * len(rows)


@pytest.mark.parametrize(("offset", "point"), [(0, 10), (2, 13), (5, 16), (6, 18), (11, 23)])
def test_source_point_of_a_letter(offset: int, point: int) -> None:
    assert source_point(BOLD, offset) == point


@pytest.mark.parametrize(("text", "length"), [("abc", 3), ("ä", 1), ("😀a", 3), ("", 0)])
def test_utf16_length(text: str, length: int) -> None:
    assert utf16_length(text) == length


@pytest.mark.parametrize(
    ("page", "x", "y", "inside"), [(2, 50, 50, True), (1, 50, 50, False), (2, 9, 50, True), (2, 5, 50, False)]
)
def test_point_on_a_page(page: int, x: float, y: float, inside: bool) -> None:
    assert holds_on_page(Place(page=2, rects=(Rect(2, 10, 10, 90, 90),)), page, x, y) is inside


@pytest.mark.parametrize(
    ("known", "point", "index"),
    [
        ({0: (10, 20), 1: (30, 40)}, 15, 0),
        ({0: (10, 20), 1: (30, 40)}, 25, 1),
        ({0: (10, 20)}, 5, 0),
        ({4: (30, 40)}, 25, None),
        ({4: (30, 40)}, 35, 4),
        ({0: (10, 20)}, 20, None),
    ],
)
def test_chunk_at_a_point_or_surely_next(known: dict[int, tuple[int, int]], point: int, index: int | None) -> None:
    assert chunk_at({key: Place(*span) for key, span in known.items()}, point) == index


def test_headings_are_counted_in_document_order() -> None:
    blocks = [Block(BlockKind.HEADING, "A", Place(0, 1), level=1), BOLD, Block(BlockKind.HEADING, "B", Place(30, 31))]
    assert [heading_block(blocks, number) for number in range(3)] == [0, 2, None]


def test_parts_cover_a_long_document_in_order() -> None:
    parts = parts_of([BOLD] * (2 * PART_BLOCKS + 5))
    assert [len(part) for part in parts] == [PART_BLOCKS, PART_BLOCKS, 5]
    assert [number for part in parts for number in part] == list(range(2 * PART_BLOCKS + 5))


def shown(document: QTextDocument, span: tuple[int, int]) -> str:
    cursor = QTextCursor(document)
    cursor.setPosition(span[0])
    cursor.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n")


def letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum() or letter == "😀")


SAMPLES = sorted(str(path.relative_to(paths.sample_library())) for path in paths.sample_library().rglob("*.md"))
ODD = "# 😀 Titel\n\nEin 😀 *fettes* Wort 😀.\n\n| 😀 a | b |\n|---|---|\n| 1 | 2 |\n\n- item 😀\n  - child\n"


@pytest.mark.parametrize("name", [*SAMPLES, "odd.md"])
def test_every_block_is_found_where_it_is_shown(qtbot: QtBot, theme: Theme, name: str) -> None:
    data = ODD.encode() if name == "odd.md" else (paths.sample_library() / name).read_bytes()
    parsed = read_document(data, name)
    document = QTextDocument()
    text = ReadingText(document, parsed.blocks, range(len(parsed.blocks)), theme)
    for block in parsed.blocks:
        span = text.span_of(block.place)
        assert span is not None
        if block.kind == BlockKind.TABLE:
            # Qt parts cells by characters of its own.
            assert letters(shown(document, span)) == letters(block.text)
        else:
            assert shown(document, span).split() == block.text.split()
            assert block.place.start is not None
            point = text.point_at(span[0])
            assert point is not None
            assert block.place.start <= point < (block.place.end or 0)


def test_exact_letters_map_both_ways(qtbot: QtBot, theme: Theme) -> None:
    parsed = read_document(ODD.encode(), "odd.md")
    document = QTextDocument()
    text = ReadingText(document, parsed.blocks, range(len(parsed.blocks)), theme)
    start = ODD.index("fettes")
    span = text.span_of(Place(start, start + 6))
    assert span is not None
    assert shown(document, span) == "fettes"
    assert text.point_at(span[0]) == start


def test_body_text_keeps_its_letters_when_the_documents_font_is_another(qtbot: QtBot, theme: Theme) -> None:
    parsed = read_document(b"# Leave\n\nAsk a month ahead.\n\n> In writing.\n", "a.md")
    document = QTextDocument()
    text = ReadingText(document, parsed.blocks, range(len(parsed.blocks)), theme)
    document.setDefaultFont(QFont("DejaVu Sans", 30))
    for block in parsed.blocks:
        span = text.span_of(block.place)
        assert span is not None
        cursor = QTextCursor(document)
        cursor.setPosition(span[0] + 1)
        assert cursor.charFormat().fontFamilies() == theme.font(serif=True).families()
