"""The documents of the structure benchmark and what is true about them.

Everything comes from the corpora folder by path; nothing is copied but PDFs whose outline and tags are taken away,
and these go to a temporary folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Any

import pymupdf
from structure_text import Headings, Path

CORPORA = FilePath(__file__).resolve().parents[3] / "shared" / "corpora"
FORMATS: tuple[str, ...] = ("markdown", "html", "docx", "pdf")
_SHORT: dict[str, str] = {"md": "markdown"}

_KOREAN = "docling/data/pdf/sources/normal_4pages.pdf"
_REDPAPER = "docling/data/pdf/sources/redp5110_sampled.pdf"
MENDED: dict[tuple[str, str], tuple[str, str]] = {
    (_REDPAPER, "Contents"): ("", "it names the printed table of contents, which no path holds (DESIGN 4.1)"),
    (_REDPAPER, "1"): ("", "it is the number of the heading that the truth names next"),
    (_KOREAN, "5"): ("", "it is the number of the heading that the truth names next"),
    (_KOREAN, "(3) 「약관의 규제에 관한 법률」상 약관해석의 원칙 현재 「약관의 규제에 관한 법률」 7) 을 보면 약관은"): (
        "(3) 「약관의 규제에 관한 법률」상 약관해석의 원칙",
        "its second line begins the paragraph below it, in another typeface and size",
    ),
}
"""Headings that a truth plainly has wrong, by file and text: what stands there instead (empty: no heading), and why.

They count for no tool. A truth that can be argued for stays, whichever tool it helps.
"""


@dataclass(frozen=True, slots=True)
class Case:
    """A document with its true headings, or with passages whose path is known (`gold`: text and path).

    `row` names the line of the report. `pages` are the true headings' pages (from 1), None where unknown. `flat`: the
    truth tells no levels, so that only the innermost heading of a path can be judged.
    """

    file: FilePath
    name: str
    format: str
    row: str
    source: str
    headings: Headings
    pages: tuple[int | None, ...]
    gold: tuple[tuple[str, Path], ...] = ()
    flat: bool = False


def load_cases(formats: tuple[str, ...], *, outline: bool, tags: bool) -> list[Case]:
    """Return the cases of these formats; `outline` and `tags` say whether PDFs that have them are read with them."""
    cases = [*_heading_cases(), *_gold_cases()]
    wanted = [case for case in cases if case.format in formats]
    return [row for case in wanted for row in _rows(case, outline=outline, tags=tags)]


def _heading_cases() -> Iterator[Case]:
    folder = CORPORA / "headings"
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        entry: dict[str, Any] = json.loads(line)
        written = str(entry["format"])
        kind = _SHORT.get(written, written)
        found = list(_right(entry["file"], entry["headings"]))
        heads = [(heading["level"], heading["text"]) for heading in found]
        pages = tuple(heading.get("page") for heading in found)
        file = (folder / entry["file"]).resolve()
        # The tool that made these truths gives every heading of a PDF the same level.
        flat = kind == "pdf" and entry["truth"] == "tool"
        row = f"{kind}, {entry['source']}"
        yield Case(file, entry["file"], kind, row, entry["source"], heads, pages, flat=flat)


def _right(file: str, headings: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield a truth's headings as `MENDED` has them."""
    for heading in headings:
        text, _ = MENDED.get((file, heading["text"]), (heading["text"], ""))
        if text:
            yield {**heading, "text": text}


def _gold_cases() -> Iterator[Case]:
    """Yield documents of the question sets, whose passages name their heading path."""
    for name in ("emanual_s10", "emanual_siblings", "chroma_wikitexts"):
        folder = CORPORA / "questions" / name
        gold: dict[str, dict[str, Path]] = {}
        for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
            for passage in json.loads(line)["relevant"]:
                by_text = gold.setdefault(FilePath(passage["doc"]).stem, {})
                by_text.setdefault(passage["text"], tuple(passage["heading_path"]))
        for file in sorted(folder.glob("docs*/*")):
            suffix = file.suffix.lstrip(".")
            kind = _SHORT.get(suffix, suffix)
            # The manual as HTML is left out: its tags give "Apps" and "Samsung apps" one level, the known paths do not.
            if file.stem in gold and kind in ("markdown", "docx") and file.parent.name != "docs_extra":
                passages = tuple(gold[file.stem].items())
                yield Case(file, str(file.relative_to(CORPORA)), kind, f"{kind}, {name} (gold)", name, [], (), passages)


def _rows(case: Case, *, outline: bool, tags: bool) -> Iterator[Case]:
    """Yield a case once, or for a PDF with outline or tags once with and once without them."""
    if case.format != "pdf":
        yield case
        return
    with pymupdf.open(case.file) as document:
        has_outline, has_tags = bool(document.get_toc()), document.xref_get_key(document.pdf_catalog(), "MarkInfo")
    if has_outline and outline:
        yield replace(case, row=f"pdf with outline, {case.source}")
    if has_tags[0] != "null" and tags and not has_outline:
        yield replace(case, row=f"pdf with tags, {case.source}")
    yield replace(case, row=f"pdf with neither, {case.source}")


def prepared(case: Case, folder: FilePath, most_pages: int) -> Case:
    """Return the case with the file that tools are given: PDFs cut after `most_pages` and, in the row "neither",
    without outline and tags."""
    if case.format != "pdf":
        return case
    bare = case.row.startswith("pdf with neither")
    with pymupdf.open(case.file) as document:
        cut = 0 < most_pages < document.page_count and all(page is not None for page in case.pages)
        if not bare and not cut:
            return case
        outline = document.get_toc(simple=False)
        if cut:
            document.select(range(most_pages))
            document.set_toc([_goto(*entry) for entry in outline if 0 < entry[2] <= most_pages])
        if bare:
            _strip(document)
        target = folder / f"{'bare' if bare else 'cut'}-{case.file.name}"
        document.save(target, garbage=1)
    if not cut:
        return replace(case, file=target)
    kept = [(head, page) for head, page in zip(case.headings, case.pages, strict=True) if page and page <= most_pages]
    return replace(case, file=target, headings=[head for head, _ in kept], pages=tuple(page for _, page in kept))


def _goto(level: int, title: str, page: int, more: dict[str, Any]) -> list[Any]:
    """Return an outline entry whose target does not name the page's object, which a cut renumbers."""
    target: dict[str, Any] = {"kind": pymupdf.LINK_GOTO, "page": page - 1, "to": more.get("to") or pymupdf.Point(0, 0)}
    return [level, title, page, target]


def _strip(document: pymupdf.Document) -> None:
    document.set_toc([])
    catalogue = document.pdf_catalog()
    for key in ("StructTreeRoot", "MarkInfo", "Outlines"):
        document.xref_set_key(catalogue, key, "null")
