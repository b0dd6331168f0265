"""What a library's people decided about its audit: thresholds, silenced rules, documents and headings, added words.

Written as TOML. `chunk-explorer.toml` in the library's root is shared by all who read the folder; the user's own
settings lie in the data folder and are added to it.

    [audit]
    silence = ["H111"]
    silence_documents = ["archive/*"]
    silence_headings = ["Overview"]
    generic_headings = ["Kurz und knapp"]

    [audit.thresholds.H107]
    words = 15

    [library]
    include = ["*.md"]
    exclude = ["drafts/*"]
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import cast

from explorer.core.audit.words import HeadingWords, key_of
from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding, Scope

Thresholds = Mapping[str, Mapping[str, float]]
"""Thresholds of rules in place of those they start with, by code and name."""

_SHARES = frozenset({"share", "similarity", "unknown"})
"""Thresholds that are parts of a whole."""

_LISTS = ("silence", "silence_documents", "silence_headings", "generic_headings")


@dataclass(frozen=True, slots=True)
class AuditSettings:
    """Decisions about a library's audit.

    `silenced_rules` are codes, `silenced_documents` patterns of names (`archive/*`), `silenced_headings` texts of
    headings that are left alone, `generic_headings` texts that say nothing in this library. `include` and `exclude`
    are patterns of the files that belong to the library; nothing in `include` means all.
    """

    silenced_rules: tuple[str, ...] = ()
    silenced_documents: tuple[str, ...] = ()
    silenced_headings: tuple[str, ...] = ()
    generic_headings: tuple[str, ...] = ()
    thresholds: Thresholds = field(default_factory=dict[str, Mapping[str, float]])
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        """Return a text that is equal for equal decisions about findings and headers."""
        return settings_toml(replace(self, include=(), exclude=()))

    def joined(self, other: AuditSettings) -> AuditSettings:
        """Return these decisions and those of `other`, whose thresholds win."""
        codes = dict.fromkeys((*self.thresholds, *other.thresholds))
        return AuditSettings(
            silenced_rules=_union(self.silenced_rules, other.silenced_rules),
            silenced_documents=_union(self.silenced_documents, other.silenced_documents),
            silenced_headings=_union(self.silenced_headings, other.silenced_headings),
            generic_headings=_union(self.generic_headings, other.generic_headings),
            thresholds={code: {**self.thresholds.get(code, {}), **other.thresholds.get(code, {})} for code in codes},
            include=_union(self.include, other.include),
            exclude=_union(self.exclude, other.exclude),
        )

    def words(self, words: HeadingWords) -> HeadingWords:
        """Return the heading words with the library's own; what is silenced wins over what is generic."""
        if not self.generic_headings and not self.silenced_headings:
            return words
        return words.changed(extra=self.generic_headings, silenced=self.silenced_headings)

    def heard(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return the findings that are not silenced; an unreadable document (D305) is always told."""
        quiet = frozenset(key_of(heading) for heading in self.silenced_headings)
        return tuple(found for found in findings if found.code == "D305" or not self._silences(found, quiet))

    def _silences(self, finding: Finding, quiet: frozenset[str]) -> bool:
        if finding.code in self.silenced_rules:
            return True
        if finding.heading and finding.scope in {Scope.HEADING, Scope.LIBRARY} and key_of(finding.heading) in quiet:
            return True
        name = finding.document
        return bool(name) and any(fnmatchcase(name, pattern) for pattern in self.silenced_documents)


def _union(one: Iterable[str], two: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *two)))


def parse_settings(text: str, source: str) -> AuditSettings:
    """Read settings written as TOML; raises `ExplorerError` that names `source` and what is wrong in it."""
    try:
        content = cast("dict[str, object]", tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        # Deep nesting and numbers of thousands of digits are refused by Python itself.
        raise ExplorerError(f"{source} cannot be read as TOML.", str(error)[:200]) from error
    reader = _Reader(source)
    audit, library = reader.table(content, "audit"), reader.table(content, "library")
    lists = {name: reader.texts(audit, name) for name in _LISTS}
    reader.only(content, ("audit", "library"), "")
    reader.only(audit, (*_LISTS, "thresholds"), "audit.")
    reader.only(library, ("include", "exclude"), "library.")
    return AuditSettings(
        silenced_rules=lists["silence"],
        silenced_documents=lists["silence_documents"],
        silenced_headings=lists["silence_headings"],
        generic_headings=lists["generic_headings"],
        thresholds=reader.thresholds(audit),
        include=reader.texts(library, "include"),
        exclude=reader.texts(library, "exclude"),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    source: str

    def table(self, content: Mapping[str, object], name: str) -> dict[str, object]:
        value = content.get(name, {})
        if not isinstance(value, dict):
            raise ExplorerError(f"In {self.source}, {name} is not a table.")
        return cast("dict[str, object]", value)

    def texts(self, content: Mapping[str, object], name: str) -> tuple[str, ...]:
        value = content.get(name, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in cast("list[object]", value)):
            raise ExplorerError(f"In {self.source}, {name} is not a list of texts.")
        return tuple(cast("list[str]", value))

    def only(self, content: Mapping[str, object], known: Iterable[str], prefix: str) -> None:
        strangers = [name for name in content if name not in set(known)]
        if strangers:
            names = ", ".join(f"{prefix}{name}" for name in known)
            raise ExplorerError(f"In {self.source}, {prefix}{strangers[0]} is not known.", f"Known: {names}.")

    def number(self, name: str, value: float) -> float:
        """Return a threshold; raises `ExplorerError` unless it is a number from 0 on, a share at most 1."""
        of_share = name.rsplit(".", 1)[-1] in _SHARES
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not 0 <= number < math.inf or (of_share and not 0 < number <= 1):
            known = "above 0, at most 1" if of_share else "a number from 0 on"
            raise ExplorerError(f"In {self.source}, the threshold {name} is {value}.", f"Possible: {known}.")
        return number

    def thresholds(self, audit: Mapping[str, object]) -> Thresholds:
        found: dict[str, Mapping[str, float]] = {}
        table = self.table(audit, "thresholds")
        for code in table:
            own: dict[str, float] = {}
            for name, value in self.table(table, code).items():
                if isinstance(value, bool) or not isinstance(value, int | float):
                    raise ExplorerError(f"In {self.source}, the threshold {code}.{name} is not a number.")
                own[name] = self.number(f"{code}.{name}", value)
            found[code] = own
        return found


def settings_toml(settings: AuditSettings) -> str:
    """Return settings as TOML; `parse_settings` is its inverse."""
    entries = (
        ("silence", settings.silenced_rules),
        ("silence_documents", settings.silenced_documents),
        ("silence_headings", settings.silenced_headings),
        ("generic_headings", settings.generic_headings),
    )
    lines = ["[audit]", *(f"{name} = {_texts(values)}" for name, values in entries if values)]
    for code, own in sorted(settings.thresholds.items()):
        lines += ["", f"[audit.thresholds.{_key(code)}]"]
        lines += [f"{_key(name)} = {value!r}" for name, value in sorted(own.items())]
    if settings.include or settings.exclude:
        lines += ["", "[library]"]
        lines += [
            f"{name} = {_texts(values)}"
            for name, values in (("include", settings.include), ("exclude", settings.exclude))
            if values
        ]
    return "\n".join(lines) + "\n"


def _texts(values: Iterable[str]) -> str:
    return "[" + ", ".join(map(_text, values)) + "]"


def _text(value: str) -> str:
    """Return a TOML basic string: JSON's escapes are TOML's too, but TOML also wants DEL escaped."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "").replace("-", "").isalnum() else _text(name)
