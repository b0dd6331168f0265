"""Both protocols against a local server: what is sent, what comes of every way to fail, and that no key is shown."""

from __future__ import annotations

import subprocess
import sys
import traceback
from collections.abc import Iterator

import pytest

from explorer.core.errors import ExplorerError
from explorer.engine.sentences.answers import Answer, CallFailed, Retry, Usage
from explorer.engine.sentences.clients import Client, make_client, server_address
from explorer.engine.sentences.prompt import Prompt
from tests.support.model_server import Json, ModelServer, Received, Reply, model_server

PROMPT = Prompt("Write one sentence.", "Document plans.md: Bikes by the minute.", "It costs 12 dollars.")
KEY = "sk-test-0123456789abcdef-secret"
KINDS = ("openai", "anthropic")


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_BASE_URL", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[ModelServer, dict[str, Client]]]:
    """Return a server with a client of each kind, for tests that need no other: making one takes a while."""
    with model_server() as running, pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_PROXY", "*")
        for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
            patch.setenv(variable, KEY)
        patch.setenv("ANTHROPIC_BASE_URL", running.address)
        clients = {"openai": make_client(running.address, "m"), "anthropic": make_client("anthropic", "m")}
        yield running, clients
        for client in clients.values():
            client.close()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def client_of(kind: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch, timeout: float = 20) -> Client:
    if kind == "openai":
        return make_client(server.address, "small-model", timeout=timeout)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.address)
    return make_client("anthropic", "small-model", timeout=timeout)


def call(kind: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch, timeout: float = 20) -> Answer | CallFailed:
    client = client_of(kind, server, monkeypatch, timeout)
    try:
        return client.write(PROMPT)
    finally:
        client.close()


