"""Sentence boundaries where nupunkt alone is wrong, and where it is right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.chunking.sentences import sentence_spans

CASES = [
    "It costs 12 dollars.| It covers one day.",
    "Section 4.1. Elective surgery needs approval.| See item 3.2.| The rest follows.",
    "4.2. Termination ends it.| Then it is over.",
    "§ 7. Notice is due.| It is free.",
    "b. The second point is this.",
    "Take 2 wks. with food.| Then stop.",
    "Give it t.i.d. for 7 d. and stop.",
    "Das dauert z.B. 5 Tage.| Danach nicht mehr.",
    "Der Urlaub beginnt am 3. Mai im Werk.| Danach folgt Arbeit.",
    "Sie kommt 3. Mai wieder.",
    "He paid $5.| 25 days passed.",
    '"Really?" he asked.| She nodded.',
    "Dr. Smith, M.D., said so.| He left on Jan. 5.",
    "See Art. 12 and No. 5 of the Act.| It applies.",
    "泵站运行。|值班人员记录！|发现异常？|立即报告；|完。",
    "彼は「行く。」|と言った。",
    "等一下……|好的。",
    "He waited… then he left.",
    "सिंचाई बंद है।| पंप चालू है।",
    "One paragraph of 3.\n\n|a second one.",
    "no full stop at all",
]


@pytest.mark.parametrize("marked", CASES)
def test_sentences_end_where_they_should(marked: str) -> None:
    text = marked.replace("|", "")
    pieces = [text[start:end].strip() for start, end in sentence_spans(text)]
    assert pieces == [piece.strip() for piece in marked.split("|")]


@given(st.text(alphabet="aZé1. \n!?。…”)।Dr", max_size=80))
def test_spans_cover_the_text_without_gap(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(start < end for start, end in spans)
