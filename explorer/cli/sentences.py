"""The command `sentences`."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

from explorer.cli.options import existing_folder, not_empty, options_of
from explorer.cli.output import FAILED, OK, clear_progress, complain, say, say_json, terminal_progress
from explorer.core.errors import ExplorerError

if TYPE_CHECKING:
    from explorer.engine.sentences.bill import Bill, Price
    from explorer.engine.sentences.job import Judged, SentenceJob
    from explorer.engine.sentences.plan import Plan
    from explorer.engine.sentences.run import Outcome

_Result = TypeVar("_Result")


def add_sentences(parser: argparse.ArgumentParser) -> None:
    """Declare what `sentences` takes."""
    parser.add_argument("folder", type=not_empty("folder"))
    parser.add_argument(
        "--server",
        required=True,
        metavar="URL",
        help='an OpenAI-compatible server, such as http://localhost:11434/v1 for Ollama, or "anthropic";'
        " keys come from OPENAI_API_KEY and ANTHROPIC_API_KEY or the system's keyring",
    )
    parser.add_argument("--llm", required=True, metavar="NAME", help="the language model, as the server names it")
    parser.add_argument("--dry-run", action="store_true", help="print what it would cost and send nothing")
    parser.add_argument("--price-in", type=_price, metavar="X", help="price of a million input tokens")
    parser.add_argument("--price-out", type=_price, metavar="Y", help="price of a million output tokens")
    parser.add_argument(
        "--price-cached", type=_price, metavar="Z", help="price of a million input tokens from the server's cache"
    )
    parser.add_argument("--limit", type=_count, default=0, metavar="N", help="write at most N sentences")
    parser.add_argument(
        "--document-tokens",
        type=_count,
        default=0,
        metavar="N",
        help="send at most N tokens of the document with each passage (default 3000)",
    )
    parser.add_argument(
        "--allow-personal-data",
        action="append",
        default=[],
        metavar="DOCUMENT",
        help="send this document although it holds personal data (finding C213)",
    )
    parser.add_argument("--json", action="store_true")


def run_sentences(arguments: argparse.Namespace) -> int:
    """Write the missing context sentences of a folder, or say what that would cost."""
    from explorer.engine.opened import Opened
    from explorer.engine.sentences.clients import ANTHROPIC, server_address
    from explorer.engine.sentences.job import SentenceJob
    from explorer.engine.sentences.plan import DOCUMENT_TOKENS

    anthropic = arguments.server.casefold() == ANTHROPIC
    server = ANTHROPIC if anthropic else server_address(arguments.server)
    price = _prices(arguments)
    opened = Opened(existing_folder(arguments.folder), options_of(arguments))
    with closing(opened), SentenceJob(opened, arguments.document_tokens or DOCUMENT_TOKENS) as job:
        _drain(job.read(progress := terminal_progress()))
        clear_progress(progress)
        plan = job.plan(arguments.llm, job.guarded(), arguments.allow_personal_data, arguments.limit)
        bill = job.bill(plan, keeps=anthropic)
        if not arguments.json:
            say(_plan_text(server, plan, bill, price))
        if arguments.dry_run:
            if arguments.json:
                say_json(_plan_json(server, plan, bill, price))
            return OK
        return _write(job, arguments, plan, _plan_json(server, plan, bill, price))


def _write(job: SentenceJob, arguments: argparse.Namespace, plan: Plan, facts: dict[str, object]) -> int:
    from explorer.engine.sentences.clients import make_client
    from explorer.engine.sentences.run import Outcome

    begun = time.monotonic()
    outcome = Outcome()
    if plan.passages:
        progress = terminal_progress()
        outcome = _drain(job.run(plan, make_client(arguments.server, arguments.llm), progress, time.sleep))
        clear_progress(progress)
    seconds = time.monotonic() - begun
    judged = tuple(job.judged())
    if arguments.json:
        say_json({**facts, **_outcome_json(outcome, judged, seconds)})
    else:
        say(_outcome_text(outcome, judged, seconds))
    for each in outcome.failed:
        complain(f"{each.document}, chunk {each.index}: {each.why}")
    return FAILED if outcome.failed else OK


def _drain(steps: Generator[None, None, _Result]) -> _Result:
    with closing(steps):
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return done.value


def _plan_text(server: str, plan: Plan, bill: Bill, price: Price | None) -> str:
    lines = [
        f"{_some(bill.calls, 'call')} to {server} ({plan.model}) for {_some(bill.documents, 'document')};"
        f" {_some(len(plan.kept), 'sentence')} here already.",
        f"About {bill.input_tokens + bill.kept_tokens + bill.cached_tokens:,} tokens in, {bill.cached_tokens:,} of them"
        f" documents sent again, which the server may have in its cache, and {bill.output_tokens:,} out: an estimate by"
        " the library's own tokenizer.",
    ]
    if price is not None:
        lines.append(f"Cost at these prices: about {bill.cost(price):.4f}.")
    if plan.later:
        lines.append(f"{plan.later} more are left for later by --limit.")
    if plan.guarded:
        names = ", ".join(plan.guarded)
        lines.append(
            f"Not sent, for they hold personal data (C213; --allow-personal-data DOCUMENT sends one): {names}."
        )
    return "\n".join(lines)


def _plan_json(server: str, plan: Plan, bill: Bill, price: Price | None) -> dict[str, object]:
    return {
        "server": server,
        "llm": plan.model,
        "kept": len(plan.kept),
        "later": plan.later,
        "guarded": list(plan.guarded),
        "bill": {
            "estimate": True,
            "calls": bill.calls,
            "documents": bill.documents,
            "input_tokens": bill.input_tokens,
            "kept_tokens": bill.kept_tokens,
            "cached_tokens": bill.cached_tokens,
            "output_tokens": bill.output_tokens,
            "cost": None if price is None else bill.cost(price),
        },
    }


def _outcome_text(outcome: Outcome, judged: tuple[Judged, ...], seconds: float) -> str:
    from explorer.engine.sentences.job import fault_counts

    usage = outcome.usage
    faulty = sum(bool(each.reasons) for each in judged)
    counts = ", ".join(f"{count} {fault}" for fault, count in fault_counts(judged).items())
    lines = [
        f"{_some(outcome.written, 'sentence')} written in {_some(outcome.calls, 'call')} and {seconds:.0f} s,"
        f" {_some(len(outcome.failed), 'chunk')} got none. The server counted {usage.input:,} tokens in"
        f" ({usage.cached:,} from its cache) and {usage.output:,} out.",
        f"C212: {faulty} of {len(judged)} sentences" + (f" ({counts})." if counts else "."),
        "They are used by recipes with +sentence, such as --recipe path+sentence.",
    ]
    return "\n".join(lines)


def _outcome_json(outcome: Outcome, judged: tuple[Judged, ...], seconds: float) -> dict[str, object]:
    from explorer.engine.sentences.job import fault_counts

    return {
        "written": outcome.written,
        "calls": outcome.calls,
        "seconds": round(seconds, 2),
        "usage": {
            "input_tokens": outcome.usage.input,
            "cached_tokens": outcome.usage.cached,
            "output_tokens": outcome.usage.output,
        },
        "failed": [{"document": each.document, "index": each.index, "why": each.why} for each in outcome.failed],
        "faults": fault_counts(judged),
        "sentences": [
            {
                "document": each.chunk.document,
                "index": each.chunk.index,
                "heading_path": list(each.chunk.heading_path),
                "sentence": each.text,
                "tokens": each.tokens,
                "faults": [{"fault": str(one.fault), "reason": one.text} for one in each.reasons],
            }
            for each in judged
        ],
    }


def _some(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _prices(arguments: argparse.Namespace) -> Price | None:
    from explorer.engine.sentences.bill import Price

    named = (arguments.price_in, arguments.price_out)
    if named == (None, None):
        if arguments.price_cached is not None:
            raise ExplorerError("--price-cached goes with --price-in and --price-out.")
        return None
    if None in named:
        raise ExplorerError("--price-in and --price-out go together.")
    return Price(arguments.price_in, arguments.price_out, arguments.price_cached)


def _price(text: str) -> float:
    price = float(text)
    if not math.isfinite(price) or price < 0:
        raise argparse.ArgumentTypeError("a price is a number from 0 up")
    return price


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("a number from 1 up is needed")
    return count
