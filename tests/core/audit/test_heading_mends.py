"""Proposed mends: the section's own words or none at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.audit.mend import propose_mend
from explorer.core.outline import outline
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document, heading

WORDS = load_heading_words()


def mend(head: str, *body: str, kind: str = "paragraph") -> str | None:
    parsed = document(heading(2, head), *(block(kind, text) for text in body))
    return propose_mend(outline(parsed.blocks)[0], parsed.blocks, WORDS)


@pytest.mark.parametrize(("head", "text", "expected"), [
    ("Section 4.2", "Termination. Either party may end this agreement.", "Section 4.2 Termination"),
    ("(b)", "Force majeure: Neither party is liable for events beyond its control.", "(b) Force majeure"),
    ("4.1", "Elective surgery must be authorised in advance.", "4.1 Elective surgery"),
    ("First part", "The monthly pass costs 25 dollars.", "First part Monthly pass"),
    ("2. Overview", "The safety briefing is repeated every year.", "2. Safety briefing"),
    ("Overview", "Parental leave is granted for 16 weeks. It must be requested early.", "Parental leave"),
    ("***", "Lunch is served from half past eleven.", "Lunch"),
    ("Section 3: Notes", "Cold storage is checked daily.", "Section 3 Cold storage"),
])  # fmt: skip
def test_a_mend_is_the_section_s_own_words(head: str, text: str, expected: str) -> None:
    proposal = mend(head, text)
    assert proposal is not None
    assert proposal.replace(":", "") == expected


@pytest.mark.parametrize("text", [
    "It must be requested at least 30 days in advance.",
    "The limit is 500 dollars.",
    "Either party may terminate this agreement.",
    "The supplier may raise its prices once a year.",
    "Orders that were accepted before the end are carried out.",
    "Risk passes when the goods have been unloaded.",
    "Clean once a month.",
    "Call us. We are glad to help.",
    "However, some of these are excluded.",
    "Having a plan is good.",
    "Overview. All of this is new.",
    "4.2",
    "",
])  # fmt: skip
def test_in_doubt_there_is_no_mend(text: str) -> None:
    assert mend("Section 4.2", text) is None


def test_only_a_paragraph_of_the_own_body_gives_a_mend() -> None:
    assert mend("Section 4.2") is None
    assert mend("Section 4.2", "| Fees are | due |", kind="table") is None


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("abc IT is are must be the fee. Pass:,\n-4"), max_size=60))
def test_a_mend_never_invents_words(text: str) -> None:
    proposal = mend("Section 4.2", text)
    if proposal is not None:
        own = proposal.removeprefix("Section 4.2 ")
        assert own.lower() in " ".join(text.split()).lower()
