"""All work on the question sets of one open library."""

from __future__ import annotations

from explorer.engine.opened import Opened
from explorer.engine.question_checks import QuestionChecks
from explorer.engine.question_sets import QuestionSets
from explorer.engine.question_twins import TwinProposals


class QuestionBench:
    """The sets themselves, checks of what they name, and proposals for pairs."""

    def __init__(self, opened: Opened) -> None:
        self.sets = sets_of(opened)
        self.checks = QuestionChecks(opened)
        self.twins = TwinProposals(opened)


def sets_of(opened: Opened) -> QuestionSets:
    """Return the question sets of a library."""
    return QuestionSets(opened.folder, opened.work.folder)
