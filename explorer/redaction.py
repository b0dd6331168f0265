"""Keys stay out of what is written or shown: every report, error and line of the log passes through `redacted`.

What is taken out: keys that this process was given (`remember_secret`), values of environment variables that are named
as secrets are, what looks like a key of a known maker, what follows "Bearer", and names and passwords in addresses.
"""

from __future__ import annotations

import os
import re

_SHORTEST = 6
"""Shorter values are words that stand in texts for other reasons ("true", "1")."""
_SECRET_NAME = re.compile(r"(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)$", re.IGNORECASE)
_LOOKS_LIKE_KEY = re.compile(
    # Names in a program begin so as well (`hf_hub_download`); keys hold digits, or stars where a server hid the rest.
    r"\b(?:sk|pk|key|gsk|hf|ghp|xox[abp])[-_](?=[\w.\-]*[\d*])[\w*.\-]{6,}|\b(?:sk|gsk)-[\w\-]{12,}|\bA(?:KIA|Iza)[\w\-]{12,}"
)
_BEARER = re.compile(
    r"(\b(?:(?:proxy-)?authorization|x-api-key|x-chroma-token)\b[\"']*\s*[:=,]\s*[\"']?(?:\w+\s+)?|\bbearer\s+)[\w.\-+/=*]{6,}",
    re.IGNORECASE,
)
_IN_ADDRESS = re.compile(r"(\b[a-z][a-z0-9+.\-]*://)[^/\s@\"']+@", re.IGNORECASE)

_remembered: set[str] = set()


def remember_secret(secret: str) -> None:
    """Have `redacted` take out this text from here on; for keys that did not come from the environment."""
    if len(secret) >= _SHORTEST:
        _remembered.add(secret)


def redacted(text: str) -> str:
    """Return `text` without keys; where one stood, there is "…"."""
    own = {value.strip() for name, value in os.environ.items() if _SECRET_NAME.search(name)}
    for secret in sorted(_remembered | own, key=len, reverse=True):
        if len(secret) >= _SHORTEST:
            text = text.replace(secret, "…")
    text = _IN_ADDRESS.sub(r"\1…@", text)
    return _LOOKS_LIKE_KEY.sub("…", _BEARER.sub(r"\1…", text))
