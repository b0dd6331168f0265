"""Findings about the outline's shape, short and cut chunks, scans and documents that headers cannot help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from explorer.core.audit import RULES, AuditSettings, audit_document, classify_heading
from explorer.core.chunking import chunk_document
from explorer.core.context import contextualise
from explorer.core.findings import Finding
from explorer.core.model import Block, CutNote, ParsedDocument
from explorer.core.outline import outline
from explorer.core.recipe import Recipe
from explorer.core.views import ContextChunk
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document, heading
from tests.support.tokenizers import WordTokenizer

WORDS = load_heading_words()
TOKENS = WordTokenizer()
TEXT = block("paragraph", "Each visitor wears a badge in plain sight from the gate to the very last door of the hall.")
SENTENCE = "Elective surgery must be authorised by the plan at least fourteen days before the day of admission"


def chunks_of(parsed: ParsedDocument, limit: int = 100, recipe: Recipe | None = None) -> list[ContextChunk]:
    def uninformative(text: str) -> str:
        verdict = classify_heading(text, WORDS)
        return verdict.code if verdict else ""

    made = chunk_document(parsed, TOKENS, limit)
    chosen = recipe or Recipe()
    return [contextualise(one, parsed.title, parsed.metadata, chosen, limit, TOKENS, uninformative) for one in made]


def found(code: str, parsed: ParsedDocument, limit: int = 100, **thresholds: float) -> list[Finding]:
    own = AuditSettings(thresholds={code: thresholds})
    audited = audit_document(parsed, outline(parsed.blocks), chunks_of(parsed, limit), WORDS, own)
    return [finding for finding in audited if finding.code == code]


def heads(*levels: tuple[int, str]) -> list[Block]:
    return [part for level, text in levels for part in (heading(level, text), TEXT)]


def flagged(code: str, blocks: Sequence[Block], **thresholds: float) -> list[int | None]:
    return [finding.section for finding in found(code, document(*blocks, title="Visitor rules"), 100, **thresholds)]


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ([(1, "Keys"), (1, "Badges"), (1, "Keys")], [2]),
        ([(1, "Keys"), (1, "KEYS "), (1, "Keys")], [1, 2]),
        ([(1, "Keys"), (2, "Loss"), (1, "Badges"), (2, "Loss")], []),
        ([(1, "Keys"), (2, "Loss"), (2, "Loss")], [2]),
        ([(1, "Keys"), (2, "Loss"), (1, "Keys"), (2, "Loss")], [2, 3]),
        ([(1, "4.1 Keys"), (1, "4.2 Keys")], []),
        ([(1, "***"), (1, "***")], []),
        ([(1, ""), (1, "")], []),
    ],
)
def test_same_path_twice(levels: list[tuple[int, str]], expected: list[int]) -> None:
    assert flagged("H106", heads(*levels)) == expected


def test_the_first_place_of_a_repeated_path_is_named() -> None:
    (finding,) = found("H106", document(*heads((1, "Keys"), (1, "Badges"), (1, "Keys"))))
    assert finding.facts["first_section"] == 0
    assert finding.facts["first_start"] == 0
    assert "as heading 1 of the document" in finding.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SENTENCE, True),
        ("one two three four five six seven eight nine ten eleven twelve", False),
        ("one two three four five six seven eight nine ten eleven twelve thirteen", True),
        ("4.2.1 one two three four five six seven eight nine ten eleven twelve", False),
        ("Don't – do it – or one two three four five six seven eight", False),
        ("泵站运行管理办法的一般规定", False),
        ("泵站运行管理办法适用于本市范围内所有由市政部门负责管理和维护的排水泵站及其附属设施", True),
        ("第三章 泵站运行管理办法适用于本市范围内所有由市政部门负责管理和维护的排水泵站及其附属设施", True),
    ],
)
def test_a_sentence_as_heading(text: str, expected: bool) -> None:
    assert bool(flagged("H107", heads((1, text)))) is expected


def test_the_mend_of_a_sentence_is_its_own_subject() -> None:
    (finding,) = found("H107", document(*heads((1, f"4.2 {SENTENCE}"))))
    assert finding.mend == "4.2 Elective surgery"
    assert flagged("H107", heads((1, "Keys and badges")), words=2) == [0]


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ([(1, "A"), (3, "B")], [1]),
        ([(1, "A"), (3, "B"), (3, "C")], [1]),
        ([(1, "A"), (2, "B"), (3, "C"), (1, "D"), (2, "E")], []),
        ([(3, "A"), (1, "B"), (2, "C")], []),
        ([(2, "A"), (2, "B")], []),
        ([(1, "Vendor agreement"), (3, "Article 1 Fees"), (3, "Article 2 Term")], []),
        ([(1, "Vendor agreement"), (3, "Article 1 Fees"), (2, "Article 2 Term")], [1]),
        ([(1, "Vendor agreement"), (3, "1.1 Fees")], [1]),
        ([(1, "A"), (4, "B"), (2, "C"), (4, "D")], [1, 3]),
    ],
)
def test_level_jumps(levels: list[tuple[int, str]], expected: list[int]) -> None:
    assert flagged("H108", heads(*levels)) == expected


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([heading(1, "Keys"), heading(1, "Badges"), TEXT], [0]),
        ([heading(1, "Keys"), heading(2, "Badges"), TEXT], []),
        ([heading(1, "Keys"), block("paragraph", " \n")], [0]),
        ([heading(1, "Visitor rules"), heading(1, "Badges"), TEXT], []),
        ([heading(1, "Visitor rules")], [0]),
        ([heading(1, ""), heading(1, "Badges"), TEXT], []),
    ],
)
def test_leaves_without_text(blocks: list[Block], expected: list[int]) -> None:
    assert flagged("H109", blocks) == expected


def test_empty_headings() -> None:
    assert flagged("H110", [heading(1, "Keys"), TEXT, heading(2, "\u00a0"), TEXT, heading(2, "***"), TEXT]) == [1]


OUTER = tuple(
    (level, name) for level, name in enumerate(("One", "Two", "Three", "Four", "Five", "Six", "Seven"), start=1)
)


def test_deeper_than_the_header_shows_once_a_section() -> None:
    parsed = document(*heads(*OUTER, (8, "Eight"), (9, "Nine")), TEXT, TEXT, TEXT, title="Rules")
    (finding,) = found("H111", parsed)
    assert (finding.section, finding.facts["left_out"], finding.facts["depth"]) == (8, ("One",), 9)
    assert '"One"' in finding.reason
    assert "more sections" not in finding.reason


def test_deeper_than_the_header_shows_once_for_the_same_heading_left_out() -> None:
    deep = [(9, f"Part {number}") for number in range(5)]
    other = [(level, f"Other {name}") for level, name in OUTER]
    levels = [*OUTER, (8, "Eight"), *deep, *other, (8, "Other eight"), (9, "Other nine")]
    blocks = [part for level in levels for part in (*heads(level), TEXT)]
    first, second = found("H111", document(*blocks, title="Rules"))
    assert (first.section, first.facts["left_out"], first.facts["sections"]) == (8, ("One",), 5)
    assert (second.section, second.facts["left_out"], second.facts["sections"]) == (21, ("Other One",), 1)
    assert "4 more sections" in first.reason


def test_headings_without_room_in_the_header_are_told_as_those_that_lie_too_deep() -> None:
    long = "Rules about everything that visitors may bring along"
    parsed = document(*heads((1, f"{long} by day"), (2, f"{long} by night"), (3, "Keys")), title="Rules")
    assert [finding.facts["left_out"] for finding in found("H111", parsed, limit=60)] == [(f"{long} by day",)]


def test_a_title_that_was_cut_is_not_a_heading_too_deep() -> None:
    title = "The complete and in every respect exhaustive rules for all visitors of the northern hall"
    assert found("H111", document(*heads((1, "Keys")), title=title), limit=40) == []


def test_cuts_are_reported_with_what_was_cut() -> None:
    parsed = document(heading(1, "Keys"), block("paragraph", " ".join(["word"] * 90)))
    notes = {finding.facts["notes"] for finding in found("C209", parsed, limit=40)}
    assert notes == {(str(CutNote.INSIDE_SENTENCE),)}
    assert found("C209", document(*heads((1, "Keys")))) == []


@pytest.mark.parametrize(("words", "expected"), [(7, True), (8, False)])
def test_short_chunks(words: int, expected: bool) -> None:
    parsed = document(heading(1, "Keys"), block("paragraph", " ".join(["word"] * words)))
    assert bool(found("C210", parsed)) is expected
    assert found("C210", document(heading(1, "Keys"))) == []


@pytest.mark.parametrize(
    ("scanned", "of", "says", "pages"),
    [
        ((2,), 4, "missing on page 2 of 4", ("2",)),
        ((1, 2, 3, 7), 9, "missing on pages 1-3, 7 of 9", ("1-3", "7")),
        ((1, 2), 2, "No text (scan): all 2 pages", ("1-2",)),
    ],
)
def test_pages_without_text(scanned: tuple[int, ...], of: int, says: str, pages: tuple[str, ...]) -> None:
    parsed = replace(document(*heads((1, "Keys"))), scanned_pages=scanned, pages=((595.0, 842.0),) * of)
    (finding,) = found("D302", parsed)
    assert says in finding.reason
    assert finding.facts["pages"] == pages
    assert found("D302", replace(parsed, scanned_pages=())) == []


@pytest.mark.parametrize(
    ("blocks", "says"),
    [
        ([TEXT], "no headings"),
        ([TEXT] * 9, "no headings"),
        (heads((1, "Keys")), "fits one chunk"),
        ([], "holds no text"),
        (heads((1, "Keys"), (1, "Badges")), ""),
    ],
)
def test_documents_that_headers_cannot_help(blocks: list[Block], says: str) -> None:
    reasons = [finding.reason for finding in found("D306", document(*blocks))]
    assert len(reasons) == bool(says)
    assert all(says in reason for reason in reasons)


def test_a_scan_without_text_is_reported_once() -> None:
    scan = replace(document(), scanned_pages=(1,), pages=((595.0, 842.0),))
    assert (found("D306", scan), len(found("D302", scan))) == ([], 1)


def test_reasons_are_sentences_and_findings_come_in_document_order() -> None:
    blocks = [
        *heads((1, "Keys"), (3, SENTENCE)),
        heading(1, "Keys"),
        heading(1, "\n"),
        block("paragraph", "Two words."),
    ]
    parsed = document(*blocks)
    audited = audit_document(parsed, outline(parsed.blocks), chunks_of(parsed), WORDS)
    assert {"H106", "H107", "H108", "H109", "H110", "C210"} <= {finding.code for finding in audited}
    assert all(finding.reason[0].isupper() or finding.reason[0] == '"' for finding in audited)
    assert all(finding.reason.endswith(".") for finding in audited)
    sections = [-1 if finding.section is None else finding.section for finding in audited]
    assert sections == sorted(sections)


def test_deep_nesting_and_many_equal_headings_are_no_burden() -> None:
    deep = document(*[heading(level, f"Level {level}") for level in range(1, 301)])
    assert found("H108", deep) == []
    equal = document(*[heading(1, "Keys") for _ in range(5_000)])
    assert len([one for one in audit_document(equal, outline(equal.blocks), (), WORDS) if one.code == "H106"]) == 4_999


def test_thresholds_of_the_design() -> None:
    stated = {rule.code: dict(rule.thresholds) for rule in RULES if rule.thresholds}
    assert stated["H107"]["words"] == 12
    assert stated["C210"] == {"tokens": 8}
