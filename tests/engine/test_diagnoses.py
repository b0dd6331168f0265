"""Diagnoses over a real index: each kind on documents that were written for it, and why chunks are not ranked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from explorer import protocol
from explorer.core.diagnosis import Kind
from explorer.core.errors import ExplorerError
from explorer.core.progress import finished, no_progress
from explorer.core.question_views import EntryRow
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.retrieval_views import Diagnosis
from explorer.core.views import Filters
from explorer.engine import diagnosis_jobs, retrieval_jobs
from explorer.engine.diagnosis import Diagnoser
from explorer.engine.diagnosis_pool import Wish
from explorer.engine.library import Library
from explorer.engine.options import Options
from tests.support.small_library import HANDBOOK, write_documents

Opener = Callable[..., Library]

TARIFFS = [f"Tariff {name}" for name in ("Amber", "Birch", "Cedar", "Damson", "Elm", "Fir", "Gorse", "Hazel", "Ivy")]

CUT = """# Parking

## Permits

The office on Harbour Road hands out permits for residents of the old town and their guests each spring. Visitors buy
tickets from machines at every corner of the market square between nine and six. Lorries over seven tonnes must stay on
the ring road and may not stop in the narrow lanes behind the town hall. Cyclists leave their machines in the racks.

## Fines

A fine is sent by post.
"""

NOTES = """# Notes

## Overview

### Section 4.2

They may be returned within thirty days if nothing is missing.
"""

PAPERS = """# Registry

## Moving

Whoever moves to this town tells the registry within two weeks, in person or by a person of trust, who needs a letter
that says so and a copy of both cards, and comes to the desk on the first floor of the old mill in the morning.
Bring these papers along:

- a passport or a card with a picture that is not older than ten years
- the letter of the owner of the house that says since when the rooms have been lived in
"""

DECOYS = "# Kites\n\n" + "\n\n".join(
    f"## Kite {number}\n\nKite lessons and kite flying, kite number {number}." for number in range(13)
)

MANY_WORDS = (
    "# Beach\n\n## Rules of the beach\n\nDogs, tents, boats, music, bottles, fires, drones and balls are allowed after "
    "six, and so is a kite.\n"
)

DOCUMENTS = {
    "tariffs.md": "# Tariffs\n\n" + "\n\n".join(f"## {name}\n\nIt costs {n} euros." for n, name in enumerate(TARIFFS)),
    "insurer/handbook-v6.md": HANDBOOK.format(version=6, since="2024-01-01", days=14),
    "insurer/handbook-v7.md": HANDBOOK.format(version=7, since="2025-01-01", days=21),
    "old/offer.md": "---\neffective_to: 2020-01-31\n---\n# Winter offer\n\nSledges are lent for nothing.\n",
    "parking.md": CUT,
    "notes.md": NOTES,
    "papers.md": PAPERS,
    "kites.md": DECOYS,
    "beach.md": MANY_WORDS,
    "signs.md": "# Signs\n\n## Faces\n\n\U0001f600 \U0001f600\n",
    "broken.pdf": "this is no PDF",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder, store = tmp_path_factory.mktemp("diagnosed"), tmp_path_factory.mktemp("store")
    write_documents(folder, DOCUMENTS)
    made = Library.open(folder, Options(store=str(store), max_tokens=80))
    list(made.refresh(no_progress))
    yield made
    made.close()


def words(text: str, document: str = "") -> EntryRow:
    return EntryRow("fragment", text, document)


def section(text: str) -> EntryRow:
    return EntryRow("section", text)


def diagnosed(library: Library, question: str, *rows: EntryRow, ranker: str = "keyword", **filters: Any) -> Diagnosis:
    diagnoser = Diagnoser(library.opened)
    evidence = finished(diagnoser.look_up(rows))
    found = finished(diagnoser.diagnose(Wish(question, ranker, PLAIN, Recipe(), Filters(**filters)), evidence))
    _check_phrases(found)
    return found


def _check_phrases(found: Diagnosis) -> None:
    """Check that a translation reaches all of the program's words, and that they arrive as they were sent."""
    why = {chunk.left_out for each in found.evidence for chunk in each.chunks}
    why |= {each.problem for each in found.evidence}
    told = {found.title, found.reason, found.remedy, *(name for name, _ in found.facts), *why}
    assert told - {""} <= set(found.phrases)
    sent = msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Diagnosis)
    assert {str(each) for each in sent.phrases.values()} == set(found.phrases)


