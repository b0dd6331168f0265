"""Tags of MDX components, and tags that are none: where a JSX tag ends, and which names HTML knows.

JSX differs from HTML in three ways that matter here: names may begin with a capital letter and hold full stops,
values may stand in braces (`items={["a > b"]}`), and a tag may be empty (`<>`).
"""

from __future__ import annotations

import re

_NAME = re.compile(r"</?(?:([A-Za-z][\w.-]*)(?=[\s/>]))?")
_CLOSING = re.compile(r"</([A-Za-z][\w.-]*)")
_PLAIN_NAME = re.compile(r"[A-Za-z][\w-]*")
_IN_BRACES = re.compile(r"""[{}]|"[^"\n]*"|'[^'\n]*'|`[^`]*`""")
_DEEPEST = 20
_LONGEST = 4000
_STRING = re.compile(r""""[^"]*"|'[^']*'""")
_BLANK = re.compile(r"[ \t]*(?:\n|\Z)")
_ELEMENTS = re.compile(
    "a|abbr|acronym|address|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|big|blink|"
    "blockquote|body|br|button|canvas|caption|center|circle|cite|code|col|colgroup|data|datalist|dd|"
    "defs|del|desc|details|dfn|dialog|dir|div|dl|dt|ellipse|em|embed|fieldset|figcaption|figure|"
    "font|footer|form|frame|frameset|g|h1|h2|h3|h4|h5|h6|head|header|hgroup|hr|html|i|iframe|"
    "image|img|input|ins|kbd|label|legend|li|line|link|main|map|mark|marquee|math|menu|menuitem|"
    "meta|meter|nav|nobr|noframes|noscript|object|ol|optgroup|option|output|p|param|path|picture|"
    "polygon|polyline|pre|progress|q|rect|rp|rt|ruby|s|samp|script|search|section|select|slot|"
    "small|source|span|stop|strike|strong|style|sub|summary|sup|svg|symbol|table|tbody|td|template|"
    "text|textarea|tfoot|th|thead|time|title|tr|track|tspan|tt|u|ul|use|var|video|wbr",
    re.IGNORECASE,
)


def jsx_tag_end(text: str, start: int) -> int:
    """Return where the JSX tag at `start` ends, or 0 when there is none.

    Lower-case names count only with a value in braces; all else with such a name is HTML and read as that.
    """
    match = _NAME.match(text, start)
    if match is None:
        return 0
    name = match[1] or ""
    at, limit, braces = match.end(), min(len(text), start + _LONGEST), False
    if not name:
        return at + 1 if text.startswith(">", at) else 0
    while at < limit:
        sign = text[at]
        if sign == ">":
            return at + 1 if braces or name[0].isupper() or ("." in name and text[start + 1] == "/") else 0
        if sign == "<":
            return 0
        if sign == "{":
            at, braces = _braces_end(text, at, limit), True
            continue
        string = _STRING.match(text, at) if sign in "\"'" else None
        at = string.end() if string else at + 1
        if sign == "\n" and _BLANK.match(text, at):
            return 0
    return 0


def _braces_end(text: str, start: int, limit: int) -> int:
    """Return where the braces that open at `start` are closed, strings inside passed over; `limit` if never."""
    depth = 0
    for match in _IN_BRACES.finditer(text, start, limit):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.end()
        if depth > _DEEPEST:
            break
    return limit


def closed_names(text: str) -> frozenset[str]:
    """Return the names of all closing tags in a text, as written."""
    return frozenset(match[1] for match in _CLOSING.finditer(text))


def is_placeholder(tag: str, closed: frozenset[str]) -> bool:
    """Tell whether what looks like a tag is a word to fill in ("open <filename>").

    That is a name that HTML does not know, without attributes, and not among the names that the document closes.
    """
    name = tag[1:-1]
    return bool(_PLAIN_NAME.fullmatch(name)) and not _ELEMENTS.fullmatch(name) and name not in closed
