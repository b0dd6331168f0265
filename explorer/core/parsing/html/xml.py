"""Well-formed XHTML as XML, because there `<title/>` and `<a id="x"/>` are complete elements.

Nothing is fetched; entities that a document defines are not expanded.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Protocol, cast

from explorer.core.parsing.html.tree import Node

# lxml states no types.
_etree: Any = import_module("lxml.etree")
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})


class XmlElement(Protocol):
    """What is used of lxml's elements; `tag` is a name, or a function for entities."""

    tag: object
    text: str | None
    tail: str | None

    @property
    def attrib(self) -> dict[str, str]:
        """Return the attributes."""
        ...

    def __iter__(self) -> Iterator[XmlElement]:
        """Yield the children."""
        ...


def parse_xml(data: bytes) -> XmlElement | None:
    """Return the root of an XML document, or None when it is not well-formed."""
    parser = _etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        return cast("XmlElement", _etree.fromstring(data, parser))
    except (_etree.XMLSyntaxError, ValueError):
        return None


def tree_of_xml(data: bytes) -> Node | None:
    """Read well-formed XHTML; None when it is not well-formed or not XHTML."""
    root = parse_xml(data)
    if root is None:
        root = parse_xml(_without_named_entities(data))
    if root is None or local_name(root) != "html":
        return None
    return _from_lxml(root)


def local_name(element: XmlElement) -> str:
    """Return an element's name in lower case, without its namespace; empty for entities."""
    return _local(element.tag) if isinstance(element.tag, str) else ""


def local_attributes(element: XmlElement) -> dict[str, str]:
    """Return the attributes by their names in lower case, without namespaces."""
    return {_local(name): value for name, value in element.attrib.items()}


def _local(name: str) -> str:
    return name.rpartition("}")[2].lower()


def _without_named_entities(data: bytes) -> bytes:
    """Replace entities by HTML's names, which an XML file without the DTD of XHTML has no right to but often uses."""
    parts = data.split(b"&")
    for index in range(1, len(parts)):
        name, mark, rest = parts[index].partition(b";")
        if mark and name.isalnum() and len(name) < 32 and name.decode("ascii") not in _XML_ENTITIES:
            signs = html.unescape(f"&{name.decode('ascii')};")
            if not signs.startswith("&"):
                parts[index] = b"".join(b"#%d;&" % ord(sign) for sign in signs)[:-1] + rest
    return b"&".join(parts)


def _from_lxml(root: XmlElement) -> Node:
    top = _xml_element(root)
    stack = [(top, iter(root))]
    if root.text:
        _add_text(top, root.text)
    while stack:
        node, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            continue
        if not local_name(child):
            _add_text(node, html.unescape(child.text or ""))
        else:
            element = _xml_element(child)
            element.parent = node
            node.children.append(element)
            _add_text(element, child.text or "")
            stack.append((element, iter(child)))
        _add_text(node, child.tail or "")
    return top


def _add_text(parent: Node, text: str) -> None:
    if text:
        parent.children.append(Node("", text=text, parent=parent))


def _xml_element(element: XmlElement) -> Node:
    return Node(local_name(element), attributes=local_attributes(element))
