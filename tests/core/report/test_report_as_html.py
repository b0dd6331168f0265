"""The HTML page: whole, safe, small, and readable by eye, ear and on paper."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.model import Place
from explorer.core.report.baseline import make_baseline, narrowed
from explorer.core.report.charts import bar
from explorer.core.report.html_findings import WORST
from explorer.core.report.html_list import LISTED, path_text
from explorer.core.report.html_style import STYLE
from explorer.core.report.lines import regions
from explorer.core.report.markup import Markup, tag
from explorer.core.report.model import AuditReport
from explorer.core.report.redact import redacted
from explorer.core.report.to_html import report_html
from tests.support.audit_reports import finding, report_with

VOID = {"meta", "rect", "line", "circle"}


class Page(HTMLParser):
    """What a page holds: elements with their attributes, the text, and whether every element was closed in turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.text += data

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for element, attributes in self.elements if element == name]


SOME = (
    finding("H101", "a.md", "Manual", "4.2", place=Place(4, 9), mend="4.2 Rent"),
    finding("C202", "b.pdf", "4.3", chunk=1, place=Place(page=3)),
    finding("H112", "", facts={"names": ("a.md",)}),
    finding("D306", "a.md"),
)
LINES = {"a.md": regions("# A\n# 4.2\n", [Place(4, 9)])}


def page_of(report: AuditReport) -> Page:
    return Page(report_html(report))


