"""The records of one document as one document: their order, its title, its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from explorer.core.parsing.given.form import GivenChunk, GivenDocument
from explorer.core.parsing.given.records import GivenRecord


def assemble(name: str, records: Sequence[GivenRecord]) -> GivenDocument:
    """Return the document `name` made of its records, which come in the order in which they were stored."""
    ordered, notes = _ordered(records)
    return GivenDocument(
        document=name,
        title=_title(records),
        metadata=_fields(records),
        notes=(*notes, *_repeated(records)),
        chunks=tuple(_chunks(ordered)),
    )


def _ordered(records: Sequence[GivenRecord]) -> tuple[Sequence[GivenRecord], tuple[str, ...]]:
    """Sort by the chunks' own numbers, else by page and offset; only where all have one and no two the same.

    Offsets that count from the beginning of a section or page repeat, and sort nothing.
    """
    numbers = [record.order for record in records]
    places = [(record.chunk.page or 0, record.chunk.start) for record in records]
    keys: list[tuple[int, ...]] = []
    if None not in numbers and len(set(numbers)) == len(numbers):
        keys = [(number or 0,) for number in numbers]
    elif all(start is not None for _, start in places) and len(set(places)) == len(places):
        keys = [(page, start or 0) for page, start in places]
    if not keys or keys == sorted(keys):
        return records, ()
    order = sorted(range(len(records)), key=keys.__getitem__)
    by = "number" if len(keys[0]) == 1 else "place"
    return [records[index] for index in order], (
        f"The chunks were stored in another order; they are sorted by their {by}.",
    )


def _title(records: Sequence[GivenRecord]) -> str:
    """Return the title that most chunks name: one that changes from chunk to chunk is that of a section."""
    titles = Counter(record.title for record in records if record.title)
    title, count = titles.most_common(1)[0] if titles else ("", 0)
    return title if 2 * count > len(records) else ""


def _fields(records: Sequence[GivenRecord]) -> dict[str, str]:
    found: dict[str, str] = {}
    for record in records:
        for key, value in record.fields.items():
            found.setdefault(key, value)
    return found


def _repeated(records: Sequence[GivenRecord]) -> tuple[str, ...]:
    """Say when two chunks have one id: most vector stores keep the last of them only."""
    counts = Counter(record.chunk.id for record in records if record.chunk.id)
    repeated = [name for name, count in counts.items() if count > 1]
    if not repeated:
        return ()
    one = len(repeated) == 1
    shown = ", ".join(name[:60] for name in repeated[:3]) + (", …" if len(repeated) > 3 else "")
    return (f"{len(repeated)} id{' stands' if one else 's stand'} for several chunks ({shown}); all are kept.",)


def _chunks(records: Sequence[GivenRecord]) -> list[GivenChunk]:
    return [record.chunk for record in records]
