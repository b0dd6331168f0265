"""Question sets: what is asked, and which passages answer it (DESIGN 4.7).

A set is JSON, JSON lines or CSV with the fields `question`, `relevant`, `not_relevant`. An entry is one of:

* `doc#heading-slug`, a section with its subsections; `doc` alone is the whole document,
* a text fragment in quotation marks,
* an object `{"doc", "start", "end"}`, a half-open span of the document, with its `text` where that is known.

A CSV cell holds a JSON list, or entries parted by `;` or a line end. Fields of other names are kept as they are.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from explorer.core.errors import ExplorerError
from explorer.core.questions_rows import cell_text, rows_of

_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»"}
_FIELDS = ("question", "relevant", "not_relevant")
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


@dataclass(frozen=True, slots=True)
class Reference:
    """A section or a document as it is written: `doc#heading-slug`, `doc#parent/leaf`, `doc#words-4.1`, `doc`."""

    text: str


@dataclass(frozen=True, slots=True)
class Fragment:
    """Words of a document, found wherever they stand, white space aside."""

    text: str


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open span of a document in the units of its places; `text` is what stands there, "" if not known."""

    doc: str
    start: int
    end: int
    text: str = ""
    heading_path: tuple[str, ...] = ()


Entry = Reference | Fragment | Span


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the passages that answer it and those that only look so.

    `line` is where it begins in its file (from 1, 0 if unknown). `extra` holds other fields as (name, JSON).
    """

    text: str
    relevant: tuple[Entry, ...] = ()
    not_relevant: tuple[Entry, ...] = ()
    line: int = 0
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionProblem:
    """What is wrong with a question, in a sentence; `line` from 1 (0: the file as a whole)."""

    line: int
    text: str

    def __str__(self) -> str:
        """Return the sentence with its line."""
        return f"line {self.line}: {self.text}" if self.line else self.text


class QuestionSetError(ExplorerError):
    """A question set cannot be used; `problems` lists everything that is wrong with it."""

    def __init__(self, name: str, problems: Sequence[QuestionProblem]) -> None:
        count = f"{len(problems)} problems" if len(problems) > 1 else "a problem"
        super().__init__(f"The question set {name} has {count}:", "; ".join(str(each) for each in problems))
        self.problems = tuple(problems)


def read_questions(content: bytes, name: str) -> tuple[Question, ...]:
    """Read a question set; the end of `name` tells its form, its first character where that is none of the known.

    Raises `QuestionSetError` that lists every line that cannot be read, and for a set without questions.
    """
    problems: list[QuestionProblem] = []
    text = _decode(content, name)

    def report(line: int, what: str) -> None:
        problems.append(QuestionProblem(line, what))

    found = [each for line, row in rows_of(text, name, report) if (each := _question(line, row, problems))]
    if not found and not problems:
        problems.append(QuestionProblem(0, "it holds no questions."))
    if problems:
        raise QuestionSetError(name, problems)
    return tuple(found)


def questions_jsonl(questions: Iterable[Question]) -> str:
    """Return the questions as JSON lines, which `read_questions` reads back as they are."""
    return "".join(json.dumps(_plain(each), ensure_ascii=False) + "\n" for each in questions)


def questions_json(questions: Iterable[Question]) -> str:
    """Return the questions as a JSON list with one question a line."""
    lines = (json.dumps(_plain(each), ensure_ascii=False) for each in questions)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def questions_csv(questions: Sequence[Question]) -> str:
    """Return the questions as CSV with their entries as JSON lists; other fields have columns of their own."""
    names = list(dict.fromkeys(key for each in questions for key, _ in each.extra))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*_FIELDS, *names])
    for each in questions:
        plain, extra = _plain(each), dict(each.extra)
        entries = (json.dumps(plain[field], ensure_ascii=False) for field in _FIELDS[1:])
        writer.writerow(
            [each.text, *entries, *(cell_text(json.loads(extra[key])) if key in extra else "" for key in names)]
        )
    return out.getvalue()


def entry_text(entry: Entry) -> str:
    """Return an entry as people write it."""
    if isinstance(entry, Reference):
        return entry.text
    return f'"{entry.text}"' if isinstance(entry, Fragment) else f"{entry.doc}[{entry.start}:{entry.end}]"


def parse_entry(value: object) -> Entry:
    """Read an entry; raises ValueError that says in words what is wrong with it."""
    if isinstance(value, str):
        return _text_entry(_clean(value).strip())
    if isinstance(value, Mapping):
        return _span(cast("Mapping[str, object]", value))
    raise ValueError(f"{json.dumps(value)[:60]} is no entry: a text or an object with doc, start and end is expected")


def _text_entry(text: str) -> Entry:
    if len(text) > 1 and text[0] in _QUOTES and text[-1] == _QUOTES[text[0]]:
        if not text[1:-1].strip():
            raise ValueError("a fragment is empty")
        return Fragment(text[1:-1])
    if not text:
        raise ValueError("an entry is empty")
    return Reference(text)


def _span(value: Mapping[str, object]) -> Span:
    doc, start, end = value.get("doc"), value.get("start"), value.get("end")
    if not (isinstance(doc, str) and doc and _is_whole(start) and _is_whole(end)):
        raise ValueError("an object must have doc (a name), start and end (whole numbers)")
    first, last = cast("int", start), cast("int", end)
    if not 0 <= first < last:
        raise ValueError(f"the span {first} to {last} of {doc} is empty or begins below 0")
    text, path = value.get("text", ""), value.get("heading_path", [])
    names = cast("list[object]", path) if isinstance(path, list) else []
    return Span(
        doc=_clean(doc),
        start=first,
        end=last,
        text=_clean(text) if isinstance(text, str) else "",
        heading_path=tuple(_clean(each) for each in names if isinstance(each, str)),
    )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _clean(text: str) -> str:
    """Replace halves of characters, which JSON can escape and no file can hold."""
    return text.encode("utf-8", "replace").decode()


def _question(line: int, row: object, problems: list[QuestionProblem]) -> Question | None:
    if not isinstance(row, Mapping):
        problems.append(QuestionProblem(line, "is no object with the fields question, relevant and not_relevant."))
        return None
    fields = cast("Mapping[str, object]", row)
    text = fields.get("question")
    if not isinstance(text, str) or not text.strip():
        problems.append(QuestionProblem(line, "has no question."))
        return None
    try:
        extra = tuple((_clean(key), _json(value)) for key, value in fields.items() if key and key not in _FIELDS)
    except RecursionError:
        problems.append(QuestionProblem(line, "is nested too deeply."))
        return None
    return Question(
        text=_clean(text).strip(),
        relevant=_entries(line, fields.get("relevant"), problems),
        not_relevant=_entries(line, fields.get("not_relevant"), problems),
        line=line,
        extra=extra,
    )


def _json(value: object) -> str:
    return _clean(json.dumps(value, ensure_ascii=False))


def _entries(line: int, value: object, problems: list[QuestionProblem]) -> tuple[Entry, ...]:
    if value is None:
        return ()
    found: list[Entry] = []
    for each in cast("list[object]", value) if isinstance(value, list) else [value]:
        try:
            found.append(parse_entry(each))
        except ValueError as error:
            problems.append(QuestionProblem(line, f"{error}."))
    return tuple(dict.fromkeys(found))


def _plain(question: Question) -> dict[str, object]:
    entries = {
        "relevant": [entry_json(each) for each in question.relevant],
        "not_relevant": [entry_json(each) for each in question.not_relevant],
    }
    return {"question": question.text, **entries, **{key: json.loads(value) for key, value in question.extra}}


def entry_json(entry: Entry) -> object:
    """Return an entry as it stands in JSON: a text, or an object for a span."""
    if not isinstance(entry, Span):
        return entry_text(entry)
    plain: dict[str, object] = {"doc": entry.doc, "start": entry.start, "end": entry.end}
    if entry.text:
        plain["text"] = entry.text
    if entry.heading_path:
        plain["heading_path"] = list(entry.heading_path)
    return plain


def _decode(content: bytes, name: str) -> str:
    try:
        return content.decode(_MARKS.get(content[:2], "utf-8-sig"))
    except UnicodeDecodeError as error:
        problem = QuestionProblem(content.count(b"\n", 0, error.start) + 1, "is not UTF-8.")
        raise QuestionSetError(name, [problem]) from error
