"""Plain text: which lines are headings, and which only look like it."""

from __future__ import annotations

import pytest

from explorer.core.model import BlockKind, ParsedDocument, TitleSource
from explorer.core.parsing import read_document


def read(text: str, name: str = "some-file.txt") -> ParsedDocument:
    return read_document(text.encode(), name)


def headings(text: str) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in read(text).blocks if block.kind is BlockKind.HEADING]


def spaced(*lines: str) -> str:
    """Put a blank line and a sentence behind each line."""
    return "".join(f"{line}\n\nSome text stands here, and it is a sentence.\n\n" for line in lines)


NUMBERED: dict[str, tuple[str, list[tuple[int, str]]]] = {
    "decimals": (
        spaced("1 Scope", "1.1 General", "1.2 Exceptions", "2 Terms"),
        [(1, "1 Scope"), (2, "1.1 General"), (2, "1.2 Exceptions"), (1, "2 Terms")],
    ),
    "one alone": (spaced("4.2 Termination"), [(2, "4.2 Termination")]),
    "full stops behind the numbers": (
        spaced("1. Scope", "1.1. General", "2. Terms"),
        [(1, "1. Scope"), (2, "1.1. General"), (1, "2. Terms")],
    ),
    "articles divided into sections": (
        spaced("ARTICLE I", "Section 1.1 Fee", "Section 1.2 Dates", "ARTICLE II", "Section 2.1 End"),
        [
            (1, "ARTICLE I"),
            (2, "Section 1.1 Fee"),
            (2, "Section 1.2 Dates"),
            (1, "ARTICLE II"),
            (2, "Section 2.1 End"),
        ],
    ),
    "sections divided into articles": (
        spaced("Section 1 Pumps", "Article 1 Use", "Article 2 Care", "Section 2", "Article 3 Use", "Article 4 Care"),
        [
            (1, "Section 1 Pumps"),
            (2, "Article 1 Use"),
            (2, "Article 2 Care"),
            (1, "Section 2"),
            (2, "Article 3 Use"),
            (2, "Article 4 Care"),
        ],
    ),
    "decimals below articles": (
        spaced("Article IV", "4.1 Start", "4.2 End", "Article V"),
        [(1, "Article IV"), (2, "4.1 Start"), (2, "4.2 End"), (1, "Article V")],
    ),
    "words below the number": (
        "CHAPTER I\nThe Beginning\n\nText.\n\nCHAPTER II\nThe End\n\nText.\n",
        [(1, "CHAPTER I The Beginning"), (1, "CHAPTER II The End")],
    ),
    "a sentence-like name below the number": (
        "Article 1\nSubject matter\n\nText.\n\nArticle 2\nEntry into force\n\nText.\n",
        [(1, "Article 1 Subject matter"), (1, "Article 2 Entry into force")],
    ),
    "a name below a blank line": (
        "ARTICLE I\n\nTERM AND TERMINATION\n\nText is here.\n\nARTICLE II\n\nNOTICES\n\nText is here.\n",
        [(1, "ARTICLE I TERM AND TERMINATION"), (1, "ARTICLE II NOTICES")],
    ),
    "the kind of an annex": (
        "1. Scope\n\nText.\n\nAnnex A\n(informative)\nExamples\n\nText.\n",
        [(1, "1. Scope"), (1, "Annex A (informative) Examples")],
    ),
    "gaps and tabs": (
        spaced("1\tScope", "1.1\t\tGeneral", "2    Terms"),
        [(1, "1 Scope"), (2, "1.1 General"), (1, "2 Terms")],
    ),
    "number words": (
        spaced("PART ONE", "Chapter Two: Dates", "PART TWO"),
        [(1, "PART ONE"), (2, "Chapter Two: Dates"), (1, "PART TWO")],
    ),
    "appendices are at the top": (
        spaced("1 Scope", "1.1 General", "Appendix A", "A.1 Tests", "A.2 Tools", "Appendix B"),
        [
            (1, "1 Scope"),
            (2, "1.1 General"),
            (1, "Appendix A"),
            (2, "A.1 Tests"),
            (2, "A.2 Tools"),
            (1, "Appendix B"),
        ],
    ),
    "paragraph signs": (
        spaced("Abschnitt 1: Fristen", "§ 1 Beginn", "§ 2 Ende", "Abschnitt 2: Geld", "§ 3 Höhe"),
        [
            (1, "Abschnitt 1: Fristen"),
            (2, "§ 1 Beginn"),
            (2, "§ 2 Ende"),
            (1, "Abschnitt 2: Geld"),
            (2, "§ 3 Höhe"),
        ],
    ),
    "chinese": (
        "第一章 总则\n\n第一条 本办法适用于泵站。\n\n第二章 运行\n\n第一节 值班\n\n记录。\n\n第二节 检修\n\n内容。\n",
        [(1, "第一章 总则"), (1, "第二章 运行"), (2, "第一节 值班"), (2, "第二节 检修")],
    ),
    "korean": (spaced("제1장 총칙", "제2장 운영"), [(1, "제1장 총칙"), (1, "제2장 운영")]),
    "russian": (
        spaced("Глава 1. Общие положения", "Статья 1. Предмет", "Глава 2. Сроки"),
        [(1, "Глава 1. Общие положения"), (2, "Статья 1. Предмет"), (1, "Глава 2. Сроки")],
    ),
    "spanish and french": (
        spaced("Capítulo 1. Objeto", "Artículo 1", "Artículo 2"),
        [(1, "Capítulo 1. Objeto"), (2, "Artículo 1"), (2, "Artículo 2")],
    ),
    "roman, letters, decimals": (
        spaced("I. Pumps", "A. Use", "B. Care", "II. Valves", "A. Use", "B. Care"),
        [(1, "I. Pumps"), (2, "A. Use"), (2, "B. Care"), (1, "II. Valves"), (2, "A. Use"), (2, "B. Care")],
    ),
    "numbers over 999": (
        spaced(*(f"{number}. Rule {number}" for number in range(998, 1003))),
        [(1, f"{number}. Rule {number}") for number in range(998, 1003)],
    ),
    "bare terms of a standard": (
        "3 Terms\n\nThese are used.\n\n3.1\npump\n\nmachine that moves water\n\n3.2\nvalve\n\nmachine that stops it\n",
        [(1, "3 Terms"), (2, "3.1 pump"), (2, "3.2 valve")],
    ),
    "text right below": (
        "1.1 Fees\nThe fees are paid each month by the tenant of the house.\n\n"
        "1.2 Dates\nThe dates are on the last page of this agreement, as ever.\n",
        [(2, "1.1 Fees"), (2, "1.2 Dates")],
    ),
    "titles with a full stop": (
        spaced("1. Source Code.", "2. Basic Permissions.", "3. Termination."),
        [(1, "1. Source Code."), (1, "2. Basic Permissions."), (1, "3. Termination.")],
    ),
    "two headings, one under the other": (
        "1. Pumps\n1.1 Use\n\nText is here.\n\n2. Valves\n2.1 Use\n\nText is here.\n",
        [(1, "1. Pumps"), (2, "1.1 Use"), (1, "2. Valves"), (2, "2.1 Use")],
    ),
    "a list in between": (
        spaced("1 Scope") + "1. Open the lid.\n\n2. Close the lid.\n\n3. Go home.\n\n" + spaced("2 Terms"),
        [(1, "1 Scope"), (1, "2 Terms")],
    ),
}


