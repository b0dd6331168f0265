"""Reader processes keep nothing in the user's folders: no logs, no telemetry of the libraries that they import."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.engine.readers import Readers


def test_reading_a_pdf_writes_nothing_into_the_users_home(
    tmp_path: Path, samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY", raising=False)
    (path, *_) = sorted(samples.rglob("*.pdf"))
    with Readers(count=1) as readers:
        assert readers.read(path, path.name).blocks
    assert [each for each in home.rglob("*") if each.is_file()] == []
