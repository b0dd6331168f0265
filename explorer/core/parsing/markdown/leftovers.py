"""Lines that other Markdown tools understand and CommonMark does not: their marks go, their words stay.

What is read, by the documentation of each tool: admonitions and tabs of MkDocs (`!!! note "Title"`, `=== "Tab"`),
blocks of pymdownx (`/// note | Title`), fenced divs of Pandoc, Quarto, VitePress and Docusaurus (`::: warning Title`),
shortcodes of Hugo (`{{< name >}}`), tags of Liquid (`{% name %}`), attribute lists of kramdown (`{: .class}`),
placeholders for tables of contents, imports, exports, comments and component tags of MDX, display mathematics.

A title becomes a paragraph, never a heading; what stands inside is read as if the marks were not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from explorer.core.parsing.markdown.jsx import jsx_tag_end
from explorer.core.parsing.markdown.templates import template_end

_ADMONITION = re.compile(r"(?:!!!|\?\?\?\+?)[ \t]?([\w-]+(?:[ \t]+[\w-]+)*)(?:[ \t]+\"(.*)\")?")
_TAB = re.compile(r"===[!+]?[ \t]+\"(.+)\"")
_SLASHES = re.compile(r"/{3,}[ \t]*(?:([\w-]+)[ \t]*(?:\|[ \t]*(.*))?)?")
_OPTION = re.compile(r":?[\w-]+:(?:[ \t].*)?")
_COLONS = re.compile(
    r":{3,}[ \t]*(?:(\{[^{}]*\})[ \t]*|([A-Za-z][\w-]*)(?:\[(.*)\])?[ \t]*(\{[^{}]*\})?(?=[ \t:]|$))?"
    r"[ \t]*(.*?)[ \t]*:*"
)
_ATTRIBUTES = re.compile(r"\{:[^{}]*\}|\{[ \t]*(?:[#.][\w:-]+|[\w-]+=(?:\"[^\"]*\"|[^\s\"{}]+))(?:[ \t]+[^{}]*)?\}")
_CONTENTS = re.compile(r"\[\[_?toc_?\]\]|@?\[toc\]|\$\{toc\}", re.IGNORECASE)
_CONTENTS_LINK = re.compile(r"^ {0,3}\[toc\]:", re.IGNORECASE | re.MULTILINE)
_TARGET = re.compile(r"\([A-Za-z][\w:.-]*\)=")
_CODE_OPEN = re.compile(r"\{%-?\s*(?:highlight|code)\b.*?%\}|\{\{[<%]\s*(?:highlight|code)\b.*?[>%]\}\}")
_CODE_CLOSE = re.compile(r"\{%-?\s*end(?:highlight|code)\b.*?%\}|\{\{[<%]\s*/\s*(?:highlight|code)\s*[>%]\}\}")
_COMMENT_OPEN = re.compile(r"\{%-?\s*comment\s*-?%\}|\{::comment\}")
_COMMENT_CLOSE = re.compile(r"\{%-?\s*endcomment\s*-?%\}|\{:/(?:comment)?\}")
_TITLE = re.compile(r"""\b(?:title|label|summary|caption|header|heading)\s*=\s*\{?(?:"([^"\n]+)"|'([^'\n]+)')""")
_IMPORT = re.compile(r"import\s+(?:[\w*{$][^'\";]*?[\s}]from\s*)?(?:\"[^\"\n]+\"|'[^'\n]+')\s*;?\s*")
_EXPORT = re.compile(
    r"export\s+(?:(?:const|let|var)\s+[^=:]+[=:]|(?:async\s+)?function\b\s*\*?\s*\w*\s*\(|class\s+\w+[^{]*\{"
    r"|(?:type|interface)\s+\w+[^={]*[={]|default\s+(?:function\b|class\b|async\b|[(\[{]|\w+\s*;?$)|\{|\*\s+from\b)"
)
_ENVIRONMENT = re.compile(r"\\begin\{(\w+\*?)\}")
_KINDS = re.compile(
    "note|tip|info|warning|danger|caution|important|attention|error|hint|success|failure|bug|example|quote|abstract|"
    "summary|question|todo|seealso"
)
_BLOCK_KINDS = re.compile(f"{_KINDS.pattern}|admonition|details|tab|caption|figure-caption|table-caption|define|html")
_INDENT = 4
_MOST_LINES = 400
_MOST_NAMES = 60
_MOST_OPTIONS = 12


