"""Lines of plain text that may be headings, by how they look; the document decides which are (`headings`).

A heading stands first in its stretch: a blank line is above it. It is underlined, boxed or numbered, short, and reads
like a title rather than a sentence, an entry of a table of contents, a row of a table or an item of a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from explorer.core.parsing.text.lines import Stretch, TextLine, is_ornament
from explorer.core.parsing.text.numbers import HeadingNumber, heading_number

MOST_WORDS, MOST_SIGNS = 14, 120
_MOST_TERM_WORDS, _MOST_STOPPED_WORDS = 5, 9
_LONGEST_BARE, _LONGEST_UNDERLINED = 40, 2_000
_MOST_DAYS = 31
_UNDERLINES = frozenset("=-~*^\"'`#+_.:")
_LEADERS = re.compile(r"(?:\.\s?){3,}\s*\S{0,6}$|(?:\s{3,}|\t+)[\divxlc]{1,5}$|…\s*\d+$|(?:_{3,})\s*\d*$")
_GAP = re.compile(r"\S(?:\s{3,}|\t+)\S|\s\|\s")
_SENTENCES = re.compile(r"[a-zß-ÿ]{2}[.!?]\s+[A-ZÀ-Þ]|[。；]\S")
_DATE = re.compile(r"[^\W\d_]{3,12}\.?,?\s+(?:1[5-9]|20)\d\d$")
_SMALL_WORDS = re.compile(
    r"an?|and|as|at|by|for|from|in|into|of|on|or|per|the|to|with|vs"
    r"|der|die|das|des|dem|den|und|oder|von|zu|im|für|mit"
    r"|de|la|les?|du|et|à|l|d|el|los|las|y|del|para|do|da|dos|das|e|o|i|il|di|della"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line (or a few) that may be a heading: lines `first` to `last` (exclusive) of the stretch at index `stretch`.

    `worded`: the lines among them that hold its words. `style`: the character of its underline, doubled when there is
    one above as well, else empty. `rest`: its words without number. `alone`: nothing else is in the stretch.
    """

    stretch: int
    first: int
    last: int
    worded: Stretch
    text: str
    rest: str
    number: HeadingNumber | None
    style: str
    indent: int
    alone: bool


def candidates(stretches: Sequence[Stretch]) -> Iterator[Candidate]:
    """Yield what may be headings, in order; several may stand one under the other at a stretch's beginning."""
    for index, stretch in enumerate(stretches):
        at, before = 0, None
        while at < len(stretch):
            found = _underlined(index, stretch, at) or _numbered(index, stretch, at, before)
            if found is None:
                break
            yield found
            at, before = found.last, found


def _underlined(index: int, stretch: Stretch, at: int) -> Candidate | None:
    """Return the heading at line `at` that has a line of one character below, and perhaps the same above."""
    above = _rule(stretch[at].text)
    first = at + 1 if above else at
    # A box may hold two lines of words, an underline belongs to one.
    for count in (1, 2) if above else (1,):
        under = first + count
        if under >= len(stretch) or any(is_ornament(line.text) for line in stretch[first:under]):
            return None
        below = _rule(stretch[under].text)
        if below and (not above or above == below) and _is_underlined(stretch[first:under], stretch[under]):
            return _candidate(index, stretch, (at, under + 1), stretch[first:under], below * (2 if above else 1))
    return None


def _rule(text: str) -> str:
    """Return the character that a line of at least three equal ones is made of, or ""."""
    return text[0] if len(text) >= 3 and text[0] in _UNDERLINES and text == text[0] * len(text) else ""


def _is_underlined(words: Stretch, rule: TextLine) -> bool:
    width = max(_columns(line.text) for line in words)
    indent = min(line.indent for line in words)
    text = " ".join(line.text for line in words)
    number = heading_number(text)
    rest = text[number.clause.end :] if number else text
    long_enough = len(rule.text) >= width * 0.6 and rule.indent <= indent + width
    short_enough = len(rule.text) <= width * 1.6 + 4 or rule.text[0] in "=*#~"
    short = len(text) <= MOST_SIGNS and len(text.split()) <= MOST_WORDS + 4
    fits = (short or _is_as_long(words, rule)) and any(sign.isalnum() for sign in text)
    sentence = text.endswith(".") and len(text.split()) > 4 and not is_title_case(text)
    return (
        long_enough
        and short_enough
        and fits
        and not sentence
        and not _GAP.search(rest.strip())
        and not _LEADERS.search(rest)
    )


