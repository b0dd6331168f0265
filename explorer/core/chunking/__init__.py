"""Chunks out of a document's blocks (DESIGN 4.2).

Boundaries depend on the blocks, the tokenizer and the limit, never on how a header will be written, so that every
recipe shares them. Own parts partition the content blocks in order, each exactly once; carried parts are repeated.

A document of chunks that another pipeline made (`ParsedDocument.cuts`) is not cut: each content block is a chunk,
also one over the limit, which the audit reports (C211).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.core.chunking.given import given_drafts
from explorer.core.chunking.measure import Measure
from explorer.core.chunking.packing import Draft, Packer
from explorer.core.chunking.segments import heading_units, segments
from explorer.core.errors import ExplorerError
from explorer.core.model import Block, BlockKind, Chunk, ParsedDocument, Place, join_places
from explorer.core.outline import Section, own_bodies
from explorer.core.tokens import Tokenizer, is_blank

SMALLEST_LIMIT = 8
"""Below this many tokens there is no room for a header beside a text."""

_TABLE_KINDS = frozenset({BlockKind.TABLE, BlockKind.CAPTION})


def header_share(limit: int) -> int:
    """Return the most tokens that header and context sentence may have together."""
    return limit // 4


def text_share(limit: int) -> int:
    """Return the most tokens that a chunk's text may have."""
    return limit - header_share(limit)


def chunk_document(document: ParsedDocument, tokenizer: Tokenizer, limit: int) -> tuple[Chunk, ...]:
    """Return the chunks of `document` for embedded texts of at most `limit` tokens; () for an empty one.

    Raises `ExplorerError` when the limit is below `SMALLEST_LIMIT`. The work is linear in the document's length.
    """
    return tuple(chunks_of(document, tokenizer, limit))


def chunks_of(document: ParsedDocument, tokenizer: Tokenizer, limit: int) -> Iterator[Chunk]:
    """Yield what `chunk_document` returns, one by one, for callers that do other work in between."""
    if limit < SMALLEST_LIMIT:
        raise ExplorerError(f"A limit of {limit} tokens is too small.", f"The smallest is {SMALLEST_LIMIT}.")
    measure = Measure(tokenizer, text_share(limit))
    drafts = _given(document.blocks, measure) if document.cuts else _drafts(document.blocks, measure)
    for index, (section, draft) in enumerate(drafts):
        yield _chunk(document, index, section, draft, tokenizer)


def _drafts(blocks: Sequence[Block], measure: Measure) -> Iterator[tuple[Section | None, Draft]]:
    packer = Packer(measure, blocks)
    for section, body in own_bodies(blocks):
        content = [index for index in body if not is_blank(blocks[index].text)]
        if section is not None and not content:
            shown = section.is_leaf and not is_blank(section.heading)
            parts = [heading_units(measure, blocks, section.first_block)] if shown else []
        else:
            parts = segments(measure, blocks, content)
        for units in parts:
            for draft in packer.pack(units):
                yield section, draft


def _given(blocks: Sequence[Block], measure: Measure) -> Iterator[tuple[Section | None, Draft]]:
    """Yield every content block as the draft of a chunk."""
    for section, body in own_bodies(blocks):
        for draft in given_drafts(blocks, body, measure):
            yield section, draft


def _chunk(document: ParsedDocument, index: int, section: Section | None, draft: Draft, tokenizer: Tokenizer) -> Chunk:
    blocks = document.blocks
    return Chunk(
        document=document.name,
        index=index,
        section=section.ordinal if section is not None else -1,
        heading_path=section.path if section is not None else (),
        text=draft.text,
        place=_place(document, draft),
        kind=_kind([blocks[block].kind for block, _, _ in draft.ranges]),
        text_tokens=draft.tokens,
        carried=draft.carried,
        notes=draft.notes,
        embeddable=tokenizer.sees_words(draft.text),
    )


def _place(document: ParsedDocument, draft: Draft) -> Place:
    """Return where a draft's own parts stand; a given chunk is its whole block, with the page that came with it."""
    if document.cuts:
        return document.blocks[draft.ranges[0][0]].place
    return join_places([document.blocks[block].place_of(start, end) for block, start, end in draft.ranges])


def _kind(kinds: Sequence[BlockKind]) -> str:
    """Return the kind of all own blocks; a caption counts as part of its table, alone as a paragraph."""
    if BlockKind.TABLE in kinds and set(kinds) <= _TABLE_KINDS:
        return BlockKind.TABLE.value
    names = {(BlockKind.PARAGRAPH if kind is BlockKind.CAPTION else kind).value for kind in kinds}
    return names.pop() if len(names) == 1 else "mixed"
