"""The filters of DESIGN 4.6 that a document as a whole passes or not, and what is known when a value is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from pathlib import PurePosixPath

from explorer.core.errors import ExplorerError
from explorer.core.model import Metadata
from explorer.core.query import bare_version
from explorer.core.views import DocumentRow, Filters
from explorer.engine.validity import is_in_force_on

_MOST_NAMED = 12
"""Known values that a refusal lists."""

Document = tuple[DocumentRow, Metadata]
Test = Callable[[Document], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """One kind of filter: its name as the user writes it, and which documents pass."""

    name: str
    passes: Test


def document_conditions(documents: Sequence[Document], filters: Filters) -> list[Condition]:
    """Return the conditions that are set, in the order in which they are counted.

    Raises `ExplorerError` for a value that no document of the library has, with those that are known, and for a date
    that is none.
    """
    found = [
        *_folder(documents, filters.folder),
        *_documents(documents, filters.documents),
        *(_named(documents, value) for value in filters.named),
        *_any_of(documents, "format", filters.formats, _formats, str.casefold),
        *_any_of(documents, "language", filters.languages, _languages, _folded_language),
        *_any_of(documents, "version", filters.versions, _versions, bare_version),
        *_any_of(documents, "access", filters.access, _access, str.casefold),
    ]
    for tag in filters.tags:
        found += _any_of(documents, "tag", (tag,), _tags, str.casefold)
    if filters.date:
        day = day_of(filters.date)
        found.append(Condition("date", lambda each: is_in_force_on(each[0], day)))
    return found


def day_of(value: str) -> date:
    """Return the day that `2026-03-01` names; raises `ExplorerError` for anything else."""
    try:
        if len(value) == 10:
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise ExplorerError(f"{value!r} is not a day.", "Write it as year, month and day: date=2026-03-01.")


def refuse(kind: str, value: str, known: Iterable[str]) -> ExplorerError:
    """Return the error for a value that nothing in the library has, with those that are known, near ones first."""
    names = sorted(set(known), key=lambda name: (name.casefold(), name))
    if not names:
        return ExplorerError(f"There is no {kind} {value!r} in this library.", f"No document states any {kind}.")
    near = get_close_matches(value, names, n=_MOST_NAMED) if len(names) > _MOST_NAMED else []
    shown = near or names[:_MOST_NAMED]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return ExplorerError(f"There is no {kind} {value!r} in this library.", f"Known: {', '.join(shown)}{more}.")


def _folder(documents: Sequence[Document], folder: str) -> list[Condition]:
    inside = folder.strip("/")
    if not inside:
        return []
    if not any(row.name.startswith(f"{inside}/") for row, _ in documents):
        known = {str(above) for row, _ in documents for above in PurePosixPath(row.name).parents} - {"."}
        error = refuse("folder", inside, known)
        raise ExplorerError(f"There is no folder {inside!r} with documents in this library.", error.detail)
    return [Condition("folder", lambda each: each[0].name.startswith(f"{inside}/"))]


def _documents(documents: Sequence[Document], wanted: Sequence[str]) -> list[Condition]:
    known = {row.name for row, _ in documents}
    for name in wanted:
        if name not in known:
            raise refuse("document", name, known)
    return [Condition("document", lambda each: each[0].name in wanted)] if wanted else []


def _named(documents: Sequence[Document], value: str) -> Condition:
    """Return the condition of `doc:value`: a full name or stem if there is such a document, else a part of either."""
    folded = value.casefold()
    exact = {row.name for row, _ in documents if folded in {row.name.casefold(), _stem(row)}}
    near = {row.name for row, _ in documents if folded in row.name.casefold() or folded in row.title.casefold()}
    chosen = exact or near
    if not chosen:
        raise refuse("document", value, (row.name for row, _ in documents))
    return Condition("doc", lambda each: each[0].name in chosen)


def _any_of(
    documents: Sequence[Document],
    kind: str,
    wanted: Sequence[str],
    values: Callable[[Document], Mapping[str, str]],
    fold: Callable[[str], str],
) -> list[Condition]:
    """Return the condition that a document has one of the values; `values` gives, by folded value, how it is shown."""
    if not wanted:
        return []
    known = {folded: shown for each in documents for folded, shown in values(each).items()}
    for value in wanted:
        if fold(value) not in known:
            raise refuse(kind, value, known.values())
    folded = frozenset(map(fold, wanted))
    return [Condition(kind, lambda each: not folded.isdisjoint(values(each)))]


def _formats(each: Document) -> Mapping[str, str]:
    """Return the names of a document's format: its own and the ending of the file ("markdown", "md")."""
    row = each[0]
    ending = PurePosixPath(row.name).suffix.lstrip(".").casefold()
    return {ending: row.format, row.format.casefold(): row.format} if ending else {row.format.casefold(): row.format}


def _languages(each: Document) -> Mapping[str, str]:
    """Return the names of a document's language: its whole tag and its first part ("de-at", "de")."""
    tag = each[1].language
    if not tag:
        return {}
    folded = _folded_language(tag)
    return {folded.partition("-")[0]: tag, folded: tag}


def _folded_language(tag: str) -> str:
    return tag.strip().casefold().replace("_", "-")


def _versions(each: Document) -> Mapping[str, str]:
    version = each[1].version
    return {bare_version(version): version} if version else {}


def _access(each: Document) -> Mapping[str, str]:
    label = each[1].access
    return {label.casefold(): label} if label else {}


def _tags(each: Document) -> Mapping[str, str]:
    return {tag.casefold(): tag for tag in each[1].tags}


def _stem(row: DocumentRow) -> str:
    return PurePosixPath(row.name).stem.casefold()
