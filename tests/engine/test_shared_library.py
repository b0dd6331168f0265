"""A library on a real Chroma server: readers see what the writer sees, and follow every change."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer import cli
from explorer.core import export
from explorer.core.errors import ExplorerError
from explorer.core.mends import Mend
from explorer.core.progress import no_progress
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Comparison, Filters
from explorer.engine.evaluation import question_documents
from explorer.engine.library import Library, forget
from explorer.engine.options import Options
from explorer.engine.shared.address import SharedName
from explorer.paths import library_folder
from tests.support.chroma_server import ChromaServer
from tests.support.small_library import DOCUMENTS, refresh

QUESTIONS = ("How much is the monthly pass?", "elective surgery", "See the general terms.")
RANKERS = ("embedding", "keyword", "hybrid", "shared-words")
Open = Callable[..., Library]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaServer]:
    server = ChromaServer(tmp_path_factory.mktemp("chroma-server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def opened(server: ChromaServer) -> Iterator[Open]:
    """Return a function that opens and refreshes a library with the server; all are closed after the test."""
    libraries: list[Library] = []

    def opener(folder: str | Path, store: Path, **options: Any) -> Library:
        library = Library.open(Path(folder), Options(store=str(store), chroma=server.url, **options))
        libraries.append(library)
        refresh(library)
        return library

    yield opener
    for library in libraries:
        library.close()


@pytest.fixture
def folder(indexed: tuple[Path, Path], tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return documents in a folder whose name no other test has, indexed in a store of the writer without a server."""
    folder = tmp_path / str(request.node.name).replace("[", "-").replace("]", "")[-60:]
    shutil.copytree(indexed[0], folder)
    home = library_folder(folder, str(tmp_path / "writer"))
    home.parent.mkdir(parents=True)
    shutil.copytree(library_folder(indexed[0], str(indexed[1])), home)
    return folder


def search(library: Library, question: str, ranker: str = "embedding", **options: Any) -> Comparison:
    return library.search(question, ranker, PLAIN, Recipe(), Filters(**options), 1000)


def same_ranks(one: Comparison, other: Comparison) -> None:
    assert one.pool == other.pool
    for mine, theirs in ((one.plain, other.plain), (one.context, other.context)):
        assert [(hit.document, hit.index, hit.rank, hit.tied) for hit in mine] == [
            (hit.document, hit.index, hit.rank, hit.tied) for hit in theirs
        ]
        assert [hit.score for hit in mine] == pytest.approx([hit.score for hit in theirs], abs=1e-6)
        assert [(hit.text, hit.display_text, hit.heading_path, hit.place, hit.version) for hit in mine] == [
            (hit.text, hit.display_text, hit.heading_path, hit.place, hit.version) for hit in theirs
        ]


def test_writer_and_reader_rank_as_a_local_library_does(
    small: Library, opened: Open, folder: Path, tmp_path: Path
) -> None:
    writer = opened(folder, tmp_path / "writer")
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    filters: tuple[dict[str, Any], ...] = ({"current_only": False}, {"folder": "insurer"}, {"headings": ("monthly",)})
    asked = [(question, ranker, {}) for question in QUESTIONS for ranker in RANKERS]
    for question, ranker, options in [*asked, *((QUESTIONS[0], "embedding", each) for each in filters)]:
        local = search(small, question, ranker, **options)
        same_ranks(search(writer, question, ranker, **options), local)
        same_ranks(search(reader, question, ranker, **options), local)


def test_a_reader_has_all_that_the_writers_catalogue_tells(opened: Open, folder: Path, tmp_path: Path) -> None:
    writer = opened(folder, tmp_path / "writer")
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    mine, theirs = writer.info(), reader.info()
    assert theirs.documents == mine.documents
    assert theirs.health == mine.health
    assert (theirs.name, theirs.recipe, theirs.limit, theirs.indexed) == (mine.name, mine.recipe, mine.limit, True)
    assert (mine.reader, theirs.reader, mine.server, theirs.server) == (False, True, mine.server, mine.server)
    assert reader.chunks("", "", None, 0, 1000) == writer.chunks("", "", None, 0, 1000)
    assert reader.findings("", (), 0, 1000) == writer.findings("", (), 0, 1000)
    for row in mine.documents:
        assert reader.sections(row.name) == writer.sections(row.name)
    assert question_documents(reader.opened) == question_documents(writer.opened)


