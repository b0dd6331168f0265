"""Every reader on bytes that no author meant: a document comes out whose places hold, or a clean refusal; never else.

Inputs grow out of small real files by cutting, repeating, flipping and splicing, because random bytes alone stop at
the first check of a format.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import Block, BlockKind, ParsedDocument
from explorer.core.parsing import SUFFIXES, read_document

SAMPLES = Path(__file__).parents[3] / "sample_docs"
FORMATS = sorted(set(SUFFIXES.values()))
_SUFFIX = {format_name: suffix for suffix, format_name in reversed(list(SUFFIXES.items()))}

MARKDOWN = "# Ä\n\n## B\n\n- x\n  1. y\n\n| a |\n|---|\n| 1 |\n\n> q\n\n```\n# c\n```\n\n<h2>H</h2>\n[^1]\n\n[^1]: f\n"
HTML = (
    "<!doctype html><meta charset=utf-8><title>T</title><h1>A</h1><p>b<table><tr><td colspan=2 rowspan=9>c</table>"
    "<ul><li>d<ol><li>e</ol></ul><pre># f</pre><dl><dt>g<dd>h</dl>"
    "<h3 aria-level=2 role=heading>i</h3><!-- j --><nav>k</nav>"
)
TEXT = """1 Scope

This part is about x.

1.1 Terms

Term
====

- a
- b

  code

ARTICLE II

§ 7 Notice

Text.
"""
RST = """T
=

.. note:: a

   b

S
-

* x

  * y

+---+
| a |
+---+

::

  # c

:f: g

.. _l:

`m`_ |n|
"""

CHUNKS = (
    '{"document":"a/b.md","title":"T","metadata":{"version":"7","effective_from":"2026-03"},"chunks":['
    '{"text":"# A\\n\\nb","heading_path":["A"],"page":0},'
    '{"text":"c\\u00e4","heading_path":["A","B"],"levels":[1,3],"id":"x","kind":"table"},'
    '{"text":"d","heading_path":["A"],"start":3,"end":4},{"text":"e"}]}\n'
)


def _zipped(parts: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return made.getvalue()


def _epub() -> bytes:
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title></metadata><manifest>'
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine>'
        "</package>"
    )
    chapter = '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>A</h1><p>b</p></body></html>'
    parts = {"mimetype": "application/epub+zip", "META-INF/container.xml": container, "p.opf": package}
    return _zipped({**parts, "a.xhtml": chapter})


def _sample(suffix: str) -> bytes:
    return min((path for path in SAMPLES.rglob(f"*{suffix}")), key=lambda path: path.stat().st_size).read_bytes()


_SEEDS: dict[str, Callable[[], bytes]] = {
    "markdown": MARKDOWN.encode,
    "html": HTML.encode,
    "text": TEXT.encode,
    "rst": RST.encode,
    "chunks": CHUNKS.encode,
    "epub": _epub,
    "docx": lambda: _sample(".docx"),
    "pdf": lambda: _sample(".pdf"),
}


@cache
def _seed(format_name: str) -> bytes:
    return _SEEDS[format_name]()


@st.composite
def damaged(draw: st.DrawFn, seed: bytes) -> bytes:
    """Return `seed` after a few edits: cut, doubled, overwritten, or with foreign bytes put in."""
    data = seed
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        until = min(len(data), at + draw(st.integers(0, 400)))
        put = draw(
            st.one_of(
                st.binary(max_size=12),
                st.sampled_from(
                    [b"", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"<", b">", b"|", b"\r", b"#" * 9, b"\n\n"]
                ),
                st.just(data[at:until] * 3),
            )
        )
        data = data[:at] + put + data[until if draw(st.booleans()) else at :]
    return data


@st.composite
def repacked(draw: st.DrawFn, seed: bytes) -> bytes:
    """Return a ZIP file in which one part is damaged and the packing is sound, so that the damage is met."""
    with zipfile.ZipFile(io.BytesIO(seed)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = draw(st.sampled_from(sorted(parts)))
    parts[name] = draw(damaged(parts[name]))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for part, data in parts.items():
            archive.writestr(part, data)
    return made.getvalue()


def _holds(document: ParsedDocument) -> None:
    """Check what every reader promises of what it gives."""
    for block in document.blocks:
        assert block.level >= 1 if block.kind is BlockKind.HEADING else block.level == 0
        _runs_cover(block)
        if document.format == "pdf":
            assert block.place.page is None or 1 <= block.place.page <= len(document.pages)
            continue
        assert block.place.start is not None
        assert block.place.end is not None
        assert 0 <= block.place.start <= block.place.end <= len(document.source_text)
        for run in block.runs:
            if run.exact:
                assert document.source_text[run.place.start : run.place.end] == block.text[run.start : run.end]
    starts = [block.place.start for block in document.blocks if block.place.start is not None]
    assert starts == sorted(starts)
    assert not any("\ud800" <= letter <= "\udfff" for block in document.blocks for letter in block.text)


def _runs_cover(block: Block) -> None:
    at = 0
    for run in block.runs:
        assert not block.text[at : run.start].strip()
        assert at <= run.start <= run.end
        at = run.end
    assert not block.runs or not block.text[at:].strip()


def _read(data: bytes, format_name: str) -> ParsedDocument | None:
    try:
        return read_document(data, f"x{_SUFFIX[format_name]}")
    except UnreadableDocumentError as error:
        refusal = error.title
    assert refusal.strip().endswith(".")
    return None


def test_there_is_a_seed_for_every_format() -> None:
    assert sorted(_SEEDS) == FORMATS


@pytest.mark.parametrize("format_name", FORMATS)
def test_seeds_are_read_whole(format_name: str) -> None:
    document = _read(_seed(format_name), format_name)
    assert document is not None
    assert any(block.kind is BlockKind.HEADING for block in document.blocks)
    _holds(document)


@pytest.mark.parametrize("format_name", FORMATS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_damaged_files_are_read_or_refused(format_name: str, data: st.DataObject) -> None:
    document = _read(data.draw(damaged(_seed(format_name))), format_name)
    if document is not None:
        _holds(document)


@pytest.mark.parametrize("format_name", ["docx", "epub"])
@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_packages_with_a_damaged_part_are_read_or_refused(format_name: str, data: st.DataObject) -> None:
    document = _read(data.draw(repacked(_seed(format_name))), format_name)
    if document is not None:
        _holds(document)


@pytest.mark.parametrize("format_name", FORMATS)
@settings(max_examples=25)
@given(data=st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(format_name: str, data: bytes) -> None:
    document = _read(data, format_name)
    if document is not None:
        _holds(document)


@pytest.mark.parametrize("of", FORMATS)
@pytest.mark.parametrize("named", FORMATS)
def test_file_under_the_name_of_another_format(of: str, named: str) -> None:
    document = _read(_seed(of), named)
    if document is not None:
        _holds(document)


@pytest.mark.parametrize("format_name", ["markdown", "html", "text", "rst", "chunks"])
@settings(max_examples=60)
@given(text=st.text(max_size=400))
def test_any_text_is_read_or_refused(format_name: str, text: str) -> None:
    document = _read(text.encode("utf-8", "surrogatepass"), format_name)
    if document is not None:
        _holds(document)
