"""Refreshing an index: a generator that yields between batches, so that a search waits for one batch at most.

Stages: `read` (what changed is read, chunked and judged, one transaction a document; what is read by then is embedded
while the readers keep it waiting), `prepared` once (chunks and findings are complete), `embed` (missing vectors are
computed, one commit a batch), `compare` (passages are compared with one another). A kill at any moment loses nothing
that was committed; the next refresh goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Collection as Names
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

from explorer.core.audit import unreadable
from explorer.core.errors import ExplorerError, UnreadableDocumentError
from explorer.core.parsing import format_of
from explorer.core.progress import Progress
from explorer.core.recipe import Recipe
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, pages
from explorer.engine.catalogue_documents import DocumentTable, FileFacts
from explorer.engine.catalogue_vectors import Collection, VectorTable
from explorer.engine.comparing import compare_passages
from explorer.engine.departed import departure, note_held, note_unlisted
from explorer.engine.digest import file_digest
from explorer.engine.embedding import Embedding
from explorer.engine.library_audit import judge_library
from explorer.engine.log import LOG
from explorer.engine.options import Options
from explorer.engine.pipeline import Prepared, Setup, head_in_steps, prepare_in_steps
from explorer.engine.readers import Readers, Result, Working
from explorer.engine.reading_news import CHANGED, WAITING, ReadingNews
from explorer.engine.scanning import Found, Listing, list_documents

PARSING_VERSION = 5
"""Raised when a reader gives other blocks for the same file, so that files read before are read again."""

_LEAVE_PAGE = 100
"""Documents that leave in one transaction: a search never waits for all of them."""

_WAY_BACK = "It is read again once it is changed or touched, or when the window is told to read it again."
_MOST_ATTEMPTS = 5
"""Times a file may have been in a reader when the whole program ended before it is held to be the cause."""


class _Feeding:
    """Embeds what is read by now while nothing can be done but wait for the readers.

    Reading is not held up by it: that documents are listed, audited and found by their words comes first.
    """

    def __init__(self, embedding: Embedding, recipes: Sequence[Recipe]) -> None:
        self._embedding = embedding
        self._recipes = recipes
        self._begun: set[int] = set()
        self._able = not embedding.shared
        self._worth_while = False

    def more(self) -> None:
        """Take notice that a document was written: there may be texts without a vector again."""
        self._worth_while = True

    def step(self) -> None:
        """Embed a portion, where there is one and it can be done at present."""
        if not (self._able and self._worth_while):
            return
        try:
            self._worth_while = self._embedding.feed(self._recipes, self._begun)
        except ExplorerError as error:
            # Reading needs neither model nor Chroma; the stage that embeds meets the same trouble, and tells it.
            LOG.note("embedding while reading stopped", {"why": type(error).__name__})
            self._able = False


class Indexing:
    """Brings the catalogue and Chroma in line with the folder."""

    def __init__(self, folder: Path, options: Options, setup: Setup, catalogue: Catalogue, readers: Readers) -> None:
        self._folder = folder
        self._options = options
        self._setup = setup
        self._catalogue = catalogue
        self._readers = readers
        self._documents = DocumentTable(catalogue)
        self._vectors = VectorTable(catalogue)
        self.news = ReadingNews()
        self._since = 0
        self._may_empty = False
        self._missed: set[str] = set()

    def refresh(
        self, progress: Progress, embedding: Embedding, recipes: Sequence[Recipe], *, may_empty: bool = False
    ) -> Iterator[str]:
        """Read what changed and embed it under `recipes`; see the module for what is yielded.

        `may_empty`: documents leave the index although (nearly) all have vanished; see `explorer.engine.departed`.
        """
        progress(0, 0, "scanning")
        self._since = time.time_ns()
        self._may_empty = may_empty
        listing = list_documents(self._folder, self._options.joined(self._setup.settings))
        yield "read"
        self._doubt_old_readings()
        yield from self._adopt(progress)
        yield from self._read(listing, progress, _Feeding(embedding, recipes))
        note_unlisted(self._catalogue, listing)
        judge_library(self._catalogue, date.today(), self._setup.settings)
        self._catalogue.put("read", "1")
        yield "prepared"
        for _ in embedding.run(recipes, progress):
            yield "embed"
        for _ in compare_passages(self._catalogue, date.today(), self._setup.settings, progress):
            yield "compare"

    def _doubt_old_readings(self) -> None:
        """Have documents read again that the readers of before read otherwise: all, or the PDFs when scans are."""
        parsing, ocr = str(PARSING_VERSION), self._readers.ocr_languages
        with self._catalogue.transaction():
            if self._catalogue.get("parsing") != parsing:
                self._catalogue.run("UPDATE document SET hash = '', mtime_ns = -1")
                self._catalogue.put("parsing", parsing)
            if (self._catalogue.get("read with ocr") or "") != ocr:
                # Only what has scans can change, except when they were read before and are no longer to be.
                self._documents.doubt_pdfs(with_scans_only=not self._catalogue.get("read with ocr"))
                self._catalogue.put("read with ocr", ocr)

    def _adopt(self, progress: Progress) -> Iterator[str]:
        """Do again, from what was parsed and stored, what other settings or mends decide otherwise.

        What was adopted is noted last, so an end in between starts this over; documents done already are done again.
        """
        wanted = {"chunking": self._setup.chunking, "recipe": self._setup.recipe.name}
        wanted["settings"] = self._setup.deciding
        mends = _mend_states(self._setup)
        old = {key: self._catalogue.get(key) for key in (*wanted, "mends")}
        before: dict[str, str] = json.loads(old["mends"] or "{}")
        same = {key: old[key] == value for key, value in wanted.items()}
        names = [file.name for file in self._documents.known().values() if not file.error]
        if all(same.values()):
            names = [name for name in names if mends.get(name) != before.get(name)]
        if all(same.values()) and mends == before:
            return
        if not same["recipe"] or not same["chunking"]:
            self._catalogue.put("recipe", "")
        for done, name in enumerate(names, start=1):
            progress(done, len(names), name)
            reheaded = not same["settings"] or mends.get(name) != before.get(name)
            steps = self._again(name, same_chunks=same["chunking"], same_recipe=same["recipe"], reheaded=reheaded)
            for _ in steps:
                progress(done, len(names), name)
                yield "read"
            yield "read"
        with self._catalogue.transaction():
            for key, value in wanted.items():
                self._catalogue.put(key, value)
            self._catalogue.put("mends", json.dumps(mends))
            self._catalogue.raise_revision()

    def _again(self, name: str, *, same_chunks: bool, same_recipe: bool, reheaded: bool) -> Iterator[None]:
        """Do a document again, in steps; `reheaded` says that headers may differ under the same recipe."""
        document, file = self._documents.parsed(name), self._documents.file(name)
        if document is None or file is None:
            return
        if not same_chunks:
            self._write(file, (yield from prepare_in_steps(document, self._setup)))
            return
        stored = ChunkTable(self._catalogue).of_document(name)
        prepared = yield from head_in_steps(document, [each.item.chunk for each in stored], self._setup)
        touched: list[int] = []
        if reheaded:
            touched = [
                each.id
                for each, item in zip(stored, prepared.chunks, strict=True)
                if not same_recipe or each.item.embedded_text != item.embedded_text or each.item.renamed != item.renamed
            ]
        with self._catalogue.transaction():
            self._documents.reword(name, prepared, touched)
            self._catalogue.raise_revision()

    def _read(self, listing: Listing, progress: Progress, feeding: _Feeding) -> Iterator[str]:
        known = self._documents.known()
        self._missed = set()
        yield from self._depart(known, listing)
        changed = [each for each in listing.files if each.name not in known or not known[each.name].is_of(each)]
        suspects = self._suspects()
        changed.sort(key=lambda each: (suspects.get(each.name, 0), each.name))
        self.news.found(
            (each.name, CHANGED if each.name in known else WAITING)
            for each in changed
            if not (each.name in known and known[each.name].is_only_fresh(each))
        )
        yield "read"
        digests: dict[str, str] = {}
        files = {each.name: each for each in changed}
        items = self._hand_out(changed, known, suspects, digests, lambda: progress(done, len(changed), "comparing"))
        done = 0
        try:
            with closing(self._readers.read_in_steps(items)) as steps:
                for name, result in steps:
                    done += not isinstance(result, Working)
                    progress(done, len(changed), _note(name, result))
                    if isinstance(result, Working):
                        feeding.step()
                    else:
                        for _ in self._take(files[name], digests[name], result):
                            progress(done, len(changed), name)
                            yield "read"
                        feeding.more()
                        self.news.read(name)
                    yield "read"
            self._catalogue.run("DELETE FROM reading")
        finally:
            self._acquit(digests)
        if self._missed:
            yield from self._depart(self._documents.known(), listing)

    def _acquit(self, names: Iterable[str]) -> None:
        """Take back the notes on files whose reading was stopped in good order: they ended nothing."""
        with self._catalogue.transaction():
            self._catalogue.run_many(
                "UPDATE reading SET attempts = attempts - 1 WHERE name = ?", ((name,) for name in names)
            )
            self._catalogue.run("DELETE FROM reading WHERE attempts <= 0")

    def _depart(self, known: Names[str], listing: Listing) -> Iterator[str]:
        """Remove documents whose files are gone, and note those that are held back."""
        present = {each.name for each in listing.files} - self._missed
        sorted_out = departure(known, present, listing, agreed=self._may_empty)
        note_held(self._catalogue, len(sorted_out.held))
        for page in pages(sorted(sorted_out.leave), _LEAVE_PAGE):
            with self._catalogue.transaction():
                for name in page:
                    self._documents.remove(name)
                self._catalogue.raise_revision()
            yield "read"

    def _hand_out(
        self,
        changed: Sequence[Found],
        known: Mapping[str, FileFacts],
        suspects: Mapping[str, int],
        digests: dict[str, str],
        pause: Callable[[], None],
    ) -> Iterator[tuple[Path, str]]:
        """Yield the files to read, each noted as being read first; those with the content they had are not read."""
        same: list[FileFacts] = []
        for found in changed:
            before = known.get(found.name)
            try:
                digest = file_digest(found.path, pause)
            except FileNotFoundError:
                self._missed.add(found.name)
                continue
            except OSError as error:
                self._refuse_closed(found, before, f"The file cannot be opened: {error.strerror}.")
                continue
            except UnreadableDocumentError as error:
                self._refuse(found, "", str(error))
                continue
            if before is not None and before.hash == digest and (not before.error or before.is_same_file(found)):
                facts = FileFacts.of(found, digest, since=self._since)
                if facts != before:
                    same.append(facts)
                continue
            attempts = suspects.get(found.name, 0) + 1
            if attempts > _MOST_ATTEMPTS:
                why = f"The program ended {attempts - 1} times while this file was being read. {_WAY_BACK}"
                self._refuse(found, digest, why)
                continue
            # Before the note is written: whoever stops the program in between has it taken back as well.
            digests[found.name] = digest
            self._catalogue.run(
                "INSERT OR REPLACE INTO reading VALUES (?, ?, ?, ?)",
                (found.name, found.size, found.mtime_ns, attempts),
            )
            yield found.path, found.name
        with self._catalogue.transaction():
            self._documents.touch(same)

    def _suspects(self) -> dict[str, int]:
        """Return the files that were being read when the program ended, with how often; read after all others."""
        return {row[0]: row[1] for row in self._catalogue.rows("SELECT name, attempts FROM reading")}

    def _take(self, found: Found, digest: str, result: Result) -> Iterator[None]:
        if isinstance(result, UnreadableDocumentError):
            if os.path.lexists(found.path):
                self._refuse(found, digest if _is_still(found) else "", str(result))
            else:
                self._missed.add(found.name)
                self._catalogue.run("DELETE FROM reading WHERE name = ?", (found.name,))
            return
        file = FileFacts.of(found, digest, since=self._since)
        if not _is_still(found):
            # What was read need not be what the digest is of.
            file = replace(file, hash="", mtime_ns=-1)
        self._write(file, (yield from prepare_in_steps(result, self._setup)))

    def _write(self, file: FileFacts, prepared: Prepared) -> None:
        """Write a document whole; vectors that are there already are mapped to its chunks at once."""
        with self._catalogue.transaction():
            number = self._documents.write(file, prepared)
            self._vectors.assign_document(number, self._own_collections())
            self._catalogue.run("DELETE FROM reading WHERE name = ?", (file.name,))
            self._catalogue.raise_revision()

    def _refuse(self, found: Found, digest: str, why: str) -> None:
        file = FileFacts.of(found, digest, why, since=self._since)
        with self._catalogue.transaction():
            self._documents.write_unreadable(file, format_of(found.name), unreadable(found.name, why))
            self._catalogue.run("DELETE FROM reading WHERE name = ?", (found.name,))
            self._catalogue.raise_revision()

    def _refuse_closed(self, found: Found, before: FileFacts | None, why: str) -> None:
        """Refuse a file that the system does not open; it is tried again each time, for rights leave no trace in it."""
        if before is None or before.error != why:
            self._refuse(replace(found, mtime_ns=-1), "", why)

    def _own_collections(self) -> dict[str, Collection]:
        names = {recipe.name for recipe in self._options.recipes}
        return {
            each.key.recipe: each
            for each in self._vectors.collections()
            if each.key.recipe in names
            and (each.key.model, each.key.precision) == (self._setup.model.identity, self._setup.precision)
            and each.key.limit == self._setup.limit
        }


def _note(name: str, result: Result | Working) -> str:
    return f"{name}: {result.note}" if isinstance(result, Working) and result.note else name


def _is_still(found: Found) -> bool:
    """Tell whether a file has not been changed since it was found."""
    try:
        facts = found.path.stat()
    except OSError:
        return False
    return (facts.st_size, facts.st_mtime_ns) == (found.size, found.mtime_ns)


def _mend_states(setup: Setup) -> dict[str, str]:
    """Return for each document with mends a text that is equal for equal mends."""
    return {name: hashlib.sha256(repr(mends).encode()).hexdigest()[:16] for name, mends in sorted(setup.mends.items())}
