"""What headers cost: a chunk, a document, a library, a prompt."""

from __future__ import annotations

from explorer.core.token_account import TokenAccount, account_of, account_text


def test_two_thousand_chunks_with_eighty_tokens_each() -> None:
    account = account_of([(800, 80)] * 2000)
    assert account == TokenAccount(2000, 1_600_000, 160_000)
    assert account.prompt(5) == (4000, 4400)
    assert round(account.header_share, 4) == round(80 / 880, 4)
    assert (account.mean_header, account.mean_text) == (80, 800)


def test_accounts_add_up() -> None:
    assert account_of([(10, 2)]) + account_of([(20, 0), (30, 4)]) == TokenAccount(3, 60, 6)


def test_nothing_costs_nothing() -> None:
    empty = TokenAccount()
    assert (empty.header_share, empty.mean_header, empty.prompt(5)) == (0.0, 0.0, (0, 0))
    assert account_text(empty) == "There are no chunks."


def test_the_account_in_words_has_its_figures() -> None:
    text = account_text(account_of([(800, 80)] * 2000))
    for figure in ("160,000", "2,000", "80.0", "9%", "4,000", "4,400"):
        assert figure in text
