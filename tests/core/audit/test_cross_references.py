"""Cross-references: which words are one, where each leads, and which are missing (C208)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.audit import AuditSettings, audit_document
from explorer.core.chunking import chunk_document
from explorer.core.context import contextualise
from explorer.core.findings import Finding, Severity
from explorer.core.model import Block
from explorer.core.outline import outline
from explorer.core.recipe import Recipe
from explorer.core.references import cjk_number, find_references, roman_value
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document, documents, heading
from tests.support.tokenizers import WordTokenizer

WORDS = load_heading_words()
TOKENS = WordTokenizer()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see section 4.3.", ["section 4.3"]),
        ("This manual, section 4.3, rules it.", ["section 4.3"]),
        ("as the manual, section 4.3, says", ["section 4.3"]),
        ("See section 4.3. Get the form (https://example.org/form) first.", ["section 4.3"]),
        ("the documents of item 3.2", ["item 3.2"]),
        ("under art. 12", ["art. 12"]),
        ("gemäß § 7 Abs. 2 Satz 1", ["§ 7 Abs. 2 Satz 1"]),
        ("Clause 4.2(b)", ["Clause 4.2(b)"]),
        ("Clause 4.2(b) and (c)", ["Clause 4.2(b)", "(c)"]),
        ("listed in Appendix C", ["Appendix C"]),
        ("siehe Abschnitt 4.3", ["Abschnitt 4.3"]),
        ("conforme a seção 3", ["seção 3"]),
        ("vgl. Kapitel 2", ["Kapitel 2"]),
        ("véase el apartado 2.1", ["apartado 2.1"]),
        ("voir l'article 5", ["article 5"]),
        ("sections 4.1 to 4.3", ["sections 4.1", "4.3"]),
        ("Sections 3 and 4", ["Sections 3", "4"]),
        ("sections 2, 3 and 5", ["sections 2", "3", "5"]),
        ("§§ 3–5", ["§§ 3", "5"]),
        ("paragraph (b) above", ["paragraph (b)"]),
        ("see 4.3 for more", ["4.3"]),
        ('as described in "Late fees"', ['in "Late fees"']),
        ("siehe „Rückgabe“", ["siehe „Rückgabe“"]),
        ("SEE SECTION 4.2 BELOW", ["SECTION 4.2"]),
        ("in Part II and Part III", ["Part II", "Part III"]),
        ("第三条和第4.2节", ["第三条", "第4.2节"]),
        ("Section 4.2 of this Agreement", ["Section 4.2"]),
        ("Section 4.2 of the Agreement", ["Section 4.2"]),
        ("as stated in section\n4.2 of this policy", ["section\n4.2"]),
        ("Section 4.2 (VPN access)", ["Section 4.2"]),
        ("paragraph 3 of Schedule 2", ["Schedule 2"]),
        ("section 4.3 and 5 days later", ["section 4.3"]),
    ],
)
def test_what_is_a_reference(text: str, expected: list[str]) -> None:
    assert [text[one.start : one.end] for one in find_references(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "section 4 of the Data Protection Act",
        "sections 3 and 4 of the Act",
        "section 4 and section 5 of the Act",
        "42 U.S.C. § 1983",
        "17 C.F.R. § 240.10b-5",
        "Art. 5 GDPR",
        "Articles 13 and 14 GDPR",
        "§ 433 BGB",
        "§ 7 Abs. 2 Satz 1 KSchG",
        "artículos 4 y 5 del Código Civil",
        "artigo 5 da Lei de Proteção",
        "Annex I to Regulation (EU) 2016/679",
        "ISO 9001 clause 6.1",
        "RFC 2119, section 5",
        "《民法典》第五条",
        "version 4.2",
        "Python 3.11",
        "see 3.5 mm",
        "chapter 3 of Smith and Jones",
        "Fed. R. Civ. P. 12(b)(6)",
        "the art. of war",
        "a new section 4.6 was added",
        "in the first part of",
        "section four",
        "the nested item 2",
        "Debian Policy Manual, Chapter 2",
        "the “User Guide”, section 4.2",
        "Section 3.1 of [RFC2119]",
        "§ 4 Bundesurlaubsgesetz",
        "Article 5 (GDPR)",
        "Section 2 of “The Book”",
        "(a) first clause\n(b) second clause",
        "on 4.3.2024 the items",
        "see the Pump Policy manual, section 7.2",
        "in the Fleet guide, chapter 3",
        "See chapter 2. Pump care (https://example.org/manuals/pumps ch02.html) of the maker's book.",
    ],
)
def test_what_is_none(text: str) -> None:
    assert find_references(text) == ()


@given(st.text(max_size=200))
def test_references_lie_in_the_text_in_order_and_apart(text: str) -> None:
    ends = [0]
    for found in find_references(text):
        assert ends[-1] <= found.start < found.end <= len(text)
        ends.append(found.end)


_PIECES = st.sampled_from(
    [
        "section ",
        "§ ",
        "4",
        ".2",
        "(b)",
        " and ",
        "Appendix C",
        "第",
        "三条",
        " of ",
        "the Act",
        "see ",
        '"',
        "IV",
        ", ",
        "\n",
    ]
)


@given(st.lists(_PIECES, max_size=30).map("".join))
def test_broken_references_are_no_trouble(text: str) -> None:
    found = find_references(text)
    assert [one.start for one in found] == sorted(one.start for one in found)


def audit(blocks: Sequence[Block], limit: int = 200, **thresholds: float) -> list[Finding]:
    parsed = document(*blocks, title="Vendor agreement")
    chunks = [
        contextualise(one, parsed.title, parsed.metadata, Recipe(), limit, TOKENS, lambda _: "")
        for one in chunk_document(parsed, TOKENS, limit)
    ]
    settings = AuditSettings(thresholds={"C208": thresholds})
    found = audit_document(parsed, outline(parsed.blocks), chunks, WORDS, settings)
    return [finding for finding in found if finding.code == "C208"]


def leads(blocks: Sequence[Block]) -> list[tuple[str, str, str]]:
    """Return (reference, heading it leads to or "missing", clause)."""
    shown: list[tuple[str, str, str]] = []
    for finding in audit(blocks):
        target = finding.facts.get("target", ("missing",))
        assert isinstance(target, tuple)
        shown.append((str(finding.facts["reference"]), target[-1], str(finding.facts.get("clause", ""))))
    return shown


def para(text: str) -> Block:
    return block("paragraph", text)


def item(text: str, group: int = 1) -> Block:
    return block("list", text, group=group)


NUMBERED = [
    heading(1, "3 Documents"), para("What is needed."),
    heading(2, "3.1 Prescription"), para("It must be legible."),
    heading(1, "4 Authorizations"), para("Who decides."),
    heading(2, "4.3 Urgency"), para("It cannot wait."),
    heading(1, "Appendix C Forms"), para("All forms."),
    heading(1, "5 Delivery"),
]  # fmt: skip

ARTICLES = [
    heading(1, "Article IV Term"), para("It lasts for a year."), heading(1, "Article V Fees"), para("They are due."),
    heading(1, "Notices"),
]  # fmt: skip

CHAPTER = [
    heading(1, "9 System tips"), heading(2, "9.1 Console"), para("A file for each."), heading(2, "9.2 Logs"),
    para("They grow."), heading(2, "9.3 Disks"),
]  # fmt: skip

APPENDED = [
    heading(1, "Appendix A Forms"),
    heading(2, "A.1 Orders"),
    para("One."),
    heading(2, "A.2 Returns"),
    para("Two."),
]

LISTED = [
    heading(1, "4 Fees"), item("4.1 The customer pays."), item("4.2 Interest is due."), heading(1, "5 Term"),
    item("a year"), item("a month"), heading(1, "6 End"),
]  # fmt: skip

LEGAL = [
    heading(1, "Fees"), para("4.1 The customer pays."), para("4.2 Interest is due:"), item("(a) on late payments;"),
    item("(b) on refunds."), heading(1, "Term"),
]  # fmt: skip

ONE_FILE_OF_MANY = [
    heading(1, "14.4 Access"), para("One."), heading(2, "14.4.1 Rules"), para("Two."), heading(2, "14.4.2 Profiles"),
    para("Three."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        (NUMBERED, "What is urgent is under section 4.3 below.", [("section 4.3", "4.3 Urgency", "")]),
        (NUMBERED, "It follows item 3.1 and chapter 4.",
         [("item 3.1", "3.1 Prescription", ""), ("chapter 4", "4 Authorizations", "")]),
        (NUMBERED, "Use the forms of Appendix C.", [("Appendix C", "Appendix C Forms", "")]),
        (NUMBERED, "As stated in section 9.9.", [("section 9.9", "missing", "")]),
        (NUMBERED, "As stated in section 9.", [("section 9", "missing", "")]),
        (NUMBERED, "As stated in section 9.9 of the Agreement.", []),
        (CHAPTER, "As stated in section 9.9.", [("section 9.9", "missing", "")]),
        (CHAPTER, "As stated in section 10.1.", []),
        (NUMBERED, "Section 8 housing is common.", []),
        (NUMBERED, "As ruled under section 1983.", []),
        (NUMBERED, "As stated in step 9.", []),
        (NUMBERED, "As stated in § 9.", []),
        (NUMBERED, "As shown in table 9.", []),
        (NUMBERED, 'More in the section "Urgency" above.', [('section "Urgency"', "4.3 Urgency", "")]),
        (NUMBERED, 'More in the section "Weather".', []),
        (NUMBERED, "See 4.3 and see 7.7.", [("4.3", "4.3 Urgency", "")]),
        (NUMBERED, "Sections 3 and 4.3 apply.", [("Sections 3", "3 Documents", ""), ("4.3", "4.3 Urgency", "")]),
        (APPENDED, "Use the form in appendix A.2.", [("appendix A.2", "A.2 Returns", "")]),
        (LISTED, "It is due under clause 4.9.", [("clause 4.9", "missing", "")]),
        (LISTED, "It is due under clause 4.2.", [("clause 4.2", "4 Fees", "4.2")]),
        (LISTED, "It is due under clause 5.2.", []),
        (ARTICLES, "It ends under Article 4.", [("Article 4", "Article IV Term", "")]),
        (ARTICLES, "It ends under section V.", [("section V", "Article V Fees", "")]),
        (ARTICLES, "It ends under Article XII.", [("Article XII", "missing", "")]),
        (LEGAL, "Interest under clause 4.2 is due.", [("clause 4.2", "Fees", "4.2")]),
        (LEGAL, "Interest under clause 4.2(b) is due.", [("clause 4.2(b)", "Fees", "(b)")]),
        (LEGAL, "Interest under clause 7.2 is due.", []),
        ([heading(1, "Fees")], "As stated in section 9.9.", []),
        (ONE_FILE_OF_MANY, "See section 14.5 and section 14.", []),
        (ONE_FILE_OF_MANY, "See section 14.4.9.", [("section 14.4.9", "missing", "")]),
        ([heading(1, "1 Fees"), para("1.1 The fees."), heading(1, "2 Terms")], "See section 1.1.",
         [("section 1.1", "1 Fees", "1.1")]),
        ([heading(1, "Section 1"), item("1. Item 1\n2. Item 2"), item("a) Step 2.")], "The end.", []),
        ([heading(1, "Steps"), item("1. Wait."), item("2. Item 1 must be done.")], "The end.",
         [("Item 1", "Steps", "1")]),
        (NUMBERED, "1. Section 4.3 applies.", [("Section 4.3", "4.3 Urgency", "")]),
        ([heading(1, "SOURCES"), heading(2, "4.1 Names"), heading(2, "4.2 Fields"), heading(1, "USE")],
         "See section 4.", [("section 4", "SOURCES", "")]),
        ([heading(1, "第一章 总则"), para("本办法适用于本市。"), heading(1, "第二章 收费")], "按照第一章办理。",
         [("第一章", "第一章 总则", "")]),
        ([heading(1, "§ 6 Beiträge"), para("Sie sind fällig."), heading(1, "§ 7 Fristen")], "Es gilt § 6 Abs. 2.",
         [("§ 6 Abs. 2", "§ 6 Beiträge", "")]),
    ],
)  # fmt: skip
def test_where_a_reference_leads(before: list[Block], text: str, expected: list[tuple[str, str, str]]) -> None:
    assert leads([*before, para(text)]) == expected


def test_missing_is_a_warning_and_found_a_note() -> None:
    found = audit([*NUMBERED, para("See section 4.3 and section 9.9.")])
    assert [finding.severity for finding in found] == [Severity.NOTE, Severity.WARNING]
    assert found[0].reason == '"section 4.3" points to "4 Authorizations > 4.3 Urgency".'
    assert (found[0].facts["target_section"], found[0].section) == (3, 5)
    assert isinstance(found[0].facts["target_start"], int)
    assert "no heading or clause of this document has that number" in found[1].reason


def test_how_many_numbers_make_a_numbered_document_can_be_set() -> None:
    assert audit([*NUMBERED, para("See section 9.9.")], numbered=20) == []


def test_a_relative_reference_stays_in_its_section() -> None:
    blocks = [
        heading(1, "Fees"), item("(a) on time;"), item("(b) on delay."), para("Under paragraph (b) above it doubles."),
        heading(1, "Term"), item("(a) a year;", 2), item("(b) a month.", 2),
        para("Paragraph (c) below; paragraph (b) above."),
    ]  # fmt: skip
    assert leads(blocks) == [("paragraph (b)", "Fees", "(b)"), ("paragraph (b)", "Term", "(b)")]


def test_numbers_that_restart_lead_to_the_nearest() -> None:
    part = [heading(2, "1 Scope"), para("For all."), heading(2, "2 Fees"), para("See section 1.")]
    found = audit([heading(1, "Lease"), *part, heading(1, "Loan"), *part])
    assert [finding.facts["target"] for finding in found] == [("Lease", "1 Scope"), ("Loan", "1 Scope")]


def test_a_label_at_the_beginning_of_a_line_is_no_reference() -> None:
    assert audit([*NUMBERED, para("Section 9.9 Storage. The goods are kept dry.")]) == []
    assert audit([*NUMBERED, para("Paragraph 4.3 The goods are kept dry.")]) == []
    assert len(audit([*NUMBERED, para("Section 4.3 applies to goods.")])) == 1


def test_each_reference_once_a_chunk_and_none_in_code() -> None:
    assert len(audit([*NUMBERED, para("See section 4.3. Again: see section 4.3.")])) == 1
    assert audit([*NUMBERED, block("code", "# see section 4.3")]) == []


def test_captions_are_found_by_their_number() -> None:
    blocks = [
        heading(1, "Sizes"),
        block("caption", "Table 3: Sizes"),
        block("table", "| a | b |\n| 1 | 2 |", header_rows=1),
    ]
    assert leads([*blocks, heading(1, "Use"), para("The sizes are in table 3, not in table 4.")]) == [
        ("table 3", "Sizes", "3")
    ]


@given(documents())
def test_any_document_is_judged_without_trouble(parsed: object) -> None:
    from explorer.core.model import ParsedDocument

    assert isinstance(parsed, ParsedDocument)
    sections = outline(parsed.blocks)
    chunks = [
        contextualise(one, parsed.title, parsed.metadata, Recipe(), 60, TOKENS, lambda _: "")
        for one in chunk_document(parsed, TOKENS, 60)
    ]
    for finding in audit_document(parsed, sections, chunks, WORDS):
        assert finding.section is None or 0 <= finding.section < len(sections)
        assert finding.chunk is None or 0 <= finding.chunk < len(chunks)


@pytest.mark.parametrize(
    ("text", "number"),
    [("三", "3"), ("十", "10"), ("十二", "12"), ("二十", "20"), ("一百零五", "105"), ("二〇", "20"), ("4.2", "4.2")],
)
def test_chinese_numbers(text: str, number: str) -> None:
    assert cjk_number(text) == number


@pytest.mark.parametrize(("text", "value"), [("iv", 4), ("xxxix", 39), ("c", 100), ("iiii", 0), ("", 0), ("mix", 0)])
def test_roman_numbers(text: str, value: int) -> None:
    assert roman_value(text) == value