def test_openai_request(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = call("openai", server, monkeypatch)
    assert answer == Answer("This passage stands in the pricing part of the plans page.", Usage(130, 0, 12))
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body["model"] == "small-model"
    assert request.body["temperature"] == 0
    system, user = request.body["messages"]
    assert (system["role"], system["content"]) == ("system", PROMPT.system)
    assert user["content"] == f"{PROMPT.document}\n\n{PROMPT.passage}"


def test_anthropic_request_keeps_the_document_in_the_cache(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = call("anthropic", server, monkeypatch)
    assert answer == Answer("This passage stands in the pricing part of the plans page.", Usage(130, 100, 12))
    (request,) = server.requests
    assert request.path == "/v1/messages"
    assert KEY in (request.headers.get("x-api-key", ""), request.headers.get("authorization", "")[7:])
    assert request.body["system"] == PROMPT.system
    document, passage = request.body["messages"][0]["content"]
    assert document == {"type": "text", "text": PROMPT.document, "cache_control": {"type": "ephemeral"}}
    assert passage == {"type": "text", "text": PROMPT.passage}


def openai_error(message: str, code: str | None = None, param: str | None = None) -> dict[str, object]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": param, "code": code}}


def anthropic_error(kind: str, message: str) -> dict[str, object]:
    return {"type": "error", "error": {"type": kind, "message": message}}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("reply", "retry", "wait", "words"),
    [
        (Reply(429, openai_error("Slow down."), {"Retry-After": "7"}), Retry.LATER, 7.0, "fewer calls (429): Slow"),
        (Reply(429, openai_error("Slow down."), {"Retry-After-Ms": "250"}), Retry.LATER, 0.25, "429"),
        (Reply(429, "", {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}), Retry.LATER, 0.0, "429"),
        (Reply(429, "", {"Retry-After": "soon"}), Retry.LATER, None, "429"),
        (Reply(429, openai_error("You have no credit.", "insufficient_quota")), Retry.STOP, None, "no credit"),
        (Reply(500, "<html>oops</html>"), Retry.LATER, None, "500"),
        (Reply(503, openai_error("Loading model"), {"Retry-After": "2"}), Retry.LATER, 2.0, "Loading"),
        (Reply(529, anthropic_error("overloaded_error", "Overloaded")), Retry.LATER, None, "Overloaded"),
        (Reply(401, openai_error(f"Incorrect API key provided: {KEY}")), Retry.STOP, None, "refused the key"),
        (Reply(403, anthropic_error("permission_error", "No.")), Retry.STOP, None, "403"),
        (Reply(404, openai_error("The model `x` does not exist", "model_not_found")), Retry.STOP, None, "does not"),
        (Reply(404, {"error": "model 'x' not found, try pulling it first"}), Retry.STOP, None, "try pulling"),
        (Reply(404, "404 page not found"), Retry.STOP, None, "no such model or address"),
        (Reply(400, openai_error("Unknown model: x")), Retry.STOP, None, "Unknown model"),
        (Reply(400, openai_error("Too long for the context window.")), Retry.NEVER, None, "Too long"),
        (Reply(413, "too much"), Retry.NEVER, None, "too much"),
        (Reply(307, "", {"Location": "http://127.0.0.1:9/v1"}), Retry.STOP, None, "sends on"),
        (Reply(200, "{not json"), Retry.LATER, None, "not what its protocol says"),
        (Reply(200, "[]"), Retry.LATER, None, "not what its protocol says"),
        (Reply(200, "plain", {"Content-Type": "text/plain"}), Retry.LATER, None, "not what its protocol says"),
        (Reply(cut=True), Retry.LATER, None, "connection"),
    ],
)
def test_failures(
    kind: str, reply: Reply, retry: Retry, wait: float | None, words: str,
    both: tuple[ModelServer, dict[str, Client]],
) -> None:  # fmt: skip
    server, clients = both
    before = len(server.requests)
    server.script = [reply]
    answer = clients[kind].write(PROMPT)
    assert isinstance(answer, CallFailed)
    assert (answer.retry, answer.wait) == (retry, wait)
    assert words in answer.why
    assert KEY not in answer.why
    assert len(server.requests) == before + 1, "the run tries again, not the client"


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_does_not_answer(kind: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.script = [Reply(hang=True)]
    answer = call(kind, server, monkeypatch, timeout=0.3)
    assert answer == CallFailed("The server did not answer in time.", Retry.LATER)


@pytest.mark.parametrize("kind", KINDS)
def test_no_server_at_the_address(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with model_server() as gone:
        pass
    answer = call(kind, gone, monkeypatch)
    assert isinstance(answer, CallFailed)
    assert (answer.retry, answer.reached) == (Retry.LATER, False)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("status", [400, 404, 429, 500])
def test_keys_in_messages_are_not_shown(kind: str, status: int, both: tuple[ModelServer, dict[str, Client]]) -> None:
    server, clients = both
    server.script = [Reply(status, openai_error(f"Bad call with {KEY} and sk-other-key-123456."))]
    answer = clients[kind].write(PROMPT)
    assert isinstance(answer, CallFailed)
    assert "Bad call with … and …" in answer.why


@pytest.mark.parametrize("said", ["", "  \n", "…", "<think>Where is it?</think>\n"])
@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_without_words_is_none(kind: str, said: str, both: tuple[ModelServer, dict[str, Client]]) -> None:
    server, clients = both
    server.script = [Reply(200, answer_body(server, kind, said))]
    answer = clients[kind].write(PROMPT)
    assert isinstance(answer, CallFailed)
    assert answer.retry is Retry.NEVER
    assert "no words" in answer.why


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ('"It stands in Plans."', "It stands in Plans."),
        ("“It stands\nin  Plans.”", "It stands in Plans."),
        ('"Plans" and "Prices"', '"Plans" and "Prices"'),
        ("<think>\nhm\n</think>\n\nIt stands in Plans.", "It stands in Plans."),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_kept_of_an_answer(
    kind: str, said: str, kept: str, both: tuple[ModelServer, dict[str, Client]]
) -> None:
    server, clients = both
    server.script = [Reply(200, answer_body(server, kind, said))]
    answer = clients[kind].write(PROMPT)
    assert isinstance(answer, Answer)
    assert answer.text == kept


def answer_body(server: ModelServer, kind: str, said: str) -> Json:
    return server.answer(Received("/v1/messages" if kind == "anthropic" else "", {}, {"model": "m"}), said)


def test_options_that_a_model_does_not_take_are_left_out(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_of("openai", server, monkeypatch)
    server.script = [Reply(400, openai_error("Use max_completion_tokens.", "unsupported_parameter", "max_tokens"))]
    assert isinstance(client.write(PROMPT), Answer)
    server.script = [Reply(400, openai_error("Only the default.", "unsupported_value", "temperature"))]
    assert isinstance(client.write(PROMPT), Answer)
    client.close()
    options = [sorted({"max_tokens", "max_completion_tokens", "temperature"} & set(r.body)) for r in server.requests]
    assert options == [
        ["max_tokens", "temperature"],
        ["max_completion_tokens", "temperature"],
        ["max_completion_tokens", "temperature"],
        ["max_completion_tokens"],
    ]


def test_a_local_server_needs_no_key(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    assert isinstance(call("openai", server, monkeypatch), Answer)


def test_anthropic_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    with pytest.raises(ExplorerError, match="ANTHROPIC_API_KEY"):
        make_client("anthropic", "small-model")


@pytest.mark.parametrize("key", ["sk-with space", "sk-line\nbreak", "sk-ünicode"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_key_that_no_header_carries_is_refused_unseen(
    kind: str, key: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    monkeypatch.setenv("ANTHROPIC_API_KEY", key)
    with pytest.raises(ExplorerError) as caught:
        call(kind, server, monkeypatch)
    assert key[3:] not in "".join(traceback.format_exception(caught.value))
    assert not server.requests


@pytest.mark.parametrize("package", KINDS)
def test_a_missing_package_is_named_with_the_way_to_get_it(package: str) -> None:
    server = "anthropic" if package == "anthropic" else "http://127.0.0.1:9/v1"
    program = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from explorer.core.errors import ExplorerError\n"
        "from explorer.engine.sentences.clients import make_client\n"
        f"try: make_client({server!r}, 'x')\n"
        "except ExplorerError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == (
        f"Writing context sentences needs the package {package}. Install it: pip install 'chunk-explorer[sentences]'"
    )


def test_nothing_is_imported_before_a_server_is_named() -> None:
    program = (
        "import sys, explorer.engine.sentences.job, explorer.cli.sentences\n"
        "print(sorted({'openai', 'anthropic', 'httpx', 'httpx2', 'keyring'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_keys_come_from_the_keyring_when_the_environment_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = pytest.importorskip("keyring")
    backend = pytest.importorskip("keyring.backend")

    class Memory(backend.KeyringBackend):  # type: ignore[name-defined, misc]
        priority = 1

        def get_password(self, service: str, username: str) -> str | None:
            return KEY if (service, username) == ("chunk-explorer", "OPENAI_API_KEY") else None

        def set_password(self, service: str, username: str, password: str) -> None:
            raise NotImplementedError

    before = keyring.get_keyring()
    keyring.set_keyring(Memory())
    monkeypatch.delenv("OPENAI_API_KEY")
    try:
        with model_server() as server:
            assert isinstance(call("openai", server, monkeypatch), Answer)
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    finally:
        keyring.set_keyring(before)


@pytest.mark.parametrize(
    ("named", "address"),
    [
        ("http://localhost:11434", "http://localhost:11434/v1"),
        ("http://localhost:11434/", "http://localhost:11434/v1"),
        ("http://localhost:1234/v1/", "http://localhost:1234/v1"),
        ("https://models.example/api/v2", "https://models.example/api/v2"),
        ("http://[::1]:8000", "http://[::1]:8000/v1"),
    ],
)
def test_server_addresses(named: str, address: str) -> None:
    assert server_address(named) == address


@pytest.mark.parametrize(
    "named",
    [
        "",
        "localhost:11434",
        "ftp://x/v1",
        "http://",
        "http://[::1",
        "http://x:99999",
        "http://u:pass@x/v1",
        "http://u:pass@x:99999",
    ],
)
def test_what_is_no_server_address(named: str) -> None:
    with pytest.raises(ExplorerError) as caught:
        server_address(named)
    assert "pass@" not in str(caught.value)
