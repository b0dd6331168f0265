"""Clause numbers at the beginning of a text: what they are, where they end, and what is none."""

from __future__ import annotations

import pytest

from explorer.core.clauses import BRACKET_RANK, KEYWORDS, LETTER_RANK, PLAIN_RANK, leading_number

RANK = {word: rank for rank, words in enumerate(KEYWORDS) for word in words}


@pytest.mark.parametrize(
    ("text", "taken", "rank", "label"),
    [
        ("4.2 Termination", "4.2", PLAIN_RANK, "4.2"),
        ("4.2. Termination", "4.2.", PLAIN_RANK, "4.2"),
        ("1 Scope", "1", PLAIN_RANK, "1"),
        ("§ 7 Notice", "§ 7", RANK["§"], "7"),
        ("§7a Notice", "§7a", RANK["§"], "7a"),
        ("Article 12. Law", "Article 12.", RANK["article"], "12"),
        ("ARTICLE IV", "ARTICLE IV", RANK["article"], "iv"),
        ("Appendix C Forms", "Appendix C", RANK["appendix"], "c"),
        ("Annex B-2", "Annex B-2", RANK["annex"], "b.2"),
        ("CHAPTER ONE", "CHAPTER ONE", RANK["chapter"], "1"),
        ("Part Two: Fees", "Part Two:", RANK["part"], "2"),
        ("Chapitre deux", "Chapitre deux", RANK["chapitre"], "2"),
        ("Artigo 3º Do prazo", "Artigo 3º", RANK["artigo"], "3"),
        ("Art. 5 Fristen", "Art. 5", RANK["art."], "5"),
        ("(b) Late fees", "(b)", BRACKET_RANK, "b"),
        ("(iv) Notice", "(iv)", BRACKET_RANK, "iv"),
        ("B. Forms", "B.", LETTER_RANK, "b"),
        ("第三条 费用", "第三条", RANK["article"], "第三条"),
    ],
)
def test_numbers(text: str, taken: str, rank: int, label: str) -> None:
    number = leading_number(text)
    assert number is not None
    assert (text[: number.end], number.rank, number.label) == (taken, rank, label)


@pytest.mark.parametrize(
    "text",
    ["Termination", "", "5G networks", "3D models", "20% more", "Chapter overview", "Part onerous", "I am", "A pump"],
)
def test_what_is_no_number(text: str) -> None:
    assert leading_number(text) is None
