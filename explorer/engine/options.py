"""What a library is opened with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from explorer.core.audit import AuditSettings
from explorer.core.recipe import PLAIN, Recipe

SMALLEST_LIMIT = 16
"""Fewer tokens than this leave no room for a header and a sentence."""

VECTOR_BYTES = 4 << 30
"""Bytes of one collection's vectors that are still read: two or three million of the usual length."""


@dataclass(frozen=True, slots=True)
class Options:
    """Settings that decide what an index holds.

    `store` names the data folder (empty: the user's own). `model` is a folder, or a name known to this machine (empty:
    the model that comes with the program). `max_tokens` limits the embedded text where it is smaller than the model's
    window (0: the window alone). `include` and `exclude` are patterns of file names relative to the library, such as
    `hr/*.md`; nothing in `include` means everything. `ocr` names the languages by which Tesseract reads scanned pages
    ("eng+deu"; empty: not at all; None: what the library was read with last). `precision` is one of
    `explorer.engine.encoders.base.PRECISIONS` (empty: what the library was embedded with last). `chroma` is the URL of
    a Chroma server (empty: none, and no network); vectors there that take more than `vector_bytes` are not read into
    memory, but ranked by the server.
    """

    store: str = ""
    model: str = ""
    recipe: Recipe = field(default_factory=Recipe)
    max_tokens: int = 0
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    ocr: str | None = None
    chroma: str = ""
    vector_bytes: int = VECTOR_BYTES
    precision: str = ""

    def joined(self, settings: AuditSettings) -> Options:
        """Return these options with the patterns of a library's settings added."""
        return replace(self, include=(*self.include, *settings.include), exclude=(*self.exclude, *settings.exclude))

    @property
    def recipes(self) -> tuple[Recipe, ...]:
        """Return the recipes that are always embedded: the plain side and the library's own."""
        return tuple(dict.fromkeys((PLAIN, self.recipe)))
