"""The rules of DESIGN 4.2 one by one, on documents small enough to read."""

from __future__ import annotations

import pytest
from support.documents import block, document, heading
from support.tokenizers import WordTokenizer, model_tokenizer

from explorer.core.chunking import chunk_document, header_share, text_share
from explorer.core.errors import ExplorerError
from explorer.core.model import Block, BlockKind, Chunk, CutNote, Place, Run

WORDS = WordTokenizer()
LIMIT = 16
"""Leaves twelve words to the text."""


def chunks(*blocks: Block, limit: int = LIMIT) -> tuple[Chunk, ...]:
    return chunk_document(document(*blocks), WORDS, limit)


def texts(*blocks: Block, limit: int = LIMIT) -> list[str]:
    return [chunk.text for chunk in chunks(*blocks, limit=limit)]


def words(count: int, stem: str = "w") -> str:
    return " ".join(f"{stem}{number}" for number in range(count))


def sentence(count: int, stem: str = "W") -> str:
    return f"{words(count, stem)}."


@pytest.mark.parametrize(("limit", "header", "text"), [(8, 2, 6), (16, 4, 12), (254, 63, 191), (255, 63, 192)])
def test_header_and_text_share_the_limit(limit: int, header: int, text: int) -> None:
    assert (header_share(limit), text_share(limit)) == (header, text)


@pytest.mark.parametrize("limit", [-1, 0, 7])
def test_a_limit_without_room_is_refused(limit: int) -> None:
    with pytest.raises(ExplorerError, match="too small"):
        chunks(block("paragraph", "a"), limit=limit)


@pytest.mark.parametrize("blocks", [(), (block("paragraph", " \n "),), (block("code", "\n\n"),)])
def test_nothing_to_read_gives_no_chunks(blocks: tuple[Block, ...]) -> None:
    assert chunks(*blocks) == ()


def test_an_own_body_that_fits_is_one_chunk() -> None:
    (one,) = chunks(heading(1, "A"), block("paragraph", words(6)), block("paragraph", words(6, "v")))
    assert one.text == f"{words(6)}\n\n{words(6, 'v')}"
    assert (one.section, one.heading_path, one.kind, one.notes) == (0, ("A",), "paragraph", ())


def test_whole_blocks_are_packed_greedily() -> None:
    paragraphs = [words(count, stem) for count, stem in ((6, "a"), (6, "b"), (7, "c"), (6, "d"), (6, "e"))]
    packed = texts(*(block("paragraph", text) for text in paragraphs))
    assert packed == ["\n\n".join(paragraphs[:2]), paragraphs[2], "\n\n".join(paragraphs[3:])]


@pytest.mark.parametrize(
    ("paragraphs", "cut"),
    [
        ((sentence(7, "a"), "Tips", sentence(8, "b")), 1),
        ((sentence(7, "a"), "Tips", "For newcomers:", sentence(8, "b")), 1),
        ((sentence(7, "a"), "**Tips**", sentence(8, "b")), 1),
        ((sentence(7, "a"), "Tips:", sentence(8, "b")), 1),
        ((sentence(7, "a"), "提示", sentence(8, "b")), 1),
        ((sentence(7, "a"), "It ends here.", sentence(8, "b")), 2),
        ((sentence(7, "a"), "Does it?", sentence(8, "b")), 2),
        ((sentence(7, "a"), "“Yes.”", sentence(8, "b")), 2),
        ((sentence(7, "a"), "这里结束。", sentence(8, "b")), 2),
        ((sentence(7, "a"), "* * *", sentence(8, "b")), 2),
        ((sentence(7, "a"), "Tips", sentence(12, "b")), 2),
        ((sentence(7, "a"), "Ink", "Log", "Key", sentence(8, "b")), 4),
        (("Tips", "Ink", sentence(12, "b")), 2),
    ],
)
def test_a_short_line_stays_with_what_it_introduces(paragraphs: tuple[str, ...], cut: int) -> None:
    packed = texts(*(block("paragraph", text) for text in paragraphs))
    assert packed == ["\n\n".join(paragraphs[:cut]), "\n\n".join(paragraphs[cut:])]


