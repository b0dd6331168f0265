"""Why the audit reports something, in the user's language: a sentence made from the finding's code and facts.

Commands, reports and exports tell core's English sentence; in English this one is the same, word for word. A finding
whose facts lack something, as of a store that an older version wrote, is told in core's sentence.
"""

from __future__ import annotations

from explorer.core.audit_views import HeadingUse
from explorer.core.findings import Fact, Finding, Scope, Severity
from explorer.core.views import PathSegment
from explorer.ui.chunk_reasons import OF_CHUNKS
from explorer.ui.document_reasons import OF_DOCUMENTS
from explorer.ui.heading_reasons import OF_HEADINGS
from explorer.ui.reason_facts import Facts

SAID = {**OF_HEADINGS, **OF_CHUNKS, **OF_DOCUMENTS}
"""How the reason of each code is said."""


def reason_text(finding: Finding) -> str:
    """Return why a finding was made."""
    say = SAID.get(finding.code)
    if say is None:
        return finding.reason
    try:
        return say(finding, Facts(finding.facts))
    except KeyError:
        return finding.reason


def heading_reason(said: PathSegment | HeadingUse) -> str:
    """Return why a heading says nothing, "" when it says something."""
    facts: dict[str, Fact] = dict(said.facts)
    return reason_text(Finding(said.code, Severity.WARNING, Scope.HEADING, "", said.reason, facts=facts))