def test_a_page_has_its_parts_and_links_lead_to_them() -> None:
    page = page_of(report_with(*SOME, notes=(("b.pdf", ("A guess.",)),), lines=LINES))
    ids = [str(attributes["id"]) for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [str(link["href"]) for link in page.all("a")]
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    for words in (
        "Audit of headings",
        "manuals",
        "Where to begin",
        "Numbering only",
        "What to do",
        "4.2 Rent",
        "A guess.",
    ):
        assert words in page.text
    assert "line 2" in page.text
    assert "chunk 1; page 3" in page.text
    assert "The library as a whole" in page.text


def test_a_page_needs_nothing_from_elsewhere_and_runs_nothing() -> None:
    text = report_html(report_with(*SOME))
    page = Page(text)
    assert not {name for name, _ in page.elements} & {"script", "link", "img", "iframe", "object", "base", "form"}
    assert not [key for _, attributes in page.elements for key in attributes if key.startswith("on") or key == "src"]
    assert not re.search(r"https?:|//|@import|@font-face|url\((?!#)", text.replace("<!DOCTYPE html>", ""))
    (policy,) = (meta["content"] for meta in page.all("meta") if meta.get("http-equiv"))
    assert str(policy).startswith("default-src 'none'")


def test_tables_are_named_and_every_cell_has_its_headers() -> None:
    page = page_of(report_with(*SOME, notes=(("b.pdf", ("A guess.",)),)))
    assert len(page.all("caption")) == len(page.all("table")) >= 5
    assert {str(head["scope"]) for head in page.all("th")} == {"col", "row"}
    regions = [attributes for attributes in page.all("div") if attributes.get("role") == "region"]
    assert len(regions) == len(page.all("table"))
    assert all(region["tabindex"] == "0" and region["aria-labelledby"] for region in regions)


def test_headings_go_down_one_level_at_a_time() -> None:
    levels = [int(name[1]) for name, _ in page_of(report_with(*SOME)).elements if re.fullmatch("h[1-6]", name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_charts_are_hidden_from_screen_readers_for_their_words_say_the_same() -> None:
    page = page_of(report_with(*SOME))
    assert all(svg["aria-hidden"] == "true" for svg in page.all("svg"))
    assert {str(pattern["id"]) for pattern in page.all("pattern")} >= {
        str(rect["fill"])[5:-1] for rect in page.all("rect") if rect.get("fill")
    }


HOSTILE = '</td></table><script>alert(1)</script><img src=x onerror="a">&amp;\u202e\x00\x1b\ud800'


def test_words_of_documents_are_never_markup() -> None:
    report = report_with(
        finding("H101", HOSTILE, HOSTILE, reason=HOSTILE, mend=HOSTILE),
        documents=(HOSTILE,),
        title=HOSTILE,
        notes=((HOSTILE, (HOSTILE,)),),
    )
    page = page_of(report)
    assert not page.all("script")
    assert not page.all("img")
    assert page.text.count("alert(1)") >= 5
    assert not {"\u202e", "\x00", "\x1b", "\ud800"} & set(report_html(report))


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_words_make_a_whole_page(name: str, words: str) -> None:
    page = page_of(
        report_with(finding("H101", name or "a", words, reason=words), documents=(name or "a",), title=words)
    )
    assert not page.all("script")


def test_ten_thousand_findings_make_a_small_page_that_says_what_is_left_out() -> None:
    names = [f"folder/{number:03}.md" for number in range(200)]
    path = tuple(f"Chapter with a rather long heading {level} " * 3 for level in range(6))
    found = [
        finding("C203", name, *path, reason=f"{index} {'x' * 900}", chunk=index)
        for name in names
        for index in range(50)
    ]
    text = report_html(report_with(*found, documents=names, notes=[(name, ("y" * 900,)) for name in names]))
    assert len(text) < 400_000
    assert "10,000 findings: 0 errors, 10,000 warnings, 0 notes." in text
    assert f"{200 - WORST} more documents are left out here" in text
    assert f"{50 - LISTED} more findings are left out here" in text
    assert f"{50 * (200 - WORST):,} findings in other documents are left out" in text


def test_findings_that_differ_by_their_place_only_share_a_row() -> None:
    alike = [finding("C203", "a.md", "Use", chunk=chunk) for chunk in range(9)]
    other = finding("C203", "a.md", "Care", chunk=30)
    text = page_of(report_with(*alike, other)).text
    assert "Header too long, 9 times" in text
    assert "chunks 0, 1, 2, 3, 4, 5 and 3 more" in text
    assert "chunk 30" in text
    assert "left out here" not in text.split("The findings")[-1]


def test_a_row_without_heading_and_place_says_what_it_is_about() -> None:
    bare = [finding("H101", "c.docx", "1", place=Place(3, 4)), finding("H101", "c.docx", "2", place=Place(8, 9))]
    found = (*bare, finding("H102", "c.docx", "x"), finding("D306", "c.docx"), finding("D301", ""))
    text = page_of(redacted(report_with(*found, documents=("c.docx",)))).text.split("The findings")[-1]
    for words in ("several headings", "a heading", "the whole document", "several documents"):
        assert text.count(words) == 1


def test_a_library_without_findings_or_documents_has_a_page() -> None:
    text = page_of(report_with(documents=(), kinds={})).text
    for words in ("nothing is urgent", "Nothing was found", "There are no chunks", "No chunk was judged"):
        assert words in text


def test_since_a_baseline_the_page_shows_what_is_new() -> None:
    report = narrowed(report_with(*SOME), (), make_baseline(SOME[:1], "2026-11-30"))
    text = page_of(report).text
    assert "3 findings new since the baseline" in text
    assert "Compared with the baseline: 3 new, 1 known and not shown, 0 fixed." in text


def test_codes_that_were_looked_for_and_not_found_are_named() -> None:
    assert "C201 empty path" in page_of(report_with(*SOME)).text.split("Without findings: ")[1]
    assert "Without findings: C201 empty path." in page_of(narrowed(report_with(*SOME), ("H101", "C201"))).text


def test_the_parts_of_a_bar_add_up_to_their_share() -> None:
    rects = [rect for rect in Page(bar([("error", 1), ("warning", 0), ("note", 3)], 8)).all("rect") if "fill" in rect]
    assert [(rect["x"], rect["width"]) for rect in rects] == [("0.00%", "12.50%"), ("12.50%", "37.50%")]
    assert len(Page(bar([("error", 0)], 0)).all("rect")) == 1


def test_paths_that_are_too_long_lose_their_outer_headings() -> None:
    assert path_text(("A", "B")) == "A > B"
    long = path_text(("Outer " * 20, "Middle " * 20, "Inner", "Leaf"))
    assert long.endswith("Inner > Leaf")
    assert len(long) <= 150
    assert path_text(("x" * 300, "y" * 300)).count("…") == 2


def test_only_markup_goes_in_as_it_is() -> None:
    assert tag("p", "<b>", Markup("<i></i>"), class_='"x"') == '<p class="&quot;x&quot;">&lt;b&gt;<i></i></p>'


def palettes() -> dict[str, dict[str, str]]:
    light, dark = STYLE.split("prefers-color-scheme: dark", 1)
    found = {
        name: dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", part)) for name, part in (("light", light), ("dark", dark))
    }
    assert set(found["light"]) == set(found["dark"])
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ink", ["ink", "soft", "accent", "error", "warning", "note"])
@pytest.mark.parametrize("ground", ["page", "panel"])
def test_text_stands_out_from_its_ground(scheme: str, ink: str, ground: str) -> None:
    """WCAG 2.2, 1.4.3: at least 4.5 to 1."""
    palette = palettes()[scheme]
    assert contrast(palette[ink], palette[ground]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("fill", ["accent", "error", "warning", "note", "header"])
def test_bars_stand_out_from_their_track(scheme: str, fill: str) -> None:
    """WCAG 2.2, 1.4.11: at least 3 to 1."""
    palette = palettes()[scheme]
    assert contrast(palette[fill], palette["track"]) >= 3
