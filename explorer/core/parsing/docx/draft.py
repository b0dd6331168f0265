"""A paragraph while its runs are being read: text, bold ranges, sizes, mathematics written in one line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from explorer.core.parsing.docx.content import Item, NoteKey
from explorer.core.parsing.docx.styles import RunFormat, Style, StyleKind
from explorer.core.parsing.docx.xml import Attributes


@dataclass(slots=True)
class Draft:
    """Collects one paragraph.

    `properties`: the paragraph's own by tag. `run`: the properties of the run that is being read. `after`: what its
    text boxes hold, which follows it. `carried`: its end was deleted, so that the next paragraph goes on with its text.
    """

    style: Style
    inside: bool
    page: int
    properties: dict[str, Attributes] = field(default_factory=dict[str, Attributes])
    run: dict[str, Attributes] = field(default_factory=dict[str, Attributes])
    format: RunFormat = field(default_factory=RunFormat)
    parts: list[str] = field(default_factory=list[str])
    length: int = 0
    bold: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    sizes: Counter[int] = field(default_factory=Counter[int])
    code_letters: int = 0
    letters: int = 0
    contents: list[str] = field(default_factory=list[str])
    notes: list[tuple[NoteKey, str]] = field(default_factory=list["tuple[NoteKey, str]"])
    after: list[Item] = field(default_factory=list["Item"])
    carried: bool = False
    groups: list[int] = field(default_factory=list[int])

    def put(self, text: str) -> None:
        """Append visible text in the run's format."""
        start, self.length = self.length, self.length + len(text)
        self.parts.append(text)
        letters = sum(map(str.isalnum, text))
        if self.format.bold:
            if self.bold and self.bold[-1][1] == start:
                self.bold[-1] = (self.bold[-1][0], self.length)
            else:
                self.bold.append((start, self.length))
        if letters:
            self.letters += letters
            self.sizes[self.format.size] += letters
            self.code_letters += letters if self.format.monospaced else 0

    def replace_last(self, text: str) -> None:
        """Put a text in place of the last one that was put."""
        if self.parts:
            self.length += len(text) - len(self.parts[-1])
            self.parts[-1] = text

    def begin_group(self) -> None:
        """Note where a part of a formula begins."""
        self.groups.append(len(self.parts))

    def end_group(self, before: str, *, brackets: bool = True) -> None:
        """Put `before` in front of the part, and brackets round it when it has more than one sign."""
        first = self.groups.pop() if self.groups else len(self.parts)
        inner = "".join(self.parts[first:])
        if not inner:
            return
        written = f"{before}({inner})" if brackets and len(inner) > 1 else before + inner
        self.parts[first:] = [written]
        self.length += len(written) - len(inner)

    def take_over(self, other: Draft) -> None:
        """Begin with the text of a paragraph whose end was deleted."""
        self.parts, self.length, self.bold = [*other.parts], other.length, [*other.bold]
        self.sizes, self.letters, self.code_letters = Counter(other.sizes), other.letters, other.code_letters
        self.notes, self.after, self.contents = [*other.notes], [*other.after], [*other.contents]

    @property
    def main_size(self) -> int:
        """Return the type size of most letters, in half-points."""
        if not self.sizes:
            return self.format.size
        return next(iter(self.sizes)) if len(self.sizes) == 1 else self.sizes.most_common(1)[0][0]

    @property
    def is_monospaced(self) -> bool:
        """Tell whether every letter is in a font of code."""
        return 0 < self.letters == self.code_letters

    def text(self) -> tuple[str, tuple[tuple[int, int], ...]]:
        """Return the text without white space at its ends (code keeps its indentation), and its bold ranges."""
        whole = "".join(self.parts)
        is_code = self.is_monospaced or self.style.kind is StyleKind.CODE
        kept = whole.lstrip("\n") if is_code and whole.strip() else whole.lstrip()
        low = len(whole) - len(kept)
        text = kept.rstrip()
        ranges = ((max(start - low, 0), min(end - low, len(text))) for start, end in self.bold)
        return text, tuple((start, end) for start, end in ranges if start < end)