@pytest.mark.parametrize(
    ("kind", "question", "rows"),
    [
        (Kind.ABSENT, "tariff", (words("It costs 99 dollars."),)),
        (Kind.ABSENT, "tariff", (section("tariffs#tariff-cedar"), section("tariffs#tariff-zinnia"))),
        (Kind.FILTERED, "surgery", (words("Allow 14 business days"),)),
        (Kind.FILTERED, "sledges", (words("Sledges are lent for nothing."),)),
        (Kind.BOUNDARY, "permits", (section("tariffs#tariff-cedar"), section("tariffs#tariff-elm"))),
        (Kind.NO_FAILURE, "costs euros", (words("It costs 2 euros."),)),
        (Kind.REFERENCE, "What about Tariff Cedar?", (words("It costs 2 euros."),)),
        (Kind.REFERENCE, "What about Tariff Cedar?", (section("tariffs#tariff-cedar"),)),
        (Kind.UNINFORMATIVE, "How long can I give a jacket back?", (words("They may be returned within thirty"),)),
        (Kind.VOCABULARY, "xylophone", (words("It costs 2 euros."),)),
        (Kind.UNDETERMINED, "kite", (section("beach#rules-of-the-beach"),)),
    ],
)
def test_each_kind(library: Library, kind: Kind, question: str, rows: tuple[EntryRow, ...]) -> None:
    found = diagnosed(library, question, *rows)
    assert (found.kind, found.question) == (kind, question), found
    assert len(found.evidence) == len(rows)
    assert all((found.title, found.reason, found.remedy, found.facts))


def test_a_passage_that_is_cut_apart_names_neighbours_and_section(library: Library) -> None:
    text = "between nine and six. Lorries over seven tonnes must stay on the ring road and may not stop in the narrow"
    found = diagnosed(library, "lorries", words(text))
    assert found.kind == Kind.BOUNDARY
    (evidence,) = found.evidence
    assert [chunk.index for chunk in evidence.chunks] == list(
        range(evidence.chunks[0].index, evidence.chunks[-1].index + 1)
    )
    assert sum(chunk.share for chunk in evidence.chunks) == pytest.approx(1)
    assert all(0 < chunk.share < 1 for chunk in evidence.chunks)
    assert "“Parking › Permits”" in found.remedy
    facts = dict(found.facts)
    assert f"on each side of #{found.index}" in facts["Neighbours that hold all"]
    # The piece that holds "Lorries" is the one that the ranker finds, so it is read with its neighbours.
    assert next(c for c in evidence.chunks if c.index == found.index).context_rank == 1


def test_passages_of_two_documents_cannot_be_read_together(library: Library) -> None:
    found = diagnosed(library, "fine", words("A fine is sent by post."), section("tariffs#tariff-elm"))
    assert found.kind == Kind.BOUNDARY
    assert "2 documents" in found.remedy
    assert "count together" in found.reason


def test_a_chunk_that_carries_a_lead_in_holds_it_with_its_item(library: Library) -> None:
    """The lead-in ends the paragraph of the chunk before, and is repeated in the one that begins with the item."""
    found = diagnosed(library, "papers", words("Bring these papers along: a passport or a card"))
    assert found.kind == Kind.NO_FAILURE, found
    assert sorted(chunk.share == 1 for chunk in found.evidence[0].chunks) == [False, True]


def test_superseded_passages_name_the_newer_document(library: Library) -> None:
    found = diagnosed(library, "surgery", words("Allow 14 business days"))
    (chunk,) = found.evidence[0].chunks
    assert (chunk.plain_rank, chunk.context_rank) == (None, None)
    assert chunk.left_out == "superseded by insurer/handbook-v7.md"
    assert found.wider == Filters(current_only=False)
    assert (found.document, found.index) == (chunk.document, chunk.index)
    assert diagnosed(library, "surgery", words("Allow 14 business days"), current_only=False).kind == Kind.REFERENCE
    expired = diagnosed(library, "sledges", words("Sledges are lent"))
    assert expired.evidence[0].chunks[0].left_out == "expired on 2020-01-31"
    on_a_day = diagnosed(library, "surgery", words("Allow 14 business days"), date="2025-06-01")
    assert on_a_day.evidence[0].chunks[0].left_out == "superseded or expired on 2025-06-01"


def test_of_several_places_the_one_in_force_counts(library: Library) -> None:
    found = diagnosed(library, "appeals sixty", words("It must be sent within 60 days."))
    assert {chunk.document for chunk in found.evidence[0].chunks} == {
        "insurer/handbook-v6.md",
        "insurer/handbook-v7.md",
    }
    assert found.kind == Kind.REFERENCE
    assert found.document == "insurer/handbook-v7.md"


