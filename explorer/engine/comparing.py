"""Passages of an index compared with one another: C206, C207 and the kind needs-discriminator (DESIGN 4.4, 4.5).

The last stage of a refresh. What was compared is kept (`explorer.engine.compared_store`), so only passages that came,
went or stand under another heading are compared with all others (`explorer.core.near_texts`); what is found is what a
comparison of all with all finds. Other settings have all compared. The comparison runs on a thread, so that searches
are answered meanwhile.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from explorer.core.audit import DUPLICATE_RULES, AuditSettings, LeafTally, audit_library
from explorer.core.audit.view import LibraryView
from explorer.core.duplicates import NEAR_TWIN, Passage, Twin, twin_of
from explorer.core.findings import Finding
from explorer.core.near_texts import Integers, Stands, Texts, Update, Way, updated
from explorer.core.progress import Progress
from explorer.core.subject import SubjectKind
from explorer.core.twin_places import Nearest, groups_of, nearest_to, partners_of
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, marks
from explorer.engine.compared_store import ComparedStore, Stand, TextRow, bounds_of, texts_of
from explorer.engine.library_audit import insert_findings
from explorer.engine.packing import unpack
from explorer.engine.pipeline import CHUNKING_VERSION, library_view
from explorer.engine.waiting import on_thread, result_of

_STATE = "passages compared"
"""The setting that says how the passages were compared of which the catalogue keeps what came out."""

_COMPARING = 1
"""Raised when passages are compared otherwise, so that all are compared anew."""


@dataclass(frozen=True, slots=True)
class _Change:
    """The passages before and after, by document; `stale` documents were read anew, `gone` ones are left out."""

    whole: bool
    stale: tuple[str, ...]
    gone: tuple[str, ...]
    before: Mapping[str, Sequence[Stand]]
    after: Mapping[str, Sequence[Stand]]
    known: Mapping[int, TextRow]
    rows: Mapping[int, TextRow]


@dataclass(frozen=True, slots=True)
class _Told:
    """A passage and what is nearest to it: in equal words, in nearly equal ones, and whether it has a near twin."""

    place: tuple[str, int]
    copy: Nearest | None
    near: Nearest | None
    is_twin: bool


@dataclass(frozen=True, slots=True)
class _Outcome:
    texts: Texts
    update: Update
    told: tuple[_Told, ...]
    places: tuple[tuple[str, int], ...]
    gone_texts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found about some passages, as the rules take it."""

    near: tuple[Twin, ...] = ()
    same: tuple[Twin, ...] = ()

    def copies(self, *_: object) -> tuple[Twin, ...]:
        return self.same

    def twins(self, *_: object, **_named: object) -> tuple[Twin, ...]:
        return self.near


def compare_passages(catalogue: Catalogue, today: date, settings: AuditSettings, progress: Progress) -> Iterator[None]:
    """Bring C206, C207 and needs-discriminator up to date; yields while it waits."""
    store, state = ComparedStore(catalogue), _state_of(catalogue, settings)
    whole = catalogue.get(_STATE) != state
    current, fresh = _view(catalogue, today).current, {} if whole else store.fresh()
    stale = [name for name in sorted(current) if not fresh.get(name)]
    gone = [name for name in fresh if name not in current]
    if not (whole or stale or gone):
        return
    before = {} if whole else store.passages()
    known: dict[int, TextRow] = {}
    for page in () if whole else store.texts():
        known |= page
        yield
    rows, read = dict(known), dict[str, list[Stand]]()
    for done, name in enumerate(stale):
        progress(done, len(stale), "comparing passages")
        read[name] = store.read(name, rows)
        yield
    after = {name: read[name] if name in read else before[name] for name in sorted(current)}
    change = _Change(whole, tuple(stale), tuple(gone), before, after, known, rows)
    ways = _ways(settings)
    outcome = yield from result_of(on_thread(lambda: _compare(change, ways)), len(stale), progress)
    twins = yield from _twins(store, outcome)
    with catalogue.transaction():
        _keep(catalogue, change, outcome, audit_library(LibraryView((), passages=twins), settings))
        catalogue.put(_STATE, state)


def _view(catalogue: Catalogue, today: date) -> LibraryView:
    rows = [row for row in ChunkTable(catalogue).documents() if not row.error]
    return library_view(rows, {}, LeafTally(), today)


def _state_of(catalogue: Catalogue, settings: AuditSettings) -> str:
    """Return a hash of all that decides how passages are compared and what is said about them."""
    text = f"{_COMPARING} {CHUNKING_VERSION} {catalogue.get('chunking')} {settings.state}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _ways(settings: AuditSettings) -> tuple[Way, Way]:
    """Return how duplicates are found (`similarity` of C206), and how near twins are."""
    rule = next(rule for rule in DUPLICATE_RULES if rule.code == "C206")
    thresholds = {**rule.thresholds, **settings.thresholds.get(rule.code, {})}
    return Way(3, thresholds["similarity"]), Way(1, NEAR_TWIN)