def test_a_source_is_put_together_from_chunks_where_they_stand(opened: Open, folder: Path, tmp_path: Path) -> None:
    opened(folder, tmp_path / "writer")
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    source = reader.source("plans.md")
    original = DOCUMENTS["plans.md"]
    assert "put together from its chunks" in source.notes[0]
    for words in ("Day pass", "It costs 12 dollars.", "unlimited rides"):
        assert source.text.count(words) == original.count(words)
    chunk = reader.chunk("plans.md", 2).item.chunk
    assert chunk.text == source.text[chunk.place.start : chunk.place.end] == "It costs 12 dollars."
    with pytest.raises(ExplorerError, match="cannot be drawn"):
        reader.draw_page("plans.md", 1, 1.0)


def test_a_reader_follows_changes_deletions_and_renamings(opened: Open, folder: Path, tmp_path: Path) -> None:
    writer = opened(folder, tmp_path / "writer")
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    (folder / "plans.md").write_text(DOCUMENTS["plans.md"].replace("25 dollars", "30 dollars"), encoding="utf-8")
    (folder / "repeat.md").unlink()
    (folder / "office" / "office.md").rename(folder / "office" / "rooms.md")
    assert "share" in refresh(writer)
    assert "read" in refresh(reader)
    assert [row.name for row in reader.info().documents] == [row.name for row in writer.info().documents]
    for question in (*QUESTIONS, "30 dollars"):
        same_ranks(search(reader, question), search(writer, question))
    assert "share" not in refresh(writer)
    assert refresh(reader) == ["prepared"]


def test_a_reader_works_without_the_server_as_it_was_copied(opened: Open, folder: Path, tmp_path: Path) -> None:
    opened(folder, tmp_path / "writer")
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    before = search(reader, QUESTIONS[0])
    copy = Path(reader.info().folder)
    reader.close()
    offline = Library.open(copy, Options(store=str(tmp_path / "reader")))
    assert refresh(offline) == ["prepared"]
    same_ranks(search(offline, QUESTIONS[0]), before)
    assert (offline.info().reader, offline.info().server) == (True, "")
    offline.close()


def test_a_reader_renames_no_heading(opened: Open, folder: Path, tmp_path: Path) -> None:
    opened(folder, tmp_path / "writer")
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    with pytest.raises(ExplorerError, match="copy of a shared library"):
        reader.bench.mending.change([Mend("plans.md", ("Plans",), 0, "Prices")], [])
    assert reader.bench.mending.rows() == ()


def test_a_reader_takes_over_recipe_limit_and_settings(opened: Open, folder: Path, tmp_path: Path) -> None:
    (folder / "chunk-explorer.toml").write_text('[audit]\ngeneric_headings = ["Rooms"]\n', encoding="utf-8")
    writer = opened(folder, tmp_path / "writer", recipe=Recipe(version=True), max_tokens=64)
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    assert (reader.info().recipe, reader.info().limit) == (writer.info().recipe, 64) == ("path+version", 64)
    assert reader.chunks("", "", None, 0, 1000) == writer.chunks("", "", None, 0, 1000)
    found = [
        library.search("7", "embedding", PLAIN, Recipe(version=True), Filters(), 9) for library in (writer, reader)
    ]
    same_ranks(*found)


def test_other_collections_on_the_server_stay(server: ChromaServer, opened: Open, folder: Path, tmp_path: Path) -> None:
    with server.client() as client:
        for name in ("notes-of-others", "c" + "0" * 24, "ce-" + "0" * 16 + "-c" + "0" * 24):
            client.get_or_create_collection(name, embedding_function=None)
        writer = opened(folder, tmp_path / "writer")
        writer.opened.projection.distrust()
        refresh(writer)
        names = {each.name for each in client.list_collections()}
    assert {"notes-of-others", "c" + "0" * 24, "ce-" + "0" * 16 + "-c" + "0" * 24} <= names


