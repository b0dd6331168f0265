"""Files to documents: one reader for each format, behind one table.

A format's module is imported when its first file is read, so that a process that reads Markdown only never loads the
library for PDF. Readers take bytes and a name and touch no files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import PurePosixPath
from typing import cast

from explorer.core.document_names import SUFFIXES
from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import ParsedDocument
from explorer.core.parsing.aids import NO_AIDS, ReadingAids

_READERS: Mapping[str, tuple[str, str]] = {
    "markdown": ("explorer.core.parsing.markdown.reader", "read_markdown"),
    "pdf": ("explorer.core.parsing.pdf.reader", "read_pdf"),
    "html": ("explorer.core.parsing.html.reader", "read_html"),
    "docx": ("explorer.core.parsing.docx.reader", "read_docx"),
    "epub": ("explorer.core.parsing.epub.reader", "read_epub"),
    "rst": ("explorer.core.parsing.rst.reader", "read_rst"),
    "text": ("explorer.core.parsing.text.reader", "read_text"),
    "chunks": ("explorer.core.parsing.given.reader", "read_given"),
}
_TAKES_AIDS = frozenset({"pdf"})


def format_of(name: str) -> str:
    """Return the format of a file by its name, or the empty string when it is none that can be read."""
    return SUFFIXES.get(PurePosixPath(name).suffix.lower(), "")


def read_document(data: bytes, name: str, aids: ReadingAids = NO_AIDS) -> ParsedDocument:
    """Read a file's bytes; `name` (relative to the library) chooses the reader by its suffix.

    `aids` are for formats that can use them.

    Raises `UnreadableDocumentError` with a sentence that says why.
    """
    chosen = format_of(name)
    if not chosen:
        known = ", ".join(SUFFIXES)
        raise UnreadableDocumentError(f"{name} has no format that can be read.", f"Known are {known}.")
    module, function = _READERS[chosen]
    read = cast("Callable[..., ParsedDocument]", getattr(import_module(module), function))
    return read(data, name, aids) if chosen in _TAKES_AIDS else read(data, name)
