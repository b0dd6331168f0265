"""The HTML page of an evaluation: whole, escaped, needing nothing, with every figure's interval and n."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from explorer.core.evaluated import evaluation_view
from explorer.core.evaluation import FEW, MEASURES
from explorer.core.evaluation_html import CHANGES, evaluation_html
from explorer.core.evaluation_words import CONCLUSIONS, MEASURE_WORDS, Outcome, outcome, verdict
from explorer.core.question_views import EvaluationView
from explorer.core.views import Pool
from tests.support.evaluations import kept_run, measured, shown

GOLDEN = Path(__file__).parent.parent / "cases" / "evaluation_page.html"
_VOID = {"meta", "rect", "line", "circle"}


class _Page(HTMLParser):
    """The elements and texts of a page whose every element is closed in turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += attrs
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.text += data

    def values(self, name: str) -> list[str]:
        return [value or "" for key, value in self.attributes if key == name]


def few_questions() -> EvaluationView:
    return evaluation_view(measured(["How much?", "How long?", "Who pays?"], [3, 1, None], [1, 2, 7]))


def page_of(evaluation: EvaluationView, library: str = "manuals") -> _Page:
    return _Page(evaluation_html(evaluation, library, "0.1.0"))


def test_the_page_is_as_it_was(update_goldens: bool) -> None:
    found = re.sub("<style>.*</style>", "", evaluation_html(few_questions(), "manuals", "0.1.0"), flags=re.DOTALL)
    if update_goldens:
        GOLDEN.write_text(found, encoding="utf-8")
    assert found == GOLDEN.read_text("utf-8")


def test_the_page_says_what_was_measured_on_what() -> None:
    text = page_of(few_questions()).text
    for words in (
        "manuals",
        "2026-11-30 14:02:05 UTC",
        "set.jsonl",
        "mini",
        "at most 254 tokens a chunk",
        "60 of 62 chunks ranked (2 superseded left out)",
        "index revision 3",
        "context against plain, embedding: 2 questions better, 1 worse, 0 the same",
    ):
        assert words in text


def test_every_measure_has_its_interval_its_n_and_its_meaning() -> None:
    text = page_of(few_questions()).text
    assert set(MEASURE_WORDS) == set(MEASURES)
    for measure in MEASURES:
        assert measure in text
        assert MEASURE_WORDS[measure] in text
    assert "0.444 (0.000 to 1.000) n = 3" in text


def test_the_page_needs_nothing_from_elsewhere_and_runs_nothing() -> None:
    text = evaluation_html(few_questions(), "manuals", "0.1.0")
    page = _Page(text)
    assert not set(page.names) & {"script", "link", "img", "iframe", "object", "base", "form"}
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "src"]
    assert not re.search(r"https?:|//|@import|@font-face|url\((?!#)", text.replace("<!DOCTYPE html>", ""))
    assert any(value.startswith("default-src 'none'") for value in page.values("content"))


def test_links_lead_to_their_sections_and_names_are_used_once() -> None:
    page = page_of(few_questions())
    names = page.values("id")
    assert len(names) == len(set(names))
    assert {link[1:] for link in page.values("href")} == {
        "short", "changes", "measures", "charts", "questions", "words"
    }  # fmt: skip
    assert {link[1:] for link in page.values("href")} <= set(names)


HOSTILE = '</td></table><script>alert(1)</script><img src=x onerror="a">&amp;\u202e\x00\x1b'


def test_words_of_others_are_never_markup() -> None:
    hostile = shown((HOSTILE, "b"), (3, 1), (1, 2), kept_run(HOSTILE, HOSTILE, HOSTILE, (2, None)))
    settings = dict.fromkeys(hostile.settings, HOSTILE)
    view = EvaluationView(
        HOSTILE, 1, settings, 2, 1, Pool(3, 3), hostile.runs, hostile.differences, hostile.questions
    )  # fmt: skip
    text = evaluation_html(view, HOSTILE, HOSTILE)
    page = _Page(text)
    assert not {"script", "img"} & set(page.names)
    assert page.text.count("alert(1)") >= 8
    assert not {"\u202e", "\x00", "\x1b"} & set(text)


def order_of(text: str, *ids: str) -> list[str]:
    return sorted(ids, key=lambda name: text.index(f'id="{name}"'))


@pytest.mark.parametrize(
    ("count", "order"),
    [
        (FEW - 1, ["short", "changes", "questions", "measures", "charts"]),
        (FEW, ["short", "changes", "measures", "charts", "questions"]),
    ],
)
def test_under_fifty_questions_the_list_stands_before_the_figures(count: int, order: list[str]) -> None:
    texts = [f"Question {number}" for number in range(count)]
    text = evaluation_html(shown(texts, [3] * count, [1] * count), "manuals", "0.1.0")
    assert order_of(text, *order) == order
    assert ("an average over so few says little" in text) is (count < FEW)


def test_of_many_changed_questions_the_most_changed_are_listed_and_no_loss_is_hidden_by_wins() -> None:
    count = CHANGES + 30
    texts = [f"Question {number}" for number in range(count)]
    view = shown([*texts, "The one that is lost?"], [9] * count + [1], [1] * count + [2])
    text = page_of(view).text
    assert "30 less changed questions left out here." in text
    changes = text[text.index("Changed questions") : text.index("Ranker: embedding")]
    assert "The one that is lost?" in changes
    assert changes.count("▲ better") == CHANGES
    assert changes.count("▼ worse") == 1


def test_one_run_has_nothing_to_compare_and_says_so() -> None:
    whole = few_questions()
    alone = EvaluationView(
        whole.when, 1, whole.settings, 3, 0, whole.pool, whole.runs[:1], (), whole.questions
    )  # fmt: skip
    text = page_of(alone).text
    assert "there is nothing to compare" in text
    assert "Wins and losses" not in text


@pytest.mark.parametrize(("changed", "found"), [(1, Outcome.UNSHOWN), (5, Outcome.UNSHOWN), (6, Outcome.BETTER)])
def test_nothing_is_said_to_be_better_by_a_handful_of_questions(changed: int, found: Outcome) -> None:
    texts = [f"Question {number}?" for number in range(changed)]
    evaluation = evaluation_view(measured(texts, [2] * changed, [1] * changed))
    assert outcome(evaluation.differences[0]) is found
    assert verdict(evaluation.differences[0]).endswith(CONCLUSIONS[found])
    assert ("▲ +" in page_of(evaluation).text) is (found is Outcome.BETTER)
