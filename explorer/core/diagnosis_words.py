"""What a diagnosis says: title, reason and remedy, for people who own the documents; phrases, to be translated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from explorer.core.diagnosis import FOUND_WITHIN, Facts, Kind, is_found, over_the_window
from explorer.core.diagnosis_reach import WIDEST, Reach
from explorer.core.phrases import Phrase, Words, joined, phrase, plural
from explorer.core.questions_places import ChunkKey
from explorer.core.views import Pool

MOST_WORDS = 24
"""Words that are listed."""

MOST_CHUNKS = 4
"""Chunks that are named."""

_CUT = 60


@dataclass(frozen=True, slots=True)
class HeadingToMend:
    """The innermost heading over the evidence; `reason` is the audit's objection, `proposal` its mend, "" for none.

    `renamed` is what a mend makes of it already.
    """

    document: str
    section: int
    heading: str
    reason: Words = ""
    proposal: str = ""
    renamed: str = ""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the words need beside the facts of the ladder.

    `question_words` and `text_words` are those that carry content; `first` names the first chunks without and with
    context; `twins` are chunks above the evidence that say nearly the same. `dropped` is what the header had no room
    or no use for, with the reasons. `to_widen` names the filters that would have to go; `written` says that some are
    part of the question.
    """

    pool: Pool
    ranker: str
    context_ranker: str
    plain_recipe: str
    context_recipe: str
    reach: Reach | None = None
    heading: HeadingToMend | None = None
    question_words: tuple[str, ...] = ()
    text_words: tuple[str, ...] = ()
    first: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    twins: tuple[str, ...] = ()
    dropped: tuple[tuple[str, Words], ...] = ()
    to_widen: tuple[Words, ...] = ()
    written: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A diagnosis in words."""

    title: str
    reason: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Told:
    """A diagnosis in phrases."""

    title: Phrase
    reason: Words
    remedy: Words


def said(kind: Kind, facts: Facts, around: Circumstances) -> Said:
    """Return the words of a diagnosis in English."""
    found = told(kind, facts, around)
    return Said(str(found.title), str(found.reason), str(found.remedy))


def told(kind: Kind, facts: Facts, around: Circumstances) -> Told:
    """Return the words of a diagnosis."""
    return _SAYERS[kind](facts, around)


def chunk_name(key: ChunkKey, heading_path: Sequence[str] = ()) -> str:
    """Return what a chunk is called: document, number, and its last heading."""
    place = f"{key[0]} #{key[1]}"
    return f"{place} ({short(heading_path[-1])})" if heading_path else place


def short(text: str) -> str:
    """Return a text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _CUT else f"{line[: _CUT - 1]}…"


def rank_words(rank: int | None, pool: Pool) -> Phrase:
    """Return `rank 3 of 380`, or `no match`."""
    return phrase("no match") if rank is None else phrase("rank {0} of {1}", rank, pool.size)


def with_more(shown: Words, more: int) -> Words:
    """Return a list of names, and how many there are beyond them."""
    return phrase("{0} and {1} more", shown, str(more)) if more > 0 else shown


def _ranks(facts: Facts, around: Circumstances) -> Phrase:
    plain, context = (rank_words(rank, around.pool) for rank in (facts.plain_rank(), facts.context_rank()))
    return phrase("without context {0}, with context {1}", plain, context)


def _named(facts: Facts) -> Words:
    """Return the name of the chunk that the diagnosis is about."""
    leading = facts.leading()
    return chunk_name(leading.key, leading.heading_path) if leading else phrase("the evidence")


def _absent(facts: Facts, _around: Circumstances) -> Told:
    problems = [phrase("“{0}”: {1}", short(each.name), each.problem) for each in facts.passages if each.problem]
    return Told(
        phrase("The evidence is not in the library"),
        joined(" ", problems) or phrase("No passage was marked."),
        phrase(
            "Check the words of the passage, and whether its document is in the folder and could be read; then refresh."
        ),
    )


def _filtered(facts: Facts, around: Circumstances) -> Told:
    gone = [passage for passage in facts.passages if not facts.ranked_places(passage)]
    keys = dict.fromkeys(key for passage in gone for place in passage.places for key, _ in place)
    chunks = [facts.chunks[key] for key in keys if facts.chunks[key].left_out]
    named = [
        phrase("{0}: {1}", chunk_name(each.key, each.heading_path), each.left_out) for each in chunks[:MOST_CHUNKS]
    ]
    why, more = joined("; ", named), len(chunks) - MOST_CHUNKS
    pool = (around.pool.size, around.pool.total)
    if len(chunks) == 1:
        reason = phrase("The chunk that holds it is not among the {0} of {1} chunks that are ranked. {2}.", *pool, why)
    else:
        all_of_it = phrase("{0}; and {1} more", why, str(more)) if more > 0 else why
        words = "The chunks that hold it are not among the {0} of {1} chunks that are ranked. {2}."
        reason = phrase(words, *pool, all_of_it)
    return Told(phrase("The evidence is left out of the ranking"), reason, _widening(around))


