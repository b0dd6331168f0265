"""A library's own decisions about its audit: read from TOML, joined, applied, refused when wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.audit import AuditSettings, audit_document, check_settings, parse_settings, settings_toml
from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding, Scope, Severity
from explorer.core.outline import outline
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document, heading

WORDS = load_heading_words()
TEXT = block("paragraph", "Each visitor wears a badge in plain sight from the gate to the last door.")
NAMES = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
LISTS = st.lists(NAMES, max_size=3).map(tuple)


def audit(settings: AuditSettings, *heads: str, name: str = "book.md") -> list[str]:
    blocks = [part for head in heads for part in (heading(1, head), TEXT)]
    parsed = document(*blocks, name=name)
    found = audit_document(parsed, outline(parsed.blocks), (), settings.words(WORDS), settings)
    return [finding.code for finding in found]


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        ("", ["H102", "H101"]),
        ('[audit]\nsilence = ["H101"]', ["H102"]),
        ('[audit]\nsilence_headings = ["overview"]', ["H101"]),
        ('[audit]\nsilence_headings = ["Section 4.2"]', ["H102"]),
        ('[audit]\nsilence_documents = ["old/*"]', ["H102", "H101"]),
        ('[audit]\nsilence_documents = ["*.md"]', []),
        ('[audit]\ngeneric_headings = ["Badges"]', ["H102", "H101", "H102"]),
        ('[audit]\ngeneric_headings = ["Badges"]\nsilence_headings = ["BADGES"]', ["H102", "H101"]),
    ],
)
def test_what_the_library_decides_is_done(toml: str, expected: list[str]) -> None:
    settings = check_settings(parse_settings(toml, "chunk-explorer.toml"))
    found = audit(settings, "Overview", "Section 4.2", "Badges")
    assert [code for code in found if code in {"H101", "H102"}] == expected


def test_thresholds_are_taken() -> None:
    long = "Badges that visitors wear from the gate to the very last door of the hall today"
    assert "H107" in audit(AuditSettings(), long)
    settings = check_settings(parse_settings("[audit.thresholds.H107]\nwords = 40", "x"))
    assert "H107" not in audit(settings, long)


def test_an_unreadable_document_is_always_told() -> None:
    settings = AuditSettings(silenced_rules=("D305",), silenced_documents=("*",))
    lost = Finding("D305", Severity.ERROR, Scope.DOCUMENT, "a.pdf", "The file needs a password.")
    assert settings.heard([lost]) == (lost,)


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("[audit", "cannot be read as TOML"),
        ("audit = 3", "audit is not a table"),
        ('[audit]\nsilence = "H101"', "silence is not a list"),
        ("[audit]\nsilence = [1]", "silence is not a list"),
        ("[audit]\nsilense = []", "audit.silense is not known"),
        ("[colours]", "colours is not known"),
        ("[audit.thresholds.H107]\nwords = true", "H107.words is not a number"),
        ('[audit]\nsilence = ["H999"]', "no rule 'H999'"),
        ("[audit.thresholds.H107]\nletters = 3", "H107 has no threshold 'letters'"),
        ("[audit.thresholds.X1]\nwords = 3", "no rule 'X1'"),
    ],
)
def test_a_wrong_file_is_refused_with_a_sentence(toml: str, said: str) -> None:
    with pytest.raises(ExplorerError) as error:
        check_settings(parse_settings(toml, "chunk-explorer.toml"))
    assert said in str(error.value)


@given(
    st.builds(
        AuditSettings,
        silenced_rules=LISTS,
        silenced_documents=LISTS,
        silenced_headings=LISTS,
        generic_headings=LISTS,
        thresholds=st.dictionaries(
            NAMES, st.dictionaries(NAMES, st.floats(0, 1e6).map(float), min_size=1, max_size=2), max_size=2
        ),
        include=LISTS,
        exclude=LISTS,
    )
)
def test_settings_survive_being_written(settings: AuditSettings) -> None:
    assert parse_settings(settings_toml(settings), "x") == settings


def test_shared_and_own_settings_join_and_the_own_thresholds_win() -> None:
    shared = AuditSettings(silenced_rules=("H101",), thresholds={"H107": {"words": 9, "characters": 5}})
    own = AuditSettings(silenced_rules=("H101", "H102"), thresholds={"H107": {"words": 20}})
    joined = shared.joined(own)
    assert joined.silenced_rules == ("H101", "H102")
    assert joined.thresholds == {"H107": {"words": 20, "characters": 5}}
    assert joined.state != shared.state
