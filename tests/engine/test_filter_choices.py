"""What a library can be filtered by, told with counts; every value that is told is one the search takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from explorer import protocol
from explorer.core.recipe import PLAIN
from explorer.core.retrieval_views import FilterChoices
from explorer.core.views import Filters
from explorer.engine.filter_choices import filter_choices
from explorer.engine.library import Library
from explorer.engine.retrieval_jobs import ANSWERS
from tests.support.small_library import refresh

FRONT = "---\nlanguage: {language}\ntags: [{tags}]\naccess: {access}\n---\n"


@pytest.fixture
def library(copied: tuple[Path, Path], open_library: Callable[..., Library]) -> Library:
    folder = copied[0] / "rules" / "travel"
    folder.mkdir(parents=True)
    first = FRONT.format(language="de-AT", tags="Travel, fees", access="Internal")
    second = FRONT.format(language="de-AT", tags="travel", access="internal")
    (folder / "one.md").write_text(f"{first}# Reisen\n\n## Kosten\n\nSie kosten drei Euro.\n", encoding="utf-8")
    (folder / "two.md").write_text(f"{second}# Fahrten\n\n## Kosten\n\nSie kosten vier Euro.\n", encoding="utf-8")
    (folder / "bad.pdf").write_bytes(b"no document")
    opened = open_library(*copied)
    refresh(opened)
    return opened


def test_values_are_counted_by_document(library: Library) -> None:
    choices = filter_choices(library.opened.catalogue)
    assert ("rules", 2) in choices.folders
    assert ("rules/travel", 2) in choices.folders
    assert dict(choices.languages)["de-AT"] == 2
    assert dict(choices.tags) == {"fees": 1, "Travel": 2}
    assert dict(choices.access) == {"Internal": 2}
    assert dict(choices.formats)["markdown"] == len([name for name, _ in choices.documents if name.endswith(".md")])
    assert ("Kosten", 2) in choices.headings
    assert len(choices.versions) == 2


def test_documents_that_could_not_be_read_are_left_out(library: Library) -> None:
    assert "rules/travel/bad.pdf" not in dict(filter_choices(library.opened.catalogue).documents)


def test_every_value_is_taken_by_the_search(library: Library) -> None:
    choices = filter_choices(library.opened.catalogue)
    for kind in fields(FilterChoices):
        for value, count in getattr(choices, kind.name):
            given = {_FILTER.get(kind.name, kind.name): _given(kind.name, value)}
            chosen = replace(Filters(current_only=False), **given)
            pool = library.search("kosten", "keyword", PLAIN, PLAIN, chosen, 5).pool
            assert pool.size + pool.not_embedded > 0, (kind.name, value)
            assert kind.name != "documents" or pool.size + pool.not_embedded == count


_FILTER = {"folders": "folder"}


def _given(kind: str, value: str) -> Any:
    return value if kind == "folders" else (value,)


def test_the_request_is_answered(library: Library) -> None:
    told = ANSWERS[protocol.ListFilterChoices](protocol.ListFilterChoices(id=9), library)
    assert told == protocol.FilterChoicesTold(id=9, choices=filter_choices(library.opened.catalogue))
