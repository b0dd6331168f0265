"""The laboratory's two exercises: questions, passages, and what to try with them.

The passages are chunks of the sample library. Where that is open they stand for those chunks; elsewhere they are texts
of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from explorer import paths
from explorer.core.retrieval_views import TrialPassage

_DOCUMENT = "plans.md"
_CHUNKS = (
    (1, "Single ride", "It costs 3 dollars for the first half hour."),
    (2, "Day pass", "It costs 12 dollars."),
    (3, "Monthly pass", "It costs 25 dollars and includes unlimited rides of up to 45 minutes."),
)
_LONG_TITLE = (
    "Terms, Tariffs and Conditions of Use of the Public Bicycle Sharing Service Operated by Lumen Bikes on Behalf of "
    "the Harbour and Old Town Joint Mobility Authority, Including All Supplementary Provisions for Registered and "
    "Occasional Users"
)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question to try; `title` stands in front of every passage where it is set. `task` says what to do."""

    name: str
    question: str
    title: str
    task: str


_EXERCISES = (
    Exercise(
        str(QT_TRANSLATE_NOOP("Exercises", "Is there an unlimited pass for one day?")),
        "Is there an unlimited pass for one day?",
        "",
        str(
            QT_TRANSLATE_NOOP(
                "Exercises",
                "No passage says so: which comes first? Then write into “Day pass” what it should say.",
            )
        ),
    ),
    Exercise(
        str(QT_TRANSLATE_NOOP("Exercises", "A long title in front of every passage")),
        "How much is the monthly pass?",
        _LONG_TITLE,
        str(
            QT_TRANSLATE_NOOP(
                "Exercises",
                "Long words that are the same everywhere hide what differs: empty “Title for all” and see.",
            )
        ),
    ),
)


def exercises() -> tuple[Exercise, ...]:
    """Return the exercises, in the language of the window."""
    return tuple(Exercise(_say(each.name), each.question, each.title, _say(each.task)) for each in _EXERCISES)


def exercise_passages(folder: str) -> tuple[TrialPassage, ...]:
    """Return the passages of the exercises; chunks of the library in `folder` where that is the sample library."""
    sample = bool(folder) and paths.is_sample_library(Path(folder))
    return tuple(
        TrialPassage("Plans", ("Plans", heading), text, *((_DOCUMENT, index) if sample else ("", -1)))
        for index, heading, text in _CHUNKS
    )


def _say(text: str) -> str:
    return QCoreApplication.translate("Exercises", text)
