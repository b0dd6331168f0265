"""The sample library shows what it was written to show, through the program's own reading, chunking and ranking."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pymupdf
import pytest
from make_sample_pdfs import Guide, Heading, draw, guides

from explorer.core.errors import UnreadableDocumentError
from explorer.core.outline import slugify
from explorer.core.progress import no_progress
from explorer.core.ranking import shared_words
from explorer.core.recipe import PLAIN, Recipe, Style
from explorer.core.views import Comparison, ContextChunk, Filters, Hit
from explorer.engine import pipeline
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.engine.pipeline import Prepared

HANDBOOK = "hr/employee-handbook.md"
MEMBERS = "insurance/member-handbook-v7.md"
KITCHEN = "appliance/kitchen-appliance-guide.pdf"
DISHWASHER = "appliance/dishwasher-quick-guide.pdf"
NOTICE = "It must be requested at least 30 days in advance, and cannot be split across more than two separate periods."
PRICE = "It costs 25 dollars and includes unlimited rides of up to 45 minutes."


def read(folder: Path, recipe: str = "path") -> dict[str, Prepared]:
    options = Options(recipe=Recipe(style=Style(recipe)))
    prepared = list(pipeline.read_all(folder, pipeline.make_setup(options), no_progress))
    readable = [one for one in prepared if not isinstance(one, UnreadableDocumentError)]
    assert len(readable) == len(prepared)
    return {one.chunks[0].chunk.document: one for one in readable}


@pytest.fixture(scope="module")
def library(samples: Path) -> dict[str, Prepared]:
    return read(samples)


def texts(library: dict[str, Prepared], document: str, *path: str) -> list[str]:
    """Return the texts of the chunks whose heading path ends with `path`."""
    found = [item.chunk for item in library[document].chunks if item.chunk.heading_path[-len(path) :] == path]
    assert found, f"{document} has no section {path}"
    return [chunk.text for chunk in found]


def every_chunk(library: dict[str, Prepared]) -> Iterator[ContextChunk]:
    for prepared in library.values():
        yield from prepared.chunks


def test_the_library_is_small_enough_to_index_in_a_moment(library: dict[str, Prepared]) -> None:
    assert 150 <= sum(1 for _ in every_chunk(library)) <= 250


@pytest.mark.parametrize("document", ["plans.md", "plans-full-title.md"])
def test_no_plan_names_itself_in_its_text(library: dict[str, Prepared], document: str) -> None:
    plans = [texts(library, document, name) for name in ("Single ride", "Day pass", "Monthly pass")]
    assert [len(bodies) for bodies in plans] == [1, 1, 1]
    assert all(bodies[0].startswith("It costs ") for bodies in plans)
    assert [plans[1][0], plans[2][0]] == ["It costs 12 dollars.", PRICE]


def test_the_only_title_of_the_plans_is_plans(samples: Path) -> None:
    source = (samples / "plans.md").read_text(encoding="utf-8")
    assert source.startswith("# Plans\n")
    assert "Lumen Bikes" in source
    assert [line for line in source.splitlines() if line.startswith("# ")] == ["# Plans"]


@pytest.mark.parametrize(
    ("question", "without", "with_path"),
    [
        ("How much is the monthly pass?", [0, 0, 0], [0, 1, 2]),
        ("What does a single ride cost?", [0, 0, 0], [2, 0, 0]),
    ],
)
def test_words_shared_with_the_plans(
    library: dict[str, Prepared], question: str, without: list[int], with_path: list[int]
) -> None:
    items = library["plans.md"].chunks[-3:]
    assert list(shared_words(question, [item.chunk.text for item in items])) == without
    assert list(shared_words(question, [item.embedded_text for item in items])) == with_path


def test_a_label_and_a_display_text(samples: Path) -> None:
    day_pass = read(samples / "plans.md", "label")["plans.md"].chunks[2]
    assert day_pass.embedded_text == "Plans > Day pass: It costs 12 dollars."
    assert day_pass.display_text == "[plans.md] Day pass - It costs 12 dollars."


def test_the_notice_is_alone_in_its_chunk(library: dict[str, Prepared]) -> None:
    bodies = texts(library, HANDBOOK, "Leave", "Parental leave")
    assert len(bodies) > 1
    assert NOTICE in bodies


def test_the_notice_has_competitors(library: dict[str, Prepared]) -> None:
    paths = {item.chunk.heading_path for item in library[HANDBOOK].chunks}
    others = [path for path in paths if len(path) == 3 and path[1] == "Leave" and path[2] != "Parental leave"]
    assert len(others) >= 6
    for name in ("Meeting rooms", "Visitor badges", "Purchase orders"):
        assert "in advance" in texts(library, HANDBOOK, name)[0]


def test_an_item_travels_with_the_section_that_refers_to_it(library: dict[str, Prepared]) -> None:
    assert len(texts(library, MEMBERS, "4.1 Elective surgery")) == 1
    text = texts(library, MEMBERS, "4.1 Elective surgery")[0]
    assert all(words in text for words in ("21 business days", "item 3.2", "section 4.3"))
    assert texts(library, MEMBERS, "3.2 Medical report")
    assert texts(library, MEMBERS, "4.3 Urgency and emergency")


@pytest.mark.parametrize("version", ["6", "7"])
def test_every_chunk_of_the_deadlines_has_its_columns(library: dict[str, Prepared], version: str) -> None:
    document = f"insurance/member-handbook-v{version}.md"
    tables = [item.chunk for item in library[document].chunks if item.chunk.kind == "table"]
    assert len(tables) >= 2
    assert all("| Matter | Who acts | Deadline | Counted from | See |" in chunk.text for chunk in tables)


def test_versions_are_fields(library: dict[str, Prepared]) -> None:
    names = ("insurance/member-handbook-v6.md", MEMBERS)
    found = [library[name].document.metadata for name in names]
    assert [(data.version, data.effective_from) for data in found] == [("6", "2025-03"), ("7", "2026-03")]
    assert len({library[name].document.title for name in names}) == 1


@pytest.mark.parametrize(
    ("code", "document", "heading"),
    [
        ("H101", "contracts/vendor-agreement.docx", "Section 4.2"),
        ("H101", "contracts/vendor-agreement.docx", "Subsection (b)"),
        ("H102", "hr/onboarding-guide.md", "Overview"),
        ("H103", "drafts/notes.md", "•"),
        ("H104", "hr/onboarding-guide.md", "Heading 1"),
        ("H104", "hr/onboarding-guide.md", "TODO"),
    ],
)
def test_headings_that_say_nothing(library: dict[str, Prepared], code: str, document: str, heading: str) -> None:
    assert (code, heading) in {(finding.code, finding.heading) for finding in library[document].findings}


@pytest.mark.parametrize(
    ("code", "document"),
    [
        ("C201", "drafts/minutes-site-meeting.md"),
        ("C202", "drafts/notes.md"),
        ("C203", "plans-full-title.md"),
        ("C204", "hr/onboarding-guide.md"),
        ("D304", "drafts/minutes-site-meeting.md"),
    ],
)
def test_chunks_and_documents_that_need_a_look(library: dict[str, Prepared], code: str, document: str) -> None:
    assert code in {finding.code for finding in library[document].findings}


def test_headings_with_words_are_not_warned_about(library: dict[str, Prepared]) -> None:
    warned = {finding.heading for finding in library[MEMBERS].findings if finding.code in {"H101", "H102"}}
    assert warned == set()


def test_the_clause_has_its_whole_path(library: dict[str, Prepared]) -> None:
    headers = {item.header.text for item in library["contracts/vendor-agreement.docx"].chunks}
    assert "Vendor Agreement > Section 4.2 > Subsection (b)" in headers


@pytest.mark.parametrize("guide", guides(), ids=lambda guide: guide.name)
def test_the_pdfs_are_what_the_script_draws(samples: Path, guide: Guide) -> None:
    drawn = draw(guide)
    assert drawn == draw(guide)
    with pymupdf.open(stream=drawn) as new, pymupdf.open(samples / "appliance" / guide.name) as kept:
        assert [page.get_text() for page in new.pages()] == [page.get_text() for page in kept.pages()]
        assert new.get_toc() == kept.get_toc()
        assert bool(kept.get_toc()) == guide.outline


@pytest.mark.parametrize("guide", guides(), ids=lambda guide: guide.name)
def test_the_headings_of_the_pdfs_are_found(library: dict[str, Prepared], guide: Guide) -> None:
    """With and without an outline; the title alone may stand as one more heading above them."""
    prepared = library[f"appliance/{guide.name}"]
    found = [(block.level, block.text) for block in prepared.document.blocks if block.level]
    drawn = [(part.level, part.text) for part in guide.parts if isinstance(part, Heading)]
    below = [(level, text) for level, text in found if text != guide.title]
    raised = min(level for level, _ in below) - 1
    assert [(level - raised, text) for level, text in below] == drawn
    assert prepared.document.title == guide.title


@pytest.mark.parametrize(
    ("document", "heading", "start"),
    [
        (KITCHEN, "Grease filter", "Clean the filter once a month."),
        (KITCHEN, "Charcoal filter", "Replace it twice a year."),
        (DISHWASHER, "4.1 Filter", "Rinse it once a week."),
        (DISHWASHER, "5.2 Code E4", "It has leaked into the tray."),
    ],
)
def test_instructions_stand_under_their_heading(
    library: dict[str, Prepared], document: str, heading: str, start: str
) -> None:
    assert texts(library, document, heading)[0].startswith(start)


@pytest.mark.parametrize("document", [KITCHEN, DISHWASHER])
def test_running_lines_are_no_content(library: dict[str, Prepared], document: str) -> None:
    assert [item.chunk.text for item in library[document].chunks if "Page 1 of" in item.chunk.text] == []
    assert [item.chunk.text for item in library[document].chunks if "Page 2 of" in item.chunk.text] == []


def questions(samples: Path) -> list[dict[str, str | list[str]]]:
    lines = (samples / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def sections(prepared: Prepared) -> set[str]:
    """Return every name that a question may give a section: its slug, and parent/leaf."""
    names, taken, above = set[str](), dict[str, int](), list[tuple[int, str]]()
    for block in prepared.document.blocks:
        if block.level:
            above = [(level, slug) for level, slug in above if level < block.level]
            base = slugify(block.text, {})
            names |= {slugify(block.text, taken), *(f"{slug}/{base}" for _, slug in above[-1:])}
            above.append((block.level, base))
    return names


def test_the_questions_begin_with_the_monthly_pass(samples: Path) -> None:
    asked = [str(row["question"]) for row in questions(samples)]
    assert asked[0] == "How much is the monthly pass?"
    assert len(asked) == len(set(asked)) >= 18


def test_the_questions_have_twins_and_wrong_answers(samples: Path) -> None:
    rows = questions(samples)
    assert all(set(row) == {"question", "relevant", "not_relevant"} for row in rows)
    assert all(row["relevant"] and row["not_relevant"] for row in rows)
    asked = " ".join(str(row["question"]) for row in rows)
    assert "deadline for the authorization" in asked
    assert "deadline for the payment of a reimbursement" in asked


def test_what_the_questions_name_exists(samples: Path, library: dict[str, Prepared]) -> None:
    bodies = [item.chunk.text for item in every_chunk(library)]
    for row in questions(samples):
        for entry in (*row["relevant"], *row["not_relevant"]):
            if entry.startswith('"'):
                assert any(entry.strip('"') in body for body in bodies), entry
            else:
                document, _, slug = entry.partition("#")
                assert slug in sections(library[document]), entry


@pytest.fixture(scope="module")
def indexed(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Yield the sample library, indexed with the default model."""
    opened = Library.open(samples, Options(store=str(tmp_path_factory.mktemp("store"))))
    for _stage in opened.refresh(no_progress):
        pass
    yield opened
    opened.close()


