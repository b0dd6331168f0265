"""What the document tree says about a row: badges, tool tip, text for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from explorer.core.findings import Severity
from explorer.core.views import DocumentRow, SectionRow
from explorer.ui.badges import Badge
from explorer.ui.models.tree_rows import FolderSums
from explorer.ui.reader_texts import evidence_text, note_text
from explorer.ui.refusal_texts import refusal_text
from explorer.ui.texts import counted, severity_sign, severity_tone

_RANKS = {Severity.NOTE: 0, Severity.WARNING: 1, Severity.ERROR: 3}
AnyRow = DocumentRow | SectionRow | FolderSums | None


def _tr(text: str) -> str:
    return QCoreApplication.translate("tree", text)


def badges_of(row: AnyRow, state: str = "") -> tuple[Badge, ...]:
    """Return a row's badges: its state first, then counts with a sign of their own shape, the worst last.

    `state`: what is known of the file on disk, see `DocumentRow.state`.
    """
    if row is None:
        return ()
    if isinstance(row, DocumentRow) and (row.error or row.state in {"waiting", "new"}):
        # The one finding of a document that cannot be read is just that.
        return _state_badges(row, state)
    counts = ((row.notes, Severity.NOTE), (row.warnings, Severity.WARNING), (row.errors, Severity.ERROR))
    return (
        *_state_badges(row, state),
        *(
            Badge(f"{severity_sign(one)} {count:,}", severity_tone(one), rank=_RANKS[one])
            for count, one in counts
            if count
        ),
    )


def _state_badges(row: AnyRow, state: str) -> tuple[Badge, ...]:
    if isinstance(row, FolderSums):
        return (
            (Badge(_tr("{0} waiting").format(f"{row.waiting:,}"), short=f"… {row.waiting:,}"),) if row.waiting else ()
        )
    if isinstance(row, SectionRow) and row.renamed:
        return (Badge(_tr("✎ renamed"), "accent", "✎", rank=0),)
    if not isinstance(row, DocumentRow):
        return ()
    disk = {
        "waiting": Badge(_tr("waiting"), short="…"),
        "new": Badge(_tr("new"), "accent", "+"),
        "changed": Badge(_tr("changed"), "accent", "↻"),
        "gone": Badge(_tr("gone"), "warning", "−"),
    }.get(state or row.state)
    return (*((disk,) if disk else ()), *_standing_badges(row))


def _standing_badges(row: DocumentRow) -> tuple[Badge, ...]:
    if row.error:
        return (Badge(_tr("unreadable"), "error", "✕"),)
    if row.superseded_by:
        return (Badge(_tr("superseded"), short=_tr("old")),)
    return (Badge(_tr("expired"), short=_tr("old")),) if row.expired else ()


def is_inactive(row: AnyRow) -> bool:
    """Say whether a document is drawn grey: not in force, not readable, or not read yet."""
    return isinstance(row, DocumentRow) and bool(
        row.superseded_by or row.expired or row.error or row.state in {"waiting", "new"}
    )


def tool_tip(row: AnyRow, state: str = "") -> str:
    """Return what is known of a row, one fact a line."""
    if isinstance(row, SectionRow):
        renamed = _tr("Renamed for retrieval: the index says “{0}”.").format(row.renamed)
        return "\n".join([row.heading, *([renamed] if row.renamed else []), *_findings(row)])
    if isinstance(row, FolderSums):
        return "\n".join([counted(row.documents, _tr("document"), _tr("documents")), *_findings(row)])
    return "\n".join(_facts(row, state)) if row is not None else ""


def _facts(row: DocumentRow, state: str) -> list[str]:
    on_disk = {
        "waiting": _tr("Found in the folder; waits to be read."),
        "new": _tr("New in the folder; it is read next."),
        "changed": _tr("The file has changed since it was read; it is read again next."),
        "gone": _tr("The file is not there any more."),
    }.get(state or row.state)
    facts = [on_disk] if on_disk else []
    if row.error:
        return [row.name, _tr("Could not be read: {why}").format(why=refusal_text(row.error)), *facts]
    if row.state in {"waiting", "new"}:
        return [row.name, *facts]
    return [row.title or row.name, *facts, *_read_facts(row), *map(note_text, row.reader_notes)]


def _read_facts(row: DocumentRow) -> list[str]:
    facts = [_tr("Version {version}").format(version=row.version)] if row.version else []
    facts += [_tr("In force from {date}").format(date=row.effective_from)] if row.effective_from else []
    facts += [_tr("Superseded by {name}").format(name=row.superseded_by)] if row.superseded_by else []
    facts += [_tr("Expired {date}").format(date=row.effective_to or "")] if row.expired else []
    facts.append(
        f"{counted(row.chunks, _tr('chunk'), _tr('chunks'))}, {counted(row.sections, _tr('heading'), _tr('headings'))}"
    )
    facts += _findings(row)
    evidence = _tr("Headings rest on: {evidence}").format(evidence=evidence_text(row.evidence))
    return [*facts, *([evidence] if row.evidence else [])]


def _findings(row: DocumentRow | SectionRow | FolderSums) -> list[str]:
    """Return the findings in words, the worst first; nothing when there are none."""
    parts = [counted(row.errors, _tr("error"), _tr("errors"))] if row.errors else []
    parts += [counted(row.warnings, _tr("warning"), _tr("warnings"))] if row.warnings else []
    parts += [counted(row.notes, _tr("note"), _tr("notes"))] if row.notes else []
    return [", ".join(parts)] if parts else []


def accessible_text(text: str, row: AnyRow, state: str = "") -> str:
    """Return a row's text with its counts and state in words."""
    if row is None:
        return text
    parts = [text]
    if isinstance(row, FolderSums):
        parts.append(counted(row.documents, _tr("document"), _tr("documents")))
    on_disk = {"changed": _tr("changed on disk"), "gone": _tr("gone from disk"), "new": _tr("new on disk")}
    known = state or (row.state if isinstance(row, DocumentRow) else "")
    badges = _standing_badges(row) if known in on_disk and isinstance(row, DocumentRow) else _state_badges(row, state)
    parts += [on_disk[known]] if known in on_disk else []
    if isinstance(row, SectionRow) and row.renamed:
        parts.append(_tr("renamed for retrieval to {0}").format(row.renamed))
    else:
        parts += [badge.text for badge in badges]
    if not (isinstance(row, DocumentRow) and row.error):
        parts += _findings(row)
    return ", ".join(parts)
