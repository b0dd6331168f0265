"""Renaming a heading: the effect is told before it is accepted, at one place or at all of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from html import unescape
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.audit_views import MendEffect, RankMove, TextChange
from explorer.core.mends import Mend
from explorer.core.model import Place
from explorer.core.views import SectionRow
from explorer.ui.audit_session import AuditSession
from explorer.ui.mend_dialog import MendDialog
from explorer.ui.mend_texts import effect_html, ranks_text, shown_moves, touched_text
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from explorer.ui.wishes import RenameWish

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

PATH = ("Office", "Overview")
QUESTION = "Where do I get a <badge>?"
Opener = Callable[..., MendDialog]


@pytest.fixture
def opened(session: Session, theme: Theme) -> Iterator[Opener]:
    made: list[MendDialog] = []

    def make(proposal: str = "Visitor badges", text: str = "") -> MendDialog:
        wish = RenameWish("office.md", 1, "Overview", proposal, text)
        dialog = MendDialog(AuditSession(session, session), theme, wish)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        made.append(dialog)
        dialog.show()
        return dialog

    yield make
    for dialog in made:
        dialog.close()
        dialog.deleteLater()


def effect(text: str, unranked: str = "") -> MendEffect:
    change = TextChange(3, "Office > Overview\n\nBadges < here.", f"Office > {text}\n\nBadges < here.")
    moves = () if unranked else (RankMove(QUESTION, 3, 9, 14), RankMove(QUESTION, 3, 7, 1), RankMove("?", 3, 90, 80))
    mend = Mend("office.md", PATH, 0, text)
    return MendEffect(mend, PATH, ("Office", text), 1, (change,), moves, 2, 41, unranked)


def tell(engine: RecordingEngine, dialog: MendDialog, unranked: str = "") -> None:
    job = engine.last(protocol.PreviewMend).id
    engine.answer(protocol.MendPreviewed(id=job, effect=effect(dialog.wanted, unranked)))


def tell_places(engine: RecordingEngine, renamed: str = "", others: int = 1) -> None:
    job = engine.last(protocol.ListOccurrences).id
    places = [("office.md", SectionRow(1, 0, 2, "Overview", Place()))]
    places += [(f"other{number}.md", SectionRow(0, -1, 1, "Overview", Place())) for number in range(others)]
    mends = [Mend("office.md", PATH, 0, renamed)]
    mends += [Mend(f"other{number}.md", ("Overview",), 0, "") for number in range(others)]
    engine.answer(protocol.Occurrences(id=job, heading="Overview", places=tuple(places), mends=tuple(mends)))


def test_the_proposal_is_filled_in_marked_and_tried_at_once(opened: Opener, engine: RecordingEngine) -> None:
    dialog = opened()
    assert (dialog.text.text(), dialog.text.selectedText()) == ("Visitor badges", "Visitor badges")
    assert "Proposed by the audit" in dialog.hint.text()
    asked = engine.last(protocol.PreviewMend)
    assert (asked.document, asked.section, asked.text) == ("office.md", 1, "Visitor badges")
    assert dialog.status.text().startswith("Working out")
    assert dialog.busy.isVisible()
    tell(engine, dialog)
    assert not dialog.busy.isVisible()
    assert dialog.status.text() == "1 chunk is embedded anew."
    assert dialog.path.whole() == "office.md:  Office › Overview"


def test_ranks_and_texts_are_told_without_taking_a_question_for_markup(opened: Opener, engine: RecordingEngine) -> None:
    dialog = opened()
    tell(engine, dialog)
    words = dialog.effect.toPlainText()
    assert "▲ 7 → 1" in words
    assert QUESTION in words
    assert "Badges < here." in words
    assert "… 1 moves further down" in words
    assert words.index("▲ 7 → 1") < words.index("▼ 9 → 14")
    assert "1 rise, 1 fall" in dialog.effect.accessibleDescription()


def test_why_no_rank_can_be_told_is_said(opened: Opener, engine: RecordingEngine) -> None:
    dialog = opened()
    tell(engine, dialog, "The library has no questions.")
    assert "The library has no questions." in dialog.effect.toPlainText()


def test_the_difference_is_marked_by_more_than_colour(theme: Theme) -> None:
    html = effect_html(effect("Visitor badges"), theme.colours())
    assert "text-decoration:line-through'>Overview</span>" in html
    assert "font-weight:bold'>Visitor badges</span>" in html
    assert "text-decoration:underline" in html


def test_the_effect_is_asked_for_after_a_pause_and_older_ones_are_not_shown(
    opened: Opener, engine: RecordingEngine, qtbot: QtBot
) -> None:
    dialog = opened()
    first = engine.last(protocol.PreviewMend).id
    dialog.text.setFocus()
    qtbot.keyClicks(dialog.text, "Badges")
    assert len(engine.all(protocol.PreviewMend)) == 1
    engine.answer(protocol.MendPreviewed(id=first, effect=effect("Visitor badges")))
    assert dialog.effect.toPlainText() == ""
    qtbot.waitUntil(lambda: len(engine.all(protocol.PreviewMend)) == 2)
    assert engine.last(protocol.PreviewMend).text == "Badges"
    assert dialog.hint.text() == "The audit proposed: Visitor badges"


@pytest.mark.parametrize(
    ("text", "words"),
    [("  ", "Type the words that retrieval shall see."), (" Overview ", "This is the heading as it is.")],
)
def test_what_changes_nothing_cannot_be_accepted(opened: Opener, text: str, words: str) -> None:
    dialog = opened()
    dialog.text.setText(text)
    assert dialog.status.text() == words
    assert not dialog.accept_button.isEnabled()


def test_enter_renames_this_place_as_soon_as_it_is_known(opened: Opener, engine: RecordingEngine, qtbot: QtBot) -> None:
    dialog = opened()
    assert not dialog.accept_button.isEnabled()
    tell_places(engine)
    with qtbot.waitSignal(dialog.mends_wanted) as wanted:
        qtbot.keyClick(dialog.text, Qt.Key.Key_Return)
    assert wanted.args == [(Mend("office.md", PATH, 0, "Visitor badges"),), ()]


def test_all_places_are_renamed_when_the_user_says_so(opened: Opener, engine: RecordingEngine, qtbot: QtBot) -> None:
    dialog = opened()
    assert not dialog.everywhere.isVisible()
    tell(engine, dialog)
    tell_places(engine, others=2)
    assert dialog.everywhere.text() == "All 3 places, in 3 documents"
    dialog.everywhere.setChecked(True)
    assert dialog.status.text() == "At this place: 1 chunk is embedded anew."
    with qtbot.waitSignal(dialog.mends_wanted) as wanted:
        dialog.accept_button.click()
    assert wanted.args
    keep, drop = wanted.args
    assert [(mend.document, mend.path, mend.text) for mend in keep] == [
        ("office.md", PATH, "Visitor badges"),
        ("other0.md", ("Overview",), "Visitor badges"),
        ("other1.md", ("Overview",), "Visitor badges"),
    ]
    assert drop == ()


def test_a_renamed_heading_shows_its_present_name_and_goes_back_to_its_own(
    opened: Opener, engine: RecordingEngine, qtbot: QtBot
) -> None:
    dialog = opened()
    tell_places(engine, "Badges", others=0)
    assert dialog.text.text() == "Badges"
    assert dialog.status.text() == "This is the heading as it is."
    dialog.text.setText("Overview")
    with qtbot.waitSignal(dialog.mends_wanted) as wanted:
        dialog.accept_button.click()
    assert wanted.args == [(), (Mend("office.md", PATH, 0, "Overview"),)]


def test_a_failure_is_said_in_the_dialog(opened: Opener, engine: RecordingEngine) -> None:
    dialog = opened()
    job = engine.last(protocol.PreviewMend).id
    engine.answer(protocol.Failed(id=job, title="There is no section 1.", detail="The document may have changed."))
    assert dialog.status.text() == "● There is no section 1. The document may have changed."
    assert not dialog.busy.isVisible()


def test_escape_changes_nothing(opened: Opener, engine: RecordingEngine, qtbot: QtBot) -> None:
    dialog = opened()
    tell(engine, dialog)
    with qtbot.assertNotEmitted(dialog.mends_wanted):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_ranks_in_words() -> None:
    mend = Mend("a.md", ("A",), 0, "B")
    none = MendEffect(mend, ("A",), ("B",), 0, questions=1, pool=7)
    assert ranks_text(none) == "No rank moves for the library's 1 question over 7 chunks."
    assert touched_text(none).startswith("No chunk's embedded text changes")
    deep = MendEffect(mend, ("A",), ("B",), 1, moves=(RankMove("?", 0, 80, 70),), questions=3, pool=90)
    assert shown_moves(deep) == []
    assert ranks_text(deep).startswith("No rank within the first 20 moves")


def change_html(before: str, after: str) -> list[str]:
    """Return how a chunk's text before and after a mend is shown, tags and all."""
    shown = effect_html(
        MendEffect(Mend("a.md", ("A",), 0, "B"), ("A",), ("B",), 1, chunks=(TextChange(0, before, after),)),
        defaultdict(str),
    )
    return shown.split("<p style='margin-top:0'>")[1:]


def plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html.split("</p>", maxsplit=1)[0].replace("<br>", "\n")))


@given(st.text("ab< \n"), st.text("ab< \n"))
def test_a_change_is_shown_without_losing_a_letter(before: str, after: str) -> None:
    assert [plain(html) for html in change_html(before, after)] == [before, after]


def test_words_between_two_changes_are_not_marked() -> None:
    before, after = change_html("Plans > Section 4 manual 2\n\nText.", "Plans > Helmet manual sizes\n\nText.")
    assert re.findall(r"line-through'>([^<]*)<", before) == ["Section 4", "2"]
    assert re.findall(r"bold'>([^<]*)<", after) == ["Helmet", "sizes"]
