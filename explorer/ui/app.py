"""Starts the window, or draws it to a file where none can be shown."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QSettings, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from explorer.core import export
from explorer.core.errors import ExplorerError
from explorer.core.views import Comparison, LibraryInfo
from explorer.ui import settings as stored
from explorer.ui import translations
from explorer.ui.engine_client import EngineClient
from explorer.ui.error_dialog import install_excepthook
from explorer.ui.icons import program_icon
from explorer.ui.main_window import MainWindow
from explorer.ui.picture import Drawing
from explorer.ui.session import LibraryOptions, Session
from explorer.ui.settings import Settings
from explorer.ui.theme import Theme

NAME = "chunk-explorer"
OK, FAILED = 0, 2


def run(arguments: argparse.Namespace) -> int:
    """Open the window and return when it was closed. Takes the parsed command line (`folder`, common options)."""
    # Without this, Ctrl+C in the terminal waits until Python code runs again.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    app = _make_app()
    store = QSettings(NAME, NAME)
    client = EngineClient()
    client.start()
    window = make_window(client, stored.load(store), store, options_of(arguments))
    install_excepthook(window.errors.show)
    window.show()
    if arguments.folder:
        QTimer.singleShot(0, window, lambda: window.offer_library(arguments.folder))
    else:
        QTimer.singleShot(0, window, window.open_last)
    code = app.exec()
    client.close()
    sys.excepthook = sys.__excepthook__
    return code


def run_picture(arguments: argparse.Namespace, reason: str) -> int:
    """Draw the window to a file, print the comparison for the first sample question (else the health) and say so."""
    target = Path(arguments.picture or f"{NAME}.png")
    try:
        drawn = draw(arguments.folder or "", target, options=options_of(arguments))
    except ExplorerError as error:
        sys.stderr.write(f"{NAME}: {error}\n")
        return FAILED
    library, comparison = drawn
    lines = [reason] if reason else []
    lines.append(f"The window was drawn to {target}.")
    if comparison is not None:
        lines.append(export.comparison_text(comparison))
    elif library is not None:
        lines.append(export.health_text(library.health))
    text = "\n".join(lines) + "\n"
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.flush()
    return OK


def draw(
    folder: str,
    picture: Path,
    size: tuple[int, int] = (1440, 900),
    theme: str = "light",
    options: LibraryOptions | None = None,
) -> tuple[LibraryInfo | None, Comparison | None]:
    """Draw the window without a display, after the library's first sample question was ranked.

    Without a folder the welcome page is drawn. Returns the library and the comparison that the picture shows. The
    user's settings are neither read nor changed. Raises `ExplorerError` when the library cannot be opened or the
    picture cannot be written.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = _make_app()
    client = EngineClient()
    with _without_platform_remarks():
        window = make_window(client, Settings(theme=theme), None, options or LibraryOptions())
        window.resize(*size)
        drawing = Drawing(window, window.session)
        try:
            drawing.run(folder)
            if not window.grab().save(str(picture), "PNG"):
                raise ExplorerError(f"The picture could not be written to {picture}.")
            return window.session.library, window.session.comparison
        finally:
            client.close()
            window.close()
            app.processEvents()


@contextmanager
def _without_platform_remarks() -> Generator[None, None, None]:
    """Keep what Qt's offscreen platform says of itself ("This plugin does not support …") from the error output."""

    def tell(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if message.startswith("This plugin does not support"):
            return
        if callable(before):
            before(kind, context, message)
        else:
            sys.stderr.write(f"{message}\n")

    before = qInstallMessageHandler(tell)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


def make_window(
    client: EngineClient, settings: Settings, store: QSettings | None, options: LibraryOptions
) -> MainWindow:
    """Return the window with its session and theme; without a store nothing is remembered."""
    theme = Theme(settings.theme, settings.font_size)
    session = Session(client, settings, options)
    window = MainWindow(session, theme, store)
    for part in (theme, session, client):
        part.setParent(window)
    window.setWindowIcon(program_icon())
    return window


def options_of(arguments: argparse.Namespace) -> LibraryOptions:
    """Return the common options of the command line; the store as an absolute path, for the engine works elsewhere."""
    store = str(Path(arguments.store).expanduser().resolve()) if arguments.store else ""
    model = _absolute_if_path(arguments.model or "")
    return LibraryOptions(
        store, model, arguments.recipe, arguments.max_tokens, arguments.chroma or "", arguments.precision
    )


def _absolute_if_path(model: str) -> str:
    return str(Path(model).resolve()) if model and Path(model).exists() else model


def _make_app() -> QApplication:
    known = QApplication.instance()
    if isinstance(known, QApplication):
        return known
    app = QApplication([NAME])
    app.setApplicationName(NAME)
    app.setApplicationDisplayName("Chunk explorer")
    app.setDesktopFileName(NAME)
    translations.install(app)
    # The platform's own style ignores parts of a style sheet; this one does not.
    app.setStyle("Fusion")
    return app
