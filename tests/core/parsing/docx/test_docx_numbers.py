"""Automatic numbers: formats, restarts, overrides, links through styles."""

from __future__ import annotations

import pytest
from support.word_files import NAMESPACES, level, number_list

from explorer.core.parsing.docx.number_formats import write_number
from explorer.core.parsing.docx.numbering import Numbering
from explorer.core.parsing.docx.xml import parse_tree


@pytest.mark.parametrize(
    ("style", "written"),
    [
        ("decimal", {1: "1", 12: "12"}),
        ("decimalZero", {3: "03", 12: "12", 100: "100"}),
        ("upperRoman", {1: "I", 4: "IV", 9: "IX", 1994: "MCMXCIV", 0: "0"}),
        ("lowerRoman", {3: "iii", 40: "xl"}),
        ("upperLetter", {1: "A", 26: "Z", 27: "AA", 53: "AAA", 0: "0"}),
        ("lowerLetter", {2: "b", 28: "bb"}),
        ("ordinal", {1: "1st", 2: "2nd", 3: "3rd", 11: "11th", 21: "21st", 112: "112th"}),
        ("cardinalText", {1: "One", 21: "Twenty-one", 115: "One hundred fifteen"}),
        ("ordinalText", {1: "First", 5: "Fifth", 20: "Twentieth", 32: "Thirty-second", 100: "One hundredth"}),
        ("hex", {255: "FF"}),
        ("chicago", {1: "*", 2: "†", 5: "**"}),
        ("numberInDash", {4: "- 4 -"}),
        ("decimalEnclosedCircle", {1: "①", 21: "21"}),
        ("decimalFullWidth", {12: "１２"}),
        ("chineseCounting", {1: "一", 10: "十", 11: "十一", 25: "二十五"}),
        ("chineseCountingThousand", {105: "一百零五", 1010: "一千零一十", 110: "一百一十"}),
        ("chineseLegalSimplified", {10: "壹拾", 3: "叁"}),
        ("ideographDigital", {20: "二〇"}),
        ("japaneseCounting", {10: "十", 23: "二十三", 100: "百"}),
        ("ideographTraditional", {1: "甲", 11: "11"}),
        ("koreanDigital", {12: "일이"}),
        ("ganada", {2: "나"}),
        ("russianLower", {2: "б"}),
        ("hindiNumbers", {12: "१२"}),
        ("thaiNumbers", {3: "๓"}),
        ("arabicAbjad", {2: "ب"}),
        ("bullet", {3: ""}),
        ("none", {3: ""}),
        ("neverHeardOf", {3: "3"}),
    ],
)
def test_number_formats(style: str, written: dict[int, str]) -> None:
    assert {number: write_number(number, style) for number in written} == written


def test_custom_format_pads_as_its_pattern_does() -> None:
    assert [write_number(7, "custom", pattern) for pattern in ("001, 002, 003, ...", "?")] == ["007", "7"]


def labels(lists: str, steps: list[tuple[int, int]]) -> list[str]:
    numbering = Numbering(parse_tree(f"<w:numbering {NAMESPACES}>{lists}</w:numbering>".encode()))
    found = [numbering.count(str(number), at) for number, at in steps]
    return [label.text if label else "" for label in found]


THREE = (level(0, "decimal", "%1."), level(1, "decimal", "%1.%2"), level(2, "lowerLetter", "(%3)"))


def other(key: int, inside: str = "") -> str:
    """Return a further list that uses the first abstract one."""
    return f'<w:num w:numId="{key}"><w:abstractNumId w:val="1"/>{inside}</w:num>'


def restart(at: int, start: int) -> str:
    return f'<w:lvlOverride w:ilvl="{at}"><w:startOverride w:val="{start}"/></w:lvlOverride>'