@pytest.mark.parametrize(("text", "expected"), NUMBERED.values(), ids=NUMBERED.keys())
def test_numbered_headings(text: str, expected: list[tuple[int, str]]) -> None:
    assert headings(text) == expected
    assert read(text).evidence == "numbered headings"


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_kind_of_newline_changes_nothing(newline: str) -> None:
    for text, expected in NUMBERED.values():
        assert headings(text.replace("\n", newline)) == expected


NONE = {
    "list without blank lines": "Do this:\n\n1. Open the Door\n2. Close the Window\n3. Go Home\n\nThat is all.\n",
    "list with blank lines": "Do this.\n\n1. Open the Door\n\n2. Close the Window\n\n3. Go Home\n\nThat is all.\n",
    "list with text below items": (
        "Intro text stands here.\nIt has two lines.\n\n"
        "1. Open it\n\n   Use the key.\n\n2. Close it\n\n   Gently.\n\nThe end is here.\n"
    ),
    "years and quantities": "2023 Results\n\nThey were good.\n\n12 Monkeys\n\nThey were bad.\n\n3.5 percent\n",
    "sentences": "1. The tenant pays the rent.\n\n2. The landlord heats the house.\n",
    "run-in clauses": "4.1 Term. It starts today and ends tomorrow.\n\n4.2 Termination. Either party may\nend it.\n",
    "one title before clauses": "1. Definitions\n\nWords mean this.\n\n2. Grant. It is given.\n\n3. Fee. It is paid.\n",
    "cross-references": "Section 4 applies to all employees\n\nText.\n\nArticle 12 of the act\n\nText.\n",
    "contents": "1. Scope ........ 1\n\n2. Terms ........ 3\n\n3. Fees ......... 9\n",
    "contents by columns": "1  Scope          1\n2  Terms          3\n3  Fees          12\n",
    "address and date": "10 Downing Street\n\nLondon\n\n12 March 2024\n\nDear Sir,\n\nThank you.\n",
    "dates": "1. March 2024\n\nWe met.\n\n2. March 2024\n\nWe met again.\n",
    "initials": "A. Smith wrote\n\nthis text.\n\nB. Jones wrote\n\nthat one.\n".replace("wrote", "wrote,"),
    "bracketed letters": "(a) Definitions\n\nText.\n\n(b) Terms\n\nText.\n",
    "table": "Name    Age\n-----------\nBob     12\n",
    "rule between paragraphs": "One paragraph.\n\n----------\n\nAnother.\n",
    "capitals once": "WARNING\n\nThe lid is hot.\n\nMind it.\n",
    "capitals that repeat": "NOTE\n\nOne.\n\nNOTE\n\nTwo.\n\nNOTE\n\nThree.\n\nNOTE\n\nFour.\n",
    "short lines": "Pumps\n\nThey move water.\n\nValves\n\nThey stop it.\n",
    "marks of Markdown": "# Not here\n\nText.\n\n## Nor here\n\nText.\n",
    "code": "    1. x = f(y);\n    2. y = g(z);\n",
    "prices": "1.50 Euro\n\n2.75 Euro\n\n10.00 Euro\n",
    "wrapped line": "as is said in\n4.2 Termination\nof the agreement.\n",
}


