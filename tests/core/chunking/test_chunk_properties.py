"""What holds for the chunks of any document (DESIGN 4.2)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.documents import documents
from support.tokenizers import SpaceCountingTokenizer, WordTokenizer, model_tokenizer

from explorer.core.chunking import chunk_document, header_share, text_share
from explorer.core.chunking.sentences import sentence_spans
from explorer.core.context import contextualise
from explorer.core.context_sentence import ContextSentence
from explorer.core.model import BlockKind, Chunk, CutNote, Metadata, ParsedDocument
from explorer.core.outline import outline
from explorer.core.recipe import Recipe, Style
from explorer.core.tokens import Tokenizer

TOKENIZERS = [model_tokenizer(), WordTokenizer(), SpaceCountingTokenizer()]
LIMITS = st.sampled_from([8, 16, 33, 64, 254])
_MOST = settings(max_examples=20, deadline=None)
_INSIDE = {CutNote.INSIDE_SENTENCE, CutNote.INSIDE_TABLE, CutNote.INSIDE_CODE}

any_tokenizer = pytest.mark.parametrize("tokenizer", TOKENIZERS, ids=lambda tokenizer: tokenizer.identity)


def bare(text: str) -> str:
    return re.sub(r"\s+", "", text)


def own_text(chunk: Chunk) -> str:
    carried = "\n".join(chunk.carried)
    assert chunk.text.startswith(carried)
    return chunk.text[len(carried) :]


def content(document: ParsedDocument) -> list[tuple[int, str]]:
    """Return (section, text) of all that must be in some chunk: bodies, and leaf headings without a body."""
    sections = outline(document.blocks)
    parts = [(-1, one.text) for one in document.blocks[: sections[0].first_block if sections else None]]
    for section in sections:
        body = [document.blocks[index].text for index in section.own_body]
        if section.is_leaf and not any(text.strip() for text in body):
            body = [section.heading]
        parts += [(section.ordinal, text) for text in body]
    return parts


@any_tokenizer
@_MOST
@given(document=documents(), limit=LIMITS)
def test_own_parts_partition_the_content_in_order(tokenizer: Tokenizer, document: ParsedDocument, limit: int) -> None:
    chunks = chunk_document(document, tokenizer, limit)

    for section in {section for section, _ in content(document)}:
        expected = "".join(bare(text) for ordinal, text in content(document) if ordinal == section)
        assert "".join(bare(own_text(chunk)) for chunk in chunks if chunk.section == section) == expected
    assert [chunk.section for chunk in chunks] == sorted(chunk.section for chunk in chunks)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))


@any_tokenizer
@_MOST
@given(document=documents(), limit=LIMITS)
def test_texts_keep_their_share(tokenizer: Tokenizer, document: ParsedDocument, limit: int) -> None:
    for chunk in chunk_document(document, tokenizer, limit):
        assert chunk.text_tokens == tokenizer.count(chunk.text)
        assert chunk.text_tokens <= text_share(limit)
        assert len(chunk.text) <= 8 * text_share(limit)
        assert chunk.text.strip()


@any_tokenizer
@_MOST
@given(document=documents(), limit=LIMITS)
def test_places_are_those_of_the_own_parts(tokenizer: Tokenizer, document: ParsedDocument, limit: int) -> None:
    last = 0
    for chunk in chunk_document(document, tokenizer, limit):
        assert chunk.place.start is not None
        assert chunk.place.end is not None
        assert last <= chunk.place.start
        assert bare(document.source_text[chunk.place.start : chunk.place.end]) == bare(own_text(chunk))
        last = chunk.place.end


@any_tokenizer
@_MOST
@given(document=documents(), limit=LIMITS)
def test_no_chunk_starts_inside_a_sentence_unreported(
    tokenizer: Tokenizer, document: ParsedDocument, limit: int
) -> None:
    prose = {BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.CAPTION, BlockKind.HEADING}
    starts: dict[int, set[int]] = {}
    for one in document.blocks:
        assert one.place.start is not None
        if one.kind in prose:
            spans = sentence_spans(one.text)
            starts[one.place.start] = {
                one.place.start + first + len(one.text[first:end]) - len(one.text[first:end].lstrip())
                for first, end in spans
            }
    for chunk in chunk_document(document, tokenizer, limit):
        begin = chunk.place.start or 0
        owner = next(
            one for one in reversed(document.blocks) if (one.place.start or 0) <= begin <= (one.place.end or 0)
        )
        if owner.kind in prose and not _INSIDE & set(chunk.notes):
            assert begin in starts[owner.place.start or 0]


@_MOST
@given(document=documents(), limit=LIMITS)
def test_tables_stand_alone_with_their_headers(document: ParsedDocument, limit: int) -> None:
    for chunk in chunk_document(document, model_tokenizer(), limit):
        begin, end = chunk.place.start or 0, chunk.place.end or 0
        met = [one for one in document.blocks if (one.place.start or 0) < end and (one.place.end or 0) > begin]
        tables = [one for one in met if one.kind is BlockKind.TABLE]
        assert len(tables) <= 1
        if tables:
            assert {one.kind for one in met} <= {BlockKind.TABLE, BlockKind.CAPTION}
            assert chunk.kind == "table"
            header = tables[0].text.split("\n")[: tables[0].header_rows]
            starts_in_header = begin < (tables[0].place.start or 0) + len("\n".join(header))
            whole = not header or "\n".join(header) in chunk.text
            assert whole or starts_in_header or CutNote.HEADER_SHORTENED in chunk.notes


@_MOST
@given(document=documents(), limit=LIMITS)
def test_the_same_input_gives_the_same_chunks(document: ParsedDocument, limit: int) -> None:
    assert chunk_document(document, model_tokenizer(), limit) == chunk_document(document, model_tokenizer(), limit)


@_MOST
@given(document=documents(), limit=LIMITS)
def test_every_heading_is_in_the_path_of_some_chunk(document: ParsedDocument, limit: int) -> None:
    chunks = chunk_document(document, WordTokenizer(), limit)

    sections = outline(document.blocks)
    led = {chunk.section for chunk in chunks}
    for section in reversed(sections):
        assert section.ordinal in led
        led.add(section.parent)
    for chunk in chunks:
        assert chunk.heading_path == (sections[chunk.section].path if chunk.section >= 0 else ())


@any_tokenizer
@_MOST
@given(
    document=documents(),
    limit=LIMITS,
    style=st.sampled_from(list(Style)),
    depth=st.integers(1, 4),
    version=st.booleans(),
    sentence=st.sampled_from(["", "This passage stands in the chapter about pumps.", "word " * 300]),
    title=st.sampled_from(["Plans", "A title of very many words " * 40, "x" * 5000, "办法" * 300]),
)
def test_embedded_texts_keep_the_limit_and_hold_the_text(
    tokenizer: Tokenizer,
    document: ParsedDocument,
    limit: int,
    style: Style,
    depth: int,
    version: bool,
    sentence: str,
    title: str,
) -> None:
    recipe = Recipe(style, depth, version, sentence=bool(sentence))
    metadata = Metadata(version="7", effective_from="2026-03")
    for chunk in chunk_document(document, tokenizer, limit):
        written = ContextSentence(sentence, 0) if sentence else None
        item = contextualise(chunk, title, metadata, recipe, limit, tokenizer, lambda _: "", sentence=written)
        assert item.embedded_text.endswith(chunk.text)
        assert item.embedded_text.startswith(item.header.text)
        assert item.tokens <= limit
        assert item.header_tokens <= header_share(limit)
        assert item.chunk is chunk