def test_a_lead_in_stays_with_its_list_and_is_carried_by_what_is_cut_from_it() -> None:
    found = chunks(
        block("paragraph", sentence(8, "a")),
        block("paragraph", "It needs:"),
        block("list", sentence(5, "b"), group=1),
        block("list", sentence(5, "c"), group=1),
        block("list", sentence(5, "d"), group=1),
    )
    assert [one.text for one in found] == [
        sentence(8, "a"),
        f"It needs:\n\n{sentence(5, 'b')}\n{sentence(5, 'c')}",
        f"It needs:\n{sentence(5, 'd')}",
    ]
    assert [one.carried for one in found] == [(), (), ("It needs:",)]


def test_own_bodies_are_never_mixed() -> None:
    found = chunks(
        block("paragraph", "before"), heading(1, "A"), block("paragraph", "a"), heading(2, "B"), block("paragraph", "b")
    )
    assert [(one.section, one.heading_path, one.text) for one in found] == [
        (-1, (), "before"),
        (0, ("A",), "a"),
        (1, ("A", "B"), "b"),
    ]


def test_only_a_leaf_without_body_becomes_a_chunk_of_its_heading() -> None:
    found = chunks(heading(1, "Book"), heading(2, "Part"), heading(2, "Tail"))
    assert [(one.kind, one.text, one.heading_path) for one in found] == [
        ("heading", "Part", ("Book", "Part")),
        ("heading", "Tail", ("Book", "Tail")),
    ]


def test_a_paragraph_over_the_limit_is_cut_between_sentences() -> None:
    three = [sentence(5, stem) for stem in ("A", "B", "C")]
    found = chunks(block("paragraph", " ".join(three)))
    assert [one.text for one in found] == [" ".join(three[:2]), three[2]]
    assert [one.notes for one in found] == [(), ()]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (f"{words(10)}, {words(5, 'v')}.", [f"{words(10)},", f"{words(5, 'v')}."]),
        (f"{words(15)}.", [words(12), "w12 w13 w14."]),
        ("x" * 200, ["x" * 96, "x" * 96, "x" * 8]),
        (f"{'字' * 60}，{'文' * 60}", [f"{'字' * 60}，", "文" * 60]),
        (f"{'字' * 96}，{'文' * 6}", ["字" * 95, f"字，{'文' * 6}"]),
    ],
    ids=["after a clause", "between words", "between characters", "after a clause sign", "no sign comes first"],
)
def test_a_sentence_over_the_limit_is_cut_at_the_best_boundary_and_reported(text: str, pieces: list[str]) -> None:
    found = chunks(block("paragraph", text))
    assert [one.text for one in found] == pieces
    assert all(CutNote.INSIDE_SENTENCE in one.notes for one in found)


def test_marks_stay_with_their_letter() -> None:
    found = texts(block("paragraph", "e\u0301" * 120))
    assert len(found) > 1
    assert not any(text.startswith("\u0301") for text in found)


def test_a_piece_is_counted_again_where_its_boundary_moved() -> None:
    unseen = "qz" * 23 + "x\ua66e\u0301"
    found = chunk_document(document(block("paragraph", unseen * 4)), model_tokenizer(), 8)
    assert "".join(one.text for one in found) == unseen * 4
    assert all(one.text_tokens <= 6 for one in found)


ROWS = [f"| item-{number} | is priced | {number} francs |" for number in range(4)]
HEADER = "| Item | Is | Price |"


def table(header: str = HEADER, rows: list[str] = ROWS) -> Block:
    return block("table", "\n".join([header, *rows] if header else rows), header_rows=1 if header else 0)


def test_a_table_is_always_its_own_chunk() -> None:
    small = table(rows=["| a | b | c |"])
    assert [one.kind for one in chunks(block("paragraph", "x"), small, block("paragraph", "y"), limit=64)] == [
        "paragraph",
        "table",
        "paragraph",
    ]


