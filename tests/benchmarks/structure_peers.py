"""Other tools behind one shape; runs by itself in the tools' own environment, as a process that answers line by line.

`python structure_peers.py NAME` reads one JSON object a line (`{"file": ..., "format": ...}`) and writes one for each:
`{"headings": [[level, text]], "texts": [[path, text]], "title", "seconds"}` or `{"error"}`.
`python structure_peers.py --list` names the tools that are installed, with their versions. It needs nothing of the
project.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

Rows = Iterator[tuple[int, str]]
"""(level, text) in document order; level 0 is text, anything above is a heading, `TITLE` states the document's title
(which is a heading too when the tool says so, in a row of its own)."""
TITLE = -1

for variable in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "DO_NOT_TRACK", "SCARF_NO_ANALYTICS"):
    os.environ.setdefault(variable, "1" if "OFFLINE" in variable else "true")


def docling(file: Path, kind: str) -> Rows:
    """Read with docling's own backends for Markdown, HTML and DOCX."""
    formats = import_module("docling.datamodel.base_models").InputFormat
    chosen = {"markdown": formats.MD, "html": formats.HTML, "docx": formats.DOCX}[kind]
    converter = import_module("docling.document_converter").DocumentConverter(allowed_formats=[chosen])
    document = converter.convert(file).document
    for item, _ in document.iterate_items(with_groups=False):
        label = str(getattr(item, "label", ""))
        if label.endswith("title"):
            yield TITLE, item.text
            yield 1, item.text
        elif label.endswith("section_header"):
            yield item.level + 1, item.text
        elif hasattr(item, "text"):
            yield 0, item.text
        elif hasattr(item, "data"):
            yield from ((0, cell.text) for cell in getattr(item.data, "table_cells", ()))


def langchain_markdown(file: Path, kind: str) -> Rows:
    """Split by headings with MarkdownHeaderTextSplitter."""
    marks = [("#" * level, str(level)) for level in range(1, 7)]
    parts = (
        import_module("langchain_text_splitters")
        .MarkdownHeaderTextSplitter(marks)
        .split_text(file.read_text(encoding="utf-8"))
    )
    return _from_metadata((part.metadata, part.page_content) for part in parts)


def langchain_html(file: Path, kind: str) -> Rows:
    """Split by headings with HTMLHeaderTextSplitter."""
    marks = [(f"h{level}", str(level)) for level in range(1, 7)]
    parts = (
        import_module("langchain_text_splitters")
        .HTMLHeaderTextSplitter(marks)
        .split_text(file.read_text(encoding="utf-8", errors="replace"))
    )
    return _from_metadata((part.metadata, part.page_content) for part in parts)


def langchain_html_semantic(file: Path, kind: str) -> Rows:
    """Split by headings with HTMLSemanticPreservingSplitter."""
    marks = [(f"h{level}", str(level)) for level in range(1, 7)]
    splitter = _langchain("HTMLSemanticPreservingSplitter", marks, max_chunk_size=10**9)
    parts = splitter.split_text(file.read_text(encoding="utf-8", errors="replace"))
    return _from_metadata((part.metadata, part.page_content) for part in parts)


def _langchain(splitter: str, marks: list[tuple[str, str]], **options: int) -> Any:
    return getattr(import_module("langchain_text_splitters"), splitter)(marks, **options)


def _from_metadata(parts: Iterable[tuple[dict[str, str], str]]) -> Rows:
    """Turn parts that name the headings above them into rows: what is new in a part's headings stands before it."""
    before: list[tuple[int, str]] = []
    for metadata, text in parts:
        chain = sorted((int(level), heading) for level, heading in metadata.items())
        same = 0
        while same < min(len(chain), len(before)) and chain[same] == before[same]:
            same += 1
        yield from chain[same:]
        yield 0, text
        before = chain


def unstructured(file: Path, kind: str) -> Rows:
    """Partition with unstructured (PDF: strategy "fast"); a title's level is its depth."""
    partition = import_module("unstructured.partition.auto").partition
    options: dict[str, Any] = {"strategy": "fast"} if kind == "pdf" else {}
    for element in partition(str(file), **options):
        depth = element.metadata.category_depth or 0
        yield (depth + 1 if element.category == "Title" else 0), element.text


def pymupdf4llm(file: Path, kind: str) -> Rows:
    """Turn into Markdown with pymupdf4llm as it is installed (with its layout model)."""
    return _pymupdf4llm(file, layout=True)


def pymupdf4llm_plain(file: Path, kind: str) -> Rows:
    """Turn into Markdown with pymupdf4llm by type size alone."""
    return _pymupdf4llm(file, layout=False)