def _widening(around: Circumstances) -> Phrase:
    if not around.to_widen:
        return phrase("No filter is in the way: refresh the library so that the chunk gets what the ranker needs.")
    filters = joined(", ", around.to_widen)
    if around.written:
        return phrase("Take away: {0}. Some of it is written in the question: take it out there.", filters)
    return phrase("Take away: {0}.", filters)


def _over_window(facts: Facts, _around: Circumstances) -> Told:
    named = [
        phrase(
            "{0} has {1} tokens with its header, of which the model reads {2}",
            chunk_name(each.key, each.heading_path),
            each.tokens,
            each.limit,
        )
        for each in over_the_window(facts)[:MOST_CHUNKS]
    ]
    return Told(
        phrase("The chunk is longer than the model reads"),
        phrase("{0}. What comes after that is invisible to the search.", joined("; ", named)),
        phrase(
            "Cut smaller chunks: open the documents themselves here, or lower the limit of the pipeline that cut them."
        ),
    )


def _boundary(facts: Facts, around: Circumstances) -> Told:
    reason = _cut_apart(facts) if len(facts.passages) == 1 else _held_by_none(facts)
    return Told(phrase("Boundary failure: the evidence is cut apart"), reason, _boundary_remedy(facts, around))


def _cut_apart(facts: Facts) -> Phrase:
    pieces, shares = facts.pieces(), facts.passages[0].shares()
    parts = [
        f"{chunk_name(each.key, each.heading_path)} {100 * shares[each.key]:.0f} %" for each in pieces[:MOST_CHUNKS]
    ]
    named, more = joined(", ", parts), len(pieces) - MOST_CHUNKS
    if more > 0:
        return phrase("The passage is cut into {0} chunks: {1}, and {2} more.", str(len(pieces)), named, str(more))
    return phrase("The passage is cut into {0} chunks: {1}.", str(len(pieces)), named)


def _held_by_none(facts: Facts) -> Phrase:
    count, pieces = str(len(facts.passages)), facts.pieces()
    named = joined(", ", [chunk_name(each.key, each.heading_path) for each in pieces[:MOST_CHUNKS]])
    if len(pieces) > MOST_CHUNKS:
        return phrase(
            "The {0} marked passages count together, and no single chunk holds all of them: they stand in {1} and"
            " others.",
            count,
            named,
        )
    return phrase(
        "The {0} marked passages count together, and no single chunk holds all of them: they stand in {1}.",
        count,
        named,
    )


def _boundary_remedy(facts: Facts, around: Circumstances) -> Phrase:
    reach = around.reach
    if reach is None:
        documents = len({chunk.key[0] for chunk in facts.pieces()})
        return phrase(
            "The passages stand in {0} documents, so neither neighbours nor a section hold them together. Take more"
            " hits, or ask for each on its own.",
            str(documents),
        )
    section = phrase("{0} ({1})", section_words(reach), cost_words(reach.section_chunks, reach.section_tokens))
    if reach.window > WIDEST:
        words = "The passages are {0} chunks apart, too far for neighbours. Read {1} as a whole."
        return phrase(words, str(reach.window), section)
    return phrase("Read the hit with its neighbours: {0}. Or read {1}.", neighbour_words(reach), section)


def section_words(reach: Reach) -> Phrase:
    """Return the name of the section that holds all the evidence."""
    path = " › ".join(map(short, reach.section))
    return phrase("the section “{0}”", path) if reach.section else phrase("the whole document")


def neighbour_words(reach: Reach) -> Phrase:
    """Return which neighbours hold all the evidence, and what they cost."""
    cost = cost_words(reach.window_chunks, reach.window_tokens)
    words = "{0} on each side of #{1} ({2} instead of {3})"
    return phrase(words, str(reach.window), str(reach.index), cost, reach.hit_tokens)


def cost_words(chunks: int, tokens: int) -> Phrase:
    """Return a number of chunks with their tokens."""
    return plural(chunks, "{0} chunk, {1} tokens", "{0} chunks, {1} tokens", tokens)


def _no_failure(facts: Facts, around: Circumstances) -> Told:
    words = "{0}: {1}. The first {2} count as found."
    reason = phrase(words, _named(facts), _ranks(facts, around), FOUND_WITHIN)
    if is_found(facts.context_rank()):
        return Told(phrase("No failure"), reason, phrase("Nothing needs mending for this question."))
    return Told(
        phrase("No failure, but the header pushes it down"),
        phrase("{0} The text alone is found; with the header in front of it, others come first.", reason),
        phrase(
            "Read what the header says, and rename a heading that leads away from the subject, or compare other"
            " recipes."
        ),
    )


