"""Where a command takes a folder, it takes chunks of another pipeline too."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.cli.options import existing_folder
from explorer.core.errors import ExplorerError
from explorer.engine.chroma_file import DATABASE


def test_folders_files_of_chunks_and_collections(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text("{}")
    (tmp_path / "chroma").mkdir()
    (tmp_path / "chroma" / DATABASE).write_bytes(b"")
    for name in ("", "c.jsonl", "chroma", "chroma/docs"):
        assert existing_folder(str(tmp_path / name)) == tmp_path / name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("none", "There is no folder .*none"),
        ("none.jsonl", "There is no folder .*none.jsonl"),
        ("a.md", r"a\.md is not a folder\. Chunks of another pipeline are read from a \.jsonl file or a Chroma folder"),
        ("a.md/docs", "There is no folder"),
    ],
)
def test_other_paths_are_refused_in_a_sentence(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "a.md").write_text("# A\n")
    with pytest.raises(ExplorerError) as error:
        existing_folder(str(tmp_path / name))
    assert error.match(why)
