"""The measures of retrieval by `ir-measures`, behind one function; importing it costs numpy and a compiled module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

LIBRARY_MEASURES = {
    "MRR": "RR",
    "hit@1": "Success@1",
    "hit@5": "Success@5",
    "hit@20": "Success@20",
    "precision@5": "P@5",
    "nDCG@10": "nDCG@10",
}
"""Names shown, and the names that `ir-measures` parses. All are computed on chunks, relevant or not."""

DEEPEST = 20
"""The deepest cutoff in `LIBRARY_MEASURES`."""


def library_measures(relevant: Sequence[frozenset[int]], listed: Sequence[Sequence[int]]) -> list[dict[str, float]]:
    """Return the measures of each question from its relevant chunks and its list of chunks, best first.

    A list need not go on behind both place `DEEPEST` and its first relevant chunk: no measure sees what follows.
    """
    calculate, names = _library()
    judged = {str(number): {str(chunk): 1 for chunk in chunks} for number, chunks in enumerate(relevant)}
    # Scores fall by 1 from place to place, so that the library's own order of ties plays no part.
    scored = {
        str(number): {str(chunk): float(len(chunks) - place) for place, chunk in enumerate(chunks)}
        for number, chunks in enumerate(listed)
    }
    found = [dict.fromkeys(LIBRARY_MEASURES, 0.0) for _ in relevant]
    for each in calculate(list(names), judged, scored):
        found[int(each.query_id)][names[each.measure]] = float(each.value)
    return found


@lru_cache(maxsize=1)
def _library() -> tuple[Any, Mapping[Any, str]]:
    """Return the library's function and its measures with the names shown."""
    import ir_measures

    library = cast("Any", ir_measures)
    return library.iter_calc, {library.parse_measure(name): shown for shown, name in LIBRARY_MEASURES.items()}
