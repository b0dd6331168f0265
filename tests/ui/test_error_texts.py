"""What the engine and core say of expected trouble is known by its form, so that a translation covers it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.core.question_names import LONGEST, name_problem
from explorer.engine.shared.pages import REBUILT
from explorer.engine.store_file import disk_full
from explorer.ui.error_forms import ERROR_FORMS
from explorer.ui.error_texts import ERRORS, error_line, error_text, error_texts, in_users_words
from explorer.ui.recipe_box import RecipeBox

PACKAGE = Path(__file__).parents[2] / "explorer"
COMMANDS_ONLY = ("cli", "ui", "engine/sentences", "core/report/baseline.py", "core/parsing")
"""Parts whose errors no window meets; the window's own are translated where they happen, the readers' are refusals."""

PLACE = re.compile(r"\{\d\}")
NO_SENTENCES = {"{0} of {1}.", "Into {0}."}
"""Lists and halves of sentences that stand behind another one."""


def _sources() -> Iterator[ast.Module]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if not path.relative_to(PACKAGE).as_posix().startswith(COMMANDS_ONLY):
            yield ast.parse(path.read_text("utf-8"))


def _errors(sources: list[ast.Module]) -> set[str]:
    """Return the names of the classes of expected trouble."""
    found = {"ExplorerError"}
    classes = [node for source in sources for node in ast.walk(source) if isinstance(node, ast.ClassDef)]
    for _ in classes:
        found |= {
            each.name for each in classes for base in each.bases if isinstance(base, ast.Name) and base.id in found
        }
    return found - {"UnreadableDocumentError", "QuestionSetError"}


def _sentences() -> Iterator[str]:
    """Yield every title and detail that is written where an error is made."""
    sources = list(_sources())
    errors = _errors(sources)
    for source in sources:
        named = {
            node.targets[0].id: node.value
            for node in source.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in ast.walk(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in errors:
                for given in (*node.args, *(keyword.value for keyword in node.keywords)):
                    yield from _forms(given, named)


def _forms(node: ast.expr, named: Mapping[str, ast.expr]) -> Iterator[str]:
    """Yield the texts that an argument can be, with what stands in them counted."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            numbers = iter(range(len(parts)))
            yield "".join(_part(part, named) or f"{{{next(numbers)}}}" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_forms(one, named), *_forms(other, named))
        case ast.Starred(value=inner):
            yield from _forms(inner, named)
        case ast.Tuple(elts=parts):
            yield from (form for part in parts for form in _forms(part, named))
        case ast.Name(id=name) if name in named:
            yield from _forms(named[name], named)
        case _:
            return


def _part(node: ast.expr, named: Mapping[str, ast.expr]) -> str:
    """Return the words of a part of a text, "" for a value; a constant of its module is words."""
    inner = node.value if isinstance(node, ast.FormattedValue) else node
    constant = named.get(inner.id) if isinstance(inner, ast.Name) else inner
    return constant.value if isinstance(constant, ast.Constant) and isinstance(constant.value, str) else ""


def test_every_sentence_of_an_error_is_known() -> None:
    said = {form for form in _sentences() if re.search("[a-z]{2}", PLACE.sub("", form))} - NO_SENTENCES
    assert len(said) > 200
    assert not said - set(ERROR_FORMS)


@pytest.mark.parametrize("said", [*disk_full(), REBUILT, *map(name_problem, ("", "a/b", "a" * LONGEST))])
def test_what_is_put_together_elsewhere_is_known(said: str) -> None:
    assert ERRORS.told(said) == said


@pytest.mark.parametrize("form", ERROR_FORMS)
def test_in_english_it_is_told_as_it_was_written(form: str) -> None:
    said = form.format("a. b.pdf", "3 (of 4)", "x", "{0} is empty.")
    assert error_text(said) == said
    assert ERRORS.told(said) == said


@pytest.mark.parametrize("said", ["", "[Errno 5] Input/output error", "x" * 5000, "{0} and {1}"])
def test_what_is_not_known_is_told_as_it_came(said: str) -> None:
    assert error_text(said) == said


class _Marking(QTranslator):
    """Marks what it is asked for."""

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:  # noqa: ARG002
        return f"μ {text}" if context == "Errors" else ""


@pytest.fixture
def marked(qapp: QApplication) -> Iterator[None]:
    translator = _Marking()
    assert QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


def test_failures_of_the_engine_are_told_in_the_users_language(marked: None) -> None:
    failed = protocol.Failed(id=3, title="There is no ranker 'bm26'.", detail="Known: embedding.", remedy="rebuild")
    told = in_users_words(failed)
    assert told == protocol.Failed(
        id=3, title="μ There is no ranker 'bm26'.", detail="μ Known: embedding.", remedy="rebuild"
    )


def test_a_bugs_traceback_stays_as_it_is(marked: None) -> None:
    failed = protocol.Failed(id=3, title="The engine stopped unexpectedly.", detail="The disk is full.", expected=False)
    told = in_users_words(failed)
    assert isinstance(told, protocol.Failed)
    assert (told.title, told.detail) == ("μ The engine stopped unexpectedly.", "The disk is full.")


def test_an_error_on_one_line_is_told_in_the_users_language(marked: None) -> None:
    assert error_line("The disk is full. Make room, then refresh; nothing done before is lost.").count("μ") == 2
    assert error_line("a.b. c.md is empty. [Errno 5] No.") == "μ a.b. c.md is empty. [Errno 5] No."
    assert error_line("Nobody knows this. Nor that.") == "Nobody knows this. Nor that."


def test_other_events_pass_as_they_are(marked: None) -> None:
    event = protocol.Cancelled(id=4)
    assert in_users_words(event) is event


def test_errors_of_core_in_the_window_are_told_in_the_users_language(marked: None, qtbot: QtBot) -> None:
    box = RecipeBox()
    qtbot.addWidget(box)
    with qtbot.waitSignal(box.refused) as refused:
        box.take("sideways")
    assert refused.args is not None
    assert str(refused.args[0]).startswith("μ There is no recipe style 'sideways'. μ Known styles: ")
    assert error_texts(ExplorerError("It is gone.")) == ("It is gone.", "")