@dataclass(frozen=True, slots=True)
class _Found:
    """What a line begins: `last` is the line behind it.

    `title` stands somewhere in the first line. `code` are the lines kept as code. `body`: the lines behind the first
    are its content, indented. `alone`: never ends a paragraph.
    """

    last: int
    title: str = ""
    code: tuple[int, int] | None = None
    body: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a rule looks: the line `first`, how it reads, and the line `end` at which its container ends."""

    state: StateBlock
    first: int
    end: int
    line: str


_Rule = Callable[[_Spot], _Found | None]


def use_leftovers(parser: MarkdownIt) -> None:
    """Add the rule for such lines to a parser, ahead of those that would take them for something else."""
    parser.block.ruler.before("table", "leftovers", _leftovers, {"alt": ["paragraph", "reference", "blockquote"]})


def _leftovers(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    at = state.bMarks[first] + state.tShift[first]
    rules = _RULES.get(state.src[at : at + 1])
    if rules is None or state.is_code_block(first):
        return False
    spot = _Spot(state, first, end, _line(state, first))
    found = next((found for rule in rules if (found := rule(spot))), None)
    if found is None or (silent and found.alone):
        return False
    if not silent:
        _write(state, first, found)
    return True


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]].rstrip()


def _write(state: StateBlock, first: int, found: _Found) -> None:
    if found.title.strip():
        push_paragraph(state, found.title.strip(), [first, first + 1])
    if found.code is not None:
        token = state.push("fence" if found.code[0] > first else "code_block", "code", 0)
        token.content = state.getLines(*found.code, state.blkIndent, True)
        token.map = [first, found.last]
    if found.body:
        _write_body(state, first + 1, found.last)
    state.line = found.last


def _write_body(state: StateBlock, first: int, last: int) -> None:
    before = state.blkIndent, state.lineMax, state.parentType
    state.blkIndent, state.lineMax, state.parentType = state.blkIndent + _INDENT, last, "root"
    state.md.block.tokenize(state, first, last)
    state.blkIndent, state.lineMax, state.parentType = before


def push_paragraph(state: StateBlock, content: str, lines: list[int]) -> None:
    """Append a paragraph of the given text to the tokens."""
    opening = state.push("paragraph_open", "p", 1)
    opening.map = lines
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = content, lines, []
    state.push("paragraph_close", "p", -1)


def _quoted_block(spot: _Spot) -> _Found | None:
    """Read an admonition or a tab, whose content is indented by four."""
    match = _ADMONITION.fullmatch(spot.line) or _TAB.fullmatch(spot.line)
    if match is None:
        return None
    last = spot.first + 1
    while last < spot.end and (spot.state.isEmpty(last) or spot.state.sCount[last] >= spot.state.blkIndent + _INDENT):
        last += 1
    while last > spot.first + 1 and spot.state.isEmpty(last - 1):
        last -= 1
    title = match[match.lastindex or 1]
    return _Found(last, title, body=last > spot.first + 1)


def _slashes(spot: _Spot) -> _Found | None:
    match = _SLASHES.fullmatch(spot.line)
    # Behind the slashes of a comment in code stands a sentence; a block names its kind, or has a title.
    if match is None or (match[1] and match[2] is None and not _BLOCK_KINDS.fullmatch(match[1])):
        return None
    last = spot.first + 1
    while (
        match[1]
        and last < min(spot.end, spot.first + _MOST_OPTIONS)
        and spot.state.sCount[last] >= _INDENT
        and _OPTION.fullmatch(_line(spot.state, last))
    ):
        last += 1
    shown = match[1] if _KINDS.fullmatch(match[1] or "") else ""
    return _Found(last, "" if match[1] == "html" else match[2] or shown)


def _colons(spot: _Spot) -> _Found | None:
    match = _COLONS.fullmatch(spot.line)
    if match is None:
        return None
    attributes, name, bracketed, more, rest = match.groups()
    title = bracketed or rest or _titles(f"{attributes or ''}{more or ''}")
    last = spot.first + 1
    while (
        attributes
        and last < min(spot.end, spot.first + _MOST_OPTIONS)
        and _line(spot.state, last).startswith(":")
        and _OPTION.fullmatch(_line(spot.state, last))
    ):
        last += 1
    kind = name or (attributes or "").strip("{}")
    return _Found(last, title or (kind if _KINDS.fullmatch(kind) else ""))


def _titles(attributes: str) -> str:
    match = _TITLE.search(attributes)
    return next((group for group in match.groups() if group), "") if match else ""


def _braces(spot: _Spot) -> _Found | None:
    if _CODE_OPEN.fullmatch(spot.line):
        last = _find(spot.state, spot.first + 1, spot.end, _CODE_CLOSE)
        return _Found(last + 1, code=(spot.first + 1, last)) if last else None
    if _COMMENT_OPEN.fullmatch(spot.line):
        last = _find(spot.state, spot.first + 1, spot.end, _COMMENT_CLOSE)
        return _Found(last + 1) if last else None
    if _ATTRIBUTES.fullmatch(spot.line):
        return _Found(spot.first + 1)
    return _template(spot)


def _find(state: StateBlock, first: int, end: int, pattern: re.Pattern[str]) -> int:
    """Return the first line that is all of the pattern, or 0; the search is noted so that it is made once."""
    key = f"none of {pattern.pattern} before"
    if state.env.get(key, -1) >= end:
        return 0
    for number in range(first, end):
        if pattern.fullmatch(_line(state, number)):
            return number
    state.env[key] = end
    return 0


def _template(spot: _Spot) -> _Found | None:
    """Read lines that hold nothing but shortcodes, tags or comments; one may go over several lines."""
    return _only(spot, template_end)


def _component(spot: _Spot) -> _Found | None:
    """Read lines that are the tags of components and nothing else."""
    return _only(spot, jsx_tag_end)


def _only(spot: _Spot, ending: Callable[[str, int], int]) -> _Found | None:
    """Find the end of one or more pieces with nothing but blanks between them and behind the last one's line."""
    text = spot.state.src
    start = at = spot.state.bMarks[spot.first] + spot.state.tShift[spot.first]
    while at < len(text) and text[at] != "\n":
        stop = ending(text, at)
        if not stop:
            return None
        at = stop
        while at < len(text) and text[at] in " \t":
            at += 1
    last = spot.first + 1
    while last < spot.end and spot.state.eMarks[last - 1] < at:
        last += 1
    return _Found(last, _titles(text[start : spot.state.eMarks[spot.first]]))


