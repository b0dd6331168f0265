"""What a refresh finds by comparing changed passages with the others is what comparing all of them anew finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core import near_texts, similar_sets
from explorer.core.audit import AuditSettings
from explorer.core.parsing import read_document
from explorer.core.progress import no_progress
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_documents import DocumentTable, FileFacts
from explorer.engine.comparing import compare_passages
from explorer.engine.options import Options
from explorer.engine.pipeline import Setup, make_setup, prepare

TODAY = date(2026, 11, 30)
SENTENCES = tuple(
    f"The {part} of the pump is {verb} by the fitter before the pump is {end} again."
    for part in ("valve", "seal")
    for verb in ("checked", "cleaned")
    for end in ("started", "filled")
)
HEADINGS = ("Valve", "Seal", "Oil")
NAMES = ("a.md", "b.md", "c.md", "d.md")
Edit = tuple[str, Sequence[tuple[str, str]] | None]


@pytest.fixture(scope="module")
def setup() -> Setup:
    return make_setup(Options())


@st.composite
def edits(draw: st.DrawFn) -> Sequence[Edit]:
    """Return documents that are written (with their sections) or removed, one after the other."""
    section = st.tuples(st.sampled_from(HEADINGS), st.sampled_from(SENTENCES))
    sections = st.lists(section, min_size=1, max_size=4)
    return draw(st.lists(st.tuples(st.sampled_from(NAMES), st.none() | sections), min_size=2, max_size=6))


def write(catalogue: Catalogue, setup: Setup, name: str, sections: Sequence[tuple[str, str]] | None) -> None:
    with catalogue.transaction():
        if sections is None:
            DocumentTable(catalogue).remove(name)
            return
        text = "\n\n".join(f"## {heading}\n\n{words}" for heading, words in sections)
        prepared = prepare(read_document(f"# Manual {name}\n\n{text}\n".encode(), name), setup)
        DocumentTable(catalogue).write(FileFacts(name, name.encode(), 0, 0, text), prepared)


def outcome(catalogue: Catalogue) -> Iterator[tuple[object, ...]]:
    """Yield what is said about each document, in the order in which it is told, and the kinds of its chunks."""
    yield from catalogue.rows(
        "SELECT d.name, f.code, f.chunk, f.item FROM finding f JOIN document d ON d.id = f.document"
        " WHERE f.code IN ('C206', 'C207') ORDER BY d.name, f.id"
    )
    yield from catalogue.rows(
        "SELECT d.name, c.ordinal, c.subject FROM chunk c JOIN document d ON d.id = c.document ORDER BY 1, 2"
    )
    yield from catalogue.rows("SELECT name, passages FROM compared_document ORDER BY name")
    yield from catalogue.rows("SELECT * FROM compared_text ORDER BY key")


def compare(catalogue: Catalogue) -> list[tuple[object, ...]]:
    for _ in compare_passages(catalogue, TODAY, AuditSettings(), no_progress):
        pass
    return list(outcome(catalogue))


@settings(max_examples=8, deadline=None)
@given(edits(), st.sampled_from([2, 50]))
def test_edits_come_to_what_a_whole_comparison_finds(
    tmp_path_factory: pytest.TempPathFactory, setup: Setup, changes: Sequence[Edit], most: int
) -> None:
    catalogue = Catalogue(tmp_path_factory.mktemp("catalogue"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similar_sets, "MOST", most)
        found: list[tuple[object, ...]] = []
        for name, sections in changes:
            write(catalogue, setup, name, sections)
            found = compare(catalogue)
        catalogue.put("passages compared", "")
        patch.setattr(near_texts, "_FEWEST", -1)
        assert found == compare(catalogue)
    catalogue.close()


def test_only_what_a_changed_heading_touches_is_compared(
    tmp_path: Path, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = Catalogue(tmp_path)
    for number, name in enumerate(NAMES):
        write(catalogue, setup, name, [("Valve", SENTENCES[number]), ("Oil", f"Oil {number} is changed once a year.")])
    compare(catalogue)
    read: list[str] = []
    rows = Catalogue.rows

    def noted(self: Catalogue, statement: str, values: tuple[str, ...] = ()) -> list[tuple[object, ...]]:
        read.extend(values[:1] if "c.text, c.item" in statement else ())
        return rows(self, statement, values)

    monkeypatch.setattr(Catalogue, "rows", noted)
    write(catalogue, setup, "b.md", [("Tap", SENTENCES[1]), ("Oil", "Oil 1 is changed once a year.")])
    found = compare(catalogue)
    assert read == ["b.md"]
    assert ("b.md", 0, "needs-discriminator") in found
    read.clear()
    assert compare(catalogue) == found
    assert read == []
    catalogue.close()
