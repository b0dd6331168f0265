"""Words that type has taken apart: broken at a line's end, begun by a tall initial, their letters set apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from itertools import pairwise

from explorer.core.parsing.pdf.lines import Piece
from explorer.core.parsing.pdf.turns import turned_box

Word = tuple[float, float, float, float, str]
_INITIAL = 1.8
"""Least size of an initial over that of the lines beside it."""
_FEWEST_LETTERS = 4
_WIDE_SCRIPT = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_LEFTWARDS = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_LAST_PART = re.compile(r"([^\W_]+(?:[-‐][^\W_]+)*)[-‐]$")
_FIRST_PART = re.compile(r"[^\W_]+(?:[-‐][^\W_]+)*")
_OWN_HYPHEN = frozenset({"self", "ex", "quasi", "pseudo"})
_PLAIN_ENDS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:!?)\"'")
"""Last signs of a line that a blank follows whatever comes next."""
_WIDEST_GAP = 0.8
"""Widest gap between letters of one word that are set apart, over the type size."""


def mended(pieces: list[Piece], words: Callable[[], list[Word]]) -> list[Piece]:
    """Return the pieces with initials joined to their words and letter-spaced words closed up.

    `words` is asked only when a piece consists of single letters.
    """
    spaced = [place for place, piece in enumerate(pieces) if _is_spaced(piece.text)]
    if spaced:
        found = words()
        pieces = list(pieces)
        for place in spaced:
            pieces[place] = _closed_up(pieces[place], found)
    initials = [piece for piece in pieces if len(piece.text) <= 2 and piece.text[0].isupper() and piece.upright]
    for initial in initials:
        pieces = _with_initial(pieces, initial)
    return pieces


def _is_spaced(text: str) -> bool:
    if len(text) < 2 * _FEWEST_LETTERS - 1 or text[1] != " " or text[3] != " ":
        return False
    tokens = text.split()
    return len(tokens) >= _FEWEST_LETTERS and all(len(token) == 1 and token.isalpha() for token in tokens)


def _closed_up(piece: Piece, words: list[Word]) -> Piece:
    """Join the letters of a piece; where the gap is much wider than usual there is a blank between words."""
    letters = [word for word in words if _holds(piece, word)]
    if "".join(word[4] for word in letters) != piece.text.replace(" ", ""):
        return piece
    gaps = [right[0] - left[2] for left, right in pairwise(letters)]
    usual = sorted(gaps)[len(gaps) // 3]
    if usual > _WIDEST_GAP * piece.size:
        return piece
    text = letters[0][4]
    for gap, word in zip(gaps, letters[1:], strict=True):
        text += (" " if gap > 1.6 * max(usual, 0.1 * piece.size) else "") + word[4]
    return piece._replace(text=text)


def _holds(piece: Piece, word: Word) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return piece.x0 <= x <= piece.x1 and piece.y0 <= y <= piece.y1


def _with_initial(pieces: list[Piece], initial: Piece) -> list[Piece]:
    """Put an initial before the highest line beside it, when a lower line stands on its baseline."""
    beside = [piece for piece in pieces if _is_beside(initial, piece)]
    if not beside:
        return pieces
    first = min(beside, key=lambda piece: piece.base)
    last = max(beside, key=lambda piece: piece.base)
    if initial.base - first.base < 0.8 * first.size or abs(initial.base - last.base) > 0.4 * last.size:
        return pieces
    whole = first._replace(
        text=initial.text + first.text,
        x0=initial.x0,
        y0=min(initial.y0, first.y0),
        y1=max(initial.y1, first.y1),
    )
    return [whole if piece is first else piece for piece in pieces if piece is not initial]


def _is_beside(initial: Piece, piece: Piece) -> bool:
    if piece is initial or not piece.upright or initial.size < _INITIAL * piece.size:
        return False
    gap = piece.x0 - initial.x1
    high = initial.base - piece.base
    return -2 <= gap <= 1.2 * piece.size and -0.4 * piece.size <= high <= initial.size and piece.text[0].isalpha()


def joint(text: str, following: str, kept: Container[str] = ()) -> str:
    """Return `text` made ready for `following`, the next line: blank added, hyphen mended, or neither (CJK).

    `kept` are words with their hyphen, in lower case, that the document has elsewhere: they keep it.
    """
    return text + " " if text[-1] in _PLAIN_ENDS else _special_joint(text, following, kept)


def _special_joint(text: str, following: str, kept: Container[str]) -> str:
    """Join as `joint` does where a line ends in a hyphen, a dash, a slash, or a sign that is not ASCII."""
    if text[-1] == "\xad":
        return text[:-1]
    if is_broken(text) and following[0].islower():
        return text if _keeps_hyphen(text, following, kept) else text[:-1]
    if text[-1] == "—" and not text[-2:-1].isspace():
        return text
    if text[-1] in "-‐/" and not text[-2:-1].isspace() and following[0].isalnum():
        return text
    if _WIDE_SCRIPT.match(text[-1]) and _WIDE_SCRIPT.match(following[0]):
        return text
    return text + " "


def _keeps_hyphen(text: str, following: str, kept: Container[str]) -> bool:
    """Tell whether the hyphen at a line's end is the word's own.

    So in addresses and paths, behind a single letter or "self", and in words that the document has with it elsewhere.
    """
    word = text.rsplit(maxsplit=1)[-1]
    if len(word) == 2 or word[:-1].casefold() in _OWN_HYPHEN:
        return True
    if any(sign in word for sign in "/_@\\=:") or "." in word.strip("."):
        return True
    if not kept:
        return False
    first, second = _LAST_PART.search(text), _FIRST_PART.match(following)
    return first is not None and second is not None and f"{first[1]}-{second[0]}".casefold() in kept


def is_broken(text: str) -> bool:
    """Tell whether a line ends in a hyphen behind a letter."""
    return len(text) > 1 and text[-1] in "-\xad‐" and text[-2].isalpha()


def is_wide(text: str) -> bool:
    """Tell whether a text begins in a script that is written without blanks."""
    return bool(_WIDE_SCRIPT.match(text))


def reads_leftwards(text: str) -> bool:
    """Tell whether most letters of a text belong to a script that is written from right to left."""
    if text.isascii():
        return False
    leftwards = len(_LEFTWARDS.findall(text))
    return leftwards > 0 and 2 * leftwards > sum(letter.isalpha() for letter in text)


def turned_piece(piece: Piece, width: float, height: float) -> Piece:
    """Return a piece as it stands on its page (of this size) turned so that it is upright.

    One in the place of a table (its element is below 0) is read where it begins.
    """
    x0, y0, x1, y1 = turned_box(piece[:4], piece.turn, width, height)
    base = piece.base
    if piece.element < 0:
        base = y0
    elif piece.turn == 2:
        base = height - piece.base
    elif piece.turn == 3:
        base = width - piece.base
    return piece._replace(x0=x0, y0=y0, x1=x1, y1=y1, base=base, upright=True, turn=0)
