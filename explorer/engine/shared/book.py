"""The book of a shared library: what it is, and what its vectors do not tell of each document.

The book's metadata are a `Cover`. Each document has one record of kind "document" with the digest of its page, and one
or more of kind "part", whose `content`s together are the page: JSON of a `Page`. Texts are not in it: they are the
documents of the plain collection's records, found by the id that a chunk names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding
from explorer.core.model import Metadata, Place
from explorer.core.views import ContextChunk, DocumentRow
from explorer.engine.shared.address import SharedName
from explorer.engine.shared.connection import Connection, Facts

_Read = TypeVar("_Read", bound=msgspec.Struct)

PROGRAM = "chunk-explorer"
FORM = 1
"""Raised when covers or pages change so that former programs cannot read them."""

_PART = 200_000
"""Characters of a page in one record."""


class Cover(msgspec.Struct, frozen=True, kw_only=True):
    """What a shared library is. `origin` names the catalogue it was written from, `revision` its state.

    `recipes` are the names of the recipes with a collection, joined by commas; `settings` the library's own, as TOML;
    `dimensions` those of its vectors. `by` says who wrote it and `when`.
    """

    program: str
    form: int
    library: str
    origin: str
    revision: int
    complete: bool
    model: str
    model_name: str
    precision: str
    limit: int
    recipe: str
    recipes: str
    settings: str = ""
    dimensions: int = 0
    documents: int = 0
    chunks: int = 0
    by: str = ""
    when: str = ""

    @property
    def state(self) -> str:
        """Return what changes whenever the library does."""
        return f"{self.origin} {self.revision}"


class SharedSection(msgspec.Struct, frozen=True, array_like=True):
    """A heading as the catalogue keeps it."""

    ordinal: int
    parent: int
    level: int
    heading: str
    slug: str
    place: Place
    leaf: str
    code: str
    renamed: str


class SharedChunk(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chunk less its texts. `text`: the id of its text in the plain collection.

    `kept` is the text itself where that collection does not hold it, `embedded` what is embedded under the library's
    recipe where that does not follow from header and text.
    """

    text: str
    item: ContextChunk
    kept: str | None = None
    embedded: str | None = None


class Page(msgspec.Struct, frozen=True, omit_defaults=True):
    """A document: its row, its fields, its sections and chunks in order, and the findings about it."""

    row: DocumentRow
    metadata: Metadata
    sections: tuple[SharedSection, ...] = ()
    chunks: tuple[SharedChunk, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A document in the book: its name, the digest of its page, and in how many parts that is kept."""

    name: str
    digest: str
    parts: int


class Book:
    """The book of one library on a server. Every method may raise `ExplorerError`."""

    def __init__(self, connection: Connection, name: SharedName) -> None:
        self._connection = connection
        self._name = name

    def cover(self) -> Cover | None:
        """Return what the library is, None where the server has none of that name."""
        facts = self._connection.facts(self._name.book)
        return None if facts is None else read_cover(facts)

    def put_cover(self, cover: Cover) -> None:
        """Write what the library is; makes the book when it is missing."""
        facts: Facts = msgspec.to_builtins(cover)
        if not self._connection.create(self._name.book, facts):
            self._connection.change(self._name.book, facts)

    def entries(self) -> dict[str, Entry]:
        """Return the documents by name."""
        found: dict[str, Entry] = {}
        for _, facts in self._connection.records(self._name.book, {"kind": "document"}):
            entry = _converted(facts, _EntryFacts)
            found[entry.document] = Entry(entry.document, entry.digest, entry.parts)
        return found

    def write(self, name: str, content: str, digest: str, before: Entry | None) -> None:
        """Write a document's page; its entry comes last, so that it never names what is not there."""
        key = _key(name)
        parts = [content[first : first + _PART] for first in range(0, len(content), _PART)]
        for number, part in enumerate(parts):
            record = {"kind": "part", "document": name, "number": number, "content": part}
            self._connection.write(self._name.book, {f"{key}-{number}": record})
        entry = {"kind": "document", "document": name, "digest": digest, "parts": len(parts)}
        self._connection.write(self._name.book, {key: entry})
        if before is not None and before.parts > len(parts):
            self._connection.erase(self._name.book, [f"{key}-{number}" for number in range(len(parts), before.parts)])

    def remove(self, entry: Entry) -> None:
        """Remove a document, its entry first."""
        key = _key(entry.name)
        self._connection.erase(self._name.book, [key, *(f"{key}-{number}" for number in range(entry.parts))])

    def page(self, entry: Entry) -> Page | None:
        """Return a document's page; None when it is not the one that the entry names: it is being changed."""
        where = {"kind": "part", "document": entry.name}
        parts = {
            found.number: found.content
            for found in (
                _converted(facts, _PartFacts) for _, facts in self._connection.records(self._name.book, where)
            )
        }
        content = "".join(parts.get(number, "") for number in range(entry.parts))
        if digest_of(content) != entry.digest:
            return None
        return _decoded(content)


class _EntryFacts(msgspec.Struct):
    document: str
    digest: str
    parts: int


class _PartFacts(msgspec.Struct):
    number: int
    content: str


def read_cover(facts: Facts) -> Cover:
    """Read the metadata of a book; raises `ExplorerError` for those of another program or version."""
    if facts.get("program") != PROGRAM or not isinstance(facts.get("form"), int):
        raise _strange("There is a collection of that name which another program made.")
    if facts["form"] != FORM:
        raise _strange(f"It has form {facts['form']}, this program reads form {FORM}.")
    return _converted(facts, Cover)


def encode_page(page: Page) -> str:
    """Return a page as it is kept."""
    return msgspec.json.encode(page).decode()


def digest_of(content: str) -> str:
    """Return what changes whenever a page does."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _decoded(content: str) -> Page:
    try:
        return _PAGES.decode(content)
    except msgspec.MsgspecError as error:
        raise _strange(str(error)) from error


_PAGES = msgspec.json.Decoder(Page)


def _converted(facts: Mapping[str, object], kind: type[_Read]) -> _Read:
    try:
        return msgspec.convert(dict(facts), kind)
    except msgspec.MsgspecError as error:
        raise _strange(str(error)) from error


def _strange(why: str) -> ExplorerError:
    return ExplorerError(
        "The shared library on the server cannot be read.",
        f"{why} Another program or version wrote it; have its writer refresh it, or use that version here.",
    )


def _key(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:32]
