"""The words that the heading rules know, and how a heading is taken apart to be compared with them.

Guarantees:

* Case, outer white space, punctuation and full-width or enclosed forms never decide anything.
* An entry of a list is found with and without its accents (`INTRODUCAO`); one that begins with "=" only with them,
  because its bare letters are a word of another language (French "résumé", English "resume").
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from explorer.core.audit.empty_words import EmptyWords
from explorer.core.errors import ExplorerError

_TOKEN = re.compile(
    r"\d+[-\u2010\u2011][^\W\d_](?![^\W_])"  # 4-b
    r"|(?<![^\W_])[^\W\d_][-\u2010\u2011]\d+(?![^\W_])"  # F-16
    r"|[^\W\d_]{3,}(?=\d+(?![^\W_]))"  # the word of Section3
    r"|[^\W_]+"  # words, numbers, and both in one: 4a, 2nd, MP3, I18N
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or number of a shown heading: `text` in folded case, `shown[start:end]` as it stands there."""

    text: str
    start: int
    end: int


def show(text: str) -> str:
    """Return `text` with compatibility forms resolved (full width, circled digits) and white space collapsed."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def tokenise(shown: str) -> tuple[Token, ...]:
    """Return the words and numbers of what `show` returned."""
    return tuple(Token(fold(hit[0]), hit.start(), hit.end()) for hit in _TOKEN.finditer(shown))


def fold(text: str) -> str:
    """Return `text` in the form in which words are compared; accents stay."""
    return unicodedata.normalize("NFKC", text.casefold())


def key_of(text: str) -> str:
    """Return the words of `text` as one line, the form in which whole headings are compared."""
    return joined(tokenise(show(text)))


def joined(tokens: Iterable[Token]) -> str:
    """Return the tokens as one line."""
    return " ".join(token.text for token in tokens)


@dataclass(frozen=True, slots=True)
class NumberingWords:
    """One language's words of numbering.

    `keywords` stand before a number ("section"), `plurals` too but never after one ("pages 3 to 5", not "10 pages";
    "day 1", not "first day"), `prefixes` before a keyword ("sub-section"), `number_first` also after a bare number
    ("3. Kapitel"). `numbers` and `ordinals` count beside a keyword only ("Part One", "First part"), ordinals only
    `divisions` (not "First page"), `lone_numbers` also alone. `qualifiers` may stand between a keyword and its count
    ("Disposición adicional primera"). `fillers` join numbers ("page 5 of 12").
    """

    keywords: frozenset[str] = frozenset()
    plurals: frozenset[str] = frozenset()
    prefixes: frozenset[str] = frozenset()
    number_first: frozenset[str] = frozenset()
    divisions: frozenset[str] = frozenset()
    qualifiers: frozenset[str] = frozenset()
    fillers: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    lone_numbers: frozenset[str] = frozenset()
    ordinals: frozenset[str] = frozenset()

    @property
    def all(self) -> frozenset[str]:
        """Return every word of the lists."""
        counting = self.numbers | self.lone_numbers | self.ordinals
        kinds = self.keywords | self.plurals | self.prefixes | self.number_first | self.qualifiers
        return kinds | self.fillers | counting


@dataclass(frozen=True, slots=True)
class BlankForms:
    """The words of headings that wait for words: "Section title", "Your heading", "[Topic]".

    A `titles` word with a `units` word, or either with one of `marks`, stands for a heading that was never written;
    `glue` may join them. `blanks` are as empty between brackets ("[Topic]"), and say something without.
    """

    titles: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    glue: frozenset[str] = frozenset()
    blanks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class HeadingWords:
    """All that the heading rules look up; the user can extend it and silence entries of it.

    `languages` hold the words that fit over any section, and `numbering` those of numbering, language by language.
    `placeholders` stand for a heading that was never written; those in `numbered_placeholders` only with a number
    ("Document 1"); `placeholder_starts` begin one; `blank_forms` make one. `file_words` are as empty as generic ones
    when they come from a file name. `silenced` headings are never H101, H102 or H104.

    Put together from those: `generic`, `phrases`, `modifiers` and `fillers` of all languages, `empty_vocabulary`, every
    single word of `languages`, and `number_words`, every word of `numbering` (most headings hold a word that is not
    among them, and need no closer look).
    """

    languages: tuple[EmptyWords, ...] = ()
    placeholders: frozenset[str] = frozenset()
    placeholder_starts: tuple[str, ...] = ()
    numbered_placeholders: frozenset[str] = frozenset()
    blank_forms: BlankForms = BlankForms()
    file_words: frozenset[str] = frozenset()
    numbering: tuple[NumberingWords, ...] = ()
    silenced: frozenset[str] = frozenset()
    generic: frozenset[str] = field(init=False, default=frozenset())
    phrases: frozenset[str] = field(init=False, default=frozenset())
    modifiers: frozenset[str] = field(init=False, default=frozenset())
    fillers: frozenset[str] = field(init=False, default=frozenset())
    empty_vocabulary: frozenset[str] = field(init=False, default=frozenset())
    number_words: frozenset[str] = field(init=False, default=frozenset())

    def __post_init__(self) -> None:
        merged: dict[str, frozenset[str]] = {
            "generic": _union(one.generic | one.lone for one in self.languages),
            "phrases": _union(one.phrases for one in self.languages),
            "modifiers": _union(one.modifiers for one in self.languages),
            "fillers": _union(one.fillers for one in self.languages),
            "empty_vocabulary": _union(one.vocabulary for one in self.languages),
            "number_words": _union(one.all for one in self.numbering),
        }
        for name, keys in merged.items():
            object.__setattr__(self, name, keys)

    def changed(self, extra: Iterable[str] = (), silenced: Iterable[str] = ()) -> HeadingWords:
        """Return these words with the user's own: `extra` headings say nothing, `silenced` ones are left alone."""
        added, phrases = _split(extra)
        quiet = frozenset(key for key in map(key_of, silenced) if key)
        languages = self.languages or (EmptyWords(),)
        return replace(
            self,
            languages=tuple(
                replace(
                    one,
                    generic=(one.generic | added) - quiet,
                    phrases=(one.phrases | phrases) - quiet,
                    lone=one.lone - quiet,
                )
                for one in languages
            ),
            silenced=self.silenced | quiet,
        )


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)


