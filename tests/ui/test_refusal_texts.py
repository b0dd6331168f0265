"""What readers say of a file that cannot be read is known by its form, so that a translation covers it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.core.audit import unreadable
from explorer.ui.reason_texts import reason_text
from explorer.ui.refusal_texts import FORMS, refusal_text

PACKAGE = Path(__file__).parents[2] / "explorer"
READERS = (*PACKAGE.glob("core/parsing/**/*.py"), *PACKAGE.glob("engine/reader*.py"), PACKAGE / "engine/digest.py")
PLACE = re.compile(r"\{\d\}")


def _sentences() -> Iterator[str]:
    """Yield what the readers say: every title and detail of an error that is written in their sources."""
    for path in READERS:
        calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
        for call in calls:
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            if name in {"UnreadableDocumentError", "Refused"}:
                given = [*call.args, *(each.value for each in call.keywords if each.arg in {"title", "detail"})]
                yield from filter(None, map(_form, given))


def _form(node: ast.expr) -> str:
    """Return a text with what stands in it counted: f"{name} is empty." as "{0} is empty."; "" for no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    parts = node.values if isinstance(node, ast.JoinedStr) else []
    numbers = iter(range(len(parts)))
    return "".join(str(part.value) if isinstance(part, ast.Constant) else f"{{{next(numbers)}}}" for part in parts)


def test_every_sentence_of_the_readers_is_known() -> None:
    said = {form for form in _sentences() if re.search("[a-z]{2}", PLACE.sub("", form))}
    assert len(said) > 50
    assert not said - set(FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_in_english_it_is_told_as_the_reader_says_it(form: str) -> None:
    said = form.format("a. b.pdf", "3 (of 4)", "x")
    assert refusal_text(said) == said
    assert refusal_text(f"a.pdf is damaged. {said}") == f"a.pdf is damaged. {said}"


@pytest.mark.parametrize(
    "why", ["", "Something else.", "x" * 5000, "a.pdf is empty", "{0} is {1}", "a.pdf is empty. {0}"]
)
def test_what_is_not_known_is_told_as_it_came(why: str) -> None:
    assert refusal_text(why) == why
    assert reason_text(unreadable("a.pdf", why)) == why
