"""Front matter, and the fields and titles of documents whichever reader they came through (DESIGN 4.1).

Values are read as the text that the author wrote: `version: 1.10` stays "1.10", and a date is checked here rather
than by the YAML library. YAML aliases are refused, because a few nested ones expand to gigabytes.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, cast

import yaml

from explorer.core.model import Metadata, TitleSource

_FROM_KEYS = ("effective", "effective_from", "effective_date", "valid_from", "date")
_TO_KEYS = ("effective_to", "effective_until", "expires", "expiry", "expiry_date", "expiration_date", "valid_to")
_FILE_VERSION = re.compile(r"[-_. ]v(\d+(?:\.\d+)*)$", re.IGNORECASE)
_VERSION_PREFIX = re.compile(r"^(?:version\s+|v)(?=\d)", re.IGNORECASE)
_ISO_DATE = re.compile(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?:[Tt ]\d{1,2}:.*)?")
_KEY_LINE = {"---": re.compile(r"([A-Za-z_][\w -]*):(?:\s+(.*))?"), "+++": re.compile(r"([A-Za-z_][\w-]*)\s*=\s*(.*)")}
TITLE_WORDS = 12
"""A longer heading in the middle of a document is a sentence (H107) and no title."""

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands before a document's text.

    `fields` are text or tuples of text by their lower-case key (`_` for `-` and blanks). `lines` counts the file's
    lines that it takes, fences included (0 when there is none).
    """

    lines: int = 0
    fields: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict[str, "str | tuple[str, ...]"])
    notes: tuple[str, ...] = ()

    def text(self, *keys: str) -> str:
        """Return the first of the fields that holds text, or the empty string."""
        values = (self.fields.get(key, "") for key in keys)
        return next((value for value in values if isinstance(value, str) and value), "")


class _StringLoader(yaml.BaseLoader):
    """Loads YAML with every scalar as its text (no objects, no types), and refuses aliases."""

    def compose_node(self, parent: yaml.Node | None, index: object) -> yaml.Node | None:
        """Compose a node that is no alias."""
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()
            raise yaml.MarkedYAMLError(None, None, "aliases are not read", event.start_mark)
        return super().compose_node(parent, cast("int", index))


def read_front_matter(lines: Iterable[str]) -> FrontMatter:
    """Read front matter from a file's lines (without newlines, byte order mark removed).

    It must begin on the first line with exactly `---` (YAML, ended by `---` or `...`) or `+++` (TOML) and hold keys;
    two rules around prose are content, not front matter. Text that cannot be parsed leaves a note, and its simple
    `key: value` lines still count.
    """
    iterator = iter(lines)
    fence = next(iterator, "")
    if fence not in _KEY_LINE:
        return FrontMatter()
    ends = {"---", "..."} if fence == "---" else {"+++"}
    inside: list[str] = []
    for line in iterator:
        if line.rstrip() in ends:
            return _read_fields(inside, fence)
        inside.append(line)
    return FrontMatter()


def _read_fields(inside: list[str], fence: str) -> FrontMatter:
    """Read the lines between the fences; prose between two rules gives an empty result."""
    taken = len(inside) + 2
    loaded, problem = _load("\n".join(inside), fence)
    if isinstance(loaded, dict):
        return FrontMatter(taken, _normalise(cast("dict[Any, Any]", loaded)))
    if not problem:
        blank = not any(line.strip() for line in inside)
        return FrontMatter(taken if blank else 0)
    fields = _salvage(inside, fence)
    if not fields:
        return FrontMatter()
    note = f"The front matter could not be read fully ({problem}); only its simple lines count."
    return FrontMatter(taken, fields, (note,))


def _load(text: str, fence: str) -> tuple[object, str]:
    """Return what the text holds, or None and the problem in words."""
    try:
        if fence == "+++":
            return tomllib.loads(text), ""
        return _StringLoader(text).get_single_data(), ""
    except yaml.MarkedYAMLError as error:
        return None, str(error.problem or error.context or "not YAML")
    except (yaml.YAMLError, tomllib.TOMLDecodeError, ValueError) as error:
        return None, str(error).splitlines()[0]
    except RecursionError:
        return None, "nested too deeply"


