"""An EPUB's package: which files are its chapters, in which order, what it says about itself (EPUB 2 and 3).

Sources: Open Container Format and Package Documents of the EPUB 3.3 standard; NCX of EPUB 2. Nothing is fetched, and
no more is unpacked than a book can hold.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from explorer.core.errors import UnreadableDocumentError
from explorer.core.parsing.html.xml import XmlElement, local_attributes, local_name, parse_xml

_MOST_OF_A_FILE = 64 * 1024 * 1024
_MOST_OF_ALL = 256 * 1024 * 1024
_MOST_FILES = 50_000
_CHAPTERS = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document"})
# Fonts garbled by these are no protection of the text.
_FONT_ALGORITHMS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


class Container:
    """A book's files by their paths; what is unpacked in all is bounded."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self._left = _MOST_OF_ALL
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
            raise UnreadableDocumentError(f"{name} is damaged: it is no EPUB ({error}).") from error
        infos = self._zip.infolist()
        if len(infos) > _MOST_FILES:
            raise UnreadableDocumentError(f"{name} holds {len(infos):,} files, more than a book can have.")
        self._infos = {info.filename: info for info in infos}
        self._lower = {info.filename.lower(): info for info in infos}

    def names(self) -> list[str]:
        """Return the paths of all files."""
        return list(self._infos)

    def holds(self, path: str) -> bool:
        """Tell whether there is such a file; letter case counts only where two differ in nothing else."""
        return self._info(path) is not None

    def _info(self, path: str) -> zipfile.ZipInfo | None:
        return self._infos.get(path) or self._lower.get(path.lower())

    def read(self, path: str) -> bytes:
        """Unpack a file; raises `UnreadableDocumentError` when it is encrypted, damaged or far too large."""
        info = self._info(path)
        if info is None:
            raise UnreadableDocumentError(f"{self._name} is damaged: it does not hold {path}.")
        if info.flag_bits & 1:
            raise UnreadableDocumentError(f"{self._name} is encrypted with a password and cannot be read.")
        most = min(_MOST_OF_A_FILE, self._left)
        if info.file_size > most:
            raise UnreadableDocumentError(f"{self._name} unpacks to more than a book can hold ({path}).")
        try:
            with self._zip.open(info) as file:
                data = file.read(most + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
            raise UnreadableDocumentError(f"{self._name} is damaged: {path} cannot be unpacked ({error}).") from error
        self._left -= len(data)
        return data

    def xml(self, path: str) -> XmlElement:
        """Return the root of an XML file; raises `UnreadableDocumentError` when it is none."""
        root = parse_xml(self.read(path))
        if root is None:
            raise UnreadableDocumentError(f"{self._name} is damaged: {path} is not well-formed.")
        return root


@dataclass(frozen=True, slots=True)
class TocEntry:
    """A line of the table of contents: the file and the id in it that it leads to, its depth from 1, its words."""

    path: str
    anchor: str
    level: int
    label: str


@dataclass(frozen=True, slots=True)
class Package:
    """What the package says. `chapters` are paths in reading order, tables of contents left out.

    `fields`: texts by the names of Dublin Core ("title", "language", "date" …) and of `meta` elements, in lower case.
    """

    chapters: tuple[str, ...]
    toc: tuple[TocEntry, ...]
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    notes: tuple[str, ...] = ()

    def text(self, *names: str) -> str:
        """Return the first of the fields that is there, or the empty string."""
        return next((self.fields[name][0] for name in names if self.fields.get(name)), "")


def read_package(container: Container, name: str) -> Package:
    """Read the package; raises `UnreadableDocumentError` when it is damaged or its chapters are protected."""
    path = _package_path(container, name)
    root = container.xml(path)
    items = _manifest(root, path)
    chapters, notes = _chapters(root, path, items, container)
    _refuse_protected(container, chapters, name)
    toc = _toc(root, items, container)
    return Package(chapters, toc, _fields(root), notes)


def _below(element: XmlElement) -> Iterator[XmlElement]:
    """Yield all elements below, in document order."""
    waiting = list(reversed(list(element)))
    while waiting:
        child = waiting.pop()
        yield child
        waiting.extend(reversed(list(child)))


def _named(element: XmlElement, *names: str) -> list[XmlElement]:
    return [child for child in _below(element) if local_name(child) in names]


def _text(element: XmlElement) -> str:
    parts = [element.text or ""]
    for child in _below(element):
        parts += [child.text or "" if local_name(child) else "", child.tail or ""]
    return " ".join("".join(parts).split())


def _package_path(container: Container, name: str) -> str:
    """Return where the package document is: as the container says, else the only one there."""
    if container.holds("META-INF/container.xml"):
        for rootfile in _named(container.xml("META-INF/container.xml"), "rootfile"):
            path = unquote(local_attributes(rootfile).get("full-path", ""))
            if container.holds(path):
                return path
    packages = [path for path in container.names() if path.lower().endswith(".opf")]
    if not packages:
        raise UnreadableDocumentError(f"{name} is no EPUB: it has no package document.")
    return packages[0]


@dataclass(frozen=True, slots=True)
class _Item:
    path: str
    media_type: str
    properties: tuple[str, ...]


def _resolved(base: str, href: str) -> str:
    """Return the path that an address in the file `base` leads to, its fragment aside."""
    path = unquote(href.partition("#")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), path)) if path else base


