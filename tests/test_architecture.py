"""Limits on the shape of the code that no linter keeps."""

from __future__ import annotations

import ast
import statistics
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
SOURCES = sorted((PROJECT / "explorer").rglob("*.py"))


def _functions(path: Path) -> list[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [(node.name, (node.end_lineno or 0) - node.lineno + 1) for node in ast.walk(tree) if isinstance(node, kinds)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PROJECT)))
def test_no_file_over_500_lines_and_no_function_over_80(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500
    assert [name for name, lines in _functions(path) if lines > 80] == []


def test_the_median_function_has_ten_lines_at_most() -> None:
    assert statistics.median(lines for path in SOURCES for _, lines in _functions(path)) <= 10


def test_only_vectors_imports_chromadb() -> None:
    users = [path.name for path in SOURCES if "import chromadb" in path.read_text(encoding="utf-8")]
    assert users == ["vectors.py"]


def test_every_panel_is_kept_apart_from_the_others() -> None:
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (apart,) = [each["modules"] for each in contracts if each["type"] == "independence"]
    panels = {f"explorer.ui.{path.stem}" for path in PROJECT.glob("explorer/ui/*_panel.py")}
    assert panels - set(apart) == set()


@pytest.mark.parametrize(
    "module", ["explorer.cli", "explorer.ui.app", "explorer.engine.library", "explorer.engine.loop"]
)
def test_nothing_heavy_is_imported_at_the_top(module: str) -> None:
    heavy = ("torch", "chromadb", "sentence_transformers", "pymupdf")
    program = f"import sys, {module}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=PROJECT)
    assert done.stdout.strip() == "[]"