@pytest.mark.parametrize(
    ("filters", "reason", "wider"),
    [
        ({"folder": "insurer"}, "folder “insurer”", Filters()),
        ({"documents": ("parking.md", "notes.md")}, "document “parking.md” or “notes.md”", Filters()),
        ({"headings": ("kite", "tariffs")}, "heading “kite”", Filters(headings=("tariffs",))),
        ({"phrases": ("kite lessons",), "folder": ""}, "words side by side “kite lessons”", Filters()),
        ({"without": ("euros",)}, "must not stand there “euros”", Filters()),
        ({"versions": ("7",), "current_only": False}, "version “7”", Filters(current_only=False)),
        ({"folder": "insurer", "headings": ("appeals",)}, "folder “insurer”", Filters()),
    ],
)
def test_each_filter_in_the_way_is_named_and_taken_away(
    library: Library, filters: dict[str, Any], reason: str, wider: Filters
) -> None:
    found = diagnosed(library, "Tariff Cedar", words("It costs 2 euros."), **filters)
    assert found.kind == Kind.FILTERED
    assert reason in found.evidence[0].chunks[0].left_out
    assert found.wider == wider
    again = diagnosed(
        library,
        "Tariff Cedar",
        words("It costs 2 euros."),
        **{name: getattr(found.wider, name) for name in Filters.__slots__},
    )
    assert again.kind == Kind.REFERENCE


def test_filters_of_the_question_are_to_be_taken_out_there(library: Library) -> None:
    found = diagnosed(library, "Tariff heading:kite doc:tariffs", words("It costs 2 euros."), folder="")
    assert found.kind == Kind.FILTERED
    assert found.wider is None
    assert "written in the question" in found.remedy


@pytest.mark.parametrize("ranker", ["keyword", "embedding"])
def test_a_chunk_without_words_is_left_out_for_that(library: Library, ranker: str) -> None:
    found = diagnosed(library, "faces", section("signs#faces"), ranker=ranker)
    assert found.kind == Kind.FILTERED
    assert found.evidence[0].chunks[0].left_out == "it has no word that the model can see"
    assert found.wider is None


def test_an_unreadable_document_says_why(library: Library) -> None:
    found = diagnosed(library, "anything", words("no such words", "broken.pdf"))
    assert found.kind == Kind.ABSENT
    assert "broken.pdf could not be read" in found.evidence[0].problem
    elsewhere = diagnosed(library, "tariff", words("It costs 2 euros.", "parking.md"))
    assert elsewhere.evidence[0].problem == "parking.md does not hold these words."
    assert diagnosed(library, "tariff", words("It costs 2 euros.", "tariffs.md")).kind == Kind.REFERENCE


def test_a_heading_that_says_nothing_is_named_for_a_mend(library: Library) -> None:
    found = diagnosed(library, "jacket", words("They may be returned within thirty"))
    assert found.kind == Kind.UNINFORMATIVE
    assert (found.document, found.heading) == ("notes.md", "Section 4.2")
    assert found.section == 2
    assert "“Section 4.2”" in found.remedy
    assert found.renamed == ""


def test_a_renamed_heading_says_something(tmp_path: Path, open_library: Opener) -> None:
    decoys = "\n\n".join(f"## Visa {number}\n\nApply for visa {number}." for number in range(12))
    write_documents(tmp_path / "docs", {"notes.md": NOTES, "visas.md": f"# Visas\n\n{decoys}\n"})
    opened = open_library(tmp_path / "docs", tmp_path / "store")
    list(opened.refresh(no_progress))
    row = words("They may be returned within thirty")
    assert diagnosed(opened, "visa", row).kind == Kind.UNINFORMATIVE
    opened.bench.mending.change([opened.bench.mending.mend("notes.md", 2, "Returning clothes")], ())
    list(opened.refresh(no_progress))
    found = diagnosed(opened, "visa", row)
    assert found.kind == Kind.VOCABULARY
    assert found.renamed == "Returning clothes"
    assert diagnosed(opened, "clothes", row).kind == Kind.REFERENCE


def test_words_of_both_sides_are_named(library: Library) -> None:
    found = diagnosed(library, "What about expensive?", words("It costs 2 euros."))
    facts = dict(found.facts)
    assert found.kind == Kind.VOCABULARY
    assert facts["Words of the question"] == "expensive"
    assert facts["Words of the passage"] == "costs, 2, euros, tariffs, cedar"
    # Another form of a word is the same word.
    assert diagnosed(library, "costing", words("It costs 2 euros.")).kind == Kind.UNDETERMINED


def test_what_stands_above_is_named(library: Library) -> None:
    found = diagnosed(library, "kite", section("beach#rules-of-the-beach"))
    facts = dict(found.facts)
    assert facts["First with context"].startswith("1 kites.md #")
    assert found.evidence[0].chunks[0].context_rank == 14
    assert facts["Shared words"] == "kite"