def test_each_piece_of_a_table_has_caption_and_column_headers_once() -> None:
    found = chunks(block("caption", "Table 1. Prices."), table(), limit=33)
    assert [one.text for one in found] == [f"Table 1. Prices.\n{HEADER}\n{row}" for row in ROWS]
    assert found[0].carried == ()
    assert all(one.carried == ("Table 1. Prices.", HEADER) for one in found[1:])
    assert all(one.kind == "table" and not one.notes for one in found)


def test_a_caption_below_its_table_is_carried_until_it_stands_there() -> None:
    found = chunks(table(), block("caption", "Table 1. Prices."), limit=33)
    assert [one.text for one in found[:-1]] == [f"Table 1. Prices.\n{HEADER}\n{row}" for row in ROWS[:-1]]
    assert (found[-1].carried, found[-1].text) == ((HEADER,), f"{HEADER}\n{ROWS[-1]}\nTable 1. Prices.")


def test_a_header_row_over_half_the_share_is_shortened_and_reported() -> None:
    header = f"| {words(4, 'first')} | {words(4, 'second')} |"
    found = chunks(table(header, ["| a | b |", "| c | d |"]))
    assert found[0].text == header
    assert [one.carried for one in found[1:]] == [("| first0 f… | second0… |",)] * len(found[1:])
    assert all(one.notes == (CutNote.HEADER_SHORTENED,) for one in found[1:])


def test_a_row_over_the_limit_is_cut_between_cells_and_keeps_its_columns() -> None:
    found = chunks(table("| A |", [f"| {words(6, 'a')} | {words(6, 'b')} |"]))
    assert [one.text for one in found] == [f"| A |\n| {words(6, 'a')}", f"| A |\n| {words(6, 'b')} |"]
    assert all(CutNote.INSIDE_TABLE in one.notes for one in found)


def test_code_is_cut_at_blank_lines_before_other_lines() -> None:
    stretches = [f"def f{number}():\n    return one two three" for number in range(3)]
    found = chunks(block("code", "\n\n".join(stretches)))
    assert [one.text for one in found] == ["\n\n".join(stretches[:2]), stretches[2]]
    assert not any(one.notes for one in found)


def test_code_without_blank_lines_is_cut_between_lines_and_keeps_its_indentation() -> None:
    lines = [f"    line {number} of it" for number in range(4)]
    found = chunks(block("code", "\n".join(lines)))
    assert [one.text for one in found] == ["\n".join(lines[:3]), lines[3]]
    assert not any(one.notes for one in found)


def test_code_over_the_limit_begins_its_own_chunk() -> None:
    stretches = [f"x = {number}\n# two" for number in range(3)]
    found = texts(block("paragraph", words(6)), block("code", "\n\n".join(stretches)))
    assert found == [words(6), "\n\n".join(stretches[:2]), stretches[2]]


def test_code_that_fits_is_never_cut_for_what_stands_before_it() -> None:
    code = "\n".join(f"line {number} of it" for number in range(3))
    assert texts(block("paragraph", words(9)), block("code", code)) == [words(9), code]


def test_a_code_line_over_the_limit_is_cut_and_reported() -> None:
    found = chunks(block("code", f"short\n{words(15)}"))
    assert "".join(one.text for one in found).replace(" ", "") == f"short{words(15)}".replace(" ", "")
    assert CutNote.INSIDE_CODE in found[-1].notes


def item(text: str, group: int = 1) -> Block:
    return block("list", text, group=group)


def test_items_cut_from_their_list_carry_the_lead_in() -> None:
    found = chunks(block("paragraph", "Bring with you:"), *(item(f"- {words(4, stem)}") for stem in "abc"))
    assert [one.text for one in found] == [
        f"Bring with you:\n\n- {words(4, 'a')}",
        f"Bring with you:\n- {words(4, 'b')}",
        f"Bring with you:\n- {words(4, 'c')}",
    ]
    assert [one.carried for one in found] == [(), ("Bring with you:",), ("Bring with you:",)]
    assert [one.kind for one in found] == ["mixed", "list", "list"]


