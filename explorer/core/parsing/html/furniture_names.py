"""Furniture that a page's classes, ids and labels name: what tools and site builders write around a document."""

from __future__ import annotations

from explorer.core.parsing.html.tree import Node, names_in

# Whole names, as DocBook, publican, Sphinx, MediaWiki, Docusaurus, MkDocs, WordPress and others write them.
_NAVIGATION = frozenset(
    names_in(
        "navheader navfooter docnav sphinxsidebar breadcrumb breadcrumbs breadcrumb-nav skip-link skiplink "
        "skip-nav skip-to-content skip-to-main mw-jump-link jump-to-nav mw-editsection catlinks mw-portlet "
        "vector-menu vector-dropdown interlanguage-link printfooter navbox vector-toc mw-navigation mw-footer "
        "sitesub contentsub prev-next-area prev-next-bottom rst-footer-buttons pagination pagination-nav "
        "post-navigation site-navigation main-navigation navbar nav-menu main-menu menu-main topnav "
        "md-sidebar theme-doc-breadcrumbs theme-doc-toc-desktop theme-doc-toc-mobile share-buttons "
        "social-share social-links back-to-top backtotop"
    )
)
_HEADERS = frozenset(names_in("site-header page-header masthead global-header"))
_FOOTERS = frozenset(names_in("site-footer page-footer global-footer colophon"))
_TABLES_OF_CONTENTS = frozenset(
    names_in(
        "toc table-of-contents tableofcontents toctree-wrapper list-of-figures list-of-tables "
        "list-of-examples localtoc local-toc page-toc toc-box toc_container ez-toc-container on-this-page "
        "table_of_contents toc-wrapper"
    )
)
_ASIDES = frozenset(names_in("sidebar side-bar left-sidebar right-sidebar widget-area related-posts related-articles"))
_COOKIES = ("cookie", "gdpr", "consent")
_CONSENT_TOOLS = (
    "onetrust", "cc-window", "usercentrics", "didomi", "truste", "cookiebot", "cookie-consent", "cookiescript",
    "cookieyes", "cookiefirst", "qc-cmp", "iubenda", "osano", "termly", "klaro", "borlabs", "cmplz", "tarteaucitron",
    "axeptio", "cky-",
)  # fmt: skip
_BANNER = (
    "banner", "bar", "notice", "popup", "modal", "overlay", "dialog", "message", "prompt", "law", "box", "layer",
    "hinweis", "bandeau", "aviso", "alert", "toast", "disclaimer",
)  # fmt: skip
# A privacy notice or box may be the document itself; what lies over the page is not.
_PRIVACY = ("privacy", "datenschutz", "rgpd", "lgpd", "dsgvo")
_OVER_THE_PAGE = ("banner", "popup", "modal", "overlay", "toast", "prompt")
_LONGEST_BANNER = 300
_SKIPS = (
    "skip to", "skip navigation", "skip main", "jump to", "zum inhalt", "direkt zum", "zum hauptinhalt",
    "aller au contenu", "ir al contenido", "saltar al", "pular para", "ir para o conte", "vai al contenuto",
)  # fmt: skip
_BOXES = frozenset(names_in("div section aside form table ul ol dl p td details figure"))


def furniture_name(node: Node, *, in_section: bool, in_content: bool) -> str:
    """Return the kind of furniture that an element's names and labels say it is, or the empty string.

    `in_section`, `in_content`: whether it stands in a section of any kind, or in the page's main part or an article.
    """
    if node.tag == "a":
        return "navigation" if _is_skip_link(node) else ""
    label, names = node.get("aria-label").lower(), node.names()
    crumbs = label in ("breadcrumb", "breadcrumbs") or node.get("itemtype").lower().endswith("breadcrumblist")
    if crumbs or not _NAVIGATION.isdisjoint(names):
        return "navigation"
    if node.tag not in _BOXES or not (names or label):
        return ""
    if _is_contents(node, names):
        return "contents"
    if not in_content and _is_consent(node, [*names, label]):
        return "banner"
    return "" if in_section else _of_page(node, names)


def _of_page(node: Node, names: list[str]) -> str:
    """Return what an element outside of any section is to the page: its header, footer or side bar."""
    own = node.get("id").lower()
    if own in ("header", "banner", "masthead") or not _HEADERS.isdisjoint(names):
        return "header"
    if own == "footer" or not _FOOTERS.isdisjoint(names):
        return "footer"
    if own in ("nav", "navigation", "menu"):
        return "navigation"
    # A side bar is the site's when it is made of links; DocBook's is a box of the text.
    return "aside" if not _ASIDES.isdisjoint(names) and node.link_words * 2 > node.words else ""


def _is_contents(node: Node, names: list[str]) -> bool:
    """Tell whether an element is a table of contents: it is called so and made of links."""
    called = not _TABLES_OF_CONTENTS.isdisjoint(names) or ("contents" in names and "topic" in names)
    return called and node.link_words * 2 >= node.words > 0


def _is_consent(node: Node, names: list[str]) -> bool:
    """Tell whether an element asks for consent to cookies; a section of a text about cookies does not."""
    if node.words > _LONGEST_BANNER:
        return False
    if any(tool in name for name in names for tool in _CONSENT_TOOLS):
        return True
    about = [name for name in names if any(word in name for word in _COOKIES)]
    if any(word in name for name in about for word in _BANNER):
        return True
    if any(sum(word in name for word in _COOKIES) > 1 for name in about):
        return True
    if any(word in name for name in names for word in _PRIVACY if any(over in name for over in _OVER_THE_PAGE)):
        return True
    return any("cookie" in name for name in about) and node.controls > 0


def _is_skip_link(node: Node) -> bool:
    if not node.get("href").startswith("#") or node.words > 8:
        return False
    if any(name.startswith("skip") for name in node.names()):
        return True
    text = " ".join(child.text for child in node.children if not child.tag).strip().lower()
    return text.startswith(_SKIPS)