def _is_as_long(words: Stretch, rule: TextLine) -> bool:
    """Tell whether an underline was made for its line: it ends where the line does. Then words may be many."""
    if len(words) != 1 or rule.text[0] not in "=-~" or len(rule.text) > _LONGEST_UNDERLINED:
        return False
    return rule.indent == words[0].indent and len(rule.text) == _columns(words[0].text)


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text[: _LONGEST_UNDERLINED + 1])


def _numbered(index: int, stretch: Stretch, at: int, before: Candidate | None) -> Candidate | None:
    """Return the heading at line `at` that begins with a number."""
    line = stretch[at]
    number = heading_number(line.text)
    if number is None or (before is not None and not _is_first_part(number, before)):
        return None
    after = stretch[at + 1] if at + 1 < len(stretch) else None
    for last in _ends(stretch, at, number):
        words = stretch[at:last]
        text = join_lines([one.text for one in words])
        rest = text[number.clause.end :].strip()
        if not _reads_like_title(number, rest, alone=last == len(stretch)):
            continue
        if last == len(stretch) or (last == at + 1 and after and _is_left_off(line, after, stretch, number)):
            return _candidate(index, stretch, (at, last), words, "")
        if last == at + 2 and _is_left_off(stretch[at + 1], stretch[last], stretch, number):
            return _candidate(index, stretch, (at, last), words, "")
    return None


def _is_first_part(number: HeadingNumber, before: Candidate) -> bool:
    """Tell whether a heading may stand right below another: 1.1 below 1, or a narrower kind."""
    if before.number is None:
        return True
    return number.rank > before.number.rank or (
        number.rank == before.number.rank and number.depth == before.number.depth + 1
    )


def _ends(stretch: Stretch, at: int, number: HeadingNumber) -> Iterator[int]:
    """Yield where the heading may end: behind its line, behind the next (words below a number, or wrapped)."""
    bare = len(stretch[at].text) <= number.clause.end
    follower = stretch[at + 1] if at + 1 < len(stretch) else None
    joined = follower is not None and heading_number(follower.text) is None and not is_ornament(follower.text)
    if bare and joined and follower is not None:
        # "Annex A", "(informative)", "Examples".
        if follower.text[0] == "(" and at + 3 == len(stretch) and _may_be_name(stretch[at + 2].text):
            yield at + 3
        if _is_name(follower.text, number, last=at + 2 == len(stretch)):
            yield at + 2
    yield at + 1
    if not bare and joined and at + 2 == len(stretch):
        yield at + 2


def _is_name(text: str, number: HeadingNumber, *, last: bool) -> bool:
    """Tell whether a line right below a bare number is the heading's words.

    Capitals and titles are; any short line is when nothing else is in the stretch, in lower case for terms ("3.1",
    "pump").
    """
    if not _may_be_name(text):
        return False
    words = len(text.split())
    term = number.depth > 1 and words <= _MOST_TERM_WORDS
    plain = number.keyed and words <= _MOST_STOPPED_WORDS and not text[0].islower() and text[-1] not in ".!?"
    return text.isupper() or is_title_case(text) or (last and (term or plain))


def _may_be_name(text: str) -> bool:
    return len(text) <= MOST_SIGNS // 2 and text[-1] not in ",;:"


