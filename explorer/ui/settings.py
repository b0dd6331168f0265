"""What the window remembers between starts. Each value is checked when read; a wrong one falls back to its default."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QSettings

from explorer.core.errors import ExplorerError
from explorer.core.recipe import parse_recipe
from explorer.ui.theme import FONT_SIZES

THEMES = ("system", "light", "dark")
RECENT_LIMIT = 8
_RANKERS = ("embedding", "keyword", "hybrid", "shared-words")
_SHOWN = ("display", "embedded", "source")
_GROUPINGS = ("document", "section")
_LONGEST = 4096
"""Characters of a text that is read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's choices.

    `font_size` is in points, 0 for the system's. `recent` holds folders, newest first. `ranker`, `plain_recipe`,
    `context_recipe`, `context_ranker` ("": as at the left), `current_only`, `grouping` of hits, `fold_repeats` and
    `show_lost` are the compare pane's; `keep_history` keeps the questions that were asked; `chunk_text` (display,
    embedded or source) is the chunk list's; `zoom` (1.0 is 100 %; 0 and -1 fit width and page) the source pane's;
    `judge` is the name under which verdicts on samples are kept; `open_with` is the command that opens documents
    (`explorer.ui.open_outside`), "" for the desktop's own program; `reopen`: the library that was open is opened at
    the next start.
    """

    theme: str = "system"
    font_size: int = 0
    recent: tuple[str, ...] = ()
    ranker: str = "embedding"
    plain_recipe: str = "none"
    context_recipe: str = "path"
    current_only: bool = True
    chunk_text: str = "display"
    zoom: float = 0.0
    judge: str = ""
    context_ranker: str = ""
    grouping: str = ""
    fold_repeats: bool = False
    show_lost: bool = True
    keep_history: bool = True
    open_with: str = ""
    reopen: bool = True

    def with_recent(self, folder: str) -> Settings:
        """Return settings with `folder` as the newest recent library."""
        others = tuple(known for known in self.recent if known != folder)
        return replace(self, recent=(folder, *others)[:RECENT_LIMIT])

    def with_theme(self, theme: str) -> Settings:
        """Return settings with another theme of `THEMES`."""
        return replace(self, theme=theme)

    def with_text_size(self, step: int, present: int) -> Settings:
        """Return settings with the text `step` points larger than the `present` size, or as usual where it is 0."""
        size = present + step if step else 0
        return replace(self, font_size=size) if not size or size in FONT_SIZES else self


def load(store: QSettings) -> Settings:
    """Read the settings; anything missing or of another type is its default."""
    usual = Settings()
    size = _number(store, "font_size", usual.font_size)
    zoom = _number(store, "zoom", usual.zoom)
    return Settings(
        theme=_one_of(store, "theme", THEMES, usual.theme),
        font_size=int(size) if size in FONT_SIZES else usual.font_size,
        recent=_texts(store, "recent")[:RECENT_LIMIT],
        ranker=_one_of(store, "ranker", _RANKERS, usual.ranker),
        plain_recipe=_recipe(store, "plain_recipe", usual.plain_recipe),
        context_recipe=_recipe(store, "context_recipe", usual.context_recipe),
        current_only=_switch(store, "current_only", usual.current_only),
        chunk_text=_one_of(store, "chunk_text", _SHOWN, usual.chunk_text),
        zoom=zoom if zoom in (0, -1) or 0.25 <= zoom <= 8 else usual.zoom,
        judge=_text(store, "judge", usual.judge),
        open_with=_text(store, "open_with", usual.open_with),
        context_ranker=_one_of(store, "context_ranker", _RANKERS, usual.context_ranker),
        grouping=_one_of(store, "grouping", _GROUPINGS, usual.grouping),
        fold_repeats=_switch(store, "fold_repeats", usual.fold_repeats),
        show_lost=_switch(store, "show_lost", usual.show_lost),
        keep_history=_switch(store, "keep_history", usual.keep_history),
        reopen=_switch(store, "reopen", usual.reopen),
    )


def save(settings: Settings, store: QSettings) -> None:
    """Write the settings."""
    store.setValue("theme", settings.theme)
    store.setValue("font_size", settings.font_size)
    store.setValue("recent", list(settings.recent))
    store.setValue("ranker", settings.ranker)
    store.setValue("plain_recipe", settings.plain_recipe)
    store.setValue("context_recipe", settings.context_recipe)
    store.setValue("chunk_text", settings.chunk_text)
    store.setValue("zoom", settings.zoom)
    store.setValue("judge", settings.judge)
    store.setValue("open_with", settings.open_with)
    store.setValue("context_ranker", settings.context_ranker)
    store.setValue("grouping", settings.grouping)
    for key in ("current_only", "fold_repeats", "show_lost", "keep_history", "reopen"):
        store.setValue(key, "true" if getattr(settings, key) else "false")


def _text(store: QSettings, key: str, default: str) -> str:
    value = store.value(key)
    return value if isinstance(value, str) and _is_text(value) else default


def _is_text(value: str) -> bool:
    # Half a pair of surrogates cannot be written anywhere; a name with a NUL is none.
    return 0 < len(value) <= _LONGEST and "\0" not in value and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _one_of(store: QSettings, key: str, known: tuple[str, ...], default: str) -> str:
    value = _text(store, key, default)
    return value if value in known else default


def _recipe(store: QSettings, key: str, default: str) -> str:
    value = _text(store, key, default)
    try:
        parse_recipe(value)
    except ExplorerError:
        return default
    return value


def _switch(store: QSettings, key: str, default: bool) -> bool:
    # An INI file keeps no truth values.
    value = store.value(key)
    return value == "true" if value in ("true", "false") else default


def _number(store: QSettings, key: str, default: float) -> float:
    value = store.value(key)
    try:
        return float(value) if isinstance(value, str | int | float) else default
    except (ValueError, OverflowError):
        return default


def _texts(store: QSettings, key: str) -> tuple[str, ...]:
    # A list of one is read back from an INI file as plain text.
    value = store.value(key)
    items = [value] if isinstance(value, str) else value
    return tuple(item for item in items if isinstance(item, str) and _is_text(item)) if isinstance(items, list) else ()
