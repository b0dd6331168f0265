"""The examples of the CommonMark specification: same headings as the expected HTML, and no words lost."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from explorer.core.model import BlockKind
from explorer.core.parsing import read_document

SHARED = next(
    (parent / "shared" for parent in Path(__file__).parents if (parent / "shared" / "corpora").is_dir()), None
)
EXAMPLES: list[dict[str, Any]] = (
    json.loads((SHARED / "corpora/commonmark/spec_tests.json").read_text("utf-8")) if SHARED else []
)
# A code point that ends no word and begins none, where the expectation has markup.
WORD = re.compile(r"\w+")


class Expected(HTMLParser):
    """Headings outside quotations and list items, and all words that are shown."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.headings: list[tuple[int, str]] = []
        self.text: list[str] = []
        self._inside: list[str] = []
        self._hidden = ""
        self._level = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._hidden = tag
        elif tag in ("blockquote", "li"):
            self._inside.append(tag)
        elif re.fullmatch("h[1-6]", tag) and not self._inside:
            self._level = int(tag[1])
            self.headings.append((self._level, ""))
        elif tag == "img":
            self.handle_data(dict(attrs).get("alt") or "")
        if tag in ("p", "li", "br", "pre", "td", "div", "hr", "h1", "h2"):
            self.text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._hidden:
            self._hidden = ""
        elif self._inside and tag == self._inside[-1]:
            self._inside.pop()
        elif re.fullmatch("h[1-6]", tag):
            self._level = 0

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        self.text.append(data)
        if self._level:
            level, text = self.headings[-1]
            self.headings[-1] = (level, text + data)


@pytest.mark.skipif(not EXAMPLES, reason="the shared corpora are not here")
@pytest.mark.parametrize("example", EXAMPLES)
def test_headings_and_words_of_example(example: dict[str, Any]) -> None:
    document = read_document(example["markdown"].encode(), "example.md")
    expected = Expected(example["html"])
    found = [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]
    assert found == [(level, " ".join(text.split())) for level, text in expected.headings]
    words = WORD.findall(" ".join(block.text for block in document.blocks))
    missing = [word for word in WORD.findall("".join(expected.text)) if word not in words]
    assert missing == []
