"""Messages about the audit: heading inventory, mends, silenced rules and headings, costs, spread, samples, reports."""

from __future__ import annotations

from explorer.core.audit_views import HeadingUse, MendEffect, MendRow
from explorer.core.mends import Mend
from explorer.core.sampling import Judgement, SampleItem, SampleState
from explorer.core.spread import SpreadReport
from explorer.core.token_account import TokenAccount
from explorer.core.views import SectionRow
from explorer.protocol.base import Event, Request


class ListInventory(Request, frozen=True, kw_only=True):
    """Ask for the library's heading texts; answered by `Inventory`.

    `text` is part of the heading, case aside; `codes` keep headings with one of these codes ("" stands for headings
    that say something). `sort`: heading, count, documents or code.
    """

    text: str = ""
    codes: tuple[str, ...] = ()
    sort: str = "count"
    descending: bool = True
    offset: int = 0
    limit: int = 200


class Inventory(Event, frozen=True, kw_only=True):
    """Heading texts `offset` and following of `total`; `counts` by code over the whole library, "" included."""

    total: int
    offset: int
    rows: tuple[HeadingUse, ...]
    counts: dict[str, int]


class ListOccurrences(Request, frozen=True, kw_only=True):
    """Ask where a heading text stands; answered by `Occurrences`."""

    heading: str
    limit: int = 500


class Occurrences(Event, frozen=True, kw_only=True):
    """The places of a heading, as (document, section).

    `mends` holds for each place the mend that is about it: its document, original path and ordinal, with the text that
    it is renamed to, "" where it is not.
    """

    heading: str
    places: tuple[tuple[str, SectionRow], ...]
    mends: tuple[Mend, ...] = ()


class PreviewMend(Request, frozen=True, kw_only=True):
    """Ask what renaming a section's heading would do; answered by `MendPreviewed`."""

    document: str
    section: int
    text: str


class MendPreviewed(Event, frozen=True, kw_only=True):
    """What a mend would do."""

    effect: MendEffect


class ChangeMends(Request, frozen=True, kw_only=True):
    """Keep mends and drop others; answered by `MendsListed`. A refresh then applies them."""

    keep: tuple[Mend, ...] = ()
    drop: tuple[Mend, ...] = ()


class ListMends(Request, frozen=True, kw_only=True):
    """Ask for all mends; answered by `MendsListed`."""


class MendsListed(Event, frozen=True, kw_only=True):
    """All mends of the library, stale ones marked."""

    rows: tuple[MendRow, ...]


class ChangeSilence(Request, frozen=True, kw_only=True):
    """Silence a rule, a heading or documents, or hear them again; answered by `SilenceChanged`.

    `kind`: rule, heading, document, generic (a heading that says nothing in this library), or exclude (a pattern of
    files that are not read). A refresh applies it.
    """

    kind: str
    value: str
    on: bool


class ListSilences(Request, frozen=True, kw_only=True):
    """Ask what is silenced; answered by `SilenceChanged`."""


class SilenceChanged(Event, frozen=True, kw_only=True):
    """What is silenced, the library's and the user's own decisions together."""

    rules: tuple[str, ...]
    headings: tuple[str, ...]
    documents: tuple[str, ...]
    generic: tuple[str, ...]
    exclude: tuple[str, ...] = ()


class GetAccount(Request, frozen=True, kw_only=True):
    """Ask what headers cost under the library's recipe or another; answered by `AccountTold`."""

    recipe: str = ""


class AccountTold(Event, frozen=True, kw_only=True):
    """Tokens of the library and of each document, and the counts of kinds of self-description (DESIGN 4.5)."""

    recipe: str
    library: TokenAccount
    documents: dict[str, TokenAccount]
    kinds: dict[str, int]


class GetSpread(Request, frozen=True, kw_only=True):
    """Ask what a recipe (empty: the library's own) does to the distances between chunks; answered by `SpreadTold`.

    `Progress` may come before. The recipe must have been embedded.
    """

    recipe: str = ""


class SpreadTold(Event, frozen=True, kw_only=True):
    """Separation, crowding and spread kept, with the near-twins they rest on."""

    report: SpreadReport


class DrawSample(Request, frozen=True, kw_only=True):
    """Ask for a quality sample, with the judge's verdicts so far; answered by `SampleDrawn`."""

    size: int
    seed: int
    judge: str


class SampleDrawn(Event, frozen=True, kw_only=True):
    """The drawn chunks in the order to judge them in."""

    items: tuple[SampleItem, ...]
    state: SampleState


class Judge(Request, frozen=True, kw_only=True):
    """Keep a verdict, or take it back where `verdict` is empty; answered by `Judged`."""

    document: str
    index: int
    verdict: str
    note: str = ""


class Judged(Event, frozen=True, kw_only=True):
    """A kept verdict (None: taken back) and what the sample says now."""

    document: str
    index: int
    judgement: Judgement | None
    state: SampleState


class WriteReport(Request, frozen=True, kw_only=True):
    """Write the audit as a file; answered by `ReportWritten`. `format`: text, json, csv, html or sarif."""

    path: str
    format: str = "html"
    with_text: bool = True


class ReportWritten(Event, frozen=True, kw_only=True):
    """The file that was written."""

    path: str
