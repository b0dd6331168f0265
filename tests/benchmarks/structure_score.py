"""What a tool got right: headings by alignment with the true ones, passages by the path that the tool gives them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from structure_text import Headings, Path, compact, heading_key, key_paths, same_path, title_key

_ALIKE = 0.85


@dataclass(frozen=True, slots=True)
class Reading:
    """What a tool says about a document: its headings, and its texts in order with their heading paths.

    A heading's own text counts as a text too. `evidence` is what the tool says its headings rest on; `title` is what it
    states as the document's title, whether it counts it among the headings or not (empty: it states none).
    """

    headings: Headings
    texts: list[tuple[Path, str]]
    evidence: str = ""
    seconds: float = 0.0
    error: str = ""
    title: str = ""


@dataclass(slots=True)
class Score:
    """Counts over one or more documents. `level`, `path` count found headings; `right` counts passages."""

    documents: int = 0
    failed: int = 0
    true: int = 0
    found: int = 0
    invented: int = 0
    level: int = 0
    path: int = 0
    passages: int = 0
    right: int = 0
    absent: int = 0
    seconds: float = 0.0
    details: list[str] = field(default_factory=list[str])

    def add(self, other: Score) -> None:
        """Add another score's counts."""
        for name in (
            "documents",
            "failed",
            "true",
            "found",
            "invented",
            "level",
            "path",
            "passages",
            "right",
            "absent",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.seconds += other.seconds


def score(true: Headings, passages: list[tuple[str, Path]], reading: Reading, *, flat: bool = False) -> Score:
    """Return how right a reading is; where no headings are known (only passages), headings are not counted.

    `flat`: the truth tells no levels, so a path is right when its innermost heading is.
    """
    result = Score(documents=1, failed=int(bool(reading.error)), seconds=reading.seconds)
    if reading.error:
        result.details.append(f"failed: {reading.error}")
    if flat:
        true, reading = _flattened(true), replace(reading, headings=_flattened(reading.headings))
        reading = replace(reading, texts=[(path[-1:], text) for path, text in reading.texts])
        passages = [(window, path[-1:]) for window, path in passages]
    alike = _score_headings(true, reading, result)
    _score_passages(true, passages, reading, alike, result)
    return result


def _flattened(headings: Headings) -> Headings:
    return [(1, text) for _, text in headings]


def _score_headings(true: Headings, reading: Reading, result: Score) -> dict[str, str]:
    """Count headings; returns the true keys of those that were found in nearly the same words."""
    if not true:
        return {}
    pairs = aligned([heading_key(text) for _, text in true], [heading_key(text) for _, text in reading.headings])
    met, used = {a for a, _ in pairs}, {b for _, b in pairs}
    # An empty heading is neither right nor wrong: the truth names none.
    more = [head for at, head in enumerate(reading.headings) if at not in used and head[1].strip()]
    titled = _stated_title(true, reading)
    # A title that the tool states as such and does not count among its headings is found, and stands below nothing.
    apart = int(titled and 0 not in met)
    result.true, result.found, result.invented = len(true), len(pairs) + apart, len(more)
    result.level = result.path = apart
    shifts = Counter(true[a][0] - reading.headings[b][0] for a, b in pairs)
    shift = shifts.most_common(1)[0][0] if shifts else 0
    title, true_titles = title_key(reading.headings), frozenset({title_key(true)} - {""})
    true_paths, paths = key_paths(true), key_paths(reading.headings)
    alike = {paths[b][-1]: true_paths[a][-1] for a, b in pairs if paths[b][-1] != true_paths[a][-1]}
    title = alike.get(title, title)
    for a, b in pairs:
        fits = true[a][0] - reading.headings[b][0] == shift or (titled and a == 0)
        result.level += fits
        path = tuple(alike.get(key, key) for key in paths[b])
        result.path += same_path(path, true_paths[a], title, true_titles)
        if not fits:
            result.details.append(f"level {reading.headings[b][0]} for {true[a][0] - shift}: {true[a][1]}")
    missed = [head for at, head in enumerate(true) if at not in met][apart:]
    result.details += [f"missed: {level} {text}" for level, text in missed]
    result.details += [f"invented: {level} {text}" for level, text in more]
    return alike


def _stated_title(true: Headings, reading: Reading) -> bool:
    """Tell whether the true outline begins with what the tool states as the document's title.

    Some tools count a title among the headings and some beside them, at any level: no level is right or wrong then.
    """
    title = heading_key(reading.title)
    return bool(title) and heading_key(true[0][1]) == title and all(level >= true[0][0] for level, _ in true)


def aligned(true: list[str], mine: list[str]) -> list[tuple[int, int]]:
    """Return pairs (index in `true`, index in `mine`) of headings that are the same, in order; nearly equal ones
    between two equal ones are paired too."""
    pairs: list[tuple[int, int]] = []
    matcher = SequenceMatcher(None, true, mine, autojunk=False)
    for what, a0, a1, b0, b1 in matcher.get_opcodes():
        if what == "equal":
            pairs += zip(range(a0, a1), range(b0, b1), strict=True)
        elif what == "replace":
            pairs += _nearly(true, mine, range(a0, a1), range(b0, b1))
    return pairs


def _nearly(true: list[str], mine: list[str], left: range, right: range) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    at = right.start
    for a in left:
        for b in range(at, right.stop):
            if SequenceMatcher(None, true[a], mine[b], autojunk=False).ratio() >= _ALIKE:
                pairs.append((a, b))
                at = b + 1
                break
    return pairs


def _score_passages(
    true: Headings, passages: list[tuple[str, Path]], reading: Reading, alike: dict[str, str], result: Score
) -> None:
    starts: list[int] = []
    parts: list[str] = []
    length = 0
    for _, text in reading.texts:
        starts.append(length)
        parts.append(compact(text))
        length += len(parts[-1])
    whole = "".join(parts)
    title, true_titles = title_key(reading.headings), _true_titles(true, passages)
    title = alike.get(title, title)
    result.passages = len(passages)
    wrong: Counter[str] = Counter()
    for window, path in passages:
        at = whole.find(window)
        if at < 0:
            result.absent += 1
            wrong[f"passage absent: {window[:60]}"] += 1
            continue
        first, last = bisect_right(starts, at) - 1, bisect_right(starts, at + len(window) - 1) - 1
        keys = [tuple(heading_key(part) for part in reading.texts[index][0]) for index in {first, last}]
        mine = [tuple(alike.get(key, key) for key in path) for path in keys]
        if all(same_path(one, path, title, true_titles) for one in mine):
            result.right += 1
        else:
            wrong[f"passage under {' > '.join(mine[0])} for {' > '.join(path)}"] += 1
    result.details += [f"{text} ({count})" for text, count in wrong.items()]


def _true_titles(true: Headings, passages: list[tuple[str, Path]]) -> frozenset[str]:
    """Return the key of the document's title by the truth: the one top heading, or what all known paths begin with."""
    firsts = {path[0] if path else "" for _, path in passages}
    common = firsts.pop() if len(firsts) == 1 and not true else ""
    return frozenset({title_key(true), common} - {""})
