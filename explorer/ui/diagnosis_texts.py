"""What the tab of diagnoses says: the steps of the ladder with their answers, and a diagnosis as text to copy."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from explorer.core.diagnosis import Kind
from explorer.core.question_views import EntryRow
from explorer.core.retrieval_views import Diagnosis, EvidenceChunk

UNKNOWN = "–"

_STEPS = {
    Kind.ABSENT: QT_TRANSLATE_NOOP("DiagnosisTexts", "Is it in the library?"),
    Kind.FILTERED: QT_TRANSLATE_NOOP("DiagnosisTexts", "Do the filters let it in?"),
    Kind.OVER_WINDOW: QT_TRANSLATE_NOOP("DiagnosisTexts", "Does the model read all of it?"),
    Kind.BOUNDARY: QT_TRANSLATE_NOOP("DiagnosisTexts", "Does one chunk hold all of it?"),
    Kind.NO_FAILURE: QT_TRANSLATE_NOOP("DiagnosisTexts", "Found without context?"),
    Kind.REFERENCE: QT_TRANSLATE_NOOP("DiagnosisTexts", "Found with context?"),
    Kind.UNINFORMATIVE: QT_TRANSLATE_NOOP("DiagnosisTexts", "Do its headings say anything?"),
    Kind.VOCABULARY: QT_TRANSLATE_NOOP("DiagnosisTexts", "Does it share a word with the question?"),
    Kind.UNDETERMINED: QT_TRANSLATE_NOOP("DiagnosisTexts", "Anything else to be told?"),
}
"""What each step asks."""

_ENDS_WITH_YES = frozenset({Kind.NO_FAILURE, Kind.REFERENCE})
_GOOD = frozenset({Kind.REFERENCE, Kind.NO_FAILURE})
_BROKEN = frozenset({Kind.ABSENT, Kind.FILTERED})


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the ladder: its sign, its question with the answer, and whether it decides or was not reached."""

    sign: str
    text: str
    decides: bool = False
    reached: bool = True


def steps(kind: str) -> tuple[Step, ...]:
    """Return the ladder for a diagnosis: the steps that were passed, the one that decides, those not reached."""
    found: list[Step] = []
    reached = True
    for each in Kind:
        question = _tr(_STEPS[each])
        decides = each == kind
        if not reached:
            found.append(Step("·", question, reached=False))
        elif decides:
            found.append(Step("▶", _answered(question, yes=each in _ENDS_WITH_YES), decides=True))
        else:
            found.append(Step("✓", _answered(question, yes=each not in _ENDS_WITH_YES)))
        reached = reached and not decides
    return tuple(found)


def _answered(question: str, *, yes: bool) -> str:
    return f"{question} {_tr('Yes') if yes else _tr('No')}"


def tone(diagnosis: Diagnosis) -> str:
    """Return the tone of a diagnosis: success, error or warning; plain where nothing could be told."""
    if diagnosis.kind in _GOOD:
        return "success"
    if diagnosis.kind == Kind.UNDETERMINED:
        return "plain"
    return "error" if diagnosis.kind in _BROKEN else "warning"


def sign(diagnosis: Diagnosis) -> str:
    """Return the sign that stands beside a diagnosis' colour: each tone has a shape of its own."""
    return {"success": "✓", "warning": "▲", "error": "●", "plain": "○"}[tone(diagnosis)]


def row_words(row: EntryRow) -> str:
    """Return what a marked passage is called: where it stands, and its words."""
    words = " ".join(row.text.split())
    if row.kind == "section":
        return words
    place = (row.document.rsplit("/", 1)[-1], row.heading_path[-1] if row.heading_path else "")
    return " › ".join(filter(None, (*place, f"“{words}”" if words else "")))


def share_text(chunk: EvidenceChunk) -> str:
    """Return how much of the evidence a chunk holds; a part that would be shown as nothing is at least 1 %."""
    return f"{max(round(100 * chunk.share), 1)} %"


def rank_text(rank: int | None, chunk: EvidenceChunk) -> str:
    """Return a rank; where there is none, whether the ranker found no match or the chunk is not ranked."""
    if rank is None:
        return UNKNOWN if chunk.left_out else _tr("no match")
    return f"{rank:,}"


def chunk_words(chunk: EvidenceChunk) -> str:
    """Return where a chunk stands."""
    return f"{chunk.document} #{chunk.index}"


def as_text(diagnosis: Diagnosis) -> str:
    """Return a diagnosis as lines of text."""
    facts = [f"{name}: {value}" for name, value in diagnosis.facts]
    chunks = [f"  {line}" for each in _chunk_lines(diagnosis) for line in each]
    head = [diagnosis.question, f"{sign(diagnosis)} {diagnosis.title}", diagnosis.reason, f"→ {diagnosis.remedy}"]
    return "\n".join([*head, "", *facts, "", _tr("Marked passages:"), *chunks])


