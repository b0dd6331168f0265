"""Heading paths of parsed documents, found apart from the program: by the sections that a block lies in."""

from __future__ import annotations

from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.outline import outline


def path_of(document: ParsedDocument, index: int) -> list[str]:
    """Return the headings above a block by looking for the innermost section around it."""
    around = [section for section in outline(document.blocks) if section.first_block <= index < section.end_block]
    return list(around[-1].path) if around else []


def paths_of(document: ParsedDocument, text: str) -> list[list[str]]:
    """Return the paths of all blocks, headings aside, that hold a text."""
    return [
        path_of(document, index)
        for index, block in enumerate(document.blocks)
        if text in block.text and block.kind is not BlockKind.HEADING
    ]
