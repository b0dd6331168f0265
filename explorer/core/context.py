"""Headers, and what is embedded, shown, cited and copied with them (DESIGN 4.3).

The header always leads. A context sentence stands on its own line between header and text in every style: in `path`
before the blank line, in `label` after the colon.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from explorer.core.chunking import header_share
from explorer.core.context_sentence import ContextSentence
from explorer.core.header_fit import SENTENCE_SHARE, HeaderFit, headings_to_show
from explorer.core.header_styles import render, same, version_words
from explorer.core.model import Chunk, Metadata
from explorer.core.recipe import Recipe, Style
from explorer.core.tokens import Tokenizer
from explorer.core.views import ContextChunk, Header

_Item = TypeVar("_Item")

Uninformative = Callable[[str], str]
"""Gives the finding code H101 to H104 of a heading's text, or "" when it says something."""


def contextualise(
    chunk: Chunk,
    title: str,
    metadata: Metadata,
    recipe: Recipe,
    limit: int,
    tokenizer: Tokenizer,
    uninformative: Uninformative,
    *,
    sentence: ContextSentence | None = None,
    renamed: tuple[str, ...] = (),
) -> ContextChunk:
    """Return `chunk` as it is embedded under `recipe`, with at most `limit` tokens.

    `renamed` is the heading path for the header where mends rename headings, empty where none does.

    `sentence` is the context sentence written for this chunk; it is used when the recipe asks for one, it is not out of
    date, and it leaves a quarter of the header's share to the header, else it is reported in `Header.dropped`.
    """
    wanted = " ".join(sentence.text.split()) if sentence and sentence.fresh and recipe.sentence else ""
    long_sentence = tokenizer.count(wanted) > SENTENCE_SHARE * header_share(limit)
    used = "" if long_sentence else wanted
    path = renamed or chunk.heading_path
    header = build_header(title, path, metadata, recipe, limit, tokenizer, uninformative, sentence=used)
    if long_sentence:
        header = Header(header.text, header.segments, (*header.dropped, (wanted, "context sentence: no room for it")))
    embedded = embed_text(header, chunk.text, recipe, used)
    return ContextChunk(
        chunk=chunk,
        title=title,
        header=header,
        embedded_text=embedded,
        display_text=display_text(chunk.document, chunk.heading_path, chunk.text),
        tokens=tokenizer.count(embedded),
        header_tokens=tokenizer.count(header.text) if header.text else 0,
        limit=limit,
        renamed=renamed,
        sentence=sentence,
    )


def build_header(
    title: str,
    heading_path: Sequence[str],
    metadata: Metadata,
    recipe: Recipe,
    limit: int,
    tokenizer: Tokenizer,
    uninformative: Uninformative,
    *,
    sentence: str = "",
) -> Header:
    """Return the header of a passage under `heading_path`, within its share of `limit`; empty for recipe "none"."""
    if recipe.style is Style.NONE:
        return Header()
    title = title if recipe.title else ""
    headings, dropped = headings_to_show(title, heading_path, recipe, uninformative)
    words = version_words(metadata) if recipe.version else ""
    fit = HeaderFit(recipe.style, header_share(limit), tokenizer, sentence)
    return fit.header(" ".join(title.split()), headings, words, dropped)


def embed_text(header: Header, text: str, recipe: Recipe, sentence: str = "") -> str:
    """Return the exact string given to the embedding model."""
    if not header.text:
        return f"{sentence}\n{text}" if sentence else text
    if recipe.style is Style.LABEL:
        return f"{header.text}:\n{sentence}\n{text}" if sentence else f"{header.text}: {text}"
    lead = f"{header.text}\n{sentence}" if sentence else header.text
    return f"{lead}\n\n{text}" if recipe.style is Style.PATH else f"{lead}\n{text}"


def display_text(document: str, heading_path: Sequence[str], text: str) -> str:
    """Return what people see and cite; `[plans.md] Day pass - It costs 12 dollars.` is one."""
    return f"[{document}] {heading_path[-1]} - {text}" if heading_path else f"[{document}] {text}"


def prompt_text(title: str, heading_path: Sequence[str], texts: Sequence[str], metadata: Metadata) -> str:
    """Return what is copied for a language model: the header in style `bracket` with all its headings, then `texts`."""
    path = heading_path[1:] if heading_path and same(heading_path[0], title) else heading_path
    header = render(Style.BRACKET, title, list(path), version_words(metadata))
    return header + "\n" + "\n\n".join(texts)


def with_neighbours(items: Sequence[_Item], index: int, window: int) -> list[_Item]:
    """Return the item at `index` with `window` neighbours on each side, clamped to the sequence."""
    return list(items[max(0, index - window) : index + window + 1])


def merge_windows(indices: Iterable[int], window: int, length: int) -> list[range]:
    """Return the windows round `indices`, clamped to `length`; those that overlap or touch are one."""
    merged: list[range] = []
    for index in sorted(set(indices)):
        start, stop = max(0, index - window), min(length, index + window + 1)
        if merged and start <= merged[-1].stop:
            merged[-1] = range(merged[-1].start, max(stop, merged[-1].stop))
        else:
            merged.append(range(start, stop))
    return merged


def vector_id(embedded_text: str) -> str:
    """Return the id of a text's vector: 32 hexadecimal digits of its SHA-256, so that equal texts share a vector."""
    return hashlib.sha256(embedded_text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