def ask(library: Library, question: str) -> Comparison:
    return library.search(question, "embedding", PLAIN, Recipe(), Filters(), 500)


def hit(hits: Sequence[Hit], document: str, text: str) -> Hit:
    return next(found for found in hits if found.document == document and found.text == text)


def test_the_notice_is_found_by_its_header(indexed: Library) -> None:
    found = ask(indexed, "how far ahead do I have to request parental leave?")
    plain, context = (hit(side, HANDBOOK, NOTICE) for side in (found.plain, found.context))
    assert plain.rank is not None
    assert plain.rank >= 6
    assert (context.rank, plain.other_rank, context.other_rank) == (1, 1, plain.rank)
    assert (plain.score, context.score) == (pytest.approx(0.428, abs=0.002), pytest.approx(0.800, abs=0.002))


def test_the_monthly_pass_is_found_by_its_header(indexed: Library) -> None:
    found = ask(indexed, "How much is the monthly pass?")
    plain, context = (hit(side, "plans.md", PRICE) for side in (found.plain, found.context))
    assert plain.rank is not None
    assert plain.rank > 1
    assert (context.rank, context.tied) == (1, False)
    assert (plain.score, context.score) == (pytest.approx(0.430, abs=0.002), pytest.approx(0.749, abs=0.002))


def test_a_long_title_drowns_its_headings(indexed: Library) -> None:
    context = ask(indexed, "How much is the monthly pass?").context
    assert (hit(context, "plans-full-title.md", PRICE).rank or 0) > 1


def test_the_return_request_of_a_web_page_is_found_by_its_header(indexed: Library) -> None:
    found = ask(indexed, "How long after delivery can I file a return request?")
    context = found.context[0]
    assert (context.document, context.heading_path[-1]) == ("store/returns-policy.html", "Return request")
    assert context.text.startswith("It must be submitted within 30 days of delivery.")
    assert (context.other_rank or 0) > 5
