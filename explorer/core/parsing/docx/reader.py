"""Reads Word documents (.docx, .docm): the structure that styles, outline levels and number lists state.

Guarantees: blocks come in the order of the text; a block's place is its span in the reading text; macros, embedded
files, pictures and links are never opened; only `UnreadableDocumentError` comes out of damaged files.

Headers, footers, comments, deleted and hidden text are left out, as are tables of contents. Strict and
transitional packages read the same. Only the standard library is used: python-docx refuses documents with macros and
strict ones, and stops at 256 nested elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import Block, BlockKind, ParsedDocument, TitleSource
from explorer.core.parsing.docx.blocks import BlockWriter
from explorer.core.parsing.docx.content import Item, NoteKey, Paragraph, paragraphs_of
from explorer.core.parsing.docx.headings import Plan, largest_line, plan
from explorer.core.parsing.docx.numbering import Numbering
from explorer.core.parsing.docx.package import Package, Relation
from explorer.core.parsing.docx.properties import metadata_from, read_properties, trusted_title
from explorer.core.parsing.docx.scan import Scanned, Scanner
from explorer.core.parsing.docx.styles import Styles
from explorer.core.parsing.docx.xml import MalformedXmlError, Node
from explorer.core.parsing.metadata import choose_title, single_top_heading
from explorer.core.tokens import is_blank

_MOST_FIRST_PAGE = 60


def read_docx(data: bytes, name: str) -> ParsedDocument:
    """Read a Word document; a blank one has no blocks. Raises `UnreadableDocumentError` when it is none or damaged."""
    package = Package(data, name)
    parts = _Parts(package)
    styles = Styles(parts.tree("styles"))
    scanner = Scanner(styles, Numbering(parts.tree("numbering")))
    scanned = _scan_main(package, scanner)
    items = _with_diagrams(scanned, parts)
    planned = plan(items, contents_left_open=scanned.contents_left_open)
    writer = BlockWriter(styles, parts.notes(scanner))
    writer.write(planned)
    blocks = tuple(writer.reading.blocks)
    fields, property_notes = read_properties(package)
    metadata, field_notes = metadata_from(fields, name)
    title, title_source = _title(fields.get("title", ""), planned, blocks, name)
    return ParsedDocument(
        name=name,
        format="docx",
        title=title,
        title_source=title_source,
        blocks=blocks,
        metadata=metadata,
        evidence="bold lines" if planned.evidence == "none" and writer.run_ins else planned.evidence,
        notes=(*_notes(scanned, blocks), *parts.problems, *property_notes, *field_notes),
        source_text=writer.reading.text,
    )


def _scan_main(package: Package, scanner: Scanner) -> Scanned:
    data = package.read(package.main) or b""
    try:
        scanned = scanner.scan(data)
    except MalformedXmlError as error:
        raise UnreadableDocumentError(f"{package.name} is damaged.", f"In the part of its text {error}.") from error
    if not scanned.is_document:
        raise UnreadableDocumentError(f"{package.name} is not a Word document.", "Its main part holds something else.")
    return scanned


class _Parts:
    """The parts beside the text; one that is broken is left out and named in `problems`."""

    def __init__(self, package: Package) -> None:
        self.problems: list[str] = []
        self._package = package
        self._links = package.relations(package.main)

    def _linked(self, kind: str) -> Iterator[Relation]:
        return (link for link in self._links.values() if link.kind == kind and not link.external)

    def tree(self, kind: str) -> Node | None:
        """Return the root of the part of a kind ("styles"), or None."""
        path = next((link.target for link in self._linked(kind)), "")
        return self._tree(path) if path else None

    def _tree(self, path: str) -> Node | None:
        try:
            return self._package.tree(path)
        except MalformedXmlError as error:
            self.problems.append(f"The part {path} was left out: {error}.")
            return None

    def notes(self, scanner: Scanner) -> dict[NoteKey, Sequence[Item]]:
        """Return the content of all foot- and endnotes."""
        found: dict[NoteKey, Sequence[Item]] = {}
        for kind in ("footnote", "endnote"):
            for link in self._linked(f"{kind}s"):
                data = self._package.read(link.target)
                try:
                    scanned = scanner.scan(data) if data else Scanned()
                except MalformedXmlError as error:
                    self.problems.append(f"The part {link.target} was left out: {error}.")
                    continue
                found.update({(kind, key): items for key, items in scanned.notes.items()})
        return found

    def diagram(self, link_id: str) -> str:
        """Return the words of a diagram, one line a shape."""
        link = self._links.get(link_id)
        root = self._tree(link.target) if link is not None and not link.external else None
        points = [node for node in root.walk() if node.tag == "dgm:pt"] if root else []
        texts = (" ".join(part.text for part in point.walk() if part.tag == "a:t").strip() for point in points)
        return "\n".join(text for text in texts if text)


def _with_diagrams(scanned: Scanned, parts: _Parts) -> list[Item]:
    """Return the items with the words of diagrams behind the paragraphs that hold these."""
    items = list(scanned.items)
    if not scanned.diagrams:
        return items
    at: dict[int, list[Item]] = {}
    for place, link_id in scanned.diagrams:
        text = parts.diagram(link_id)
        if text:
            at.setdefault(min(place, len(items)), []).append(Paragraph(text=text, style=scanned.plain, inside=True))
    return [item for place in range(len(items) + 1) for item in (*at.get(place, ()), *items[place : place + 1])]


def _title(stated: str, planned: Plan, blocks: Sequence[Block], name: str) -> tuple[str, TitleSource]:
    first_page = [item.text for item in paragraphs_of(list(planned.items)) if item.page == 1][:_MOST_FIRST_PAGE]
    headings = [(block.level, block.text) for block in blocks if block.kind is BlockKind.HEADING]
    candidates = (
        (trusted_title(stated, first_page), TitleSource.PROPERTIES),
        (planned.title, TitleSource.HEADING),
        (single_top_heading(headings), TitleSource.HEADING),
        (largest_line(planned.items), TitleSource.LARGEST_LINE),
    )
    return choose_title(candidates, name)


def _notes(scanned: Scanned, blocks: Sequence[Block]) -> Iterator[str]:
    if all(is_blank(block.text) for block in blocks):
        yield "empty: there is no text in this file"
    if scanned.tracked:
        yield "Tracked changes were read as if accepted."
    if scanned.hidden:
        yield "Hidden text was left out."
    if scanned.embedded:
        yield f"{len(scanned.embedded)} embedded document(s) (altChunk) were not read: open and save the file in Word."
