"""What of a web page is not read: the hidden and the site's furniture, unless it is all that there is."""

from __future__ import annotations

import pytest

from explorer.core.parsing.html.reader import read_html

BODY = "<main><h1>Pump</h1><p>Open the valve.</p></main>"


def words(page: str) -> str:
    return " / ".join(block.text for block in read_html(page.encode(), "page.html").blocks)


@pytest.mark.parametrize(
    "part",
    [
        "<p hidden>X</p>",
        '<div style="display: none">X</div>',
        '<div style="color:red;DISPLAY:NONE !important">X</div>',
        '<p style="visibility:hidden">X</p>',
        '<span aria-hidden="true">X</span>',
        "<template><p>X</p></template>",
        "<noscript><p>X</p></noscript>",
        "<script>X</script>",
        "<style>X{}</style>",
        "<dialog><p>X</p></dialog>",
        "<svg><title>X</title></svg>",
        "<a href='#login-modal'></a><div id=login-modal style='display:none'>X</div>",
        "<div><button aria-haspopup=menu aria-expanded=false></button><ul hidden><li>X</ul></div>",
        "<iframe src=https://example.org>X</iframe>",
        "<select><option>X</select>",
        "<form><button>X</button></form>",
        "<button type=submit>X</button>",
        "<video>X</video>",
    ],
)
def test_what_nobody_sees(part: str) -> None:
    assert words(BODY.replace("</p>", f"</p>{part}")) == "Pump / Open the valve."


@pytest.mark.parametrize(
    "part",
    [
        "<nav><h2>X</h2></nav>",
        "<header><h2>X</h2></header>",
        "<footer><h2>X</h2></footer>",
        "<aside><h2>X</h2></aside>",
        "<div role=navigation><h2>X</h2></div>",
        "<div role=banner><h2>X</h2></div>",
        "<div role=contentinfo><h2>X</h2></div>",
        "<div role=complementary><h2>X</h2></div>",
        "<div role=search><h2>X</h2></div>",
        "<div role=dialog><h2>X</h2></div>",
        "<div id=cookie-banner><h2>X</h2><p>We use cookies.</p></div>",
        "<div class='cc_cookie-notice'><p>We use cookies.</p></div>",
        "<section aria-label='Cookie banner'><h2>X</h2></section>",
        "<div id=onetrust-consent-sdk><h2>X</h2></div>",
        "<div class=gdpr-consent><h2>X</h2></div>",
        "<div class=privacy-banner><h2>X</h2></div>",
        "<div id=datenschutz-popup><h2>X</h2></div>",
        "<div id=cookiescript_injected><h2>X</h2></div>",
        "<div class=cookie-hinweis><h2>X</h2></div>",
        "<div id=footer><h2>X</h2></div>",
        "<div id=header><h2>X</h2></div>",
        "<div class=site-footer><h2>X</h2></div>",
        "<div class=sphinxsidebar><h3>X</h3></div>",
        "<a href=#main>Skip to main content</a>",
        "<a class=skip-link href=#c>X</a>",
        "<ol class=breadcrumb><li><a href=/>X</a></ol>",
        "<ul itemtype=https://schema.org/BreadcrumbList><li>X</ul>",
        "<div class=navheader><table><tr><th>X</table></div>",
        "<div class=sidebar><h2>X</h2><a href=/a>Alpha beta</a></div>",
    ],
)
@pytest.mark.parametrize("main", [BODY, BODY.replace("main", "div")], ids=["main", "div"])
def test_furniture_of_the_page(part: str, main: str) -> None:
    assert words(part + main) == words(main + part) == "Pump / Open the valve."


