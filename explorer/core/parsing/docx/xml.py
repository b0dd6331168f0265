"""XML of Office packages: names made short, entities and document types refused, no limit on depth.

Expat is used because it calls back without recursion (libxml2 stops at 2,048 nested elements), never fetches
anything and reads a part in one pass. ISO/IEC 29500 forbids document type definitions in packages (part 2, 9.1.5),
so a part that has one is refused before an entity could be expanded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

Attributes = Mapping[str, str]

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/drawingml/2006/diagram": "dgm",
    "http://purl.oclc.org/ooxml/drawingml/diagram": "dgm",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/package/2006/relationships": "rel",
    "http://schemas.openxmlformats.org/package/2006/metadata/core-properties": "cp",
    "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties": "op",
    "http://purl.oclc.org/ooxml/officeDocument/customProperties": "op",
    "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes": "vt",
    "http://purl.oclc.org/ooxml/officeDocument/docPropsVTypes": "vt",
    "http://purl.org/dc/elements/1.1/": "dc",
    "urn:schemas-microsoft-com:vml": "v",
}


# Those that the standard allows (part 2, 9.1.4), and two that some tools write.
_ENCODINGS = frozenset({"utf-8", "utf-16", "us-ascii", "iso-8859-1"})


class MalformedXmlError(Exception):
    """A part is not well-formed, or holds what packages must not hold; the message says which."""


class _Names(dict[str, str]):
    """Expat's names ("namespace local") as prefixed ones ("w:p"); strict and transitional documents read the same."""

    def __missing__(self, name: str) -> str:
        namespace, _, local = name.rpartition(" ")
        prefix = _PREFIXES.get(namespace, namespace)
        self[name] = short = f"{prefix}:{local}" if prefix else local
        return short


def parse_events(
    data: bytes,
    start: Callable[[str, Attributes], None],
    end: Callable[[str], None],
    text: Callable[[str], None],
) -> None:
    """Call back for each element and text of `data` in order; raises `MalformedXmlError`."""
    names = _Names()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.buffer_size = 1 << 16

    def started(name: str, attributes: dict[str, str]) -> None:
        start(names[name], {names[key]: value for key, value in attributes.items()} if attributes else attributes)

    def refuse(*_: object) -> None:
        raise MalformedXmlError("it holds a document type definition, which Office files must not have")

    parser.StartElementHandler = started
    parser.EndElementHandler = lambda name: end(names[name])
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse
    parser.XmlDeclHandler = _check_encoding
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise MalformedXmlError(f"its XML is broken ({error})") from error


def _check_encoding(_: str, encoding: str | None, __: int) -> None:
    if encoding and encoding.lower() not in _ENCODINGS:
        raise MalformedXmlError(f"its encoding {encoding} is none that Office files have")


@dataclass(slots=True)
class Node:
    """An element of a small part: `tag` with its prefix, its own text, its children in order."""

    tag: str
    attributes: Attributes
    children: list[Node] = field(default_factory=list["Node"])
    text: str = ""

    def child(self, *path: str) -> Node | None:
        """Return the first element at the end of `path`, one tag a step, or None."""
        node: Node | None = self
        for tag in path:
            node = next((child for child in node.children if child.tag == tag), None) if node else None
        return node

    def value(self, *path: str) -> str | None:
        """Return the `w:val` of the first element at the end of `path`; None when element or value is absent."""
        node = self.child(*path)
        return node.attributes.get("w:val") if node else None

    def all(self, tag: str) -> Iterator[Node]:
        """Yield the children with that tag."""
        return (child for child in self.children if child.tag == tag)

    def walk(self) -> Iterator[Node]:
        """Yield this element and all below it in document order."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


def parse_tree(data: bytes) -> Node:
    """Return a small part's root element; raises `MalformedXmlError`."""
    root = Node("", {})
    opened = [root]

    def start(tag: str, attributes: Attributes) -> None:
        node = Node(tag, attributes)
        opened[-1].children.append(node)
        opened.append(node)

    def end(_: str) -> None:
        opened.pop()

    def text(piece: str) -> None:
        opened[-1].text += piece

    parse_events(data, start, end, text)
    return root.children[0]


def is_on(value: str | None) -> bool:
    """Tell what an on/off property says by its `w:val`; without a value it is on."""
    return value is None or value.lower() not in ("0", "false", "off", "none")


def whole_number(text: str | None) -> int | None:
    """Return a decimal number of at most nine digits, or None for anything else."""
    if text is None:
        return None
    digits = text.strip()
    unsigned = digits.removeprefix("-")
    return int(digits) if unsigned.isascii() and unsigned.isdigit() and len(unsigned) < 10 else None


def indent_of(attributes: Attributes) -> int:
    """Return the left indent that a `w:ind` states, in twentieths of a point."""
    return whole_number(attributes.get("w:left") or attributes.get("w:start")) or 0
