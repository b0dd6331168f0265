"""What an English phrase says: the words before a verb, and the object of an order (see `explorer.core.subject`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from explorer.core import subject_words as known
from explorer.core.subject_kind import SubjectKind

_WORD = re.compile(r"[^\W_]+(?:[.,'’&-][^\W_]+)*")

SUBJECT_PRONOUNS = frozenset({"it", "they", "he", "she", "its", "their", "his", "her", "it's", "they're"})
OBJECT_PRONOUNS = frozenset({"it", "them", "this", "that", "these", "those", "him", "her"})
HELPERS = known.AUXILIARIES | known.MODALS
LONGEST_OPENING = 7
"""How many words at the beginning are looked through for what they say."""

_BEFORE_NOUNS = known.DETERMINERS | known.BLAND
_ENDS_PHRASE = known.PREPOSITIONS | known.FINITE
_OWN = frozenset({"your", "our", "my", "one"})
_EMPTY = (
    known.VAGUE | known.BLAND | known.UNITS | known.DETERMINERS | known.PRONOUNS | known.DEMONSTRATIVES
    | known.PREPOSITIONS | known.MANNER | known.AUXILIARIES | known.MODALS | known.PERSONS | known.QUESTION_WORDS
)  # fmt: skip


def shown_words(text: str) -> list[str]:
    """Return the words of a text as written."""
    return _WORD.findall(text)


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters."""
    return [word.lower().replace("’", "'") for word in shown_words(text)]


def is_specific(words: Sequence[str]) -> bool:
    """Tell whether a phrase holds a word that is more than relational, bland, a number or a unit."""
    return any(word not in _EMPTY and not word[0].isdigit() for word in words)


def verb_index(words: Sequence[str]) -> int | None:
    """Return the place of the first verb after the first word, so that "The annual cost is" ends at "is"."""
    for index in range(1, len(words)):
        word, before = words[index], words[index - 1]
        if word not in known.FINITE or before == "to":
            continue
        noun_too = word in known.VAGUE or before in _BEFORE_NOUNS
        verb_next = index + 1 < len(words) and words[index + 1] in known.FINITE
        after_preposition = before in known.NOUN_FOLLOWS and word not in HELPERS
        if not (noun_too and verb_next) and not after_preposition:
            return index
    return None


def phrase_of(words: Sequence[str]) -> Sequence[str]:
    """Return the words up to the first preposition or verb; "of", "for", "and" and "or" join what follows them.

    An order after "and" is not part of the phrase ("the form and wait").
    """
    for index, word in enumerate(words):
        ordered = index + 1 < len(words) and words[index + 1] in known.IMPERATIVES
        joins = word in {"of", "for"} or (word in {"and", "or"} and not ordered)
        noun = word in known.FINITE - HELPERS and words[index - 1] in known.DETERMINERS
        if index and not joins and not noun and word in _ENDS_PHRASE:
            return words[:index]
    return words


def names_something(words: Sequence[str]) -> bool:
    """Tell whether a clause holds a determiner with a noun that is no relational one."""
    for index, word in enumerate(words[:-1]):
        if word in known.DETERMINERS and is_specific(phrase_of(words[index + 1 :])):
            return True
    return False


def noun_phrase_kind(words: Sequence[str]) -> SubjectKind:
    """Return the kind by the words before the verb: "The limit is" leaves open of what, "The parking limit is" not."""
    verb = verb_index(words)
    phrase = words[:verb] if verb else words[:8]
    if verb and known.ROLES.issuperset(phrase):
        done = words[verb + 2 :] if words[verb] in known.MODALS else words[verb + 1 :]
        return SubjectKind.NAMED if is_specific(done) else SubjectKind.VAGUE
    speaks_of_itself = phrase[0] == "this" and phrase[1:2] and phrase[1] in known.SELF
    if speaks_of_itself or (is_specific(phrase) and not (verb and _points_back(phrase))):
        return SubjectKind.NAMED
    return SubjectKind.NAMED if verb and _predicate_names(words[verb:]) else SubjectKind.VAGUE


