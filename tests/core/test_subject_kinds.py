"""How chunks name their subject: labelled sentences with the judge's error, and rules about lists and blocks."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.subject import (
    NOT_SELF_DESCRIBING,
    SubjectKind,
    first_sentence,
    subject_kind,
)

SENTENCES = Path(__file__).parent.parent / "cases" / "subject_sentences.tsv"
KNOWN_ERRORS = {"Do not use abrasive cleaners."}
"""Sentences that the rules judge otherwise than their label: the judge's measured error on this set."""


def labelled() -> list[tuple[str, str]]:
    with SENTENCES.open(encoding="utf-8", newline="") as file:
        return [(row["text"], row["kind"]) for row in csv.DictReader(file, delimiter="\t")]


@pytest.mark.parametrize(("text", "kind"), labelled())
def test_labelled_sentence(text: str, kind: str) -> None:
    assert (subject_kind(text, has_lead_in=False, kind="paragraph") == kind) is (text not in KNOWN_ERRORS)


def test_the_error_is_known_and_small() -> None:
    cases = labelled()
    wrong = [text for text, kind in cases if subject_kind(text, has_lead_in=False, kind="paragraph") != kind]
    assert len(cases) >= 60
    assert len(wrong) / len(cases) <= 0.02


@pytest.mark.parametrize(("text", "has_lead_in", "kind", "expected"), [
    ("- a passport photo\n- proof of address", False, "list", SubjectKind.SEVERED),
    ("The following:\n- a photo\n- a form", True, "list", SubjectKind.SEVERED),
    ("These are:\n- a photo", True, "list", SubjectKind.SEVERED),
    ("The following:\n- a photo\n- a form", False, "mixed", SubjectKind.SEVERED),
    ("A lost badge is replaced after these steps:\n1. call the desk", True, "list", SubjectKind.NAMED),
    ("It includes:\n- meals", True, "list", SubjectKind.SEVERED),
    ("It does not cover the following costs:\n- meals", True, "list", SubjectKind.PRONOUN),
    ("3. Report it to the desk.", False, "list", SubjectKind.SEVERED),
    ("| Matter | Deadline |\n| Appeal | 60 days |", False, "table", SubjectKind.NAMED),
    ("x = 1", False, "code", SubjectKind.NAMED),
    ("Parental leave", False, "heading", SubjectKind.NAMED),
    ("Is elective surgery covered?", False, "paragraph", SubjectKind.NAMED),
    ("Es muss 30 Tage vorher beantragt werden.", False, "paragraph", SubjectKind.NAMED),
    ("泵站每天检查一次。", False, "paragraph", SubjectKind.NAMED),
    ("", False, "paragraph", SubjectKind.VAGUE),
])  # fmt: skip
def test_lists_and_other_blocks(text: str, has_lead_in: bool, kind: str, expected: SubjectKind) -> None:
    assert subject_kind(text, has_lead_in, kind) is expected


@pytest.mark.parametrize(("text", "expected"), [
    ("NOTE To view saved pages, tap Tools > Saved pages.", SubjectKind.NAMED),
    ("NOTE: It lasts longer in the cold.", SubjectKind.PRONOUN),
    ("Tip\nUse the spare battery in the cold.", SubjectKind.NAMED),
    ("## Foot care\nThe plan pays for it.", SubjectKind.NAMED),
    ("Note 18. Lease obligations are listed below.", SubjectKind.NAMED),
    ("3. Press the green button.", SubjectKind.NAMED),
    ("3. Wait for five minutes.", SubjectKind.SEVERED),
    ("* Import the parser.\n* Run it.\n\nThen the report is printed.", SubjectKind.NAMED),
    ("Last updated: 2023-03-05", SubjectKind.VAGUE),
    ("Calendar\n\nThe calendar app joins your online accounts.", SubjectKind.NAMED),
    ("| 2015 | 2014 | net sales | 9105 | 9202 |", SubjectKind.NAMED),
    ("| | | | |", SubjectKind.VAGUE),
])  # fmt: skip
def test_what_stands_before_the_first_sentence_is_passed_over(text: str, expected: SubjectKind) -> None:
    assert subject_kind(text, has_lead_in=False, kind="paragraph") is expected


@pytest.mark.parametrize(("text", "expected"), [
    ("Battery full\n\nBattery low\n\nCharging", SubjectKind.SEVERED),
    ("Songs of the Sea ; Harbour Press , 1923\n\nSongs of the Hills ; Harbour Press , 1925", SubjectKind.SEVERED),
    ("Job title: surveyor\nPlace: Recife\nHours: full time", SubjectKind.NAMED),
    ("Responsibilities:\n- keep the books\n- pay the bills", SubjectKind.SEVERED),
    ("Duties of the surveyor:\n- keep the books\n- pay the bills", SubjectKind.NAMED),
    ("The pump house\n\nThe pump house stands at the river.", SubjectKind.NAMED),
])  # fmt: skip
def test_lines_without_markers_can_be_a_list(text: str, expected: SubjectKind) -> None:
    assert subject_kind(text, has_lead_in=False, kind="mixed") is expected