def _salvage(lines: list[str], fence: str) -> dict[str, str | tuple[str, ...]]:
    """Take the unindented `key: value` lines; none when the first line that is no comment is not one."""
    found: dict[str, str | tuple[str, ...]] = {}
    for line in lines:
        match = _KEY_LINE[fence].fullmatch(line.rstrip())
        if match:
            found[_key(match[1])] = (match[2] or "").strip().strip("\"'")
        elif not found and line.strip() and not line.startswith("#"):
            break
    return found


def _key(key: object) -> str:
    return re.sub(r"[\s-]+", "_", str(key).strip().lower())


def _normalise(loaded: Mapping[Any, Any]) -> dict[str, str | tuple[str, ...]]:
    fields: dict[str, str | tuple[str, ...]] = {}
    for key, value in loaded.items():
        if isinstance(value, list):
            items = (_scalar(item) for item in cast("list[object]", value))
            fields[_key(key)] = tuple(item for item in items if item)
        elif not isinstance(value, dict):
            fields[_key(key)] = _scalar(cast("object", value))
    return fields


def _scalar(value: object) -> str:
    if isinstance(value, datetime.date | datetime.datetime | datetime.time):
        return value.isoformat()
    text = "" if isinstance(value, dict | list) else " ".join(str(value).split())
    return "" if text in _NULLS else text


def metadata_of(front: FrontMatter, name: str) -> tuple[Metadata, tuple[str, ...]]:
    """Return the fields of a document and notes about those that could not be understood.

    The version falls back to the file name's (`handbook-v7.md`).
    """
    notes: list[str] = []
    version = _VERSION_PREFIX.sub("", front.text("version", "revision")) or version_from_name(name)
    metadata = Metadata(
        version=version or None,
        effective_from=_date(front.text(*_FROM_KEYS), notes),
        effective_to=_date(front.text(*_TO_KEYS), notes),
        language=front.text("language", "lang", "locale") or None,
        access=front.text("access", "access_label") or None,
        tags=_tags(front.fields.get("tags", ())),
    )
    return metadata, tuple(notes)


def _tags(value: str | tuple[str, ...]) -> tuple[str, ...]:
    items = value.split(",") if isinstance(value, str) else value
    return tuple(dict.fromkeys(item.strip() for item in items if item.strip()))


def _date(text: str, notes: list[str]) -> str | None:
    date = iso_date(text)
    if text and date is None:
        notes.append(f'The date "{text}" in the front matter was not understood (expected as 2026-03-01).')
    return date


def iso_date(text: str) -> str | None:
    """Return `2026`, `2026-03` or `2026-03-01` for a date that begins with its year, else None."""
    match = _ISO_DATE.fullmatch(text.strip())
    if not match:
        return None
    parts = [int(part) for part in match.groups() if part]
    try:
        datetime.date(*[*parts, 1, 1][:3])
    except ValueError:
        return None
    return "-".join(f"{part:02d}" for part in parts)


def version_from_name(name: str) -> str:
    """Return the version in a file name such as `handbook-v7.md` ("7"), or the empty string."""
    match = _FILE_VERSION.search(PurePosixPath(name).stem)
    return match[1] if match else ""


def title_from_name(name: str) -> str:
    """Return a title made of the file name: no suffix, no version, blanks for `-` and `_`."""
    stem = PurePosixPath(name).stem
    words = re.sub(r"[-_\s]+", " ", _FILE_VERSION.sub("", stem)).strip()
    return words or stem


def choose_title(candidates: Iterable[tuple[str, TitleSource]], name: str) -> tuple[str, TitleSource]:
    """Return the first candidate with words in it, in the caller's order of trust, else the file name's title."""
    for text, source in candidates:
        title = " ".join(text.split())
        if any(character.isalnum() for character in title):
            return title, source
    return title_from_name(name), TitleSource.FILE_NAME


def single_top_heading(headings: Iterable[tuple[int, str]]) -> str:
    """Return the text of the only heading of the highest level there is, or the empty string.

    `headings` are (level, text) in document order. A lone heading that others come before is a title only where it can
    be nothing else: at level 1, and no sentence (a line of `=` makes a heading of the whole paragraph above it).
    """
    listed = list(headings)
    top = min((level for level, _ in listed), default=0)
    texts = [text for level, text in listed if level == top]
    if len(texts) != 1:
        return ""
    comes_first = listed[0][0] == top
    return texts[0] if comes_first or (top == 1 and len(texts[0].split()) <= TITLE_WORDS) else ""
