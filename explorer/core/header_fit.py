"""Which headings a header shows, and how it is brought within its share; all that is left out is reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from explorer.core.chunking.measure import CHARACTERS_PER_TOKEN
from explorer.core.header_styles import render, same
from explorer.core.recipe import Recipe, Style
from explorer.core.tokens import Tokenizer
from explorer.core.views import Header

SENTENCE_SHARE = 0.75
"""The part of the header's share that a context sentence may take."""

_LEFT_OUT = {"H102": "a generic word", "H103": "an ornament", "H104": "a placeholder"}
_BEFORE_TEXT = {Style.PATH: "\n\n", Style.LABEL: " "}
"""What stands between header and text costs tokens with some tokenizers; a line break where no other is named."""

_WORTH_CUTTING = 24
"""A title's first word is cut inside only when it is longer: scripts without spaces have such words."""

_Dropped = tuple[tuple[str, str], ...]


def headings_to_show(
    title: str, path: Sequence[str], recipe: Recipe, uninformative: Callable[[str], str]
) -> tuple[list[str], _Dropped]:
    """Return the headings for a header, outermost first, and what was left out with the reason in words.

    A first heading that is the title is not repeated, and not reported: its words lead the header. The order of the
    rules is that of DESIGN 4.3: uninformative ones, equal neighbours, depth.
    """
    headings: list[str] = []
    dropped: list[tuple[str, str]] = []
    for heading in path[1:] if path and same(path[0], title) else path:
        code = uninformative(heading) if recipe.skip_uninformative else ""
        if code in _LEFT_OUT:
            dropped.append((heading, f"{_LEFT_OUT[code]} ({code})"))
        elif same(heading, headings[-1] if headings else title):
            dropped.append((heading, "repeats the one before it"))
        else:
            headings.append(" ".join(heading.split()))
    outer = max(0, len(headings) - recipe.depth)
    dropped += [(heading, f"only the last {recipe.depth} headings are kept") for heading in headings[:outer]]
    return headings[outer:], tuple(dropped)


@dataclass(frozen=True, slots=True)
class _Draft:
    title: str
    headings: tuple[str, ...]
    version: str
    dropped: _Dropped

    def without(self, what: str, reason: str) -> _Dropped:
        return (*self.dropped, (what, reason))


class HeaderFit:
    """Brings a header within `share` tokens, its context sentence counted.

    Outer headings go first, then the title is shortened, then the version goes, then the title; the leaf stays. Only
    a leaf that is too long by itself is shortened, and then the title's first word leads it when there is room.
    """

    def __init__(self, style: Style, share: int, tokenizer: Tokenizer, sentence: str) -> None:
        self._style = style
        self._share = share
        self._tokenizer = tokenizer
        self._sentence = sentence
        self._reason = f"over the header's share of {share} tokens"

    def header(self, title: str, headings: Sequence[str], version: str, dropped: _Dropped) -> Header:
        """Return the header that fits."""
        draft = self._without_outer(_Draft(title, tuple(headings), version, dropped))
        for step in (self._short_title, self._without_version, self._without_title, self._short_leaf):
            if not self._fits(draft):
                draft = step(draft)
        segments = tuple(part for part in (draft.title, *draft.headings) if part)
        return Header(self._text(draft), segments, tuple(entry for entry in draft.dropped if entry[0]))

    def _text(self, draft: _Draft) -> str:
        return render(self._style, draft.title, draft.headings, draft.version)

    def _fits(self, draft: _Draft) -> bool:
        text = self._text(draft)
        lead = f"{text}:" if text and self._style is Style.LABEL else text
        whole = (f"{lead}\n{self._sentence}" if self._sentence else lead) + _BEFORE_TEXT.get(self._style, "\n")
        short = len(whole) <= self._share * CHARACTERS_PER_TOKEN
        return not text or (short and self._tokenizer.count(whole) <= self._share)

    def _without_outer(self, draft: _Draft) -> _Draft:
        while len(draft.headings) > 1 and not self._fits(draft):
            draft = replace(draft, headings=draft.headings[1:], dropped=draft.without(draft.headings[0], self._reason))
        return draft

    def _short_title(self, draft: _Draft) -> _Draft:
        """Shorten the title as little as needed; the draft as it was when not even its beginning fits."""
        noted = replace(draft, dropped=draft.without(draft.title, f"title shortened: {self._reason}"))
        title = shorten(draft.title, lambda part: self._fits(replace(noted, title=part)))
        return replace(noted, title=title) if title else draft

    def _without_version(self, draft: _Draft) -> _Draft:
        if not draft.version:
            return draft
        bare = replace(draft, version="", dropped=draft.without(draft.version, self._reason))
        return bare if self._fits(bare) else self._short_title(bare)

    def _without_title(self, draft: _Draft) -> _Draft:
        """Leave the title out if that saves the leaf."""
        bare = replace(draft, title="", dropped=draft.without(draft.title, self._reason))
        return bare if draft.headings and self._fits(bare) else draft

    def _short_leaf(self, draft: _Draft) -> _Draft:
        """Shorten the leaf (the title, where there is no heading), after the title's first word if there is room."""
        if not draft.headings:
            return replace(draft, title="", dropped=draft.without(draft.title, self._reason))
        leaf = draft.headings[-1]
        noted = replace(draft, dropped=draft.without(leaf, f"heading shortened: {self._reason}"))
        for title in dict.fromkeys((_first_word(draft.title), "")):
            reason = f"title shortened: {self._reason}" if title else self._reason
            start = replace(noted, title=title, dropped=noted.without(draft.title, reason))
            inside = None if title else 1
            words = shorten(leaf, lambda part, start=start: self._fits(replace(start, headings=(part,))), inside=inside)
            if words:
                return replace(start, headings=(words,))
        return _Draft("", (), "", (*draft.dropped, (leaf, self._reason), (draft.title, self._reason)))


def shorten(text: str, fits: Callable[[str], bool], *, inside: int | None = _WORTH_CUTTING) -> str:
    """Return the longest beginning of `text` that fits with an ellipsis after it, "" when none does.

    It ends with a word, or inside the first word where not even that fits and it has more than `inside` characters
    (None: never).
    """
    ends = [index for index, sign in enumerate(text) if sign.isspace()]
    by_word = _longest(ends, lambda end: fits(_ellipsis(text, end)))
    first = ends[0] if ends else len(text)
    if by_word or inside is None or first <= inside:
        return _ellipsis(text, by_word) if by_word else ""
    by_sign = _longest(list(range(1, first)), lambda end: fits(_ellipsis(text, end)))
    return _ellipsis(text, by_sign) if by_sign else ""


def _first_word(title: str) -> str:
    words = title.split(maxsplit=1)
    return f"{words[0]}…" if len(words) > 1 else title


def _ellipsis(text: str, end: int) -> str:
    return text[:end].rstrip(" ,;:.-–—(") + "…"


def _longest(ends: Sequence[int], fits: Callable[[int], bool]) -> int:
    """Return the largest of `ends` (rising) that fits, 0 for none, by halving."""
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high) // 2
        if fits(ends[middle]):
            low = middle + 1
        else:
            high = middle
    return ends[low - 1] if low else 0
