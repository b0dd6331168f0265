"""C212: a context sentence that does not place its chunk, or says too much (DESIGN 4.4 and 4.8).

A context sentence says where a passage sits. It may name what the passage is about ("states the time limit for a
return request") but may not answer in its stead: a number in it makes it a rival of the passage, and a wrong one when
the passage changes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from explorer.core.audit.quantities import Quantity, all_values, months, quantities, stem, stems_of
from explorer.core.audit.view import Rule, Subject
from explorer.core.audit.words import HeadingWords, fold, show
from explorer.core.context_sentence import ContextSentence
from explorer.core.findings import Finding
from explorer.core.ranking import STOP_WORDS
from explorer.core.subject_words import word_set
from explorer.core.views import ContextChunk

MOST_TOKENS = 60
"""The longest context sentence, in tokens of the library's tokenizer (DESIGN 4.4)."""


_SHOWN = 160
"""Characters of a sentence that a finding's reason repeats; the facts hold all of it."""


class SentenceFault(StrEnum):
    """What is wrong with a context sentence."""

    TOO_LONG = "too long"
    SUMMARY = "summary"
    PLACELESS = "placeless"
    OUT_OF_DATE = "out of date"


@dataclass(frozen=True, slots=True)
class SentenceReason:
    """One thing that is wrong with a sentence: which, why in words, and the words of the sentence that show it."""

    fault: SentenceFault
    text: str
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceStandard:
    """What sentences are judged by: the library's heading words, the generic of which place nothing, and a length."""

    words: HeadingWords = field(default_factory=HeadingWords)
    most_tokens: float = MOST_TOKENS


def judge_sentence(
    sentence: str,
    title: str,
    path: Sequence[str],
    document: str,
    passage: str,
    *,
    tokens: int,
    fresh: bool = True,
    standard: SentenceStandard | None = None,
) -> tuple[SentenceReason, ...]:
    """Return what is wrong with a context sentence, in the order of `SentenceFault`; nothing for an empty one.

    `document` is the document's name (`hr/leave.md`), `tokens` the sentence's length, `fresh` whether it was made for
    the present text and path.
    """
    by = standard or SentenceStandard()
    if not sentence.strip():
        return ()
    places = (title, *path, _stem_of(document))
    found = [
        _too_long(tokens, by.most_tokens),
        _summary(sentence, passage, " \n".join(places)),
        _placeless(sentence, places, by.words),
        None if fresh else SentenceReason(SentenceFault.OUT_OF_DATE, "It was made for another text or heading path."),
    ]
    return tuple(reason for reason in found if reason is not None)


def judge_chunk(
    item: ContextChunk, title: str, sentence: ContextSentence, standard: SentenceStandard
) -> tuple[SentenceReason, ...]:
    """Return what is wrong with the sentence of a chunk; a renamed heading places as well as the document's own."""
    chunk = item.chunk
    return judge_sentence(
        sentence.text, title, (*chunk.heading_path, *item.renamed), chunk.document, chunk.text,
        tokens=sentence.tokens, fresh=sentence.fresh, standard=standard,
    )  # fmt: skip


