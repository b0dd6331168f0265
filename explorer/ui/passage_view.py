"""Passages as a page to read: each hit framed and named, its neighbours around it, headings where they begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from PySide6.QtCore import QCoreApplication, QUrl, Signal
from PySide6.QtWidgets import QWidget

from explorer.core.retrieval_views import Passage, PassagePart
from explorer.ui.chunk_text import is_row, table_cells
from explorer.ui.naming import named
from explorer.ui.plain_words import QuietBrowser
from explorer.ui.theme import Theme

SOURCE, OPEN = "source", "open"
"""What a link does: show a part in the source pane, or open its document outside."""


class PassageView(QuietBrowser):
    """Shows passages; `wanted` says (what, number of the passage, number of the part) of a link that was followed."""

    wanted = Signal(str, int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, label=self.tr("Passages"))
        self._theme = theme
        self._passages: tuple[Passage, ...] = ()
        self.setOpenLinks(False)
        self.document().setDocumentMargin(10)
        self.anchorClicked.connect(self._on_link)
        theme.changed.connect(self._draw)

    def show_passages(self, passages: Sequence[Passage]) -> None:
        """Show other passages, from their top."""
        self._passages = tuple(passages)
        self._draw()

    def _draw(self) -> None:
        self.setHtml("<br>".join(_passage_html(each, place, self._theme) for place, each in enumerate(self._passages)))

    def _on_link(self, url: QUrl) -> None:
        what, passage, part = url.toString().split("-")
        self.wanted.emit(what, int(passage), int(part))


def _tr(text: str) -> str:
    return QCoreApplication.translate("PassageView", text)


def cost_text(passage: Passage) -> str:
    """Return what a passage costs: `412 tokens as prompt text, the hit alone 96`."""
    tokens = _tr("{0:,} tokens as prompt text").format(passage.tokens)
    if passage.tokens == passage.hit_tokens:
        return tokens
    hits = sum(part.is_hit for part in passage.parts)
    alone = _tr("the hit alone {0:,}") if hits == 1 else _tr("the {1} hits alone {0:,}")
    return f"{tokens}, {alone.format(passage.hit_tokens, hits)}"


def cost_tip() -> str:
    """Return what is counted, and how that differs from what a chunk's card counts."""
    return _tr(
        "Counted as “Prompt text” copies it: title and headings once, in brackets, then the text. A chunk's card counts"
        " what is embedded: the header of its recipe, and the text."
    )


def first_hit(passage: Passage) -> int:
    """Return the number of the first part that is a hit."""
    return next(number for number, part in enumerate(passage.parts) if part.is_hit)


def _passage_html(passage: Passage, place: int, theme: Theme) -> str:
    muted, link = theme.colour("muted").name(), theme.colour("link").name()
    hit = first_hit(passage)
    path = " › ".join(dict.fromkeys((passage.title, *passage.heading_path)))
    links = " · ".join(
        f'<a href="{what}-{place}-{hit}" style="color:{link}; text-decoration:none">{escape(words)}</a>'
        for what, words in ((SOURCE, _tr("Show in source")), (OPEN, _tr("Open in your program")))
    )
    head = (
        f'<p style="margin:0 0 2px 0"><b>{escape(path)}</b></p>'
        f'<p style="margin:0 0 6px 0; color:{muted}">{escape(passage.document)} · {escape(_kind(passage))} · '
        f"{escape(cost_text(passage))} · {links}</p>"
    )
    note = f'<p style="margin:0 0 6px 0"><i>{escape(passage.note)}</i></p>' if passage.note else ""
    return head + note + "".join(_parts_html(passage, place, theme))


def _kind(passage: Passage) -> str:
    return {
        "section": _tr("the section around it"),
        "neighbours": _tr("with its neighbours"),
    }.get(passage.kind, _tr("the hit alone"))


def _parts_html(passage: Passage, place: int, theme: Theme) -> Iterator[str]:
    shown = passage.heading_path
    for number, part in enumerate(passage.parts):
        below = part.heading_path[len(passage.heading_path) :]
        heading = " › ".join(below) if part.heading_path != shown else ""
        shown = part.heading_path
        yield _part_html(part, heading, f"{SOURCE}-{place}-{number}", theme)


def _part_html(part: PassagePart, heading: str, link: str, theme: Theme) -> str:
    """Return a part: a hit stands on a ground of its own, behind a bar, under the word that names it."""
    colours = theme.colours()
    ground = colours["highlight"] if part.is_hit else colours["panel"]
    bar = colours["highlight_line"] if part.is_hit else colours["panel"]
    text = colours["text"] if part.is_hit else colours["muted"]
    tokens = _tr("text {0:,} tokens").format(part.tokens)
    name = f"<b>{escape(_tr('HIT'))}</b>" if part.is_hit else escape(_tr("Neighbour"))
    number = _tr("chunk {0}").format(part.index)
    label = f'{name} · <a href="{link}" style="color:{colours["link"]}; text-decoration:none">{escape(number)}</a>'
    label = f"{label} · {escape(tokens)}"
    title = f'<p style="margin:0 0 2px 0"><b>{escape(heading)}</b></p>' if heading else ""
    return (
        f'<table width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 4px 0"><tr>'
        f'<td width="4" bgcolor="{bar}"></td><td bgcolor="{ground}" style="padding:4px 10px 6px 10px">'
        f'<p style="margin:0 0 2px 0; color:{colours["text"] if part.is_hit else colours["muted"]}; '
        f'font-size:small">{label}</p>'
        f"{title}{''.join(_text_html(part.text, text, colours['border_strong']))}</td></tr></table>"
    )


def _text_html(text: str, ink: str, line: str) -> Iterator[str]:
    """Yield a text in paragraphs and tables; every sign of it stays."""
    for rows, run in groupby(text.split("\n"), key=is_row):
        if not rows:
            words = escape("\n".join(run))
            yield f'<p style="margin:0; color:{ink}; white-space:pre-wrap">{words}</p>'
            continue
        cells = ("".join(f"<td>{escape(cell)}</td>" for cell in table_cells(row)) for row in run)
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        yield (
            f'<table border="1" cellspacing="0" cellpadding="3" style="border-collapse:collapse; color:{ink}; '
            f'border-color:{line}; margin:2px 0 2px 0">{body}</table>'
        )
