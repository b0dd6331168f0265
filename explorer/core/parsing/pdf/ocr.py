"""Text of scanned pages, recognised by Tesseract through PyMuPDF (which has the engine; the language data are extra).

Nothing here runs unless a caller asks for languages by name.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pymupdf

_FOLDERS = (
    ("/usr/share", "tesseract*/*/tessdata"),
    ("/usr/share", "tesseract*/tessdata"),
    ("/usr/share", "tessdata"),
    ("/usr/local/share", "tessdata"),
    ("/opt/homebrew/share", "tessdata"),
    ("C:/Program Files", "Tesseract-OCR/tessdata"),
)
"""Where packages put the language data: a root, and a pattern below it; the newest version first."""
_NO_LANGUAGES = frozenset({"osd", "equ"})
"""Data files that find directions and formulas, not words."""
_DPI, _MOST_PIXELS = 300.0, 40_000_000
ENGINE_FONT = "GlyphLess"
"""The font of recognised text, here and in files that another program has recognised: its widths mean nothing."""


def ocr_available() -> tuple[str, ...]:
    """Return the codes of the languages that Tesseract can read here ("deu", "eng"); empty when it is not installed."""
    folder = _data_folder()
    if folder is None:
        return ()
    codes = {file.stem for file in folder.glob("*.traineddata")}
    return tuple(sorted(codes - _NO_LANGUAGES))


def usable_languages(asked: str) -> tuple[str, list[str]]:
    """Return those of the languages asked for ("eng+deu") that are installed, joined alike, and the missing ones."""
    names = [name for name in asked.split("+") if name]
    known = set(ocr_available())
    return "+".join(name for name in names if name in known), [name for name in names if name not in known]


def recognised(page: pymupdf.Page, languages: str, flags: int) -> pymupdf.TextPage:
    """Return the text that Tesseract sees on a page, in points of the page as it is shown.

    `languages` must be installed (`usable_languages`). Raises `RuntimeError` or
    `pymupdf.mupdf.FzErrorBase` when PyMuPDF or Tesseract fails.
    """
    import pymupdf

    folder = _data_folder()
    inches = max(0.01, page.rect.width * page.rect.height / 72**2)
    pixels = page.get_pixmap(dpi=int(min(_DPI, (_MOST_PIXELS / inches) ** 0.5)), alpha=False)
    stream = pixels.pdfocr_tobytes(compress=False, language=languages, tessdata=str(folder))
    with pymupdf.open(stream=stream, filetype="pdf") as made:
        sheet = made[0]
        scale = page.rect.width / max(0.01, sheet.rect.width)
        return sheet.get_textpage(flags=flags, matrix=pymupdf.Matrix(scale, scale))


def _data_folder() -> Path | None:
    """Return the folder of Tesseract's language data, or None. No process is started to ask for it."""
    for folder in _folders():
        if any(folder.glob("*.traineddata")):
            return folder
    return None


def _folders() -> Iterator[Path]:
    named = os.environ.get("TESSDATA_PREFIX")
    if named:
        yield Path(named)
        yield Path(named) / "tessdata"
    program = shutil.which("tesseract")
    if program:
        yield Path(program).parent / "tessdata"
        yield Path(program).parent.parent / "share" / "tessdata"
    for root, pattern in _FOLDERS:
        yield from sorted(Path(root).glob(pattern), reverse=True)
