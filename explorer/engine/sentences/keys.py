"""Where the key of a server comes from: the environment, else the system's keyring. Never from a file or an option."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec

from explorer.core.errors import ExplorerError
from explorer.redaction import redacted, remember_secret

SERVICE = "chunk-explorer"
"""The name under which the keyring keeps the keys; the user name is that of the environment's variable."""


def find_key(variable: str) -> str:
    """Return the key that the environment's `variable` or the keyring holds, "" for none.

    Raises `ExplorerError`, which never shows it, for a key that no header can carry.
    """
    key = (os.environ.get(variable) or _from_keyring(variable)).strip()
    remember_secret(key)
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ExplorerError(f"The key in {variable} holds signs that no key has.", "Copy it again, alone on its line.")
    return key


def without_keys(text: str, key: str) -> str:
    """Return `text` without the key or anything that looks like one: servers repeat keys in what they complain of."""
    return redacted(text.replace(key, "…") if key else text)


def _from_keyring(variable: str) -> str:
    if find_spec("keyring") is None:
        return ""
    keyring, errors = import_module("keyring"), import_module("keyring.errors")
    try:
        return str(keyring.get_password(SERVICE, variable) or "")
    except errors.KeyringError:
        # A machine without a keyring (a server, a container) is as good as one that holds no key.
        return ""
