"""Headings of web pages: by level wherever they stand, without tools' links, and what only looks like one."""

from __future__ import annotations

import pytest

from explorer.core.model import BlockKind
from explorer.core.parsing.html.reader import read_html


def headings(page: str) -> list[tuple[int, str]]:
    document = read_html(page.encode(), "page.html")
    return [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            "<div><div><h1>A</h1></div></div><section><article><h3>B</h3>x</article></section><h2>C",
            [(1, "A"), (3, "B"), (2, "C")],
        ),
        ("<h1>A</h1><h1>B</h1><p>x", [(1, "A"), (1, "B")]),
        ("<h6>Deep</h6><p>x", [(6, "Deep")]),
        ("<h1>A <em>b</em><br>c &amp; <code>d()</code></h1>x", [(1, "A b c & d()")]),
        ("<h1>Dry<img src=x alt=Sun>cycle</h1>x", [(1, "Dry Sun cycle")]),
        ("<h2><img src=x alt='Wash cycles'></h2>x", [(2, "Wash cycles")]),
        ("<h2>A<h2>B</h2>x", [(2, "A"), (2, "B")]),
        ("<h2>A</h3><p>x", [(2, "A")]),
        ("<a href=/x><h2>Linked</h2></a>x", [(2, "Linked")]),
        ("<h2><a href=/x>All of it</a></h2>x", [(2, "All of it")]),
        ("<label><h3>In a label</h3></label>x", [(3, "In a label")]),
        ("<details><summary><h2>Question</h2></summary>x</details>", [(2, "Question")]),
        ("<ul><li><h3>Card</h3><p>x</ul>", [(3, "Card")]),
        ("<dl><dt><h3>Term</h3><dd>x</dl>", [(3, "Term")]),
        ("<blockquote><h2>Quoted</h2>x</blockquote>", [(2, "Quoted")]),
        ("<figure><figcaption><h4>Shown</h4></figcaption></figure>x", [(4, "Shown")]),
        ("<fieldset><legend><h2>Legend</h2></legend>x</fieldset>", [(2, "Legend")]),
        ("<h2>&#160;</h2><p>x", [(2, "")]),
        ("<h2></h2><p>x", [(2, "")]),
        ("<h1>A</h1><pre># not\n<h2>x</h2></pre>y", [(1, "A")]),
        ("<h1>A</h1><p>&lt;h2&gt;not&lt;/h2&gt;<!-- <h2>no</h2> --><script>'<h2>no</h2>'</script>", [(1, "A")]),
        ("<h1>A</h1><textarea><h2>no</h2></textarea><template><h2>no</h2></template>x", [(1, "A")]),
    ],
)
def test_elements(page: str, expected: list[tuple[int, str]]) -> None:
    assert headings(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<div role=heading aria-level=3>A</div>x", [(3, "A")]),
        ("<span role='heading' aria-level='1'>A</span><p>x", [(1, "A")]),
        ("<div role=heading>Without a level</div>x", [(2, "Without a level")]),
        ("<div role=heading aria-level=nine>A</div>x", [(2, "A")]),
        ("<div role=heading aria-level=0>A</div>x", [(2, "A")]),
        ("<div role=heading aria-level=8>A</div>x", [(8, "A")]),
        ("<p style='mso-outline-level:2'>A</p><p style='mso-outline-level:body'>x", [(2, "A")]),
        ("<h2 aria-level=4>A</h2>x", [(4, "A")]),
        ("<h2 role=presentation>A</h2><h3>B</h3>x", [(3, "B")]),
        ("<h2 role=none>A</h2><h3>B</h3>x", [(3, "B")]),
        ("<hgroup><h1>Title</h1><h2>Subtitle</h2></hgroup><h2>Next</h2>x", [(1, "Title"), (2, "Next")]),
        ("<hgroup><p>Above</p><h1>Title</h1><p>Below</p></hgroup>x", [(1, "Title")]),
        ("<h1>T</h1><p role=doc-subtitle>S</p>x", [(1, "T")]),
    ],
)
def test_roles_and_groups(page: str, expected: list[tuple[int, str]]) -> None:
    assert headings(page) == expected


