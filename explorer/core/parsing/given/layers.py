"""A record of any pipeline as layers of fields: the record itself, its metadata, what is wrapped inside.

LangChain keeps fields in `metadata` (inside `kwargs` when serialised), LlamaIndex in `metadata`, in `__data__` and, in
vector stores, in the JSON text `_node_content`; docling in `meta` with `origin`, or as `dl_meta` through LangChain;
Haystack in `meta`; vector stores in `payload` or `cmetadata`. Keys are compared without case, blanks, `_` and `-`.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import cast

_NESTED = (
    "kwargs", "__data__", "node", "payload", "_node_content", "metadata", "meta", "cmetadata", "dl_meta", "extra_info",
    "text_resource", "origin",
)  # fmt: skip
_MOST_LAYERS = 12
_LONGEST_KEY = 60
_BETWEEN = re.compile(r"[\s_-]+")

Layer = Mapping[str, object]


def layers_of(record: Mapping[str, object]) -> list[Layer]:
    """Return the layers of a record, outermost first, each with its keys as `folded` writes them."""
    found: list[Layer] = []
    waiting = deque([record])
    while waiting and len(found) < _MOST_LAYERS:
        layer = waiting.popleft()
        fields: dict[str, object] = {}
        for key, value in layer.items():
            fields.setdefault(folded(key) if len(key) <= _LONGEST_KEY else key, value)
        found.append(fields)
        nested = (_mapping(layer[key]) for key in _NESTED if key in layer)
        waiting.extend(inner for inner in nested if inner is not None)
    return found


@lru_cache(maxsize=1 << 12)
def folded(key: str) -> str:
    """Return a key without case, blanks, `_` and `-`."""
    return _BETWEEN.sub("", key).casefold()


def _mapping(value: object) -> Mapping[str, object] | None:
    """Return an object, or the one that a JSON text holds."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = parsed(value)
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else None


def parsed(text: str) -> object:
    """Return what a JSON text holds, None when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def values(layers: Iterable[Layer], names: Iterable[str]) -> Iterator[object]:
    """Yield the values of the fields of these names (folded), the first name first, outer layers before inner ones."""
    listed = list(layers)
    for name in names:
        for layer in listed:
            if layer.get(name) is not None:
                yield layer[name]


def first_text(layers: Iterable[Layer], names: Iterable[str]) -> str:
    """Return the first of these fields that holds text, white space collapsed, or the empty string."""
    texts = (" ".join(value.split()) for value in values(layers, names) if isinstance(value, str))
    return next((text for text in texts if text), "")


def first_number(layers: Iterable[Layer], names: Iterable[str]) -> int | None:
    """Return the first of these fields that holds a whole number from 0, also one written as text."""
    return next((number for value in values(layers, names) if (number := whole_number(value)) is not None), None)


def whole_number(value: object) -> int | None:
    """Return a whole number from 0 that a value stands for, None when it stands for none."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal() and len(value) < 16:
        return int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53 else None
