"""What a mend would do, in words and as HTML: ranks that move, chunks before and after with the difference marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from explorer.core.audit_views import MendEffect, RankMove, TextChange
from explorer.core.text_difference import Change, Piece, difference
from explorer.ui.texts import counted

_MOST_MOVES = 12
_TOP = 20
"""Ranks that people look at: moves further down are only counted."""
_MOST_CHUNKS = 5
_LETTERS = 40
_LETTERS_AFTER = 220
"""Letters shown after the last difference."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("MendEffect", text)


def short(text: str) -> str:
    """Return a heading as a menu shows it: on one line, not too long, its ampersands doubled."""
    flat = " ".join(text.split()).replace("&", "&&")
    return flat if len(flat) <= _LETTERS else f"{flat[: _LETTERS - 1].rstrip()}…"


def take_text(proposal: str) -> str:
    """Return how the command is called that takes a proposal, "" where there is none."""
    return _tr("Take “{0}” as heading").format(short(proposal)) if proposal else _tr("Take the proposed heading")


def nothing_proposed(heading: str) -> str:
    """Return what is said where a proposal was to be taken and there is none."""
    return _tr("Nothing is proposed for “{0}”: F2 takes words of your own.").format(" ".join(heading.split()))


def taken_text(heading: str, proposal: str) -> str:
    """Return what is said once a proposal was taken."""
    words = _tr("For retrieval “{0}” is “{1}” now: Ctrl+Z takes that back.")
    return words.format(*(" ".join(text.split()) for text in (heading, proposal)))


def touched_text(effect: MendEffect) -> str:
    """Return how many chunks get another embedded text."""
    if not effect.touched:
        return _tr("No chunk's embedded text changes: the header leaves this heading out.")
    one, many = _tr("chunk is embedded anew"), _tr("chunks are embedded anew")
    return counted(effect.touched, one, many) + "."


def ranks_text(effect: MendEffect) -> str:
    """Return what becomes of the ranks, in a sentence."""
    if effect.unranked:
        return QCoreApplication.translate("Words", effect.unranked)
    questions = counted(effect.questions, _tr("question"), _tr("questions"))
    if not effect.moves:
        return _tr("No rank moves for the library's {0} over {1} chunks.").format(questions, f"{effect.pool:,}")
    moves = shown_moves(effect)
    if not moves:
        words = _tr("No rank within the first {0} moves, for the library's {1} over {2} chunks.")
        return words.format(_TOP, questions, f"{effect.pool:,}")
    better = sum(move.after < move.before for move in moves)
    words = _tr("Within the first {0} ranks, for the library's {1} over {2} chunks: {3} rise, {4} fall.")
    said = words.format(_TOP, questions, f"{effect.pool:,}", f"{better:,}", f"{len(moves) - better:,}")
    answers = [move for move in moves if move.relevant]
    risen = sum(move.after < move.before for move in answers)
    if answers:
        told = _tr("Of passages that answer their question, {0} rise and {1} fall.")
        return f"{said} {told.format(f'{risen:,}', f'{len(answers) - risen:,}')}"
    note = _tr("None of these chunks answers its question: there, a rise is no gain and a fall is right.")
    return f"{said} {note}"


def shown_moves(effect: MendEffect) -> list[RankMove]:
    """Return the moves into, out of and within the first ranks: answers first, then those that rise."""
    moves = (move for move in effect.moves if min(move.before, move.after) <= _TOP)
    return sorted(moves, key=lambda move: (not move.relevant, move.after > move.before))


def effect_html(effect: MendEffect, colours: Mapping[str, str]) -> str:
    """Return a mend's effect as HTML in a theme's colours. Every text of a document is escaped."""
    parts = [f"<p><b>{escape(ranks_text(effect))}</b></p>"]
    moves = shown_moves(effect)
    if moves:
        rows = "".join(_move_row(move, colours) for move in moves[:_MOST_MOVES])
        parts.append(f"<table cellspacing='0' cellpadding='2'>{rows}</table>")
    parts += _more(len(moves) - _MOST_MOVES, _tr("more moves within them"), colours)
    parts += _more(len(effect.moves) - len(moves), _tr("moves further down"), colours)
    if effect.chunks:
        parts.append(f"<p><b>{escape(_tr('Embedded text, before and after'))}</b></p>")
    parts += [_change_html(change, colours) for change in effect.chunks[:_MOST_CHUNKS]]
    parts += _more(effect.touched - min(len(effect.chunks), _MOST_CHUNKS), _tr("more chunks"), colours)
    return "".join(parts)


def _more(number: int, words: str, colours: Mapping[str, str]) -> list[str]:
    if number <= 0:
        return []
    return [f"<p style='color:{colours['muted']}'>… {number:,} {escape(words)}</p>"]


def _move_row(move: RankMove, colours: Mapping[str, str]) -> str:
    better = move.after < move.before
    # A rise is good news only for a passage that answers the question.
    colour = colours[("success" if better else "error") if move.relevant else "muted"]
    sign = "▲" if better else "▼"
    number = _tr("chunk #{0}, answers it").format(move.index) if move.relevant else _tr("chunk #{0}").format(move.index)
    return (
        f"<tr><td style='color:{colour}; white-space:nowrap'><b>{sign} {move.before:,} → {move.after:,}</b>&nbsp;</td>"
        f"<td>{escape(move.question)}</td>"
        f"<td style='color:{colours['muted']}; white-space:nowrap'>&nbsp;{escape(number)}</td></tr>"
    )


def _change_html(change: TextChange, colours: Mapping[str, str]) -> str:
    """Return both texts with the words marked that only one of them has."""
    gone = f"color:{colours['error']}; background:{colours['error_soft']}; text-decoration:line-through"
    come = (
        f"color:{colours['success']}; background:{colours['success_soft']}; text-decoration:underline; font-weight:bold"
    )
    pieces = _shortened(difference(change.before, change.after))
    sides = (
        (_tr("Chunk #{0} before").format(change.index), Change.REMOVED, gone),
        (_tr("Chunk #{0} after").format(change.index), Change.INSERTED, come),
    )
    muted = colours["muted"]
    return "".join(
        f"<p style='margin-top:6px; margin-bottom:0; color:{muted}'>{escape(head)}</p>"
        f"<p style='margin-top:0'>{_side_html(pieces, own, style)}</p>"
        for head, own, style in sides
    )


def _shortened(pieces: Sequence[Piece]) -> list[Piece]:
    """Leave out what follows far behind the last change."""
    *first, last = pieces or (Piece(Change.SAME, ""),)
    if last.change is Change.SAME and len(last.text) > _LETTERS_AFTER:
        last = Piece(Change.SAME, f"{last.text[:_LETTERS_AFTER].rstrip()} …")
    return [*first, last]


def _side_html(pieces: Sequence[Piece], own: Change, style: str) -> str:
    shown = (piece for piece in pieces if piece.change in (own, Change.SAME))
    return "".join(_marked(piece.text, style) if piece.change is own else _lines(piece.text) for piece in shown)


def _marked(text: str, style: str) -> str:
    trimmed = text.rstrip()
    return f"<span style='{style}'>{_lines(trimmed)}</span>{_lines(text[len(trimmed) :])}" if trimmed else _lines(text)


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
