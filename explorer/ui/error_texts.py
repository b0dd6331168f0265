"""Expected trouble in the user's language: the sentences of the engine and of core are known by their form.

They are written in English where they happen, because the commands tell them too. What no form is known of, another
program's message for one, is told as it came.
"""

from __future__ import annotations

import re

from msgspec import structs

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.protocol import AnyEvent
from explorer.ui.error_forms import ERROR_FORMS
from explorer.ui.sentence_forms import SentenceForms

ERRORS = SentenceForms("Errors", ERROR_FORMS)


def error_text(said: str) -> str:
    """Return the title or the detail of an error."""
    return ERRORS.told(said) or said


def error_texts(error: ExplorerError) -> tuple[str, str]:
    """Return the title and the detail of an error."""
    return error_text(error.title), error_text(error.detail)


def error_line(said: str) -> str:
    """Return an error's title and detail that stand on one line (`str` of an error)."""
    for end in re.finditer(r"\.(?= )", said):
        title = ERRORS.told(said[: end.end()])
        if title is not None:
            return f"{title} {error_text(said[end.end() + 1 :])}"
    return error_text(said)


def in_users_words(event: AnyEvent) -> AnyEvent:
    """Return an event of the engine; a failure is told in the user's language, save the traceback of a bug."""
    if not isinstance(event, protocol.Failed):
        return event
    detail = error_text(event.detail) if event.expected else event.detail
    return structs.replace(event, title=error_text(event.title), detail=detail)