@pytest.mark.parametrize(
    "heading",
    [
        'Setup<a class="headerlink" href="#setup" title="Link to this heading">¶</a>',
        '<a href="#setup" class="anchor" aria-hidden="true"><svg><path/></svg></a>Setup',
        'Setup <a href="#setup">#</a>',
        'Setup <a href="#setup">🔗</a>',
        '<a class="header-anchor" href="#setup">#</a> Setup',
        'Setup<a class="hash-link" href="#setup">&ZeroWidthSpace;</a>',
        'Setup<span class="mw-editsection">[<a href="/edit">edit</a>]</span>',
        'Setup<sup><a href="#fn1">1</a></sup>',
        'Setup <a class="headerlink" href="#setup">Permalink</a>',
        '<a class="headerlink" href="#setup">Setup</a>',
        '<a name="setup">Setup</a>',
        '<a id="setup"></a>Setup',
        '<span class="anchor" id="setup">Setup</span>',
        "Set&shy;up",
        "<button aria-expanded=false>Setup</button>",
    ],
)
def test_links_of_tools_are_no_words_of_a_heading(heading: str) -> None:
    assert headings(f"<h2>{heading}</h2><p>text") == [(2, "Setup")]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            "<h1>Contract</h1><p>4.2 <b>Termination.</b> Either party may end it.</p>",
            [(1, "Contract"), (2, "4.2 Termination.")],
        ),
        ("<h2>4 Term</h2><p><strong>4.2 Notice.</strong> It is in writing.", [(2, "4 Term"), (3, "4.2 Notice.")]),
        (
            '<h2>4 Term</h2><p>4.1 <span style="font-weight:700">Start.</span> On signing.',
            [(2, "4 Term"), (3, "4.1 Start.")],
        ),
        ("<h1>A</h1><p><b>Termination.</b> Either party may.", [(1, "A")]),
        ("<h1>A</h1><p>4.2 Termination. Either party may.", [(1, "A")]),
        ("<h1>A</h1><p><b>A bold line</b></p><p>text", [(1, "A")]),
    ],
)
def test_run_in_headings(page: str, expected: list[tuple[int, str]]) -> None:
    assert headings(page) == expected


def test_a_run_in_heading_keeps_its_text_below() -> None:
    page = "<h1>C</h1><p>4.2 <b>Termination.</b> Either party may end it.</p>"
    assert [block.text for block in read_html(page.encode(), "c.html").blocks] == [
        "C",
        "4.2 Termination.",
        "Either party may end it.",
    ]


@pytest.mark.parametrize(
    ("page", "expected", "evidence"),
    [
        (
            "<p><b>Scope</b></p><p>text</p><p><b>Terms</b></p><p>text",
            [(1, "Scope"), (1, "Terms")],
            "HTML headings by bold lines",
        ),
        (
            "<p><b>1 Scope</b><p>text<p><b>1.1 Terms</b><p>text",
            [(1, "1 Scope"), (2, "1.1 Terms")],
            "HTML headings by bold lines",
        ),
        (
            "<p><b>Agreement</b><p><b>1 Scope</b><p>text<p>text<p><b>1.1 Terms</b><p>text",
            [(1, "Agreement"), (2, "1 Scope"), (3, "1.1 Terms")],
            "HTML headings by bold lines",
        ),
        ("<p><b>All of this is bold.</b></p><p>text", [], "none"),
        ("<p><b>One</b><p><b>Two</b><p><b>Three</b><p>text", [], "none"),
        ("<p>text<p><b>The last line</b>", [], "none"),
        ("<p>text", [], "none"),
        ("<p>4.2 <b>Term.</b> It ends.", [(1, "4.2 Term.")], "run-in headings"),
        ("<h4>One</h4><p><b>Two</b></p><p>text", [(4, "One")], "HTML headings"),
    ],
)
def test_bold_lines_are_headings_only_where_there_are_no_others(
    page: str, expected: list[tuple[int, str]], evidence: str
) -> None:
    assert headings(page) == expected
    assert read_html(page.encode(), "page.html").evidence == evidence
