"""Which files of a library's folder are its documents: known by their names alone."""

from __future__ import annotations

import os.path
from collections.abc import Mapping

SUFFIXES: Mapping[str, str] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".mdx": "markdown",
    ".qmd": "markdown",
    ".rmd": "markdown",
    ".pdf": "pdf",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".docx": "docx",
    ".docm": "docx",
    ".epub": "epub",
    ".rst": "rst",
    ".txt": "text",
    ".text": "text",
    ".chunks": "chunks",
}
"""File name suffixes (lower case) and the format that they stand for."""


QUESTION_ENDINGS = (".jsonl", ".json", ".csv", ".ndjson", ".tsv")
"""How the names of files end that can hold a question set."""


def use_in_root(name: str) -> str:
    """Return what a file of this name in a library's root is to it: "settings", "questions", "" for neither."""
    stem, ending = os.path.splitext(name.lower())  # noqa: PTH122 - a name, not a path of this system
    if name.lower() == "chunk-explorer.toml":
        return "settings"
    return "questions" if stem == "questions" and ending in QUESTION_ENDINGS else ""


def is_the_librarys_own(name: str) -> bool:
    """Tell whether a file of this name (without folders) is a library's settings or one of its question sets."""
    return name.lower() == "chunk-explorer.toml" or name.lower().startswith("questions.")


def is_document(name: str) -> bool:
    """Tell whether a file of this name (without folders) is one that the program reads."""
    if name.startswith((".", "~$")) or is_the_librarys_own(name):
        return False
    return os.path.splitext(name)[1].lower() in SUFFIXES  # noqa: PTH122 - Path loses names such as ".md"
