"""An evaluation as one HTML page that needs nothing else: no script, no file, no network (DESIGN 4.7).

For people who do not have the program: what was measured on what, what differs, how sure that is, and every question
with its places. Under `FEW` questions the questions stand before the figures, as an average of them says little.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.core.evaluation import FEW, LESS_IS_BETTER, MEASURES
from explorer.core.evaluation_svg import CHART_STYLE, interval_chart
from explorer.core.evaluation_words import (
    CONCLUSIONS,
    LEAST_CHANGED,
    MEASURE_WORDS,
    Outcome,
    figure_text,
    most_changed,
    outcome,
    pool_words,
    rank_text,
    signed,
    verdict,
    when_words,
)
from explorer.core.question_views import ChangeView, DifferenceView, EvaluationView, Figure, RunView
from explorer.core.report.figures import counted
from explorer.core.report.html_page import footer, page
from explorer.core.report.markup import Markup, bdi, cell, lines, row_head, table, tag

CHANGES = 50
"""Wins, and losses, that are listed for each pair of runs from `FEW` questions on."""

LISTED = 1000
"""Questions that are listed with their places."""

CHARTED = ("MRR", "hit@1", "hit@5", "nDCG@10", "covered@1000", "inversion", "confusion@5")

_SECTIONS = {
    "short": "In short",
    "changes": "Wins and losses",
    "measures": "Measures",
    "charts": "Charts",
    "questions": "Every question",
    "words": "What the measures mean",
}


def evaluation_html(evaluation: EvaluationView, library: str, version: str) -> str:
    """Return the page about an evaluation of the library of that name."""
    made = {
        "short": _short(evaluation),
        "changes": _changes(evaluation),
        "measures": _measures(evaluation),
        "charts": _charts(evaluation),
        "questions": _questions(evaluation),
        "words": _words(evaluation),
    }
    few = ("short", "changes", "questions", "measures", "charts", "words")
    order = [name for name in (few if evaluation.n < FEW else tuple(made)) if made[name]]
    sections = (tag("section", "\n", lines(_heading(name), made[name]), "\n") for name in order)
    parts = (
        _head(evaluation, library, order),
        tag("main", "\n", lines(*sections), "\n"),
        footer(version, evaluation.when[:10]),
    )
    return page(f"Evaluation of {library}", version, parts, CHART_STYLE)


def _heading(name: str) -> Markup:
    return tag("h2", _SECTIONS[name], id=name)


def _head(evaluation: EvaluationView, library: str, order: Iterable[str]) -> Markup:
    settings = evaluation.settings
    when = tag("time", when_words(evaluation.when), datetime=evaluation.when)
    facts = (
        ("Questions", f"{evaluation.n:,}", settings.get("questions", "")),
        ("Model", settings.get("model", ""), f"at most {settings.get('limit', '?')} tokens a chunk"),
        ("Headers", settings.get("recipe", ""), "the library's recipe, called context here"),
        ("Chunks", f"{evaluation.pool.size:,}", pool_words(evaluation.pool)),
    )
    links = (tag("li", tag("a", _SECTIONS[name], href=f"#{name}")) for name in order)
    filters = settings.get("filters", "{}")
    return tag(
        "header",
        tag("p", "Evaluation of search", class_="eyebrow"),
        tag("h1", bdi(library)),
        tag(
            "p", tag("time", when, datetime=evaluation.when), f" · index revision {evaluation.revision}", class_="soft"
        ),
        tag("dl", *(_tile(*fact) for fact in facts), class_="tiles"),
        tag("p", f"Only part of the library was ranked: {filters}.") if filters != "{}" else Markup(""),
        tag("nav", tag("ul", *links), aria_label="Sections of this page"),
    )


def _tile(words: str, value: str, about: str) -> Markup:
    shown = tag("span", bdi(value), class_="big")
    return tag("div", tag("dt", words), tag("dd", shown, tag("span", bdi(about), class_="small")))


def _short(evaluation: EvaluationView) -> Markup:
    sentences: list[Markup] = []
    if evaluation.n < FEW:
        words = (
            f"There are {counted(evaluation.n, 'question')}, fewer than {FEW}: an average over so few says little. "
            "Look at the questions and at the intervals first."
        )
        sentences.append(tag("p", tag("strong", words)))
    sentences += [tag("p", _sign(outcome(each)), f" {verdict(each)}") for each in evaluation.differences]
    if not evaluation.differences:
        sentences.append(tag("p", "One recipe was run for each ranker, so there is nothing to compare."))
    if evaluation.outside:
        words = (
            f"{counted(evaluation.outside, 'question')} asked for a passage that no ranked chunk holds; "
            "there it counts as not found."
        )
        sentences.append(tag("p", words))
    return lines(*sentences)


def _sign(found: Outcome) -> Markup:
    return tag("span", str(found), class_={Outcome.BETTER: "win", Outcome.WORSE: "loss"}.get(found, "soft"))


def _changes(evaluation: EvaluationView) -> Markup:
    every = evaluation.n < FEW
    parts = (_change_table(each, number, every=every) for number, each in enumerate(evaluation.differences, start=1))
    return lines(*parts)


def _change_table(difference: DifferenceView, number: int, *, every: bool) -> Markup:
    name = f"{difference.before} → {difference.after}, {difference.ranker}"
    if not difference.changes:
        return lines(tag("h3", name), tag("p", "Every question is answered at the same place by both."))
    shown = difference.changes if every else most_changed(difference.changes, CHANGES)
    left = len(difference.changes) - len(shown)
    more = f" {counted(left, 'less changed question')} left out here." if left else ""
    about = (
        f"{difference.wins:,} better, {difference.losses:,} worse, {difference.same:,} the same. "
        f"The most changed first; what each adds to the sum of 1 ÷ place stands last.{more}"
    )
    head = (("", ""), ("Question", ""), ("Place before", "n"), ("after", "n"), ("Gain", "n"))
    return lines(
        tag("h3", name),
        tag("p", about),
        table(f"Changed questions, {name}", head, map(_change_row, shown), f"changes-{number}"),
    )


def _change_row(change: ChangeView) -> tuple[Markup, ...]:
    better = change.gain > 0
    sign = tag("span", "▲ better" if better else "▼ worse", class_="win" if better else "loss")
    return (
        cell(sign),
        row_head(bdi(change.text)),
        cell(rank_text(change.before), style="n"),
        cell(rank_text(change.after), style="n"),
        cell(signed(change.gain, 3), style="n"),
    )


def _measures(evaluation: EvaluationView) -> Markup:
    rankers = dict.fromkeys(run.ranker for run in evaluation.runs)
    tables = [
        _measure_table([run for run in evaluation.runs if run.ranker == ranker], ranker, number)
        for number, ranker in enumerate(rankers, start=1)
    ]
    about = "Each with the interval that holds the mean in 95 of 100 draws of such questions. n counts the questions."
    return lines(tag("p", about), *tables, _difference_table(evaluation.differences))


def _measure_table(runs: Sequence[RunView], ranker: str, number: int) -> Markup:
    head = [("Measure", ""), *((f"{run.name} ({run.recipe})", "n") for run in runs), ("n", "n")]
    rows = (
        (
            row_head(_measure_words(name), style="code"),
            *(cell(figure_text(run.measures[name]), style="n") for run in runs),
            cell(f"{runs[0].measures[name].n:,}", style="n"),
        )
        for name in MEASURES
        if name in runs[0].measures
    )
    return table(f"Ranker: {ranker}", head, rows, f"measures-{number}")


def _measure_words(name: str) -> str:
    return f"{name} (less is better)" if name in LESS_IS_BETTER else name


def _difference_table(differences: Sequence[DifferenceView]) -> Markup:
    if not differences:
        return Markup("")
    head = [
        ("Measure", ""),
        *((f"{each.after} − {each.before}, {each.ranker}", "n") for each in differences),
        ("n", "n"),
    ]
    rows = (
        (
            row_head(_measure_words(name), style="code"),
            *(_change_cell(each, name) for each in differences),
            cell(f"{differences[0].measures[name].n:,}", style="n"),
        )
        for name in MEASURES
        if name in differences[0].measures
    )
    about = (
        f"A sign stands where 0 lies outside of the interval and at least {LEAST_CHANGED} questions changed: "
        "▲ better, ▼ worse."
    )
    return lines(table("Differences, question by question", head, rows, "differences"), tag("p", about, class_="soft"))


def _change_cell(difference: DifferenceView, name: str) -> Markup:
    figure = difference.measures[name]
    found = _shown(figure) if difference.wins + difference.losses >= LEAST_CHANGED else Outcome.UNSHOWN
    if name in LESS_IS_BETTER:
        found = {Outcome.BETTER: Outcome.WORSE, Outcome.WORSE: Outcome.BETTER}.get(found, found)
    words = figure_text(figure, sign=True)
    return cell(words, style="n") if found is Outcome.UNSHOWN else cell(_sign(found), f" {words}", style="n")


def _shown(figure: Figure) -> Outcome:
    """Return whether a difference lies above or below 0."""
    if figure.low is not None and figure.low > 0:
        return Outcome.BETTER
    return Outcome.WORSE if figure.high is not None and figure.high < 0 else Outcome.UNSHOWN


def _charts(evaluation: EvaluationView) -> Markup:
    drawn = (
        interval_chart(_measure_words(name), name, evaluation.runs)
        for name in CHARTED
        if any(run.measures[name].n for run in evaluation.runs if name in run.measures)
    )
    about = "A point is the mean, the line through it the 95 % interval; the ring is the run others are compared with."
    return lines(tag("p", about), *drawn)


def _questions(evaluation: EvaluationView) -> Markup:
    shown = evaluation.questions[:LISTED]
    left = evaluation.n - len(shown)
    more = f" {counted(left, 'more question')} left out here." if left else ""
    head = [("", "n"), ("Question", ""), *((f"{run.name}, {run.ranker}", "n") for run in evaluation.runs)]
    rows = (
        (
            cell(f"{number + 1:,}", style="n"),
            row_head(bdi(text)),
            *(cell(rank_text(run.best[number]), style="n") for run in evaluation.runs),
        )
        for number, text in enumerate(shown)
    )
    about = f"The place of the first right chunk in each list; “none” where the ranker lists no right chunk.{more}"
    return lines(tag("p", about), table("Places of the first right chunk", head, rows, "questions-table"))


def _words(evaluation: EvaluationView) -> Markup:
    known = [name for name in MEASURES if any(name in run.measures for run in evaluation.runs)]
    entries = (part for name in known for part in (tag("dt", name), tag("dd", MEASURE_WORDS[name])))
    signs = f"▲: {CONCLUSIONS[Outcome.BETTER]} ▼: {CONCLUSIONS[Outcome.WORSE]} ○: {CONCLUSIONS[Outcome.UNSHOWN]}"
    return lines(tag("dl", *entries, class_="glossary"), tag("p", signs))