def as_markdown(diagnosis: Diagnosis) -> str:
    """Return a diagnosis as Markdown."""
    facts = [f"| {_cell(name)} | {_cell(value)} |" for name, value in diagnosis.facts]
    chunks = [
        f"- {_plain(lines[0])}\n" + "".join(f"  - {_plain(line)}\n" for line in lines[1:])
        for lines in _chunk_lines(diagnosis)
    ]
    table = [f"| {_tr('Fact')} | {_tr('Value')} |", "| --- | --- |", *facts]
    head = [f"## {_plain(diagnosis.title)}", "", f"> {_plain(diagnosis.question)}", "", _plain(diagnosis.reason), ""]
    tail = [f"**{_tr('What helps:')}** {_plain(diagnosis.remedy)}", "", *table, "", f"### {_tr('Marked passages')}", ""]
    return "\n".join([*head, *tail]) + "\n" + "".join(chunks)


def _chunk_lines(diagnosis: Diagnosis) -> list[list[str]]:
    """Return for each marked passage its name and a line for each chunk that holds some of it."""
    found: list[list[str]] = []
    for evidence in diagnosis.evidence:
        lines = [" ".join(evidence.name.split())]
        lines += [evidence.problem] if evidence.problem else []
        lines += [_chunk_line(chunk) for chunk in evidence.chunks]
        found.append(lines)
    return found


def _chunk_line(chunk: EvidenceChunk) -> str:
    if chunk.left_out:
        return f"{chunk_words(chunk)}: {share_text(chunk)}, {_tr('not ranked')}: {chunk.left_out}"
    plain, context = (rank_text(rank, chunk) for rank in (chunk.plain_rank, chunk.context_rank))
    ranks = _tr("without context {0}, with context {1}").format(plain, context)
    return f"{chunk_words(chunk)}: {share_text(chunk)}, {ranks}"


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")


def _plain(text: str) -> str:
    """Return a text on one line that Markdown shows as it is."""
    line = " ".join(text.split())
    for mark in "\\`*_<[#":
        line = line.replace(mark, f"\\{mark}")
    return line


def _tr(text: object) -> str:
    # QT_TRANSLATE_NOOP returns its text, but says that it returns any object.
    return QCoreApplication.translate("DiagnosisTexts", str(text))


RENAME, NEIGHBOURS, WIDEN, HYBRID, LABORATORY, SHOW = "rename", "neighbours", "widen", "hybrid", "laboratory", "show"
ACTIONS = (RENAME, NEIGHBOURS, WIDEN, HYBRID, LABORATORY, SHOW)
"""What can be done about a diagnosis, by name, in the order of the buttons."""

_REMEDIES = {
    Kind.FILTERED: (WIDEN,),
    Kind.BOUNDARY: (NEIGHBOURS,),
    Kind.NO_FAILURE: (RENAME,),
    Kind.UNINFORMATIVE: (RENAME,),
    Kind.VOCABULARY: (RENAME, HYBRID),
    Kind.UNDETERMINED: (HYBRID, RENAME),
}
"""What mends each kind, the best first."""

_BY_WORDS = frozenset({"keyword", "shared-words"})
_MOST_HEADING = 28


def remedies_of(diagnosis: Diagnosis) -> tuple[str, ...]:
    """Return the actions that mend what is diagnosed, as far as they can be taken here."""
    return tuple(name for name in _REMEDIES.get(Kind(diagnosis.kind), ()) if _is_possible(name, diagnosis))


def actions_of(diagnosis: Diagnosis) -> tuple[str, ...]:
    """Return all actions that can be taken on a diagnosis, those that mend first."""
    common = (LABORATORY, SHOW) if diagnosis.index >= 0 else ()
    return (*remedies_of(diagnosis), *common)


def action_text(name: str, diagnosis: Diagnosis) -> str:
    """Return the words on an action's button."""
    heading = " ".join((diagnosis.renamed or diagnosis.heading).split())
    short = heading if len(heading) <= _MOST_HEADING else f"{heading[: _MOST_HEADING - 1]}…"
    words = {
        RENAME: _tr("Rename “{0}”…").format(short),
        NEIGHBOURS: _tr("Read with neighbours"),
        WIDEN: _tr("Take the filters away"),
        HYBRID: _tr("Rank by hybrid"),
        LABORATORY: _tr("Try other words"),
        SHOW: _tr("Show the chunk"),
    }
    return words[name]


def _is_possible(name: str, diagnosis: Diagnosis) -> bool:
    if name == RENAME:
        return diagnosis.section >= 0
    if name == WIDEN:
        return diagnosis.wider is not None
    if name == HYBRID:
        helpful = diagnosis.kind == Kind.VOCABULARY or diagnosis.ranker in _BY_WORDS
        return diagnosis.ranker != HYBRID and helpful
    return diagnosis.index >= 0
