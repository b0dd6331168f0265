"""What each code of the audit means and what to do about it, in the user's language.

The English sentences are core's, which reports tell too; `tests/translation_list.py` lists them.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from explorer.core.report.guide import GUIDE, CodeGuide, guide


def _said(text: str) -> str:
    return QCoreApplication.translate("Guide", text)


def about_text(code: str) -> str:
    """Return what a code means and why it matters."""
    return _said(guide(code).about)


def guides() -> list[CodeGuide]:
    """Return the entries of all codes, in order."""
    return [
        replace(entry, name=_said(entry.name), about=_said(entry.about), remedy=_said(entry.remedy))
        for entry in GUIDE.values()
    ]
