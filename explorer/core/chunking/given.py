"""Chunks that another pipeline cut (`ParsedDocument.cuts`): each stays as it is, and what its cuts part is reported.

Only the texts are known, not the page between them. A cut is held to be inside a sentence when what goes on after it
cannot begin one: a small letter or a closing sign, after words that end none. What two chunks share at a cut
(overlap) is looked through, so that the sentence is judged by the words on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.core.chunking.measure import CHARACTERS_PER_TOKEN, Measure
from explorer.core.chunking.packing import Draft
from explorer.core.chunking.sentences import sentence_spans
from explorer.core.model import Block, BlockKind, CutNote
from explorer.core.tokens import Tokenizer

_LONGEST_OVERLAP = 4000
_SHORTEST_OVERLAP = 10
"""Fewer characters at the end of one text and the beginning of the next are alike by chance."""

_NEAR = 400
"""Characters on each side of a cut that are looked at."""

_ENDS = frozenset(".!?…:;。！？；।؟۔|}>")
_CLOSERS = "\"'”’»)]*_`"
_GOES_ON = frozenset(",;:)]}!?%…，。、；：！？）】》」』”’")
_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.LIST_ITEM})
_COUNTED_AT_ONCE = 1 << 16


def given_drafts(blocks: Sequence[Block], body: Sequence[int], measure: Measure) -> Iterator[Draft]:
    """Yield a draft for each content block of an own body, whatever its length."""
    for position, index in enumerate(body):
        block = blocks[index]
        before = blocks[body[position - 1]] if position else None
        after = blocks[body[position + 1]] if position + 1 < len(body) else None
        inside = (before is not None and _parted(before, block)[1]) or (after is not None and _parted(block, after)[0])
        yield Draft(
            ranges=((index, 0, len(block.text)),),
            text=block.text,
            tokens=count_long(measure.tokenizer, block.text),
            carried=(),
            notes=(CutNote.INSIDE_SENTENCE,) if inside else (),
        )


def count_long(tokenizer: Tokenizer, text: str) -> int:
    """Return the tokens of a text of any length, a long one counted in pieces that end with a word."""
    if len(text) <= _COUNTED_AT_ONCE:
        return tokenizer.count(text)
    total, start = 0, 0
    while start < len(text):
        end = min(len(text), start + _COUNTED_AT_ONCE)
        blank = next((at for at in range(end, end - 64 * CHARACTERS_PER_TOKEN, -1) if text[at - 1].isspace()), end)
        end = blank if end < len(text) else end
        total += tokenizer.count(text[start:end])
        start = end
    return total


def _parted(one: Block, two: Block) -> tuple[bool, bool]:
    """Tell whether chunk `one` ends and chunk `two` begins inside a sentence."""
    if one.kind not in _PROSE or two.kind not in _PROSE:
        return False, False
    shared = overlap(one.text, two.text)
    ends = goes_on(one.text, two.text[shared:])
    return ends, _inside(one.text, len(one.text) - shared) if shared else ends


def _inside(text: str, at: int) -> bool:
    """Tell whether a sentence that begins before `at` in `text` goes on there; a new line begins something new."""
    first = max(0, at - _NEAR)
    before = text[first:at]
    if not before.strip() or "\n" in before[len(before.rstrip()) :]:
        return False
    near = text[first : at + _NEAR]
    return all(near[start : at - first].strip() for start, _ in sentence_spans(near) if start <= at - first)


def overlap(one: str, two: str) -> int:
    """Return the length of the longest end of `one` that `two` begins with, within a few thousand characters."""
    head, tail = two[:_LONGEST_OVERLAP], one[-_LONGEST_OVERLAP:]
    # The failure function of Knuth, Morris and Pratt over the head, run on along the tail.
    fails = [0] * len(head)
    matched = 0
    for at in range(1, len(head)):
        while matched and head[at] != head[matched]:
            matched = fails[matched - 1]
        matched += head[at] == head[matched]
        fails[at] = matched
    matched = 0
    for at, sign in enumerate(tail):
        while matched and (matched == len(head) or sign != head[matched]):
            matched = fails[matched - 1]
        matched += bool(head) and sign == head[matched]
        if matched == len(head) and at + 1 < len(tail):
            matched = fails[matched - 1] if matched else 0
    return matched if matched >= _SHORTEST_OVERLAP else 0


def goes_on(left: str, right: str) -> bool:
    """Tell whether a sentence that `left` ends with goes on in `right`."""
    left, right = left[-_NEAR:].rstrip(), right[:_NEAR].lstrip()
    if not left or not right:
        return False
    first, last = right[0], (left.rstrip(_CLOSERS) or left)[-1]
    if first in _GOES_ON:
        return True
    if not first.islower() or _is_marker(right):
        return False
    if last not in _ENDS:
        return True
    return last == "." and all(start != len(left) + 1 for start, _ in sentence_spans(f"{left} {right}"))


def _is_marker(text: str) -> bool:
    """Tell whether a text begins with a small letter that numbers an item: "a)", "b.", "iv."."""
    word = text.split(maxsplit=1)[0]
    return len(word) <= 5 and word[-1] in ").:" and len(word) > 1 and not word.rstrip(").:").endswith(".")
