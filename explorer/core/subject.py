"""Does a chunk name its subject? Six kinds by transparent rules over the first sentence (DESIGN 4.5).

Guarantees and limits:

* The kinds inform; nothing is decided by them.
* The rules know English only; callers ask `explorer.core.language.is_english` first. Of a text in another language only
  the list markers mean anything; else it counts as naming its subject, so that no one is warned on the strength of
  words that the rules do not know.
* In doubt a text names its subject.
* `needs-discriminator` is never given here: it needs the other chunks.
"""

from __future__ import annotations

import re
from itertools import islice

from explorer.core import subject_words as known
from explorer.core.subject_kind import NOT_SELF_DESCRIBING, SubjectKind
from explorer.core.subject_phrases import is_specific, words_of
from explorer.core.subject_sentence import first_sentence, is_question, sentence_kind, words_before_verb

__all__ = [
    "MEASURED_ERROR",
    "NOT_SELF_DESCRIBING",
    "SubjectKind",
    "first_sentence",
    "subject_kind",
    "words_before_verb",
]

MEASURED_ERROR = (0.118, 93)
"""How often these rules err, and by how many chunks that is known.

The share of English chunks, drawn at random from manuals, handbooks and articles, that the rules say to name their
subject and people say do not, or the other way round. Measured on labels that no rule was made by: the split `measure`
of the random sample in `tests/cases/subject_labels.tsv`; `python tests/benchmarks/subject_kinds.py` measures it again.
"""

_MARKER = re.compile(r"\s*(?:[-*+•‣◦–]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+(?=\S)")
_BARE_LEAD_IN = re.compile(
    r"(?:these|this|they|it|those|the|you|we|please|note|following|as follows|include[sd]?|are|is|must|should|may|can|"
    r"following (?:items|points|cases|conditions|rules|steps)|apply|applies|shall|will|do|steps|\s|[:,.…])*",
    re.IGNORECASE,
)
_ADMONITION = re.compile(
    r"\s*(?:#{1,6}\s+|(?:notes?|tips?|warning|caution|hint|info|important|attention)"
    r"(?:\s*[:\n–—]\s*|\s+-\s+|\s+(?=(?:to|when|if|before|after|you|once)\b)))",
    re.IGNORECASE,
)
"""What may stand before the first sentence: a heading's marks, "NOTE" and its like."""

_LABEL = re.compile(
    r"\s*(?:note|section|chapter|article|part|step|item|figure|table|appendix|annex|clause|question)\s+\d[\d.]*[.:)]\s+",
    re.IGNORECASE,
)
"""A number with its word in front of a title or sentence: "Note 18. Lease obligations"."""

_WHOLE_BLOCKS = frozenset({"table", "code", "heading", "caption"})
_READ = 4000
"""How many characters are looked at; a first sentence that is longer is judged by them."""

_LINES_OF_A_LIST, _LONGEST_ENTRY, _LONGEST_CAPTION = 3, 20, 3


def subject_kind(text: str, has_lead_in: bool, kind: str) -> SubjectKind:
    """Return how `text` stands to its subject.

    `kind` is the chunk's kind (a `BlockKind` value or "mixed"); `has_lead_in` says that the text begins with the
    sentence that leads into its list. Tables and code count as naming what they show: by their columns and names.
    """
    text = text.lstrip()[:_READ]
    if kind in _WHOLE_BLOCKS or _is_table_row(text):
        return SubjectKind.NAMED
    if kind == "list":
        return _list_kind(text, has_lead_in)
    marker = _MARKER.match(text)
    if marker:
        return _entry_kind(text[marker.end() :])
    if _leads_bare(text) or _lists_entries(text):
        return SubjectKind.SEVERED
    return _prose_kind(_without_label(text))


