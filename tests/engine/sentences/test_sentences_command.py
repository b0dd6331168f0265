"""The command `sentences`, by its own arguments, against a local server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from explorer import cli
from tests.support.model_server import ModelServer, Reply


def command(capfdbinary: pytest.CaptureFixture[bytes], *words: str | Path) -> tuple[int, str, str]:
    code = cli.main(cli.parse(["sentences", *map(str, words), "--llm", "small-model"]))
    shown = capfdbinary.readouterr()
    return code, shown.out.decode(), shown.err.decode()


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_write_then_nothing_left(
    kind: str, folder: Path, store: Path, server: ModelServer, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    named = server.address if kind == "openai" else "anthropic"
    words = (folder, "--server", named, "--store", store, "--json")
    code, out, err = command(capfdbinary, *words)
    facts: dict[str, Any] = json.loads(out)
    assert (code, err) == (0, "")
    assert (facts["written"], facts["calls"], facts["kept"], facts["failed"]) == (4, 4, 0, [])
    assert facts["bill"]["calls"] == 4
    assert facts["bill"]["cost"] is None
    assert [one["document"] for one in facts["sentences"]] == ["hr/leave.md", "plans.md", "plans.md", "plans.md"]
    assert facts["faults"] == {"placeless": 1}, "the server says the same of parental leave"
    again = json.loads(command(capfdbinary, *words)[1])
    assert (again["written"], again["kept"], len(server.requests)) == (0, 4, 4)


def test_dry_run_sends_nothing_and_names_the_cost(
    folder: Path, store: Path, server: ModelServer, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    words = (folder, "--server", server.address, "--store", store, "--dry-run", "--price-in", "3", "--price-out", "15")
    code, out, _ = command(capfdbinary, *words)
    assert code == 0
    assert out.startswith(f"4 calls to {server.address}/v1 (small-model) for 2 documents; 0 sentences here already.")
    assert "an estimate" in out
    assert "Cost at these prices: about 0.0" in out
    assert not server.requests
    assert json.loads(command(capfdbinary, *words, "--json")[1])["bill"]["cost"] > 0


def test_a_dry_run_needs_neither_key_nor_server(
    folder: Path, store: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    assert command(capfdbinary, folder, "--server", "anthropic", "--store", store, "--dry-run")[0] == 0
    code, _, err = command(capfdbinary, folder, "--server", "anthropic", "--store", store)
    assert code == 2
    assert "ANTHROPIC_API_KEY" in err


def test_failed_chunks_are_listed_at_the_end(
    folder: Path, store: Path, server: ModelServer, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    server.script = [Reply(400, {"error": {"message": "Too long with sk-test-key-0123456789."}})]
    code, out, err = command(capfdbinary, folder, "--server", server.address, "--store", store)
    assert code == 2
    assert "3 sentences written in 4 calls" in out
    assert "1 chunk got none" in out
    assert err == "chunk-explorer: hr/leave.md, chunk 0: The server refused the call (400): Too long with ….\n"


def test_a_refused_key_stops_with_one_line_that_does_not_show_it(
    folder: Path, store: Path, server: ModelServer, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    server.script = [Reply(401, {"error": {"message": "Incorrect API key provided: sk-test-key-0123456789"}})]
    code, out, err = command(capfdbinary, folder, "--server", server.address, "--store", store)
    assert code == 2
    assert err == "chunk-explorer: The server refused the key, or wants one (401). No sentence was written.\n"
    assert "0123456789" not in out + err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--server", "localhost:11434"], "no server's address"),
        (["--server", "http://127.0.0.1:9", "--price-in", "3"], "--price-in and --price-out go together"),
        (["--server", "http://127.0.0.1:9", "--price-cached", "3"], "--price-cached goes with"),
        (["--server", "http://127.0.0.1:9", "--allow-personal-data", "no.md"], "There is no document 'no.md'"),
    ],
)
def test_wrong_arguments(
    options: list[str], words: str, folder: Path, store: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    code, _, err = command(capfdbinary, folder, "--store", store, *options)
    assert code == 2
    assert words in err


@pytest.mark.parametrize("option", [["--limit", "0"], ["--price-in", "nan"], ["--document-tokens", "-1"]])
def test_numbers_that_make_no_sense(option: list[str], folder: Path) -> None:
    with pytest.raises(SystemExit):
        cli.parse(["sentences", str(folder), "--server", "anthropic", "--llm", "x", *option])