def _contents(spot: _Spot) -> _Found | None:
    """Read a placeholder for the table of contents, unless its name is a link's."""
    if not _CONTENTS.fullmatch(spot.line):
        return None
    return None if _CONTENTS_LINK.search(spot.state.src) else _Found(spot.first + 1)


def _target(spot: _Spot) -> _Found | None:
    return _Found(spot.first + 1, alone=True) if _TARGET.fullmatch(spot.line) else None


def _module(spot: _Spot) -> _Found | None:
    """Read an import (up to its module's name) or an export (up to the next blank line) of MDX."""
    if _EXPORT.match(spot.line):
        last = spot.first + 1
        while last < spot.end and not spot.state.isEmpty(last):
            last += 1
        return _Found(last, alone=True)
    # Only an import of names in braces goes over several lines; its module's name ends it.
    most = _MOST_NAMES if spot.line.rstrip().endswith(("{", ",")) else 1
    lines: list[str] = []
    for number in range(spot.first, min(spot.end, spot.first + most)):
        lines.append(_line(spot.state, number))
        if "'" in lines[-1] or '"' in lines[-1]:
            found = _IMPORT.fullmatch("\n".join(lines))
            return _Found(number + 1, alone=True) if found else None
    return None


def _mathematics(spot: _Spot) -> _Found | None:
    """Read display mathematics, kept as it is written: `$$`, a bracket with a backslash, or an environment of TeX."""
    environment = _ENVIRONMENT.match(spot.line)
    close = f"\\end{{{environment[1]}}}" if environment else "$$" if spot.line.startswith("$$") else "\\]"
    begun = environment or spot.line.startswith(("$$", "\\["))
    if not begun:
        return None
    for number in range(spot.first, min(spot.end, spot.first + _MOST_LINES)):
        text = _line(spot.state, number)
        if spot.state.isEmpty(number) or (number > spot.first and spot.state.sCount[number] < spot.state.blkIndent):
            return None
        if text.endswith(close) and (number > spot.first or len(text) > 2 * len(close) or environment):
            return _Found(number + 1, code=(spot.first, number + 1)) if number > spot.first else None
    return None


_RULES: dict[str, tuple[_Rule, ...]] = {
    "!": (_quoted_block,),
    "?": (_quoted_block,),
    "=": (_quoted_block,),
    "/": (_slashes,),
    ":": (_colons,),
    "{": (_braces,),
    "[": (_contents,),
    "@": (_contents,),
    "$": (_contents, _mathematics),
    "\\": (_mathematics,),
    "(": (_target,),
    "<": (_component,),
    "i": (_module,),
    "e": (_module,),
}
