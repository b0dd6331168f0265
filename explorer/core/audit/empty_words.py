"""Words that could stand over any section, in one language, and whether a run of words is made of nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntFlag


class _Kind(IntFlag):
    """What a word brings to a heading that says nothing; fillers bring nothing."""

    FILLER = 0
    GENERIC = 1
    HOLLOW = 2
    MODIFIER = 4


@dataclass(frozen=True, slots=True)
class EmptyWords:
    """One language's words. All sets hold keys as `explorer.core.audit.words.key_of` makes them.

    `generic` words say nothing, alone and in company of `modifiers` and `fillers` ("General notes and remarks");
    `phrases` are such entries of several words; `lone` ones say nothing when nothing else stands there ("Contents",
    "Chapter"). `hollow` words say nothing in company of a modifier ("Other considerations"), and something alone.
    Of the fillers only `openers` may come first, when the language names any: what begins with a preposition does
    not name the role of a text ("In the background"). Words of different languages never keep each other company:
    a filler of one is a noun of another. `vocabulary` is every single word of the entries.
    """

    generic: frozenset[str] = frozenset()
    phrases: frozenset[str] = frozenset()
    lone: frozenset[str] = frozenset()
    hollow: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()
    fillers: frozenset[str] = frozenset()
    openers: frozenset[str] = frozenset()
    vocabulary: frozenset[str] = field(init=False, repr=False, compare=False, hash=False)
    _kinds: Mapping[str, tuple[_Kind, ...]] = field(init=False, repr=False, compare=False, hash=False)
    _never_first: frozenset[str] = field(init=False, repr=False, compare=False, hash=False)
    _longest: int = field(init=False, repr=False, compare=False, hash=False)
    _longest_unspaced: int = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        kinds: dict[str, tuple[_Kind, ...]] = {}
        for kind, keys in (
            (_Kind.GENERIC, self.generic | self.phrases),
            (_Kind.HOLLOW, self.hollow),
            (_Kind.MODIFIER, self.modifiers),
            (_Kind.FILLER, self.fillers),
        ):
            for key in keys:
                kinds[key] = (*kinds.get(key, ()), kind)
        words = frozenset(word for key in (*kinds, *self.lone) for word in key.split())
        object.__setattr__(self, "vocabulary", words)
        object.__setattr__(self, "_kinds", kinds)
        closed = self.fillers - self.openers - self.generic if self.openers else frozenset[str]()
        object.__setattr__(self, "_never_first", closed)
        object.__setattr__(self, "_longest", max((key.count(" ") + 1 for key in kinds), default=1))
        object.__setattr__(self, "_longest_unspaced", max((len(key) for key in kinds if is_unspaced(key)), default=0))

    def cover(self, texts: Sequence[str]) -> bool:
        """Tell whether these words, in this order, say nothing: all are known here, and one of them is empty."""
        whole = " ".join(texts)
        if whole in self.lone or whole in self.phrases:
            return True
        if not texts or texts[0] in self._never_first or not all(map(self._may_know, texts)):
            return False
        both = _Kind.HOLLOW | _Kind.MODIFIER
        return any(bool(kinds & _Kind.GENERIC) or kinds & both == both for kinds in self._walk(texts))

    def _may_know(self, text: str) -> bool:
        return text in self.vocabulary or (bool(self._longest_unspaced) and is_unspaced(text))

    def _walk(self, texts: Sequence[str]) -> set[_Kind]:
        """Return what the words bring together, in every way in which all of them can be read as entries."""
        reached: list[set[_Kind]] = [{_Kind.FILLER}, *(set[_Kind]() for _ in texts)]
        for start, before in enumerate(reached[:-1]):
            for end in range(start + 1, min(len(texts), start + self._longest) + 1) if before else ():
                brought = self._kinds.get(" ".join(texts[start:end])) or self._inside(texts[start:end])
                reached[end].update(kinds | kind for kinds in before for kind in brought)
        return reached[-1]

    def _inside(self, texts: Sequence[str]) -> Sequence[_Kind]:
        """Return what a run of a script without spaces brings, read as entries put together ("其他说明").

        An entry of one sign counts there as a filler only: as part of a longer word it has another sense.
        """
        if len(texts) != 1 or not self._longest_unspaced or not is_unspaced(texts[0]):
            return ()
        run = texts[0]
        reached: list[set[_Kind]] = [{_Kind.FILLER}, *(set[_Kind]() for _ in run)]
        for start, before in enumerate(reached[:-1]):
            for end in range(start + 1, min(len(run), start + self._longest_unspaced) + 1) if before else ():
                key = run[start:end]
                brought = self._kinds.get(key, ()) if len(key) > 1 or key in self.fillers else ()
                reached[end].update(kinds | kind for kinds in before for kind in brought)
        return tuple(reached[-1])


def is_unspaced(text: str) -> bool:
    """Tell whether a word belongs to a script that sets no spaces between words: Chinese characters or kana."""
    return any("\u3040" <= sign <= "\u30ff" or "\u3400" <= sign <= "\u9fff" for sign in text)
