"""What headers cost in tokens under any recipe, counted document by document so that nothing is held up."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable

from explorer.core.recipe import Recipe
from explorer.core.token_account import TokenAccount, account_of
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk
from explorer.engine.opened import Opened

Accounts = dict[str, TokenAccount]


def accounts_in_steps(opened: Opened, recipe: Recipe) -> Generator[None, None, Accounts]:
    """Return the tokens of each document's texts and headers; yields after each document that has to be counted.

    Those of the library's own recipe are known already.
    """
    catalogue = opened.catalogue
    if recipe.name == catalogue.get("recipe"):
        rows = catalogue.rows(
            "SELECT d.name, count(*), sum(c.text_tokens), sum(c.header_tokens) FROM chunk c"
            " JOIN document d ON d.id = c.document GROUP BY d.id ORDER BY d.name"
        )
        return {row[0]: TokenAccount(*row[1:]) for row in rows}
    chunks = ChunkTable(catalogue)
    found: Accounts = {}
    for row in chunks.documents():
        stored = chunks.of_document(row.name)
        if stored:
            found[row.name] = _counted(opened, stored, recipe)
        yield
    return found


def _counted(opened: Opened, stored: Iterable[StoredChunk], recipe: Recipe) -> TokenAccount:
    """Count the header of each path once: chunks of a section have the same one, context sentences aside."""
    headers: dict[Hashable, int] = {}

    def tokens(chunk: StoredChunk) -> tuple[int, int]:
        item = chunk.item
        key = (item.title, item.path, item.chunk.index if recipe.sentence else -1)
        if key not in headers:
            headers[key] = opened.in_recipe(chunk, recipe.name).header_tokens
        return item.chunk.text_tokens, headers[key]

    return account_of(tokens(chunk) for chunk in stored)
