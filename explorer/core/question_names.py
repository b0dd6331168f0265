"""Names of the user's own question sets: each is a file of that name, and is shown in lists and messages."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from explorer.core.terminal_text import one_line

ENDING = ".jsonl"
"""What the file of an own set has behind its name."""

LONGEST = 255
"""Bytes of a file's name that common file systems take."""

_STRANGE = frozenset('/\\:*?"<>|')
_STRANGE_KINDS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_SHOWN = 60


def name_problem(name: str) -> str:
    """Return in a sentence why an own set cannot have a name, "" where it can."""
    told = f"“{one_line(name)[:_SHOWN]}” cannot be the name of a question set:"
    strange = [sign for sign in name if sign in _STRANGE or unicodedata.category(sign) in _STRANGE_KINDS]
    if not name.strip() or name != name.strip() or name.startswith("."):
        return f"{told} it is empty, or begins with a full stop, or with or ends in a space."
    if strange:
        return f"{told} it holds {strange[0]!a}."
    if len(f"{name}{ENDING}".encode()) > LONGEST:
        return f"{told} it is longer than {LONGEST} bytes."
    return ""


def plain_name(stem: str) -> str:
    """Return a file's stem as a name that an own set can have, with room for a number behind it."""
    signs: Iterable[str] = (
        "-" if sign in _STRANGE else sign for sign in stem if unicodedata.category(sign) not in _STRANGE_KINDS
    )
    name = " ".join("".join(signs).split()).strip(" .")
    while len(f"{name} 9999{ENDING}".encode()) > LONGEST:
        name = name[:-1].rstrip(" .")
    return name or "questions"
