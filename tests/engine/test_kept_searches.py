"""The history and the saved searches of a library: order, repeats, limits, damage, and the requests for them."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.core.retrieval_views import KeptSearch
from explorer.core.views import Filters
from explorer.engine.library import Library
from explorer.engine.retrieval_jobs import ANSWERS
from explorer.engine.searches import FILE, MOST_REMEMBERED, change_searches, kept_searches
from explorer.engine.user_work import UserWork

QUESTIONS = st.text(min_size=1, max_size=30).filter(lambda text: bool(text.split()))
FILTERS = st.builds(Filters, folder=st.sampled_from(("", "hr")), tags=st.sampled_from(((), ("travel",))))


@pytest.fixture
def work(tmp_path: Path) -> UserWork:
    return UserWork(tmp_path / "documents", tmp_path / "home")


def questions(work: UserWork) -> list[str]:
    return [search.question for search in kept_searches(work).history]


def test_nothing_is_kept_at_first(work: UserWork) -> None:
    assert kept_searches(work).history == kept_searches(work).saved == ()


def test_history_is_newest_first_and_a_question_stands_in_it_once(work: UserWork) -> None:
    for question in ("fees", "leave", "  fees "):
        change_searches(work, [KeptSearch(question)], [])
    assert questions(work) == ["fees", "leave"]


def test_the_same_words_with_another_filter_are_another_question(work: UserWork) -> None:
    change_searches(work, [KeptSearch("fees"), KeptSearch("fees", filters=Filters(folder="hr"))], [])
    assert [search.filters.folder for search in kept_searches(work).history] == ["hr", ""]


def test_history_is_limited(work: UserWork) -> None:
    change_searches(work, [KeptSearch(f"question {number}") for number in range(MOST_REMEMBERED + 5)], [])
    assert len(questions(work)) == MOST_REMEMBERED
    assert questions(work)[0] == f"question {MOST_REMEMBERED + 4}"


def test_saved_searches_are_in_the_order_of_names_and_replaced_by_name(work: UserWork) -> None:
    for name, question in (("Zones", "where"), ("fees", "old"), ("Fees", "new")):
        change_searches(work, [KeptSearch(question, name=name)], [])
    assert [(each.name, each.question) for each in kept_searches(work).saved] == [("Fees", "new"), ("Zones", "where")]
    assert not questions(work)


def test_what_is_dropped_is_gone(work: UserWork) -> None:
    change_searches(work, [KeptSearch("fees"), KeptSearch("leave"), KeptSearch("fees", name="Fees")], [])
    history = kept_searches(work).history
    change_searches(work, [], [history[0], KeptSearch("", name="fees")])
    assert questions(work) == ["fees"]
    assert kept_searches(work).saved == ()


def test_time_is_told_and_the_file_is_private(work: UserWork) -> None:
    kept = change_searches(work, [KeptSearch("fees")], []).history[0]
    assert kept.when.endswith("+00:00")
    assert stat.S_IMODE((work.folder / FILE).stat().st_mode) == 0o600


def test_an_empty_question_is_refused(work: UserWork) -> None:
    with pytest.raises(ExplorerError, match="empty"):
        change_searches(work, [KeptSearch("  ")], [])


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"history": [{"question": 3}]}', b"\xff\xfe", b"x\r\ny"])
def test_a_damaged_file_is_told_and_left_as_it_is(work: UserWork, content: bytes) -> None:
    change_searches(work, [KeptSearch("fees")], [])
    (work.folder / FILE).write_bytes(content)
    for act in (lambda: kept_searches(work), lambda: change_searches(work, [KeptSearch("leave")], [])):
        with pytest.raises(ExplorerError, match=r"searches\.json") as caught:
            act()
        assert str(work.folder / FILE) in caught.value.detail
    assert (work.folder / FILE).read_bytes() == content


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(question=QUESTIONS, filters=FILTERS, ranker=st.sampled_from(("", "keyword")))
def test_what_is_kept_comes_back(work: UserWork, question: str, filters: Filters, ranker: str) -> None:
    asked = KeptSearch(question, filters=filters, context_ranker=ranker, when="2026-03-01T00:00:00+00:00")
    change_searches(work, [asked], [])
    assert kept_searches(work).history[0] == replace(asked, question=" ".join(question.split()))


def test_requests_are_answered(copied: tuple[Path, Path], open_library: Callable[..., Library]) -> None:
    library = open_library(*copied)
    change = protocol.ChangeSearches(id=3, keep=(KeptSearch("fees"), KeptSearch("leave", name="Leave")))
    told = ANSWERS[protocol.ChangeSearches](change, library)
    assert isinstance(told, protocol.SearchesListed)
    assert (told.id, [each.question for each in told.history], [each.name for each in told.saved]) == (
        3,
        ["fees"],
        ["Leave"],
    )
    assert ANSWERS[protocol.ListSearches](protocol.ListSearches(id=4), library) == protocol.SearchesListed(
        id=4, history=told.history, saved=told.saved
    )