def parse_heading_words(texts: Mapping[str, str]) -> HeadingWords:
    """Read the word lists of `resources/words`, TOML texts by language.

    Raises `ExplorerError` that names the language when a text is not TOML or an entry is not a list of strings.
    """
    lists = [_lists(language, text) for language, text in texts.items()]
    return HeadingWords(
        languages=tuple(_empty_words(one) for one in lists),
        placeholders=_all(lists, "placeholders"),
        placeholder_starts=tuple(
            dict.fromkeys(fold(show(entry)) for one in lists for entry in one.get("placeholder_starts", ()))
        ),
        numbered_placeholders=_all(lists, "numbered_placeholders"),
        blank_forms=BlankForms(
            titles=_all(lists, "blank_titles"),
            units=_all(lists, "blank_units"),
            marks=_all(lists, "blank_marks"),
            glue=_all(lists, "blank_glue"),
            blanks=_all(lists, "blanks"),
        ),
        file_words=_all(lists, "file_words"),
        numbering=tuple(_numbering(one) for one in lists if "keywords" in one),
    )


def _lists(language: str, text: str) -> dict[str, tuple[str, ...]]:
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExplorerError(f"The heading words for {language!r} cannot be read.", str(error)) from error
    return {name: _entries(language, name, value) for name, value in content.items()}


def _entries(language: str, name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ExplorerError(f"In the heading words for {language!r}, {name} is not a list.")
    entries = tuple(entry for entry in value if isinstance(entry, str))
    if len(entries) < len(value):
        raise ExplorerError(f"In the heading words for {language!r}, {name} holds something that is not a text.")
    return entries


def _empty_words(lists: Mapping[str, tuple[str, ...]]) -> EmptyWords:
    generic, phrases = _split(lists.get("generic", ()))
    return EmptyWords(
        generic=generic,
        phrases=phrases,
        lone=_all([lists], "lone"),
        hollow=_all([lists], "hollow"),
        modifiers=_all([lists], "modifiers"),
        fillers=_all([lists], "fillers"),
        openers=_all([lists], "openers"),
    )


def _numbering(lists: Mapping[str, tuple[str, ...]]) -> NumberingWords:
    return NumberingWords(
        keywords=_all([lists], "keywords"),
        plurals=_all([lists], "plurals"),
        prefixes=_all([lists], "prefixes"),
        number_first=_all([lists], "number_first"),
        divisions=_all([lists], "divisions"),
        qualifiers=_all([lists], "number_qualifiers"),
        fillers=_all([lists], "number_fillers"),
        numbers=_all([lists], "numbers"),
        lone_numbers=_all([lists], "lone_numbers"),
        ordinals=_all([lists], "ordinals"),
    )


def _all(lists: Iterable[Mapping[str, tuple[str, ...]]], name: str) -> frozenset[str]:
    return frozenset(form for one in lists for entry in one.get(name, ()) for form in _forms(entry))


def _split(entries: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the entries of one word, and those of several."""
    forms = {form for entry in entries for form in _forms(entry)}
    return frozenset(form for form in forms if " " not in form), frozenset(form for form in forms if " " in form)


def _forms(entry: str) -> tuple[str, ...]:
    """Return the keys under which an entry is found: with and without accents."""
    key = key_of(entry)
    bare = key if entry.startswith("=") else unaccented(key)
    return tuple(dict.fromkeys(form for form in (key, bare) if form))


def unaccented(text: str) -> str:
    """Return `text` without the accents on its letters."""
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(sign for sign in letters if not unicodedata.combining(sign)))
