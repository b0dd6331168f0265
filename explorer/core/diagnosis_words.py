"""What a diagnosis says: title, reason, remedy, and the facts that they rest on, for people who own the documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from explorer.core.diagnosis import FOUND_WITHIN, Facts, Kind, is_found, over_the_window
from explorer.core.diagnosis_reach import WIDEST, Reach
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
    reason: str = ""
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
    dropped: tuple[tuple[str, str], ...] = ()
    to_widen: tuple[str, ...] = ()
    written: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A diagnosis in words."""

    title: str
    reason: str
    remedy: str


def said(kind: Kind, facts: Facts, around: Circumstances) -> Said:
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


def rank_words(rank: int | None, pool: Pool) -> str:
    """Return `rank 3 of 380`, or `no match`."""
    return "no match" if rank is None else f"rank {rank:,} of {pool.size:,}"


def _ranks(facts: Facts, around: Circumstances) -> str:
    plain, context = facts.plain_rank(), facts.context_rank()
    return f"without context {rank_words(plain, around.pool)}, with context {rank_words(context, around.pool)}"


def _named(facts: Facts) -> str:
    """Return the name of the chunk that the diagnosis is about."""
    leading = facts.leading()
    return chunk_name(leading.key, leading.heading_path) if leading else "the evidence"


def _absent(facts: Facts, _around: Circumstances) -> Said:
    problems = [f"“{short(each.name)}”: {each.problem}" for each in facts.passages if each.problem]
    return Said(
        "The evidence is not in the library",
        " ".join(problems) or "No passage was marked.",
        "Check the words of the passage, and whether its document is in the folder and could be read; then refresh.",
    )


def _filtered(facts: Facts, around: Circumstances) -> Said:
    gone = [passage for passage in facts.passages if not facts.ranked_places(passage)]
    keys = dict.fromkeys(key for passage in gone for place in passage.places for key, _ in place)
    chunks = [facts.chunks[key] for key in keys if facts.chunks[key].left_out]
    named = [f"{chunk_name(each.key, each.heading_path)}: {each.left_out}" for each in chunks[:MOST_CHUNKS]]
    more = f"; and {len(chunks) - MOST_CHUNKS} more" if len(chunks) > MOST_CHUNKS else ""
    count = "The chunk that holds it is" if len(chunks) == 1 else "The chunks that hold it are"
    return Said(
        "The evidence is left out of the ranking",
        f"{count} not among the {around.pool.size:,} of {around.pool.total:,} chunks that are ranked. "
        f"{'; '.join(named)}{more}.",
        _widening(around),
    )


def _widening(around: Circumstances) -> str:
    if not around.to_widen:
        return "No filter is in the way: refresh the library so that the chunk gets what the ranker needs."
    asked = " Some of it is written in the question: take it out there." if around.written else ""
    return f"Take away: {', '.join(around.to_widen)}.{asked}"


def _over_window(facts: Facts, _around: Circumstances) -> Said:
    over = over_the_window(facts)
    named = [
        f"{chunk_name(each.key, each.heading_path)} has {each.tokens:,} tokens with its header, of which the model "
        f"reads {each.limit:,}"
        for each in over[:MOST_CHUNKS]
    ]
    return Said(
        "The chunk is longer than the model reads",
        f"{'; '.join(named)}. What comes after that is invisible to the search.",
        "Cut smaller chunks: open the documents themselves here, or lower the limit of the pipeline that cut them.",
    )


def _boundary(facts: Facts, around: Circumstances) -> Said:
    count = len(facts.passages)
    pieces = facts.pieces()
    if count == 1:
        parts = (
            f"{chunk_name(each.key, each.heading_path)} {100 * facts.passages[0].shares()[each.key]:.0f} %"
            for each in pieces[:MOST_CHUNKS]
        )
        more = f", and {len(pieces) - MOST_CHUNKS} more" if len(pieces) > MOST_CHUNKS else ""
        reason = f"The passage is cut into {len(pieces)} chunks: {', '.join(parts)}{more}."
    else:
        reason = (
            f"The {count} marked passages count together, and no single chunk holds all of them: they stand in "
            f"{', '.join(chunk_name(each.key, each.heading_path) for each in pieces[:MOST_CHUNKS])}"
            f"{' and others' if len(pieces) > MOST_CHUNKS else ''}."
        )
    return Said("Boundary failure: the evidence is cut apart", reason, _boundary_remedy(facts, around))


def _boundary_remedy(facts: Facts, around: Circumstances) -> str:
    reach = around.reach
    if reach is None:
        documents = len({chunk.key[0] for chunk in facts.pieces()})
        return (
            f"The passages stand in {documents} documents, so neither neighbours nor a section hold them together. "
            "Take more hits, or ask for each on its own."
        )
    section = f"{section_words(reach)} ({cost_words(reach.section_chunks, reach.section_tokens)})"
    if reach.window > WIDEST:
        return f"The passages are {reach.window} chunks apart, too far for neighbours. Read {section} as a whole."
    return f"Read the hit with its neighbours: {neighbour_words(reach)}. Or read {section}."


