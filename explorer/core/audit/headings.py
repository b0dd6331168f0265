"""Does a heading say what its section is about? Rules H101 to H104 (DESIGN 4.4), each recognises or declines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from explorer.core.audit.empty_words import is_unspaced
from explorer.core.audit.numbering import Numbering, numbering_only, split_numbering, without_trailing
from explorer.core.audit.words import HeadingWords, Token, fold, joined, show, tokenise
from explorer.core.findings import Fact

_CODE_NAME = re.compile(r"[!@$\\/.][^\W\d_].*(?<!!)|-[^\W\d_]|--[^\W\d_].*|[^\W\d_]\w*\(\)|`[^`]+`")
"""A command, option, annotation, path or function by its name: "!heading", "-F", "--summary", "@title", "notes()"."""

_BREAK = re.compile(r"[()\[\]{}/|:;–—·•]|\s-\s")
"""Signs between which a heading may change its language: "FAQ (preguntas frecuentes)", "Overview / Überblick"."""

_BLANK = re.compile(r"\[[^\[\]]+\]|\{+[^{}]+\}+")

_OFFICE_FILE = re.compile(r"\S.*\.(?:docx?|odt|rtf|pdf|pptx?|xlsx?|txt)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HeadingVerdict:
    """Why a heading says nothing: the finding's code and the reason in words for the content's owner.

    `facts` are what the reason rests on: the heading as it was judged, and the kind of fault where a code has several.
    """

    code: str
    reason: str
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading taken apart: `shown` for reasons, its `numbering` in front, and its `words` after that."""

    shown: str
    tokens: tuple[Token, ...]
    numbering: str
    words: tuple[Token, ...]

    @property
    def key(self) -> str:
        """Return the words without numbering, in the form in which headings are compared; "" without words."""
        return joined(self.words)


def take_apart(text: str, words: HeadingWords) -> Heading:
    """Return a heading's parts."""
    shown = show(text)
    tokens = tokenise(shown)
    numbering, rest = split_numbering(shown, tokens, words)
    return Heading(shown, tokens, numbering, rest)


def classify_heading(text: str, words: HeadingWords) -> HeadingVerdict | None:
    """Return the first of `HEADING_RULES` that a heading meets; None when it says something or is empty."""
    return judge(take_apart(text, words), words)


def judge(heading: Heading, words: HeadingWords) -> HeadingVerdict | None:
    """Return the verdict on a heading that is taken apart already."""
    if not heading.shown:
        return None
    if heading.tokens and (joined(heading.tokens) in words.silenced or heading.key in words.silenced):
        return None
    if _CODE_NAME.fullmatch(heading.shown):
        return None
    return next((verdict for rule in HEADING_RULES if (verdict := rule(heading, words))), None)


def is_informative(text: str, words: HeadingWords) -> bool:
    """Tell whether a heading or title names something."""
    return bool(text.strip()) and classify_heading(text, words) is None


def ornament(heading: Heading, _words: HeadingWords) -> HeadingVerdict | None:
    """H103: signs without a letter or digit."""
    if any(sign.isalnum() for sign in heading.shown):
        return None
    return HeadingVerdict("H103", f'"{heading.shown}" is an ornament: it has no words.', {"shown": heading.shown})


def placeholder(heading: Heading, words: HeadingWords) -> HeadingVerdict | None:
    """H104: text that stands for a heading that was never written, or the name of an office file."""
    shown = heading.shown
    left = without_trailing(shown, heading.words)
    rest = joined(left)
    numbered = rest in words.numbered_placeholders and len(heading.words) > len(left)
    known = joined(heading.tokens) in words.placeholders or rest in words.placeholders
    if known or numbered or fold(shown).startswith(words.placeholder_starts) or _is_blank_form(heading, words):
        reason = f'"{shown}" is a placeholder: the real heading was never written.'
        return HeadingVerdict("H104", reason, {"shown": shown, "kind": "unwritten"})
    if _OFFICE_FILE.fullmatch(shown):
        reason = f'"{shown}" is the name of a file, not a heading.'
        return HeadingVerdict("H104", reason, {"shown": shown, "kind": "a file"})
    return None


def _is_blank_form(heading: Heading, words: HeadingWords) -> bool:
    """Tell whether a heading names the place of a heading: "Section title", "Your heading", "[Topic]"."""
    forms = words.blank_forms
    texts = {token.text for token in heading.tokens if not token.text.isdecimal()} - forms.glue
    parts = forms.titles | forms.units | forms.marks
    if _BLANK.fullmatch(heading.shown):
        return bool(texts) and texts <= parts | forms.blanks
    kinds = sum(bool(texts & kind) for kind in (forms.titles, forms.units, forms.marks))
    return kinds > 1 and texts <= parts


def generic(heading: Heading, words: HeadingWords) -> HeadingVerdict | None:
    """H102: words that could stand over any section, numbering aside."""
    rest = without_trailing(heading.shown, heading.words)
    if not (_says_nothing(heading.shown, heading.tokens, words) or _says_nothing(heading.shown, rest, words)):
        return None
    reason = f'"{heading.shown}" could stand over any text: it does not say what this section is about.'
    return HeadingVerdict("H102", reason, {"shown": heading.shown})


def _says_nothing(shown: str, tokens: Sequence[Token], words: HeadingWords) -> bool:
    if not all(token.text in words.empty_vocabulary or is_unspaced(token.text) for token in tokens):
        return False
    if _covered(tokens, words):
        return True
    parts = _parts(shown, tokens)
    return len(parts) > 1 and all(_covered(part, words) for part in parts)


def _covered(tokens: Sequence[Token], words: HeadingWords) -> bool:
    texts = [token.text for token in tokens]
    return any(language.cover(texts) for language in words.languages)


def _parts(shown: str, tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the words in groups, cut where a sign stands at which the language may change."""
    parts: list[list[Token]] = []
    end = 0
    for token in tokens:
        if not parts or _BREAK.search(shown, end, token.start):
            parts.append([])
        parts[-1].append(token)
        end = token.end
    return parts


def numbering(heading: Heading, words: HeadingWords) -> HeadingVerdict | None:
    """H101: nothing but a number or letter, with or without a word such as "Section"."""
    kind = numbering_only(heading.shown, heading.tokens, words)
    if kind is None:
        return None
    what = "a number" if kind is Numbering.NUMBER else "a letter"
    reason = f'"{heading.shown}" is only {what}: it does not say what the section is about.'
    return HeadingVerdict("H101", reason, {"shown": heading.shown, "kind": str(kind)})


HEADING_RULES: tuple[Callable[[Heading, HeadingWords], HeadingVerdict | None], ...] = (
    ornament,
    numbering,
    placeholder,
    generic,
)
"""The first that recognises a heading names it: "3. Kapitel" is numbering before its word is generic."""
