"""PyMuPDF without the parts that reading and drawing have no use for.

`import pymupdf` also imports its layout model and its Markdown converter, which bring onnxruntime and numpy: five
times the time of all the rest. Both are optional to it, so they are told to be absent while it is imported;
`explorer.core.parsing.pdf.layout` imports the model by itself where a document needs it.
"""

from __future__ import annotations

import sys
from types import ModuleType

_OPTIONAL = ("pymupdf.layout", "pymupdf4llm")


def load_pymupdf() -> None:
    """Import PyMuPDF, quickly; nothing happens when it is there already."""
    if "pymupdf" in sys.modules:
        return
    # What stands as None in this table cannot be imported, by Python's own rule.
    modules: dict[str, ModuleType | None] = sys.modules  # pyright: ignore[reportAssignmentType]
    hidden = [name for name in _OPTIONAL if name not in modules]
    modules.update(dict.fromkeys(hidden))
    try:
        import pymupdf  # noqa: F401  # pyright: ignore[reportUnusedImport]
    finally:
        for name in hidden:
            del modules[name]
