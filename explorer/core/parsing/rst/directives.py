"""Directives and roles that docutils does not know, Sphinx's above all, so that no words of theirs are lost.

Every name that a document uses gets a neutral handler: the argument becomes a paragraph, the content is read as usual.
Names whose content is code become code; those that only steer a tool (contents trees, indexes, generated reference)
are left out. Nothing here reads other files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.languages import en as _en
from docutils.parsers.rst.states import Inliner

_LEFT_OUT = frozenset(
    {"toctree", "index", "currentmodule", "highlight", "default-domain", "tabularcolumns", "sectionauthor"}
    | {"codeauthor", "include", "literalinclude", "autosummary", "automodule", "bibliography", "raw", "moduleauthor"}
    | {"plot", "program", "py:currentmodule", "py:module", "module", "todolist", "sectnum", "contents"}
)
_GENERATED = re.compile(r"auto[a-z]+|doxygen[a-z]+|click|argparse|automethod")
_CODE = frozenset(
    {"code", "code-block", "sourcecode", "prompt", "testcode", "testoutput", "testsetup", "testcleanup", "doctest"}
    | {"productionlist", "graphviz", "digraph", "graph", "mermaid", "uml", "plantuml", "console", "terminal", "ipython"}
    | {"jupyter-execute", "code-cell", "ipython3", "highlight-block", "parsed-code", "exec_code"}
)
# Their arguments are conditions and names for a tool, no words.
_SILENT = frozenset({"only", "ifconfig", "tabs", "tab-set", "grid", "cssclass", "tags"})
# Those of docutils that bring no words of their own but would refuse Sphinx's options.
_RELAXED = frozenset(
    {"note", "warning", "attention", "caution", "danger", "error", "hint", "important", "tip", "admonition", "rubric"}
)
_USED_DIRECTIVE = re.compile(r"^[ \t]*\.\. (?:\|[^|\n]+\| )?([A-Za-z][\w:+.-]*?)::(?=\s|$)", re.MULTILINE)
_USED_ROLE = re.compile(r":([A-Za-z][\w:+.-]*):`|`:([A-Za-z][\w:+.-]*):")
_TITLED = re.compile(r"(?P<title>.*?)\s*<(?P<target>[^<>]*)>\Z", re.DOTALL)
_MOST_NAMES = 1_000


class _AnyOptions(dict[str, Callable[[str], str]]):
    """A specification of options that allows every name."""

    def __missing__(self, key: str) -> Callable[[str], str]:
        return directives.unchanged


class _Neutral(Directive):
    """Keeps argument and content of a directive as ordinary text."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = _AnyOptions(name=directives.unchanged)  # pyright: ignore[reportAssignmentType]
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the argument as a paragraph, and the content."""
        holder = nodes.container()
        holder.line = self.lineno
        if self.arguments and self.name not in _SILENT:
            children, _ = self.state.inline_text(self.arguments[0], self.lineno)
            paragraph = nodes.paragraph(self.arguments[0], "", *children)
            paragraph.line = self.lineno
            holder += paragraph
        self.state.nested_parse(self.content, self.content_offset, holder)
        return [holder]


class _Code(_Neutral):
    """Keeps the content of a directive as code."""

    def run(self) -> list[nodes.Node]:
        """Return the content as a literal block; its argument names a language."""
        caption = self.options.get("caption", "")
        block = nodes.literal_block("\n".join(self.content), "\n".join(self.content))
        block.line = self.content_offset + 1
        above = [nodes.caption(caption, caption)] if caption else []
        return [*above, block]


class _LeftOut(_Neutral):
    """Leaves a directive out."""

    def run(self) -> list[nodes.Node]:
        """Return nothing."""
        return []


def _neutral_role(
    name: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Inliner,
    options: Mapping[str, Any] | None = None,
    content: object = None,
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Return the words of a role: a reference's title without its target, a name without its marks."""
    del name, lineno, inliner, options, content
    titled = _TITLED.match(text)
    words = titled["title"] if titled and titled["title"] else text
    if words.startswith("~"):
        words = words.rsplit(".", 1)[-1].lstrip("~")
    return [nodes.inline(rawtext, words.removeprefix("!"))], []


def register_names(text: str) -> None:
    """Give each directive and role that a text uses and docutils does not know a neutral handler.

    Handlers are kept for the process; they have no state. A text with more than a thousand names gets no more.
    """
    used = dict.fromkeys(match[1].lower() for match in _USED_DIRECTIVE.finditer(text))
    for name in list(used)[:_MOST_NAMES]:
        _register_directive(name)
    named = dict.fromkeys((match[1] or match[2]).lower() for match in _USED_ROLE.finditer(text))
    for name in list(named)[:_MOST_NAMES]:
        if name not in _en.roles:
            roles.register_local_role(name, cast("Any", _neutral_role))


def _register_directive(name: str) -> None:
    short = name.rsplit(":", maxsplit=1)[-1]
    if name in _LEFT_OUT or _GENERATED.fullmatch(short):
        directives.register_directive(name, _LeftOut)
    elif name in _CODE:
        directives.register_directive(name, _Code)
    elif name in _RELAXED or name not in _en.directives:
        directives.register_directive(name, _Neutral)
