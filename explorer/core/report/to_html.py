"""The report as one HTML page that needs nothing else: no script, no file, no network.

It is made for people who do not have the program: figures with charts, what each code means, what to do first. Every
word of a document is escaped, and the page's own security policy forbids scripts and fetches. Lists are cut so that the
page stays small, and say how much they leave out.
"""

from __future__ import annotations

from explorer.core.report.charts import patterns
from explorer.core.report.figures import counted, first_things
from explorer.core.report.guide import guide
from explorer.core.report.html_figures import health_section, subjects_section, tokens_section
from explorer.core.report.html_findings import clipped, codes_section, severity_label, worst_section
from explorer.core.report.html_list import list_section
from explorer.core.report.html_page import footer, page
from explorer.core.report.markup import Markup, bdi, cell, lines, row_head, table, tag
from explorer.core.report.model import AuditReport
from explorer.core.report.redact import LEFT_OUT

NOTED = 25
"""Documents whose reader's remarks are listed."""

_SECTIONS = (
    ("health", "Health"),
    ("begin", "Where to begin"),
    ("worst", "Worst documents"),
    ("kinds-of-findings", "Findings by kind"),
    ("subjects", "Do texts name their subject?"),
    ("tokens", "What headers cost"),
    ("findings", "The findings"),
    ("words", "Words on this page"),
)


def report_html(report: AuditReport) -> str:
    """Return the page."""
    made = report.made
    parts = (patterns(), _head(report), tag("main", "\n", _main(report), "\n"), footer(made.version, made.date))
    return page(f"Audit of {made.library}", made.version, parts)


def _main(report: AuditReport) -> Markup:
    sections = (
        health_section(report),
        _begin(report),
        worst_section(report),
        codes_section(report),
        subjects_section(report),
        tokens_section(report),
        list_section(report),
        _remarks(report),
        _words(),
    )
    return lines(*(tag("section", "\n", section, "\n") for section in sections if section))


def _head(report: AuditReport) -> Markup:
    made = report.made
    facts = (
        tag("time", made.date, datetime=made.date),
        f" · {counted(report.health.documents, 'document')} · model {made.model} · headers by recipe {made.recipe}",
        f" · at most {counted(made.limit, 'token')} a chunk",
    )
    links = (
        tag("li", tag("a", words, href=f"#{name}"))
        for name, words in _SECTIONS
        if name != "findings" or report.findings
    )
    return tag(
        "header",
        tag("p", "Audit of headings and chunks", class_="eyebrow"),
        tag("h1", bdi(made.library)),
        tag("p", *facts, class_="soft"),
        tag("p", LEFT_OUT) if not report.texts else Markup(""),
        tag("nav", tag("ul", *links), aria_label="Sections of this page"),
    )


def _begin(report: AuditReport) -> Markup:
    first = first_things(report)
    heading = tag("h2", "Where to begin", id="begin")
    if not first:
        return lines(heading, tag("p", "No error and no warning: nothing is urgent."))
    steps = (
        tag(
            "li",
            severity_label(row.severity),
            f" {row.code} ",
            tag("strong", guide(row.code).name),
            f", found {_times(row.count)}{_in_documents(row.documents)}. {guide(row.code).remedy}",
        )
        for row in first
    )
    return lines(heading, tag("ol", *steps, class_="begin"))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _in_documents(documents: int) -> str:
    return f" in {counted(documents, 'document')}" if documents else ""


def _remarks(report: AuditReport) -> Markup:
    if not report.notes:
        return Markup("")
    rows = (
        (row_head(bdi(name)), cell(clipped(" ".join(notes), 400), style="wide")) for name, notes in report.notes[:NOTED]
    )
    more = len(report.notes) - NOTED
    left = f" {counted(more, 'more document')} {'is' if more == 1 else 'are'} left out here." if more > 0 else ""
    return lines(
        tag("h2", "What readers left out or guessed", id="remarks"),
        tag("p", f"Not findings, but what to know when a figure surprises.{left}"),
        table("Remarks by document", (("Document", ""), ("Remark", "")), rows, "remarks-table"),
    )


_GLOSSARY = (
    ("Chunk", "A passage as it is stored and found: a piece of one section, short enough for the model."),
    (
        "Model",
        "The program that turns texts into numbers, so that texts about the same thing come out near each other.",
    ),
    ("Heading path", "All headings above a chunk, the outermost first."),
    ("Header", "A line of title and headings put before the chunk's text, so that it is found by them too."),
    ("Token", "A word or a part of one, as the model counts."),
    (
        "Error, warning, note",
        "An error keeps passages from being found, or should not be there at all. A warning makes them harder to find. "
        "A note is worth knowing.",
    ),
)


def _words() -> Markup:
    entries = (part for term, about in _GLOSSARY for part in (tag("dt", term), tag("dd", about)))
    return lines(tag("h2", "Words on this page", id="words"), tag("dl", *entries, class_="glossary"))
