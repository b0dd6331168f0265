"""What an index takes on the disk."""

from __future__ import annotations

import os
from pathlib import Path

_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def bytes_in(folder: Path) -> int:
    """Return the bytes of all files below a folder; what goes away meanwhile counts nothing."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(place) / name).lstat().st_size
            except OSError:
                continue
    return total


def in_words(size: int) -> str:
    """Return a number of bytes for people: "512 bytes", "1.4 MB"."""
    amount, unit = float(size), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{size} bytes" if unit == 0 else f"{amount:.1f} {_UNITS[unit]}"
