"""The chunk explorer: how documents are cut into chunks, what their headings add, and what that does to search.

Three kinds of process work together. The *window* (`explorer.ui`) shows and asks. The *engine* (`explorer.engine`,
started as `chunk-explorer --engine`) stores, encodes and ranks; one JSON message per line crosses its standard input
and output, and `explorer.protocol` is all the two share besides the pure data of `explorer.core`. *Readers* (started
by the engine as `chunk-explorer --reader`, with limits on memory and CPU time) parse documents and draw pages, so
that a damaged file ends a reader and nothing else.

SQLite is the truth: the catalogue keeps documents, chunks and vectors. Chroma is a projection of it that can be
rebuilt at any time. The commands of `explorer.cli` use the engine's parts directly, without Qt.

Arrows of import point one way, `__main__` → `cli | ui` → `engine` (commands only) / `protocol` → `core`, and
import-linter keeps them so.
"""

__version__ = "0.1.0"
