"""Messages about the document tree: what was found and read so far, what the filter finds, what would be read."""

from __future__ import annotations

import msgspec

from explorer.core.views import DocumentRow, SectionRow
from explorer.protocol.base import Event, Request


class DocumentsTold(Event, frozen=True, kw_only=True):
    """Documents whose state changed while a refresh goes on (its `id`): found on disk, or read.

    At most 500 rows a message and two messages a second, but that what was found comes at once, in parts. What depends
    on other documents (superseded, warnings of comparing) comes with `LibraryOpened`.
    """

    rows: tuple[DocumentRow, ...]


class FilterTree(Request, frozen=True, kw_only=True):
    """Ask which headings match `text`, the best `limit`; answered by `TreeFiltered`."""

    text: str
    limit: int = 500


class TreeMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A document's matching sections and all above them, in document order; `hits` match, best first."""

    document: str
    rows: tuple[SectionRow, ...]
    hits: tuple[int, ...]


class TreeFiltered(Event, frozen=True, kw_only=True):
    """The documents with matching headings, best first; `total` counts all headings that match.

    `text` is what was asked; `best` is how well each document's best heading matches, in step with `matches`.
    """

    text: str
    matches: tuple[TreeMatch, ...]
    best: tuple[float, ...]
    total: int


class PreviewFolder(Request, frozen=True, kw_only=True):
    """Ask what would be read of a folder; `Progress` while it is looked through, then `FolderPreviewed`.

    `include` and `exclude` are tried patterns; None: those that were kept for the library. With `keep` they are kept,
    and nothing is looked through.
    """

    folder: str
    store: str = ""
    include: tuple[str, ...] | None = None
    exclude: tuple[str, ...] | None = None
    keep: bool = False


class FolderPreviewed(Event, frozen=True, kw_only=True):
    """What would be read of a folder.

    `known`: it has an index already, or is no folder of documents, and was not looked through. `formats`: (suffix,
    files, bytes), most files first. `skipped`: (reason, files), see `explorer.engine.previewing`. `examples`: names of
    documents that patterns leave out. `include` and `exclude` are those that were tried, `shared` what a
    `chunk-explorer.toml` in the folder adds to them. `whole` is false where looking through it was ended at a bound:
    then there are at least as many.
    """

    folder: str
    known: bool = False
    documents: int = 0
    size: int = 0
    formats: tuple[tuple[str, int, int], ...] = ()
    skipped: tuple[tuple[str, int], ...] = ()
    examples: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    whole: bool = True


class RemoveIndex(Request, frozen=True, kw_only=True):
    """Remove a folder's index, so that opening it builds it anew; answered by `IndexRemoved`.

    A library that is open is closed first. The documents and what the user made stay: mends, verdicts, question sets,
    settings, context sentences.
    """

    folder: str
    store: str = ""


class IndexRemoved(Event, frozen=True, kw_only=True):
    """A folder has no index any more."""

    folder: str
