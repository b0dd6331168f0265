"""E-mail addresses of persons: not those of roles, lists and programs, and not those of examples (RFC 2606, 6761).

An address is looked for around each "@" within the lengths that RFC 5321 allows, so the search is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from explorer.core.audit.personal_mail_words import (
    EXAMPLE_DOMAINS,
    LIST_HOSTS,
    NUMBER_MAIL,
    PLACEHOLDERS,
    ROLES,
    SECOND_LEVEL,
    STAND_INS,
    TOP_LEVEL,
)

_LOCAL = re.compile(r"[0-9A-Za-z\u00c0-\u024f!#$%&'*+/=?^_`{|}~.-]{1,65}")
_DOMAIN = re.compile(
    r"(?:[0-9A-Za-z\u00c0-\u024f](?:[0-9A-Za-z\u00c0-\u024f-]{0,61}[0-9A-Za-z\u00c0-\u024f])?\.){1,8}"
    r"(?:[A-Za-z]{2,24}|xn--[0-9A-Za-z-]{2,59})(?![0-9A-Za-z_-]|\.[0-9A-Za-z])"
)
_ODD = re.compile(r"[!#$%&*/=?^`{|}~]")
"""Allowed in addresses (RFC 5322), but what holds them is a mask, a path or a template."""

_BEFORE_NAME = re.compile(r"[=|]")
"""What may stand directly before an address: "mail=jane@…", and the border of a cell."""

_TRIM = "'`*/|{}=?!#$%&^~.-"
_WORDS = re.compile(r"[^\W\d_]+")
_COMMAND = re.compile(r"\b(?:ssh|scp|sftp|rsync|mosh|sshfs|ssh-copy-id|telnet|git clone)\b")
_MESSAGE = re.compile(r"\b(?:message-id|in-reply-to|references)\b", re.IGNORECASE)
_MADE_BY_PROGRAM = re.compile(r"[0-9]{10}|[0-9a-f]{16}|(?=.*[0-9]).{36}", re.IGNORECASE)
_URL_WITH_USER = re.compile(r"[a-z][a-z0-9+]{1,14}://[^\s/?#]*\Z", re.IGNORECASE)
_BEHIND, _AHEAD = 80, 254


def addresses_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, address in lower case) for every e-mail address of a person."""
    place, after = text.find("@"), 0
    while place >= 0:
        span = _address_at(text, place, after)
        if span:
            after = span[1]
            yield span[0], after, text[span[0] : after].lower()
        place = text.find("@", place + 1)


def _address_at(text: str, at: int, after: int) -> tuple[int, int] | None:
    """Return the span of the address around the "@" at `at`, not before `after`; None where there is none."""
    domain = _DOMAIN.match(text, at + 1, min(len(text), at + _AHEAD))
    local = _LOCAL.match(text[max(after, at - 65) : at][::-1]) if domain else None
    if domain is None or local is None:
        return None
    name = local[0][::-1]
    kept = _BEFORE_NAME.split(name)[-1].lstrip(_TRIM)
    start = at - len(kept)
    whole = kept and kept[-1] not in ".'" and ".." not in kept and len(kept) <= 64 and not _ODD.search(kept)
    if whole and _is_sent_to(text, start, domain.end()) and _is_personal(kept.lower(), domain[0].lower()):
        return start, domain.end()
    return None


def _is_sent_to(text: str, start: int, end: int) -> bool:
    """Tell whether an address is used as one: not a login in a URL or a command, nor the mark of a message."""
    line = max(text.rfind("\n", max(0, start - _BEHIND), start) + 1, start - _BEHIND, 0)
    before = text[line:start]
    if before.endswith(("@", "//")) or _URL_WITH_USER.search(before):
        return False
    if text[end : end + 1] == ":" and text[end + 1 : end + 2].strip():
        return False
    return not _COMMAND.search(before) and not _MESSAGE.search(before)


def _is_personal(local: str, domain: str) -> bool:
    return _is_public(domain) and (_is_of_person(local) or (local.isdecimal() and domain in NUMBER_MAIL))


def _is_public(domain: str) -> bool:
    """Tell whether a domain can be a person's: no example, no list server, and no name of a file."""
    labels = domain.split(".")
    top = labels[-1]
    if not (top in TOP_LEVEL or top.startswith("xn--")) or LIST_HOSTS.intersection(labels[:-1]):
        return False
    own = labels[-3] if len(labels) > 2 and labels[-2] in SECOND_LEVEL else labels[-2]
    return own not in EXAMPLE_DOMAINS and labels[-2] != "example" and not own.startswith(("example-", "your-"))


def _is_of_person(local: str) -> bool:
    """Tell whether the part before "@" names no role and no placeholder, and was not made by a program."""
    words = _WORDS.findall(local.partition("+")[0])
    if not words or ROLES.intersection(words) or PLACEHOLDERS.issuperset(words):
        return False
    if any(word in STAND_INS or word.startswith("your") for word in words):
        return False
    return "".join(words) not in ROLES | PLACEHOLDERS and not _MADE_BY_PROGRAM.search(local)
