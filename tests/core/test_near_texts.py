"""Comparing only what has changed gives what comparing all gives, whatever changes, and however few partners fit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core import near_texts, similar_sets
from explorer.core.duplicates import Passage, Passages, text_key
from explorer.core.near_texts import OPEN, Stands, Texts, Update, Way, set_size, updated, word_hash
from explorer.core.similar_sets import Integers

Library = dict[tuple[int, int], str]
"""Texts by document and place in it; three places in a row have one heading."""

WAYS = (Way(3, 0.5), Way(1, 0.6))


@st.composite
def edits(draw: st.DrawFn) -> list[Library]:
    """Return a library as it is at first, and after each of some edits."""
    word = st.sampled_from([f"w{number}" for number in range(draw(st.sampled_from([3, 6, 30])))])
    seeds = draw(st.lists(st.lists(word, min_size=1, max_size=9), min_size=1, max_size=3))
    library: Library = {}
    states: list[Library] = []
    for _ in range(draw(st.integers(2, 5))):
        library = dict(library)
        for _ in range(draw(st.integers(1, 6))):
            place = (draw(st.integers(0, 3)), draw(st.integers(0, 8)))
            words = list(draw(st.sampled_from(seeds)))
            if draw(st.booleans()):
                words[draw(st.integers(0, len(words) - 1))] = draw(word)
            if draw(st.integers(0, 4)):
                library[place] = " ".join(words)
            else:
                library.pop(place, None)
        states.append(library)
    return states


def home_of(place: tuple[int, int]) -> int:
    return place[0] * 10 + place[1] // 3


def texts_of(words: dict[int, list[str]], bounds: dict[int, tuple[int, int]]) -> Texts:
    keys = sorted(words)
    column = [[set_size([word_hash(word) for word in words[key]], way.length) for key in keys] for way in WAYS]
    limits = [[bounds.get(key, (OPEN, OPEN))[way] for key in keys] for way in (0, 1)]
    flat = [word_hash(word) for key in keys for word in words[key]]
    return Texts(
        np.array(keys, dtype=np.int64),
        np.array(flat, dtype=np.int64),
        np.cumsum([0, *(len(words[key]) for key in keys)]),
        (np.array(column[0], dtype=np.int64), np.array(column[1], dtype=np.int64)),
        (np.array(limits[0], dtype=np.int64), np.array(limits[1], dtype=np.int64)),
    )


def stands_of(library: Library, keys: Integers) -> Stands:
    rows = sorted(library.items())
    texts = np.array([text_key(text.split()) for _, text in rows], dtype=np.int64)
    return Stands(keys.searchsorted(texts), np.array([home_of(place) for place, _ in rows], dtype=np.int64))


def compared(
    before: Library, after: Library, bounds: dict[int, tuple[int, int]]
) -> tuple[dict[int, dict[int, set[tuple[int, float]]]], dict[int, tuple[int, int]]]:
    """Return by text the partners that may have changed, by way, and the new bounds."""
    words = {text_key(text.split()): text.split() for text in (*before.values(), *after.values())}
    texts = texts_of(words, bounds)
    moved = dict(before.items() ^ after.items()).keys()
    names = {text_key(library[place].split()) for place in moved for library in (before, after) if place in library}
    changed = np.searchsorted(texts.keys, np.array(sorted(names), dtype=np.int64))
    update: Update = updated(
        texts, WAYS, stands_of(before, texts.keys), stands_of(after, texts.keys), changed, changed[:0]
    )
    keys = texts.keys.tolist()
    found = {
        keys[number]: {0: set[tuple[int, float]](), 1: set[tuple[int, float]]()} for number in update.numbers.tolist()
    }
    for way, pairs in enumerate(update.pairs):
        for left, right, share in zip(
            pairs.left.tolist(), pairs.right.tolist(), pairs.similarity.tolist(), strict=True
        ):
            found[keys[left]][way].add((keys[right], share))
    limits = [each.tolist() for each in update.bounds]
    return found, dict(zip(found, zip(*limits, strict=True), strict=True))


@settings(max_examples=50)
@given(edits(), st.sampled_from([1, 2, 3, 50]))
def test_edits_come_to_what_a_whole_comparison_gives(states: list[Library], most: int) -> None:
    partners: dict[int, dict[int, set[tuple[int, float]]]] = {}
    bounds: dict[int, tuple[int, int]] = {}
    before: Library = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similar_sets, "MOST", most)
        for after in states:
            found, limits = compared(before, after, bounds)
            there = {text_key(text.split()) for text in after.values()}
            partners = {key: each for key, each in (partners | found).items() if key in there}
            bounds |= limits
            patch.setattr(near_texts, "_FEWEST", -1)
            whole, limits = compared({}, after, {})
            patch.setattr(near_texts, "_FEWEST", 1000)
            assert partners == whole
            assert {key: bounds[key] for key in whole} == limits
            before = after


@settings(max_examples=25)
@given(edits())
def test_partners_are_those_of_passages_added_one_by_one(states: list[Library]) -> None:
    library = states[-1]
    passages = Passages()
    for index, (place, text) in enumerate(sorted(library.items())):
        passages.add(Passage(str(place[0]), index, (str(home_of(place)),)), text)
    found, _ = compared({}, library, {})
    alone = {key for key in found if sum(text_key(text.split()) == key for text in library.values()) == 1}
    for way, (length, threshold) in enumerate(((3, 0.5), (1, 0.6))):
        near = {
            text_key(library[sorted(library)[twin.passage.index]].split())
            for twin in passages.twins(threshold, length)
            if not twin.equal
        }
        assert near & alone == {key for key in alone if found[key][way]}


def test_one_of_many_alike_concerns_few() -> None:
    library: Library = {(number, 0): f"this form is for order {number} of the year" for number in range(1500)}
    _, bounds = compared({}, library, {})
    changed = library | {(700, 0): "this form is for order x of the year"}
    found, _ = compared(library, changed, bounds)
    assert len(found) < 400
    assert all(len(each[1]) == similar_sets.MOST for each in found.values())
