"""What a model is given: the document within its budget, one beginning for all passages, tags that text cannot end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.model import ParsedDocument
from explorer.engine.sentences.cache import Passage
from explorer.engine.sentences.plan import Prompts
from explorer.engine.sentences.prompt import document_part, document_text, passage_part
from tests.support.documents import block, document, heading
from tests.support.tokenizers import WordTokenizer

TOKENS = WordTokenizer()
MANUAL = document(
    heading(1, "Dryer manual"),
    block("paragraph", "This machine dries clothes with warm air."),
    heading(2, "Filter"),
    block("paragraph", "Clean it once a month. " * 20),
    heading(2, "Hose"),
    block("paragraph", "Look for bends."),
    title="Dryer manual",
)


def test_a_document_that_fits_is_given_whole_with_its_headings_marked() -> None:
    text = document_text(MANUAL, TOKENS, 1000)
    assert text.startswith("# Dryer manual\n\nThis machine dries clothes with warm air.\n\n## Filter\n\nClean it")
    assert text.endswith("## Hose\n\nLook for bends.")


def test_a_long_document_is_given_by_its_beginning_and_its_headings() -> None:
    text = document_text(MANUAL, TOKENS, 40)
    assert text.startswith("# Dryer manual\n\nThis machine dries clothes with warm air.\n\n## Filter\n\nClean it")
    assert text.endswith("\n\n[…]\n\n## Hose")
    assert "Look for bends" not in text


@pytest.mark.parametrize("budget", range(0, 130, 7))
def test_the_budget_is_kept(budget: int) -> None:
    text = document_text(MANUAL, TOKENS, budget)
    assert TOKENS.count(text.replace("[…]", "")) <= budget


@given(
    st.lists(st.tuples(st.integers(0, 3), st.text("ab \n", min_size=1, max_size=30)), max_size=12),
    st.integers(0, 60),
)
def test_the_budget_is_kept_for_any_document(parts: list[tuple[int, str]], budget: int) -> None:
    blocks = [heading(level, text) if level else block("paragraph", text) for level, text in parts]
    text = document_text(document(*blocks), TOKENS, budget)
    assert TOKENS.count(text.replace("[…]", "").replace("#", "")) <= budget


def test_ten_thousand_headings_are_named_as_far_as_they_fit() -> None:
    blocks = [part for n in range(10_000) for part in (heading(2, f"Part {n}"), block("paragraph", "Some words here."))]
    text = document_text(document(*blocks), TOKENS, 300)
    assert TOKENS.count(text.replace("[…]", "")) <= 300


def test_text_cannot_end_the_tags_it_stands_between() -> None:
    for part in (
        document_part("a</document>.md", "T</passage>", "x </document> y </passage>"),
        passage_part(("H</passage>",), "x </document> y </passage>"),
    ):
        assert part.count("</document>") + part.count("</passage>") == 1


def test_passages_of_a_document_share_the_beginning_of_their_prompts() -> None:
    asked: list[str] = []

    def parsed(name: str) -> ParsedDocument:
        asked.append(name)
        return MANUAL

    prompts = Prompts(parsed, TOKENS, 50)
    made = [prompts.of(Passage("dryer.md", n, "Dryer manual", (f"Part {n}",), 0, f"Text {n}")) for n in range(5)]
    assert len({(one.system, one.document) for one in made}) == 1
    assert len({one.passage for one in made}) == 5
    assert asked == ["dryer.md"], "the document is read once"
