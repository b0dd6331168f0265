"""C206 and C207: what is said of passages that stand twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from explorer.core.audit.duplicate_rules import exact_duplicate, near_duplicate
from explorer.core.audit.view import LibraryDocument, LibraryView, Rule
from explorer.core.duplicates import Passage, Passages
from explorer.core.findings import Finding, Scope, Severity
from explorer.core.model import Place

TEXT = "Refunds are paid within five business days to the account from which the order was paid. No fee is taken."


def nothing(_library: LibraryView, _rule: Rule[LibraryView]) -> tuple[Finding, ...]:
    return ()


C206: Rule[LibraryView] = Rule("C206", Severity.WARNING, Scope.CHUNK, "near-duplicate", nothing, {"similarity": 0.9})
C207: Rule[LibraryView] = Rule("C207", Severity.WARNING, Scope.CHUNK, "exact duplicate", nothing)


def view(*rows: tuple[str, str, str], superseded: str = "") -> LibraryView:
    """Return a library of rows (document, heading path with " > ", text)."""
    passages = Passages()
    for index, (name, path, text) in enumerate(rows):
        place = Place(start=index * 100, end=index * 100 + 50)
        passages.add(Passage(name, index, tuple(path.split(" > ") if path else ()), 7 if index else -1, place), text)
    names = dict.fromkeys(row[0] for row in rows)
    documents = tuple(LibraryDocument(name, "markdown", 1, 0, 1, "x" * (name == superseded)) for name in names)
    return LibraryView(documents, passages=passages)


def codes(library: LibraryView) -> list[tuple[str, int | None]]:
    return [
        (finding.code, finding.chunk) for finding in (*near_duplicate(library, C206), *exact_duplicate(library, C207))
    ]


def test_equal_passages_are_reported_once_each_with_the_other() -> None:
    library = view(("returns.md", "Returns > Refunds", TEXT), ("orders.md", "Orders > Paying back", TEXT))
    assert codes(library) == [("C207", 0), ("C207", 1)]
    first, second = exact_duplicate(library, C207)
    assert first == Finding(
        code="C207",
        severity=Severity.WARNING,
        scope=Scope.CHUNK,
        document="returns.md",
        reason='1 chunk under another heading says the same words; it is chunk 1 under "Orders > Paying back" in '
        "orders.md.",
        heading="Refunds",
        heading_path=("Returns", "Refunds"),
        chunk=0,
        place=Place(start=0, end=50),
        facts={
            "count": 1,
            "count_is": "exact",
            "similarity": 1.0,
            "similarity_shown": "1.00",
            "other_document": "orders.md",
            "other_chunk": 1,
            "other_heading_path": ("Orders", "Paying back"),
        },
    )
    assert second.section == 7


@pytest.mark.parametrize(
    ("path", "other", "expected"),
    [
        ("", [""], "1 chunk in another document says the same words; it is chunk 1 under no heading in 1.md."),
        (
            "Refunds",
            ["Refunds"],
            "1 chunk in another document says the same words; it is chunk 1 under the same heading in 1.md.",
        ),
        (
            "Refunds",
            ["Refunds", "Paying back"],
            "2 chunks elsewhere say the same words; the first is chunk 1 under the same heading in 1.md.",
        ),
        (
            "Refunds",
            ["", "Refunds"],
            "2 chunks under another heading say the same words; the first is chunk 1 under no heading in 1.md.",
        ),
    ],
)
def test_equal_headings_are_not_called_other_ones(path: str, other: list[str], expected: str) -> None:
    rows = [(f"{number}.md", each, TEXT) for number, each in enumerate([path, *other])]
    assert exact_reasons(view(*rows))[0] == expected


def exact_reasons(library: LibraryView) -> list[str]:
    return [finding.reason for finding in exact_duplicate(library, C207)]


def test_near_passages_name_the_nearest_with_its_similarity() -> None:
    library = view(
        ("a.md", "A", TEXT), ("a.md", "B", TEXT.replace("No fee", "A fee")), ("a.md", "C", "Something else.")
    )
    assert codes(library) == []
    longer = " ".join([TEXT, "The receipt names the day, the sum, the article and the number of the order as well."])
    library = view(("a.md", "A", longer), ("a.md", "B", longer.replace("as well", "too")))
    found = list(near_duplicate(library, C206))
    assert [finding.chunk for finding in found] == [0, 1]
    assert found[0].reason == (
        '1 chunk under another heading says nearly the same words; nearest is chunk 1 under "B" (similarity 0.91).'
    )
    assert 0.9 <= float(str(found[0].facts["similarity"])) < 1


def test_the_threshold_is_the_rules() -> None:
    library = view(("a.md", "A", TEXT), ("a.md", "B", TEXT.replace("No fee", "A fee")))
    lower = replace(C206, thresholds={"similarity": 0.6})
    assert len(list(near_duplicate(library, lower))) == 2


def test_a_chunk_with_an_equal_one_is_not_reported_as_near_too() -> None:
    library = view(("a.md", "A", TEXT), ("a.md", "B", TEXT), ("a.md", "C", f"{TEXT} Never."))
    assert codes(library) == [("C206", 2), ("C207", 0), ("C207", 1)]


def test_superseded_versions_are_not_compared() -> None:
    rows = (("v1.md", "A", TEXT), ("v2.md", "A", TEXT))
    assert codes(view(*rows)) == [("C207", 0), ("C207", 1)]
    assert codes(view(*rows, superseded="v1.md")) == []


def test_without_passages_there_is_nothing_to_say() -> None:
    assert codes(LibraryView(())) == []
