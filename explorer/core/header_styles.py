"""How each style writes a header (the table in DESIGN 4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.model import Metadata
from explorer.core.recipe import Style


def same(one: str, two: str) -> bool:
    """Tell whether two headings have the same words: case and white space aside."""
    return " ".join(one.split()).casefold() == " ".join(two.split()).casefold()


def version_words(metadata: Metadata) -> str:
    """Return "version 7, effective 2026-03", or the half of it that is known."""
    version = (metadata.version or "").strip()
    if version[:1] in {"v", "V"} and version[1:2].isdigit():
        version = version[1:]
    parts = [f"version {version}"] if version else []
    parts += [f"effective {metadata.effective_from}"] if metadata.effective_from else []
    return ", ".join(parts)


def render(style: Style, title: str, headings: Sequence[str], version: str) -> str:
    """Return the header; `title`, `headings` (outermost first) and `version` may each be empty."""
    if style is Style.NONE:
        return ""
    if style is Style.BRACKET:
        inner = " | ".join(part for part in (title, " > ".join(headings), version) if part)
        return f"[{inner}]" if inner else ""
    if style is Style.PROSE:
        return _prose(title, headings, version)
    named = f"{title} ({version})" if title and version else title or version
    return " > ".join(part for part in (named, *headings) if part)


def _prose(title: str, headings: Sequence[str], version: str) -> str:
    leaf, *above = reversed(headings) if headings else [""]
    parts = [f'Section "{leaf}"'] if leaf else []
    parts += [f'under "{heading}"' for heading in above]
    parts += [f"in {title}" if leaf else f"In {title}"] if title else []
    parts += [version] if version else []
    return ", ".join(parts) + "." if parts else ""
