"""Near and equal passages: found all, whatever the method leaves out, and told by place."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core import similar_sets
from explorer.core.duplicates import (
    NEAR_DUPLICATE,
    Passage,
    Passages,
    Twin,
    needs_discriminator,
    pairs_of,
)
from explorer.core.subject import SubjectKind

SENTENCE = "the monthly pass is sold at every dock and holds for thirty days from the day on which it is paid"


def passages(*rows: tuple[str, str, str]) -> Passages:
    """Return the passages of rows (document, heading path with " > ", text)."""
    found = Passages()
    for index, (document, path, text) in enumerate(rows):
        found.add(Passage(document, index, tuple(path.split(" > ")) if path else ()), text)
    return found


def grams(words: list[str], length: int) -> set[tuple[str, ...]]:
    return (
        {tuple(words[start : start + length]) for start in range(len(words) - length + 1)} if len(words) > 2 else set()
    )


def by_hand(rows: list[tuple[Passage, list[str]]], threshold: float, length: int) -> dict[int, tuple[int, int, float]]:
    """Return (equal, near, highest similarity) of each passage that has a twin, comparing all with all."""
    found: dict[int, tuple[int, int, float]] = {}
    for passage, words in rows:
        others = [each for each in rows if each[0].home != passage.home]
        equal = sum(other == words for _, other in others)
        mine = grams(words, length)
        shares = [
            len(mine & own) / len(mine | own) for _, other in others if other != words and (own := grams(other, length))
        ]
        near = [share for share in shares if mine and share >= threshold]
        if equal or near:
            found[passage.index] = (equal, len(near), 1.0 if equal else max(near))
    return found


@st.composite
def libraries(draw: st.DrawFn) -> list[tuple[Passage, list[str]]]:
    """Return passages of few words, many of them made from others by small changes."""
    word = st.sampled_from([f"w{number}" for number in range(draw(st.sampled_from([2, 4, 30])))])
    rows: list[tuple[Passage, list[str]]] = []
    for index in range(draw(st.integers(0, 20))):
        if rows and draw(st.booleans()):
            words = list(rows[draw(st.integers(0, len(rows) - 1))][1])
            for _ in range(draw(st.integers(0, 2))):
                words[draw(st.integers(0, len(words) - 1))] = draw(word)
        else:
            words = draw(st.lists(word, min_size=1, max_size=15))
        place = draw(st.integers(0, 5))
        rows.append((Passage(f"{place % 2}.md", index, (f"h{place // 2}",)), words))
    return rows


@settings(max_examples=50)
@given(libraries(), st.sampled_from([0.05, 0.3, 0.5, 0.6, 0.75, 0.9, 1.0]), st.sampled_from([1, 2, 3]))
def test_every_twin_is_found_with_its_counts(
    rows: list[tuple[Passage, list[str]]], threshold: float, length: int
) -> None:
    found = Passages()
    for passage, words in rows:
        found.add(passage, " ".join(words))
    twins = found.twins(threshold, length)
    assert {twin.passage.index: (twin.equal, twin.near, pytest.approx(twin.similarity)) for twin in twins} == by_hand(
        rows, threshold, length
    )
    assert [twin.passage.index for twin in twins] == sorted(twin.passage.index for twin in twins)


@settings(max_examples=50)
@given(libraries(), st.integers(1, 3), st.integers(1, 4), st.integers(1, 4))
def test_with_a_low_limit_each_still_has_a_partner(
    rows: list[tuple[Passage, list[str]]], most: int, long: int, block: int
) -> None:
    found = Passages()
    for passage, words in rows:
        found.add(passage, " ".join(words))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similar_sets, "MOST", most)
        patch.setattr(similar_sets, "_LONG", long)
        patch.setattr(similar_sets, "_BLOCK", block)
        twins = {twin.passage.index: twin for twin in found.twins(0.5)}
    wanted = by_hand(rows, 0.5, 3)
    assert set(twins) == set(wanted)
    assert all(twin.equal == wanted[index][0] and twin.near <= wanted[index][1] for index, twin in twins.items())


def test_case_and_punctuation_are_no_difference() -> None:
    found = passages(("a.md", "A", "It costs 12 dollars."), ("b.md", "B", "it costs, 12 Dollars")).copies()
    assert [(twin.passage.document, twin.nearest.document, twin.equal, twin.similarity) for twin in found] == [
        ("a.md", "b.md", 1, 1.0),
        ("b.md", "a.md", 1, 1.0),
    ]


@pytest.mark.parametrize(
    ("first", "second", "twins"),
    [
        (("a.md", "A"), ("a.md", "A"), 0),
        (("a.md", "A"), ("a.md", "B"), 2),
        (("a.md", "A"), ("b.md", "A"), 2),
        (("a.md", ""), ("a.md", ""), 0),
        (("a.md", "A > C"), ("a.md", "B > C"), 2),
    ],
)
def test_the_same_path_in_the_same_document_is_not_another_heading(
    first: tuple[str, str], second: tuple[str, str], twins: int
) -> None:
    assert len(passages((*first, SENTENCE), (*second, SENTENCE)).twins()) == twins
    assert len(passages((*first, SENTENCE), (*second, f"{SENTENCE} too")).twins()) == twins


def test_short_texts_are_compared_whole() -> None:
    found = passages(("a.md", "A", "Not covered."), ("a.md", "B", "not covered"), ("a.md", "C", "Not paid."))
    assert [twin.passage.index for twin in found.twins(0.1, 1)] == [0, 1]


def test_headings_and_signs_have_no_text_to_compare() -> None:
    found = passages(("a.md", "A", "***"), ("a.md", "B", "***"))
    for name in "AB":
        found.add(Passage("b.md", 0, (name,)), "The same heading twice", "heading")
    assert found.twins(0.1) == ()


def test_documents_that_do_not_count_are_not_compared() -> None:
    found = passages(("v1.md", "A", SENTENCE), ("v2.md", "A", SENTENCE), ("other.md", "A", f"{SENTENCE} now"))
    assert [twin.passage.document for twin in found.twins(counts=lambda name: name != "v1.md")] == ["v2.md", "other.md"]
    assert found.copies(lambda name: name != "v1.md") == ()


def test_the_nearest_is_the_most_similar_then_the_first() -> None:
    found = passages(
        ("a.md", "A", SENTENCE),
        ("a.md", "B", f"{SENTENCE} and so on"),
        ("a.md", "C", f"{SENTENCE} again"),
        ("a.md", "D", f"{SENTENCE} once"),
    ).twins(0.8)
    assert [(twin.passage.index, twin.nearest.index, twin.near) for twin in found][:2] == [(0, 2, 3), (1, 0, 3)]


def test_copies_are_one_text_with_many_places() -> None:
    found = passages(*((f"{number % 3}.md", "A", SENTENCE) for number in range(3_000)))
    assert [twin.equal for twin in found.twins()[:3]] == [2000, 2000, 2000]


def test_many_near_texts_are_counted_up_to_a_limit() -> None:
    numbered = [("a.md", f"Order {number}", f"{SENTENCE} and {SENTENCE} order {number}") for number in range(400)]
    found = passages(*numbered).twins()
    assert len(found) == 400
    assert all(twin.more and twin.near >= similar_sets.MOST for twin in found)


def test_the_threshold_has_a_range() -> None:
    for threshold in (0.0, -1.0, 1.01):
        with pytest.raises(ValueError, match="above 0"):
            passages(("a.md", "A", SENTENCE)).twins(threshold)


def test_pairs_stand_once() -> None:
    found = passages(*(("a.md", name, SENTENCE) for name in "ABC")).twins()
    assert [(left.index, right.index) for left, right, _ in pairs_of(found)] == [(0, 1), (2, 0)]


@pytest.mark.parametrize(
    ("first", "second", "near"),
    [
        ("The annual deductible is 500 dollars.", "The annual deductible is 750 dollars.", True),
        (
            "To export contacts, tap Menu and follow the steps.",
            "To import contacts, tap Menu and follow the steps.",
            True,
        ),
        ("The monthly pass is paid at the dock.", "The day pass is paid at the dock.", True),
        ("The annual deductible is 500 dollars.", "A card that was lost is replaced in a week.", False),
    ],
)
def test_near_twins_differ_in_a_word_or_two(first: str, second: str, near: bool) -> None:
    assert bool(passages(("a.md", "A", first), ("a.md", "B", second)).near_twins()) is near


def test_only_what_names_its_subject_needs_a_discriminator() -> None:
    rows = [("a.md", name, SENTENCE) for name in "ABC"]
    twins: tuple[Twin, ...] = passages(*rows).near_twins()
    kinds = dict(zip((("a.md", index) for index in range(3)), itertools.cycle(["names-subject", "pronoun-subject"])))
    assert needs_discriminator(kinds, twins) == {("a.md", 0), ("a.md", 2)}
    assert kinds["a.md", 0] == SubjectKind.NAMED


def test_the_similarity_of_duplicates_is_that_of_the_design() -> None:
    assert NEAR_DUPLICATE == 0.9
