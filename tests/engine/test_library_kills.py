"""A real engine killed at random moments of all that it writes: the next one completes, and nothing is lost.

`tests/benchmarks/kills.py` does the same two hundred times.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.kills import OPERATIONS, Kills

KILLS = 10


@pytest.mark.slow
def test_ten_kills_lose_nothing(tmp_path: Path) -> None:
    kills = Kills(tmp_path, documents=8, seed=20261130)
    kills.run(KILLS)
    assert [words for tally in kills.tallies.values() for words in tally.lost] == []
    assert sum(tally.kills for tally in kills.tallies.values()) == KILLS
    assert all(tally.vectors for tally in kills.tallies.values())
    assert sum(tally.at_work for tally in kills.tallies.values()) >= len(OPERATIONS) // 2
