"""The guide says of every code what it means and what to do."""

from __future__ import annotations

import pytest

from explorer.core.audit import LIBRARY_RULES, RULES
from explorer.core.report.guide import GUIDE, guide, in_order

CODES = [
    *(f"H{number}" for number in range(101, 113)),
    *(f"C{number}" for number in range(201, 214)),
    *(f"D{number}" for number in range(301, 308)),
]


def test_every_code_of_the_contract_has_its_entry_in_order() -> None:
    assert list(GUIDE) == CODES


@pytest.mark.parametrize("rule", [*RULES, *LIBRARY_RULES], ids=lambda rule: rule.code)
def test_the_guide_gives_the_severity_that_the_rule_gives(rule) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
    assert GUIDE[rule.code].severity is rule.severity


@pytest.mark.parametrize("code", CODES)
def test_an_entry_has_a_short_name_and_whole_sentences(code: str) -> None:
    entry = GUIDE[code]
    assert entry.name
    assert len(entry.name) <= 45
    assert not entry.name.endswith(".")
    for text in (entry.about, entry.remedy):
        assert text[0].isupper()
        assert text.rstrip('"').endswith(".")
        assert "  " not in text
    assert entry.about != entry.remedy


def test_a_code_without_an_entry_says_so() -> None:
    assert guide("X999").name == "X999"
    assert "no description" in guide("X999").about


def test_codes_are_ordered_as_the_guide_is_and_strangers_stand_last() -> None:
    assert in_order(["X9", "D301", "C201", "H112", "C201"]) == ["H112", "C201", "D301", "X9"]
