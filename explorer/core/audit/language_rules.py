"""A rule about documents that the embedding model was not made for: D307 (DESIGN 4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.audit.view import Rule, Subject
from explorer.core.findings import Finding
from explorer.core.language import language_name, language_of


def foreign_language(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """D307: the model was not made for the document's language, or does not know much of its words.

    A document whose language is not known, and a model whose languages are not known, are judged by
    the unknown words only: more than the threshold `unknown`, a share.
    """
    fit = subject.fit
    language = language_of(subject.document)
    foreign = bool(language) and fit.languages is not None and language not in fit.languages
    unknown = fit.unknown_share > rule.thresholds["unknown"]
    if not foreign and not unknown:
        return
    made_for = tuple(sorted(fit.languages or (), key=language_name)) if foreign else ()
    share = round(fit.unknown_share, 3)
    reasons: list[str] = []
    if foreign:
        names = ", ".join(map(language_name, made_for))
        reasons.append(f"The document is in {language_name(language)}; the embedding model was made for {names}")
    if unknown:
        reasons.append(f"{share:.0%} of the text is unknown to the embedding model")
    reason = f"{', and '.join(reasons)}. Searches for it by meaning are poor; a model for its language helps."
    why = (*(["language"] if foreign else []), *(["unknown words"] if unknown else []))
    facts = {"language": language, "unknown_share": share, "made_for": made_for, "why": why}
    yield rule.on_document(subject.document.name, reason, **facts)