def test_a_long_lead_in_is_carried_as_its_last_sentence() -> None:
    lead = f"{sentence(6, 'L')} Bring this:"
    found = chunks(block("paragraph", lead), item(f"- {words(9)}"), item(f"- {words(8)}"))
    assert [one.carried for one in found] == [(), ("Bring this:",), ("Bring this:",)]


def test_a_lead_in_without_room_is_left_out_and_reported() -> None:
    found = chunks(block("paragraph", "Bring with you:"), item(f"- {words(11)}"))
    assert [(one.text, one.notes) for one in found] == [
        ("Bring with you:", ()),
        (f"- {words(11)}", (CutNote.LEAD_IN_DROPPED,)),
    ]


@pytest.mark.parametrize(
    "before",
    [block("paragraph", "No colon."), block("quote", "Quoted:"), item("- other:", group=2)],
    ids=["no colon", "not a paragraph", "another list"],
)
def test_what_is_no_lead_in_is_not_carried(before: Block) -> None:
    found = chunks(before, item(f"- {words(9)}"), item(f"- {words(9)}"))
    assert not any(one.carried for one in found)


def test_an_item_cut_between_its_children_repeats_the_lines_above() -> None:
    children = [f"  - child {number} here" for number in range(4)]
    found = chunks(item("\n".join(["- Parent", *children])), limit=LIMIT)
    assert [one.text for one in found] == [
        "\n".join(["- Parent", *children[:2]]),
        "\n".join(["- Parent", *children[2:]]),
    ]
    assert found[1].carried == ("- Parent",)
    assert all(one.notes == (CutNote.INSIDE_LIST,) for one in found)


def test_a_deep_child_repeats_all_lines_it_hangs_on() -> None:
    lines = ["- Top", "  - Mid", *(f"    - deep {number} a b c" for number in range(3))]
    assert chunks(item("\n".join(lines)))[-1].text == "\n".join([*lines[:2], lines[-1]])


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["paragraph", "paragraph"], "paragraph"),
        (["paragraph", "quote"], "mixed"),
        (["caption"], "paragraph"),
        (["list", "list"], "list"),
        (["code"], "code"),
    ],
)
def test_the_kind_is_that_of_all_own_blocks(kinds: list[str], expected: str) -> None:
    (one,) = chunks(*(block(kind, "word") for kind in kinds))
    assert one.kind == expected


def test_text_the_model_cannot_see_is_kept_but_not_embedded() -> None:
    found = chunk_document(
        document(heading(1, "A"), block("paragraph", "* * *"), heading(1, "B"), block("paragraph", "word")),
        model_tokenizer(),
        64,
    )
    assert [(one.text, one.embeddable) for one in found] == [("* * *", False), ("word", True)]


def test_the_place_covers_own_parts_only() -> None:
    source = document(block("paragraph", "Bring with you:"), item(f"- {words(9)}"), item(f"- {words(8)}"))
    for one in chunk_document(source, WORDS, LIMIT):
        own = one.text.removeprefix("Bring with you:\n") if one.carried else one.text
        assert source.source_text[one.place.start : one.place.end] == own


def test_a_slice_has_the_place_of_the_runs_it_meets() -> None:
    runs = tuple(Run(5 * n, 5 * n + 4, Place(10 * n, 10 * n + 4), exact=True) for n in range(9))
    one = Block(BlockKind.PARAGRAPH, "word " * 9, Place(0, 90), runs)
    for start in range(45):
        for end in range(start + 1, 45):
            places = [range(10 * n, 10 * n + 4) for n in range(9)]
            signs = [places[at // 5][at % 5] for at in range(start, end) if at % 5 < 4]
            assert one.place_of(start, end) == (Place(signs[0], signs[-1] + 1) if signs else one.place)