def test_any_client_reads_texts_and_fields_on_the_server(
    server: ChromaServer, opened: Open, folder: Path, tmp_path: Path
) -> None:
    opened(folder, tmp_path / "writer")
    prefix = SharedName(folder.name).prefix
    with server.client() as client:
        own = [each for each in client.list_collections() if each.name.startswith(prefix)]
        plain = next(each for each in own if each.metadata.get("recipe") == "none" and "precision" in each.metadata)
        assert plain.metadata["library"] == folder.name
        assert plain.metadata["complete"] is True
        found = plain.get(where={"document": "plans.md"}, include=["documents", "metadatas"])
    assert "It costs 12 dollars." in found["documents"]
    assert {"document", "index", "title", "heading_path", "start", "end", "chunks"} <= set(found["metadatas"][0])


def test_vectors_that_outgrow_memory_are_ranked_by_the_server(
    server: ChromaServer, opened: Open, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.engine.matrices._FEW", 3)
    writer = opened(folder, tmp_path / "writer", vector_bytes=1000)
    reader = opened(f"shared:{folder.name}", tmp_path / "reader", vector_bytes=1000)
    exact = opened(f"shared:{folder.name}", tmp_path / "exact")
    assert reader.opened.catalogue.number("SELECT count(*) FROM vector") == 0
    for question in QUESTIONS:
        known = search(exact, question)
        assert not known.approximate
        assert "approximate" not in export.comparison_text(known)
        for library in (writer, reader):
            found = search(library, question)
            assert found.approximate
            assert export.comparison_json(found)["approximate"] is True
            assert "Ranks approximate" in export.comparison_text(found)
            # So few vectors are all found by the index.
            same_ranks(found, known)
            narrow = search(library, question, headings=("monthly",))
            same_ranks(narrow, search(exact, question, headings=("monthly",)))
    assert not search(reader, QUESTIONS[0], "keyword").approximate
    with pytest.raises(ExplorerError, match="too many for this machine's memory"):
        list(reader.spreads.measure(PLAIN, Recipe(), no_progress))


def test_a_name_that_is_not_there_is_answered_with_those_that_are(opened: Open, folder: Path, tmp_path: Path) -> None:
    opened(folder, tmp_path / "writer")
    with pytest.raises(ExplorerError, match=r"There is no library 'missing'.*Libraries there: .*" + folder.name):
        opened("shared:missing", tmp_path / "reader")
    with pytest.raises(ExplorerError, match="cannot be the name of a library"):
        opened("shared:..", tmp_path / "reader")


def change_cover(server: ChromaServer, name: str, **facts: Any) -> None:
    with server.client() as client:
        book = client.get_collection(SharedName(name).book, embedding_function=None)
        book.modify(metadata={**book.metadata, **facts})


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"form": 99}, "form 99"),
        ({"program": "another"}, "which another program made"),
        ({"revision": "many"}, "cannot be read"),
        ({"model": "other-model-1234", "model_name": "other-model", "revision": 999}, "embedded with other-model"),
        ({"complete": False}, "not whole yet"),
    ],
)
def test_content_of_other_programs_and_versions_is_refused(
    server: ChromaServer, opened: Open, folder: Path, tmp_path: Path, facts: dict[str, Any], said: str
) -> None:
    opened(folder, tmp_path / "writer")
    change_cover(server, folder.name, **facts)
    with pytest.raises(ExplorerError, match=said):
        opened(f"shared:{folder.name}", tmp_path / "reader")


def test_a_library_being_changed_stays_as_it_was(
    server: ChromaServer, opened: Open, folder: Path, tmp_path: Path
) -> None:
    opened(folder, tmp_path / "writer")
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    before = search(reader, QUESTIONS[0])
    change_cover(server, folder.name, complete=False)
    assert refresh(reader) == ["prepared"]
    assert "is changing this library" in reader.info().server_note
    same_ranks(search(reader, QUESTIONS[0]), before)


def test_damaged_records_are_written_anew_by_the_next_refresh(
    server: ChromaServer, opened: Open, folder: Path, tmp_path: Path
) -> None:
    writer = opened(folder, tmp_path / "writer")
    prefix = SharedName(folder.name).prefix
    with server.client() as client:
        for each in client.list_collections():
            if each.name.startswith(prefix) and each.name[len(prefix) :].startswith("c"):
                client.delete_collection(each.name)
    writer.raise_revision()
    with pytest.raises(ExplorerError, match="not those of this library"):
        search(writer, QUESTIONS[0])
    refresh(writer)
    with server.client() as client:
        client.delete_collection(SharedName(folder.name).book)
    refresh(writer)
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    same_ranks(search(reader, QUESTIONS[0]), search(writer, QUESTIONS[0]))


