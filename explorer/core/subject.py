"""Does a chunk name its subject? Six kinds by transparent rules over the first sentence (DESIGN 4.5).

Guarantees and limits:

* The kinds inform; nothing is decided by them.
* The rules know English. Text in other languages is judged by its list markers only, and else counts as naming its
  subject, so that no one is warned on the strength of words the rules do not know.
* `needs-discriminator` is never given here: it needs the other chunks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from explorer.core import subject_words as known


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

_MARKER = re.compile(r"\s*(?:[-*+•‣◦–]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+(?=\S)")
_SENTENCE_END = re.compile(r"[.!?](?=[\s\"'”’)]|$)|[。！？]|:\s*$|:\s*\n|\n\s*\n")
_WORD = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")
_BARE_LEAD_IN = re.compile(
    r"(?:these|this|they|it|those|the|you|we|please|note|following|as follows|include[sd]?|are|is|must|should|may|can|"
    r"following (?:items|points|cases|conditions|rules|steps)|apply|applies|shall|will|do|steps|\s|[:,.…])*",
    re.IGNORECASE,
)
_THIRD_PERSON = re.compile(r"[a-z]+(?<!s)(?<!u)(?<!i)s")
"""A word after "this" or "that" that is a verb ("this results in"): no singular noun but those in -ss, -us, -is."""

_WHOLE_BLOCKS = frozenset({"table", "code", "heading", "caption"})


def subject_kind(text: str, has_lead_in: bool, kind: str) -> SubjectKind:
    """Return how `text` stands to its subject.

    `kind` is the chunk's kind (a `BlockKind` value or "mixed"); `has_lead_in` says that the text begins with the
    sentence that leads into its list. Tables and code count as naming what they show: by their columns and names.
    """
    if kind in _WHOLE_BLOCKS:
        return SubjectKind.NAMED
    if kind == "list" or _MARKER.match(text):
        return _list_kind(text, has_lead_in)
    if _leads_bare(text):
        return SubjectKind.SEVERED
    return _sentence_kind(first_sentence(text), question=_is_question(text))


def first_sentence(text: str) -> str:
    """Return the first sentence of `text` on one line, without its end mark."""
    text = text.strip()
    end = next((hit for hit in _SENTENCE_END.finditer(text) if not _is_abbreviation(text, hit)), None)
    return " ".join((text[: end.start()] if end else text).split())


def words_before_verb(sentence: str) -> tuple[list[str], int | None]:
    """Return the words of `sentence` as written, and how many stand before its first known verb (None: no verb)."""
    shown = _WORD.findall(sentence)
    return shown, _verb_index([word.lower().replace("’", "'") for word in shown])


def _is_abbreviation(text: str, end: re.Match[str]) -> bool:
    before = text[: end.start()].rsplit(maxsplit=1)
    return end[0] == "." and bool(before) and before[-1].lower() in {"e.g", "i.e", "no", "art", "approx", "dr", "vs"}


def _is_question(text: str) -> bool:
    end = _SENTENCE_END.search(text.strip())
    return bool(end) and end[0] in "?？"


def _leads_bare(text: str) -> bool:
    """Tell whether a list follows a lead-in that says no more than "The following:"."""
    lead_in, _, rest = text.strip().partition("\n")
    return bool(_MARKER.match(rest)) and bool(_BARE_LEAD_IN.fullmatch(lead_in))


def _list_kind(text: str, has_lead_in: bool) -> SubjectKind:
    lead_in = text.strip().split("\n", 1)[0]
    if not has_lead_in or _MARKER.match(text) or _BARE_LEAD_IN.fullmatch(lead_in):
        return SubjectKind.SEVERED
    return _sentence_kind(lead_in.strip().rstrip(":").rstrip())


def _sentence_kind(sentence: str, question: bool = False) -> SubjectKind:
    opening, main = _split_opening(_without_connectors(sentence))
    kind = _main_kind(_words(main), question)
    specific_opening = kind in {SubjectKind.ELIDED, SubjectKind.VAGUE} and _names_something(_words(opening))
    return SubjectKind.NAMED if specific_opening else kind


def _words(text: str) -> list[str]:
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def _without_connectors(sentence: str) -> str:
    """Return the sentence without "However," and its like in front."""
    rest, before = sentence, ""
    while rest != before:
        before = rest
        low = rest.lower()
        found = [word for word in known.CONNECTORS if low.startswith((f"{word} ", f"{word}, "))]
        if found:
            rest = rest[len(max(found, key=len)) :].lstrip(" ,")
    return rest


def _split_opening(sentence: str) -> tuple[str, str]:
    """Return the clause in front of the sentence proper ("If the form is late,"; "" for none), and the rest."""
    words = _words(sentence)
    opening, comma, main = sentence.partition(", ")
    if words and words[0] in known.CLAUSE_OPENERS and comma and _words(main):
        return opening, _without_connectors(main)
    return "", sentence


def _names_something(words: Sequence[str]) -> bool:
    """Tell whether a clause holds a determiner with a noun that is no relational one."""
    for index, word in enumerate(words[:-1]):
        if word in known.DETERMINERS and _is_specific(_phrase(words[index + 1 :])):
            return True
    return False


def _main_kind(words: Sequence[str], question: bool) -> SubjectKind:
    if not words:
        return SubjectKind.VAGUE
    if question and words[0] in known.AUXILIARIES | known.MODALS:
        words = words[1:] or words
    for rule in (_pronoun, _person, _existential, _verb_first, _adjective_first, _imperative):
        found = rule(words)
        if found is not None:
            return found
    return _noun_phrase(words)


def _pronoun(words: Sequence[str]) -> SubjectKind | None:
    """Recognise a pronoun that stands for the subject, or before it ("Its price")."""
    first, following = words[0], words[1] if len(words) > 1 else ""
    alone = not following or following in known.FINITE or following in {"also", "only", "of", "not"}
    alone = alone or (first in {"this", "that"} and bool(_THIRD_PERSON.fullmatch(following)))
    expletive = _after_expletive(words)
    if expletive:
        return _object_kind(expletive)
    if first in {"it", "they", "he", "she", "its", "their", "his", "her", "it's", "they're"}:
        return SubjectKind.PRONOUN
    if first in known.PRONOUNS | known.DEMONSTRATIVES and alone:
        return SubjectKind.PRONOUN
    return None


def _after_expletive(words: Sequence[str]) -> Sequence[str]:
    """Return what follows "It is possible to", where "it" stands for nothing; empty for any other "it"."""
    if words[0] != "it" or len(words) < 4 or words[1] not in known.AUXILIARIES | known.MODALS:
        return ()
    for index in range(2, min(6, len(words) - 1)):
        if words[index] in known.EXPLETIVES and words[index + 1] in {"to", "that"}:
            return words[index + 2 :]
    return ()


def _person(words: Sequence[str]) -> SubjectKind | None:
    """Recognise "You can cancel the pass": the reader acts, the object is the subject matter."""
    if words[0] not in known.PERSONS or len(words) < 2:
        return None
    rest = list(words[1:])
    while rest and rest[0] in known.MODALS | known.AUXILIARIES | {"not", "need", "to", "also", "only"}:
        rest = rest[1:]
    return _object_kind(rest)


def _existential(words: Sequence[str]) -> SubjectKind | None:
    if words[0] == "here's" and len(words) > 1:
        return SubjectKind.PRONOUN if words[1] in {"how", "what", "why", "where"} else _noun_phrase(words[1:])
    if words[0] not in {"there", "here"} or len(words) < 2:
        return None
    if words[1] in known.PERSONS:
        return _person(words[1:])
    if words[1] not in known.AUXILIARIES | known.MODALS:
        return None
    return SubjectKind.NAMED if _is_specific(words[2:]) else SubjectKind.VAGUE


def _verb_first(words: Sequence[str]) -> SubjectKind | None:
    """Recognise "Must be renewed", "Costs 12 dollars", "Cleaned weekly": the subject is left out."""
    if words[0].endswith("ed") and len(words) > 1 and words[1] in known.PREPOSITIONS | known.MANNER:
        return SubjectKind.ELIDED
    starts = known.MODALS | known.AUXILIARIES - {"do"} | known.VERB_STARTS
    if words[0] not in starts or (len(words) > 2 and _verb_index(words[1:]) == 1 and words[1] not in known.FINITE):
        return None
    return SubjectKind.ELIDED


def _adjective_first(words: Sequence[str]) -> SubjectKind | None:
    """Recognise "Available on weekdays": an adjective says something of a subject that is left out."""
    if words[0] not in known.ADJECTIVE_STARTS:
        return None
    following = words[1] if len(words) > 1 else ""
    says = not following or following in known.PREPOSITIONS | known.ADJECTIVE_STARTS | known.MANNER
    return SubjectKind.ELIDED if says else None


def _imperative(words: Sequence[str]) -> SubjectKind | None:
    """Recognise an order: "Clean once a month"; "Clean the filter" names its matter, "Clean energy is" is none."""
    if words[0] not in known.IMPERATIVES:
        return None
    following = words[1] if len(words) > 1 else ""
    closed = known.PREPOSITIONS | known.DETERMINERS | known.MANNER | known.PRONOUNS | known.DEMONSTRATIVES
    verb = _verb_index(words)
    if following and following not in closed and verb is not None and verb > 1 and words[0] not in {"do", "don't"}:
        return None
    return _object_kind(words)


def _object_kind(words: Sequence[str]) -> SubjectKind:
    """Return the kind by the object of the verb or verbs in front."""
    rest = list(words)
    orders = known.IMPERATIVES | known.MANNER | {"and", "or", "not"}
    while rest and rest[0] in orders:
        rest = rest[1:]
    if len(rest) > 2 and rest[1] == "of":
        rest = rest[2:]
    if not rest or rest[0] in known.PREPOSITIONS | known.PRONOUNS | known.DEMONSTRATIVES | {"them", "us"}:
        return SubjectKind.ELIDED
    return SubjectKind.NAMED if _is_specific(_phrase(rest)) else SubjectKind.ELIDED


def _noun_phrase(words: Sequence[str]) -> SubjectKind:
    """Return the kind by the words before the verb: "The limit is" leaves open of what, "The parking limit is" not."""
    verb = _verb_index(words)
    return SubjectKind.NAMED if _is_specific(words[:verb] if verb else words[:8]) else SubjectKind.VAGUE


def _verb_index(words: Sequence[str]) -> int | None:
    """Return the place of the first verb after the first word, so that "The annual cost is" ends at "is"."""
    for index in range(1, len(words)):
        noun_too = words[index] in known.VAGUE or words[index - 1] in known.DETERMINERS
        verb_next = index + 1 < len(words) and words[index + 1] in known.FINITE
        if words[index] in known.FINITE and not (noun_too and verb_next):
            return index
    return None


def _phrase(words: Sequence[str]) -> Sequence[str]:
    """Return the words up to the first preposition or verb, "of" and "for" included with what follows them."""
    for index, word in enumerate(words):
        joins = word in {"of", "for"}
        if index and not joins and word in known.PREPOSITIONS | known.FINITE:
            return words[:index]
    return words


def _is_specific(words: Sequence[str]) -> bool:
    """Tell whether a phrase holds a word that is more than relational, bland, a number or a unit."""
    empty = (
        known.VAGUE | known.BLAND | known.UNITS | known.DETERMINERS | known.PRONOUNS | known.DEMONSTRATIVES
        | known.PREPOSITIONS | known.MANNER | known.AUXILIARIES | known.MODALS | known.PERSONS
    )  # fmt: skip
    return any(word not in empty and not word[0].isdigit() for word in words)