def test_near_twins_above_are_named(tmp_path: Path, open_library: Opener) -> None:
    twins = "\n\n".join(f"## Model {n}\n\nPress the red, red knob for {n} seconds to start it." for n in range(14))
    last = "## Model 99\n\nPress the red knob for 99 seconds to start it."
    write_documents(tmp_path / "docs", {"models.md": f"# Models\n\n{twins}\n\n{last}\n"})
    opened = open_library(tmp_path / "docs", tmp_path / "store")
    list(opened.refresh(no_progress))
    found = diagnosed(opened, "red", words("Press the red knob for 99 seconds"))
    assert found.kind == Kind.UNDETERMINED
    assert found.evidence[0].chunks[0].context_rank == 15
    assert dict(found.facts)["Nearly the same, above it"].count("models.md #") == 10
    assert "nearly the same" in found.remedy


def test_a_chunk_of_another_pipeline_may_be_over_the_window(tmp_path: Path, open_library: Opener) -> None:
    long = " ".join(f"Rule {number} says that lamp {number} stays on." for number in range(60))
    given = tmp_path / "chunks.jsonl"
    given.write_text(json.dumps({"text": long, "source": "lamps.md", "headings": ["Lamps"]}) + "\n")
    opened = open_library(given, tmp_path / "store")
    list(opened.refresh(no_progress))
    row = words("Rule 59 says that lamp 59 stays on.")
    found = diagnosed(opened, "rules of lamps", row, ranker="embedding")
    assert found.kind == Kind.OVER_WINDOW
    assert "of which the model reads" in found.reason
    assert diagnosed(opened, "rule", row, ranker="keyword").kind == Kind.NO_FAILURE


def test_embedding_ranks_are_those_of_the_search(library: Library) -> None:
    question = "What does tariff Hazel cost?"
    found = diagnosed(library, question, section("tariffs#tariff-hazel"), ranker="embedding")
    library.search(question, "embedding", PLAIN, Recipe(), Filters(), 5)
    rank = library.rank_chunk("tariffs.md", TARIFFS.index("Tariff Hazel"))
    assert rank.plain is not None
    assert rank.context is not None
    (chunk,) = found.evidence[0].chunks
    assert (chunk.index, chunk.plain_rank, chunk.context_rank) == (rank.index, rank.plain.rank, rank.context.rank)


def test_the_request_is_answered_and_leaves_the_last_comparison_alone(library: Library) -> None:
    library.search("kite", "keyword", PLAIN, Recipe(), Filters(), 5)
    before = library.rank_chunk("kites.md", 0)
    request = protocol.Diagnose(
        id=7,
        question="Tariff Cedar",
        evidence=(section("tariffs#tariff-cedar"),),
        ranker="hybrid",
        context_ranker="keyword",
    )
    told = finished(diagnosis_jobs.diagnose(request, library, no_progress))
    assert (told.id, told.diagnosis.ranker, told.diagnosis.context_ranker) == (7, "hybrid", "keyword")
    assert told.diagnosis.kind in {Kind.REFERENCE, Kind.NO_FAILURE}
    assert library.rank_chunk("kites.md", 0) == before
    assert retrieval_jobs.IN_STEPS[protocol.Diagnose] is diagnosis_jobs.diagnose
    assert protocol.decode_event(protocol.encode(told)) == told


@pytest.mark.parametrize(
    ("question", "rows", "message"),
    [
        ("tariff", (), "No evidence is marked"),
        (" ", (section("tariffs"),), "question is empty"),
        ("doc:tariffs", (section("tariffs"),), "only filters"),
    ],
)
def test_what_cannot_be_diagnosed_is_a_sentence(
    library: Library, question: str, rows: tuple[EntryRow, ...], message: str
) -> None:
    with pytest.raises(ExplorerError, match=message):
        diagnosed(library, question, *rows)


def test_a_whole_document_is_held_by_any_of_its_chunks(library: Library) -> None:
    found = diagnosed(library, "kite", section("kites"))
    assert found.kind == Kind.NO_FAILURE
    assert len(found.evidence[0].chunks) > 13 - 1
    assert found.evidence[0].chunks[0].share < 0.5


def test_the_texts_are_read_again_after_a_change(tmp_path: Path, open_library: Opener) -> None:
    folder = tmp_path / "docs"
    write_documents(folder, {"a.md": "# A\n\nOne goose.\n"})
    opened = open_library(folder, tmp_path / "store")
    list(opened.refresh(no_progress))
    assert diagnosed(opened, "geese", words("Two geese.")).kind == Kind.ABSENT
    write_documents(folder, {"a.md": "# A\n\nTwo geese.\n"})
    list(opened.refresh(no_progress))
    assert diagnosed(opened, "geese", words("Two geese.")).kind == Kind.NO_FAILURE
