"""Settings survive a restart; anything wrong in the file is its default."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSettings

from explorer.ui.settings import RECENT_LIMIT, THEMES, Settings, load, save

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=20)
ANY = st.builds(
    Settings,
    theme=st.sampled_from(THEMES),
    font_size=st.sampled_from((0, 7, 10, 24)),
    reopen=st.booleans(),
    recent=st.lists(NAMES, max_size=RECENT_LIMIT).map(tuple),
    ranker=st.sampled_from(("embedding", "keyword", "hybrid", "shared-words")),
    context_recipe=st.sampled_from(("path", "none+sentence", "label+depth=2+version")),
    judge=NAMES,
    current_only=st.booleans(),
    zoom=st.sampled_from((0.25, 1.0, 1.5, 8.0)),
)


def ini(path: Path) -> QSettings:
    return QSettings(str(path), QSettings.Format.IniFormat)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chosen=ANY)
def test_what_is_saved_is_loaded(tmp_path: Path, chosen: Settings) -> None:
    store = ini(tmp_path / "settings.ini")
    save(chosen, store)
    store.sync()
    assert load(ini(tmp_path / "settings.ini")) == chosen


@pytest.mark.parametrize(
    "line",
    [
        "theme=purple",
        "font_size=lots",
        "font_size=900",
        "font_size=9.5",
        "font_size=inf",
        "font_size=nan",
        "font_size=1e400",
        "zoom=0",
        "zoom=x",
        "zoom=nan",
        "zoom=-inf",
        "recent=@Invalid()",
        "recent=" + "a" * 5000,
        "ranker=",
        "ranker=nonsense",
        "context_ranker=nonsense",
        "plain_recipe=zzz",
        "context_recipe=path+depth=x",
        "chunk_text=???",
        "grouping=??",
        "fold_repeats=maybe",
        "judge=" + "a" * 5000,
        "reopen=2",
    ],
)
def test_what_is_wrong_is_its_default(tmp_path: Path, line: str) -> None:
    path = tmp_path / "settings.ini"
    path.write_text(f"[General]\n{line}\n")
    assert load(ini(path)) == Settings()


def test_recent_libraries_are_newest_first_without_repeats() -> None:
    chosen = Settings()
    for number in [*range(RECENT_LIMIT + 3), 5]:
        chosen = chosen.with_recent(f"/library/{number}")
    assert chosen.recent[0] == "/library/5"
    assert len(chosen.recent) == len(set(chosen.recent)) == RECENT_LIMIT
