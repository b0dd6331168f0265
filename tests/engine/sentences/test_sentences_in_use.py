"""What becomes of written sentences: embedded under a recipe that asks for them, judged by C212, dropped when old."""

from __future__ import annotations

import time
from pathlib import Path

from explorer.core.progress import no_progress
from explorer.core.recipe import parse_recipe
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from explorer.engine.sentences.clients import make_client
from explorer.engine.sentences.job import SentenceJob
from tests.support.model_server import ModelServer, Received


def said(request: Received) -> str:
    """Return a sentence that tells too much of the monthly pass, and places all else."""
    monthly = "Plans > Monthly pass" in request.text
    return "The plans offer it for 25 dollars." if monthly else "From the plans and leave rules."


def embedded(folder: Path, store: Path, server: ModelServer | None, recipe: str) -> tuple[list[str], list[str | None]]:
    """Write what is missing, read again, and return the embedded texts of the plans with the faults C212 finds."""
    library = Opened(folder, Options(store=str(store), recipe=parse_recipe(recipe)))
    with SentenceJob(library) as job:
        list(job.read(no_progress))
        if server is not None:
            list(job.run(job.plan("m", ()), make_client(server.address, "m"), no_progress, time.sleep))
            list(job.read(no_progress))
        table = ChunkTable(library.catalogue)
        texts = [each.item.embedded_text for each in table.of_document("plans.md")]
        _, findings = table.findings("plans.md", ["C212"], 0, 10)
    library.close()
    return texts, [f"{each.chunk}: {each.facts['faults']}" for each in findings]


def test_sentences_are_embedded_and_judged(folder: Path, store: Path, server: ModelServer) -> None:
    server.said = said
    texts, faults = embedded(folder, store, server, "path+sentence")
    assert texts[1] == "Plans > Day pass\nFrom the plans and leave rules.\n\nIt costs 12 dollars."
    assert texts[2].startswith("Plans > Monthly pass\nThe plans offer it for 25 dollars.\n\nIt costs 25 dollars")
    assert faults == ["2: ('summary',)"]
    plain, _ = embedded(folder, store, None, "path")
    assert plain[1] == "Plans > Day pass\n\nIt costs 12 dollars."


def test_a_sentence_out_of_date_is_reported_and_not_embedded(folder: Path, store: Path, server: ModelServer) -> None:
    server.said = said
    embedded(folder, store, server, "path+sentence")
    plans = folder / "plans.md"
    plans.write_text(plans.read_text(encoding="utf-8").replace("12 dollars", "13 dollars"), encoding="utf-8")
    texts, faults = embedded(folder, store, None, "path+sentence")
    assert texts[1] == "Plans > Day pass\n\nIt costs 13 dollars."
    assert sorted(map(str, faults)) == ["1: ('out of date',)", "2: ('summary',)"]
    texts, faults = embedded(folder, store, server, "path+sentence")
    assert texts[1] == "Plans > Day pass\nFrom the plans and leave rules.\n\nIt costs 13 dollars."
    assert faults == ["2: ('summary',)"]
