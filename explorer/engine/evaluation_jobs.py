"""What the engine answers to requests about evaluations; see `explorer.engine.retrieval_jobs`."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from explorer import protocol
from explorer.core.progress import Progress
from explorer.engine.evaluating import rankers_of, recipes_of
from explorer.engine.library import Library
from explorer.engine.search import BY_VECTORS


def evaluate(
    request: protocol.Evaluate, library: Library, progress: Progress
) -> Generator[None, None, protocol.EvaluationTold]:
    """Run a question set; where vectors are needed, say at once which recipes have none, and wait for the model."""
    if BY_VECTORS & set(rankers_of(request.wish)):
        library.require_vectors(*recipes_of(library.opened, request.wish))
        for _ in library.warm():
            progress(0, 0, "loading the model")
            yield
    view = yield from library.evaluations.run(request.wish, progress)
    return protocol.EvaluationTold(id=request.id, evaluation=view)


def kept_evaluations(request: protocol.ListEvaluations, library: Library) -> protocol.EvaluationsListed:
    """Return the kept evaluations."""
    return protocol.EvaluationsListed(id=request.id, rows=library.evaluations.kept())


def write_evaluation(request: protocol.WriteEvaluation, library: Library) -> protocol.EvaluationWritten:
    """Write the last evaluation as a file."""
    library.evaluations.write(Path(request.path), request.format)
    return protocol.EvaluationWritten(id=request.id, path=request.path)
