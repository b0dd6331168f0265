"""Kills the real engine at random moments of building, refreshing, mending, deleting, changing the recipe and
rebuilding Chroma, and counts what that loses: nothing reported done, nothing twice, no vector without its chunk.

Run as `python tests/benchmarks/kills.py [KILLS] [--seed N] [--documents N]`; documents are written to a temporary
folder. Exits with 1 when anything was lost, and says what, with the seed to have it again.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
import time
from pathlib import Path

from figures import say_figure

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.kills import PARTS, Kills


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kills", nargs="?", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--documents", type=int, default=24)
    asked = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        kills = Kills(Path(place), asked.documents, asked.seed)
        kills.run(asked.kills, lambda line: print(line, file=sys.stderr, flush=True))
    print(f"{platform.machine()}, {platform.system()} {platform.release()}, Python {platform.python_version()}")
    print(f"{asked.documents} documents, {asked.documents * PARTS} chunks, two recipes; seed {asked.seed}\n")
    print("| operation | kills | at work | claims checked | vectors compared | lost | seconds a kill |")
    print("|---|---|---|---|---|---|---|")
    for name, tally in kills.tallies.items():
        row = (name, tally.kills, tally.at_work, tally.claims, tally.vectors, len(tally.lost))
        print("| " + " | ".join(map(str, row)) + f" | {tally.seconds / max(tally.kills, 1):.1f} |")
    lost = [f"{name}: {words}" for name, tally in kills.tallies.items() for words in tally.lost]
    print(f"\n{sum(each.kills for each in kills.tallies.values())} kills in {time.monotonic() - start:.0f} s")
    for words in lost:
        print(words)
    all_tallies = kills.tallies.values()
    killed, claims = sum(each.kills for each in all_tallies), sum(each.claims for each in all_tallies)
    say_figure(f"{killed} kills of the engine at random moments", f"{len(lost)} of {claims} claims lost", "0")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