@pytest.mark.parametrize(("text", "expected"), [
    ("It is important to clean the filter weekly.", SubjectKind.NAMED),
    ("It is important to clean it weekly.", SubjectKind.ELIDED),
    ("It's also important to note that the right of recovery lapses.", SubjectKind.NAMED),
    ("It is likely that aspirin lowers the fever.", SubjectKind.NAMED),
    ("It is likely to fail.", SubjectKind.PRONOUN),
    ("You can also see that it shows the number.", SubjectKind.PRONOUN),
    ("You can also see that the parent process has a number.", SubjectKind.NAMED),
    ("There are some restrictions to this provision.", SubjectKind.VAGUE),
    ("There are some restrictions on night flights.", SubjectKind.NAMED),
    ("What does it cost?", SubjectKind.PRONOUN),
    ("How long does a visa application take?", SubjectKind.NAMED),
    ("Was this content helpful?", SubjectKind.VAGUE),
])  # fmt: skip
def test_empty_words_for_the_subject(text: str, expected: SubjectKind) -> None:
    assert subject_kind(text, has_lead_in=False, kind="paragraph") is expected


@pytest.mark.parametrize(("text", "expected"), [
    ("Sign in to your library account.", SubjectKind.NAMED),
    ("Turn on the heating before guests arrive.", SubjectKind.NAMED),
    ("Turn it on.", SubjectKind.ELIDED),
    ("You can back up your photos to a memory card.", SubjectKind.NAMED),
    ("Set up and manage your mail accounts.", SubjectKind.NAMED),
    ("Check for and install updates of the alarm.", SubjectKind.NAMED),
    ("Use these options to configure the alarm.", SubjectKind.NAMED),
    ("Choose one of the available bandwidth options.", SubjectKind.NAMED),
    ("Do one of the following.", SubjectKind.ELIDED),
    ("Keep in touch with your contacts.", SubjectKind.NAMED),
    ("Choose which apps may ring at night.", SubjectKind.NAMED),
    ("We do not accept it.", SubjectKind.ELIDED),
    ("See the next section.", SubjectKind.ELIDED),
])  # fmt: skip
def test_orders_name_their_object_or_not(text: str, expected: SubjectKind) -> None:
    assert subject_kind(text, has_lead_in=False, kind="paragraph") is expected


@pytest.mark.parametrize(("text", "expected"), [
    ("This provision applies to all contractors.", SubjectKind.VAGUE),
    ("These pumps are checked weekly.", SubjectKind.VAGUE),
    ("This code won't be run.", SubjectKind.VAGUE),
    ("This policy covers accidental damage.", SubjectKind.NAMED),
    ("Both plans offer cover abroad.", SubjectKind.VAGUE),
    ("The building is renovated every ten years.", SubjectKind.VAGUE),
    ("The main building of the shipyard is renovated.", SubjectKind.NAMED),
    ("Members must register.", SubjectKind.VAGUE),
    ("This feature lets you mute unknown callers.", SubjectKind.NAMED),
    ("The first thing to do is to replace the fuse.", SubjectKind.NAMED),
    ("Some of them are free.", SubjectKind.PRONOUN),
    ("Some of the older pumps are loud.", SubjectKind.NAMED),
    ("When a browser reconnects, it sends the last number.", SubjectKind.NAMED),
    ("When a claim is late, it is rejected.", SubjectKind.NAMED),
    ("If you lose your badge, it must be replaced.", SubjectKind.NAMED),
    ("In the summer, it is closed.", SubjectKind.PRONOUN),
    ("Dissatisfied with the delay, the owner sold the yard.", SubjectKind.NAMED),
    ("Due to its link with the railway, the station may be listed.", SubjectKind.NAMED),
])  # fmt: skip
def test_noun_phrases_and_what_opens_the_sentence(text: str, expected: SubjectKind) -> None:
    assert subject_kind(text, has_lead_in=False, kind="paragraph") is expected


@pytest.mark.parametrize("part", ["and ", "note that ", "e.g. ", "it is clear that ", "in the pump, ", "x ; ", "of "])
def test_long_texts_are_judged_by_their_beginning(part: str) -> None:
    assert subject_kind(part * 300_000, has_lead_in=False, kind="paragraph") in NOT_SELF_DESCRIBING | {
        SubjectKind.NAMED
    }


@pytest.mark.parametrize(("text", "expected"), [
    ("Costs rise. Then they fall.", "Costs rise"),
    ("Pay 4.50 euros, e.g. by card. Done.", "Pay 4.50 euros, e.g. by card"),
    ("检查。维修。", "检查"),
    ("One line\n\nanother", "One line"),
    ("Bring these:\n- a photo", "Bring these"),
    ("no end", "no end"),
])  # fmt: skip
def test_first_sentence(text: str, expected: str) -> None:
    assert first_sentence(text) == expected


@settings(deadline=None)
@given(st.text(max_size=80), st.booleans(), st.sampled_from(["paragraph", "list", "mixed", "quote"]))
def test_any_text_has_one_kind_in_any_case_and_space(text: str, has_lead_in: bool, kind: str) -> None:
    found = subject_kind(text, has_lead_in, kind)
    assert found in NOT_SELF_DESCRIBING | {SubjectKind.NAMED}
    if text.isascii():
        assert subject_kind(text.upper(), has_lead_in, kind) is found
    assert subject_kind(f"  {text.strip()}\n", has_lead_in, kind) is subject_kind(text.strip(), has_lead_in, kind)