def test_without_the_server_the_vectors_come_home(opened: Open, folder: Path, tmp_path: Path) -> None:
    writer = opened(folder, tmp_path / "writer")
    found = search(writer, QUESTIONS[0])
    assert not list(writer.opened.home.glob("chroma-*"))
    writer.close()
    local = Library.open(folder, Options(store=str(tmp_path / "writer")))
    refresh(local)
    same_ranks(search(local, QUESTIONS[0]), found)
    assert list(local.opened.home.glob("chroma-*"))
    local.close()


def printed(capsysbinary: pytest.CaptureFixture[bytes], *words: str | Path) -> list[Any]:
    """Run a command that must end well and return the JSON that it prints, line by line."""
    assert cli.main(cli.parse([str(word) for word in words])) == 0
    return [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]


def test_commands_print_for_a_reader_what_they_print_for_the_writer(
    server: ChromaServer, folder: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    writer = ("--chroma", server.url, "--store", tmp_path / "writer")
    reader = ("--chroma", server.url, "--store", tmp_path / "reader")
    name = f"shared:{folder.name}"
    asked = printed(capsysbinary, "search", folder, QUESTIONS[0], "--json", *writer)
    found = printed(capsysbinary, "search", name, QUESTIONS[0], "--json", *reader)
    for side in ("plain", "context"):
        for mine, theirs in zip(asked[0][side], found[0][side], strict=True):
            assert mine == {**theirs, "score": pytest.approx(theirs["score"], abs=1e-6)}
    mine, theirs = (
        printed(capsysbinary, "chunks", folder, "--json"),
        printed(capsysbinary, "chunks", name, "--json", *reader),
    )
    # What comes of comparing passages is known of an index only.
    compared = ("subject", "findings")
    assert [{key: row[key] for key in row if key not in compared} for row in mine] == [
        {key: row[key] for key in row if key not in compared} for row in theirs
    ]
    audits = [
        printed(capsysbinary, "audit", words[0], "--format", "json", *words[1:])[0]
        for words in ((folder,), (name, *reader))
    ]
    assert audits[0]["findings"] == audits[1]["findings"]
    assert audits[0]["health"] == audits[1]["health"]
    assert cli.main(cli.parse([str(word) for word in ("sample", name, *reader)])) == 2
    assert b"needs the documents" in capsysbinary.readouterr().err


def test_putting_an_index_on_a_server_says_how_readers_open_it(
    server: ChromaServer, folder: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    store = ("--store", str(tmp_path / "writer"))
    assert cli.main(cli.parse(["index", str(folder), *store])) == 0
    assert b"shared:" not in capsysbinary.readouterr().out
    assert cli.main(cli.parse(["index", str(folder), *store, "--chroma", server.url])) == 0
    said = capsysbinary.readouterr().out.decode()
    assert f"Its vectors are at {server.url}, where readers open it as shared:{folder.name}." in said
    reader = ("--store", str(tmp_path / "reader"))
    assert cli.main(cli.parse(["index", f"shared:{folder.name}", *reader, "--chroma", server.url])) == 0
    assert b"where readers open it" not in capsysbinary.readouterr().out


def test_forgetting_takes_the_library_from_the_server_or_only_the_copy(
    server: ChromaServer, opened: Open, folder: Path, tmp_path: Path
) -> None:
    opened(folder, tmp_path / "writer").close()
    reader = opened(f"shared:{folder.name}", tmp_path / "reader")
    copy = Path(reader.info().folder)
    reader.close()
    prefix = SharedName(folder.name).prefix
    assert "copy of the shared library" in forget(copy, Options(store=str(tmp_path / "reader"), chroma=server.url))
    assert not copy.exists()
    with server.client() as client:
        assert any(each.name.startswith(prefix) for each in client.list_collections())
        assert "is gone from" in forget(folder, Options(store=str(tmp_path / "writer"), chroma=server.url))
        assert not any(each.name.startswith(prefix) for each in client.list_collections())
