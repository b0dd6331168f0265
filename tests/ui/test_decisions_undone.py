"""What is silenced or left out can be undone like a renaming, wherever in the window it was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from explorer import protocol
from explorer.core.mends import Mend
from explorer.core.views import LibraryInfo
from explorer.ui.audit_session import AuditSession
from explorer.ui.mend_history import MendHistory
from explorer.ui.session import Session

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True)


@pytest.fixture
def history(session: Session, engine: RecordingEngine) -> MendHistory:
    made = MendHistory(AuditSession(session, session), session)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    return made


def asked(engine: RecordingEngine) -> list[tuple[str, str, bool]]:
    return [(each.kind, each.value, each.on) for each in engine.all(protocol.ChangeSilence)]


def audit_of(history: MendHistory, session: Session) -> AuditSession:
    (audit,) = session.findChildren(AuditSession)
    return audit


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("rule", "H101", "silencing rule H101"),
        ("heading", "Overview", "leaving “Overview” alone"),
        ("document", "a.md", "leaving a.md out of the audit"),
        ("generic", "Wissenswertes", "calling “Wissenswertes” generic"),
        ("exclude", "old/*", "leaving out old/*"),
    ],
)
def test_every_decision_is_undone_and_made_again(
    history: MendHistory, session: Session, engine: RecordingEngine, kind: str, value: str, words: str
) -> None:
    audit_of(history, session).change_silence(kind, value, on=True)
    assert history.undo_action.text().endswith(words)
    history.undo_action.trigger()
    history.redo_action.trigger()
    assert asked(engine) == [(kind, value, True), (kind, value, False), (kind, value, True)]
    assert history.stack.count() == 1, "undoing is no decision of its own"


def test_decisions_and_renamings_are_undone_in_the_order_in_which_they_were_made(
    history: MendHistory, session: Session, engine: RecordingEngine
) -> None:
    history.keep((Mend("a.md", ("A",), 0, "Alpha"),))
    audit_of(history, session).change_silence("rule", "H102", on=True)
    history.undo_action.trigger()
    assert asked(engine)[-1] == ("rule", "H102", False)
    history.undo_action.trigger()
    assert [each.drop for each in engine.all(protocol.ChangeMends)][-1] != ()


def test_what_is_so_already_is_no_change(history: MendHistory, session: Session, engine: RecordingEngine) -> None:
    audit = audit_of(history, session)
    audit.request_silences()
    job = engine.last(protocol.ListSilences).id
    engine.answer(protocol.SilenceChanged(id=job, rules=("H101",), headings=(), documents=(), generic=()))
    audit.change_silence("rule", "H101", on=True)
    assert not history.undo_action.isEnabled()
    audit.change_silence("rule", "H101", on=False)
    assert history.undo_action.text().endswith("hearing rule H101 again")


def test_another_library_has_nothing_to_undo(history: MendHistory, session: Session, engine: RecordingEngine) -> None:
    audit_of(history, session).change_silence("rule", "H101", on=True)
    session.open_library("/other")
    other = LibraryInfo("/other", "other", "mini", "path", 254, 1, indexed=True)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=other))
    assert not history.undo_action.isEnabled()
