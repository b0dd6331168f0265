"""The questions that a library brings along, for the first look at it."""

from __future__ import annotations

from pathlib import Path

import msgspec

QUESTIONS = "questions.jsonl"
"""The question set that a library brings along, in its root."""

_MOST = 50
_LARGEST = 1 << 20


class _Line(msgspec.Struct):
    question: str


_DECODER = msgspec.json.Decoder(_Line)


def sample_questions(folder: Path) -> tuple[str, ...]:
    """Return the first questions of `questions.jsonl` in the library's root; lines that are something else are not."""
    path = folder / QUESTIONS
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            return ()
        with path.open("rb") as file:
            lines = file.read(_LARGEST).splitlines()
    except OSError:
        return ()
    found: list[str] = []
    for line in lines:
        try:
            question = _DECODER.decode(line).question.strip()
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
        if question:
            found.append(question)
    return tuple(dict.fromkeys(found))[:_MOST]
