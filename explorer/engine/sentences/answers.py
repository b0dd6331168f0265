"""What servers answer, decoded by typed structs that refuse anything malformed, and what their refusals mean."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Protocol

import msgspec

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "'": "'", "「": "」"}
_LONGEST_MESSAGE = 300


class Retry(Enum):
    """What a failed call means for the run: try it again, leave this chunk, or stop."""

    LATER = "later"
    NEVER = "never"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; `cached` is the part of the input that it took from its cache."""

    input: int = 0
    cached: int = 0
    output: int = 0

    def plus(self, other: Usage) -> Usage:
        """Return the sum of both."""
        return Usage(self.input + other.input, self.cached + other.cached, self.output + other.output)


@dataclass(frozen=True, slots=True)
class Answer:
    """The sentence of a call, on one line, and its tokens."""

    text: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class CallFailed:
    """Why a call gave no sentence: `why` in words without any key; `wait` is what the server asks for, in seconds.

    `option` names an option of the call that the model does not take; `reached` is false when no server was there.
    """

    why: str
    retry: Retry
    wait: float | None = None
    option: str = ""
    reached: bool = True


class Response(Protocol):
    """The part of a response that both packages' errors have."""

    @property
    def status_code(self) -> int:
        """Return the status."""
        ...

    @property
    def headers(self) -> Mapping[str, str]:
        """Return the headers, whatever their case."""
        ...

    @property
    def content(self) -> bytes:
        """Return the body."""
        ...


class _Details(msgspec.Struct):
    cached_tokens: int | None = None


class _CompletionUsage(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: _Details | None = None


class _Said(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Said
    finish_reason: str | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: _CompletionUsage | None = None


class _Part(msgspec.Struct):
    type: str
    text: str = ""


class _MessageUsage(msgspec.Struct):
    input_tokens: int = 0
    output_tokens: int = 0
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None


class _Message(msgspec.Struct):
    content: list[_Part]
    usage: _MessageUsage | None = None
    stop_reason: str | None = None


class _Complaint(msgspec.Struct):
    message: str = ""
    code: str | int | None = None
    param: str | None = None


class _Refusal(msgspec.Struct):
    error: _Complaint | str


def parse_completion(body: bytes) -> Answer | CallFailed:
    """Read the answer of `/chat/completions`; raises `msgspec.MsgspecError`."""
    completion = msgspec.json.decode(body, type=_Completion)
    usage = completion.usage or _CompletionUsage()
    details = usage.prompt_tokens_details or _Details()
    spent = Usage(usage.prompt_tokens, details.cached_tokens or 0, usage.completion_tokens)
    said = completion.choices[0] if completion.choices else _Choice(_Said())
    return _answer(said.message.content or "", spent, said.finish_reason)


def parse_message(body: bytes) -> Answer | CallFailed:
    """Read the answer of `/v1/messages`; raises `msgspec.MsgspecError`."""
    message = msgspec.json.decode(body, type=_Message)
    usage = message.usage or _MessageUsage()
    cached, kept = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
    spent = Usage(usage.input_tokens + kept + cached, cached, usage.output_tokens)
    return _answer(" ".join(part.text for part in message.content if part.type == "text"), spent, message.stop_reason)


def _answer(said: str, usage: Usage, reason: str | None) -> Answer | CallFailed:
    text = " ".join(_THOUGHT.sub("", said).split())
    if len(text) > 1 and _QUOTES.get(text[0]) == text[-1] and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    if not any(sign.isalnum() for sign in text):
        ended = f" (it ended with {reason!r})" if reason else ""
        return CallFailed(f"The model answered with no words{ended}.", Retry.NEVER)
    return Answer(text, usage)


_UNKNOWN_MODEL = re.compile(
    r"model\b.{0,200}?\b(?:not found|does not exist|not exist|unknown|not available|no such)"
    r"|(?:unknown|invalid|no such) model|model_not_found|invalid model|no models? loaded",
    re.IGNORECASE | re.DOTALL,
)
_STOPPING = {
    401: "The server refused the key, or wants one (401)",
    402: "The server wants to be paid first (402)",
    403: "The server does not allow this with the key it was given (403)",
    404: "The server knows no such model or address (404)",
    405: "This address takes no such calls (405)",
}
_TRY_AGAIN = frozenset({408, 409, 425, 429})


def failed_status(response: Response, shown: Callable[[str], str], server: str) -> CallFailed:
    """Return what a refusal means; `shown` takes keys out of a text."""
    status = response.status_code
    complaint = _complaint(response.content)
    said = _short(shown(complaint.message))
    if 300 <= status < 400:
        there = _short(shown(response.headers.get("location", "another address")))
        return CallFailed(f"{server} sends on to {there}; name that address as the server.", Retry.STOP)
    if status in _STOPPING:
        # What a server says about a key may repeat parts of it.
        return CallFailed(_STOPPING[status] + (_said(said) if status not in {401, 403} else "."), Retry.STOP)
    if complaint.code == "insufficient_quota" or _UNKNOWN_MODEL.search(f"{complaint.message} {complaint.code}"):
        return CallFailed(f"The server refuses every such call ({status}){_said(said)}", Retry.STOP)
    if status in _TRY_AGAIN or status >= 500:
        why = "asks for fewer calls" if status == 429 else "failed"
        return CallFailed(f"The server {why} ({status}){_said(said)}", Retry.LATER, _asked_wait(response.headers))
    return CallFailed(f"The server refused the call ({status}){_said(said)}", Retry.NEVER, option=complaint.param or "")


def _complaint(body: bytes) -> _Complaint:
    """Return what an error's body says, in any of the shapes that servers use; plain text is a message."""
    try:
        error = msgspec.json.decode(body, type=_Refusal).error
    except msgspec.MsgspecError:
        return _Complaint(body[:2000].decode("utf-8", "replace"))
    return _Complaint(error) if isinstance(error, str) else error


def _asked_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that `Retry-After` (or OpenAI's milliseconds) asks for; None for nothing one can read."""
    try:
        if value := headers.get("retry-after-ms"):
            return max(0.0, float(value) / 1000)
        value = headers.get("retry-after")
        if value is None:
            return None
        if value.strip().replace(".", "", 1).isdigit():
            return float(value)
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def _said(message: str) -> str:
    return f": {message}" if message else "."


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_MESSAGE else line[:_LONGEST_MESSAGE] + "…"
