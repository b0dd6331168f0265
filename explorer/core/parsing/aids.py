"""What a reader may be given beside the file: results of slow tools that it cannot or should not run by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LayoutBox:
    """What a layout model takes a part of a page for; points from the page's top left.

    `kind` is the model's class: "title", "section-header", "text", "list-item", "table", "caption", "footnote",
    "page-header", "page-footer", "picture" …
    """

    x0: float
    y0: float
    x1: float
    y1: float
    kind: str


@dataclass(frozen=True, slots=True)
class ReadingAids:
    """`layout`: boxes by page (from 1), of the pages that `ParsedDocument.undecided_pages` asked for.

    `ocr_languages`: Tesseract's names joined by "+" ("eng+deu") when pages without text are to be recognised, else
    empty.
    """

    layout: Mapping[int, tuple[LayoutBox, ...]] = field(default_factory=dict[int, "tuple[LayoutBox, ...]"])
    ocr_languages: str = ""


NO_AIDS = ReadingAids()