@pytest.mark.parametrize(
    "part",
    [
        '<div id="toc"><h2>Contents</h2><ul><li><a href="#a">Alpha</a></ul></div>',
        '<div class="toc"><p><b>Table of Contents</b></p><dl><dt><a href="#a">Alpha beta gamma delta</a></dl></div>',
        '<div class="contents topic"><p class="topic-title">Contents</p><ul><li><a href="#a">Alpha</a></ul></div>',
        '<div class="toctree-wrapper"><ul><li><a href="a.html">Alpha</a></ul></div>',
        '<nav id="TOC" role="doc-toc"><ul><li><a href="#a">Alpha</a></ul></nav>',
        '<table class="toc" id="toc"><tr><td><h2>Contents</h2><ul><li><a href="#a">Alpha</a></ul></table>',
    ],
)
def test_tables_of_contents(part: str) -> None:
    assert words(BODY.replace("</h1>", f"</h1>{part}")) == "Pump / Open the valve."


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<article><header><h1>A</h1><p>by B</p></header><p>c</p><footer>d</footer></article>", "A / by B / c / d"),
        ("<section><header><h2>A</h2></header>c</section>", "A / c"),
        ("<main><aside class=note><p>Mind the gap.</p></aside><p>c</main>", "Mind the gap. / c"),
        ("<main><aside class='admonition warning'><h4>Hot</h4>x</aside><p>c</main>", "Hot / x / c"),
        ("<main><p>c</p><aside role=doc-footnote>f</aside></main>", "c / f"),
        ("<article><p>c</p><aside>A pull quote.</aside></article>", "c / A pull quote."),
        ("<div class=sidebar><p>A box of the text</p></div><p>c", "A box of the text / c"),
        (
            "<h1>Privacy</h1><section id=cookies><h2>Cookies</h2><p>We use cookies.</section>",
            "Privacy / Cookies / We use cookies.",
        ),
        (
            "<h1>Trial</h1><section id=informed-consent><h2>Consent</h2><p>In writing.</section>",
            "Trial / Consent / In writing.",
        ),
        (
            "<h1>Shop</h1><section id=privacy-notice><h2>Privacy</h2><p>We keep little.</section>",
            "Shop / Privacy / We keep little.",
        ),
        ("<h1>A</h1><div class=toc><p>Words without any link</div>", "A / Words without any link"),
        ("<p><a href=#x>Skip</a> a step</p>", "Skip a step"),
        ("<h1>A</h1><div class=header>Step</div>x", "A / Step / x"),
        ("<header><main><h1>A</h1>x</main></header>", "A / x"),
        ("<p hidden=until-found>unfolded</p>", "unfolded"),
        ("<button aria-controls=p>Q</button><div id=p hidden>A</div>", "Q / A"),
        ("<a data-bs-target='#p'>Q</a><div id=p style='display:none'>A</div>", "Q / A"),
        ("<h3><button aria-expanded=false>Q</button></h3><div hidden>A</div>", "Q / A"),
        ("<div role=button aria-expanded=false>Q</div><div style='display:none'>A</div>", "Q / A"),
        ("<a href='#p'>Q</a><div id=p style='display:none'>A</div>", "Q / A"),
        ("<p>x<div role=tabpanel hidden>A</div>", "x / A"),
        ("<button class=accordion>Q</button><div class=panel>A</div>", "Q / A"),
        ("<dialog open><p>x</dialog>", "x"),
        ("<details><summary>Q</summary>A</details>", "Q / A"),
    ],
)
def test_what_looks_like_furniture_but_is_content(page: str, expected: str) -> None:
    assert words(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<div><h2>News</h2>by mail</div><main><h1>A</h1>b c d e</main><div>soon</div>", "A / b c d e"),
        ("<div><p>News</p><div role=main><h1>A</h1>b c d</div></div>by mail", "A / b c d"),
        ("<div><h1>A</h1></div><main><h2>B</h2>c d e f g</main>", "A / B / c d e f g"),
        ("<main><h1>A</h1></main><p>b c d e f", "A / b c d e f"),
        ("<main>a b c</main><main>d e f</main>g", "a b c / d e f / g"),
    ],
)
def test_beside_a_main_part_with_most_of_the_words_nothing_is_read(page: str, expected: str) -> None:
    assert words(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p><a href=/><img alt=Maker></a> <a href=i.html><span><img alt=Site></span></a></p><h1>A</h1>b", "A / b"),
        ("<a href=big.png><img alt=Plan></a><h1>A</h1>b", "Plan / A / b"),
        ("<a href=/><img alt=Pump> parts</a><h1>A</h1>b", "Pump parts / A / b"),
        ("<h1>A</h1><a href=/><img alt=Pump></a>b", "A / Pump b"),
        ("<a href=/><img alt=Pump></a><p>b", "Pump / b"),
        ("<h1><a href=/><img alt=Pump></a></h1>b", "Pump / b"),
    ],
)
def test_linked_pictures_above_the_first_heading_are_logos(page: str, expected: str) -> None:
    assert words(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<title>Guide</title><header><h1>Guide</h1><p>by B</p></header><h2>x</h2>y", "Guide / by B / x / y"),
        ("<title>Guide - Shop</title><header><h1>Guide</h1><nav>n</nav></header><h2>x</h2>y", "Guide / x / y"),
        ("<title>Guide - Shop</title><header><h1>Shop</h1></header><h2>x</h2>y", "x / y"),
        ("<title>Shop</title><header><h1>Shop</h1></header><main><h1>x</h1>y</main>", "x / y"),
        ("<header><p>Shop</p><h1>Guide</h1></header><h2>x</h2>y", "Shop / Guide / x / y"),
        ("<div id=header><h1>Guide</h1></div><h2>x</h2>y", "Guide / x / y"),
        ("<div id=header><h1>Site</h1></div><h1>x</h1>y", "x / y"),
    ],
)
def test_a_page_header_is_read_when_it_holds_the_documents_own_heading(page: str, expected: str) -> None:
    assert words(page) == expected


@pytest.mark.parametrize(
    ("page", "expected", "note"),
    [
        ("<nav><h2>Menu</h2><p>x</nav><footer>y</footer>", "Menu / x / y", "nothing on this page but"),
        ("<div hidden><h2>A</h2>x</div>", "A / x", "All text of this page is hidden"),
        (
            "<body><noscript>Please use a browser.</noscript>",
            "Please use a browser.",
            "All text of this page is hidden",
        ),
        ("<nav>one two</nav><p>x", "x", "2 words of menus"),
        ("<nav>one</nav><p>x", "x", "One word of menus"),
        ("<p>x<p hidden>one two three", "x", "3 words of hidden parts"),
        ("<p hidden><nav hidden>a b</nav>", "a b", "hidden"),
        ("", "", "empty: there is no text"),
        ("<script>x</script>", "", "empty: there is no text"),
    ],
)
def test_notes_say_what_was_left_out_or_kept(page: str, expected: str, note: str) -> None:
    assert words(page) == expected
    assert note in " ".join(read_html(page.encode(), "page.html").notes)
