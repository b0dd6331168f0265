"""What other tools add to Markdown: marks go, words stay, titles are text, and nothing inside code is touched."""

from __future__ import annotations

import pytest

from explorer.core.model import BlockKind
from explorer.core.parsing.markdown.reader import read_markdown

Blocks = list[tuple[str, int, str]]

CASES: dict[str, tuple[str, Blocks]] = {
    "admonition": (
        '!!! note "My *title*"\n\n    Body\n\n    # In it\n\nAfter\n',
        [("paragraph", 0, "My title"), ("paragraph", 0, "Body"), ("heading", 1, "In it"), ("paragraph", 0, "After")],
    ),
    "admonition without title": ("??? tip\n    Body\n", [("paragraph", 0, "tip"), ("paragraph", 0, "Body")]),
    "admonition with an empty title": ('!!! note ""\n    Body\n', [("paragraph", 0, "Body")]),
    "admonition behind a paragraph": ('a\n!!! note "T"\n    b\n', [("paragraph", 0, text) for text in ("a", "T", "b")]),
    "admonition holds code": (
        "!!! note\n    ```\n    # no\n      x\n    ```\n",
        [("paragraph", 0, "note"), ("code", 0, "# no\n  x")],
    ),
    "tabs": (
        '=== "One"\n    a\n=== "Two"\n\n    b\n',
        [("paragraph", 0, text) for text in ("One", "a", "Two", "b")],
    ),
    "slashes": (
        "/// warning | Care *now*\na\n///\n\n/// tip\n    open: True\nb\n///\n",
        [("paragraph", 0, text) for text in ("Care now", "a", "tip", "b")],
    ),
    "slashes of a comment": ("/// Word\n", [("paragraph", 0, "/// Word")]),
    "colons": (
        '::: warning Take care\na\n:::\n\n:::note[Title]\nb\n:::\n\n:::: {.callout-note title="Q"}\nc\n::::\n',
        [("paragraph", 0, text) for text in ("Take care", "a", "Title", "b", "Q", "c")],
    ),
    "directive in colons": (":::{note}\n:class: x\n\na\n:::\n", [("paragraph", 0, "note"), ("paragraph", 0, "a")]),
    "alert": ("> [!NOTE]\n> a\n", [("quote", 0, "NOTE\na")]),
    "folded alert with title": ("> [!tip]- Title\n> a\n", [("quote", 0, "tip Title a")]),
    "shortcodes": (
        '{{< figure src="a.png" title="Shown" >}}\n\nText {{% ref "x" %}} goes on {{ site.name }}.\n',
        [("paragraph", 0, "Shown"), ("paragraph", 0, "Text goes on {{ site.name }}.")],
    ),
    "shortcode over several lines": ('{{< x\n  a="b"\n>}}\n# T\n', [("heading", 1, "T")]),
    "highlighted code": (
        "{% highlight sh %}\n# no\n  x\n{% endhighlight %}\n\n{{< highlight sh >}}\n# no\n{{< /highlight >}}\n",
        [("code", 0, "# no\n  x"), ("code", 0, "# no")],
    ),
    "include": ("{* ../a_b.py hl[1:2] *}\n\n{*a*}\n", [("paragraph", 0, "{a}")]),
    "hint": ('{% hint style="info" %}\na\n{% endhint %}\n', [("paragraph", 0, "a")]),
    "template comment": ("{% comment %}\n# no\n{% endcomment %}\na\n", [("paragraph", 0, "a")]),
    "attribute lists": (
        "# T\n{: .no_toc }\n\na\n{: .x #y}\n\n[b](c){: .d} e\n",
        [("heading", 1, "T"), ("paragraph", 0, "a"), ("paragraph", 0, "b e")],
    ),
    "attributes of headings": (
        '## A {#a .b}\n\n## B {-}\n\n## C { .c key="v w" }\n\n## D {x}\n',
        [("heading", 2, text) for text in ("A", "B", "C", "D {x}")],
    ),
    "contents": ("[TOC]\n\n[[toc]]\n\n[[_TOC_]]\n\n{:toc}\n\na\n", [("paragraph", 0, "a")]),
    "a link named toc": ("[toc]\n\n[toc]: /x\n", [("paragraph", 0, "toc")]),
    "target": ("(my-target)=\n# T\n", [("heading", 1, "T")]),
    "wiki links": ("[[Page|shown *text*]] and [[Other Page]]\n", [("paragraph", 0, "shown *text* and Other Page")]),
    "display mathematics": (
        "$$\na\n=\n# b_1\n$$\n\n\\begin{align}\nx\n---\n\\end{align}\n",
        [("code", 0, "$$\na\n=\n# b_1\n$$"), ("code", 0, "\\begin{align}\nx\n---\n\\end{align}")],
    ),
    "mathematics and money": (
        "Let $a_1 *b* c_1$ be; *it* costs $5 and *up* to $10.\n",
        [("paragraph", 0, "Let $a_1 *b* c_1$ be; it costs $5 and up to $10.")],
    ),
    "dollars that are no display": ("$$\n\n# T\n", [("paragraph", 0, "$$"), ("heading", 1, "T")]),
    "module": (
        "import A from '@site/a';\nimport {\n  B,\n} from \"b\";\nexport const x = [\n  1,\n];\n\n# T\n",
        [("heading", 1, "T")],
    ),
    "prose about imports": (
        "import the module from here\n\nexport default settings to a file\n",
        [("paragraph", 0, "import the module from here"), ("paragraph", 0, "export default settings to a file")],
    ),
    "components": (
        '<Tabs items={["a > b"]}>\n<TabItem value="x" label="Apple">\n\n## T\n\n'
        'See <Icon name={"a"} /> <B x={1}>c</B>.\n\n'
        "</TabItem>\n</Tabs>\n",
        [("paragraph", 0, "Apple"), ("heading", 2, "T"), ("paragraph", 0, "See c.")],
    ),
    "comments of MDX": ("{/* # no\n# no */}\na {/* b */} c\n", [("paragraph", 0, "a c")]),
    "words to fill in": (
        "Open <filename> in <kbd>a</kbd>\n\n<unk>\n",
        [("paragraph", 0, "Open <filename> in a"), ("paragraph", 0, "<unk>")],
    ),
    "custom elements": ("<x-card>\n\na <my-b>c</my-b>\n\n</x-card>\n", [("paragraph", 0, "a c")]),
    "definition list": (
        "Term *one*\n: Def `a`\n  more\n: Second\n\nTerm two\n\n: Def\n\n    para\n",
        [("list", 0, "Term one\n  Def a more\n  Second"), ("list", 0, "Term two\n  Def\n  para")],
    ),
    "layout table": (
        "<table><tr><td><h3>A</h3>a</td><td><h3>B</h3><p>b</p></td></tr></table>\n",
        [("heading", 3, "A"), ("paragraph", 0, "a"), ("heading", 3, "B"), ("paragraph", 0, "b")],
    ),
    "data table with headings in cells": (
        "<table><tr><th><h4>N</h4></th><th>V</th></tr><tr><td>a</td><td>b</td></tr></table>\n",
        [("table", 0, "| N | V |\n| a | b |")],
    ),
    "marks inside code": (
        "```\n!!! note\n{% x %}\n::: a\n<Tabs x={1}>\n```\n\n    {% y %}\n\n`[[a]] $b$ {{< c >}}`\n",
        [
            ("code", 0, "!!! note\n{% x %}\n::: a\n<Tabs x={1}>"),
            ("code", 0, "{% y %}"),
            ("paragraph", 0, "[[a]] $b$ {{< c >}}"),
        ],
    ),
    "run-in headings": (
        "# 4 End\n\n4.2 **Termination.** Either *party*\nmay go.\n\n(a) **Notice.** In writing.\n\n"
        "**4.3 Costs.** None.\n",
        [
            ("heading", 1, "4 End"),
            ("heading", 2, "4.2 Termination."),
            ("paragraph", 0, "Either party may go."),
            ("heading", 3, "(a) Notice."),
            ("paragraph", 0, "In writing."),
            ("heading", 2, "4.3 Costs."),
            ("paragraph", 0, "None."),
        ],
    ),
    "bold that is no run-in heading": (
        "**Note.** a\n\n**2 lines**. b\n\n4.2 **Termination** c\n\n4. **Item.** d\n",
        [
            ("paragraph", 0, "Note. a"),
            ("paragraph", 0, "2 lines. b"),
            ("paragraph", 0, "4.2 Termination c"),
            ("list", 0, "4. Item. d"),
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_blocks(text: str, expected: Blocks, newline: str) -> None:
    document = read_markdown(text.replace("\n", newline).encode(), "some.md")
    assert [(block.kind.value, block.level, block.text) for block in document.blocks] == expected


def test_mdx_has_no_indented_code() -> None:
    text = "<Tabs>\n\n      Some *text*\n\n    ## T\n\n</Tabs>\n"
    blocks = read_markdown(text.encode(), "some.mdx").blocks
    assert [(block.kind, block.text) for block in blocks] == [
        (BlockKind.PARAGRAPH, "Some text"),
        (BlockKind.HEADING, "T"),
    ]


def test_run_in_heading_and_its_paragraph_have_places_of_their_own() -> None:
    text = "4.2 **Termination.** Either *party* goes.\n"
    heading, rest = read_markdown(text.encode(), "some.md").blocks
    assert text[heading.place.start : heading.place.end] == "4.2 **Termination."
    assert text[rest.place.start : rest.place.end] == "Either *party* goes."
    assert heading.slug == "42-termination"
    found = rest.place_of(7, 12)
    assert text[found.start : found.end] == "party"


@pytest.mark.parametrize("table", ["| a | b |\n|---|:-:|\n| c | d |\n| e | f |\n", "a | b\n--|--\nc | d\ne | f\n"])
def test_places_of_table_rows_do_not_meet(table: str) -> None:
    (block,) = read_markdown(table.encode(), "some.md").blocks
    at, before = 0, 0
    for line in block.text.split("\n"):
        place = block.place_of(at, at + len(line))
        assert place.start is not None
        assert place.end is not None
        assert before <= place.start
        assert "-" not in table[place.start : place.end]
        at, before = at + len(line) + 1, place.end
