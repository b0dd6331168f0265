"""Picks window, engine, reader or command before it imports any of them."""

from __future__ import annotations

import sys


def main() -> int:
    """Run what the command line names and return the exit code."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["--engine"]:
        from explorer.engine.loop import main as run_engine

        return run_engine()
    if arguments[:1] == ["--reader"]:
        from explorer.engine.reader import main as run_reader

        return run_reader()
    from explorer.cli import main as run_command

    return run_command(arguments)


if __name__ == "__main__":
    sys.exit(main())
