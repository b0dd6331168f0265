"""C212: which context sentences place their passage, and which say too much, too little, or what no longer holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.audit import RULES
from explorer.core.audit.quantities import Quantity, months, quantities
from explorer.core.audit.sentence_rules import MOST_TOKENS, SentenceStandard, context_sentence, judge_sentence
from explorer.core.audit.view import Subject
from explorer.core.chunking import chunk_document
from explorer.core.context import contextualise
from explorer.core.context_sentence import ContextSentence
from explorer.core.outline import outline
from explorer.core.recipe import Recipe
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document, heading
from tests.support.tokenizers import WordTokenizer

STANDARD = SentenceStandard(load_heading_words())
TITLE, PATH, NAME = "Returns policy", ("Returns", "Time limit"), "store/returns-policy.md"
RETURNS = "You must submit a return request within 30 days. Refunds take 5 business days and cost $12 or 1,500 points."


def faults(
    sentence: str, passage: str = RETURNS, title: str = TITLE, path: Sequence[str] = PATH, name: str = NAME
) -> list[str]:
    found = judge_sentence(sentence, title, path, name, passage, tokens=20, standard=STANDARD)
    return [str(reason.fault) for reason in found]


@pytest.mark.parametrize(
    "sentence",
    [
        "This chunk comes from the returns section of an online store's policy and states the time limit for submitting"
        " a return request.",
        "From the store's returns policy: how long customers have to send something back.",
        "Part of the section on returning goods, it lists the five conditions.",
        "It stands in section 5 of the returns policy.",
        "Step 5 of the returns process.",
        "This belongs to the policy for returns; see article 30.",
        "",
    ],
)
def test_sentences_that_place_are_left_alone(sentence: str) -> None:
    assert faults(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "In the returns policy, requests are due within 30 days.",
        "In the returns policy, requests are due within thirty days.",
        "The returns policy grants a 30-day limit.",
        "According to the returns policy, refunds take five business days.",
        "The returns policy says that refunds take 5 working days.",
        "The returns section says that a return costs $12.",
        "The returns section says that a return costs twelve dollars.",
        "The returns section says that a return costs 1500 points.",
        "The returns section says that a return costs fifteen hundred points.",
    ],
)
def test_sentences_that_state_a_quantity_of_the_passage(sentence: str) -> None:
    assert faults(sentence) == ["summary"]


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("The filter of the dryer is cleaned once a month.", "Clean the filter once a month."),
        ("Notice for the filter is given within a month.", "Write to us within one month of the notice."),
        ("The filter rebate is half the price.", "You get half of it back."),
        ("The filter rule holds from 1 March 2027.", "It is in force from 2027-03-01."),
        ("The filter is due by 31 March.", "Send it in before 2027-03-31."),
        ("The filter must be in by September.", "Send it in before the end of September."),
        ("The filter costs 20 percent more.", "Add 20 % to it."),
        ("The filter runs for two hours.", "It runs for 2 hours."),
        ("The filter sold 2.5 million times.", "They sold 2,500,000 of them."),
        ("Der Filter hält fünfundzwanzig Tage.", "Er hält 25 Tage."),
        ("Le filtre dure quarante jours (filter).", "Il dure 40 jours."),
        ("The filter costs 1.500 euros.", "Sie kostet 1.500,00 €."),
        ("The filter may be washed five times.", "The limit is 5."),
        ("The filter needs two hours.", "It takes 2 hrs to dry."),
        ("The filter is due on the fifth day.", "Bring it on the 5th day of the month."),
        ("The filter is due in January.", "Bring it on the first of January."),
        ("The filter takes five days.", "| Task | Days |\n| cleaning | 5 |"),
    ],
)
def test_quantities_are_met_however_they_are_written(sentence: str, passage: str) -> None:
    assert faults(sentence, passage, "Dryer filter", (), "dryer.md") == ["summary"]


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("The dryer section lists two ways of cleaning.", "1. Pull it out.\n2. Rinse it."),
        ("The dryer section lists two ways of cleaning.", "Wait for 2 hours."),
        ("The dryer section lists two ways of cleaning.", "| Part | Pieces |\n| filter | 2 |"),
        ("The dryer section names one of the parts.", "One of the parts is the filter."),
        ("Filter settings of the dryer under Windows 11.", "Open the settings of Windows 11."),
        ("The dryer's use as set out in ISO 9001.", "It meets ISO 9001 in full."),
        ("The dryer section on the X200 filter.", "The X200 is blue."),
        ("The dryer section on where to go once you have bought it.", "Once you have bought it, write 1 letter."),
        ("The dryer section that may say when it runs.", "It may run in May."),
        ("From section 4.2 on the dryer's filter.", "As section 4.2 says, rinse it."),
    ],
)
def test_names_places_and_list_numbers_are_no_quantities(sentence: str, passage: str) -> None:
    assert faults(sentence, passage, "Dryer filter", (), "dryer.md") == []


def test_numbers_of_title_and_path_may_be_said() -> None:
    passage = "The 2027 rules set 4.2 percent for 30 days."
    assert (
        faults("The 2027 handbook's 30-day pass, part 4.2.", passage, "Handbook 2027", ("4.2 The 30-day pass",)) == []
    )
    assert faults("The handbook's pass lasts 30 days.", passage, "Handbook 2027", ("The pass",)) == ["summary"]


@pytest.mark.parametrize(
    ("sentence", "title", "path", "name"),
    [
        ("This passage discusses a deadline.", TITLE, PATH, NAME),
        (
            "The section of the document gives further details.",
            "Sections and details",
            ("Overview", "Plans"),
            "x/plans.md",
        ),
        ("This chunk gives an overview.", "Plans", ("Overview",), "plans.md"),
        ("この文書は期限を述べる。", "返品規約", ("返品",), "henpin.md"),
    ],
)
def test_sentences_that_place_nothing(sentence: str, title: str, path: Sequence[str], name: str) -> None:
    assert faults(sentence, "Some text.", title, path, name) == ["placeless"]


@pytest.mark.parametrize(
    ("sentence", "title", "path", "name"),
    [
        ("It is about giving things back, for returned goods.", TITLE, (), "a.md"),
        ("Aus der Reisekostenabrechnung.", "Reisekosten", (), "a.md"),
        ("It concerns parental leave.", "Untitled", (), "hr/leave.md"),
        ("It concerns a rule of HR.", "Untitled", (), "hr/rules_2.md"),
        ("It is clause 4.2 of a contract.", "", ("4.2",), "a.md"),
        ("返品規約の一部で、期限を述べる。", "返品規約", (), "a.md"),
        ("It says something.", "Overview", ("Introduction",), "document.md"),
    ],
)
def test_sentences_that_name_a_place(sentence: str, title: str, path: Sequence[str], name: str) -> None:
    assert faults(sentence, "Some text.", title, path, name) == []


def test_length_and_age() -> None:
    sentence = "From the returns policy."
    long = judge_sentence(sentence, TITLE, PATH, NAME, RETURNS, tokens=MOST_TOKENS + 1)
    assert [str(one.fault) for one in long] == ["too long"]
    assert not judge_sentence(sentence, TITLE, PATH, NAME, RETURNS, tokens=MOST_TOKENS)
    old = judge_sentence(sentence, TITLE, PATH, NAME, RETURNS, tokens=9, fresh=False)
    assert [str(one.fault) for one in old] == ["out of date"]


def test_the_two_flagged_sentences_of_the_design() -> None:
    refunds = judge_sentence(
        "The chunk explains that refunds take five business days.", "Refunds", (), "refunds.md", RETURNS, tokens=10
    )
    assert [(str(one.fault), one.shown) for one in refunds] == [("summary", ("five",))]
    assert faults("The chunk explains that refunds take five business days.") == ["summary", "placeless"]


def test_the_rule_finds_each_chunk_with_a_faulty_sentence() -> None:
    parsed = document(
        heading(1, "Returns"),
        block("paragraph", RETURNS),
        heading(1, "Fees"),
        block("paragraph", "None."),
        heading(1, "Hours"),
        block("paragraph", "Any."),
        title=TITLE,
    )
    tokens = WordTokenizer()
    made = chunk_document(parsed, tokens, 100)
    said = (ContextSentence("The returns policy grants 30 days.", 6), ContextSentence("Of the fees.", 70, False), None)
    items = [
        contextualise(one, TITLE, parsed.metadata, Recipe(), 100, tokens, lambda _: "", sentence=sentence)
        for one, sentence in zip(made, said, strict=True)
    ]
    rule = next(rule for rule in RULES if rule.code == "C212")
    subject = Subject(parsed, outline(parsed.blocks), items, STANDARD.words)
    found = list(context_sentence(subject, rule))
    assert [(one.chunk, one.facts["faults"]) for one in found] == [
        (0, ("summary",)),
        (1, ("too long", "out of date")),
    ]
    assert '"30"' in found[0].reason
    assert found[0].facts["sentence"] == said[0].text
    assert list(context_sentence(subject, replace(rule, thresholds={"tokens": 80})))[1].facts["faults"] == (
        "out of date",
    )
    silent = replace(subject, chunks=[replace(item, sentence=None) for item in items])
    assert not list(context_sentence(silent, rule))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("one hundred and twenty-five thousand apples", ["one hundred and twenty-five thousand"]),
        ("twenty five, five six", ["twenty five", "five", "six"]),
        ("treinta y cinco días, fünfundzwanzig Tage", ["treinta y cinco", "fünfundzwanzig"]),
        ("by 31 March 2026 at 10:30", ["31", "2026", "10", "30"]),
        ("2026-03-15", ["2026-03-15", "2026-03-15"]),
        ("$5M or 10k", ["5M", "10k"]),
        ("4.2.1, 3D, X200, W-2, the Form 1099", []),
        ("（３０日）", ["30日"]),
        ("one day, a day, within a day, each day", ["one", "a"]),
    ],
)
def test_quantities_of_a_text(text: str, shown: list[str]) -> None:
    assert [one.shown for one in quantities(text)] == shown


def test_months_count_when_they_can_be_nothing_else() -> None:
    assert months("In May they march; the August heat of september") == {"august"}


@given(st.text(alphabet=st.sampled_from(" \n.,;:-'’0123456789abc$%€§()|onetwhundrfivmo½²日"), max_size=120))
def test_any_text_is_compared_with_itself(text: str) -> None:
    found = quantities(text)
    assert all(isinstance(one, Quantity) and one.values for one in found)
    assert all(one.is_same(one) for one in found)


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=40))
def test_any_sentence_is_judged(sentence: str, passage: str, title: str) -> None:
    reasons = judge_sentence(sentence, title, (title,), title, passage, tokens=5, standard=STANDARD)
    assert len({reason.fault for reason in reasons}) == len(reasons)
