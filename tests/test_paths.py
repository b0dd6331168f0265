"""The sample library is known wherever it lies: the shipped one, and the copy in a checkout that README names."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.paths import is_sample_library, sample_library


def _add(folder: Path) -> None:
    (folder / "hr" / "more.md").write_text("# More\n", encoding="utf-8")


def _remove(folder: Path) -> None:
    (folder / "plans.md").unlink()


def _change(folder: Path) -> None:
    (folder / "plans.md").write_bytes((folder / "plans.md").read_bytes()[:-2] + b"?\n")


def test_the_shipped_samples_and_a_copy_are_the_sample_library(tmp_path: Path) -> None:
    assert is_sample_library(sample_library())
    copy = shutil.copytree(sample_library(), tmp_path / "docs")
    assert is_sample_library(copy)


@pytest.mark.parametrize("changed", [_add, _remove, _change])
def test_a_folder_that_differs_is_not(tmp_path: Path, changed: Callable[[Path], None]) -> None:
    copy = shutil.copytree(sample_library(), tmp_path / "docs")
    changed(copy)
    assert not is_sample_library(copy)


def test_what_is_no_folder_is_not(tmp_path: Path) -> None:
    assert not is_sample_library(tmp_path)
    assert not is_sample_library(tmp_path / "missing")
    assert not is_sample_library(sample_library() / "plans.md")
