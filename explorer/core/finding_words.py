"""Words of findings that more than one part of the program tells."""

from __future__ import annotations


def about_document(name: str, sentence: str) -> str:
    """Return what is said about a document with its name in front, where the sentence does not begin with it."""
    return sentence if sentence.startswith(name) else f"{name}: {sentence}"


def plural_kind(kind: str) -> str:
    """Return a kind of personal data ("phone number", "e-mail address") for several."""
    return f"{kind}es" if kind.endswith("address") else f"{kind}s"
