"""Comparing passages: the last stage of a refresh, made anew when texts change, and left at once when cancelled."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.core.errors import Cancelled
from explorer.engine import comparing
from explorer.engine.library import Library
from explorer.engine.reporting import audit_of
from tests.support.small_library import refresh

Opener = Callable[..., Library]
TEXT = "Refunds are paid within five business days to the account from which the order was paid by the buyer."


def duplicates(library: Library) -> set[str]:
    return {finding.document for finding in library.findings("", ("C207",), 0, 100)[1]}


def test_copies_come_and_go_with_their_documents(copied: tuple[Path, Path], open_library: Opener) -> None:
    library = open_library(*copied)
    for name in ("one.md", "two.md"):
        (copied[0] / name).write_text(f"# {name}\n\n{TEXT}\n", encoding="utf-8")
    refresh(library)
    assert {"one.md", "two.md"} <= duplicates(library)
    (copied[0] / "two.md").unlink()
    assert "compare" in refresh(library)
    assert not {"one.md", "two.md"} & duplicates(library)
    assert "compare" not in refresh(library)


def orders(library: Library) -> list[object]:
    """Return the findings in every order in which they are told."""
    listed = library.findings("", (), 0, 10_000)[1]
    by_chunk = [view.findings for view in library.chunks("", "", None, 0, 10_000)[1]]
    return [listed, by_chunk, audit_of(library.opened, library.bench).findings]


def test_findings_stand_in_the_order_of_a_fresh_build_whatever_came_between(
    copied: tuple[Path, Path], open_library: Opener, tmp_path: Path
) -> None:
    library = open_library(*copied)
    for name in ("one.md", "three.md", "two.md"):
        (copied[0] / name).write_text(f"# Terms of {name}\n\n## Section 4.2\n\n{TEXT}\n\n## 7\n\nIt.\n", "utf-8")
    refresh(library)
    fresh = open_library(copied[0], tmp_path / "fresh")
    refresh(fresh)
    before, mending = orders(fresh), library.bench.mending
    assert orders(library) == before
    assert {"one.md", "three.md", "two.md"} <= duplicates(library)
    for name in ("three.md", "one.md"):
        mend = mending.mend(name, 1, "Refunds of orders")
        mending.change([mend], [])
        refresh(library)
        mending.change([], [mend])
        refresh(library)
    assert orders(library) == before
    with (copied[0] / "one.md").open("a", encoding="utf-8") as file:
        file.write("\n")
    refresh(library)
    assert orders(library) == before, "a document that was read again"


def test_a_cancel_does_not_wait_for_the_search(
    copied: tuple[Path, Path], open_library: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = open_library(*copied)
    (copied[0] / "one.md").write_text(f"# One\n\n{TEXT}\n", encoding="utf-8")
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def search_without_end(*_: object) -> tuple[()]:
        begun.set()
        go_on.wait(20)
        ended.set()
        return ()

    def cancelled_once_begun(_done: int, _total: int, _note: str) -> None:
        if begun.is_set():
            raise Cancelled

    monkeypatch.setattr(comparing, "updated", search_without_end)
    try:
        with pytest.raises(Cancelled):
            for _ in library.refresh(cancelled_once_begun):
                pass
        library.close()
        assert not ended.is_set()
    finally:
        go_on.set()
