"""What the engine answers to requests about the audit; see `explorer.engine.jobs`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from explorer import protocol
from explorer.core.audit import AuditSettings
from explorer.core.progress import Progress
from explorer.core.recipe import PLAIN, parse_recipe
from explorer.engine.library import Library


def _inventory(request: protocol.ListInventory, library: Library) -> protocol.Inventory:
    order, window = (request.sort, request.descending), (request.offset, request.limit)
    total, rows, counts = library.bench.inventory(request.text, request.codes, order, window)
    return protocol.Inventory(id=request.id, total=total, offset=request.offset, rows=rows, counts=counts)


def _account(
    request: protocol.GetAccount, library: Library, _progress: Progress
) -> Generator[None, None, protocol.AccountTold]:
    """Return the answer to a question about costs; yields after each document that is counted for it."""
    recipe = parse_recipe(request.recipe) if request.recipe else library.bench.recipe
    whole, documents = yield from library.bench.account_in_steps(recipe)
    kinds = library.bench.kinds()
    return protocol.AccountTold(id=request.id, recipe=recipe.name, library=whole, documents=documents, kinds=kinds)


def _spread(
    request: protocol.GetSpread, library: Library, progress: Progress
) -> Generator[None, None, protocol.SpreadTold]:
    """Return the answer to a question about distances; yields while texts are read and compared."""
    recipe = parse_recipe(request.recipe) if request.recipe else library.bench.recipe
    report = yield from library.spreads.measure(PLAIN, recipe, progress)
    return protocol.SpreadTold(id=request.id, report=report)


def _occurrences(request: protocol.ListOccurrences, library: Library) -> protocol.Occurrences:
    places = library.bench.occurrences(request.heading, request.limit)
    mends = library.bench.occurrence_mends(places)
    return protocol.Occurrences(id=request.id, heading=request.heading, places=places, mends=mends)


def _preview(request: protocol.PreviewMend, library: Library) -> protocol.MendPreviewed:
    effect = library.bench.mending.preview(request.document, request.section, request.text)
    return protocol.MendPreviewed(id=request.id, effect=effect)


def _change_mends(request: protocol.ChangeMends, library: Library) -> protocol.MendsListed:
    return protocol.MendsListed(id=request.id, rows=library.bench.mending.change(request.keep, request.drop))


def _mends(request: protocol.ListMends, library: Library) -> protocol.MendsListed:
    return protocol.MendsListed(id=request.id, rows=library.bench.mending.rows())


def _silence(request: protocol.ChangeSilence, library: Library) -> protocol.SilenceChanged:
    return _silenced(request.id, library.bench.silence(request.kind, request.value, on=request.on))


def _silences(request: protocol.ListSilences, library: Library) -> protocol.SilenceChanged:
    return _silenced(request.id, library.bench.settings)


def _silenced(request_id: int, settings: AuditSettings) -> protocol.SilenceChanged:
    return protocol.SilenceChanged(
        id=request_id,
        rules=settings.silenced_rules,
        headings=settings.silenced_headings,
        documents=settings.silenced_documents,
        generic=settings.generic_headings,
        exclude=settings.exclude,
    )


def _sample(request: protocol.DrawSample, library: Library) -> protocol.SampleDrawn:
    items, state = library.judging.draw(request.size, request.seed, request.judge)
    return protocol.SampleDrawn(id=request.id, items=items, state=state)


def _judge(request: protocol.Judge, library: Library) -> protocol.Judged:
    judgement, state = library.judging.judge(request.document, request.index, request.verdict, request.note)
    return protocol.Judged(
        id=request.id, document=request.document, index=request.index, judgement=judgement, state=state
    )


def _report(request: protocol.WriteReport, library: Library) -> protocol.ReportWritten:
    library.write_report(Path(request.path), request.format, with_text=request.with_text)
    return protocol.ReportWritten(id=request.id, path=request.path)


ANSWERS: dict[type[protocol.Request], Callable[[Any, Library], protocol.Event]] = {
    protocol.ListInventory: _inventory,
    protocol.ListOccurrences: _occurrences,
    protocol.PreviewMend: _preview,
    protocol.ChangeMends: _change_mends,
    protocol.ListMends: _mends,
    protocol.ChangeSilence: _silence,
    protocol.ListSilences: _silences,
    protocol.DrawSample: _sample,
    protocol.Judge: _judge,
    protocol.WriteReport: _report,
}

IN_STEPS: dict[type[protocol.Request], Callable[[Any, Library, Progress], Generator[None, None, protocol.Event]]] = {
    protocol.GetAccount: _account,
    protocol.GetSpread: _spread,
}
