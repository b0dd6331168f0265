"""English sentences of the program that are known by their form, told in the user's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from PySide6.QtCore import QCoreApplication

_PLACE = re.compile(r"\{\d\}")
_LONGEST = 2000
"""Characters of a sentence that is looked at; a longer one holds another program's output."""


class SentenceForms:
    """Sentences with numbered places for what stands in them, under one context of translations."""

    def __init__(self, context: str, forms: Iterable[object]) -> None:
        self._context = context
        # The form with most words of its own is the one that was meant.
        self._forms = sorted(map(str, forms), key=lambda form: -len(_PLACE.sub("", form)))

    @property
    def forms(self) -> tuple[str, ...]:
        """Return all sentences."""
        return tuple(self._forms)

    def told(self, text: str, inner: Callable[[str], str] = str) -> str | None:
        """Return a sentence in the user's language, None where its form is not known; `inner` tells what is in it."""
        for form in self._forms if len(text) <= _LONGEST else ():
            found = _expression(form).match(text)
            if found:
                return QCoreApplication.translate(self._context, form).format(*map(inner, found.groups()))
        return None


@cache
def _expression(form: str) -> re.Pattern[str]:
    return re.compile(f"{'(.*?)'.join(map(re.escape, _PLACE.split(form)))}\\Z", re.DOTALL)
