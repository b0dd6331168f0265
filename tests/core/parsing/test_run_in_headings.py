"""Run-in headings: numbered, bold and ended by a full stop, else prose; and their levels."""

from __future__ import annotations

import pytest

from explorer.core.parsing.run_in import HeadingLevels, run_in_end


def _marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return a text without its `**` and the ranges between them."""
    parts = text.split("**")
    shown, bold = "", list[tuple[int, int]]()
    for number, part in enumerate(parts):
        if number % 2:
            bold.append((len(shown), len(shown) + len(part)))
        shown += part
    return shown, bold


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("4.2 **Termination.** Either party may end it.", "4.2 Termination."),
        ("**4.2 Termination.** Either party may end it.", "4.2 Termination."),
        ("**4.2** **Termination**. Either party may end it.", "4.2 Termination."),
        ("§ 7 **Notice periods.** Notice is given in writing.", "§ 7 Notice periods."),
        ("(b) **Late fees.** A fee is charged.", "(b) Late fees."),
        ("Article 12. **Governing law.** The law of Ohio.", "Article 12. Governing law."),
        ("§ 12. **Definitions.**—In this part", "§ 12. Definitions.—"),
        ("4.2 **Form No. 3 and others.** They are sent.", "4.2 Form No. 3 and others."),
        ("第三条 **费用。** 费用由甲方承担。", "第三条 费用。"),
        ("4.2 **Termination.**", "4.2 Termination."),
        ("4.2 Termination. Either party may end it.", ""),
        ("4.2 **Termination** Either party may end it.", ""),
        ("4.2 **Termination** for cause. Either party may end it.", ""),
        ("**Termination.** Either party may end it.", ""),
        ("4.2 **Either party may end this agreement at any time by a notice in writing to the other.** It ends.", ""),
        ("4.2 **12.** Either", ""),
        ("**4.2**. Either party may end it.", ""),
        ("In 2024 **Sales rose.** They did.", ""),
    ],
)
def test_where_a_run_in_heading_ends(text: str, heading: str) -> None:
    shown, bold = _marked(text)
    assert shown[: run_in_end(shown, bold)].strip() == heading


@pytest.mark.parametrize(
    ("headings", "levels"),
    [
        (["2:4 Term", "4.1 Start.", "4.2 End.", "2:5 Fees", "5.1 Amount."], [3, 3, 3]),
        (["1:Agreement", "4.1 Start.", "4.1.1 Date.", "4.2 End."], [2, 3, 2]),
        (["2:Term", "1. Start.", "(a) Notice.", "(b) Form.", "2. End."], [3, 4, 4, 3]),
        (["4 Start.", "4.1 Date.", "5 End."], [1, 2, 1]),
        (["2:Term", "(g) One.", "(h) Two.", "(i) Three.", "(j) Four."], [3, 3, 3, 3]),
        (["2:Term", "(a) One.", "(i) Sub.", "(ii) Sub.", "(b) Two."], [3, 4, 4, 3]),
        (["2:Article 4", "4.1 Start.", "§ 5 Other."], [3, 3]),
    ],
)
def test_levels_of_run_in_headings(headings: list[str], levels: list[int]) -> None:
    keeper = HeadingLevels()
    found: list[int] = []
    for heading in headings:
        level, _, text = heading.partition(":")
        if text:
            keeper.saw(int(level), text)
        else:
            found.append(keeper.level_of(heading))
    assert found == levels
