"""What the rules look at: a document with its sections, chunks and words, each heading judged once; or a library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, TypeVar

from explorer.core.audit.headings import Heading, HeadingVerdict, judge, take_apart
from explorer.core.audit.words import HeadingWords, joined, show, tokenise
from explorer.core.duplicates import Compared
from explorer.core.findings import Fact, Finding, Scope, Severity
from explorer.core.language import ModelFit
from explorer.core.model import ParsedDocument, TitleSource
from explorer.core.outline import Section
from explorer.core.views import ContextChunk


@dataclass(frozen=True, slots=True)
class Subject:
    """What is audited. `fit` says how the document suits the embedding model.

    The dictionaries remember verdicts by heading text, so equal headings are judged once.
    """

    document: ParsedDocument
    sections: Sequence[Section]
    chunks: Sequence[ContextChunk]
    words: HeadingWords
    fit: ModelFit = field(default_factory=ModelFit)
    _verdicts: dict[str, HeadingVerdict | None] = field(default_factory=dict[str, HeadingVerdict | None])
    _parts: dict[str, Heading] = field(default_factory=dict[str, Heading])

    def verdict(self, heading: str) -> HeadingVerdict | None:
        """Return what H101 to H104 say of a heading; a file's own name as heading is a placeholder."""
        if heading not in self._verdicts:
            self._verdicts[heading] = self._file_name(heading) or judge(self._apart(heading), self.words)
        return self._verdicts[heading]

    def says_something(self, heading: str) -> bool:
        """Tell whether a heading names something."""
        return bool(heading.strip()) and self.verdict(heading) is None

    def key(self, heading: str) -> str:
        """Return a heading's words without numbering, for comparing headings."""
        return self._apart(heading).key

    def title_says_something(self) -> bool:
        """Tell whether the title names something; one from the file name needs a word that is not generic."""
        title = self.document.title
        if self.document.title_source is not TitleSource.FILE_NAME:
            return self.says_something(title)
        return file_name_says_something(title, self.words)

    def words_of(self, heading: str) -> str:
        """Return a heading as it is shown, without the numbering in front."""
        parts = self._apart(heading)
        return parts.shown[parts.words[0].start :] if parts.words else ""

    def _apart(self, heading: str) -> Heading:
        if heading not in self._parts:
            self._parts[heading] = take_apart(heading, self.words)
        return self._parts[heading]

    def _file_name(self, heading: str) -> HeadingVerdict | None:
        name = self.document.name.rsplit("/", 1)[-1]
        if "." not in name.strip(".") or heading.strip().casefold() != name.casefold():
            return None
        shown = heading.strip()
        reason = f'"{shown}" is the name of the file, not a heading.'
        return HeadingVerdict("H104", reason, {"shown": shown, "kind": "the file"})


@lru_cache(maxsize=64)
def file_name_says_something(title: str, words: HeadingWords) -> bool:
    """Tell whether a title made of a file name has a word that is neither generic nor one of file names."""
    tokens = tokenise(show(title.replace("_", " ")))
    numbering = frozenset[str]().union(*(one.keywords | one.plurals for one in words.numbering))
    empty = words.generic | words.modifiers | words.fillers | words.file_words | words.placeholders | numbering
    if joined(tokens) in words.phrases:
        return False
    names = [token.text for token in tokens if token.text not in empty and token.text.isalpha()]
    return any(len(name) > 1 or not name.isascii() for name in names)


@dataclass(frozen=True, slots=True)
class LibraryDocument:
    """What the rules about a library know of a document that was read.

    `chunks`, and how many of them stand under no heading, title lines aside; `sections` counts headings.
    `superseded_by` names the newer version that is in force, "" for none. `expired_on` is the end date that has passed,
    "" when none has.
    """

    name: str
    format: str
    chunks: int
    without_path: int
    sections: int
    superseded_by: str = ""
    expired_on: str = ""

    @property
    def is_current(self) -> bool:
        """Tell whether the document is neither superseded nor expired."""
        return not self.superseded_by and not self.expired_on


@dataclass(frozen=True, slots=True)
class LeafUse:
    """A heading without subsections, numbering aside, and the names of the current documents that have it."""

    heading: str
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LibraryView:
    """A library in figures: every document that was read, by name, and the leaf headings that several share.

    `passages` are the chunks to be compared with one another, None where they are not.
    """

    documents: tuple[LibraryDocument, ...]
    leaves: tuple[LeafUse, ...] = ()
    passages: Compared | None = None

    @property
    def current(self) -> frozenset[str]:
        """Return the names of the documents in force."""
        return frozenset(document.name for document in self.documents if document.is_current)


View = TypeVar("View", Subject, LibraryView)


@dataclass(frozen=True, slots=True)
class Rule(Generic[View]):
    """A rule of the audit: what it is called, how bad it is, and the thresholds it starts with.

    `check` recognises (yields findings) or declines (yields none); `about` says in words what it finds.
    """

    code: str
    severity: Severity
    scope: Scope
    about: str
    check: Callable[[View, Rule[View]], Iterable[Finding]]
    thresholds: Mapping[str, float] = field(default_factory=dict[str, float])

    def on_section(
        self, subject: Subject, section: Section, reason: str, mend: str | None = None, **facts: Fact
    ) -> Finding:
        """Return a finding about a section's heading."""
        return Finding(
            code=self.code,
            severity=self.severity,
            scope=self.scope,
            document=subject.document.name,
            reason=reason,
            heading=section.heading,
            heading_path=section.path,
            section=section.ordinal,
            place=section.place,
            facts=facts,
            mend=mend,
        )

    def on_chunk(self, subject: Subject, item: ContextChunk, reason: str, **facts: Fact) -> Finding:
        """Return a finding about a chunk."""
        path = item.path
        return Finding(
            code=self.code,
            severity=self.severity,
            scope=self.scope,
            document=subject.document.name,
            reason=reason,
            heading=path[-1] if path else "",
            heading_path=path,
            section=item.chunk.section if item.chunk.section >= 0 else None,
            chunk=item.chunk.index,
            place=item.chunk.place,
            facts=facts,
        )

    def on_document(self, document: str, reason: str, **facts: Fact) -> Finding:
        """Return a finding about a whole document, or about the library where `document` is empty."""
        return Finding(self.code, self.severity, self.scope, document, reason, facts=facts)
