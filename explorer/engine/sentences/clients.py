"""Speaks the two protocols by their makers' own packages: OpenAI-compatible servers by address, and Anthropic.

Guarantees: nothing is imported or sent until a client is made for a server that the user named; redirections are not
followed, so that no text goes anywhere else; keys stand in no message, error or traceback; every failure is a
`CallFailed` value that says whether another try can help.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

import msgspec

from explorer.core.errors import ExplorerError
from explorer.engine.sentences.answers import (
    Answer,
    CallFailed,
    Retry,
    failed_status,
    parse_completion,
    parse_message,
)
from explorer.engine.sentences.keys import find_key, without_keys
from explorer.engine.sentences.prompt import Prompt

if TYPE_CHECKING:
    from anthropic import Anthropic
    from openai import OpenAI

ANTHROPIC = "anthropic"
"""Names Anthropic where other servers are named by their address."""

MOST_OUTPUT = 160
"""Tokens of an answer: room enough to tell that a sentence is too long."""

_MOST_THOUGHT = 2000
"""The same for models that count what they think as output."""

_TIMEOUT = 600.0
"""Seconds until an answer is there: a local server may take minutes to read a document."""

_CONNECT_TIMEOUT = 10.0
_ANTHROPIC_ADDRESS = "https://api.anthropic.com"
_NO_KEY = "no-key-needed"
"""Local servers want none, but the package sends one always."""


class Client(Protocol):
    """A server that writes sentences. `keeps`: it is told to keep a document for the calls that follow."""

    server: str
    keeps: bool

    def write(self, prompt: Prompt) -> Answer | CallFailed:
        """Make one call, without any further try."""
        ...

    def close(self) -> None:
        """Close the connections; again is harmless."""
        ...


def make_client(server: str, model: str, *, timeout: float = _TIMEOUT) -> Client:
    """Return the client of a server: "anthropic", or the address of an OpenAI-compatible one.

    Raises `ExplorerError` for an address that is none, a missing package, or a missing key.
    """
    if server.casefold() == ANTHROPIC:
        _require("anthropic")
        return AnthropicClient(model, os.environ.get("ANTHROPIC_BASE_URL") or _ANTHROPIC_ADDRESS, timeout)
    address = server_address(server)
    _require("openai")
    return OpenAIClient(model, address, timeout)


def server_address(server: str) -> str:
    """Return a server's address with its path, `/v1` where none is named; raises `ExplorerError`."""
    try:
        parts = urlsplit(server)
        named = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        named = False
        parts = urlsplit("")
    if not named:
        shown = "What stands behind --server" if "@" in server else repr(server)
        raise ExplorerError(
            f"{shown} is no server's address.", 'Name an address such as http://localhost:11434/v1, or "anthropic".'
        )
    if parts.username or parts.password:
        raise ExplorerError(
            "The server's address holds a user name or password.",
            "Leave it out; a key is taken from the environment's OPENAI_API_KEY.",
        )
    return server.rstrip("/") if parts.path.strip("/") else f"{parts.scheme}://{parts.netloc}/v1"


