"""Blocks of web pages: paragraphs, lists with their numbers, quotations, code, captions, definition lists."""

from __future__ import annotations

import pytest

from explorer.core.parsing.html.reader import read_html


def blocks(page: str) -> list[tuple[str, str]]:
    return [(block.kind.value, block.text) for block in read_html(page.encode(), "page.html").blocks]


def texts(page: str) -> list[str]:
    return [text for _, text in blocks(page)]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("bare<div>inner</div>tail", ["bare", "inner", "tail"]),
        ("<p>one\n  two\t three", ["one two three"]),
        ("<p>a<br>b", ["a\nb"]),
        ("<p>a <br/> b<br>", ["a\nb"]),
        ("<p>a<br><br>b<br>\n<br><br>c", ["a", "b", "c"]),
        ("<p>a <b>b</b><i> c</i>", ["a b c"]),
        ("<p>un<b>break</b>able", ["unbreakable"]),
        ("<p>10&nbsp;kg", ["10\u00a0kg"]),
        ("<p>Kündi&shy;gung", ["Kündigung"]),
        ("<p>press <img alt='Start' src=x> now", ["press Start now"]),
        ("<p><img alt=One><img alt=Two>(<img alt=three>)", ["One Two(three)"]),
        ("<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字", ["漢(kan)字"]),
        ("<span style='display:block'>a</span><span style='display:block'>b</span>", ["a", "b"]),
        ("<p>a<hr>b", ["a", "b"]),
        ("<p>a<p>b<div>c", ["a", "b", "c"]),
        ("<div>a<p>b</div>c", ["a", "b", "c"]),
        ("<p>a<div>b</p>c", ["a", "b", "c"]),
        ("<b><p>a</b>b</p>c", ["ab", "c"]),
        ("<table><p>foster</p><tr><td>a<td>b</table>", ["foster", "| a | b |"]),
        ("<p>&amp;lt; &#x41; &notit; &copy 5 < 6", ["&lt; A ¬it; © 5 < 6"]),
        ("<p>unfinished <b", ["unfinished"]),
        ("<details><summary>Q</summary>A<p>B</details>C", ["Q", "A", "B", "C"]),
        ("<my-card>a<p>b</p></my-card>", ["a", "b"]),
    ],
)
def test_paragraphs(page: str, expected: list[str]) -> None:
    assert texts(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<ul><li>a<li>b</ul>", ["- a", "- b"]),
        ("<ol><li>a<li>b</ol>", ["1. a", "2. b"]),
        ("<ol start=3><li>a<li value=7>b<li>c</ol>", ["3. a", "7. b", "8. c"]),
        ("<ol type=a><li>a<li>b</ol>", ["a. a", "b. b"]),
        ("<ol type=A start=27><li>a<li>b</ol>", ["AA. a", "AB. b"]),
        ("<ol type=i start=4><li>a<li>b</ol>", ["iv. a", "v. b"]),
        ("<ol type=I start=1999><li>a</ol>", ["MCMXCIX. a"]),
        ("<ol reversed><li>a<li>b<li>c</ol>", ["3. a", "2. b", "1. c"]),
        ("<ol reversed start=10><li>a<li>b</ol>", ["10. a", "9. b"]),
        ("<ol start=-1><li>a<li>b<li>c</ol>", ["-1. a", "0. b", "1. c"]),
        ("<ol start=x type=i><li value=>a</ol>", ["i. a"]),
        ("<ol type=a start=0><li>a</ol>", ["0. a"]),
        ("<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>", ["- a\n  - b\n    1. c", "- d"]),
        ("<ul><li><p>a<p>b<ul><li>c</ul><p>d</ul>", ["- a\n  b\n  - c\n  d"]),
        ("<ul><li><ul><li>only</ul></ul>", ["- only"]),
        ("<ul><li></li><li>a</ul>", ["- a"]),
        ("<ul><li>a<br>b</ul>", ["- a\n  b"]),
        ("<ul><li>run:<pre>x\n  y</pre>then</ul>", ["- run:\n  x\n    y\n  then"]),
        ("<ul><li>see<table><tr><th>a<th>b<tr><td>1<td>2</table></ul>", ["- see\n  | a | b |\n  | 1 | 2 |"]),
        ("<li>alone", ["- alone"]),
        ("<ul>text<li>a</ul>", ["text", "- a"]),
        ("<ul><li>a</li><ul><li>b</ul></ul>", ["- a", "- b"]),
        ("<ul><li hidden>x<li>a</ul>", ["- a"]),
        ("<menu><li>a</menu><dir><li>b</dir>", ["- a", "- b"]),
        ("<dl><dt>a<dd>b<dt>c<dt>d<dd>e<dd>f</dl>", ["a\n  b", "c\nd\n  e\n  f"]),
        ("<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>", ["a\n  b", "c\n  d"]),
        ("<dl><dt>a<dd>b<ul><li>c</ul></dl>", ["a\n  b\n  - c"]),
        ("<dl><dt>a<dd><pre>x  y</pre></dl>", ["a", "x  y"]),
    ],
)
def test_lists(page: str, expected: list[str]) -> None:
    assert texts(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<blockquote>a<p>b</blockquote>c", [("quote", "a"), ("quote", "b"), ("paragraph", "c")]),
        ("<pre>\nif x:\n    # no\n\n    y</pre>", [("code", "if x:\n    # no\n\n    y")]),
        ("<pre>a\r\nb<br>c</pre>", [("code", "a\nb\nc")]),
        ("<pre><code><span>a</span>  b</code></pre>", [("code", "a  b")]),
        ("<xmp><b>x</b></xmp>", [("code", "<b>x</b>")]),
        (
            "<figure><img alt=Shown><figcaption>Figure 1</figcaption></figure>",
            [("paragraph", "Shown"), ("caption", "Figure 1")],
        ),
        (
            "<figure><pre>x</pre><figcaption>Listing <b>1</b></figcaption></figure>",
            [("code", "x"), ("caption", "Listing 1")],
        ),
        (
            "<table><caption>Prices</caption><tr><th>a<th>b<tr><td>1<td>2</table>",
            [("caption", "Prices"), ("table", "| a | b |\n| 1 | 2 |")],
        ),
    ],
)
def test_kinds(page: str, expected: list[tuple[str, str]]) -> None:
    assert blocks(page) == expected


def test_items_of_one_list_share_a_group_and_those_of_another_do_not() -> None:
    page = "<ul><li>a<li>b</ul><ol><li>c</ol><blockquote><p>d<p>e</blockquote><dl><dt>f<dd>g<dt>h<dd>i</dl>"
    groups = [block.group for block in read_html(page.encode(), "page.html").blocks]
    assert groups == [1, 1, 2, 3, 3, 4, 4]


def test_a_list_with_a_heading_in_one_item_keeps_the_others_as_items() -> None:
    page = "<ol><li>a<li><h2>B</h2><p>c<li>d</ol>"
    assert blocks(page) == [("list", "1. a"), ("heading", "B"), ("paragraph", "c"), ("list", "3. d")]


@pytest.mark.parametrize(
    "page",
    [
        "<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>",
        "<pre><span class=linenos>1 </span>a\n<span class=linenos>2 </span>b</pre>",
    ],
)
def test_line_numbers_are_no_code(page: str) -> None:
    assert blocks(page) == [("code", "a\nb")]
