"""Why headers leave something out and passages are not found: what core says is known by its form."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from explorer.core.header_fit import HeaderFit, headings_to_show
from explorer.core.question_rows import looked_up
from explorer.core.question_views import EntryRow
from explorer.core.questions import Entry, Fragment, Reference, Span
from explorer.core.questions_gold import GoldFinder, Passage, QuestionDocument
from explorer.core.questions_sections import Heading, NotFoundError
from explorer.core.recipe import Recipe, Style
from explorer.ui.question_texts import entry_state
from explorer.ui.remark_texts import REMARKS
from tests.support.tokenizers import WordTokenizer

HEADINGS = (Heading(0, 1, -1, "Plans", "plans"), Heading(1, 1, 0, "Day pass", "day-pass"))
PASSAGES = (Passage(0, 0, "A plan for all.", 0, 15), Passage(1, 1, "A pass for a day.", 20, 37))
FINDER = GoldFinder(
    [QuestionDocument(name, HEADINGS, PASSAGES) for name in ("plans.md", "a/same.md", "b/same.md")]
    + [QuestionDocument("bare.md", (), PASSAGES)]
)
MISSING = (
    Reference("plans#day-pas"), Reference("plans#"), Reference("bare#day"), Reference("same#plans"), Reference("zzz"),
    Reference("plan#plans"), Fragment("words that no text holds"), Fragment("a pass for nobody"),
    Span("plans.md", 60, 70), Span("gone.md", 1, 2),
)  # fmt: skip


@pytest.mark.parametrize("entry", MISSING)
def test_why_a_passage_is_not_found_is_known(entry: Entry) -> None:
    with pytest.raises(NotFoundError) as caught:
        FINDER.find(entry)
    said = f"{caught.value}."
    assert REMARKS.told(said) == said


@pytest.mark.parametrize("entry", MISSING)
def test_a_passage_of_a_set_says_why_it_is_not_found_in_the_users_language(
    entry: Entry, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = looked_up(entry, FINDER.find)
    said = entry_state(EntryRow("section", "x", problem=found.problem))
    assert said == f"● {found.problem}"
    monkeypatch.setattr(REMARKS, "told", lambda said: f"(μ) {said}" if said[0].islower() else None)
    if found.problem[0].isalpha():
        assert entry_state(EntryRow("section", "x", problem=found.problem)).startswith("● (μ)")


def test_why_a_header_leaves_something_out_is_known() -> None:
    codes = {"Overview": "H102", "* * *": "H103", "TODO": "H104"}
    path = ["Overview", "* * *", "TODO", "Keys", "Keys", "Loss of keys", "What a lost key costs in the end"]
    shown, dropped = headings_to_show("Handbook", path, Recipe(depth=2), lambda heading: codes.get(heading, ""))
    reasons = {why for _, why in dropped}
    for share in range(1, 12):
        fit = HeaderFit(Style.PATH, share, WordTokenizer(), "")
        header = fit.header("A handbook for all who come and go", shown, "7", dropped)
        reasons |= {why for _, why in header.dropped}
    assert len({why.split(":")[0] for why in reasons}) >= 8
    assert [why for why in reasons if REMARKS.told(why) != why] == []