@pytest.mark.parametrize(
    ("lists", "steps", "expected"),
    [
        (number_list(1, *THREE), [(1, 0), (1, 1), (1, 1), (1, 0), (1, 1)], ["1.", "1.1", "1.2", "2.", "2.1"]),
        (
            number_list(1, *THREE),
            [(1, 0), (1, 1), (1, 2), (1, 2), (1, 1), (1, 2)],
            ["1.", "1.1", "(a)", "(b)", "1.2", "(a)"],
        ),
        # A level that was passed over counts as begun.
        (number_list(1, *THREE), [(1, 1), (1, 0), (1, 1)], ["1.1", "2.", "2.1"]),
        # Two lists of one abstract list count on together, unless one starts anew.
        (number_list(1, *THREE) + other(2), [(1, 0), (2, 0)], ["1.", "2."]),
        (number_list(1, *THREE) + other(2, restart(0, 1)), [(1, 0), (1, 0), (2, 0), (2, 0)], ["1.", "2.", "1.", "2."]),
        (number_list(1, *THREE) + other(2, restart(0, 7)), [(2, 0), (2, 0)], ["7.", "8."]),
        # An override replaces the whole level.
        (
            number_list(1, *THREE)
            + other(2, f'<w:lvlOverride w:ilvl="0">{level(0, "upperRoman", "Art. %1", start=3)}</w:lvlOverride>'),
            [(2, 0), (2, 0)],
            ["Art. III", "Art. IV"],
        ),
        (number_list(1, level(0, "decimal", "%1.", start=5)), [(1, 0), (1, 0)], ["5.", "6."]),
        # Restart never, or only behind a level high enough.
        (
            number_list(1, THREE[0], level(1, "decimal", "%2)", inside='<w:lvlRestart w:val="0"/>')),
            [(1, 0), (1, 1), (1, 0), (1, 1)],
            ["1.", "1)", "2.", "2)"],
        ),
        (
            number_list(1, *THREE[:2], level(2, "decimal", "%3)", inside='<w:lvlRestart w:val="1"/>')),
            [(1, 0), (1, 1), (1, 2), (1, 1), (1, 2), (1, 0), (1, 2)],
            ["1.", "1.1", "1)", "1.2", "2)", "2.", "1)"],
        ),
        (
            number_list(1, level(0, "upperRoman", "Article %1"), level(1, "decimal", "%1.%2", inside="<w:isLgl/>")),
            [(1, 0), (1, 0), (1, 1)],
            ["Article I", "Article II", "2.1"],
        ),
        (number_list(1, level(0, "upperRoman", "%1"), level(1, "decimal", "%1-%2")), [(1, 0), (1, 1)], ["I", "I-1"]),
        (number_list(1, level(0, "chineseCounting", "第%1条")), [(1, 0), (1, 0)], ["第一条", "第二条"]),
        (number_list(1, level(0, "none", "")), [(1, 0)], [""]),
        (number_list(1, level(0, "bullet", "o", inside="")), [(1, 0)], ["o"]),
        (number_list(1, *THREE), [(9, 0), (1, 8), (1, 40), (1, -1)], ["", "", "", ""]),
    ],
)
def test_counting(lists: str, steps: list[tuple[int, int]], expected: list[str]) -> None:
    assert labels(lists, steps) == expected


def test_list_leads_through_a_numbering_style_and_circles_end() -> None:
    linked = (
        '<w:abstractNum w:abstractNumId="8"><w:numStyleLink w:val="Legal"/></w:abstractNum>'
        '<w:num w:numId="8"><w:abstractNumId w:val="8"/></w:num>'
        f'<w:abstractNum w:abstractNumId="9"><w:styleLink w:val="Legal"/>{level(0, "decimal", "§ %1")}</w:abstractNum>'
    )
    assert labels(linked, [(8, 0), (8, 0)]) == ["§ 1", "§ 2"]
    circle = (
        '<w:abstractNum w:abstractNumId="8"><w:styleLink w:val="A"/><w:numStyleLink w:val="A"/></w:abstractNum>'
        '<w:num w:numId="8"><w:abstractNumId w:val="8"/></w:num>'
    )
    assert labels(circle, [(8, 0)]) == [""]