def section_words(reach: Reach) -> str:
    """Return the name of the section that holds all the evidence."""
    return f"the section “{' › '.join(map(short, reach.section))}”" if reach.section else "the whole document"


def neighbour_words(reach: Reach) -> str:
    """Return which neighbours hold all the evidence, and what they cost."""
    cost = cost_words(reach.window_chunks, reach.window_tokens)
    return f"{reach.window} on each side of #{reach.index} ({cost} instead of {reach.hit_tokens:,})"


def cost_words(chunks: int, tokens: int) -> str:
    """Return a number of chunks with their tokens."""
    return f"{chunks:,} chunk{'' if chunks == 1 else 's'}, {tokens:,} tokens"


def _no_failure(facts: Facts, around: Circumstances) -> Said:
    reason = f"{_named(facts)}: {_ranks(facts, around)}. The first {FOUND_WITHIN} count as found."
    if is_found(facts.context_rank()):
        return Said("No failure", reason, "Nothing needs mending for this question.")
    return Said(
        "No failure, but the header pushes it down",
        f"{reason} The text alone is found; with the header in front of it, others come first.",
        "Read what the header says, and rename a heading that leads away from the subject, or compare other recipes.",
    )


def _reference(facts: Facts, around: Circumstances) -> Said:
    return Said(
        "Reference failure, mended by the header",
        f"{_named(facts)}: {_ranks(facts, around)}. The text alone does not say what it is about; its headings do.",
        f"Embed this library with its headings (recipe {around.context_recipe}); nothing else is needed.",
    )


def _uninformative(facts: Facts, around: Circumstances) -> Said:
    leading = facts.leading()
    path = " › ".join(map(short, leading.heading_path)) if leading else ""
    return Said(
        "The headings say nothing",
        f"Nothing in “{path}” or in the title names a subject, so the header cannot say what the text leaves out "
        f"(C202): {_ranks(facts, around)}.",
        _mend_words(around.heading),
    )


def _mend_words(heading: HeadingToMend | None) -> str:
    if heading is None:
        return "Give the document a title that names its subject."
    name = f"“{short(heading.renamed or heading.heading)}”"
    if heading.proposal:
        words = f"Rename {name} for retrieval: “{short(heading.proposal)}” is proposed, from the section's own words."
    else:
        words = f"Rename {name} for retrieval, to words that say what the section is about."
    return f"{words} It can be done here; the document stays as it is."


def _vocabulary(facts: Facts, around: Circumstances) -> Said:
    asked, held = _list(around.question_words), _list(around.text_words)
    if asked:
        reason = f"Question and passage share no word, not even a stem. The question has {asked}; the passage, {held}."
    else:
        reason = "The question has only words without content (such as “what” and “is”), none to find a passage by."
    alone = around.ranker in _BY_WORDS and around.context_ranker in _BY_WORDS
    other = "Words alone cannot bridge that: the hybrid ranker and embeddings also compare meanings."
    tried = other if alone else "The hybrid ranker, or another model, may still find it."
    return Said(
        "Vocabulary gap: the header cannot help",
        f"{reason} {_named(facts)}: {_ranks(facts, around)}.",
        "Put the words that people ask with into a heading (rename it for retrieval), or ask with the passage's own "
        f"words. {tried}",
    )


_BY_WORDS = frozenset({"keyword", "shared-words"})


def _undetermined(facts: Facts, around: Circumstances) -> Said:
    reason = (
        f"{_named(facts)}: {_ranks(facts, around)}. It is ranked, whole, has headings that say something, and shares "
        f"{_list(facts.shared)} with the question."
    )
    remedies: list[str] = []
    if facts.context_rank() is None and around.context_ranker in _BY_WORDS:
        remedies.append(
            "The ranker compares whole forms of words, and the passage has other forms of these: ask with its own, or "
            "rank by hybrid."
        )
    if around.twins:
        remedies.append(f"{_twins(around.twins)} Headings that tell them apart would help.")
    if around.dropped:
        remedies.append(
            f"The header leaves out {dropped_words(around.dropped)}: see whether that is what tells it apart."
        )
    if not remedies:
        remedies.append("Look at what stands above it, and try other words in the laboratory.")
    return Said("Undetermined", reason, " ".join(remedies))


def _twins(twins: Sequence[str]) -> str:
    verb = "says" if len(twins) == 1 else "say"
    return f"Above it, {_join(twins[:MOST_CHUNKS])} {verb} nearly the same."


def dropped_words(dropped: Iterable[tuple[str, str]]) -> str:
    """Return what a header leaves out, with the reasons."""
    return "; ".join(f"“{short(what)}” ({why})" for what, why in dropped)


def _list(words: Sequence[str]) -> str:
    shown = ", ".join(f"“{word}”" for word in words[:MOST_WORDS])
    return f"{shown} and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else shown


def _join(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


_SAYERS: dict[Kind, Callable[[Facts, Circumstances], Said]] = {
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
