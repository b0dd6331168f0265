"""D307: documents in a language that the model was not made for, or in words that it does not know."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from explorer.core.audit import HeadingWords, Rule
from explorer.core.audit.language_rules import foreign_language
from explorer.core.audit.view import Subject
from explorer.core.findings import Finding, Scope, Severity
from explorer.core.language import ModelFit, unknown_share
from explorer.core.model import Metadata, ParsedDocument
from explorer.core.parsing import read_document
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document
from tests.support.tokenizers import model_tokenizer

GERMAN = "Der Aufzug wird alle zwei Wochen geprüft. Der Prüfer unterschreibt im Buch, das im Maschinenraum liegt."
ENGLISH = "The lift is inspected every two weeks. The inspector signs the book that lies in the machine room."
THAI = "ลิฟต์ได้รับการตรวจสอบทุกสองสัปดาห์ ผู้ตรวจสอบลงนามในสมุดที่อยู่ในห้องเครื่องและเก็บสำเนาไว้"
WORDS: HeadingWords = load_heading_words()
RULE: Rule[Subject] = Rule(
    "D307", Severity.WARNING, Scope.DOCUMENT, "not the model's language", foreign_language, {"unknown": 0.3}
)


def found(parsed: ParsedDocument, fit: ModelFit | None = None) -> list[Finding]:
    return list(foreign_language(Subject(parsed, (), (), WORDS, fit or ModelFit()), RULE))


def stating(text: str, language: str | None = None) -> ParsedDocument:
    return replace(document(block("paragraph", text)), metadata=Metadata(language=language))


@pytest.mark.parametrize(
    ("text", "language", "code"),
    [
        (GERMAN, None, "de"),
        (ENGLISH, "fr-CA", "fr"),
        (ENGLISH, None, ""),
        (ENGLISH, "en-GB", ""),
        ("Kurz.", None, ""),
        ("", None, ""),
    ],
)
def test_the_bundled_model_knows_english_only(text: str, language: str | None, code: str) -> None:
    assert [finding.facts["language"] for finding in found(stating(text, language))] == ([code] if code else [])


def test_the_reason_names_both_languages() -> None:
    (finding,) = found(stating(GERMAN))
    assert "The document is in German; the embedding model was made for English." in finding.reason
    assert (finding.code, finding.scope, finding.document) == ("D307", Scope.DOCUMENT, "book.md")


def test_a_model_of_unknown_languages_or_of_this_one_has_no_finding() -> None:
    assert found(stating(GERMAN), ModelFit(languages=None)) == []
    assert found(stating(GERMAN), ModelFit(languages=frozenset({"de", "en"}))) == []


@pytest.mark.parametrize(("share", "findings"), [(0.0, 0), (0.3, 0), (0.31, 1), (1.0, 1)])
def test_many_unknown_words_are_told_whatever_the_language(share: float, findings: int) -> None:
    assert len(found(stating(ENGLISH), ModelFit(languages=None, unknown_share=share))) == findings


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        (ENGLISH, 0.0, 0.0),
        (GERMAN, 0.0, 0.0),
        (THAI, 0.9, 1.0),
        (f"{ENGLISH[:60]} {THAI}", 0.4, 0.8),
        ("y" * 900, 1.0, 1.0),
        ("", 0.0, 0.0),
        ("— * — 。", 0.0, 0.0),
        ("4711 0815", 0.0, 0.0),
    ],
)
def test_share_of_text_that_the_bundled_model_does_not_know(text: str, least: float, most: float) -> None:
    assert least <= unknown_share(stating(text), model_tokenizer()) <= most


@pytest.mark.parametrize("name", ["th.txt", "zh.txt"])
def test_case_091(shared: Path, name: str) -> None:
    path = next((shared / "cases").glob(f"091*/{name}"))
    parsed = read_document(path.read_bytes(), name)
    share = unknown_share(parsed, model_tokenizer())
    (finding,) = found(parsed, ModelFit(unknown_share=share))
    assert finding.facts["language"] == name[:2]
    assert share > 0.3
    assert "unknown to the embedding model" in finding.reason
