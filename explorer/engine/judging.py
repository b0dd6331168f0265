"""Quality samples of an open library: drawing, and the verdicts kept in the user's work (`judgements.jsonl`).

Each verdict is one line, added and synced at once, so that a session can be left and resumed at any chunk; of several
lines of a judge about a chunk the last one counts, and one without a verdict takes the others back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import msgspec

from explorer.core.errors import ExplorerError
from explorer.core.findings import Severity
from explorer.core.sampling import (
    NO_FINDING,
    Entry,
    Judgement,
    SampleItem,
    SampleState,
    Verdict,
    draw,
    error_rates,
    text_hash,
)
from explorer.core.views import ChunkView
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.opened import Opened

FILE = "judgements.jsonl"

LARGEST = 2000
"""Chunks in one sample: nobody judges more in one go, and each is sent to the window whole."""


class _Line(msgspec.Struct, frozen=True):
    document: str
    index: int
    text: str
    verdict: str
    judge: str
    at: str
    note: str = ""


class Judging:
    """Draws samples and keeps verdicts."""

    def __init__(self, opened: Opened, view: Callable[[str, int], ChunkView]) -> None:
        self._opened = opened
        self._view = view
        self._drawn: dict[tuple[str, int], Entry] = {}
        self._items: dict[tuple[str, int], SampleItem] = {}
        self._asked = (0, 0, "")

    def draw(self, size: int, seed: int, judge: str) -> tuple[tuple[SampleItem, ...], SampleState]:
        """Return a sample with the judge's verdicts on the texts as they are now, and what they say."""
        if not judge.strip():
            raise ExplorerError("The judge has no name.", "Type a name: verdicts are kept by judge.")
        if not 1 <= size <= LARGEST:
            raise ExplorerError(f"A sample of {size} chunks cannot be drawn.", f"From 1 to {LARGEST} are possible.")
        entries = draw(self.entries(), size, seed)
        self._drawn = {(entry.document, entry.index): entry for entry in entries}
        self._asked = (size, seed, judge.strip())
        kept = self._kept()
        self._items = {}
        for key, entry in self._drawn.items():
            view = self._view(*key)
            codes = tuple(sorted({finding.code for finding in view.findings}))
            self._items[key] = SampleItem(view, entry.format, codes, _of_text(kept.get(key), view))
        return tuple(self._items.values()), self._state()

    def judge(self, document: str, index: int, verdict: str, note: str) -> tuple[Judgement | None, SampleState]:
        """Keep a verdict on a chunk of the drawn sample, or take it back where it is empty."""
        item = self._items.get((document, index))
        if item is None:
            raise ExplorerError("This chunk is not in the sample.", "Draw a sample first.")
        if verdict and verdict not in list(Verdict):
            raise ExplorerError(f"There is no verdict {verdict!r}.", f"Known: {', '.join(Verdict)}.")
        text = text_hash(item.view.item.embedded_text)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        line = _Line(document, index, text, verdict, self._asked[2], now, note)
        self._opened.work.append(FILE, [msgspec.json.encode(line)])
        judgement = _judgement(line) if verdict else None
        self._items[document, index] = replace(item, judgement=judgement)
        return judgement, self._state()

    def judgements(self) -> tuple[Judgement, ...]:
        """Return the verdicts of all judges, the last of each on each chunk."""
        found: dict[tuple[str, str, int], _Line] = {}
        for raw in self._opened.work.lines(FILE):
            try:
                line = msgspec.json.decode(raw, type=_Line)
            except msgspec.MsgspecError:
                # The end of the power may have cut the last line; what stands before it is whole.
                continue
            found[line.judge, line.document, line.index] = line
        return tuple(_judgement(line) for line in found.values() if line.verdict in list(Verdict))

    def entries(self) -> Sequence[Entry]:
        """Return every chunk of the library that can be drawn."""
        catalogue = self._opened.catalogue
        worst: dict[tuple[int, int], tuple[int, str]] = {}
        for document, chunk, severity, code in catalogue.rows(
            "SELECT document, chunk, severity, code FROM finding WHERE chunk IS NOT NULL"
        ):
            key, found = (document, chunk), (len(Severity) - severity, code)
            worst[key] = min(worst.get(key, found), found)
        formats = {row.name: row.format for row in ChunkTable(catalogue).documents()}
        return [
            Entry(name, ordinal, formats.get(name, ""), worst.get((number, ordinal), (0, NO_FINDING))[1])
            for number, name, ordinal in catalogue.rows(
                "SELECT d.id, d.name, c.ordinal FROM chunk c JOIN document d ON d.id = c.document"
                " ORDER BY d.name, c.ordinal"
            )
        ]

    def _kept(self) -> dict[tuple[str, int], Judgement]:
        own = self._asked[2]
        return {(one.document, one.index): one for one in self.judgements() if one.judge == own}

    def _state(self) -> SampleState:
        judged = [
            (self._drawn[key], item.judgement.verdict)
            for key, item in self._items.items()
            if item.judgement is not None
        ]
        _, seed, judge = self._asked
        return SampleState(len(self._items), seed, judge, len(judged), error_rates(judged))


def _of_text(judgement: Judgement | None, view: ChunkView) -> Judgement | None:
    """Return the verdict when it is about the text as it is now."""
    same = judgement is not None and judgement.text == text_hash(view.item.embedded_text)
    return judgement if same else None


def _judgement(line: _Line) -> Judgement:
    return Judgement(line.document, line.index, line.text, Verdict(line.verdict), line.judge, line.at, line.note)
