"""Keys come from the environment or the keyring and stand nowhere else: no store, log, report, event or traceback."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.engine.jobs import Job, Jobs
from explorer.engine.loop import Inbox, Loop
from explorer.engine.sentences.keys import find_key
from explorer.redaction import redacted, remember_secret

KEY = "correct-horse-battery-staple"
LIKE = "sk-ant-api03-0123456789abcdefXYZ"


@pytest.mark.parametrize(
    "text",
    [
        f"Incorrect API key provided: {LIKE}.",
        f"Authorization: Bearer {LIKE}",
        "{'Authorization': 'Bearer abcdefghijkl'}",
        '{"x-api-key": "abcdefghijkl"}',
        "x-chroma-token: abcdefghijkl",
        "https://user:abcdefghijkl@example.org/v1",
        "sk-****************************ijkl",
        "ghp_0123456789abcdefghijkl",
        "AKIA0123456789abcdefghijkl",
        f"key was {KEY}",
    ],
)
def test_keys_are_taken_out(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_SERVER_TOKEN", KEY)
    shown = redacted(text)
    assert "…" in shown
    assert not any(secret in shown for secret in (KEY, LIKE, "abcdefghijkl", "ijkl"))


@pytest.mark.parametrize(
    "text",
    [
        "KeyError: 'heading_path'",
        'File "hub.py", line 3, in hf_hub_download',
        "https://example.org/v1/chat",
        "The key in OPENAI_API_KEY holds signs that no key has.",
        "a token-free key-value store: pk_name, key-words",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert redacted(text) == text


def test_a_key_of_the_keyring_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr(keyring, "get_password", lambda *_: "from-the-keyring")
    assert find_key("OPENAI_API_KEY") == "from-the-keyring"
    assert "from-the-keyring" not in redacted("it said from-the-keyring twice: from-the-keyring")


def test_without_a_keyring_there_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    try:
        assert find_key("OPENAI_API_KEY") == ""
    finally:
        keyring.set_keyring(before)


class _Breaking(Jobs):
    """Jobs that fail with a key in what they say."""

    def __init__(self, error: Exception) -> None:
        super().__init__(lambda _: None)
        self._error = error

    def start(self, request: protocol.AnyRequest, progress: object) -> Job:
        del request, progress

        def steps() -> Job:
            raise self._error
            yield

        return steps()


@pytest.mark.parametrize("error", [RuntimeError(f"of {KEY}"), ExplorerError(f"No {KEY}.", f"Not {LIKE}.")])
def test_events_of_failures_hold_no_key(error: Exception) -> None:
    remember_secret(KEY)
    events: queue.SimpleQueue[protocol.Event] = queue.SimpleQueue()
    inbox = Inbox()
    inbox.put(protocol.GetSource(id=1, document="a.md"))
    Loop(inbox, events.put, _Breaking(error)).step()
    said = protocol.encode(events.get()).decode()
    assert "Failed" in said
    assert KEY not in said
    assert LIKE not in said


def test_no_file_of_the_store_holds_the_key(tmp_path: Path) -> None:
    documents, store = tmp_path / "documents", tmp_path / "store"
    documents.mkdir()
    (documents / "a.md").write_text("# Plans\n\nIt costs 25 dollars.\n", "utf-8")
    (documents / "broken.pdf").write_bytes(b"none")
    names = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "CHROMA_TOKEN")
    surroundings = {**os.environ, **dict.fromkeys(names, KEY), "CHUNK_EXPLORER_LOG": "texts"}
    done = subprocess.run(
        [sys.executable, "-m", "explorer", "index", str(documents), "--store", str(store)],
        env=surroundings,
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    files = [path for path in store.rglob("*") if path.is_file()]
    assert (store / "log" / "chunk-explorer.log") in files
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []
    assert KEY.encode() not in done.stdout + done.stderr
