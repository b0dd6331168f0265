"""What other programs read: documents, chunks, findings and rankings as plain JSON data, and as text for people.

The keys are stable (DESIGN 6).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.core.findings import Finding, Health
from explorer.core.model import ParsedDocument, Place
from explorer.core.outline import Section
from explorer.core.retrieval_views import Passage
from explorer.core.terminal_text import one_line
from explorer.core.views import Comparison, ContextChunk, Hit, Pool

Json = dict[str, object]


def place_json(place: Place) -> Json:
    """Return `start`, `end` (code points), `page` (from 1) and `rects` (`[page, x0, y0, x1, y1]`, points)."""
    rects = [[rect.page, rect.x0, rect.y0, rect.x1, rect.y1] for rect in place.rects]
    return {"start": place.start, "end": place.end, "page": place.page, "rects": rects}


def outline_json(document: ParsedDocument, sections: Sequence[Section]) -> Json:
    """Return a document's headings and what they rest on."""
    headings = [
        {
            "level": section.level,
            "text": section.heading,
            "slug": section.slug,
            "start": section.place.start,
            "end": section.place.end,
            "page": section.place.page,
        }
        for section in sections
    ]
    return {"headings": headings, "evidence": document.evidence, "title": document.title, "notes": list(document.notes)}


def chunk_json(item: ContextChunk, codes: Iterable[str]) -> Json:
    """Return one chunk under its recipe; `findings` are the codes of the findings about it.

    `subject` is absent (null) where the kind is not judged: the rules know English.
    """
    chunk = item.chunk
    return {
        "document": chunk.document,
        "index": chunk.index,
        "title": item.title,
        "header": item.header.text,
        "heading_path": list(chunk.heading_path),
        "text": chunk.text,
        "carried": list(chunk.carried),
        "embedded_text": item.embedded_text,
        "display_text": item.display_text,
        "tokens": item.tokens,
        "header_tokens": item.header_tokens,
        "text_tokens": chunk.text_tokens,
        **place_json(chunk.place),
        "kind": chunk.kind,
        "subject": item.subject or None,
        "findings": sorted(set(codes)),
    }


def finding_json(finding: Finding) -> Json:
    """Return one finding."""
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "scope": str(finding.scope),
        "document": finding.document,
        "heading": finding.heading,
        "heading_path": list(finding.heading_path),
        "chunk": finding.chunk,
        "place": None if finding.place is None else place_json(finding.place),
        "facts": dict(finding.facts),
        "reason": finding.reason,
        "mend": finding.mend,
    }


def health_json(health: Health) -> Json:
    """Return the counts over a library."""
    return {name: getattr(health, name) for name in health.__slots__}


def hit_json(hit: Hit) -> Json:
    """Return one hit of a ranking."""
    return {
        "rank": hit.rank,
        "tied": hit.tied,
        "score": hit.score,
        "measure": hit.measure,
        "other_rank": hit.other_rank,
        "document": hit.document,
        "index": hit.index,
        "title": hit.title,
        "heading_path": list(hit.heading_path),
        "text": hit.text,
        "display_text": hit.display_text,
        "version": hit.version,
        "effective_from": hit.effective_from,
        "out_of_force": hit.out_of_force or None,
        "repeats": {"document": hit.repeats[0], "index": hit.repeats[1]} if hit.repeats else None,
        **place_json(hit.place),
    }


def comparison_json(comparison: Comparison) -> Json:
    """Return both sides of a question."""
    pool = comparison.pool
    return {
        "question": comparison.question,
        "ranker": comparison.ranker,
        "context_ranker": comparison.context_ranker or comparison.ranker,
        "recipes": {"plain": comparison.plain_recipe, "context": comparison.context_recipe},
        "pool": {name: getattr(pool, name) for name in pool.__slots__},
        "overlap": [{"k": k, "shared": shared} for k, shared in comparison.overlap],
        "approximate": comparison.approximate,
        "plain": [hit_json(hit) for hit in comparison.plain],
        "context": [hit_json(hit) for hit in comparison.context],
    }


def passage_json(passage: Passage) -> Json:
    """Return a passage with its parts, what it costs in tokens, and the texts to copy."""
    parts = [
        {
            "index": part.index,
            "is_hit": part.is_hit,
            "heading_path": list(part.heading_path),
            "text": part.text,
            "tokens": part.tokens,
            **place_json(part.place),
            "line": part.line or None,
        }
        for part in passage.parts
    ]
    facts: Json = {name: getattr(passage, name) for name in passage.__slots__}
    return {**facts, "heading_path": list(passage.heading_path), "parts": parts}


def citations(passages: Iterable[Passage]) -> str:
    """Return the citations of passages, one a line."""
    return "\n".join(passage.citation for passage in passages)


def prompts(passages: Iterable[Passage]) -> str:
    """Return the texts of passages for a language model, a blank line between two."""
    return "\n\n".join(passage.prompt for passage in passages)


def markdowns(passages: Iterable[Passage]) -> str:
    """Return passages as Markdown, a blank line between two."""
    return "\n\n".join(passage.markdown for passage in passages)


def pool_text(pool: Pool) -> str:
    """Say what was ranked, such as "ranked 380 chunks, 32 superseded left out"."""
    left_out = [
        f"{count} {name}"
        for count, name in (
            (pool.superseded, "superseded"),
            (pool.expired, "expired"),
            (pool.filtered, "outside the filter"),
            (pool.not_embedded, "without words"),
        )
        if count
    ]
    return f"ranked {pool.size} chunks" + (f", {', '.join(left_out)} left out" if left_out else "")


