"""Formulas of Word documents in one line of text: (a+b)/2, x^2, √(x), with brackets where a part has several signs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from explorer.core.parsing.docx.draft import Draft
from explorer.core.parsing.docx.xml import Attributes

# What stands before a part, by the element that holds it.
_BEFORE = {"m:num": "", "m:den": "/", "m:sup": "^", "m:sub": "_", "m:deg": "", "m:rad": "√"}


class Formulas:
    """Rules for the elements of formulas; `drafts` are the open paragraphs, the innermost last."""

    def __init__(self, drafts: Sequence[Draft], put: Callable[[str], None]) -> None:
        self._drafts = drafts
        self._put = put
        self._brackets: list[list[str]] = []

    def starts(self) -> dict[str, Callable[[Attributes], None]]:
        """Return what to do at the beginning of elements, by tag."""
        return {
            **dict.fromkeys(_BEFORE, lambda _: self._begin()),
            "m:d": lambda _: self._begin_brackets(),
            "m:begChr": lambda attributes: self._bracket(0, attributes),
            "m:endChr": lambda attributes: self._bracket(1, attributes),
            "m:nary": lambda _: self._put("∫"),
            "m:chr": self._sign,
        }

    def ends(self) -> dict[str, Callable[[], None]]:
        """Return what to do at the end of elements, by tag."""
        return {**{tag: self._ending(before) for tag, before in _BEFORE.items()}, "m:d": self._end_brackets}

    def _begin(self) -> None:
        if self._drafts:
            self._drafts[-1].begin_group()

    def _ending(self, before: str) -> Callable[[], None]:
        def end() -> None:
            if self._drafts:
                self._drafts[-1].end_group(before)

        return end

    def _begin_brackets(self) -> None:
        self._brackets.append(["(", ")"])
        self._begin()

    def _bracket(self, side: int, attributes: Attributes) -> None:
        if self._brackets:
            self._brackets[-1][side] = attributes.get("m:val", "")

    def _end_brackets(self) -> None:
        before, behind = self._brackets.pop()
        if self._drafts:
            self._drafts[-1].end_group(before, brackets=False)
            self._put(behind)

    def _sign(self, attributes: Attributes) -> None:
        """Take a stated operator in place of the integral that an n-ary one is without it; accents are left out."""
        if self._drafts and self._drafts[-1].parts[-1:] == ["∫"]:
            self._drafts[-1].replace_last(attributes.get("m:val", ""))
