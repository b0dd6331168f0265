"""Proposed mends for headings: the section's own words, never invented ones.

A proposal is the section's run-in title ("Termination. Either party may …") or the noun phrase that its first sentence
begins with ("Elective surgery must be …"), behind the numbering that the heading had. In doubt there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from explorer.core import subject_words as known
from explorer.core.audit.headings import is_informative, take_apart
from explorer.core.audit.numbering import numbering_only
from explorer.core.audit.words import HeadingWords
from explorer.core.model import Block, BlockKind
from explorer.core.outline import Section
from explorer.core.subject import SubjectKind, first_sentence, subject_kind, words_before_verb

MOST_WORDS = 6
"""A proposal with more words would be a sentence, not a heading."""

_RUN_IN = re.compile(r"\s*(?P<numbering>(?:\(?[\w.]{1,6}[.)]\s+)?)(?P<title>[^\W\d_][^.:;!?\n]{1,60}?)\s?[.:](?=\s+\S)")
_SIGNS_INSIDE = re.compile(r"[,;:()\[\]\"“”«»/|=]")
_NOT_FIRST = (
    known.PRONOUNS | known.DEMONSTRATIVES | known.PERSONS | known.CLAUSE_OPENERS | known.IMPERATIVES | known.MODALS
    | known.AUXILIARIES | known.VERB_STARTS | known.ADJECTIVE_STARTS | (known.MANNER - known.BLAND)
    | frozenset(known.CONNECTORS)
    | {"each", "any", "every", "all", "no", "some", "there", "here", "how", "why", "what", "who", "where", "which"}
)  # fmt: skip
_CLAUSES = known.CLAUSE_OPENERS - {"of", "for", "in", "on", "at", "to", "with", "by", "under"} | {
    "that", "which", "who", "whose", "whom", "than", "how", "what", "not",
}  # fmt: skip
"""Words that show that a clause, and so an unknown verb, is part of what stands before the first known verb."""

_SAFE_VERBS = known.VERB_STARTS | known.MODALS | {"is", "are", "was", "were"}
"""Verbs that are seldom nouns: only they end a phrase for certain."""


def propose_mend(section: Section, blocks: Sequence[Block], words: HeadingWords) -> str | None:
    """Return a heading made of the section's own words, None when no clear one is found."""
    body = next(iter(section.own_body), None)
    if body is None or blocks[body].kind is not BlockKind.PARAGRAPH:
        return None
    text = blocks[body].text
    phrase = run_in_title(text) or leading_noun_phrase(first_sentence(text))
    if phrase is None or not is_informative(phrase, words):
        return None
    heading = take_apart(section.heading, words)
    only_numbering = numbering_only(heading.shown, heading.tokens, words) is not None
    numbering = heading.shown if only_numbering else heading.numbering
    proposal = f"{numbering} {phrase}" if any(sign.isalnum() for sign in numbering) else phrase
    return proposal if proposal != section.heading else None


def run_in_title(text: str) -> str | None:
    """Return the title that a paragraph begins with ("Termination. Either party may …"), None when there is none."""
    found = _RUN_IN.match(text)
    if not found or _SIGNS_INSIDE.search(found["title"]):
        return None
    title = found["title"]
    parts = title.lower().split()
    verbs = known.FINITE - known.VAGUE
    if len(parts) > MOST_WORDS or not title[0].isupper() or parts[0] in _NOT_FIRST or verbs & set(parts):
        return None
    return title if subject_kind(title, False, BlockKind.PARAGRAPH) is SubjectKind.NAMED else None


def leading_noun_phrase(sentence: str) -> str | None:
    """Return the noun phrase in front of a sentence's verb, its article left out, None when there is no clear one.

    Who acts is seldom what a section is about: people and parties are passed over, and a modal verb must be followed
    by "be" ("Elective surgery must be authorised").
    """
    shown, verb = words_before_verb(sentence)
    if verb is None:
        return None
    phrase = shown[1:verb] if shown[0].lower() in {"the", "a", "an"} else shown[:verb]
    low = [word.lower() for word in phrase]
    if (
        not phrase
        or len(phrase) > MOST_WORDS
        or low[0] in _NOT_FIRST
        or set(low) & (known.ROLES | known.PRONOUNS | _CLAUSES)
    ):
        return None
    if low[0].endswith("ing") or low[-1] in known.PREPOSITIONS or "'" in low[0] or "’" in low[0]:
        return None
    following = [word.lower() for word in shown[verb : verb + 2]]
    if following[0] not in _SAFE_VERBS or (following[0] in known.MODALS and following[1:] != ["be"]):
        return None
    return _as_heading(sentence, phrase)


def _as_heading(sentence: str, phrase: Sequence[str]) -> str | None:
    """Return the phrase as it stands in the sentence, when no sign cuts through it and it names something."""
    joined = " ".join(phrase)
    if joined not in sentence:
        return None
    named = subject_kind(f"The {joined[0].lower()}{joined[1:]} is", False, BlockKind.PARAGRAPH) is SubjectKind.NAMED
    return joined[0].upper() + joined[1:] if named else None
