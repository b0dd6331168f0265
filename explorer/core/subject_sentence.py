"""How one English sentence stands to its subject: the rules behind `explorer.core.subject`.

A sentence is read from the left, word by word, without a parser: what opens it, whether a pronoun, an order, a person
or a noun phrase follows, and how much the words before the verb, or the object of an order, say. In doubt a sentence
names its subject.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from explorer.core import subject_words as known
from explorer.core.subject_kind import SubjectKind
from explorer.core.subject_phrases import (
    HELPERS,
    LONGEST_OPENING,
    OBJECT_PRONOUNS,
    SUBJECT_PRONOUNS,
    is_specific,
    names_something,
    noun_phrase_kind,
    object_kind,
    purpose_kind,
    shown_words,
    verb_index,
    without_verb,
    words_of,
)

_SENTENCE_END = re.compile(r"[.!?](?=[\s\"'”’)]|$)|[。！？]|:\s*$|:\s*\n|\n\s*\n")
_THIRD_PERSON = re.compile(r"[a-z]+(?<!s)(?<!u)(?<!i)s")
"""A word after "this" or "that" that is a verb ("this results in"): no singular noun but those in -ss, -us, -is."""

_EXPLETIVE = re.compile(
    r"it(?:['’]s|\s+(?:is|was|may\s+be|might\s+be|can\s+be|would\s+be|will\s+be|has\s+been))\s+(?:\w+\s+){0,2}?"
    rf"(?:(?:{'|'.join(sorted(known.EXPLETIVES))})\s+(?:for\s+(?:[\w'’-]+\s+){{1,4}}?)?(?P<to>to|that)|"
    rf"(?:{'|'.join(sorted(known.CLEAR))})\s+that)\s+",
    re.IGNORECASE,
)
""""It is possible to", where "it" stands for nothing."""

_REPORT = re.compile(
    r"(?:(?:you|we|i|one)\s+)?(?:(?:can|may|might|should|must|will|would|could|also|then|please|always)\s+)*"
    r"(?:note|notice|know|remember|understand|consider|see|ensure|assume|recall|make\s+sure|be\s+sure|be\s+aware|"
    r"keep\s+in\s+mind|bear\s+in\s+mind|be\s+advised)\s+that\s+",
    re.IGNORECASE,
)
""""Note that", "you can also see that": what they report is the sentence proper."""

_ABBREVIATIONS = frozenset({
    "e.g", "i.e", "no", "art", "approx", "dr", "vs", "u.s", "u.k", "fig", "figs", "sec", "ch", "vol", "inc", "ltd",
    "co", "corp", "st", "mr", "mrs", "ms", "prof", "jr", "sr", "ed", "al", "est", "cf",
})  # fmt: skip
_MOST_REPORTS = 4


def first_sentence(text: str) -> str:
    """Return the first sentence of `text` on one line, without its end mark."""
    text = text.strip()
    end = next((hit for hit in _SENTENCE_END.finditer(text) if not _is_abbreviation(text, hit)), None)
    return " ".join((text[: end.start()] if end else text).split())


def _is_abbreviation(text: str, end: re.Match[str]) -> bool:
    before = text[: end.start()].rsplit(maxsplit=1)
    return end[0] == "." and bool(before) and before[-1].lower() in _ABBREVIATIONS


def is_question(text: str) -> bool:
    """Tell whether the first sentence ends in a question mark."""
    end = _SENTENCE_END.search(text.strip())
    return bool(end) and end[0] in "?？"


def words_before_verb(sentence: str) -> tuple[list[str], int | None]:
    """Return the words of `sentence` as written, and how many stand before its first known verb (None: no verb)."""
    return shown_words(sentence), verb_index(words_of(sentence))


def sentence_kind(sentence: str, question: bool = False) -> SubjectKind:
    """Return how a sentence stands to its subject."""
    sentence = _without_connectors(sentence)
    label, colon, rest = sentence.partition(": ")
    kind = _clause_kind(sentence, question)
    if kind in {SubjectKind.ELIDED, SubjectKind.VAGUE} and colon and label:
        after = _clause_kind(_without_connectors(rest), question)
        return after if after is SubjectKind.NAMED else kind
    return kind


def _clause_kind(sentence: str, question: bool) -> SubjectKind:
    opening, main = _split_opening(sentence)
    return _after_opening(opening, _main_kind(main, question))


def _after_opening(opening: str, kind: SubjectKind) -> SubjectKind:
    """Return the kind of a sentence whose main clause has the kind given: what opens it may name its subject."""
    if not opening or kind is SubjectKind.NAMED:
        return kind
    before = words_of(opening)
    named = _clause_names(before) if kind is SubjectKind.PRONOUN else _opening_names(before)
    return SubjectKind.NAMED if named else kind


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
    words = words_of(sentence)
    opening, comma, main = sentence.partition(", ")
    if not words or not comma or not words_of(main):
        return "", sentence
    participle = words[0].endswith("ed") and len(words) > 1 and words[1] in known.PREPOSITIONS
    inverted = words[0] in {"should", "had", "were"} and len(words) > 1 and words[1] in known.PERSONS
    if words[0] in known.CLAUSE_OPENERS or participle or inverted:
        return opening, _without_connectors(main)
    return "", sentence


def _opening_names(words: Sequence[str]) -> bool:
    """Tell whether the clause in front names what an order or a vague sentence after it is about."""
    acts = words[0] == "to" or (len(words) > 1 and words[1].endswith("ing"))
    if acts and object_kind(words[2:]) is SubjectKind.NAMED:
        return True
    return _clause_names(words) or names_something(words)


def _clause_names(words: Sequence[str]) -> bool:
    """Tell whether a clause in front ("When a browser reconnects") names what a pronoun after it can stand for."""
    clause = words[1:]
    if clause and clause[0] in known.PERSONS:
        return names_something(clause) or object_kind(without_verb(clause[1:])) is SubjectKind.NAMED
    if not clause or clause[0] in SUBJECT_PRONOUNS | known.DEMONSTRATIVES:
        return False
    verb = verb_index(clause)
    if verb is None:
        return words[0] in known.CONJUNCTIONS and clause[0] in known.DETERMINERS and is_specific(clause[1:2])
    return is_specific(clause[:verb])


def _main_kind(sentence: str, question: bool) -> SubjectKind:
    proper = _reported(sentence)
    empty = _EXPLETIVE.match(proper)
    if empty:
        return object_kind(without_verb(words_of(proper[empty.end() :])))
    opening, main = _split_opening(proper) if proper != sentence else ("", proper)
    return _after_opening(opening, _kind_of_words(words_of(main), question))


def _reported(sentence: str) -> str:
    """Return what "It is clear that", "It is good to know that", "You can see that" report, if they stand there."""
    for _ in range(_MOST_REPORTS):
        empty = _EXPLETIVE.match(sentence)
        rest = sentence[empty.end() :] if empty else sentence
        report = _REPORT.match(rest)
        if not report and (not empty or (empty["to"] or "").lower() == "to"):
            return sentence
        sentence = rest[report.end() :] if report else rest
    return sentence


def _kind_of_words(words: Sequence[str], question: bool) -> SubjectKind:
    if not words:
        return SubjectKind.VAGUE
    if question and words[0] in known.QUESTION_WORDS and words[2:3] and words[1] in HELPERS:
        return SubjectKind.PRONOUN if words[2] in SUBJECT_PRONOUNS else SubjectKind.NAMED
    if question and words[0] in HELPERS:
        words = words[1:] or words
        if words[0] in known.DEMONSTRATIVES and not is_specific(words[:2]):
            return SubjectKind.VAGUE
    for rule in (_pronoun, _person, _existential, _verb_first, _adjective_first, _imperative, _person_later):
        found = rule(words)
        if found is not None:
            return found
    return noun_phrase_kind(words)


def _pronoun(words: Sequence[str]) -> SubjectKind | None:
    """Recognise a pronoun that stands for the subject, or before it ("Its price")."""
    first, following = words[0], words[1] if len(words) > 1 else ""
    alone = not following or following in known.FINITE or following in {"also", "only", "of", "not"}
    alone = alone or (first in {"this", "that"} and bool(_THIRD_PERSON.fullmatch(following)))
    if first in SUBJECT_PRONOUNS:
        return SubjectKind.PRONOUN
    if first == "one" and following in known.MODALS and words[2:3] != ["be"]:
        return object_kind(without_verb(words[2:]))
    if following == "of" and first in known.QUANTIFIERS and len(words) > 2:
        pointed = words[2] in known.DEMONSTRATIVES | known.PRONOUNS | OBJECT_PRONOUNS or not is_specific(
            words[2 : verb_index(words)]
        )
        return SubjectKind.PRONOUN if pointed else SubjectKind.NAMED
    if first in known.PRONOUNS | known.DEMONSTRATIVES and alone:
        return SubjectKind.PRONOUN
    return None


def _person(words: Sequence[str]) -> SubjectKind | None:
    """Recognise "You can cancel the pass": the reader acts, the object is the subject matter."""
    if words[0].split("'")[0] not in known.PERSONS or len(words) < 2:
        return None
    rest = list(words[1:])
    while rest and rest[0] in known.MODALS | known.AUXILIARIES | {"not", "need", "to", "also", "only"}:
        rest = rest[1:]
    done_to_it = rest[1:2] and rest[1] in OBJECT_PRONOUNS
    if done_to_it and (len(rest) == 2 or rest[2] in known.PREPOSITIONS | known.MANNER):
        return purpose_kind(rest[1:])
    return object_kind(rest)


def _person_later(words: Sequence[str]) -> SubjectKind | None:
    """Recognise "At this point you have the router": an opening without a comma, then a person who acts."""
    if words[0] not in known.CLAUSE_OPENERS:
        return None
    for index, word in enumerate(words[1:LONGEST_OPENING], start=1):
        if word in known.PERSONS and _person(words[index:]) is SubjectKind.NAMED:
            return SubjectKind.NAMED
    return None


def _existential(words: Sequence[str]) -> SubjectKind | None:
    if words[0] == "here's" and len(words) > 1:
        return SubjectKind.PRONOUN if words[1] in {"how", "what", "why", "where"} else noun_phrase_kind(words[1:])
    if words[0] not in {"there", "here"} or len(words) < 2:
        return None
    if words[1] in known.PERSONS:
        return _person(words[1:])
    if words[1] not in known.AUXILIARIES | known.MODALS:
        return None
    return SubjectKind.NAMED if is_specific(_without_pointers(words[2:])) else SubjectKind.VAGUE


def _without_pointers(words: Sequence[str]) -> Sequence[str]:
    """Return the words without what only points back: "this provision", and a clause on "you", "that" or "which"."""
    kept: list[str] = []
    for index, word in enumerate(words):
        if word in {"that", "which"} | known.PERSONS:
            break
        if index == 0 or words[index - 1] not in {"this", "these", "those"}:
            kept.append(word)
    return kept


def _verb_first(words: Sequence[str]) -> SubjectKind | None:
    """Recognise "Must be renewed", "Costs 12 dollars", "Cleaned weekly": the subject is left out."""
    if words[0].endswith("ed") and len(words) > 1 and words[1] in known.PREPOSITIONS | known.MANNER:
        return SubjectKind.ELIDED
    starts = known.MODALS | known.AUXILIARIES - {"do"} | known.VERB_STARTS
    if words[0] not in starts or (len(words) > 2 and verb_index(words[1:]) == 1 and words[1] not in known.FINITE):
        return None
    if words[0] in {"should", "had", "were"} and len(words) > 1 and words[1] in known.PERSONS:
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
    verb = verb_index(words)
    if following and following not in closed and verb is not None and verb > 1 and words[0] not in {"do", "don't"}:
        return None
    return object_kind(words)
