"""What single elements are: headings, blocks, bold, hidden; and counts over everything below them."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.parsing.html.tree import LeftOut, Node, names_in

BLOCKS = frozenset(
    names_in(
        "address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset "
        "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing "
        "main menu nav noscript ol optgroup option p plaintext pre search section summary table tbody td "
        "tfoot th thead tr ul xmp"
    )
)
"""Elements that stand on lines of their own by the rendering rules of the HTML standard, and buttons."""
LISTS = frozenset({"ul", "ol", "menu", "dir"})
PREFORMATTED = frozenset({"pre", "listing", "xmp", "plaintext"})
_RANKS = {f"h{level}": level for level in range(1, 7)}
_COMPOUNDS = frozenset({"table", "blockquote", "figure", "dl"}) | PREFORMATTED
_CONTROLS = frozenset({"button", "input"})
_BOLD = frozenset({"b", "strong"})
_BOLD_WEIGHTS = frozenset({"bold", "bolder", "600", "700", "800", "900", "1000"})
# By the accessibility rules an element with role=heading and no level has the second.
_LEVEL_OF_ROLE = 2


def heading_level(node: Node) -> int:
    """Return the level of a heading element, 0 for others; ARIA's role and level win over the element's name."""
    rank = _RANKS.get(node.tag, 0)
    if not node.attributes:
        return rank
    role = node.get("role").strip().lower()
    if role == "heading" or (rank and not role):
        stated = node.get("aria-level").strip()
        valid = stated.isascii() and stated.isdigit() and len(stated) < 3 and int(stated) > 0
        return int(stated) if valid else rank or _LEVEL_OF_ROLE
    return 0 if role in ("presentation", "none", "doc-subtitle") else rank or _outline_level(node)


def _outline_level(node: Node) -> int:
    """Return the outline level that a word processor gives a paragraph of its own style, 0 for none."""
    level = style_of(node).get("mso-outline-level", "") if node.tag in ("p", "div") else ""
    return int(level) if level.isascii() and level.isdigit() and len(level) == 1 else 0


def style_of(node: Node) -> dict[str, str]:
    """Return the declarations of an element's own style attribute, names and values in lower case."""
    written = node.attributes.get("style")
    if not written:
        return {}
    pairs = (declaration.partition(":") for declaration in written.lower().split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, _, value in pairs if value}


def is_bold(node: Node) -> bool:
    """Tell whether an element sets its text in bold."""
    return node.tag in _BOLD or style_of(node).get("font-weight") in _BOLD_WEIGHTS


def is_block(node: Node) -> bool:
    """Tell whether an element begins and ends a line."""
    return node.tag in BLOCKS or style_of(node).get("display", "") in ("block", "flex", "grid", "list-item", "table")


def count_below(nodes: Sequence[Node]) -> None:
    """Fill in the counts of all nodes; `nodes` has parents before their children, and what is hidden marked."""
    for node in nodes:
        node.words = node.link_words = node.headings = node.compounds = node.controls = 0
    for node in reversed(nodes):
        if node.tag:
            _count_element(node)
        else:
            node.words = _count_words(node.text)
        parent = node.parent
        if parent is None:
            continue
        parent.controls += node.controls
        if node.left_out is LeftOut.NO:
            parent.words += node.words
            parent.link_words += node.link_words
            parent.headings += node.headings
            parent.compounds += node.compounds


def _count_element(node: Node) -> None:
    """Count the element itself, everything below it being counted."""
    if node.tag == "a" and "href" in node.attributes:
        node.link_words = node.words
    if heading_level(node):
        node.headings += 1
        node.compounds += 1
    elif node.tag in _COMPOUNDS:
        node.compounds += 1
    if node.tag in _CONTROLS or node.attributes.get("role") == "button":
        node.controls += 1


def _count_words(text: str) -> int:
    """Count words; scripts without blanks between words are counted by their length."""
    words = text.split()
    return max(len(words), sum(map(len, words)) // 12) if len(text) > 12 else len(words)
