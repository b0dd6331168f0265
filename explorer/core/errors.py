"""Errors that a user can meet. Each says what happened in a sentence made from facts."""

from __future__ import annotations

from typing import ClassVar


class ExplorerError(Exception):
    """Something expected went wrong and the user can act on it.

    `title` is a short sentence for a message bar or the terminal; `detail` (may be empty) says more, such as what to
    do next. `remedy` names what the window can do about it, "" for nothing: "rebuild" the index. Any other exception
    that reaches the top is a bug and is shown with its traceback.
    """

    remedy: ClassVar[str] = ""

    def __init__(self, title: str, detail: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.detail = detail

    def __str__(self) -> str:
        """Return title and detail on one line, as the commands print it."""
        return f"{self.title} {self.detail}".strip()


class UnreadableDocumentError(ExplorerError):
    """A file could not be read as a document (finding D305); `title` says why in words."""


class Cancelled(Exception):  # noqa: N818 - the name says what happened; it is not a fault
    """The user stopped a job; raised by the progress callable."""
