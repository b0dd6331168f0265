"""Diagnoses are told by the window in core's words, each of which is listed for translators."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from explorer.core.phrases import Phrase, joined, phrase, plural, quoted_sentence
from explorer.core.retrieval_views import Diagnosis, Evidence, EvidenceChunk
from explorer.core.views import Pool
from explorer.ui.phrase_texts import in_users_words, phrase_text
from explorer.ui.remark_texts import REMARKS, remark_text
from tests.support.every_diagnosis import every_phrase
from tests.translation_list import PHRASES, core_phrases, phrases_of


def _forms(said: Phrase) -> Iterator[str]:
    """Yield all forms of a phrase and of those that stand in it."""
    yield from filter(None, (said.form, said.many))
    for each in said.values:
        yield from _forms(each) if isinstance(each, Phrase) else ()


def test_in_english_the_window_says_what_core_says() -> None:
    assert [phrase_text(each) for each in every_phrase()] == [str(each) for each in every_phrase()]
    assert len(every_phrase()) > 100


def test_every_form_is_listed_for_translators() -> None:
    said = {form for each in every_phrase() for form in _forms(each) if re.search("[a-z]{2}", form)}
    assert not said - core_phrases()


def test_every_form_of_core_is_among_the_diagnoses() -> None:
    words = (path.read_text("utf-8") for path in PHRASES if path.parent.name == "core")
    of_core = {form for source in words for form in phrases_of(source)}
    said = {form for each in every_phrase() for form in _forms(each)}
    assert len(of_core) > 70
    assert not of_core - said


def test_a_diagnosis_is_told_from_its_phrases_and_else_as_it_came() -> None:
    known = {"a": phrase("b {0}", 1200), "c": plural(1, "{0} d", "{0} e"), "f": joined(", ", ("g", phrase("h")))}
    part = EvidenceChunk("1.md", 0, (), 1.0, left_out="a")
    told = in_users_words(
        Diagnosis(
            "q", "absent", "a", "c", "x", (("f", "a"), ("y", "c")), (Evidence("a", (part,), "c"),), Pool(1, 1),
            phrases={name: each for name, each in known.items() if isinstance(each, Phrase)},
        )
    )  # fmt: skip
    assert (told.title, told.reason, told.remedy) == ("b 1,200", "1 d", "x")
    assert told.facts == (("g, h", "b 1,200"), ("y", "1 d"))
    assert told.evidence[0].name == "a"
    assert (told.evidence[0].problem, told.evidence[0].chunks[0].left_out) == ("1 d", "b 1,200")


def test_nouns_follow_their_number_and_braces_of_documents_stay() -> None:
    words = [str(plural(number, "{0} chunk of {1}", "{0} chunks of {1}", "{2}")) for number in (0, 1, 1200)]
    assert words == ["0 chunks of {2}", "1 chunk of {2}", "1,200 chunks of {2}"]
    assert str(quoted_sentence("{0}")) == phrase_text(quoted_sentence("{0}")) == "{0}"


@pytest.mark.parametrize("form", REMARKS.forms)
def test_remarks_are_known_by_their_form(form: str) -> None:
    said = form.format("a. b.pdf", "3 (of 4)", "x", "y")
    assert REMARKS.told(said) == remark_text(said) == said


@pytest.mark.parametrize("said", ["", "Something else.", "superseded by", "x" * 5000])
def test_a_remark_that_is_not_known_is_told_as_it_came(said: str) -> None:
    assert (REMARKS.told(said), remark_text(said)) == (None, said)