def _pymupdf4llm(file: Path, *, layout: bool) -> Rows:
    tool = import_module("pymupdf4llm")
    tool.use_layout(layout)
    with contextlib.redirect_stdout(sys.stderr):
        text = tool.to_markdown(str(file), show_progress=False)
    return _atx_rows(text)


def _atx_rows(text: str) -> Rows:
    for line in text.splitlines():
        match = re.match(r"(#{1,6})\s+(.*)", line)
        yield (len(match[1]), re.sub(r"\*\*|__|[_*`]", "", match[2])) if match else (0, line)


def python_docx_styles(file: Path, kind: str) -> Rows:
    """Take paragraphs whose style is named "Heading n" (baseline)."""
    for item in import_module("docx").Document(str(file)).iter_inner_content():
        if hasattr(item, "rows"):
            yield from ((0, cell.text) for row in item.rows for cell in row.cells)
            continue
        name = item.style.name if item.style is not None and item.style.name else ""
        match = re.fullmatch(r"Heading (\d)", name)
        if name == "Title":
            yield TITLE, item.text
        yield (int(match[1]) if match else int(name == "Title")), item.text


def lxml_headings(file: Path, kind: str) -> Rows:
    """Take h1 to h6 in order (baseline)."""
    for element in import_module("lxml.html").fromstring(file.read_bytes()).iter():
        tag = element.tag if isinstance(element.tag, str) else ""
        if re.fullmatch(r"h[1-6]", tag):
            yield int(tag[1]), " ".join(element.text_content().split())
        elif tag == "title":
            yield TITLE, element.text or ""
        elif tag not in ("script", "style", "head", "title"):
            yield 0, element.text or ""
        yield 0, element.tail or ""


def hash_lines(file: Path, kind: str) -> Rows:
    """Take lines that begin with # (baseline)."""
    return _atx_rows(file.read_text(encoding="utf-8"))


Adapter = Callable[[Path, str], Rows]
PEERS: dict[str, tuple[Adapter, str, tuple[str, ...]]] = {
    "docling": (docling, "docling|docling-slim", ("markdown", "html", "docx")),
    "langchain-markdown": (langchain_markdown, "langchain-text-splitters", ("markdown",)),
    "langchain-html": (langchain_html, "langchain-text-splitters", ("html",)),
    "langchain-html-semantic": (langchain_html_semantic, "langchain-text-splitters", ("html",)),
    "unstructured": (unstructured, "unstructured", ("markdown", "html", "docx", "pdf")),
    "pymupdf4llm": (pymupdf4llm, "pymupdf4llm", ("pdf",)),
    "pymupdf4llm-plain": (pymupdf4llm_plain, "pymupdf4llm", ("pdf",)),
    "python-docx-styles": (python_docx_styles, "python-docx", ("docx",)),
    "lxml-headings": (lxml_headings, "lxml", ("html",)),
    "hash-lines": (hash_lines, "", ("markdown",)),
}
"""Each tool's function, the distributions that it may come from, and the formats that it reads."""


def version_of(name: str) -> str:
    """Return a tool's version, or the empty string when it is not installed here."""
    distributions = PEERS[name][1]
    if not distributions:
        return "baseline"
    for distribution in distributions.split("|"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            return importlib.metadata.version(distribution)
    return ""


def read(name: str, file: Path, kind: str) -> dict[str, Any]:
    """Return what a tool says about a file, or its error."""
    start = time.perf_counter()
    try:
        rows = list(PEERS[name][0](file, kind))
    except Exception as error:  # noqa: BLE001 - a tool may fail in any way; that is a result
        return {"error": f"{type(error).__name__}: {error}"[:300]}
    title = next((text for level, text in rows if level == TITLE), "")
    rows = [row for row in rows if row[0] != TITLE]
    opened: list[tuple[int, str]] = []
    texts: list[tuple[list[str], str]] = []
    for level, text in rows:
        if level:
            while opened and opened[-1][0] >= level:
                opened.pop()
            opened.append((level, text))
        texts.append(([heading for _, heading in opened], text))
    seconds = time.perf_counter() - start
    return {"headings": [row for row in rows if row[0]], "texts": texts, "title": title, "seconds": seconds}


def main() -> None:
    """Answer requests until the input ends; only answers go to standard output."""
    if sys.argv[1] == "--list":
        print(json.dumps({name: version_of(name) for name in PEERS}))
        return
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        request = json.loads(line)
        answers.write(json.dumps(read(sys.argv[1], Path(request["file"]), request["format"])) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
