"""Sections of the HTML report about the whole library in figures: health, kinds of self-description, token account."""

from __future__ import annotations

from explorer.core.report.charts import Bar, bar_chart
from explorer.core.report.figures import (
    PROMPT_CHUNKS,
    KindShare,
    baseline_sentence,
    counted,
    judge_sentence,
    judged_chunks,
    kind_shares,
    kinds_sentence,
    not_self_describing,
    percent,
    severities_sentence,
)
from explorer.core.report.markup import Markup, bdi, cell, lines, number, row_head, table, tag
from explorer.core.report.model import AuditReport, DocumentSummary

COSTLY = 10
"""Documents in the table of what headers cost."""


def health_section(report: AuditReport) -> Markup:
    """Return the counts over the whole library, and those of the findings shown."""
    shown = f"{_findings_words(report)}: {severities_sentence(report)}."
    compared = baseline_sentence(report)
    return lines(
        tag("h2", "Health", id="health"),
        tag("p", tag("strong", shown)),
        tag("p", f"{compared} The figures here count the whole library.") if compared else Markup(""),
        tag("dl", *(_tile(*tile) for tile in _tiles(report)), class_="tiles"),
    )


def _tiles(report: AuditReport) -> tuple[tuple[str, str, str], ...]:
    """Return (what, how much, of what) for the figures that a manager asks for first."""
    health, judged = report.health, judged_chunks(report.kinds)
    nameless = not_self_describing(report.kinds)
    could_not = f"{health.unreadable:,} more could not be read"
    nothing = f"{percent(report.empty_headings, health.headings)} of {counted(health.headings, 'heading')}"
    return (
        ("Documents", f"{health.documents:,}", could_not if health.unreadable else "all could be read"),
        ("Chunks", f"{health.chunks:,}", f"{report.flagged:,} with a warning or error"),
        ("Headings", f"{health.headings:,}", f"in {counted(health.documents, 'document')}"),
        ("Headings that say nothing", f"{report.empty_headings:,}", nothing),
        ("Chunks under no heading", f"{health.empty_paths:,}", _of(health.empty_paths, health.chunks)),
        ("Headers that say nothing", f"{health.unhelpful_headers:,}", _of(health.unhelpful_headers, health.chunks)),
        ("Texts that name no subject", f"{nameless:,}", f"{_of(nameless, judged)} judged" if judged else "not judged"),
        ("Tokens of headers", f"{report.account.header_tokens:,}", f"{percent(report.account.header_share, 1)} of all"),
    )


def _of(part: int, whole: int) -> str:
    return f"{percent(part, whole)} of {counted(whole, 'chunk')}"


def _findings_words(report: AuditReport) -> str:
    new = " new since the baseline" if report.compared else ""
    only = f", of {', '.join(report.codes)} only" if report.codes else ""
    number = len(report.findings)
    return f"{number:,} finding{'' if number == 1 else 's'}{new}{only}"


def _tile(words: str, value: str, about: str) -> Markup:
    small = tag("span", about, class_="small") if about else Markup("")
    return tag("div", tag("dt", words), tag("dd", tag("span", value, class_="big"), small))


def subjects_section(report: AuditReport) -> Markup:
    """Return the shares of the kinds of self-description."""
    heading = tag("h2", "Do texts name their subject?", id="subjects")
    judged = judged_chunks(report.kinds)
    if not judged:
        return lines(heading, tag("p", "No chunk was judged: the rules know English only."))
    shares = kind_shares(report.kinds)
    bars = [Bar(one.name, (("kind", one.count),), f"{one.count:,} ({one.share})") for one in shares if one.kind]
    head = (("Kind", ""), ("Chunks", "n"), ("Share", "n"), ("Example, or what it means", ""))
    return lines(
        heading,
        tag("p", _ABOUT_KINDS),
        tag("p", f"{kinds_sentence(report.kinds)} {judge_sentence()}"),
        bar_chart("Chunks by how they name their subject", bars, whole=judged),
        table("Kinds of self-description", head, map(_kind_row, shares), "subjects-table"),
    )


_ABOUT_KINDS = (
    "A chunk is searched and shown by itself. One that does not say what it speaks of depends on its header. Rules "
    "over the first sentence tell the kinds; they inform, and nothing is decided by them."
)


def _kind_row(one: KindShare) -> tuple[Markup, ...]:
    return row_head(one.name), number(one.count), cell(one.share or "-", style="n"), cell(one.about, style="wide")


def tokens_section(report: AuditReport) -> Markup:
    """Return what headers cost: in the index, in a prompt, and in which documents most."""
    account = report.account
    heading = tag("h2", "What headers cost", id="tokens")
    if not account.chunks:
        return lines(heading, tag("p", "There are no chunks."))
    plain, whole = account.prompt(PROMPT_CHUNKS)
    bars = (
        Bar("Embedded once", (("text", account.text_tokens), ("header", account.header_tokens)), f"{account.total:,}"),
    )
    prompt = (
        Bar("Without headers", (("text", plain),), f"{plain:,}"),
        Bar("With headers", (("text", plain), ("header", whole - plain)), f"{whole:,}"),
    )
    words = (
        f"Headers take {account.header_tokens:,} of {account.total:,} embedded tokens "
        f"({percent(account.header_tokens, account.total)}), {account.mean_header:.1f} a chunk on average. A prompt "
        f"with {PROMPT_CHUNKS} average chunks grows from {plain:,} to {whole:,} tokens."
    )
    return lines(
        heading,
        tag("p", words),
        bar_chart("Tokens of texts and of headers in the whole library", bars, legend=_TOKEN_LEGEND),
        bar_chart(f"Tokens of a prompt with {PROMPT_CHUNKS} average chunks", prompt, legend=_TOKEN_LEGEND),
        _costly(report),
    )


_TOKEN_LEGEND = (("text", "text"), ("header", "headers"))


def _costly(report: AuditReport) -> Markup:
    priced = [document for document in report.documents if document.account.header_tokens]
    if len(priced) < 2:
        return Markup("")
    order = sorted(priced, key=lambda one: (-one.account.header_share, one.name))[:COSTLY]
    head = (("Document", ""), ("Chunks", "n"), ("Text tokens", "n"), ("Header tokens", "n"), ("Headers' share", "n"))
    caption = "Documents whose headers take the largest share"
    return table(caption, head, map(_cost_row, order), "tokens-table")


def _cost_row(document: DocumentSummary) -> tuple[Markup, ...]:
    account = document.account
    return (
        row_head(bdi(document.name)),
        number(document.chunks),
        number(account.text_tokens),
        number(account.header_tokens),
        cell(percent(account.header_tokens, account.total), style="n"),
    )
