"""Reads web pages: HTML and XHTML, as saved from a browser or made by a tool.

Guarantees (kept by property tests): blocks come in document order; no word is lost but those that are marked as
hidden or as the site's furniture, which are counted in the notes; places are spans of the reading text. Nothing is
fetched, no script runs. Time is linear in the size of the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, Metadata, ParsedDocument, TitleSource
from explorer.core.parsing.html.encoding import decode_html
from explorer.core.parsing.html.flow import Part, parts_of
from explorer.core.parsing.html.furniture import LeftOutWords, leave_out
from explorer.core.parsing.html.metadata import page_metadata
from explorer.core.parsing.html.outline import write_parts
from explorer.core.parsing.html.tree import Node, in_order, tree_of_html
from explorer.core.parsing.html.xml import tree_of_xml
from explorer.core.parsing.metadata import choose_title, single_top_heading
from explorer.core.parsing.reading import ReadingText
from explorer.core.tokens import is_blank

EMPTY_NOTE = "empty: there is no text in this file"
_XHTML = frozenset({".xhtml", ".xht"})
_OTHER_KINDS = ((b"%pdf-", "a PDF file"), (b"{\\rtf", "an RTF file"), (b"pk\x03\x04", "a ZIP archive"))
_DEEP_NOTE = "Elements are nested too deeply; the innermost were read as if they stood one after another."
# Names that programs give to pages which nobody named.
_NO_TITLES = frozenset(
    ("untitled document", "untitled", "untitled page", "new page", "new page 1", "no title", "document", "title")
)


@dataclass(frozen=True, slots=True)
class Page:
    """What one page says: its parts in order, its own title (may be empty), fields, what was left out, notes.

    `own_headings`: there are heading elements in it.
    """

    parts: tuple[Part, ...]
    title: str
    metadata: Metadata
    left_out: LeftOutWords
    own_headings: bool
    notes: tuple[str, ...] = ()


def read_html(data: bytes, name: str) -> ParsedDocument:
    """Read a page; one without words has no blocks.

    Raises `UnreadableDocumentError` when it is no text, a web archive, or a frameset, whose text is in other files.
    """
    _refuse_others(data, name)
    page = read_page(data, name)
    reading = ReadingText()
    evidence = write_parts(page.parts, reading)
    blocks = tuple(reading.blocks)
    headings = [(block.level, block.text) for block in blocks if block.kind is BlockKind.HEADING]
    title, title_source = choose_title(_titles(page.title, headings), name)
    empty = all(is_blank(block.text) for block in blocks)
    return ParsedDocument(
        name=name,
        format="html",
        title=title,
        title_source=title_source,
        blocks=blocks,
        metadata=page.metadata,
        evidence=evidence,
        notes=(*page.notes, *page.left_out.notes(), *(EMPTY_NOTE,) * empty),
        source_text=reading.text,
    )


def read_page(
    data: bytes, name: str, *, keep_something: bool = True, anchors: Mapping[str, Part] | None = None
) -> Page:
    """Read a page's parts; raises as `read_html` does.

    `keep_something`: a page of nothing but menus is read after all, instead of having no parts. `anchors`: headings
    by the ids before which they belong, for a page that has no headings of its own.
    """
    root, notes = _tree(data, name)
    nodes = in_order(root)
    _refuse_framesets(nodes, name)
    metadata, field_notes = page_metadata(root, nodes, name)
    left_out = leave_out(root, keep_something=keep_something)
    own_headings = root.headings > 0
    parts = tuple(parts_of(root, None if own_headings else anchors))
    return Page(parts, title_of(nodes), metadata, left_out, own_headings, (*notes, *field_notes))


def _tree(data: bytes, name: str) -> tuple[Node, tuple[str, ...]]:
    """Return the page's elements and notes; what is well-formed XHTML is read as such."""
    decoded = decode_html(data, name)
    declared = decoded.text.lstrip().startswith("<?xml")
    if declared or PurePosixPath(name).suffix.lower() in _XHTML:
        text = decoded.text.partition("?>")[2] if declared else decoded.text
        tree = tree_of_xml(text.lstrip().encode())
        if tree is not None:
            return tree, decoded.notes
    root, deep = tree_of_html(decoded.text)
    return root, (*decoded.notes, _DEEP_NOTE) if deep else decoded.notes


def title_of(nodes: Sequence[Node]) -> str:
    """Return the words of the page's `title` element, or the empty string for what programs write there."""
    for node in nodes:
        if node.tag == "title" and node.parent is not None and node.parent.tag != "svg":
            title = " ".join("".join(child.text for child in node.children).split())
            made = title.casefold() in _NO_TITLES or title.startswith("Microsoft Word - ")
            return "" if made else title
    return ""


def _titles(title: str, headings: Sequence[tuple[int, str]]) -> list[tuple[str, TitleSource]]:
    """Return what may be the title, in order: the page's own, the first heading of level 1, the only top heading."""
    first = next((text for level, text in headings if level == 1 and text), "")
    return [
        (title, TitleSource.PROPERTIES),
        (first, TitleSource.HEADING),
        (single_top_heading(headings), TitleSource.HEADING),
    ]


def _refuse_others(data: bytes, name: str) -> None:
    """Refuse a web archive (its first lines are those of a mail) and files of other kinds under a page's name."""
    head = data[:4096].lstrip().lower()
    if head.startswith((b"from:", b"mime-version:", b"subject:", b"content-type:")) and b"multipart/related" in head:
        raise UnreadableDocumentError(
            f"{name} is a web archive (MHTML), which cannot be read.", "Open it in a browser and save it as HTML."
        )
    for beginning, kind in _OTHER_KINDS:
        if head.startswith(beginning):
            raise UnreadableDocumentError(f"{name} is no web page but {kind}.", "Give it the suffix of its kind.")


def _refuse_framesets(nodes: Sequence[Node], name: str) -> None:
    if not any(node.tag == "frameset" for node in nodes):
        return
    sources = [node.get("src") for node in nodes if node.tag == "frame" and node.get("src")]
    files = f"Its frames are {', '.join(sources[:10])}." if sources else ""
    raise UnreadableDocumentError(f"{name} is a frameset: its text is in other files.", files)
