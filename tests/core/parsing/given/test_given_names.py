"""Names of documents made of what records call their sources."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.parsing.given.names import document_names

NAMES: list[tuple[list[str], list[str | None]]] = [
    (["hr/leave.md", "plans.md"], ["hr/leave.md", "plans.md"]),
    (["/data/docs/hr/leave.md", "/data/docs/plans.md"], ["hr/leave.md", "plans.md"]),
    (["/data/docs/leave.md"], ["leave.md"]),
    (["/data/docs/a/x.md", "/data/docs/a/y.md"], ["x.md", "y.md"]),
    (["/data/docs.md", "/data/docs2/x.md"], ["docs.md", "docs2/x.md"]),
    (["C:\\Users\\me\\a.md", "C:\\Users\\me\\b\\c.md"], ["a.md", "b/c.md"]),
    (["file:///srv/a.md", "file:///srv/b.md"], ["a.md", "b.md"]),
    (["https://x.org/a/b.html", "https://x.org/c.html"], ["a/b.html", "c.html"]),
    (["../../etc/passwd", "./a.md"], ["etc/passwd", "a.md"]),
    (["a\x00\x1b[31m\u202eb.md"], ["a[31mb.md"]),
    (["", "a.md"], ["all.jsonl", "a.md"]),
    (["..", "/"], ["all.jsonl", None]),
    (["~/notes/a.md"], ["a.md"]),
]


@pytest.mark.parametrize(("sources", "names"), NAMES)
def test_names_of_sources(sources: list[str], names: list[str | None]) -> None:
    found = document_names(sources, "all.jsonl")
    assert list(found) == sources
    assert [name for name, wanted in zip(found.values(), names, strict=True) if wanted] == [*filter(None, names)]


def test_two_sources_of_one_name_are_told_apart() -> None:
    first, second = document_names(["b.md", "./b.md"], "x").values()
    assert first == "b.md"
    assert second.startswith("b (")
    assert second.endswith(").md")


@given(st.lists(st.text(max_size=300), unique=True, max_size=6))
def test_any_source_has_a_safe_name_of_its_own(sources: list[str]) -> None:
    names = document_names(sources, "all.jsonl")
    assert len(set(names.values())) == len(sources)
    for name in names.values():
        assert name
        assert not name.startswith("/")
        assert not {"", ".", ".."} & set(name.split("/"))
        assert len(name) < 260
        assert name.isprintable() or not any(ord(sign) < 32 for sign in name)
