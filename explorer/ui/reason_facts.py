"""A finding's facts as the sentences of its reason need them, and words that several reasons share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from explorer.core.findings import Fact, Finding
from explorer.ui.texts import noun

_NAMED = 5
"""Documents that a reason names; the facts name more."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a finding by name; raises `KeyError` for one that is not there."""

    given: Mapping[str, Fact]

    def text(self, name: str) -> str:
        """Return a text, or a number as it is written."""
        return str(self.given[name])

    def number(self, name: str) -> float:
        """Return a number."""
        value = self.given[name]
        return value if isinstance(value, int | float) else 0

    def whole(self, name: str) -> int:
        """Return a number without a fraction."""
        return int(self.number(name))

    def texts(self, name: str) -> tuple[str, ...]:
        """Return texts."""
        value = self.given[name]
        return value if isinstance(value, tuple) else (str(value),)


Say = Callable[[Finding, Facts], str]
"""Returns a finding's reason in words."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Reasons", text)


def path_text(path: Sequence[str]) -> str:
    """Return a heading path on one line, as reasons quote it."""
    return " > ".join(path)


def names_text(names: Sequence[str], count: int) -> str:
    """Return the first of `count` documents by name, and how many more there are."""
    shown, more = ", ".join(names[:_NAMED]), count - _NAMED
    return _tr("{0} and {1} more").format(shown, more) if more > 0 else shown


def tokens_text(count: int) -> str:
    """Return a number of tokens: `1 token`."""
    return f"{count} {noun(count, _tr('token'), _tr('tokens'))}"


def chunks_text(count: int) -> str:
    """Return a number of chunks: `1 chunk`."""
    return f"{count} {noun(count, _tr('chunk'), _tr('chunks'))}"
