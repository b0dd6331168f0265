"""The Markdown parser as this program uses it: CommonMark, tables, strikethrough, footnote definitions.

Differences from the library's presets, each for a reason:

* Rules whose end cannot be told from their tokens (links, images, code spans, table rows) note it in the token's
  `meta`, so that places are exact.
* Blocks nested deeper than `MAX_DEPTH` become a paragraph; the library would drop their text.
* Escapes and entities stay tokens of their own (`text_join` is off): their text differs from the source.
* References to footnotes stay as written (`[^1]`), and so do inline notes.
* What other Markdown tools add to the language is read as these mean it (`leftovers`,
  `inline_rules`); definition lists are read as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_inline import StateInline, autolink, backtick, image, link
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from explorer.core.parsing.markdown.inline_rules import use_inline_leftovers
from explorer.core.parsing.markdown.leftovers import push_paragraph, use_leftovers

MAX_DEPTH = 100
"""Levels of nesting (a list counts two) that are read as structure; deeper text is kept as plain lines. The parser
recurses, so the bound keeps it well inside Python's limit of a thousand frames."""
_PARSER_DEPTH = MAX_DEPTH + 30
TOO_DEEP = "too deep"

InlineRule = Callable[[StateInline, bool], bool]


@cache
def _parser(*, mdx: bool = False) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _PARSER_DEPTH})
    parser.use(footnote_plugin, inline=False, move_to_end=False)
    parser.enable(["table", "strikethrough"])
    parser.use(deflist_plugin)
    # MDX has no indented code: components indent what they hold.
    parser.disable(["text_join", "footnote_ref", *(["code"] if mdx else [])])
    parser.inline.ruler.at("link", _noting_end(link))
    parser.inline.ruler.at("image", _noting_end(image))
    parser.inline.ruler.at("autolink", _noting_end(autolink))
    parser.inline.ruler.at("backticks", _noting_end(backtick))
    parser.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    use_inline_leftovers(parser)
    use_leftovers(parser)
    parser.block.ruler.before("leftovers", "too_deep", _too_deep)
    return parser


def parse(text: str, *, mdx: bool = False) -> tuple[list[Token], dict[str, Any]]:
    """Return the tokens of a Markdown text and what the rules noted; raises RecursionError on hostile nesting.

    `mdx`: the text is MDX, which has no indented code.
    """
    environment: dict[str, Any] = {}
    return _parser(mdx=mdx).parse(text, environment), environment


def parse_inline(text: str, environment: dict[str, Any]) -> list[Token]:
    """Return the inline tokens of a piece of text, its references resolved as in the document."""
    return _parser().parseInline(text, environment)[0].children or []


def _noting_end(rule: InlineRule) -> InlineRule:
    def noting(state: StateInline, silent: bool) -> bool:
        start, count = state.pos, len(state.tokens)
        matched = rule(state, silent)
        if matched and not silent and len(state.tokens) > count:
            state.tokens[-1].meta = {**state.tokens[-1].meta, "start": start, "end": state.pos}
        return matched

    return noting


def _table(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Note in each row's token at which column of its line the row begins (after the marks of its containers)."""
    count = len(state.tokens)
    if not table(state, first, end, silent):
        return False
    for token in state.tokens[count:] if not silent else ():
        if token.type == "tr_open" and token.map:
            mark = state.bMarks[token.map[0]]
            line_start = state.src.rfind("\n", 0, mark) + 1
            token.meta = {"column": mark - line_start + state.tShift[token.map[0]]}
    return True


def _too_deep(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Keep lines below the deepest level as one paragraph, the marks of deeper containers taken off."""
    if state.level < MAX_DEPTH or silent:
        return False
    last = first + 1
    while last < end and (state.isEmpty(last) or state.sCount[last] >= state.blkIndent):
        last += 1
    lines = state.getLines(first, last, state.blkIndent, False).split("\n")
    push_paragraph(state, "\n".join(line.lstrip("> \t") for line in lines), [first, last])
    state.env.setdefault(TOO_DEEP, first)
    state.line = last
    return True
