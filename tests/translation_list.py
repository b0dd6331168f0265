"""Writes the list of all texts of the window for translators: `python tests/translation_list.py FILE.ts`.

Reads the window's sources: `self.tr("…")`, whose context is the class, and `owner.tr("…")`;
QT_TRANSLATE_NOOP("context", "…"); translate("context", "…"); and the small functions of a module that pass a text on to
`translate` with one context. What the window says in core's own words is taken from core: the guide to the findings,
and words that findings and answers name by themselves.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from explorer.core.audit.personal_data import IBAN_KIND, MAIL_KIND, PHONE_KIND
from explorer.core.audit.personal_numbers import KINDS
from explorer.core.audit_views import Unranked
from explorer.core.finding_words import plural_kind
from explorer.core.language import NAMES
from explorer.core.model import CutNote
from explorer.core.report.guide import GUIDE
from explorer.ui.recipe_box import RANKERS

SOURCES = Path(__file__).parents[1] / "explorer" / "ui"
PHRASES = (*SOURCES.parent.glob("core/diagnosis*.py"), *SOURCES.parent.glob("engine/diagnosis*.py"))
"""Modules whose phrases the window translates."""

Text = tuple[str, str]
"""A context and a text."""


def all_texts() -> list[Text]:
    """Return every text of the window once, sorted."""
    found: set[Text] = set()
    for path in sorted(SOURCES.rglob("*.py")):
        found.update(texts_of(path.read_text("utf-8")))
    found.update(("Guide", text) for entry in GUIDE.values() for text in (entry.name, entry.about, entry.remedy))
    found.update(("Words", word) for word in core_words())
    found.update(("Phrases", text) for text in core_phrases())
    return sorted(found)


def core_words() -> list[str]:
    """Return the words of core that the window translates as they come."""
    kinds = [MAIL_KIND, PHONE_KIND, IBAN_KIND, *(kind.name for kind in KINDS)]
    return [*CutNote, *Unranked, *NAMES.values(), *kinds, *map(plural_kind, kinds)]


def core_phrases() -> set[str]:
    """Return the forms of core's phrases."""
    return {*RANKERS, *(text for path in PHRASES for text in phrases_of(path.read_text("utf-8")))}


def phrases_of(source: str) -> Iterator[str]:
    """Yield the forms of the phrases of one module; a form may have a name in its function."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for within in (tree, *functions):
        named = {
            node.targets[0].id: node.value
            for node in ast.walk(within)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for call in (node for node in ast.walk(within) if isinstance(node, ast.Call)):
            forms = {"phrase": call.args[:1], "plural": call.args[1:3]}.get(_name(call), [])
            values = [named.get(each.id, each) if isinstance(each, ast.Name) else each for each in forms]
            yield from (each.value for each in values if isinstance(each, ast.Constant) and isinstance(each.value, str))


def texts_of(source: str) -> Iterator[Text]:
    """Yield the texts of one module."""
    tree = ast.parse(source)
    helpers = dict(_helpers(tree))
    yield from _within(tree, "", helpers)


def _helpers(tree: ast.Module) -> Iterator[Text]:
    """Yield the module's functions that translate what they are given, with their contexts."""
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and function.args.args:
            given = function.args.args[0].arg
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                names = {node.id for each in call.args[1:2] for node in ast.walk(each) if isinstance(node, ast.Name)}
                if _name(call) == "translate" and given in names and (context := _literal(call, 0)):
                    yield function.name, context


def _within(node: ast.AST, class_name: str, helpers: dict[str, str]) -> Iterator[Text]:
    for child in ast.iter_child_nodes(node):
        inner = child.name if isinstance(child, ast.ClassDef) else class_name
        if isinstance(child, ast.Call):
            yield from _told(child, inner, helpers)
        yield from _within(child, inner, helpers)


def _told(call: ast.Call, class_name: str, helpers: dict[str, str]) -> Iterator[Text]:
    name = _name(call)
    first, second = _literal(call, 0), _literal(call, 1)
    if name == "tr" and first:
        # What another object is asked for is looked up by its class and then by the classes above that one.
        asked = call.func.value if isinstance(call.func, ast.Attribute) else None
        yield (class_name if isinstance(asked, ast.Name) and asked.id == "self" else "QObject"), first
    elif name in helpers and isinstance(call.func, ast.Name) and first:
        yield helpers[name], first
    elif name in {"translate", "QT_TRANSLATE_NOOP"} and first and second:
        yield first, second


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _literal(call: ast.Call, place: int) -> str:
    value = call.args[place] if len(call.args) > place else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def listed(texts: list[Text], translate: Callable[[str], str] = lambda _text: "") -> str:
    """Return a list for Qt's tools (.ts); without `translate` every text is still to be translated."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", '<TS version="2.1" sourcelanguage="en">']
    for context in sorted({each[0] for each in texts}):
        lines.append(f"<context><name>{escape(context)}</name>")
        for text in (each[1] for each in texts if each[0] == context):
            said = translate(text)
            state = "" if said else ' type="unfinished"'
            lines.append(f"<message><source>{escape(text)}</source><translation{state}>{escape(said)}</translation>")
            lines.append("</message>")
        lines.append("</context>")
    return "\n".join([*lines, "</TS>", ""])


def main() -> None:
    """Write the list."""
    texts = all_texts()
    Path(sys.argv[1]).write_text(listed(texts), "utf-8")
    sys.stdout.write(f"{len(texts)} texts\n")


if __name__ == "__main__":
    main()
