"""How the cost of reading and chunking grows with a document: headings side by side, and blocks inside one another.

    python tests/benchmarks/growth.py [--headings 100000] [--formats html,docx,...] [--chunks]

Prints CPU seconds for an eighth, a quarter, half and all of the size; twice the size should cost about twice as much.
The last column is the cost of the whole over eight times that of the eighth: 1.0 is linear, 8.0 quadratic.
"""

from __future__ import annotations

import argparse
import io
import platform
import time
import zipfile
from collections.abc import Callable

import pymupdf

from explorer.core.errors import UnreadableDocumentError
from explorer.core.parsing import read_document
from explorer.engine.options import Options
from explorer.engine.pipeline import make_setup, prepare

SHARES = (8, 4, 2, 1)
DEPTHS = (125, 250, 500, 1000)


def markdown(count: int) -> bytes:
    return "".join(f"{'#' * (1 + number % 4)} Heading {number}\n\nText of it.\n\n" for number in range(count)).encode()


def html(count: int) -> bytes:
    items = (f"<h{1 + number % 4}>Heading {number}</h{1 + number % 4}><p>Text of it.</p>" for number in range(count))
    return ("<!doctype html><meta charset=utf-8><title>T</title><body>" + "".join(items)).encode()


def text(count: int) -> bytes:
    return "".join(f"{1 + number // 9}.{1 + number % 9} Heading\n\nText of it.\n\n" for number in range(count)).encode()


def rst(count: int) -> bytes:
    marks = "=-~^"
    return "".join(f"Heading {number}\n{marks[number % 4] * 20}\n\nText of it.\n\n" for number in range(count)).encode()


def docx(count: int) -> bytes:
    items = (
        f'<w:p><w:pPr><w:outlineLvl w:val="{number % 4}"/></w:pPr><w:r><w:t>Heading {number}</w:t></w:r></w:p>'
        "<w:p><w:r><w:t>Text of it.</w:t></w:r></w:p>"
        for number in range(count)
    )
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = f'<w:document xmlns:w="{space}"><w:body>{"".join(items)}</w:body></w:document>'
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_rels/.rels", relations)
        archive.writestr("word/document.xml", body)
    return packed.getvalue()


def pdf(count: int) -> bytes:
    """Return a PDF with forty headings a page: a hundred thousand would be 2,500 pages."""
    with pymupdf.open() as document:
        for first in range(0, count, 20):
            page = document.new_page()
            for row, number in enumerate(range(first, min(count, first + 20))):
                page.insert_text((72, 60 + row * 36), f"{1 + number} Heading", fontname="hebo", fontsize=14)
                page.insert_text((72, 76 + row * 36), "Text of it, long enough to be a line.", fontsize=10)
        return bytes(document.tobytes())


def nested_markdown(depth: int) -> bytes:
    return ("# A\n\n" + "> " * depth + "deep\n\n" + "".join("  " * level + "- x\n" for level in range(depth))).encode()


def nested_html(depth: int) -> bytes:
    lists = "<ul><li>x" * depth + "</ul>" * depth
    tables = "<table><tr><td>y" * min(depth, 200)
    return ("<h1>A</h1>" + "<div>" * depth + "<p>deep</p>" + "</div>" * depth + lists + tables).encode()


def nested_rst(depth: int) -> bytes:
    return ("A\n=\n\n" + "".join("  " * level + "* x\n\n" for level in range(depth))).encode()


def nested_text(depth: int) -> bytes:
    return ("1 A\n\n" + "".join("  " * level + "- x\n" for level in range(depth))).encode()


WIDE: dict[str, Callable[[int], bytes]] = {
    "a.md": markdown,
    "a.html": html,
    "a.txt": text,
    "a.rst": rst,
    "a.docx": docx,
    "a.pdf": pdf,
}
DEEP: dict[str, Callable[[int], bytes]] = {
    "a.md": nested_markdown,
    "a.html": nested_html,
    "a.rst": nested_rst,
    "a.txt": nested_text,
}


def cost(data: bytes, name: str, chunks: bool) -> float:
    """Return the CPU seconds of reading, and with `chunks` of chunking and judging, a file."""
    setup = make_setup(Options()) if chunks else None
    begun = time.process_time()
    document = read_document(data, name)
    if setup is not None:
        prepare(document, setup)
    return time.process_time() - begun


def row(label: str, make: Callable[[int], bytes], sizes: list[int], name: str, chunks: bool) -> str:
    """Return a line of the table."""
    try:
        seconds = [cost(make(size), name, chunks) for size in sizes]
    except UnreadableDocumentError as error:
        return f"{label:<12} refused: {error.title}"
    growth = seconds[-1] / (8 * max(seconds[0], 1e-3))
    return f"{label:<12} " + " ".join(f"{second:8.2f}" for second in seconds) + f"   {growth:5.2f}"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--headings", type=int, default=100_000)
    parser.add_argument("--formats", default="md,html,txt,rst,docx,pdf")
    parser.add_argument("--chunks", action="store_true")
    arguments = parser.parse_args()
    chosen = {f"a.{each}" for each in arguments.formats.split(",")}
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}; CPU seconds")
    sizes = [arguments.headings // share for share in SHARES]
    print("\nheadings     " + " ".join(f"{size:8,}" for size in sizes) + "   growth")
    for name, make in WIDE.items():
        if name in chosen:
            print(row(name[2:], make, sizes, name, arguments.chunks), flush=True)
    print("\nnested       " + " ".join(f"{depth:8,}" for depth in DEPTHS) + "   growth")
    for name, make in DEEP.items():
        if name in chosen:
            print(row(name[2:], make, list(DEPTHS), name, arguments.chunks), flush=True)


if __name__ == "__main__":
    main()
