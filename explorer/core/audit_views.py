"""What crosses between engine and window about the audit: the heading inventory, mends and their effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from explorer.core.findings import Fact
from explorer.core.mends import Mend


@dataclass(frozen=True, slots=True)
class HeadingUse:
    """A heading text of the library: how often and where it stands, what is said of it, what was done about it.

    `code` and `reason` say why it says nothing, both empty when it does say something; `facts` are what the reason
    rests on. `document` and `section` are its first place, `proposal` what the section there offers in its place (""
    for nothing). `renamed` counts the places where the user's mend renames it; `silenced` says that the library leaves
    it alone.
    """

    heading: str
    count: int
    documents: int
    code: str
    reason: str
    document: str
    section: int
    proposal: str = ""
    renamed: int = 0
    silenced: bool = False
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact], hash=False)


@dataclass(frozen=True, slots=True)
class MendRow:
    """A mend as it is listed; `section` is where it applies, None when it is stale: that heading is gone or changed."""

    mend: Mend
    section: int | None = None

    @property
    def stale(self) -> bool:
        """Tell whether the mend applies to nothing."""
        return self.section is None


@dataclass(frozen=True, slots=True)
class TextChange:
    """A chunk whose embedded text changes."""

    index: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RankMove:
    """A touched chunk's rank on the context side for one of the library's questions, before and after a mend.

    `relevant` says that the question set names the chunk as an answer.
    """

    question: str
    index: int
    before: int
    after: int
    relevant: bool = False


class Unranked(StrEnum):
    """Why no ranks can be told for a mend."""

    NO_QUESTIONS = "The library has no question set, and you have none for it, whose ranks could move."
    NO_INDEX = "The ranks can be told when the index is complete."
    NOT_RANKED = "None of these chunks is ranked."


@dataclass(frozen=True, slots=True)
class MendEffect:
    """What a mend would do, told before it is kept.

    `chunks` are those whose embedded text changes, the first ones; `touched` counts all. `moves` are the ranks that
    change, for `questions` questions over a pool of `pool` chunks; `unranked` says why none could be told
    (`Unranked`).
    """

    mend: Mend
    path_before: tuple[str, ...]
    path_after: tuple[str, ...]
    touched: int
    chunks: tuple[TextChange, ...] = ()
    moves: tuple[RankMove, ...] = ()
    questions: int = 0
    pool: int = 0
    unranked: str = ""