def rank_text(hit: Hit) -> str:
    """Return a rank as people read it: "3", "2=" for a tie, "-" without a match."""
    if hit.rank is None:
        return "-"
    return f"{hit.rank}=" if hit.tied else str(hit.rank)


def score_text(hit: Hit) -> str:
    """Return a score with its measure, such as "cosine 0.787" or "shared words 2"."""
    if hit.score is None:
        return "no match"
    digits = {"shared words": 0, "RRF": 5}.get(hit.measure, 3)
    number = f"{hit.score:.{digits}f}"
    return f"{hit.measure} {number}"


def comparison_text(comparison: Comparison) -> str:
    """Return both sides of a question for a terminal, one line a hit, with its way from the first side to the second.

    A hit is new, or lost, when the other side does not list it.
    """
    rankers = dict.fromkeys((comparison.ranker, comparison.context_ranker or comparison.ranker))
    known = "Rankers" if len(rankers) > 1 else "Ranker"
    lines = [f"Question: {comparison.question}", f"{known}: {', '.join(rankers)}; {pool_text(comparison.pool)}"]
    if comparison.approximate:
        lines.append("Ranks approximate: the vectors outgrow memory, so the server ranks them by its index.")
    if comparison.overlap:
        shared = ", ".join(f"{count} of the first {k}" for k, count in comparison.overlap)
        lines.append(f"On both sides: {shared}")
    listed = [{(hit.document, hit.index) for hit in hits} for hits in (comparison.plain, comparison.context)]
    for is_context, hits in ((False, comparison.plain), (True, comparison.context)):
        lines += ["", side_name(comparison, is_context=is_context)]
        there = listed[not is_context]
        lines += [
            _hit_line(hit, movement_text(hit, (hit.document, hit.index) in there, is_context=is_context))
            for hit in hits
        ] or ["  nothing matches"]
    return "\n".join(lines)


def side_name(comparison: Comparison, *, is_context: bool) -> str:
    """Return what a side is called, with its recipe, and with its ranker where the other side has another one."""
    adds_context = comparison.plain_recipe == "none" != comparison.context_recipe
    names = ("Without context", "With context") if adds_context else ("First side", "Second side")
    recipe = comparison.context_recipe if is_context else comparison.plain_recipe
    ranker = comparison.context_ranker if is_context else comparison.ranker
    said = f", ranker {ranker}" if comparison.context_ranker else ""
    return f"{names[is_context]} (recipe {recipe}{said})"


def movement_text(hit: Hit, listed: bool, *, is_context: bool) -> str:
    """Return a hit's way from the first side to the second by its true ranks, such as "up 3: 4 to 1".

    `listed` says whether the other side lists it: else it is "new" on the second side and "lost" on the first.
    """
    if hit.other_rank is None:
        return f"{'new' if is_context else 'lost'}: no match on the other side"
    if not listed:
        return f"{'new' if is_context else 'lost'}: rank {hit.other_rank} on the other side"
    if hit.rank is None or hit.rank == hit.other_rank:
        return "same rank"
    before, after = (hit.other_rank, hit.rank) if is_context else (hit.rank, hit.other_rank)
    return f"{'up' if after < before else 'down'} {abs(after - before)}: {before} to {after}"


def _hit_line(hit: Hit, movement: str) -> str:
    path = " > ".join((hit.title, *[part for part in hit.heading_path if part != hit.title]))
    text = " ".join(hit.text.split())
    short = text if len(text) <= 90 else text[:89] + "…"
    head = f"  {rank_text(hit):>4}  {score_text(hit)}  [{movement}]  {one_line(hit.document)} #{hit.index}"
    if hit.out_of_force:
        head += f"  ({one_line(hit.out_of_force)})"
    if hit.repeats:
        head += f"  (repeats {one_line(hit.repeats[0])} #{hit.repeats[1]})"
    return f"{head}\n        {path}\n        {short}"


def finding_text(finding: Finding) -> str:
    """Return one finding for a terminal."""
    chunk = f" #{finding.chunk}" if finding.chunk is not None else ""
    where = (one_line(finding.document) or "(whole library)") + chunk
    path = f"  ({' > '.join(finding.heading_path)})" if finding.heading_path else ""
    mend = f"\n      suggested: {finding.mend}" if finding.mend else ""
    return f"{finding.severity!s:<8}{finding.code}  {where}{path}\n      {one_line(finding.reason)}{mend}"


def health_text(health: Health) -> str:
    """Return a library's counts in a sentence or two."""
    kinds = (
        f" {share(health.not_self_describing, health.judged)} of {health.judged} judged chunks are not "
        f"self-describing, {share(health.needs_discriminator, health.judged)} need a discriminator."
        if health.judged
        else ""
    )
    return (
        f"{counted(health.documents, 'document')} ({health.unreadable} unreadable), "
        f"{counted(health.headings, 'heading')}, "
        f"{counted(health.chunks, 'chunk')} ({health.empty_paths} under no heading); "
        f"{counted(health.errors, 'error')}, {counted(health.warnings, 'warning')}, {counted(health.notes, 'note')}."
        f"{kinds}"
    )


def share(part: int, whole: int) -> str:
    """Return a part of a whole as people read it: "34 %"."""
    return f"{100 * part / whole:.0f} %" if whole else "0 %"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, whose plural is regular: "1 error", "2 errors"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
