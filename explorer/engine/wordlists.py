"""The heading words that travel with the program, read from `resources/words`."""

from __future__ import annotations

from functools import lru_cache

from explorer.core.audit.words import HeadingWords, parse_heading_words
from explorer.core.errors import ExplorerError
from explorer.paths import resource


@lru_cache(maxsize=1)
def load_heading_words() -> HeadingWords:
    """Return the words of all shipped languages; raises `ExplorerError` when the program is installed incompletely."""
    folder = resource("words")
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise ExplorerError(
            "The heading word lists are missing.", f"They belong in {folder}; install the program anew."
        )
    return parse_heading_words({file.stem: file.read_text(encoding="utf-8") for file in files})
