"""What the engine answers to requests about hits, question sets and evaluations; see `explorer.engine.jobs`.

A request is answered in one step (`ANSWERS`) or in many (`IN_STEPS`), between which others are served.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from explorer import protocol
from explorer.core.progress import Progress
from explorer.engine import diagnosis_jobs, evaluation_jobs, laboratory, passages, question_jobs
from explorer.engine.filter_choices import filter_choices
from explorer.engine.library import Library
from explorer.engine.scatter import embedded_texts, scatter
from explorer.engine.searches import change_searches, kept_searches

Steps = Generator[None, None, protocol.Event]


def _choices(request: protocol.ListFilterChoices, library: Library) -> protocol.FilterChoicesTold:
    return protocol.FilterChoicesTold(id=request.id, choices=filter_choices(library.opened.catalogue))


def _searches(request: protocol.ListSearches | protocol.ChangeSearches, library: Library) -> protocol.SearchesListed:
    work = library.opened.work
    if isinstance(request, protocol.ChangeSearches):
        kept = change_searches(work, request.keep, request.drop)
    else:
        kept = kept_searches(work)
    return protocol.SearchesListed(id=request.id, history=kept.history, saved=kept.saved)


def _scatter(request: protocol.GetScatter, library: Library) -> protocol.ScatterTold:
    return protocol.ScatterTold(id=request.id, scatter=scatter(library.opened, request.marked, request.most))


def _texts(request: protocol.GetEmbeddedTexts, library: Library) -> protocol.EmbeddedTextsTold:
    recipes = (request.plain_recipe, request.context_recipe)
    plain, context = embedded_texts(library.opened, request.document, request.index, *recipes)
    return protocol.EmbeddedTextsTold(
        id=request.id, document=request.document, index=request.index, plain=plain, context=context
    )


ANSWERS: dict[type[protocol.Request], Callable[[Any, Library], protocol.Event]] = {
    protocol.ListFilterChoices: _choices,
    protocol.ListQuestionSets: question_jobs.list_sets,
    protocol.ExportQuestions: question_jobs.export_questions,
    protocol.ListSearches: _searches,
    protocol.ReadPassages: passages.answer,
    protocol.GetScatter: _scatter,
    protocol.GetEmbeddedTexts: _texts,
    protocol.ChangeSearches: _searches,
    protocol.ListEvaluations: evaluation_jobs.kept_evaluations,
    protocol.WriteEvaluation: evaluation_jobs.write_evaluation,
}

IN_STEPS: dict[type[protocol.Request], Callable[[Any, Library, Progress], Steps]] = {
    protocol.Diagnose: diagnosis_jobs.diagnose,
    protocol.Evaluate: evaluation_jobs.evaluate,
    protocol.OpenQuestions: question_jobs.open_questions,
    protocol.KeepQuestions: question_jobs.keep_questions,
    protocol.ImportQuestions: question_jobs.import_questions,
    protocol.ProposeTwins: question_jobs.propose_twins,
    protocol.TryPassages: laboratory.answer,
}
