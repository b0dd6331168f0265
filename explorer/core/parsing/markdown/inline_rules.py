"""Inline marks that other Markdown tools understand and CommonMark does not: marks go, words stay.

Wiki links (`[[Page|text]]`), mathematics (`$x_1$`, kept as written), attribute lists (`[text]{.class}`), shortcodes
and comments of templates, tags of MDX components, the kind of a GitHub or Obsidian alert (`> [!NOTE]`).

Each rule leaves tokens from which `explorer.core.parsing.markdown.inline` can tell where every word stands.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.rules_inline import StateInline

from explorer.core.parsing.markdown.jsx import jsx_tag_end
from explorer.core.parsing.markdown.templates import template_end

DROPPED = "dropped"
"""Type of a token whose `markup` is in the source and no part of the text."""

_WIKI_LINK = re.compile(r"!?\[\[([^\[\]\n|]+)(?:\\?\|([^\[\]\n]*))?\]\](?!\()")
_ALERT = re.compile(r"\[!([A-Za-z][\w-]*)\][+-]?[ \t]*(\n[ \t]*)?")
_MATH = re.compile(r"\$\$[^$\n]+\$\$|\$(?=[^\s$])(?:\\.|[^\\$\n])*?(?<=[^\s\\])\$(?![\d$\w])")
_ATTRIBUTES = re.compile(r"\{:?[ \t]*(?:[#.][\w:-]+|[\w-]+=(?:\"[^\"\n]*\"|[^\s\"{}]+))(?:[ \t]+[^{}\n]*)?\}")


def use_inline_leftovers(parser: MarkdownIt) -> None:
    """Add these rules to a parser, ahead of those that would take the marks for something else."""
    parser.inline.ruler.before("link", "wiki_link", _wiki_link)
    parser.inline.ruler.before("link", "alert_kind", _alert_kind)
    parser.inline.ruler.before("escape", "mathematics", _mathematics)
    parser.inline.ruler.before("html_inline", "marks", _marks)


def _drop(state: StateInline, end: int) -> None:
    token = state.push(DROPPED, "", 0)
    token.markup = state.src[state.pos : end]
    token.meta = {"start": state.pos, "end": end}
    state.pos = end


def _keep(state: StateInline, end: int) -> None:
    state.pending += state.src[state.pos : end]
    state.pos = end


def _wiki_link(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith(("[[", "![["), state.pos):
        return False
    match = _WIKI_LINK.match(state.src, state.pos)
    if match is None or normalizeReference(match[1]) in state.env.get("references", {}):
        return False
    group = 2 if match[2] and match[2].strip() else 1
    if not silent:
        _drop(state, match.start(group))
        _keep(state, match.end(group))
        state.pushPending()
        _drop(state, match.end())
    state.pos = match.end()
    return True


def _alert_kind(state: StateInline, silent: bool) -> bool:
    match = _ALERT.match(state.src) if state.pos == 0 else None
    if match is None or silent:
        return False
    _drop(state, match.start(1))
    _keep(state, match.end(1))
    state.pushPending()
    if match[2] is None:
        _drop(state, match.end(1) + 1 + state.src.startswith(("+", "-"), match.end(1) + 1))
        return True
    _drop(state, match.start(2))
    state.push("hardbreak", "br", 0)
    state.pos = match.end()
    return True


def _mathematics(state: StateInline, silent: bool) -> bool:
    """Keep mathematics as it is written, so that its underscores and backslashes are not taken for markup."""
    if state.src[state.pos] != "$":
        return False
    match = _MATH.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.pending += match[0]
    state.pos = match.end()
    return True


def _marks(state: StateInline, silent: bool) -> bool:
    sign, end = state.src[state.pos], 0
    if sign == "<":
        end = jsx_tag_end(state.src, state.pos)
        plain = end and "{" not in state.src[state.pos : end] and "." not in state.src[state.pos : end]
        # A tag without braces is HTML as well; whether it is a word to fill in is judged where that is written.
        end = 0 if plain else end
    elif sign == "{":
        end = template_end(state.src, state.pos) or _attributes_end(state)
    if not end:
        return False
    if silent:
        state.pos = end
    else:
        _drop(state, end)
    return True


def _attributes_end(state: StateInline) -> int:
    """Return where an attribute list ends: one that follows what it is about, or stands at the end of its line."""
    match = _ATTRIBUTES.match(state.src, state.pos)
    if match is None:
        return 0
    before = state.src[state.pos - 1 : state.pos]
    after = state.src[match.end() : match.end() + 1]
    return match.end() if before in ("]", ")", "`", "*", "_", "") or after in ("", "\n") else 0
