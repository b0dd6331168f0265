"""Words of findings that more than one part of the program tells."""

from __future__ import annotations


def plural_kind(kind: str) -> str:
    """Return a kind of personal data ("phone number", "e-mail address") for several."""
    return f"{kind}es" if kind.endswith("address") else f"{kind}s"
