"""PyMuPDF's layout model: what it takes the parts of a page for. Slow (3 to 6 pages a second and core).

The model knows headings from text, tables and furniture by their looks; it gives no levels and finds too many
headings, so it is one vote among others (`votes`), and only for pages that the type leaves in doubt. It is run in
one thread: several processes side by side read twice as fast as one process with several threads.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from typing import Any, cast

from explorer.core.parsing.aids import LayoutBox
from explorer.core.parsing.pdf.loading import load_pymupdf
from explorer.core.parsing.pdf.reader import opened_pdf


def layout_boxes(data: bytes, name: str, pages: Iterable[int]) -> dict[int, tuple[LayoutBox, ...]]:
    """Return the model's boxes of the `pages` (from 1) of a PDF; pages that the file does not have are left out.

    A page that cannot be read has no boxes. Raises `UnreadableDocumentError` as `read_pdf` does.
    """
    _load_in_one_thread()
    from pymupdf.mupdf import FzErrorBase

    found: dict[int, tuple[LayoutBox, ...]] = {}
    with opened_pdf(data, name) as document:
        for number in pages:
            if 1 <= number <= document.page_count:
                try:
                    page = document[number - 1]
                    page.get_layout()
                except (RuntimeError, ValueError, IndexError, FzErrorBase):
                    # What makes a single page unreadable for the model must not cost the other ones.
                    found[number] = ()
                    continue
                found[number] = tuple(_box(raw) for raw in cast("list[Any]", page.layout_information or ()))
    return found


def _box(raw: Any) -> LayoutBox:  # noqa: ANN401 - the library gives untyped lists
    x0, y0, x1, y1, kind = raw[:5]
    return LayoutBox(float(x0), float(y0), float(x1), float(y1), str(kind))


@lru_cache(maxsize=1)
def _load_in_one_thread() -> None:
    """Load the model with sessions of one thread; the library takes no such setting, its sessions' options do."""
    import onnxruntime

    usual = onnxruntime.SessionOptions

    def single() -> Any:  # noqa: ANN401 - the library is untyped
        options = usual()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return options

    onnxruntime.SessionOptions = single
    try:
        load_pymupdf()
        library = cast("Any", import_module("pymupdf"))
        # Who has imported the library otherwise has a model with sessions of many threads: it is loaded anew.
        library._get_layout = None
        cast("Any", import_module("pymupdf.layout")).activate()
    finally:
        onnxruntime.SessionOptions = usual
