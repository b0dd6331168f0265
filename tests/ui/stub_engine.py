"""A tiny engine for tests of the client: a real process that answers, hangs, dies or talks nonsense as it is told.

It reads requests as JSON; the text of `FindHeadings` says what to do.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time


def say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def found(job: int, title: str) -> None:
    say({"type": "HeadingsFound", "id": job, "rows": [{"document": "a.md", "title": title}]})


def serve(job: int, order: str) -> None:
    if order == "hang":
        time.sleep(60)
    elif order == "ignore":
        return
    elif order == "crash":
        sys.stderr.write("the last words\n")
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
    elif order == "nonsense":
        sys.stdout.write("this is no JSON\n")
        found(job, "after nonsense")
    elif order == "shout":
        sys.stderr.write("x" * 300_000 + "end of the log\n")
        sys.stderr.flush()
        found(job, "shouted")
    else:
        found(job, f"{order} from {os.getpid()}")


def main() -> None:
    if "--stubborn" in sys.argv:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    say({"type": "Ready", "version": 1})
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "Cancel":
            say({"type": "Cancelled", "id": request["job"]})
        else:
            serve(request["id"], request["text"])
    if "--stubborn" in sys.argv:
        time.sleep(60)


main()