def with_names(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Join a bare "ARTICLE IV" with its name where a blank line is between them: a short line alone, like a title."""
    joined: list[Stretch] = []
    at = 0
    while at < len(stretches):
        if at + 2 < len(stretches) and _is_bare(stretches[at]) and _is_lone_name(stretches[at + 1]):
            joined.append((*stretches[at], *stretches[at + 1]))
            at += 2
        else:
            joined.append(stretches[at])
            at += 1
    return tuple(joined)


def _is_bare(stretch: Stretch) -> bool:
    if len(stretch) != 1 or len(stretch[0].text) > _LONGEST_BARE:
        return False
    number = heading_number(stretch[0].text)
    return number is not None and number.keyed and number.clause.end >= len(stretch[0].text)


def _is_lone_name(stretch: Stretch) -> bool:
    text = stretch[0].text
    short = len(stretch) == 1 and _may_be_name(text) and len(text.split()) <= _MOST_STOPPED_WORDS
    like_title = short and (text.isupper() or is_title_case(text)) and text[-1] not in ".!?。！？"
    return like_title and heading_number(text) is None and not is_ornament(text) and text[0] not in "-*+•>|"


def _is_left_off(line: TextLine, after: TextLine, stretch: Stretch, number: HeadingNumber) -> bool:
    """Tell whether a line ends of its own will: what follows is no part of it, and would have had room."""
    if after.text[0].islower() or is_ornament(after.text):
        return False
    other = heading_number(after.text)
    if other is not None and not (other.depth == number.depth + 1 or other.rank > number.rank):
        return False
    if after.indent > line.indent and not number.keyed and number.depth == 1:
        return False
    widest = max(one.width for one in stretch)
    return line.width + 1 + len(after.text.split(maxsplit=1)[0]) <= max(widest, 40)


def _reads_like_title(number: HeadingNumber, rest: str, *, alone: bool) -> bool:
    closed = number.clause.closed
    if not rest:
        return number.keyed or closed or number.depth > 1
    words = rest.lstrip("–—-:. \t")
    if words.startswith("(") and number.keyed:
        words = words[words.find(")") + 1 :].strip() or words
    if not words or len(words) > MOST_SIGNS or len(words.split()) > MOST_WORDS or _is_no_title(words):
        return False
    if not number.keyed and number.depth == 1 and number.readings[0][0] <= _MOST_DAYS and _DATE.match(words):
        return False
    first = next((sign for sign in words if sign.isalnum()), "")
    parted = closed or rest[0] in "–—-:"
    if first.islower() and (number.keyed or (number.depth == 1 and not closed)) and not (number.keyed and parted):
        return False
    if first.islower() and len(words.split()) > 6:
        return False
    return _ends_like_title(number, words, alone=alone)


def _is_no_title(words: str) -> bool:
    """Tell whether words are an entry of a table of contents, a row of a table, sentences or mostly signs."""
    letters = sum(sign.isalpha() for sign in words)
    return (
        bool(_LEADERS.search(words) or _GAP.search(words) or _SENTENCES.search(words))
        or letters * 2 < len(words.replace(" ", ""))
        or words.count(",") > 4
    )


def _ends_like_title(number: HeadingNumber, words: str, *, alone: bool) -> bool:
    """Tell whether words end as titles do; behind "1." or "Chapter 1." a title may have a full stop of its own."""
    if words[-1] in ",;，；、。":
        return False
    if words[-1] in ":：":
        return is_title_case(words)
    if words[-1] == "." and not words.endswith("..."):
        marked = number.keyed or number.clause.closed
        return marked and alone and len(words.split()) <= _MOST_STOPPED_WORDS and is_title_case(words)
    return not words.endswith("...")


def is_title_case(text: str) -> bool:
    """Tell whether all words but the small ones begin with a capital, a digit or a sign without case."""
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", text)
    big = [word for word in words if not _SMALL_WORDS.fullmatch(word)]
    return bool(big) and not any(word[0].islower() for word in big)


def _candidate(index: int, stretch: Stretch, span: tuple[int, int], words: Stretch, style: str) -> Candidate:
    text = join_lines([line.text for line in words])
    number = heading_number(text)
    rest = text[number.clause.end :] if number else text
    return Candidate(
        stretch=index,
        first=span[0],
        last=span[1],
        worded=words,
        text=" ".join(text.split()),
        rest=" ".join(rest.lstrip("–—-:. \t").split()),
        number=number,
        style=style,
        indent=words[0].indent,
        alone=span[0] == 0 and span[1] == len(stretch),
    )


def join_lines(texts: Sequence[str]) -> str:
    """Return wrapped lines as one, as `between` says."""
    parts: list[str] = []
    for text in texts:
        if parts:
            parts.append(between(parts[-1], text))
        parts.append(text)
    return "".join(parts)


def between(before: str, after: str) -> str:
    """Return what joins two wrapped lines: a blank, nothing between East Asian signs or behind a word's hyphen."""
    if _has_no_blanks(before[-1]) and _has_no_blanks(after[0]):
        return ""
    hyphened = len(before) > 1 and before[-1] == "-" and before[-2].isalpha() and after[0].islower()
    return "" if hyphened else " "


def _has_no_blanks(sign: str) -> bool:
    return (
        "\u2e80" <= sign <= "\u9fff"
        or "\uf900" <= sign <= "\ufaff"
        or "\uff00" <= sign <= "\uffef"
        or ("\u0e00" <= sign <= "\u0eff")
    )
