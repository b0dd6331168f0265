"""The fields and the title that a Word document states about itself: core and custom properties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from explorer.core.model import Metadata
from explorer.core.parsing.docx.package import Package
from explorer.core.parsing.docx.xml import MalformedXmlError, Node
from explorer.core.parsing.metadata import FrontMatter, iso_date, metadata_of

# Names of custom properties and the field that each fills. The core property "revision" counts how often the file
# was saved and says nothing about the document's version.
_FIELDS = {
    "version": "version", "document_version": "version", "doc_version": "version", "revision": "version",
    "revision_number": "version", "effective": "effective_from", "effective_date": "effective_from",
    "effective_from": "effective_from", "valid_from": "effective_from", "in_force_from": "effective_from",
    "date_effective": "effective_from", "effective_to": "effective_to", "effective_until": "effective_to",
    "valid_to": "effective_to", "valid_until": "effective_to", "expires": "effective_to", "expiry": "effective_to",
    "expiry_date": "effective_to", "expiration_date": "effective_to", "language": "language", "access": "access",
    "access_label": "access", "classification": "access", "confidentiality": "access", "sensitivity": "access",
    "tags": "tags",
}  # fmt: skip
_MADE_UP = re.compile(
    r"(?:microsoft (?:word|powerpoint|excel)\b.*|untitled.*|unbenannt.*|document ?\d*|dokument ?\d*|word document"
    r"|.*\.(?:docx?|docm|dotx?|pdf|rtf|odt|html?))",
    re.IGNORECASE,
)


def read_properties(package: Package) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the stated fields by name ("title", "tags", "language", "version" …) and notes about damaged parts."""
    fields: dict[str, str] = {}
    notes: list[str] = []
    for link in package.relations("").values():
        reader = _READERS.get(link.kind)
        if reader is None or link.external:
            continue
        try:
            root = package.tree(link.target)
        except MalformedXmlError as error:
            notes.append(f"The document's properties could not be read: {error}.")
            continue
        for name, value in reader(root) if root else ():
            fields.setdefault(name, value)
    return fields, tuple(notes)


def _core(root: Node) -> Iterable[tuple[str, str]]:
    names = {"dc:title": "title", "dc:language": "language", "cp:keywords": "tags", "cp:version": "version"}
    for node in root.children:
        text = " ".join(node.text.split())
        if node.tag in names and text:
            yield names[node.tag], text


def _custom(root: Node) -> Iterable[tuple[str, str]]:
    for node in root.all("op:property"):
        field = _FIELDS.get(re.sub(r"[\s_-]+", "_", node.attributes.get("name", "").strip().lower()))
        text = " ".join(" ".join(child.text.split()) for child in node.children)
        if field and text:
            yield field, text


_READERS = {"core-properties": _core, "custom-properties": _custom, "customProperties": _custom}


def metadata_from(fields: Mapping[str, str], name: str) -> tuple[Metadata, tuple[str, ...]]:
    """Return a document's fields; a date that cannot be understood leaves a note."""
    notes: list[str] = []
    dates: dict[str, str | None] = {}
    for field in ("effective_from", "effective_to"):
        text = fields.get(field, "")
        dates[field] = iso_date(text)
        if text and dates[field] is None:
            notes.append(
                f'The date "{text}" in the document\'s properties was not understood (expected as 2026-03-01).'
            )
    stated = {key: fields[key] for key in ("version", "language", "access") if key in fields}
    tags = tuple(re.split(r"[;,]", fields.get("tags", "")))
    metadata, _ = metadata_of(FrontMatter(fields={**stated, "tags": tags}), name)
    return replace(metadata, effective_from=dates["effective_from"], effective_to=dates["effective_to"]), tuple(notes)


def trusted_title(stated: str, first_page: Iterable[str]) -> str:
    """Return the title in the properties when its words stand on the first page and no program made it up."""
    wanted = _plain(stated)
    if not wanted or _MADE_UP.fullmatch(stated.strip()):
        return ""
    return stated if wanted in _plain(" ".join(first_page)) else ""


def _plain(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
