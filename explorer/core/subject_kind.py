"""The names of the kinds of self-description (DESIGN 4.5)."""

from __future__ import annotations

from enum import StrEnum


class SubjectKind(StrEnum):
    """What a chunk's first sentence does with its subject."""

    PRONOUN = "pronoun-subject"
    ELIDED = "elided-subject"
    SEVERED = "severed-list-item"
    VAGUE = "vague-subject"
    NAMED = "names-subject"
    NEEDS_DISCRIMINATOR = "needs-discriminator"


NOT_SELF_DESCRIBING = frozenset({SubjectKind.PRONOUN, SubjectKind.ELIDED, SubjectKind.SEVERED, SubjectKind.VAGUE})
"""The kinds that need something before the text to say what it is about."""
