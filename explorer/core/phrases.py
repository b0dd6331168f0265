"""Words of the program with what stands in them, kept apart so that another language can say them in its own order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from explorer.core.findings import Fact

FREE = "free"
"""The code of a sentence whose parts are not known: it can be told by its form alone."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """English words with numbered places (`{0}`), and what stands there: words of documents, numbers, other phrases.

    `many` is the form behind all numbers but 1, "" where no noun depends on `count`. `code` and `facts` are those of a
    finding whose reason this is, or `FREE`; the sentence is the only value then.
    """

    form: str
    values: tuple[str | Phrase, ...] = ()
    many: str = ""
    count: int = 1
    code: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])

    def __str__(self) -> str:
        """Return it in English."""
        return filled(self.form if self.count == 1 or not self.many else self.many, self.values, str)


Words = str | Phrase
"""Words as they are, or a phrase."""


def filled(form: str, values: Sequence[Words], told: Callable[[Phrase], str]) -> str:
    """Return a form with its values; phrases among them are told by `told`."""
    return form.format(*(each if isinstance(each, str) else told(each) for each in values))


def quoted_sentence(sentence: str, code: str = FREE, facts: Mapping[str, Fact] | None = None) -> Phrase:
    """Return a sentence that was written elsewhere; `code` and `facts` are those of the finding whose reason it is."""
    return Phrase("{0}", (sentence,), code=code, facts=facts or {})


def phrase(form: str, *values: Words | int) -> Phrase:
    """Return a phrase; numbers are written with their thousands set apart."""
    return Phrase(form, tuple(f"{each:,}" if isinstance(each, int) else each for each in values))


def plural(count: int, one: str, many: str, *values: Words | int) -> Phrase:
    """Return a phrase whose noun stands behind `count`, which is its first value."""
    return Phrase(one, phrase(one, count, *values).values, many, count)


def joined(between: str, parts: Sequence[Words]) -> Words:
    """Return parts in a row; `between` is a sign that all languages share."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    return Phrase(between.join(f"{{{number}}}" for number in range(len(parts))), tuple(parts))