@pytest.mark.parametrize("text", NONE.values(), ids=NONE.keys())
def test_no_headings(text: str) -> None:
    assert headings(text) == []
    assert read(text).evidence == "none"


UNDERLINED = {
    "levels by first appearance": (
        "Manual\n======\n\nUse\n---\n\nText.\n\nStart\n~~~~~\n\nText.\n\nCare\n----\n\nText.\n",
        [(1, "Manual"), (2, "Use"), (3, "Start"), (2, "Care")],
    ),
    "overline is a style of its own": (
        "=======\nManual\n=======\n\nUse\n=======\n\nText.\n",
        [(1, "Manual"), (2, "Use")],
    ),
    "full-width signs": ("泵站手册\n========\n\n内容。\n", [(1, "泵站手册")]),
    "a long rule": ("Use\n" + "=" * 60 + "\n\nText.\n", [(1, "Use")]),
    "text right below": ("Use\n---\nText of it.\n\nCare\n----\nText of it.\n", [(1, "Use"), (1, "Care")]),
    "tabs and indent": ("\t  Use\n\t  ===\n\nText.\n", [(1, "Use")]),
    "a long line with an underline of its length": (
        f"Use\n---\n\nText.\n\n{'Care of pumps ' * 40}at sea\n{'-' * 566}\n\nText.\n",
        [(1, "Use"), (1, f"{'Care of pumps ' * 40}at sea")],
    ),
    "a long line with a rule of another length": (
        f"Use\n---\n\n{'Care of pumps ' * 40}at sea\n{'-' * 560}\n\nText.\n",
        [(1, "Use")],
    ),
    "numbered": (
        "1. Pumps\n========\n\nText.\n\n1.1 Use\n========\n\nText.\n\n2. Valves\n=========\n\nText.\n",
        [(1, "1. Pumps"), (2, "1.1 Use"), (1, "2. Valves")],
    ),
}


@pytest.mark.parametrize(("text", "expected"), UNDERLINED.values(), ids=UNDERLINED.keys())
def test_underlined_headings(text: str, expected: list[tuple[int, str]]) -> None:
    assert headings(text) == expected
    assert read(text).evidence == "underlined headings"


def test_versions_of_a_change_log_are_alike() -> None:
    text = "Changes\n=======\n\n" + "".join(f"{version}\n-----\n\nText.\n\n" for version in ("2.1.1", "2.1", "2.0.3"))
    assert headings(text) == [(1, "Changes"), (2, "2.1.1"), (2, "2.1"), (2, "2.0.3")]