def _entry_kind(text: str) -> SubjectKind:
    """Return the kind of prose after a list's marker: a numbered sentence may name its subject by itself."""
    sentence = first_sentence(text)
    words, verb = words_before_verb(sentence)
    is_sentence = verb is not None or bool(words and words[0].lower() in known.IMPERATIVES)
    named = is_sentence and sentence_kind(sentence) is SubjectKind.NAMED
    return SubjectKind.NAMED if named else SubjectKind.SEVERED


def _prose_kind(text: str) -> SubjectKind:
    """Return the kind by the first sentence; by the next where the first is a caption that names nothing."""
    kind = sentence_kind(first_sentence(text), question=is_question(text))
    caption, blank, rest = text.strip().partition("\n\n")
    short = len(words_of(caption)) <= _LONGEST_CAPTION and caption[-1:] not in {".", "!", "?", ":"}
    if kind is SubjectKind.NAMED or not (blank and short and rest.strip()):
        return kind
    after = sentence_kind(first_sentence(rest), question=is_question(rest))
    return after if after is SubjectKind.NAMED else kind


def _is_table_row(text: str) -> bool:
    """Tell whether the text begins with cells, as a table's row does that a reader took for a list's entry."""
    line = text.strip().split("\n", 1)[0]
    return line.count("|") >= 3 and bool(words_of(line))


def _without_label(text: str) -> str:
    """Return the text without "NOTE", "## " and the like in front; a text of nothing else as it is."""
    rest, before = text, ""
    while rest != before:
        before = rest
        found = _ADMONITION.match(rest) or _LABEL.match(rest)
        if found and rest[found.end() :].strip():
            rest = rest[found.end() :]
    return rest


def _leads_bare(text: str) -> bool:
    """Tell whether a list follows a lead-in that says no more than "The following:"."""
    lead_in, _, rest = text.strip().partition("\n")
    return bool(_MARKER.match(rest.lstrip())) and _is_bare(lead_in)


def _is_bare(lead_in: str) -> bool:
    """Tell whether a lead-in is a formula ("The following:") or one or two words of no subject ("Exceptions:")."""
    words = words_of(lead_in)
    return bool(_BARE_LEAD_IN.fullmatch(lead_in)) or (len(words) <= 2 and not is_specific(words))


def _lists_entries(text: str) -> bool:
    """Tell whether a text without list markers is a list all the same: lines that are no sentences.

    Either its first lines are, or its first line strings entries together with semicolons.
    """
    lines = list(islice((line.strip() for line in text.splitlines() if line.strip()), _LINES_OF_A_LIST))
    if not lines or not _is_unfinished(lines[0]):
        return False
    if _strings_together(lines[0]):
        return True
    return len(lines) == _LINES_OF_A_LIST and all(_is_unfinished(line) and _is_no_clause(line) for line in lines)


def _is_unfinished(line: str) -> bool:
    """Tell whether a short line ends without a mark, and is no "name: value"."""
    return (
        line[-1] not in ".!?:。！？…" and ": " not in line and ">" not in line and len(words_of(line)) <= _LONGEST_ENTRY
    )


def _is_no_clause(line: str) -> bool:
    words = words_of(line)
    return not words or words[0] not in _SENTENCE_STARTS


def _strings_together(line: str) -> bool:
    """Tell whether a line holds several entries with semicolons between, none of them a clause or an order."""
    first, *others = line.split(";")
    return bool(first and others) and all(words_before_verb(one)[1] is None and _is_no_clause(one) for one in others)


_SENTENCE_STARTS = known.PERSONS | known.IMPERATIVES | known.CLAUSE_OPENERS | {"it", "they", "this", "these", "there"}
"""What a line begins with that is a sentence, though it lacks its end mark."""


def _list_kind(text: str, has_lead_in: bool) -> SubjectKind:
    lead_in = text.strip().split("\n", 1)[0]
    if not has_lead_in or _MARKER.match(text) or _is_bare(lead_in):
        return SubjectKind.SEVERED
    return sentence_kind(lead_in.strip().rstrip(":").rstrip())
