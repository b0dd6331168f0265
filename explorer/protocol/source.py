"""Messages of the source pane: the words of pages, and where the chunks of a document stand."""

from __future__ import annotations

from explorer.core.model import Place
from explorer.core.page_words import PageWords
from explorer.protocol.base import Event, Request


class GetPageWords(Request, frozen=True, kw_only=True):
    """Ask for the words of `count` pages of a PDF from page `first` (from 1) on; answered by `PageWordsTold`."""

    document: str
    first: int
    count: int = 1


class PageWordsTold(Event, frozen=True, kw_only=True):
    """The words of pages; fewer pages than asked for at the document's end."""

    document: str
    pages: tuple[PageWords, ...]


class ListPlaces(Request, frozen=True, kw_only=True):
    """Ask where the chunks `offset` and following of a document stand; answered by `PlacesTold`."""

    document: str
    offset: int = 0
    limit: int = 2000


class PlacesTold(Event, frozen=True, kw_only=True):
    """The places of the chunks `offset` and following of `total`, in order of their index."""

    document: str
    offset: int
    total: int
    places: tuple[Place, ...]
