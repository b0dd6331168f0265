"""Core's phrases in the user's language, and the texts of a diagnosis that are made of them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from explorer.core.findings import Finding, Scope, Severity
from explorer.core.phrases import FREE, Phrase, filled
from explorer.core.retrieval_views import Diagnosis, Evidence
from explorer.ui.reason_texts import reason_text
from explorer.ui.remark_texts import remark_text
from explorer.ui.texts import noun


def phrase_text(said: Phrase) -> str:
    """Return a phrase; what stands in it is told in the user's language too, words of documents as they are."""
    if said.code:
        sentence = str(said)
        made = Finding(said.code, Severity.WARNING, Scope.HEADING, "", sentence, facts=said.facts)
        return remark_text(sentence) if said.code == FREE else reason_text(made)
    form = noun(said.count, _tr(said.form), _tr(said.many)) if said.many else _tr(said.form)
    return filled(form, said.values, phrase_text)


def in_users_words(diagnosis: Diagnosis) -> Diagnosis:
    """Return a diagnosis with all its words in the user's language; those without a phrase stay as they are."""

    def told(text: str) -> str:
        found = diagnosis.phrases.get(text)
        return phrase_text(found) if found else text

    def evidence(one: Evidence) -> Evidence:
        chunks = tuple(replace(chunk, left_out=told(chunk.left_out)) for chunk in one.chunks)
        return replace(one, chunks=chunks, problem=told(one.problem))

    return replace(
        diagnosis,
        title=told(diagnosis.title),
        reason=told(diagnosis.reason),
        remedy=told(diagnosis.remedy),
        facts=tuple((told(name), told(value)) for name, value in diagnosis.facts),
        evidence=tuple(map(evidence, diagnosis.evidence)),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Phrases", text)
