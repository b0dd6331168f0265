"""The job that answers `protocol.Diagnose`."""

from __future__ import annotations

from collections.abc import Generator

from explorer import protocol
from explorer.core.progress import Progress
from explorer.core.recipe import parse_recipe
from explorer.engine.diagnosis import Diagnoser
from explorer.engine.diagnosis_pool import Wish
from explorer.engine.library import Library
from explorer.engine.search import BY_VECTORS


def diagnose(
    request: protocol.Diagnose, library: Library, _progress: Progress
) -> Generator[None, None, protocol.Diagnosed]:
    """Wait for the model where a ranker needs it, look the evidence up, and tell the diagnosis."""
    wish = Wish(
        question=request.question,
        ranker=request.ranker,
        plain=parse_recipe(request.plain_recipe),
        context=parse_recipe(request.context_recipe),
        filters=request.filters,
        context_ranker=request.context_ranker,
    )
    sides = ((wish.ranker, wish.plain), (wish.context_ranker or wish.ranker, wish.context))
    by_vectors = [recipe for ranker, recipe in sides if ranker in BY_VECTORS]
    if by_vectors:
        library.require_vectors(*by_vectors)
        yield from library.warm()
    diagnoser = Diagnoser(library.opened)
    evidence = yield from diagnoser.look_up(request.evidence)
    diagnosis = yield from diagnoser.diagnose(wish, evidence)
    return protocol.Diagnosed(id=request.id, diagnosis=diagnosis)