def _compare(change: _Change, ways: Sequence[Way]) -> _Outcome:
    texts = texts_of(change.rows)
    after = _stands(change.after, texts.keys)
    old = {(name, *each) for name in (*change.stale, *change.gone) for each in change.before.get(name, ())}
    new = {(name, *each) for name in change.stale for each in change.after[name]}
    changed = _numbers((each[2] for each in old ^ new), texts.keys)
    shown = _numbers((each[2] for each in new), texts.keys)
    update = updated(texts, ways, _stands(change.before, texts.keys), after, changed, shown)
    places = tuple((name, each[0]) for name, stands in change.after.items() for each in stands)
    there = np.zeros(texts.keys.size, dtype=np.bool_)
    there[after.texts] = True
    return _Outcome(texts, update, tuple(_tell(update, after, places)), places, tuple(texts.keys[~there].tolist()))


def _stands(passages: Mapping[str, Sequence[Stand]], keys: Integers) -> Stands:
    rows = [each for name in sorted(passages) for each in passages[name]]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return Stands(keys.searchsorted(columns[:, 1]), columns[:, 2])


def _numbers(keys: Iterable[int], known: Integers) -> Integers:
    return known.searchsorted(np.array(sorted(set(keys)), dtype=np.int64))


def _tell(update: Update, after: Stands, places: Sequence[tuple[str, int]]) -> Iterator[_Told]:
    """Yield what there is to say of all passages of the texts that were compared, in the order of the library."""
    told = np.isin(after.texts, update.numbers)
    used = np.flatnonzero(told | np.isin(after.texts, np.concatenate([each.right for each in update.pairs])))
    rows = list(zip(used.tolist(), after.texts[used].tolist(), after.homes[used].tolist(), strict=True))
    groups, (near, twins) = groups_of(rows), [partners_of(each) for each in update.pairs]
    for position, text, home in rows:
        if told[position]:
            yield _Told(
                places[position],
                nearest_to(home, text, groups, {}),
                nearest_to(home, text, groups, near),
                nearest_to(home, text, groups, twins) is not None,
            )


def _twins(store: ComparedStore, outcome: _Outcome) -> Generator[None, None, _Found]:
    """Return what was found, with where each passage stands; yields between documents."""
    wanted: defaultdict[str, set[int]] = defaultdict(set)
    for told in outcome.told:
        for nearest in (told.copy, told.near):
            if nearest:
                for name, ordinal in (told.place, outcome.places[nearest.position]):
                    wanted[name].add(ordinal)
    known: dict[tuple[str, int], Passage] = {}
    for name, ordinals in wanted.items():
        known |= {(name, ordinal): passage for ordinal, passage in store.places(name, ordinals).items()}
        yield

    def twin(told: _Told, nearest: Nearest) -> Twin:
        return twin_of(known[told.place], known[outcome.places[nearest.position]], nearest)

    return _Found(
        tuple(twin(told, told.near) for told in outcome.told if told.near),
        tuple(twin(told, told.copy) for told in outcome.told if told.copy),
    )


def _keep(catalogue: Catalogue, change: _Change, outcome: _Outcome, findings: Iterable[Finding]) -> None:
    """Keep what was compared and what came out; call within a transaction."""
    store = ComparedStore(catalogue)
    if change.whole:
        store.clear()
        catalogue.run_many("DELETE FROM finding WHERE code = ?", ((rule.code,) for rule in DUPLICATE_RULES))
        catalogue.run("UPDATE chunk SET subject = ? WHERE subject = ?", (_NAMED, _TWIN))
    store.keep_documents({name: change.after[name] for name in change.stale}, change.gone)
    new = {key: row for key, row in change.rows.items() if key not in change.known}
    store.keep_texts(new, bounds_of(outcome.texts, outcome.update), outcome.gone_texts)
    _keep_findings(catalogue, change, outcome.told, findings)
    catalogue.run_many(
        "UPDATE chunk SET subject = ? WHERE subject = ? AND document = (SELECT id FROM document WHERE name = ?)",
        ((_NAMED, _TWIN, name) for name in change.gone),
    )
    catalogue.run_many(
        "UPDATE chunk SET subject = ? WHERE subject = ? AND ordinal = ?"
        " AND document = (SELECT id FROM document WHERE name = ?)",
        (
            (*((_TWIN, _NAMED) if told.is_twin else (_NAMED, _TWIN)), told.place[1], told.place[0])
            for told in outcome.told
            if told.is_twin or not change.whole
        ),
    )


_NAMED, _TWIN = str(SubjectKind.NAMED), str(SubjectKind.NEEDS_DISCRIMINATOR)
"""Only what names its subject can need more (`duplicates.needs_discriminator`)."""


def _keep_findings(catalogue: Catalogue, change: _Change, told: Iterable[_Told], findings: Iterable[Finding]) -> None:
    """Replace the findings about some passages; those of a document stay in the order of rules and chunks."""
    if change.whole:
        insert_findings(catalogue, findings)
        return
    renewed: defaultdict[str, set[int | None]] = defaultdict(set)
    for each in told:
        renewed[each.place[0]].add(each.place[1])
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        found[finding.document].append(finding)
    codes = [rule.code for rule in DUPLICATE_RULES]
    for name in sorted({*renewed, *change.gone}):
        which = (
            f"FROM finding WHERE code IN ({marks(codes)})"  # noqa: S608
            " AND document = (SELECT id FROM document WHERE name = ?)"
        )
        old = [unpack(Finding, row[0]) for row in catalogue.rows(f"SELECT item {which}", [*codes, name])]
        kept = [each for each in old if name not in change.gone and each.chunk not in renewed[name]]
        catalogue.run(f"DELETE {which}", [*codes, name])
        insert_findings(catalogue, sorted([*kept, *found[name]], key=lambda each: (each.code, each.chunk or 0)))
