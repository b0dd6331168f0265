"""What HTML's `details` unfolds is content, and its headings govern nothing after it: pages and Markdown alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.chunking import chunk_document
from explorer.core.model import Block, BlockKind, Place
from explorer.core.outline import outline, own_bodies
from explorer.core.parsing import read_document
from tests.support.tokenizers import WordTokenizer

_HTML = {
    "deeper inside": (
        "<h1>FAQ</h1><details><summary><h2>Returns?</h2></summary><p>In 30 days.</p></details><p>Write to us.</p>",
        [("In 30 days.", ("FAQ", "Returns?")), ("Write to us.", ("FAQ",))],
    ),
    "a deeper heading follows": (
        "<h1>FAQ</h1><details><h2>Returns?</h2><p>In 30 days.</p></details><h3>Post</h3><p>By mail.</p>",
        [("In 30 days.", ("FAQ", "Returns?")), ("By mail.", ("FAQ", "Post"))],
    ),
    "one inside another": (
        "<h1>A</h1><details><h2>B</h2><p>b</p><details><h3>C</h3><p>c</p></details><p>still b</p></details><p>a</p>",
        [("b", ("A", "B")), ("c", ("A", "B", "C")), ("still b", ("A", "B")), ("a", ("A",))],
    ),
    "no heading above": (
        "<details><h2>B</h2><p>b</p></details><p>nobody's</p><h2>D</h2><p>d</p>",
        [("b", ("B",)), ("nobody's", ()), ("d", ("D",))],
    ),
    "no heading inside": (
        "<h1>A</h1><h2>B</h2><details><summary>more</summary><p>b</p></details><p>still b</p>",
        [("b", ("A", "B")), ("still b", ("A", "B"))],
    ),
    "a heading of the level above inside": (
        "<h1>A</h1><h2>B</h2><p>b</p><details><h2>Q</h2><p>q</p></details><p>b too</p><h3>C</h3><p>c</p>",
        [("q", ("A", "Q")), ("b too", ("A", "B")), ("c", ("A", "B", "C"))],
    ),
    "a heading of the first level inside": (
        "<h1>A</h1><h2>B</h2><details><h1>Top</h1><p>t</p></details><p>b</p><h2>D</h2><p>d</p>",
        [("t", ("Top",)), ("b", ("A", "B")), ("d", ("A", "D"))],
    ),
    "one after another": (
        "<h1>A</h1><details><h2>B</h2><p>b</p></details><p>x</p><details><h2>C</h2><p>c</p></details><p>y</p>",
        [("b", ("A", "B")), ("x", ("A",)), ("c", ("A", "C")), ("y", ("A",))],
    ),
}
_MARKDOWN = {
    "blank lines": (
        "# Install\n\n<details>\n<summary>Linux</summary>\n\n## Debian\n\napt it.\n\n</details>\n\nThen start it.\n",
        [("apt it.", ("Install", "Debian")), ("Then start it.", ("Install",))],
    ),
    "one block of HTML": (
        "# FAQ\n\n<details><summary><h2>Returns?</h2></summary>In 30 days.</details><p>Write to us.</p>\n",
        [("In 30 days.", ("FAQ", "Returns?")), ("Write to us.", ("FAQ",))],
    ),
    "never closed": (
        "# A\n\n<details>\n\n## B\n\nb\n\nstill b\n",
        [("b", ("A", "B")), ("still b", ("A", "B"))],
    ),
    "closed twice": ("# A\n\n## B\n\nb\n\n</details>\n\nstill b\n", [("still b", ("A", "B"))]),
    "one inside another": (
        "# A\n\n<details>\n\n## B\n\nb\n\n<details>\n\n### C\n\nc\n\n</details>\n\nb too\n\n</details>\n\na\n",
        [("c", ("A", "B", "C")), ("b too", ("A", "B")), ("a", ("A",))],
    ),
}


def _paths(data: str, name: str) -> dict[str, tuple[str, ...]]:
    document = read_document(data.encode(), name)
    chunks = chunk_document(document, WordTokenizer(), 400)
    return {line: chunk.heading_path for chunk in chunks for line in chunk.text.splitlines() if line}


@pytest.mark.parametrize("case", _HTML)
def test_headings_of_a_pages_disclosure_end_with_it(case: str) -> None:
    page, expected = _HTML[case]
    paths = _paths(f"<!doctype html><title>T</title><body>{page}</body>", "page.html")
    assert [(text, paths[text]) for text, _ in expected] == expected


@pytest.mark.parametrize("case", _MARKDOWN)
def test_headings_of_a_disclosure_in_markdown_end_with_it(case: str) -> None:
    text, expected = _MARKDOWN[case]
    paths = _paths(text, "page.md")
    assert [(text, paths[text]) for text, _ in expected] == expected


def _block(heading: int, resumes: int, number: int) -> Block:
    kind = BlockKind.HEADING if heading else BlockKind.PARAGRAPH
    return Block(kind, f"words {number}", Place(start=number, end=number + 1), level=heading, resumes=resumes)


_PLANS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from((0, 0, 0, 1, 2, 5, 9))), max_size=40)


@given(_PLANS)
def test_own_bodies_hold_each_block_once_in_order_under_the_open_headings(plan: list[tuple[int, int]]) -> None:
    blocks = [_block(heading, resumes, number) for number, (heading, resumes) in enumerate(plan)]
    before: list[list[tuple[int, str]]] = []
    open_headings: list[tuple[int, str]] = []
    expected: list[tuple[int, tuple[str, ...]]] = []
    for number, block in enumerate(blocks):
        if 0 < block.resumes <= number:
            open_headings = list(before[block.resumes - 1])
        before.append(list(open_headings))
        if block.level:
            while open_headings and open_headings[-1][0] >= block.level:
                open_headings.pop()
            open_headings.append((block.level, block.text))
        else:
            expected.append((number, tuple(text for _, text in open_headings)))
    found = [(index, own.path if own else ()) for own, stretch in own_bodies(blocks) for index in stretch]
    assert found == expected


@given(_PLANS)
def test_a_section_holds_its_own_blocks_and_ends_after_the_last(plan: list[tuple[int, int]]) -> None:
    blocks = [_block(heading, resumes, number) for number, (heading, resumes) in enumerate(plan)]
    for section in outline(blocks):
        own = list(section.own_blocks)
        assert own == sorted(set(own))
        assert all(section.first_block < index < section.end_block for index in own)


def test_an_empty_document_has_one_empty_stretch() -> None:
    assert list(own_bodies(())) == [(None, range(0))]
