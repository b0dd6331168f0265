"""What window tests share: a theme, and a session whose engine only writes down what it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
import shiboken6
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.ui.engine_client import EngineClient
from explorer.ui.main_window import MainWindow
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.session import Session
from explorer.ui.theme import Theme

AnyKind = TypeVar("AnyKind", bound=protocol.Request)


class RecordingEngine(EngineClient):
    """Takes requests without a process; a test answers them with `answer`."""

    def __init__(self) -> None:
        super().__init__(["unused"])
        self.sent: list[protocol.Request] = []
        self.cancelled: list[int] = []

    def start(self) -> None:
        """There is no process to start."""

    def send(self, request: protocol.Request) -> None:
        self.sent.append(request)

    def cancel(self, job: int) -> None:
        self.cancelled.append(job)

    def close(self) -> None:
        """There is no process to end."""

    def all(self, kind: type[AnyKind]) -> list[AnyKind]:
        return [request for request in self.sent if isinstance(request, kind)]

    def last(self, kind: type[AnyKind]) -> AnyKind:
        return self.all(kind)[-1]

    def answer(self, event: protocol.AnyEvent) -> None:
        self.event_arrived.emit(event)


@pytest.fixture(scope="session")
def show_active(qapp: QApplication) -> Callable[[QWidget], None]:
    """Return what shows a window and waits until the keys go to it: on a real display that takes a moment."""

    def shown(widget: QWidget) -> None:
        widget.show()
        widget.activateWindow()
        assert QTest.qWaitForWindowActive(widget)

    return shown


@pytest.fixture(autouse=True)
def no_keys_held() -> Iterator[None]:
    """Let go of Ctrl and Shift after each test: Qt takes those of the last simulated key for still held."""
    yield
    if QGuiApplication.instance() is not None and QGuiApplication.keyboardModifiers():
        QTest.keyClick(QWidget(), Qt.Key.Key_F24)


@pytest.fixture
def engine(qtbot: QtBot) -> RecordingEngine:
    return RecordingEngine()


@pytest.fixture
def session(engine: RecordingEngine) -> Session:
    return Session(engine)


@pytest.fixture
def retrieval(session: Session) -> RetrievalSession:
    return RetrievalSession(session)


@pytest.fixture
def theme(qtbot: QtBot) -> Theme:
    return Theme("light")


@pytest.fixture
def empty_window(
    qapp: QApplication, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> Iterator[MainWindow]:
    """Return the window as it is while no library is open."""
    session, theme = Session(engine), Theme("light")
    made = MainWindow(session, theme)
    session.setParent(made)
    theme.setParent(made)
    show_active(made)
    yield made
    made.close()
    shiboken6.delete(made)


@pytest.fixture
def keeps_rules(qtbot: QtBot) -> Iterator[Callable[..., None]]:
    """Return what has item models checked until the test ends; a broken rule is a Qt warning, which fails the test.

    Testers and models are held here: what nothing holds is freed at once and checks nothing.
    """
    held: list[tuple[QAbstractItemModelTester, QAbstractItemModel]] = []

    def watch(*models: QAbstractItemModel) -> None:
        mode = QAbstractItemModelTester.FailureReportingMode.Warning
        held.extend((QAbstractItemModelTester(model, mode), model) for model in models)

    yield watch
    # Proxies go before what they show.
    while held:
        del held[-1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the walks go first: what other tests leave open takes the mouse from a window, and they use the real one."""
    items.sort(key=lambda item: not item.path.name.endswith("_walk.py"))
