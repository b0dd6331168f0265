"""What would be read of a folder, before anything is read: documents by format, and what is passed over and why.

Nothing is opened and nothing kept, unless the user's patterns are to be. A folder without end is looked through up to a
bound, in steps, so that the answer comes in good time and can be stopped.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from explorer import protocol
from explorer.core.audit import AuditSettings
from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress
from explorer.engine.imported import is_given
from explorer.engine.options import Options
from explorer.engine.scanning import Listing, facts_of, is_wanted, walk
from explorer.engine.tokens import clean
from explorer.engine.user_work import UserWork
from explorer.paths import library_folder

MOST_FILES = 100_000
"""Files after which looking through a folder ends."""

MOST_SECONDS = 10.0
"""Seconds after which it ends, as on a slow network drive."""

STEP = 500
"""Documents looked at in one step."""

EXAMPLES = 5
"""Names told of what patterns leave out."""

Steps = Generator[None, None, protocol.FolderPreviewed]


@dataclass(slots=True)
class _Tally:
    """What was counted.

    Reasons for passing over: "pattern", "kind" (of file), "settings", "questions" (the library's own), "hidden", "link"
    (a second way to a file, or one that leads out of the folder), "closed" (the system does not let the program look).
    """

    files: Counter[str] = field(default_factory=Counter[str])
    sizes: Counter[str] = field(default_factory=Counter[str])
    skipped: Counter[str] = field(default_factory=Counter[str])
    examples: list[str] = field(default_factory=list[str])
    seen: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    whole: bool = True

    def take(self, root: Path, relative: str, path: Path, options: Options) -> None:
        """Count a document."""
        if not is_wanted(relative, options):
            self.skipped["pattern"] += 1
            if len(self.examples) < EXAMPLES:
                self.examples.append(clean(relative))
            return
        try:
            facts = facts_of(root, path)
        except OSError:
            self.skipped["closed"] += 1
            return
        if facts is None or (facts.st_dev, facts.st_ino) in self.seen:
            self.skipped["link"] += 1
            return
        self.seen.add((facts.st_dev, facts.st_ino))
        suffix = PurePosixPath(relative.lower()).suffix
        self.files[suffix] += 1
        self.sizes[suffix] += facts.st_size


def preview_folder(request: protocol.PreviewFolder, progress: Progress) -> Steps:
    """Answer what would be read of a folder; raises `ExplorerError` when it is none, `Cancelled` through `progress`."""
    folder = Path(request.folder).expanduser().resolve()
    home = library_folder(folder, request.store)
    if is_given(folder) or (home / "catalogue.sqlite3").exists():
        return protocol.FolderPreviewed(id=request.id, folder=request.folder, known=True)
    if not folder.is_dir():
        raise ExplorerError(f"{clean(str(folder))} is not a folder.", "Name a folder that holds documents.")
    work = UserWork(folder, home)
    own, shared = work.own_settings(), work.shared_settings()
    include = own.include if request.include is None else request.include
    exclude = own.exclude if request.exclude is None else request.exclude
    tried = replace(own, include=include, exclude=exclude)
    if request.keep:
        work.keep_settings(tried)
        return protocol.FolderPreviewed(id=request.id, folder=request.folder, include=include, exclude=exclude)
    tally = yield from _looked_through(folder, Options().joined(shared.joined(tried)), progress)
    return _told(request, tally, tried, shared)


def _looked_through(root: Path, options: Options, progress: Progress) -> Generator[None, None, _Tally]:
    tally, listing = _Tally(), Listing()
    ends = time.monotonic() + MOST_SECONDS
    looked = 0
    for documents in walk(root, listing):
        for first in range(0, max(len(documents), 1), STEP):
            page = documents[first : first + STEP]
            for relative, path in sorted(page, key=lambda each: each[1].is_symlink()):
                tally.take(root, relative, path, options)
            looked += len(page)
            progress(looked, 0, clean(str(page[0][0])) if page else "")
            yield
            if looked + listing.skipped.total() >= MOST_FILES or time.monotonic() > ends:
                tally.whole = False
                break
        if not tally.whole:
            break
    tally.skipped.update(listing.skipped)
    tally.skipped["closed"] += len(listing.unlisted)
    return tally


def _told(
    request: protocol.PreviewFolder, tally: _Tally, tried: AuditSettings, shared: AuditSettings
) -> protocol.FolderPreviewed:
    return protocol.FolderPreviewed(
        id=request.id,
        folder=request.folder,
        documents=tally.files.total(),
        size=tally.sizes.total(),
        formats=tuple((suffix, count, tally.sizes[suffix]) for suffix, count in tally.files.most_common()),
        skipped=tuple((reason, count) for reason, count in tally.skipped.most_common() if count),
        examples=tuple(tally.examples),
        include=tried.include,
        exclude=tried.exclude,
        shared=_patterns(shared.include, shared.exclude),
        whole=tally.whole,
    )


def _patterns(include: Sequence[str], exclude: Sequence[str]) -> tuple[str, ...]:
    return (*include, *(f"!{pattern}" for pattern in exclude))
