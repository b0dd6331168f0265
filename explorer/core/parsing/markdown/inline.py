"""Inline Markdown to plain text: the words stay, the marks go, and each piece keeps its place."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from markdown_it.token import Token

from explorer.core.parsing.markdown.jsx import is_placeholder
from explorer.core.parsing.markdown.source import Locator
from explorer.core.parsing.markdown.writer import TextWriter

_TAG_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_ALT = re.compile(r"""\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)


def image_alt(tag: str) -> str:
    """Return the words of an HTML image tag: its `alt` text, entities decoded."""
    match = _ALT.search(tag)
    words = next((group for group in match.groups() if group is not None), "") if match else ""
    return " ".join(html.unescape(words).split())


def tag_name(tag: str) -> str:
    """Return the name of an HTML tag in lower case, or the empty string for comments and the like."""
    match = _TAG_NAME.match(tag)
    return match[1].lower() if match else ""


class InlineWriter:
    """Writes inline tokens of one text to a `TextWriter`.

    `one_line` writes a blank for a hard break (headings, cells); `cell` escapes pipes with a backslash; `closed` are
    the names of the tags that the document closes.
    """

    def __init__(
        self,
        locator: Locator,
        writer: TextWriter,
        *,
        one_line: bool = False,
        cell: bool = False,
        closed: frozenset[str] = frozenset(),
    ) -> None:
        self._locator = locator
        self._writer = writer
        self._one_line = one_line
        self._cell = cell
        self._closed = closed
        # A mark was left out just before, so that the blanks on both sides of it are one.
        self._dropped = False
        self._at = 0

    def write(self, tokens: Sequence[Token], base: int = 0) -> None:
        """Write the tokens; `base` is where in the text their own positions count from."""
        for token in tokens:
            self._write_token(token, base)
            if "end" in token.meta:
                self._at = base + token.meta["end"]

    def _write_token(self, token: Token, base: int) -> None:
        match token.type:
            case "text":
                self._put(token.content, token.content)
            case "text_special":
                self._put(token.markup, token.content)
            case "softbreak" | "hardbreak":
                self._break(hard=token.type == "hardbreak")
            case "code_inline":
                self._put_code(token, base)
            case "image":
                self._at = base + token.meta["start"] + 2
                self.write(token.children or (), self._at)
            case "html_inline":
                self._put_tag(token.content)
            case "link_open":
                self._at += 1
            case "dropped":
                self._dropped = True
            case "strong_open" | "strong_close":
                self._put_bold(closing=token.nesting < 0)
                self._at += len(token.markup)
            case _:
                self._at += len(token.markup)

    def _put(self, raw: str, shown: str) -> None:
        """Write `shown` for `raw`, which stands at the present position of the text."""
        text = self._locator.text
        if self._dropped and raw == shown and raw.startswith(" ") and self._writer.ends_blank():
            blanks = len(raw) - len(raw.lstrip(" "))
            raw = shown = raw[blanks:]
            self._at += blanks
        self._dropped = False
        found = self._at if text.startswith(raw, self._at) else text.find(raw, self._at, self._at + len(raw) + 200)
        if found < 0:
            self._emit(shown, self._at, "")
            return
        self._emit(shown, found, raw)
        self._at = found + len(raw)

    def _emit(self, shown: str, at: int, raw: str) -> None:
        if self._cell and "|" in shown:
            self._emit_pipes(shown, at, raw)
            return
        place, exact = self._locator.locate(at, at + len(raw))
        self._writer.put(shown, place, exact=exact and raw == shown)

    def _emit_pipes(self, shown: str, at: int, raw: str) -> None:
        """Write a cell's text that holds pipes, where possible piece by piece so that the others stay exact."""
        if raw != shown:
            place, _ = self._locator.locate(at, at + len(raw))
            self._writer.put(shown.replace("|", "\\|"), place)
            return
        for piece in re.split(r"(\|)", shown):
            place, exact = self._locator.locate(at, at + len(piece))
            if piece == "|":
                exact = (place.end or 0) - (place.start or 0) == 2
            self._writer.put("\\|" if piece == "|" else piece, place, exact=exact)
            at += len(piece)

    def _put_code(self, token: Token, base: int) -> None:
        """Write a code span; its line breaks became blanks, so it is written line by line."""
        width = len(token.markup)
        start = base + token.meta["start"] + width
        raw = self._locator.text[start : base + token.meta["end"] - width]
        start += int(len(raw) != len(token.content))
        raw = self._locator.text[start : start + len(token.content)]
        for piece in re.split("(\n)", raw):
            if piece == "\n":
                self._writer.put(" ")
            elif piece:
                self._emit(piece, start, piece)
            start += len(piece)

    def _break(self, *, hard: bool) -> None:
        if hard:
            self._new_line()
        else:
            self._writer.put(" ")
        text = self._locator.text
        self._at = max(self._at, text.find("\n", self._at) + 1)
        while self._at < len(text) and text[self._at] in " \t":
            self._at += 1

    def _new_line(self) -> None:
        if self._one_line:
            self._writer.put(" ")
        else:
            self._writer.break_line()

    def _put_tag(self, tag: str) -> None:
        name = tag_name(tag)
        if name == "br":
            self._new_line()
        elif name == "img":
            self._emit(image_alt(tag), self._at, tag)
        elif name in ("b", "strong"):
            self._put_bold(closing=tag.startswith("</"))
        elif is_placeholder(tag, self._closed):
            self._emit(tag, self._at, tag)
        else:
            self._dropped = True
        self._at += len(tag)

    def _put_bold(self, *, closing: bool) -> None:
        if closing:
            self._writer.end_bold()
        else:
            self._writer.begin_bold()
