"""Words about questions and the passages they name: what a passage is, and how it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from PySide6.QtCore import QCoreApplication

from explorer.core.question_rows import FRAGMENT, SECTION, SPAN
from explorer.core.question_views import EntryRow, QuestionRow
from explorer.ui.remark_texts import remark_text
from explorer.ui.texts import counted

_MOST = 120
_SECTION = re.compile(r"[^\s#]+\.[A-Za-z]{2,5}#\S.*")
"""A file's name with a heading behind it, whether there is such a file or not."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("question_texts", text)


def entry_words(row: EntryRow) -> str:
    """Return a passage in a line: a section as it is written, words in quotation marks with their document."""
    if row.kind == SECTION:
        return row.text
    words = " ".join(row.text.split())
    words = words if len(words) <= _MOST else f"{words[: _MOST - 1]}…"
    quoted = f"“{words}”" if words else _tr("letters {0} to {1}").format(f"{row.start:,}", f"{row.end:,}")
    return f"{quoted}  {row.document}" if row.document else quoted


def entries_words(rows: Iterable[EntryRow]) -> str:
    """Return passages in a line."""
    return " · ".join(map(entry_words, rows))


def entry_state(row: EntryRow) -> str:
    """Return whether a passage is found, and where it is not whole."""
    if row.problem:
        return f"● {remark_text(row.problem)}"
    if not row.chunks:
        return _tr("… being looked up")
    if row.likeness < 1:
        return _tr("▲ found in other words: {0} % are the same").format(int(row.likeness * 100))
    if row.cut:
        return _tr("▲ cut apart into {0} chunks; {1} right").format(row.cut, _count(row))
    return _tr("✓ found: {0}").format(_count(row))


def entry_tone(row: EntryRow) -> str:
    """Return the name of the colour for a passage's state."""
    if row.problem:
        return "error"
    return "warning" if row.cut or row.likeness < 1 else "plain"


def question_state(row: QuestionRow) -> str:
    """Return how a question stands: the worst of what is said of it and of its passages."""
    entries = (*row.relevant, *row.not_relevant)
    lost = sum(bool(entry.problem) for entry in entries)
    if not row.relevant:
        return _tr("● no answer is marked")
    if lost:
        return _tr("● {0} to mend").format(counted(lost, _tr("passage"), _tr("passages")))
    if row.problem:
        return f"▲ {row.problem}"
    return _found_state(row) if all(entry.chunks for entry in entries) else _tr("… being looked up")


def _found_state(row: QuestionRow) -> str:
    entries = (*row.relevant, *row.not_relevant)
    cut = sum(bool(entry.cut) for entry in entries)
    if cut:
        return _tr("▲ {0} cut apart").format(counted(cut, _tr("passage"), _tr("passages")))
    if any(entry.likeness < 1 for entry in entries):
        return _tr("▲ found in other words")
    right = {key for entry in row.relevant for key in entry.chunks}
    return _tr("✓ found: {0}").format(counted(len(right), _tr("chunk"), _tr("chunks")))


def question_tone(row: QuestionRow) -> str:
    """Return the name of the colour for a question's state."""
    entries = (*row.relevant, *row.not_relevant)
    if not row.relevant or any(entry.problem for entry in entries):
        return "error"
    return "warning" if row.problem or any(entry.cut or entry.likeness < 1 for entry in entries) else "plain"


def question_tip(row: QuestionRow) -> str:
    """Return all that is said of a question and its passages, a line each."""
    lines = [row.text, row.problem]
    for name, entries in ((_tr("Answer"), row.relevant), (_tr("Not the answer"), row.not_relevant)):
        lines += [f"{name}: {entry_words(entry)}\n    {entry_state(entry)}" for entry in entries]
    if row.twin:
        lines.append(_tr("Kept as a pair with: {0}").format(row.twin))
    return "\n".join(line for line in lines if line)


def typed_entry(text: str, documents: Iterable[str]) -> EntryRow:
    """Return what was typed as a passage: a document's name or `document#heading` is a section, all else words."""
    written = text.strip()
    if len(written) > 1 and (written[0], written[-1]) in {('"', '"'), ("“", "”"), ("„", "“"), ("«", "»")}:
        return EntryRow(FRAGMENT, written[1:-1].strip())
    known = {form for name in documents for form in (name, PurePosixPath(name).name, PurePosixPath(name).stem)}
    marks = [place for place, sign in enumerate(written) if sign == "#"]
    if _SECTION.fullmatch(written) or any(written[:place].strip() in known for place in (*marks, len(written))):
        return EntryRow(SECTION, written)
    return EntryRow(FRAGMENT, written)


def passage_name(row: EntryRow) -> str:
    """Return where a passage stands: its document and headings."""
    path = " › ".join(" ".join(heading.split()) for heading in row.heading_path)
    name = row.document or (row.text if row.kind != SPAN else "")
    return f"{name}:  {path}" if path else name


def _count(row: EntryRow) -> str:
    return counted(len(row.chunks), _tr("chunk"), _tr("chunks"))