def _predicate_names(words: Sequence[str]) -> bool:
    """Tell whether what is said of a vague subject names it: "is to reset the router", "lets you mute calls"."""
    if words[0] in {"is", "was"} and words[1:2] == ["to"]:
        return object_kind(without_verb(words[2:])) is SubjectKind.NAMED
    if words[0] in known.HELPS and words[1:2] == ["you"]:
        return object_kind(without_verb(words[3:] if words[2:3] == ["to"] else words[2:])) is SubjectKind.NAMED
    return False


def _points_back(phrase: Sequence[str]) -> bool:
    """Tell whether a noun phrase takes up one named before: "these pumps", "this provision", "both plans", "the game".

    A text may speak of itself ("This warranty").
    """
    nouns = [word for word in phrase[1:] if word not in _EMPTY]
    if len(nouns) != 1 or nouns[0] in known.SELF:
        return False
    return phrase[0] in known.DEMONSTRATIVES or (
        phrase[0] in {"the", "both"} and nouns[0] in known.WHOLES and "of" not in phrase
    )


def without_verb(words: Sequence[str]) -> Sequence[str]:
    """Return what follows an infinitive, its verb being whatever it is ("be aware of" with all its words)."""
    return words[3:] if words[:1] == ["be"] and words[2:3] and words[2] in {"of", "to"} else words[1:] or words


def object_kind(words: Sequence[str]) -> SubjectKind:
    """Return the kind by the object of the verb or verbs in front."""
    rest = _after_quantifier(_after_verbs(words))
    if rest and rest[0] in known.QUESTION_WORDS:
        points = rest[1:2] and rest[1] in SUBJECT_PRONOUNS | OBJECT_PRONOUNS
        return SubjectKind.NAMED if not points and is_specific(rest[1:LONGEST_OPENING]) else purpose_kind(rest)
    if rest[:1] == ["that"] and rest[1:2] and rest[1] not in known.FINITE | SUBJECT_PRONOUNS:
        return noun_phrase_kind(rest[1:])
    if not rest or rest[0] in known.PREPOSITIONS | known.PRONOUNS | known.DEMONSTRATIVES | {"them", "us"}:
        return purpose_kind(rest)
    whole = phrase_of(rest)
    if is_specific(whole):
        return SubjectKind.NAMED
    return purpose_kind(rest)


def _after_verbs(words: Sequence[str]) -> list[str]:
    """Return what follows verbs, with the particles and infinitives that belong to them ("sign in to", "choose to")."""
    rest, verb = list(words), ""
    orders = known.IMPERATIVES | known.MANNER | {"and", "or", "not"}
    while rest:
        after = rest[1:2]
        idiom = next((phrase for phrase in known.IDIOMS if tuple(rest[: len(phrase)]) == phrase), ())
        if idiom:
            rest = rest[len(idiom) :]
        elif " ".join(rest[:2]) in known.PHRASAL:
            verb, rest = rest[0], rest[2:]
        elif rest[0] in orders:
            verb = rest[0] if rest[0] in known.IMPERATIVES else verb
            rest = rest[1:]
        elif f"{verb} {rest[0]}" in known.PHRASAL or (rest[0] == "to" and verb and _OWN.intersection(after)):
            rest = rest[1:]
        elif rest[0] == "to" and verb in known.WITH_INFINITIVE:
            rest, verb = rest[2:], ""
        else:
            break
    return rest


def _after_quantifier(words: list[str]) -> list[str]:
    """Return what follows "all of", "one or more of", "most" with a noun; else the words as they are."""
    if not words or words[0] not in known.QUANTIFIERS:
        return words
    if "of" in words[1:4]:
        return words[words.index("of") + 1 :]
    return words[1:] if words[1:2] and words[1] not in known.PREPOSITIONS | known.FINITE else words


def purpose_kind(words: Sequence[str]) -> SubjectKind:
    """Return the kind by what an order is for: "Use these options to configure the alarm" names the alarm."""
    if words and words[0] not in known.PREPOSITIONS and "to" in words:
        purpose = words[words.index("to") + 2 :]
        if purpose and purpose[0] not in known.PREPOSITIONS and is_specific(phrase_of(purpose)):
            return SubjectKind.NAMED
    return SubjectKind.ELIDED