def context_sentence(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C212: a written sentence is too long, a summary, placeless or out of date; the threshold is `tokens`."""
    standard = SentenceStandard(subject.words, rule.thresholds["tokens"])
    for item in subject.chunks:
        if item.sentence is None:
            continue
        reasons = judge_chunk(item, subject.document.title, item.sentence, standard)
        if reasons:
            yield _finding(subject, rule, item, item.sentence, reasons, standard.most_tokens)


def _finding(
    subject: Subject,
    rule: Rule[Subject],
    item: ContextChunk,
    sentence: ContextSentence,
    reasons: Sequence[SentenceReason],
    most_tokens: float,
) -> Finding:
    return rule.on_chunk(
        subject,
        item,
        f'The context sentence "{_beginning(sentence.text)}": {" ".join(reason.text for reason in reasons)}',
        sentence=sentence.text,
        faults=tuple(str(reason.fault) for reason in reasons),
        tokens=sentence.tokens,
        most_tokens=most_tokens,
        shown=tuple(word for reason in reasons for word in reason.shown),
    )


def _beginning(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN].rsplit(" ", 1)[0] + " …"


def _too_long(tokens: int, most: float) -> SentenceReason | None:
    if tokens <= most:
        return None
    return SentenceReason(SentenceFault.TOO_LONG, f"It has {tokens} tokens; more than {most:g} drown the passage.")


def _summary(sentence: str, passage: str, places: str) -> SentenceReason | None:
    """Look for a number, amount or date of the passage in the sentence that no title, path or name explains."""
    own = all_values(places)
    stated = [one for one in quantities(sentence) if not one.values & own]
    if not stated and not months(sentence):
        return None
    stems = stems_of(passage)
    there = quantities(passage)
    shown = [one.shown for one in stated if _stands_in(one, there, stems)]
    named = (months(sentence) & months(passage)) - months(places)
    shown += [] if shown else sorted(month.title() for month in named)
    if not shown:
        return None
    said = ", ".join(f'"{one}"' for one in dict.fromkeys(shown))
    return SentenceReason(
        SentenceFault.SUMMARY, f"It states {said} of the passage: it answers, where it should place.", tuple(shown)
    )


def _stands_in(stated: Quantity, there: Iterable[Quantity], stems: Collection[str]) -> bool:
    return any(stated.is_same(other, stems) for other in there)


_ABOUT_TEXT = word_set(
    "chunk chunks passage passages text texts section sections subsection document documents chapter part parts "
    "paragraph excerpt extract snippet page pages file heading headings title content contents context topic sentence "
    "information info detail details following above below here "
    "describe describes described discuss discusses discussed explain explains explained state states stated mention "
    "mentions cover covers provide provides contain contains specify specifies outline outlines present presents "
    "concern concerns belong belongs refer refers give gives show shows "
    "abschnitt dokument kapitel textstelle passage seite abschnitts dokuments sección documento capítulo seção trecho "
    "sezione chapitre extrait pasaje fragmento texto"
)
"""Words about texts: a sentence may hold them and still name no place."""

_FUNCTION_WORDS = word_set(
    "der die das des dem den ein eine einer eines und oder für von vom zum zur mit aus auf bei über unter im in an ist "
    "le la les un une des du de et ou pour par sur dans avec au aux "
    "el los las una unos unas del y o por para con en se su al "
    "os as um uma do da dos das em no na nos nas e ao à pelo pela "
    "il lo gli uno di della dello dei delle degli nel nella per con su tra"
)
_WORD = re.compile(r"\d+(?:[.\-]\d+)+|[^\W_]+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_SHORT = 4
"""Words below this length are compared whole; of longer ones, one may begin with the other."""


def _placeless(sentence: str, places: Iterable[str], words: HeadingWords) -> SentenceReason | None:
    """Look for a content word of title, path or document name in the sentence; not missed where these have none."""
    named = {word for place in places for word in _content_words(place, words)}
    if not named:
        return None
    said = _words(sentence)
    if any(_matches(word, other) for word in named for other in said):
        return None
    return SentenceReason(
        SentenceFault.PLACELESS, "It names nothing of the title, the heading path or the document's name."
    )


def _content_words(place: str, words: HeadingWords) -> set[str]:
    empty = _ABOUT_TEXT | _FUNCTION_WORDS | STOP_WORDS
    generic = words.generic | words.modifiers | words.fillers | words.placeholders | words.number_words
    return {word for word in _words(place) if word not in empty and word not in generic and len(word) > 1}


def _words(text: str) -> set[str]:
    """Return the words of a text in small letters; scripts without spaces are taken by pairs of signs."""
    found: set[str] = set()
    for hit in _WORD.finditer(unicodedata.normalize("NFKC", show(text))):
        word = fold(hit[0])
        if _UNSPACED.search(word):
            found |= {word[index : index + 2] for index in range(max(1, len(word) - 1))}
        else:
            found.add(word)
    return found


def _matches(word: str, other: str) -> bool:
    """Tell whether two words are forms of one: "return" and "returns", "Reisekosten" and "Reisekostenabrechnung"."""
    if word == other or stem(word) == stem(other):
        return True
    short, long = sorted((stem(word), stem(other)), key=len)
    return len(short) >= _SHORT and long.startswith(short)


def _stem_of(document: str) -> str:
    """Return a document's name as words: folders too, the ending of the file left out."""
    folder, slash, file = document.rpartition("/")
    base, dot, _ = file.rpartition(".")
    return " ".join((folder + slash + (base if dot and base else file)).replace("_", " ").replace("/", " ").split())
