"""How chunks name their subject: labelled sentences with the judge's error, and rules about lists and blocks."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.subject import NOT_SELF_DESCRIBING, SubjectKind, first_sentence, subject_kind

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
