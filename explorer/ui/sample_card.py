"""A chunk to be judged, as one page to read: document, heading path, header as embedded, text, findings."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from explorer.core.sampling import SampleItem
from explorer.core.views import ChunkView
from explorer.ui.chunk_text import BodyPart, body_parts, header_length, remarks, version_text
from explorer.ui.sample_flow import Said
from explorer.ui.sample_texts import verdict_text
from explorer.ui.texts import severity_sign, severity_text, severity_tone
from explorer.ui.theme import Theme


def _tr(text: str) -> str:
    return QCoreApplication.translate("SampleCard", text)


def card_html(item: SampleItem, said: Said, theme: Theme) -> str:
    """Return the page. Every word of the document is escaped: none of its markup is interpreted."""
    parts = [_document(item, theme), _path(item.view, theme), _header(item.view, theme), _text(item.view, theme)]
    return "".join([*parts, _findings(item.view, theme), _verdict(said, theme)])


def _small(text: str, theme: Theme, colour: str = "muted") -> str:
    style = f"color:{theme.colour(colour).name()};font-size:{theme.font_size * 0.9:g}pt;margin:0 0 2px 0"
    return f'<p style="{style}">{text}</p>'


def _document(item: SampleItem, theme: Theme) -> str:
    view = item.view
    chunk = view.item.chunk
    page = _tr("p. {0}").format(chunk.place.page) if chunk.place.page is not None else ""
    facts = (chunk.document, item.format, version_text(view.version, view.effective_from), page)
    return _small(" · ".join(escape(fact) for fact in facts if fact), theme)


def _path(view: ChunkView, theme: Theme) -> str:
    path = view.item.chunk.heading_path
    shown = " › ".join(escape(" ".join(heading.split())) for heading in path)
    words = f"<b>{shown}</b>" if path else f"<i>{escape(_tr('Under no heading'))}</i>"
    return f'<p style="font-size:{theme.font_size * 1.15:g}pt;margin:2px 0 6px 0">{words}</p>'


def _header(view: ChunkView, theme: Theme) -> str:
    """Return what is embedded before the text, on the ground that path segments have elsewhere."""
    header = view.item.embedded_text[: header_length(view)].strip().removesuffix(":")
    shown = _lines(header) if header else f"<i>{escape(_tr('none'))}</i>"
    label = f'<span style="color:{theme.colour("muted").name()}">{escape(_tr("Header as embedded:"))}</span> '
    return (
        f'<table width="100%" cellpadding="6" cellspacing="0"><tr>'
        f'<td bgcolor="{theme.colour("segment").name()}">'
        f'{label}<span style="color:{theme.colour("segment_text").name()}">{shown}</span></td></tr></table>'
    )


def _text(view: ChunkView, theme: Theme) -> str:
    return '<p style="margin:0;font-size:4pt">&nbsp;</p>' + "".join(
        _part(part, theme) for part in body_parts(view.item.chunk)
    )


def _part(part: BodyPart, theme: Theme) -> str:
    colour = theme.colour("muted" if part.carried else "text").name()
    if part.kind == "table":
        return _table(part, theme)
    if part.kind == "code":
        return f'<pre style="color:{colour};white-space:pre-wrap;margin:2px 0">{escape(part.text)}</pre>'
    marker = f"{escape(part.marker)} " if part.kind == "list" else ""
    left = 14 + 10 * part.indent if part.kind == "list" else 14 if part.kind == "quote" else 0
    style = f"color:{colour};margin:2px 0 4px {left}px;font-size:{theme.font_size * 1.15:g}pt;line-height:125%"
    return f'<p style="{style}">{marker}{escape(part.text)}</p>'


def _table(part: BodyPart, theme: Theme) -> str:
    line = theme.colour("border_strong").name()
    style = f"border:1px solid {line}"
    rows: list[str] = []
    for number, cells in enumerate(part.rows):
        tag = "th" if number < part.header_rows else "td"
        rows.append("".join(f'<{tag} align="left" style="{style}">{escape(cell)}</{tag}>' for cell in cells))
    inner = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<table cellspacing="0" cellpadding="4" style="border-collapse:collapse;{style}">{inner}</table>'


def _findings(view: ChunkView, theme: Theme) -> str:
    found = remarks(view)
    if not found:
        return ""
    lines = [_small(escape(_tr("Findings")), theme)]
    for remark in found:
        tone = severity_tone(remark.severity)
        colour = theme.colour("text" if tone == "plain" else tone).name()
        sign = f"{severity_sign(remark.severity)} {severity_text(remark.severity)} {remark.code}"
        lines.append(
            f'<p style="margin:0 0 2px 0"><span style="color:{colour}">{escape(sign)}</span> {escape(remark.text)}</p>'
        )
    return '<p style="margin:0;font-size:4pt">&nbsp;</p>' + "".join(lines)


def _verdict(said: Said, theme: Theme) -> str:
    if said.verdict is None and not said.note:
        return ""
    words = _tr("Your verdict: {0}").format(verdict_text(said.verdict)) if said.verdict else _tr("No verdict yet")
    note = f" – {said.note}" if said.note else ""
    colour = theme.colour("accent").name()
    return f'<p style="margin:8px 0 0 0;color:{colour}"><b>{escape(words)}</b>{escape(note)}</p>'


def _lines(text: str) -> str:
    return "<br>".join(escape(line) for line in text.splitlines())