def test_numbers_below_an_underlined_title() -> None:
    text = "The Licence\n===========\n\n" + spaced("1. Scope", "1.1 General", "2. Terms")
    assert headings(text) == [(1, "The Licence"), (2, "1. Scope"), (3, "1.1 General"), (2, "2. Terms")]
    assert read(text).evidence == "numbered and underlined headings"


def test_capitals_that_form_a_scheme() -> None:
    text = "LS(1)\n\nNAME\n    ls - lists\n\nSYNOPSIS\n    ls [FILE]\n\nOPTIONS\n    None are known.\n"
    assert headings(text) == [(1, "NAME"), (1, "SYNOPSIS"), (1, "OPTIONS")]
    assert read(text).evidence == "capital headings"


RFC = """\
Network Working Group                                          J. Smith
Request for Comments: 9999                                 January 2020

                     The Pump Control Protocol

Abstract

   This document describes pumps, and how they are controlled over the
   network.

Table of Contents

   1.  Introduction  . . . . . . . . . . . . . . . . . . . . . . . .   2
     1.1.  Terms . . . . . . . . . . . . . . . . . . . . . . . . . .   2
   2.  Protocol  . . . . . . . . . . . . . . . . . . . . . . . . . .   3

Smith                        Informational                      [Page 1]
\f
RFC 9999                  Pump Control Protocol             January 2020

1.  Introduction

   A pump that is told to stop goes on over the end of

Smith                        Informational                      [Page 2]
\f
RFC 9999                  Pump Control Protocol             January 2020

   the page.

1.1.  Terms

   1.  A first item.

   2.  A second item.

2.  Protocol

   There is none.

Smith                        Informational                      [Page 3]
\f
RFC 9999                  Pump Control Protocol             January 2020

Author's Address

   J. Smith, 1 Main Street.

Smith                        Informational                      [Page 4]
"""


@pytest.mark.parametrize("text", [RFC, RFC.replace("\f", "")], ids=["form feeds", "no form feeds"])
def test_pages_of_an_rfc(text: str) -> None:
    document = read(text)
    assert headings(text) == [
        (1, "Abstract"),
        (1, "Table of Contents"),
        (1, "1. Introduction"),
        (2, "1.1. Terms"),
        (1, "2. Protocol"),
        (1, "Author's Address"),
    ]
    everything = "\n".join(block.text for block in document.blocks)
    assert "[Page" not in everything
    assert "Pump Control Protocol             January" not in everything
    assert "goes on over the end of the page." in everything
    assert document.title == "The Pump Control Protocol"
    assert any("7 lines" in note for note in document.notes)


def test_contents_that_say_the_same_as_the_headings() -> None:
    entries = "CHAPTER 1. Loomings.\n\nCHAPTER 2. The Bag.\n\nCHAPTER 3. The Inn.\n\n"
    text = "CONTENTS\n\n" + entries + spaced("CHAPTER 1. Loomings.", "CHAPTER 2. The Bag.", "CHAPTER 3. The Inn.")
    assert [text for _, text in headings(text) if text != "CONTENTS"] == entries.strip().split("\n\n")


TITLES = {
    "first line": ("Lease of a House\n\n" + spaced("1. Rent", "2. Term"), "Lease of a House", TitleSource.LARGEST_LINE),
    "capitals": ("LEASE\n\nbetween two.\n\n" + spaced("1. Rent", "2. Term"), "LEASE", TitleSource.LARGEST_LINE),
    "top heading": ("Manual\n======\n\nUse\n---\n\nText.\n", "Manual", TitleSource.HEADING),
    "front matter": ("---\ntitle: The Lease\nversion: 7\n---\n\nText.\n", "The Lease", TitleSource.FRONT_MATTER),
    "sentence": ("This is no title.\n\nMore text.\n", "some file", TitleSource.FILE_NAME),
    "first of numbered headings": (spaced("1. Rent", "1.1 Sum"), "some file", TitleSource.FILE_NAME),
    "one line only": ("Lease of a House\n", "some file", TitleSource.FILE_NAME),
}


@pytest.mark.parametrize(("text", "title", "source"), TITLES.values(), ids=TITLES.keys())
def test_titles(text: str, title: str, source: TitleSource) -> None:
    document = read(text)
    assert (document.title, document.title_source) == (title, source)
