"""Names for documents out of what records call their sources: paths of other machines, URLs, anything.

A name is relative, has `/` between its parts and none of `.`, `..`, drive letters, schemes or control characters.
Absolute sources lose the folders that all of them share, so that `/data/docs/hr/leave.md` is `hr/leave.md`.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable, Sequence

_ROOTED = re.compile(r"(?:[a-z][a-z0-9+.-]*:/{2,3}|[a-z]:[\\/]|~?[\\/])", re.IGNORECASE)
_LONGEST = 200


def document_names(sources: Iterable[str], fallback: str) -> dict[str, str]:
    """Return a name for each source, no two alike; `fallback` names what has no source or none that can be shown."""
    parts = {source: _parts(source) for source in sources}
    rooted = [parts[source][:-1] for source in parts if _ROOTED.match(source.strip()) and parts[source]]
    shared = _shared(rooted)
    names: dict[str, str] = {}
    taken: set[str] = set()
    for source, listed in parts.items():
        kept = listed[shared:] if _ROOTED.match(source.strip()) else listed
        name = _fitting("/".join(kept)) or fallback
        if name in taken:
            stem, suffix = os.path.splitext(name)  # noqa: PTH122 - text, not a path of this system
            name = f"{stem} ({hashlib.sha256(source.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}){suffix}"
        taken.add(name)
        names[source] = name
    return names


def _shared(folders: Sequence[list[str]]) -> int:
    """Return how many folders all paths begin with."""
    if not folders:
        return 0
    low, high = min(folders), max(folders)
    return next((depth for depth, (one, two) in enumerate(zip(low, high, strict=False)) if one != two), len(low))


def _parts(source: str) -> list[str]:
    """Return the folders and the file that a source names."""
    bare = source.strip()
    root = _ROOTED.match(bare)
    shown = "".join(sign for sign in bare[root.end() if root else 0 :] if not _hidden(sign))
    listed = (part.strip() for part in shown.replace("\\", "/").split("/"))
    return [part for part in listed if part not in {"", ".", ".."}]


def _hidden(sign: str) -> bool:
    """Tell whether a sign cannot be seen or changes the direction of writing."""
    return unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _fitting(name: str) -> str:
    """Return the name, its middle left out where it is very long."""
    if len(name) <= _LONGEST:
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{name[: _LONGEST // 2]}… {digest} …{name[-_LONGEST // 2 + 20 :]}"
