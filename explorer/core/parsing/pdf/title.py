"""The title of a PDF: its properties when they can be trusted, else a heading, the largest line, or the file name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from explorer.core.model import Block, BlockKind, TitleSource
from explorer.core.parsing.metadata import choose_title, single_top_heading
from explorer.core.parsing.pdf.headings import wraps
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import Measure
from explorer.core.parsing.pdf.outline import plain

_MADE_UP = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)\b.*|untitled.*|unbenannt.*|document\d*|print|slide \d+"
    r"|.*\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|indd|html?|rtf|odt))$",
    re.IGNORECASE,
)


def pdf_title(
    stated: str, blocks: Sequence[Block], lines: Sequence[Line], measure: Measure, name: str
) -> tuple[str, TitleSource]:
    """Return the title and where it comes from; `stated` is the title in the document's properties."""
    headings = [(block.level, block.text) for block in blocks if block.kind is BlockKind.HEADING]
    first = [line for line in lines if lines and line.page == lines[0].page and line.upright]
    candidates = [
        (stated if _is_trusted(stated, first) else "", TitleSource.PROPERTIES),
        (single_top_heading(headings), TitleSource.HEADING),
        (_largest(first, measure), TitleSource.LARGEST_LINE),
    ]
    return choose_title(candidates, name)


def _is_trusted(stated: str, first: Sequence[Line]) -> bool:
    wanted = plain(stated)
    return bool(wanted) and not _MADE_UP.match(stated.strip()) and wanted in plain("".join(line.text for line in first))


def _largest(first: Sequence[Line], measure: Measure) -> str:
    """Return the largest text of the first page with the lines that continue it, when larger than the body."""
    size = max((line.size for line in first), default=0.0)
    if size < measure.body * 1.1:
        return ""
    start = next(i for i, line in enumerate(first) if line.size == size)
    words = [first[start].text]
    for above, below in zip(first[start:], first[start + 1 :], strict=False):
        if not wraps(above, below, measure):
            break
        words.append(below.text)
    text = " ".join(words)
    return text if len(text.split()) <= 30 else ""
