"""What readers say of headings and of what they mended is known by its form, so that a translation covers it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from explorer.core.parsing.html.furniture import LeftOutWords
from explorer.core.parsing.pdf.pages import numbered
from explorer.ui.reader_texts import EVIDENCE, NOTES, evidence_text, note_text
from explorer.ui.refusal_texts import refusal_text

PACKAGE = Path(__file__).parents[2] / "explorer"
READERS = (*PACKAGE.glob("core/parsing/**/*.py"), PACKAGE / "engine/readers.py", PACKAGE / "engine/shared/pages.py")
OF_NOTES = re.compile("note|problem|damage|unknown|left_out|emptiness|repeated|give_back|ordered|rebuilt|empty", re.I)


OF_PARTS = {
    "1 chunk begins with its headings",
    "{0} chunks begin with their headings",
    "One word of {0} was left out.",
    "{0} words of {1} were left out.",
    "menus, banners, page headers and footers",
    "Running headers, footers and page numbers were left out: {0}.",
    "The chunks were stored in another order; they are sorted by their {0}.",
}
"""What the readers put a note together from; the whole is known."""

OF_PROGRESS = {"page layout, {0} of {1} pages"}


@cache
def _trees() -> dict[Path, ast.Module]:
    texts = {path: path.read_text("utf-8") for path in READERS}
    return {path: ast.parse(text) for path, text in texts.items() if "note" in text or "evidence" in text}


def _within(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the parts of a module in which sentences are notes: what is named so, and what is added to such."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name, body=body) if OF_NOTES.search(name):
                yield from (
                    each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
                )
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if OF_NOTES.search(name):
                yield value
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr="append")) if (
                OF_NOTES.search(name)
            ):
                yield from node.args
            case ast.Call(func=ast.Name(id="_fit" | "_strict_or_mended"), args=[_, *given]):
                yield from given
            case _:
                pass


def _sentences(node: ast.AST) -> Iterator[str]:
    """Yield what is said there, places counted; what is put together from parts of sentences is left out."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.JoinedStr):
            values = [part.value for part in each.values if isinstance(part, ast.FormattedValue)]
            numbers = iter(range(len(values)))
            parts = (
                str(part.value) if isinstance(part, ast.Constant) else f"{{{next(numbers)}}}" for part in each.values
            )
            if all(isinstance(value, ast.Name | ast.Attribute | ast.Subscript) or _is_count(value) for value in values):
                yield "".join(parts)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value
        elif not (isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id.endswith("Error")):
            waiting += ast.iter_child_nodes(each)


def _is_count(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "len"


def _said() -> set[str]:
    found = {each for tree in _trees().values() for part in _within(tree) for each in _sentences(part)}
    return {re.sub(r"\{[a-z]+\}", "{0}", each) for each in found if len(re.findall("[A-Za-z]{2,}", each)) > 2}


def test_every_note_of_the_readers_is_known() -> None:
    said = _said()
    assert len(said) > 40
    assert {each for each in said if NOTES.told(each.format("7", "8", "9")) is None} == OF_PARTS | OF_PROGRESS


def _made_from_parts() -> Iterator[str]:
    """Yield notes that the readers put together, for one and for several."""
    yield from (f"Running headers, footers and page numbers were left out: {lines}." for lines in ("1 line", "2 lines"))
    yield from (
        f"The chunks were stored in another order; they are sorted by their {key}." for key in ("number", "place")
    )
    for words in (LeftOutWords(1, 1), LeftOutWords(1200, 2)):
        yield from words.notes()
    for pages in (numbered([2]), numbered([2, 5])):
        yield from (
            f"table of contents on {pages} left out", f"invisible text on {pages} (white on white or tiny) left out",
            f"text of {pages} recognised by Tesseract (eng)", f"text missing on {pages} (scan)",
            f"{pages} could not be read",
        )  # fmt: skip


def test_notes_made_from_parts_are_known() -> None:
    assert [each for each in _made_from_parts() if NOTES.told(each) is None] == []


@pytest.mark.parametrize("form", NOTES.forms)
def test_in_english_notes_are_told_as_the_reader_says_them(form: str) -> None:
    said = form.format("a. b.pdf", "3 (of 4)")
    assert NOTES.told(said) == note_text(said) == said


def _evidence() -> Sequence[str]:
    kinds = ("numbered", "underlined", "standing", "capital")
    mixed = [" and ".join(some) + " headings" for count in range(1, 5) for some in combinations(kinds, count)]
    stated = {
        each.value
        for path, tree in _trees().items()
        if path.name in {"evidence.py", "outline.py", "headings.py", "reader.py"}
        for node in ast.walk(tree)
        for each in _told_evidence(node)
    }  # fmt: skip
    return [*mixed, *sorted(map(str, stated))]


def _told_evidence(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield what is given as evidence by name or by order, or returned as such."""
    match node:
        case ast.Assign(targets=[ast.Name(id="evidence"), *_], value=value):
            given = [value]
        case ast.keyword(arg="evidence", value=value):
            given = [value]
        case ast.Call(func=ast.Name(id="Chosen"), args=[_, value, *_]):
            given = [value]
        case ast.FunctionDef(name="write_parts" | "_evidence" | "_type_evidence", body=body):
            given = [each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
        case _:
            return
    said = (each for one in given for each in ast.walk(one) if isinstance(each, ast.Constant))
    yield from (each for each in said if isinstance(each.value, str) and " " in each.value.strip(" ,"))


def test_all_evidence_is_known() -> None:
    found = [each for each in _evidence() if each not in {" and ", " headings"}]
    assert len(found) > 25
    parts = {part for each in found for part in each.strip(", ").split(", ")}
    assert not {part for part in parts if EVIDENCE.told(part) is None}
    assert [evidence_text(each) for each in found] == found


@pytest.mark.parametrize("said", ["", "Something else.", "x" * 5000, "{0} of {1}"])
def test_what_is_not_known_is_told_as_it_came(said: str) -> None:
    assert (note_text(said), evidence_text(said)) == (said, said)


def test_a_chapter_that_cannot_be_read_is_told_as_a_document_is() -> None:
    why = "c1.xhtml is empty. The file has 0 bytes."
    assert note_text(why) == refusal_text(why)
    assert NOTES.told(f"Read without the help of layout model and text recognition: {why}", str.upper) == (
        f"Read without the help of layout model and text recognition: {why.upper()}"
    )
