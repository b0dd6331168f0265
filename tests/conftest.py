"""What all tests share: offline models, a display that needs no screen, stores in temporary folders."""

from __future__ import annotations

import getpass
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# Examples are never timed: machines that run tests are shared.
# The same examples each time, so that a run says something about the change at hand; CHUNK_EXPLORER_RANDOM=1 looks for
# new ones.
settings.register_profile("default", deadline=None, derandomize="CHUNK_EXPLORER_RANDOM" not in os.environ)
settings.load_profile("default")

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_OFFLINE"] = "1"
# PyMuPDF imports onnxruntime, which else looks up a host of its maker and keeps a file in the user's cache.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

# Models converted by one run serve the next one too: what is kept there is checked at each use.
os.environ.setdefault(
    "CHUNK_EXPLORER_CACHE", str(Path(tempfile.gettempdir()) / f"chunk-explorer-tests-{getpass.getuser()}")
)

PROJECT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes goldens anew instead of comparing with them."""
    parser.addoption("--update-goldens", action="store_true", help="write what is found as the new right answers")


@pytest.fixture
def update_goldens(request: pytest.FixtureRequest) -> bool:
    """Tell whether goldens are to be written anew; look through the difference before you commit it."""
    return bool(request.config.getoption("--update-goldens"))


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test out of the user's own data folder."""
    monkeypatch.setenv("CHUNK_EXPLORER_STORE", str(tmp_path / "user-data"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of handed cases and corpora; skips where it is absent."""
    folder = PROJECT.parent / "shared"
    if not (folder / "cases").is_dir():
        pytest.skip("the shared folder is not here")
    return folder


@pytest.fixture(scope="session")
def samples() -> Path:
    """Return the folder of the sample documents."""
    return PROJECT / "sample_docs"
