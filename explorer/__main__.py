"""Picks window, engine, reader or command before it imports any of them."""

from __future__ import annotations

import argparse
import signal
import sys

STOPPED = 2
"""The exit code of what could not be done."""


def main() -> int:
    """Run what the command line names and return the exit code."""
    try:
        return _run(sys.argv[1:])
    except KeyboardInterrupt:
        # Commands say it themselves once they run; until then only imports were under way.
        sys.stderr.write("chunk-explorer: Stopped.\n")
        return STOPPED


def _run(words: list[str]) -> int:
    if words[:1] == ["--engine"]:
        from explorer.engine.loop import main as run_engine

        return run_engine()
    if words[:1] == ["--reader"]:
        from explorer.engine.reader import main as run_reader

        return run_reader()
    if words[:1] == ["--convert-model"]:
        from explorer.engine.encoders.convert import main as convert_model

        return convert_model(words[1:])
    from explorer import cli

    arguments = cli.parse(words)
    if arguments.command == "window":
        return run_window(arguments)
    # Asked to end, or left by its terminal, a command ends as by Ctrl+C: in good order, so that no file is held to
    # have ended it.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    return cli.main(arguments)


def run_window(arguments: argparse.Namespace) -> int:
    """Open the window, or draw it to a file where none can be shown."""
    from explorer.display import missing_display

    reason = "" if arguments.picture else missing_display()
    from explorer.ui import app

    if reason or arguments.picture:
        return app.run_picture(arguments, reason)
    return app.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
