"""Fields that a page's head states, by the names that Dublin Core, Open Graph and HTML give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.core.model import Metadata
from explorer.core.parsing.html.tree import Node, names_in
from explorer.core.parsing.metadata import FrontMatter, iso_date, metadata_of

# By order of trust: when the text came into force, when it was changed, when it appeared.
_FROM = names_in(
    "effective effective-date effective_date effective-from effective_from valid-from dcterms.valid-from "
    "article:modified_time datemodified dcterms.modified dc.date.modified last-modified og:updated_time "
    "dcterms.date dc.date date dcterms.issued dc.date.issued article:published_time datepublished "
    "citation_publication_date citation_date"
)
_TO = names_in(
    "effective-to effective_to effective-until valid-to valid-until expires expiry expiration-date "
    "article:expiration_time"
)
_VERSION = names_in("version revision dcterms.hasversion dc.version document-version")
_LANGUAGE = names_in("dc.language dcterms.language language content-language")
_ACCESS = names_in("access access-label dcterms.accessrights classification")
_TAGS = names_in("keywords news_keywords dc.subject dcterms.subject article:tag")


def page_metadata(root: Node, nodes: Sequence[Node], name: str) -> tuple[Metadata, tuple[str, ...]]:
    """Return the fields of a page and notes about dates that were not understood."""
    stated = _stated(nodes)
    notes: list[str] = []
    fields: dict[str, str | tuple[str, ...]] = {
        "version": _first(stated, _VERSION),
        "date": _date(stated, _FROM, notes),
        "effective_to": _date(stated, _TO, notes),
        "language": _language(root, stated),
        "access": _first(stated, _ACCESS),
        "tags": ",".join(value for key in _TAGS for value in stated.get(key, ())),
    }
    metadata, _ = metadata_of(FrontMatter(fields=fields), name)
    return metadata, tuple(notes)


def _stated(nodes: Sequence[Node]) -> dict[str, list[str]]:
    """Return what the page's `meta` elements say, by their names; what they tell the browser does not count."""
    found: dict[str, list[str]] = {}
    for node in nodes:
        if node.tag == "meta" and node.get("content").strip():
            key = node.get("name") or node.get("property") or node.get("itemprop")
            if key:
                found.setdefault(key.strip().lower(), []).append(" ".join(node.get("content").split()))
            elif node.get("http-equiv").lower() == "content-language":
                found.setdefault("content-language", []).append(node.get("content").strip())
    return found


def _first(stated: Mapping[str, Sequence[str]], keys: Sequence[str]) -> str:
    return next((stated[key][0] for key in keys if key in stated), "")


def _date(stated: Mapping[str, Sequence[str]], keys: Sequence[str], notes: list[str]) -> str:
    """Return the first date that can be read; one that cannot is told when there is no other."""
    written = [stated[key][0] for key in keys if key in stated]
    found = next((date for date in map(iso_date, written) if date), "")
    if written and not found:
        notes.append(f'The date "{written[0]}" in the page\'s head was not understood (expected as 2026-03-01).')
    return found


def _language(root: Node, stated: Mapping[str, Sequence[str]]) -> str:
    """Return the language of the page as its root says, else its body, else its head."""
    for node in (root, *(child for child in root.children if child.tag == "body")):
        if node.get("lang").strip():
            return node.get("lang").strip()
    return _first(stated, _LANGUAGE).partition(",")[0].strip()