def _manifest(root: XmlElement, base: str) -> dict[str, _Item]:
    items: dict[str, _Item] = {}
    for manifest in _named(root, "manifest"):
        for item in _named(manifest, "item"):
            given = local_attributes(item)
            path = _resolved(base, given.get("href", ""))
            kinds = tuple(given.get("properties", "").split())
            items[given.get("id", "")] = _Item(path, given.get("media-type", "").lower(), kinds)
    return items


def _chapters(
    root: XmlElement, base: str, items: Mapping[str, _Item], container: Container
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the chapters in reading order, and notes about those that are not there."""
    tables = {
        _resolved(base, local_attributes(reference).get("href", ""))
        for guide in _named(root, "guide")
        for reference in _named(guide, "reference")
        if local_attributes(reference).get("type", "").lower() == "toc"
    }
    chapters: list[str] = []
    missing: list[str] = []
    for reference in (child for spine in _named(root, "spine") for child in _named(spine, "itemref")):
        item = items.get(local_attributes(reference).get("idref", ""))
        if item is None or item.media_type not in _CHAPTERS or "nav" in item.properties or item.path in tables:
            continue
        (chapters if container.holds(item.path) else missing).append(item.path)
    notes = tuple(f"The chapter {path} is missing from the book." for path in missing)
    return tuple(dict.fromkeys(chapters)), notes


def _refuse_protected(container: Container, chapters: tuple[str, ...], name: str) -> None:
    """Refuse a book whose chapters are encrypted; garbled fonts do not matter."""
    if not container.holds("META-INF/encryption.xml"):
        return
    wanted = {path.lower() for path in chapters}
    for encrypted in _named(container.xml("META-INF/encryption.xml"), "encrypteddata"):
        methods = [local_attributes(method).get("algorithm", "") for method in _named(encrypted, "encryptionmethod")]
        references = [local_attributes(one).get("uri", "") for one in _named(encrypted, "cipherreference")]
        paths = {posixpath.normpath(unquote(reference)).lower() for reference in references}
        if paths & wanted and not all(method in _FONT_ALGORITHMS for method in methods):
            raise UnreadableDocumentError(
                f"{name} is protected: its chapters are encrypted (DRM).", "Only its owner's reader can open it."
            )


def _fields(root: XmlElement) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for metadata in _named(root, "metadata"):
        for element in _below(metadata):
            given = local_attributes(element)
            is_meta = local_name(element) == "meta"
            key = (given.get("property") or given.get("name") or "") if is_meta else local_name(element)
            value = given.get("content", "") if is_meta and "content" in given else _text(element)
            if is_meta and given.get("refines"):
                continue
            if key and value.strip():
                found.setdefault(key.lower(), []).append(" ".join(value.split()))
    return {key: tuple(values) for key, values in found.items()}


def _toc(root: XmlElement, items: Mapping[str, _Item], container: Container) -> tuple[TocEntry, ...]:
    """Return the table of contents: the navigation document's (EPUB 3), else the NCX's; empty without either."""
    for item in items.values():
        if "nav" in item.properties and container.holds(item.path):
            tree = parse_xml(container.read(item.path))
            entries = _nav_entries(tree, item.path) if tree is not None else ()
            if entries:
                return entries
    stated = [local_attributes(spine).get("toc", "") for spine in _named(root, "spine")]
    named = [items[key] for key in stated if key in items]
    others = [item for item in items.values() if item.media_type == "application/x-dtbncx+xml"]
    for item in (*named, *others):
        tree = parse_xml(container.read(item.path)) if container.holds(item.path) else None
        if tree is not None:
            return _ncx_entries(tree, item.path)
    return ()


def _nav_entries(tree: XmlElement, base: str) -> tuple[TocEntry, ...]:
    for nav in _named(tree, "nav"):
        if "toc" in local_attributes(nav).get("type", "").split():
            return tuple(_entries(nav, base, container="ol", label=("a", "span"), target="href"))
    return ()


def _ncx_entries(tree: XmlElement, base: str) -> tuple[TocEntry, ...]:
    maps = _named(tree, "navmap")
    return tuple(_entries(maps[0], base, container="navpoint", label=("navlabel",), target="src")) if maps else ()


def _entries(top: XmlElement, base: str, *, container: str, label: tuple[str, ...], target: str) -> Iterator[TocEntry]:
    """Yield the entries; `container` is the element that makes its inside one level deeper."""
    waiting: list[tuple[XmlElement, int]] = [(child, 0) for child in reversed(list(top))]
    words = ""
    while waiting:
        element, depth = waiting.pop()
        name, given = local_name(element), local_attributes(element)
        depth += name == container
        if name in label:
            words = _text(element)
        if given.get(target) and depth:
            anchor = unquote(given[target].partition("#")[2])
            yield TocEntry(_resolved(base, given[target]), anchor, depth, words)
        if name not in label:
            waiting.extend((child, depth) for child in reversed(list(element)))
