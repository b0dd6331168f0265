"""Fields of Word documents: their results are text, their instructions are not, and tables of contents are left out.

A complex field is three marks (begin, separate, end) in the run of the text, often over several paragraphs; what
stands between the first two is the instruction (ISO/IEC 29500-1, 17.16.18).
"""

from __future__ import annotations

from dataclasses import dataclass, field

_CONTENTS = frozenset({"TOC", "TOA"})


@dataclass(slots=True, eq=False)
class _Field:
    instruction: str = ""
    in_result: bool = False

    @property
    def is_contents(self) -> bool:
        """Tell whether the field makes a table of contents, of figures or of authorities."""
        words = self.instruction.split(None, 1)
        return self.in_result and bool(words) and words[0].upper() in _CONTENTS


@dataclass(slots=True)
class Fields:
    """The fields that are open at a point of the text."""

    _open: list[_Field] = field(default_factory=list[_Field])
    _instructions: int = 0
    _contents: int = 0

    @property
    def in_instruction(self) -> bool:
        """Tell whether what comes is no visible text."""
        return self._instructions > 0

    @property
    def in_contents(self) -> bool:
        """Tell whether what comes is an entry of a table of contents."""
        return self._contents > 0

    def mark(self, kind: str | None) -> None:
        """Note a field's mark; ends without a beginning are passed over."""
        if kind == "begin":
            self._open.append(_Field())
            self._instructions += 1
        elif kind == "separate" and self._open and not self._open[-1].in_result:
            self._open[-1].in_result = True
            self._instructions -= 1
            self._contents += self._open[-1].is_contents
        elif kind == "end" and self._open:
            self._close(self._open.pop())

    def begin_simple(self, instruction: str) -> None:
        """Note the beginning of a field that is one element."""
        self.mark("begin")
        self.instruct(instruction)
        self.mark("separate")

    def instruct(self, text: str) -> None:
        """Add to the instruction of the innermost field."""
        if self._open and not self._open[-1].in_result:
            self._open[-1].instruction += text

    def end_paragraph(self) -> None:
        """Give up instructions that their paragraph did not end: a lost mark must not hide the rest of the text."""
        results: list[_Field] = []
        while self._instructions:
            opened = self._open.pop()
            if opened.in_result:
                results.append(opened)
            else:
                self._close(opened)
        self._open.extend(reversed(results))

    def end_contents(self) -> bool:
        """Close the tables of contents that are open; tell whether there was one."""
        if not self._contents:
            return False
        self._open = [opened for opened in self._open if not opened.is_contents]
        self._contents = 0
        return True

    def _close(self, closed: _Field) -> None:
        self._instructions -= not closed.in_result
        self._contents -= closed.is_contents