class OpenAIClient:
    """Speaks `/chat/completions`: Ollama, llama.cpp, LM Studio, vLLM and others.

    The document leads the prompt, so that a server which remembers beginnings reads it once.
    """

    keeps = False

    def __init__(self, model: str, address: str, timeout: float) -> None:
        self.server = address
        self._model = model
        self._key = find_key("OPENAI_API_KEY")
        self._client = self._connect(timeout)
        self._options: dict[str, Any] = {"max_tokens": MOST_OUTPUT, "temperature": 0}

    def _connect(self, timeout: float) -> OpenAI:
        from openai import DefaultHttpxClient, OpenAI, Timeout

        limits = Timeout(timeout, connect=_CONNECT_TIMEOUT)
        http = DefaultHttpxClient(follow_redirects=False, timeout=limits)
        return OpenAI(
            api_key=self._key or _NO_KEY, base_url=self.server, max_retries=0, timeout=limits, http_client=http
        )

    def write(self, prompt: Prompt) -> Answer | CallFailed:
        """Make one call; a model that refuses an option by name is asked once more without it."""
        answer = self._call(prompt)
        if isinstance(answer, CallFailed) and answer.option in self._options:
            self._options.pop(answer.option)
            if answer.option == "max_tokens":
                self._options["max_completion_tokens"] = _MOST_THOUGHT
            answer = self._call(prompt)
        return answer

    def close(self) -> None:
        """Close the connections; again is harmless."""
        self._client.close()

    def _call(self, prompt: Prompt) -> Answer | CallFailed:
        import openai

        def call() -> bytes:
            raw = self._client.chat.completions.with_raw_response.create(
                model=self._model,
                messages=[
                    {"role": "system", "content": prompt.system},
                    {"role": "user", "content": f"{prompt.document}\n\n{prompt.passage}"},
                ],
                **self._options,
            )
            return raw.http_response.content

        return _guarded(call, openai, parse_completion, self._key, self.server)


class AnthropicClient:
    """Speaks `/v1/messages`, with instructions and document as the beginning of the prompt that the server keeps."""

    keeps = True

    def __init__(self, model: str, address: str, timeout: float) -> None:
        self.server = address
        self._model = model
        self._key = find_key("ANTHROPIC_API_KEY")
        if not self._key:
            raise ExplorerError(
                "There is no key for Anthropic.",
                "Set ANTHROPIC_API_KEY in the environment, or keep it in the system's keyring:"
                " keyring set chunk-explorer ANTHROPIC_API_KEY.",
            )
        self._client = self._connect(timeout)

    def _connect(self, timeout: float) -> Anthropic:
        from anthropic import Anthropic, DefaultHttpxClient, Timeout

        limits = Timeout(timeout, connect=_CONNECT_TIMEOUT)
        http = DefaultHttpxClient(follow_redirects=False, timeout=limits)
        return Anthropic(api_key=self._key, base_url=self.server, max_retries=0, timeout=limits, http_client=http)

    def write(self, prompt: Prompt) -> Answer | CallFailed:
        """Make one call."""
        import anthropic

        def call() -> bytes:
            raw = self._client.messages.with_raw_response.create(
                model=self._model,
                max_tokens=MOST_OUTPUT,
                system=prompt.system,
                messages=[
                    {
                        "role": "user",
                        "content": [
                            {"type": "text", "text": prompt.document, "cache_control": {"type": "ephemeral"}},
                            {"type": "text", "text": prompt.passage},
                        ],
                    }
                ],
            )
            return raw.http_response.content

        return _guarded(call, anthropic, parse_message, self._key, self.server)

    def close(self) -> None:
        """Close the connections; again is harmless."""
        self._client.close()


def _guarded(
    call: Callable[[], bytes],
    package: Any,  # noqa: ANN401 - openai and anthropic share their errors' names, not their types
    parse: Callable[[bytes], Answer | CallFailed],
    key: str,
    server: str,
) -> Answer | CallFailed:
    """Make a call and turn what goes wrong into a value: nothing that holds a request outlives this function."""
    try:
        body = call()
    except package.APITimeoutError:
        return CallFailed("The server did not answer in time.", Retry.LATER)
    except package.APIStatusError as error:
        return failed_status(error.response, lambda text: without_keys(text, key), server)
    except package.APIConnectionError as error:
        cause = error.__cause__
        why = without_keys(str(cause or ""), key)
        # By its name, for it may come from either of the two libraries that the packages are built on.
        reached = type(cause).__name__ != "ConnectError"
        return CallFailed(
            f"The connection to {server} failed: {why or 'no reason given'}.", Retry.LATER, reached=reached
        )
    try:
        return parse(body)
    except msgspec.MsgspecError:
        return CallFailed("The server's answer is not what its protocol says.", Retry.LATER)


def _require(package: str) -> None:
    if find_spec(package) is None:
        raise ExplorerError(
            f"Writing context sentences needs the package {package}.",
            "Install it: pip install 'chunk-explorer[sentences]'",
        )