def _reference(facts: Facts, around: Circumstances) -> Told:
    words = "{0}: {1}. The text alone does not say what it is about; its headings do."
    remedy = "Embed this library with its headings (recipe {0}); nothing else is needed."
    return Told(
        phrase("Reference failure, mended by the header"),
        phrase(words, _named(facts), _ranks(facts, around)),
        phrase(remedy, around.context_recipe),
    )


def _uninformative(facts: Facts, around: Circumstances) -> Told:
    leading = facts.leading()
    path = " › ".join(map(short, leading.heading_path)) if leading else ""
    return Told(
        phrase("The headings say nothing"),
        phrase(
            "Nothing in “{0}” or in the title names a subject, so the header cannot say what the text leaves out"
            " (C202): {1}.",
            path,
            _ranks(facts, around),
        ),
        _mend_words(around.heading),
    )


def _mend_words(heading: HeadingToMend | None) -> Phrase:
    if heading is None:
        return phrase("Give the document a title that names its subject.")
    name = short(heading.renamed or heading.heading)
    if heading.proposal:
        return phrase(
            "Rename “{0}” for retrieval: “{1}” is proposed, from the section's own words. It can be done here; the"
            " document stays as it is.",
            name,
            short(heading.proposal),
        )
    return phrase(
        "Rename “{0}” for retrieval, to words that say what the section is about. It can be done here; the document"
        " stays as it is.",
        name,
    )


def _vocabulary(facts: Facts, around: Circumstances) -> Told:
    asked, held = _list(around.question_words), _list(around.text_words)
    if asked:
        words = "Question and passage share no word, not even a stem. The question has {0}; the passage, {1}."
        reason = phrase(words, asked, held)
    else:
        reason = phrase(
            "The question has only words without content (such as “what” and “is”), none to find a passage by."
        )
    alone = around.ranker in _BY_WORDS and around.context_ranker in _BY_WORDS
    other = phrase("Words alone cannot bridge that: the hybrid ranker and embeddings also compare meanings.")
    tried = other if alone else phrase("The hybrid ranker, or another model, may still find it.")
    return Told(
        phrase("Vocabulary gap: the header cannot help"),
        phrase("{0} {1}: {2}.", reason, _named(facts), _ranks(facts, around)),
        phrase(
            "Put the words that people ask with into a heading (rename it for retrieval), or ask with the passage's own"
            " words. {0}",
            tried,
        ),
    )


_BY_WORDS = frozenset({"keyword", "shared-words"})


def _undetermined(facts: Facts, around: Circumstances) -> Told:
    reason = phrase(
        "{0}: {1}. It is ranked, whole, has headings that say something, and shares {2} with the question.",
        _named(facts),
        _ranks(facts, around),
        _list(facts.shared),
    )
    remedies: list[Words] = []
    if facts.context_rank() is None and around.context_ranker in _BY_WORDS:
        remedies.append(
            phrase(
                "The ranker compares whole forms of words, and the passage has other forms of these: ask with its own,"
                " or rank by hybrid."
            )
        )
    if around.twins:
        remedies.append(_twins(around.twins))
    if around.dropped:
        words = "The header leaves out {0}: see whether that is what tells it apart."
        remedies.append(phrase(words, dropped_words(around.dropped)))
    if not remedies:
        remedies.append(phrase("Look at what stands above it, and try other words in the laboratory."))
    return Told(phrase("Undetermined"), reason, joined(" ", remedies))


def _twins(twins: Sequence[str]) -> Phrase:
    if len(twins) == 1:
        return phrase("Above it, {0} says nearly the same. Headings that tell them apart would help.", twins[0])
    words = "Above it, {0} say nearly the same. Headings that tell them apart would help."
    return phrase(words, _join(twins[:MOST_CHUNKS]))


def dropped_words(dropped: Iterable[tuple[str, Words]]) -> Words:
    """Return what a header leaves out, with the reasons."""
    return joined("; ", [phrase("“{0}” ({1})", short(what), why) for what, why in dropped])


def _list(words: Sequence[str]) -> Words:
    return with_more(", ".join(f"“{word}”" for word in words[:MOST_WORDS]), len(words) - MOST_WORDS)


def _join(names: Sequence[str]) -> Phrase:
    return phrase("{0} and {1}", ", ".join(names[:-1]), names[-1])


_SAYERS: dict[Kind, Callable[[Facts, Circumstances], Told]] = {
    Kind.ABSENT: _absent,
    Kind.FILTERED: _filtered,
    Kind.OVER_WINDOW: _over_window,
    Kind.BOUNDARY: _boundary,
    Kind.NO_FAILURE: _no_failure,
    Kind.REFERENCE: _reference,
    Kind.UNINFORMATIVE: _uninformative,
    Kind.VOCABULARY: _vocabulary,
    Kind.UNDETERMINED: _undetermined,
}
