"""The history of questions and the saved searches of a library, kept in the user's work (`searches.json`).

The file is written whole. One that cannot be read is left as it is: nothing is kept until it is mended or removed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import msgspec

from explorer.core.errors import ExplorerError
from explorer.core.retrieval_views import KeptSearch
from explorer.engine.user_work import UserWork

FILE = "searches.json"

MOST_REMEMBERED = 200
"""Questions in the history; the oldest give way."""


@dataclass(frozen=True, slots=True)
class Searches:
    """What is kept: the history, newest first, and the saved searches in the order of their names."""

    history: tuple[KeptSearch, ...] = ()
    saved: tuple[KeptSearch, ...] = ()


def kept_searches(work: UserWork) -> Searches:
    """Return what is kept for a library; raises `ExplorerError` for a file that cannot be read."""
    content = b"\n".join(work.lines(FILE))
    if not content.strip():
        return Searches()
    try:
        return msgspec.json.decode(content, type=Searches)
    except msgspec.MsgspecError as error:
        raise ExplorerError(
            f"{FILE} in the data folder cannot be read.",
            f"{error} Questions are not kept until you mend or remove {work.folder / FILE}.",
        ) from error


def change_searches(work: UserWork, keep: Iterable[KeptSearch], drop: Iterable[KeptSearch]) -> Searches:
    """Drop and keep searches, and return what there is then; raises `ExplorerError`.

    A named search takes the place of the one saved under that name, letter case aside; one without a name comes first
    in the history, and leaves it where it stood before. What is dropped is a saved search of that name, or everything
    of the history that asks the same.
    """
    searches = kept_searches(work)
    for search in drop:
        searches = _without(searches, search)
    for search in keep:
        searches = _with(_without(searches, search), _complete(search))
    work.write(FILE, msgspec.json.format(msgspec.json.encode(searches)))
    return searches


def _complete(search: KeptSearch) -> KeptSearch:
    """Return a search with plain white space and the time at which it is kept."""
    question = " ".join(search.question.split())
    if not question:
        raise ExplorerError("The question is empty.", "Type a question first.")
    when = search.when or datetime.now(UTC).isoformat(timespec="seconds")
    return replace(search, question=question, name=search.name.strip(), when=when)


def _with(searches: Searches, search: KeptSearch) -> Searches:
    if not search.name:
        return replace(searches, history=(search, *searches.history)[:MOST_REMEMBERED])
    saved = sorted((*searches.saved, search), key=lambda each: (each.name.casefold(), each.name))
    return replace(searches, saved=tuple(saved))


def _without(searches: Searches, search: KeptSearch) -> Searches:
    name = search.name.strip().casefold()
    if name:
        return replace(searches, saved=tuple(each for each in searches.saved if each.name.casefold() != name))
    asked = _asked(search)
    return replace(searches, history=tuple(each for each in searches.history if _asked(each) != asked))


def _asked(search: KeptSearch) -> KeptSearch:
    """Return a search without what says nothing of the question itself."""
    return replace(search, question=" ".join(search.question.split()), name="", when="")
