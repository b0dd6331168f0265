"""What the document tree says about a row: badges, tool tip, text for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from explorer.core.findings import Severity
from explorer.core.views import DocumentRow, SectionRow
from explorer.ui.badges import Badge
from explorer.ui.texts import counted, severity_sign

AnyRow = DocumentRow | SectionRow | None


def _tr(text: str) -> str:
    return QCoreApplication.translate("tree", text)


def badges_of(row: AnyRow, *, changed: bool = False) -> tuple[Badge, ...]:
    """Return a row's badges: its state first, then counts with a sign of their own shape.

    `changed`: the file is another on disk than the one that was read.
    """
    if row is None:
        return ()
    if changed:
        return (Badge(_tr("changed"), "accent", "↻"), *badges_of(row))
    if isinstance(row, DocumentRow) and row.error:
        # Its one finding is that it cannot be read.
        return _state_badges(row)
    counts = (
        (row.warnings, Severity.WARNING, "warning"),
        (row.errors, Severity.ERROR, "error"),
    )
    return (
        *_state_badges(row),
        *(Badge(f"{severity_sign(severity)} {count}", tone) for count, severity, tone in counts if count),
    )


def _state_badges(row: DocumentRow | SectionRow) -> tuple[Badge, ...]:
    if isinstance(row, SectionRow):
        return ()
    if row.error:
        return (Badge(_tr("unreadable"), "error", "✕"),)
    if row.superseded_by:
        return (Badge(_tr("superseded"), short=_tr("old")),)
    return (Badge(_tr("expired"), short=_tr("old")),) if row.expired else ()


def is_inactive(row: AnyRow) -> bool:
    """Say whether a document is drawn grey: not in force, or not readable."""
    return isinstance(row, DocumentRow) and bool(row.superseded_by or row.expired or row.error)


def tool_tip(row: AnyRow) -> str:
    """Return what is known of a document or heading, one fact a line; empty for folders."""
    if isinstance(row, SectionRow):
        return row.heading
    return "\n".join(_facts(row)) if row is not None else ""


def _facts(row: DocumentRow) -> list[str]:
    if row.error:
        return [row.name, _tr("Could not be read: {why}").format(why=row.error)]
    facts = [row.title or row.name]
    facts += [_tr("Version {version}").format(version=row.version)] if row.version else []
    facts += [_tr("In force from {date}").format(date=row.effective_from)] if row.effective_from else []
    facts += [_tr("Superseded by {name}").format(name=row.superseded_by)] if row.superseded_by else []
    facts += [_tr("Expired {date}").format(date=row.effective_to or "")] if row.expired else []
    facts.append(
        f"{counted(row.chunks, _tr('chunk'), _tr('chunks'))}, {counted(row.sections, _tr('heading'), _tr('headings'))}"
    )
    facts += [_tr("Headings rest on: {evidence}").format(evidence=row.evidence)] if row.evidence else []
    return [*facts, *row.reader_notes]


def accessible_text(text: str, row: AnyRow, *, changed: bool = False) -> str:
    """Return a row's text with its counts and state in words."""
    if row is None:
        return text
    parts = [text, *([_tr("changed on disk")] if changed else []), *(badge.text for badge in _state_badges(row))]
    parts += [counted(row.warnings, _tr("warning"), _tr("warnings"))] if row.warnings else []
    parts += [counted(row.errors, _tr("error"), _tr("errors"))] if row.errors else []
    return ", ".join(parts)
